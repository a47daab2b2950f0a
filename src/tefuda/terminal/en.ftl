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
key-result = result
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
key-ends = jump
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

command-joined = type what goes with a decision, for instance  { $example }

## Rules

rules-title = The rules of { $game }
rules-jump = clause, such as { $example }
rules-none = There is no clause { $clause }: they run from { $first } to { $last }.

## Result

result-show = show me this rule
result-try = To try next time: { $advice }
rule-card = { $title }: { $text } [{ $clause }]
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
hint-equal = About as good: { $label }: { $prospect }
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
name-title = Your name at the table
name-hint = Enter takes a seat, Esc only watches.
name-long = A name has at most { $most } characters.
quit-online = Close the table? Your seat stays yours: a bot plays until you open the link again.
seat-lost = You no longer have a seat at this table.
lobby-open = open seat
lobby-rules = House rules
lobby-sit = take a seat
lobby-start = start
lobby-bot = add a bot
lobby-open-seat = remove a bot
lobby-wait-seats = The game can start once every seat is taken.
lobby-ready = Every seat is taken: start when you like.
lobby-change = change the table
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
arrange-lock = lock: newcomers cannot take a seat
arrange-unlock = unlock
arrange-public = open to everyone
arrange-private = only for those with the invite link
arrange-hints = hints during the game
arrange-no-hints = no hints during the game
arrange-number = A whole number from { $low } to { $high }
change-guest = Guest
opening-choose = choose { $opening }
opening-later = choose at the table
opening-title = What will you play with?
opening-known = plays with { $opening }
shows-hand = shows their hand to spectators
show-hand = show your hand to spectators until the game is over (opponents can watch, too)
hide-hand = stop showing your hand to spectators
hand-shown = { $who } shows their hand to spectators.
hand-hidden = { $who } no longer shows their hand to spectators.
presence-away = away
presence-back = back
presence-stand-in-by = bot plays, let in by { $who }
clock-none = No limit
clock-zero = When your time is up, a bot takes over until you return. You never lose a game just by running out of time.
clock-runs = Time stands still while no player is connected.
clock-runs-days = Time also runs while you are away, but not while the server is down.
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
back-refuse = decline
back-refused = { $who } does not agree to taking it back.
talk-write = Say it in your own words
talk-mute = Mute or unmute someone
talk-mute-one = Mute { $who }
talk-unmute-one = Show { $who } again
talk-silent = You can only listen here.
talk-no-chat = Only preset phrases can be said at this table.
talk-long = At most { $most } characters; the rest is cut off. Press Enter again to send.
talk-chat-on = { $who } has switched free text on.
talk-chat-off = { $who } has switched free text off.
rematch-asked = Asking for a rematch…
rematch-ready = The next game is ready: a goes there.
trust-key = accept the new key
seal-of-deal = Seal of this deal (friends who see the same one are in the same deal):
key-of-server = Key of this server:
proof-command = To check it again: { $command }

## The standings of several games

series-wins = { $count ->
        [one] 1 win
       *[other] { $count } wins
    }
series-in-result = Standings after { $count } games: { $standings }
series-brief = { $rank }. { $who } { $points } ({ $change })
series-between = {" · "}
