# What browser and terminal say of a table in the same words

list-comma = {", "}

## Seats

you = you
presence-idle = idle
presence-stand-in = bot plays
presence-flagged = time up, bot plays

## Lobby

lobby-title = Lobby
lobby-dealing = Dealing
lobby-rule = { $rule }: { $value }
lobby-host = host
lobby-wait-host = Waiting for the host to start.
lobby-delay = { $count ->
        [one] spectators see it { $count } decision later
       *[other] spectators see it { $count } decisions later
    }

## Time limits

clock-title = Time limit
clock-reserve = { $minutes } min + { $seconds } s
clock-move = { $seconds } s a decision
clock-days = { $days ->
        [one] 1 day a decision
       *[other] { $days } days a decision
    }
clock-time-days = { $days } d { $hours } h

## Who changed what at a table before the deal

change-host = The host
change-game = { $by } changed the game to { $game } ({ $seats } players)
change-seats = { $by } changed the number of seats to { $seats }
change-option = { $by } changed a house rule – { $rule }: { $value }
change-option-on = { $by } turned on a house rule: { $rule }
change-option-off = { $by } turned off a house rule: { $rule }
change-hints-on = { $by } turned on hints during the game
change-hints-off = { $by } turned off hints while several people play
change-public-on = { $by } opened the table to everyone
change-public-off = { $by } made the table private
change-locked-on = { $by } locked the table
change-locked-off = { $by } unlocked the table
change-delay = { $count ->
        [0] { $by } lets spectators see the game at once
        [one] { $by } lets spectators see the game { $count } decision later
       *[other] { $by } lets spectators see the game { $count } decisions later
    }
change-clock = { $by } changed the time limit to { $clock }
change-no-clock = { $by } removed the time limit
change-moved = { $by } moved { $who } to seat { $seat }
change-removed = { $by } removed { $who } from the table
change-readmitted = { $by } let everyone who was removed sit again
change-bot = { $by } added the bot { $who } ({ $level }) to seat { $seat }
change-level = { $by } changed the level of { $who } to { $level }
change-opened = { $by } took the bot { $who } from seat { $seat }
change-sat = { $who } took seat { $seat }
change-left = { $who } left seat { $seat }
change-heir = { $who } is the host now
change-brought-on = { $who } has chosen { $opening }
change-brought-off = { $who } will choose { $opening } at the table
change-brought-bot-on = { $by } chose { $opening } for { $who }
change-brought-bot-off = { $by } left the choice of { $opening } to { $who }

## What a seat plays with, in a game that has a choice of it

opening-own = { $opening } of their own
opening-secret = has chosen in secret

## Taking an action back

back-asked = { $who } asks to take back the last action.
back-done = { $who } took the last action back.
# the same as a line of the log
back-logged = { $who } takes the last action back

## Talk

phrase-hello = Hello
phrase-luck = Good luck
phrase-nice = Nice move
phrase-close = That was close
phrase-wow = Wow
phrase-oops = Oops
phrase-sorry = Sorry
phrase-thanks = Thank you
phrase-thinking = Let me think…
phrase-moment = One moment
phrase-played = Well played
phrase-again = Another game?
talk-spectator = { $who } (spectator)

## Result and standings

result-title = Game over
result-drawn = It’s a draw
result-rank = { $rank ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $rank }th
    }
series-title = Standings
series-played = { $count ->
        [0] No game has ended yet.
        [one] After 1 game
       *[other] After { $count } games
    }
series-rule = Each game gives 2 points for every player who finishes behind you, and 1 for every player who finishes level with you. Between equal points, more wins decide.
series-won = { $who } won
series-level = all tied
