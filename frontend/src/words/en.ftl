# The words of the pages

brand = Tefuda
brand-reading = 手札
loading = Getting ready…
seat = seat { $number }
guest = Guest
guest-you = Guest
name-you = { $name } (you)
bot = Bot
you = you
close = Close
back-home = All tables
nowhere = There is no such page.
unreachable = The server cannot be reached. Check your connection and try again.
try-again = Try again
asset-failed = A part of this page could not be loaded. Check your connection and reload the page.
reload = Reload

## Home

home-lead = Japanese card games you can no longer buy, on the table again.
home-sub = Alone against bots, or with friends over a link. No account needed.
home-play = Play now
home-play-note = { $bots ->
        [one] against one bot
       *[other] against { $bots } bots
    }
home-invite = Invite friends
home-options = Players and house rules
home-rules = How to play
home-decks = Build a deck
home-running = Your tables
home-finished = Finished
home-open = Continue
home-watch-replay = Replay
home-public = Open tables
home-join = Join
home-watch = Watch
players-range = { $low } to { $high } players
seats-free = { $count ->
        [one] one free seat
       *[other] { $count } free seats
    }
phase-open = waiting
phase-playing = in play
phase-over = over

## A new table

new-title = A new table
new-players = Players
new-players-count = { $count } players
new-seats = Seats
new-seat-me = You
new-seat-bot = Bot
new-seat-open = Somebody you invite
new-level = Level
new-rules = House rules
new-public = Anybody may join or watch
new-start = Start
new-make = Open the table

## Waiting for players

lobby-title = Waiting for players
lobby-lead = The game can begin once every seat is taken.
lobby-link = Invitation link
lobby-link-help = Send this link to your friends. Whoever opens it may take a free seat.
lobby-copy = Copy
lobby-copied = Copied
lobby-share = Send
lobby-seat-open = free seat
lobby-take-bot = Seat a bot
lobby-open-seat = Free the seat
lobby-start = Start
lobby-wait-seats = The game cannot begin while a seat is free.
lobby-wait-host = Waiting for the host to begin.
lobby-your-name = Your name
lobby-save-name = Save
lobby-name-saved = Saved
lobby-fair = A fair deal
lobby-fair-text = The secret that decides the order of the cards was sealed before the game. This is its SHA-256; compare it with the secret that is published after the game.
lobby-seed = Add words of your own
lobby-seed-help = They change the deal, so that nobody, not even the table, can know it beforehand.
lobby-seed-send = Add
lobby-seed-done = Added

## An invitation

join-title = You are invited
join-lead = You are invited to a table of { $game }.
join-name = Your name
join-sit = Take a seat
join-watch = Just watch
join-full = Every seat is taken. You can watch.
join-playing = The game has begun. You can watch.
join-rules-first = Read how to play first

## The table

table-stage = Table
table-log = What happened
table-log-open = Show what happened
table-menu = Menu
table-rules = Rules
table-actions = What you may do
table-thinking = thinking
table-your-turn = Your turn
table-skip = Skip to now
table-hint = Hint
table-hint-says = A bot would: { $label }
table-clause = Rule { $clause }
table-lost = The connection is lost. Reconnecting…
table-connecting = Connecting to the table…
table-gone = There is no such table, or you may not see it.
table-watching = Watching
table-watchers = { $count ->
        [one] one watching
       *[other] { $count } watching
    }
table-leave = Leave
table-leave-sure = If you leave, a bot plays on for you. Leave?
table-leave-yes = Leave
table-leave-no = Stay
table-react = Say something
table-notes = Notes
table-notes-help = Only you can see these notes.
table-notes-save = Keep
table-invite = Invitation link
table-settings = Settings
table-stand-in = Let a bot play on
table-take-back = Play yourself
table-card = { $face } ({ $where })
table-card-down = a card face down ({ $where })
table-card-down-known = { $face }, face down ({ $where })
table-card-turned = { $face }, sideways ({ $where })
table-card-marked = { $card }: { $marks }
list-comma = {", "}
table-owned = { $who }: { $zone }
table-zone-count = { $zone }, { $count ->
        [one] one card
       *[other] { $count } cards
    }
table-read = Point at a card to read it here.
table-pile = { $zone } { $count }
presence-idle = idle
presence-gone = away
presence-stand-in = a bot plays on
reaction-hello = Hello
reaction-nice = Well done
reaction-oops = Oops
reaction-thinking = Hmm…
reaction-wow = Wow
reaction-thanks = Thanks
reaction-hurry = Anytime now?
reaction-again = Once more!

## The result

result-title = The game is over
result-won = { $who } wins!
result-shared = { $who } share the first place
result-rank = { $rank ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $rank }th
    }
result-points = { $points ->
        [one] one point
       *[other] { $points } points
    }
result-rematch = Play again
result-rematch-go = To the next table
result-replay = Replay
result-table = Look at the table
result-show = Show the result
result-home = All tables
result-record = Record (text)

## The replay

replay-title = Replay
replay-play = Play
replay-pause = Pause
replay-back = One back
replay-forward = One on
replay-place = Moment
replay-place-of = { $at } of { $all }
replay-speed = Speed
replay-speed-value = { $speed }×
replay-eyes = Through whose eyes
replay-eyes-spectator = a spectator
replay-eyes-note = While something is still hidden, you can replay only what you saw yourself.
replay-empty = Nothing has happened at this table yet.

## Rules

rules-play = Play this game

## Settings

settings-title = Settings
settings-language = Language / ことば
settings-theme = Light
settings-theme-auto = as the device
settings-theme-light = light
settings-theme-dark = dark
settings-motion = Motion
settings-motion-auto = as the device
settings-motion-full = moving
settings-motion-calm = still
settings-sound = Sound
settings-size = Text size
settings-size-value = { $size }%
settings-helps = Helping numbers
settings-helps-note = Such as the chance to burst: what could be worked out from what is on the table
settings-kept = Kept in this browser on this device only.
own-title = What this server keeps of you
own-text = Your name, your tables with your seats and moves, and your notes. Tables that nobody uses any more are removed after a while.
own-download = Download what this server keeps of me
own-delete = Delete it
own-sure = Delete what this server keeps of you?
own-effect = You leave every table, and a bot plays on for you. Games that you played alone are deleted; in games with others your name is removed and their results stay. This cannot be undone.
own-yes = Delete everything
own-no = Keep it
own-deleted = Deleted. This server does not know you any more.
about-title = About this table
about-text = Tefuda is unofficial and non-commercial. Its words, pictures and sounds are its own.
