# The words of the terminal

person = Guest

## The first screen

home-title = Tefuda — rare Japanese card games, at a table of your own
home-game = Game
home-players = Players
home-players-value = { $count }
home-level = Bots
home-switch = { $on ->
        [1] on
       *[other] off
    }
home-start = Play

## The table

title-players = { $count } players · bots: { $level }
title-again = game { $game }
hurrying = fast-forward
skip-to-end = skip to the end
rule-hint = ? shows { $clause }
log-clause = [{ $clause }]
bot-failed = { $who } can no longer choose: { $reason }

## Keys

key-rules = rules
key-skip = skip ahead
key-helps = aids
key-pace = pace
key-command = type
key-theme = theme
key-quit = quit
key-close = close
key-move = select
key-change = change
key-start = play
key-learn = lesson
key-language = 日本語
key-scroll = scroll
key-section = section
key-jump = clause
key-step = step
key-play = play
key-ends = first/last
key-seat = seat
helps-on = Play aids on
helps-off = Play aids off
pace = { $seconds ->
        [0] No pause between events
       *[other] { $seconds } s for a larger event
    }

## Typing an action

command-title = Type an action
command-known = What you may do now: { $known }

command-joined = to add to a decision, type : and for instance  { $example }

## Rules

rules-title = The rules of { $game }
rules-jump = clause, such as { $example }
rules-none = There is no clause { $clause }: they run from { $first } to { $last }.

## Result

result-title = Game over
result-drawn = It’s a draw
result-show = show me this rule
result-try = To try next time: { $advice }
rule-card = { $title }: { $text } [{ $clause }]
result-rank = { $rank ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $rank }th
    }
result-score = { $score ->
        [one] 1 point
       *[other] { $score } points
    }
result-again = again
result-save = save record
result-look = view table
result-rules = rules
result-quit = quit
result-keys = r shows the result again, q quits.
result-saved = Record saved in { $file }
result-not-saved = Cannot write { $file }: { $reason }
save-title = File for the record
save-exists = { $file } exists already. Press Enter again to replace it.

## Leaving

quit-title = The game is not over. Quit?
quit-yes = quit
quit-no = stay

## Replay

replay-place = move { $turn } of { $turns }
replay-spectator = spectator’s view
replay-seat = { $who }’s view
replay-start = the deal
replay-command = { $who }: { $command }

## Hints

key-hint = hint
hint-thinking = Looking for the best options…
hint-not-now = You can ask for a hint on your turn.
hint-failed = No hint right now: { $reason }
hint-best = Best: { $label }: { $prospect }
hint-equal = As good: { $label }: { $prospect }
hint-other = { $label }: { $prospect }

## Lessons

lesson-title = lesson · step { $step } of { $steps }
lesson-next = next
lesson-more = ── Learn more ──
lesson-real = play a real game
lesson-return = back to where you were
lesson-demonstrations = A number shows that rule on the table.
lesson-find = Press the number of the card: { $cards }
lesson-cards = { $who } { $first }–{ $last }
lesson-shown = → { $what }
lesson-end = That was the lesson, and you came { $rank ->
        [1] first
        [2] second
       *[other] third
    }. Ready for a real game?
key-back = back
key-show-me = show me

## A table on a server

key-say = say
key-table = table
key-standings = standings
online-connecting = Connecting to the table…
online-lost = Reconnecting…
online-kept = The connection is lost. This will be sent as soon as it is back.
watching = watching
watchers = { $count ->
        [one] 1 spectator
       *[other] { $count } spectators
    }
you = you
comma = {", "}
name-title = Your name at the table
name-hint = Enter takes a seat, Esc only watches.
name-long = A name has at most { $most } characters.
quit-online = Close the table? Your seat stays yours: a bot plays until you open the link again.
seat-lost = You no longer have a seat at this table.
lobby-title = Lobby
lobby-dealing = Dealing
lobby-open = open seat
lobby-rules = House rules
lobby-rule = { $rule }: { $value }
lobby-sit = take a seat
lobby-start = start
lobby-bot = add a bot
lobby-open-seat = remove a bot
lobby-wait-seats = The game can start once every seat is taken.
lobby-wait-host = Waiting for the host to start.
lobby-ready = Every seat is taken: start when you like.
lobby-change = change the table
lobby-deck = choose a deck
lobby-public = open to everyone
lobby-private = invite link only
lobby-locked = locked
lobby-hints = with hints
lobby-no-hints = no hints during the game
seat-removed = The host has removed you from your seat. You can watch, and sit here again only if the host allows it.
on = on
off = off
arrange-title = Change the table
arrange-game = another game
arrange-seats = number of seats
arrange-options = house rules
arrange-clock = time limit
arrange-move = move someone
arrange-move-to = to which seat?
arrange-levels = level of a bot
arrange-remove = remove someone
arrange-readmit = let everyone who was removed sit again
arrange-lock = lock: nobody new can take a seat
arrange-unlock = unlock
arrange-public = open to everyone
arrange-private = only for those with the invite link
arrange-hints = hints during the game
arrange-no-hints = no hints during the game
arrange-number = A whole number from { $low } to { $high }
change-host = The host
change-guest = Guest
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
deck-title = What do you play with?
deck-later = choose at the table
deck-typed = a deck link, or a file
deck-typed-hint = The link from the deck builder, or the path of a file with lines such as “2 走る”
deck-known = Deck: { $deck }
deck-own = your own ({ $cards } cards)
deck-secret = chosen
change-brought-on = { $who } has chosen a deck
change-brought-off = { $who } will choose a deck at the table
change-brought-bot-on = { $by } chose a deck for { $who }
change-brought-bot-off = { $by } left the choice of a deck to { $who }
presence-idle = idle
lobby-delay = { $count ->
        [one] spectators see it { $count } decision later
       *[other] spectators see it { $count } decisions later
    }
shows-hand = shows their hand to spectators
show-hand = show your hand to spectators until the game is over (opponents can watch, too)
hide-hand = stop showing your hand to spectators
hand-shown = { $who } shows their hand to spectators.
hand-hidden = { $who } no longer shows their hand to spectators.
presence-away = away
presence-back = back
presence-stand-in = bot plays
presence-stand-in-by = bot plays, let in by { $who }
presence-flagged = time up, bot plays
clock-title = Time limit
clock-none = No limit
clock-reserve = { $minutes } min + { $seconds } s
clock-move = { $seconds } s a decision
clock-days = { $days ->
        [one] 1 day a decision
       *[other] { $days } days a decision
    }
clock-zero = When your time is up, a bot takes over until you return. Running out of time alone loses no game.
clock-runs = Time stands still while no player is connected.
clock-runs-days = Time also runs while you are away, but not while the server is down.
clock-time-days = { $days } d { $hours } h
clock-soon = { $seconds ->
        [one] 1 second left
       *[other] { $seconds } seconds left
    }
clock-of = { $who } { $time }
presence-line = { $who }: { $what }
stand-in-own = let a bot play for you
stand-in-back = play yourself
stand-in-for = let a bot play for { $who }
give-up-seat = give up the seat
table-title = The table
say-title = Say something
said = { $who }: “{ $what }”
back-ask = take back
back-agree = agree to take it back
back-refuse = refuse
back-asked = { $who } asks to take back the last action.
back-refused = { $who } does not agree to taking it back.
back-done = { $who } took the last action back.
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
talk-write = Say it in your own words
talk-mute = Mute or unmute someone
talk-mute-one = Mute { $who }
talk-unmute-one = Show { $who } again
talk-silent = You can only listen here.
talk-no-chat = Only preset phrases can be said at this table.
talk-long = At most { $most } characters; the rest is cut off. Press Enter again to send.
talk-spectator = { $who } (spectator)
talk-chat-on = { $who } has switched free text on.
talk-chat-off = { $who } has switched free text off.
rematch-asked = Asking for a rematch…
rematch-ready = The next game is ready: a goes there.
trust-key = accept the new key
seal-of-deal = Seal of this deal (friends who see the same one are in the same deal):
key-of-server = Key of this server:
proof-command = To check it again: { $command }

## The standings of several games

series-title = Standings
series-played = { $count ->
        [0] No game has ended yet.
        [one] After 1 game
       *[other] After { $count } games
    }
series-wins = { $count ->
        [one] 1 win
       *[other] { $count } wins
    }
series-rule = Each game gives 2 points for every player who finishes behind you, and 1 for every player who finishes level with you. Between equal points, more wins decide.
series-won = { $who } won
series-level = all level
series-in-result = Standings after { $count } games: { $standings }
series-brief = { $rank }. { $who } { $points } ({ $change })
series-between = {" · "}
