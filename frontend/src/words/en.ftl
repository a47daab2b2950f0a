# The words of the pages

brand = Tefuda
brand-reading = 手札
loading = Getting ready…
seat = Seat { $number }
guest = Guest
guest-you = Guest
name-you = { $name } (you)
bot = Bot
close = Close
back-home = Home
nowhere = There is no such page.
unreachable = The server cannot be reached. Check your connection and try again.
try-again = Try again
asset-failed = A part of this page could not be loaded. Check your connection and reload the page.
reload = Reload

## Home

home-lead = Japanese card games you can no longer buy, on the table again.
home-sub = Play bots on your own, or share a link with friends. No account needed.
home-play = Play now
home-play-note = { $bots ->
        [one] against 1 bot
       *[other] against { $bots } bots
    }
home-invite = Invite friends
home-minutes = { $minutes } min
home-alike = If you like { $games }
home-options = Players and house rules
home-rules = How to play
home-running = In progress
home-finished = Finished
home-turns = { $count ->
        [one] It is your turn at 1 table.
       *[other] It is your turn at { $count } tables.
    }
home-open = Continue
home-watch-replay = Replay
home-public = Public tables
home-offline = The server cannot be reached. You can read the rules meanwhile; this page tries again by itself.
home-link = Paste an invite link to join
home-link-open = Open
home-link-wrong = This is not an invite link of this server.
home-locked = locked
home-join = Join
home-watch = Watch
players-range = { $low }–{ $high } players
seats-free = { $count ->
        [one] 1 open seat
       *[other] { $count } open seats
    }
phase-open = waiting for players
phase-playing = in play
phase-over = over

## A new table

new-title = New table
new-players = Players
new-players-count = { $count } players
new-seats = Seats
new-seat-me = You
new-seat-bot = Bot
new-seat-open = Open (invite)
new-level = Level
new-rules = House rules
new-public = Anyone can join or watch
new-hints = Hints during the game, even when several people play
new-delay = For spectators
new-delay-of = { $count ->
        [0] show the game at once
        [one] show it { $count } decision later
       *[other] show it { $count } decisions later
    }
new-start = Start
new-make = Create table

## Clocks

clock-none = None
clock-own = Custom
clock-kind = What is limited
clock-kind-reserve = The whole game
clock-kind-move = Each decision
clock-kind-days = Each decision, in days
clock-field-minutes = Minutes for the whole game
clock-field-increment = Seconds added each turn
clock-field-seconds = Seconds for a decision
clock-field-days = Days for a decision
clock-zero = When your time is up, a bot takes over until you return; you can return at any moment. You never lose a game just by running out of time.
clock-runs = {" "}Time stands still while no player is connected.
clock-runs-days = {" "}Time also runs while you are away, but not while the server is down.
clock-left = Time left: { $time }
clock-soon = { $seconds } seconds left
table-flagged = Your time is up: a bot is playing for you.

## Waiting for players

lobby-lead = The game can start once every seat is taken.
lobby-link = Invite link
lobby-link-help = Send this link to friends. Anyone who opens it can take an open seat.
lobby-copy = Copy
lobby-copied = Copied
copy-failed = Not copied: your browser refuses it. The text is selected, so you can copy it yourself.
lobby-share = Share
lobby-seat-open = open seat
lobby-take-bot = Add a bot
lobby-open-seat = Open the seat
lobby-start = Start
lobby-wait-seats = A seat is open. Invite a friend or add a bot.
lobby-your-name = Your name
lobby-save-name = Save
lobby-name-saved = Saved
lobby-up = Move { $who } up
lobby-down = Move { $who } down
lobby-level-of = Level of { $who }
lobby-remove = Remove
lobby-remove-who = Remove { $who }
lobby-remove-sure = Remove { $who } from the table? They cannot sit here again unless you allow it.
lobby-keep = Cancel
lobby-leave = Leave the seat
lobby-setup = Change the table
lobby-game = Game
lobby-lock = Lock the table: newcomers cannot take a seat
lobby-readmit = Let everyone who was removed sit again
lobby-is-public = Anyone can join or watch
lobby-is-private = Only invited people can join or watch
lobby-is-locked = Locked: newcomers cannot take a seat
lobby-has-hints = With hints
lobby-no-hints = Without hints during the game
opening-bots-choice = chooses by itself
opening-not-yet = chooses when the game begins
opening-pick = Choose { $opening }
opening-change = Change
opening-put-off = Choose later
opening-cards = { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
opening-play = Play with “{ $name }”
lobby-changes = What has changed
lobby-expelled = The host has removed you from your seat. You can watch, and sit here again only if the host allows it.
lobby-barred = The host has removed you from this table. You can watch.

## An invitation

join-title = You are invited
join-lead = Join a game of { $game }.
join-name = Your name
join-sit = Take a seat
join-watch = Watch
join-lead-by = { $who } invites you to a game of { $game }.
join-full = Every seat is taken. You can watch.
join-playing = The game has begun. You can watch.
join-left = You have left seat { $seat }; a bot plays there for you.
join-back = Play on
join-locked = The host has locked this table: newcomers cannot take a seat. You can watch.
join-over = This game is over.
join-rules-first = Read how to play first

## The table

table-stage = Table
table-goal = Goal
table-log = Log
table-log-open = Show log
table-menu = Menu
table-rules = Rules
table-actions = Actions
table-thinking = thinking
table-your-turn = Your turn
table-skip = Skip animation
table-hint = Hint
table-hint-best = Best: { $label } → { $prospect }
table-hint-equal = About as good: { $label } → { $prospect }
table-hint-other = { $label } → { $prospect }
table-fact-of = { $who }’s { $fact }
table-clause = Rule { $clause }
table-sent-later = Your choice will be sent once you are reconnected.
table-hint-asked = Looking for a hint…
table-lost = The connection is lost. Reconnecting…
table-connecting = Connecting to the table…
table-gone = This table does not exist or is private. Check the link.
table-forgotten = Your data on the server was deleted. With an invite link you can join again as a new guest.
table-watching = Watching
table-delayed = { $count ->
        [one] Shown { $count } decision late
       *[other] Shown { $count } decisions late
    }
table-shown = { $who } shows their hand to spectators.
name-shows = { $name } (shown)
watch-hand = { $who }: hand
show-title = Show my hand to spectators
show-about = Until the game is over, or you stop it, spectators can see everything that your seat sees. Everyone at the table is told that you show it.
show-warning = Your opponents can watch, too, in another window. Do not show your hand if someone plays to win.
show-delay = { " " }At this table spectators see the game { $count ->
        [one] { $count } decision
       *[other] { $count } decisions
    } later.
show-start = Show my hand
show-stop = Stop showing it
table-watchers = { $count ->
        [one] 1 spectator
       *[other] { $count } spectators
    }
table-leave = Leave
table-leave-sure = If you leave, a bot takes over your seat until you come back. Leave?
table-leave-yes = Leave
table-leave-no = Stay
table-notes = Notes
table-notes-help = Only you can see these notes.
table-notes-save = Save
table-invite = Invite link
keys-title = Keyboard
keys-actions = The action buttons, from the left
keys-cards = From card to card, in the log from link to link; Enter plays or opens it
table-bot-plays = A bot is playing for you.
table-bot-plays-by = { $who } let a bot play for you.
table-bot-played = While you were away, a bot { $count ->
        [one] made 1 decision
       *[other] made { $count } decisions
    } for you.
table-bot-played-by = { $who } let a bot play for you ({ $count ->
        [one] 1 decision
       *[other] { $count } decisions
    }).
table-skip-to-end = Skip to the end
table-skipping = The bots are playing on to the end.
table-skip-waits = { $who } can still watch: the bots hurry once everyone has skipped.
table-card-nth = { $card }, { $number } of { $count }
table-settings = Settings
table-stand-in = Let a bot take over
table-stand-in-for = Let a bot play for { $who }
table-take-back = Play myself
table-card = { $face } ({ $where })
table-card-down = a card face down ({ $where })
table-card-hidden = a card face down
table-card-down-known = { $face }, face down ({ $where })
table-card-turned = { $face }, sideways ({ $where })
table-about = { $what }: { $said }
table-arrange = Arrange
table-arrange-done = Done
table-arrange-how = { $mine ->
        [1] Your turn.
       *[0] Arranging:
    } Choose the card to move, then the place where it goes.
table-sort = Sort
table-owned = { $who }: { $zone }
table-zone-count = { $zone }, { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
table-read = Point at a card to read it here.
table-pile = { $zone } { $count }
presence-gone = away
presence-stand-in-gone = away, bot plays
presence-stand-in-by = bot, let in by { $who }
back-ask = Take back
back-agree = Agree
back-refuse = Decline
back-waits = You asked to take the action back. Waiting for { $others }.
back-waits-too = { $who } asks to take the last action back. Waiting for { $others }.
back-refused = { $who } does not agree to taking the action back.
talk-title = Talk
talk-unread = Talk: { $count } new
talk-says = { $who }: { $what }
talk-nothing = Nothing has been said yet.
talk-text = Say something
talk-send = Send
talk-phrases = Phrases
talk-public = This table is public: only these phrases can be said.
talk-off = The host has switched free text off.
talk-apart = Until the game is over, only spectators see what you say.
talk-settings = Talk settings
talk-chat = Free text at this table
talk-mute = Mute { $who }
talk-chat-on = switched free text on.
talk-chat-off = switched free text off.

## A fair deal

fair-title = Fair deal
fair-standing-none = This table did not begin with a deal, so nothing is claimed about its cards.
fair-standing-old = Dealt by an earlier version: its fairness is not proven, and its cards could be foreseen.
fair-standing-before = Before the first card the server seals the deal, and the players’ browsers add random numbers to it.
fair-standing-pledged = Your browser has a random share ready for this deal and keeps it secret until the deal is sealed.
fair-standing-sealed = The deal is sealed. The cards come as soon as everyone’s share has arrived.
fair-standing-left-out = This deal was sealed without your share.
fair-standing-giver = Your share is in this deal; nothing in it was changed after the seal.
fair-standing-others = You gave no share in this deal. { $count ->
        [one] 1 player did
       *[other] { $count } players did
    }; your browser can check nothing about it by itself.
fair-standing-server = No player gave a share: the server alone decided this deal.
fair-standing-broken = This table now shows different seals from those your browser checked and kept.
fair-alarm = Something is wrong with the deal of this table.
fair-evidence = Both seals are signed by the server: together they prove to anyone that it changed the deal. Save this page’s seal and your copy of the game.
fair-called-off = { $count ->
        [one] { $who }’s share did not come
       *[other] The shares of { $who } did not come
    }, so deal { $attempt } was called off.
fair-blamed = That is not true of you: the server had confirmed your share.
fair-not-again = A seat that failed to send its share is not asked for one again at this table, unless no other seat is left to give one.
fair-strange = This server signs with a different key than on your earlier visits, and no earlier key vouches for it. If you know of no reason, someone may be posing as this server.
fair-trust = Accept the new key
fair-refused = Your browser keeps its share back.
fair-refused-server = The server’s key is not one it knows.
fair-refused-signature = The seal is not signed by the server.
fair-refused-pledge = The seal holds a share for your seat that is not this browser’s. Is the table open in another browser?
fair-refused-distinct = Two seats gave the same value.
fair-refused-seats = The seal names players other than those seated at the table.
fair-refused-setup = The seal holds different rules or cards from those the page showed before.
fair-refused-follows = The seal does not follow from the earlier attempts to deal.
fair-refused-open = Another seal of this table was never called off.
fair-refused-used = Its share was revealed under another seal already.
fair-refused-seal = The seal does not match what it seals.
fair-seal = Seal of this deal
fair-seal-help = Friends whose page shows the same seal are in the same deal.
fair-server-key = Key of this server
fair-copy-of = Copy: { $what }
fair-how = How it works
fair-how-seal = Before the first card the server fixes everything that decides the cards (its own secret, the players, the rules, the browsers’ pledges) in one number, the seal, and signs it.
fair-how-shares = Only then do the browsers reveal their random shares. If one is missing, the deal is called off and the silent seat is named. So nobody can choose the cards, as long as at least one giver is not in league with the server.
fair-how-limits = The server still knows every card beforehand, and players can always tell each other theirs. No seal prevents that.
fair-proof = What is proven
fair-unreleased = The record of this game is not released, so none of this is proven.
fair-unreadable = The record is malformed at line { $line }, so it proves nothing.
fair-verdict-proven = proven
fair-verdict-not-proven = not proven
fair-verdict-false = false
fair-claim-key = The key of all draws follows from the server’s secret, the players’ shares and what was played.
fair-claim-fixed = Everything was fixed before the first card, and no attempt to deal at this table is left out.
fair-claim-unchosen = Nobody chose the cards.
fair-claim-rules = Cards, moves and ranks follow from that key by the rules.
fair-claim-seen = It is the game that you saw.
fair-claim-unchanged = The record is unchanged since the server signed it.
fair-claim-never = Nobody foresaw the cards; the players are who they say and moved themselves; no other games were kept back; the call-offs were honest.
fair-reason-key-follows = Your browser recomputed every attempt from its secret and its shares.
fair-reason-other-table = The record is of another table, game or set of rules.
fair-reason-attempt-number = Attempt { $attempt } is missing from the record.
fair-reason-wrong-secret = The secret of attempt { $attempt } is not the one that the server had committed to.
fair-reason-wrong-share = The share of seat { $seat } in attempt { $attempt } is not the one it had pledged.
fair-reason-wrong-seal = The seal of attempt { $attempt } does not follow from what the record says was sealed.
fair-reason-wrong-call-off = Attempt { $attempt } was called off on account of seats other than those whose share is missing.
fair-reason-attempt-open = Attempt { $attempt } is neither called off nor the last one.
fair-reason-share-missing = Attempt { $attempt } was dealt although a pledged share is missing.
fair-reason-operators-word = Only the operator says so: this browser gave no share, so it checked no seal before the first card.
fair-reason-seal-kept = The seal your browser checked before the first card is the seal of this record, and every earlier attempt is chained into it.
fair-reason-other-seal = The seal of this record is not the one the table showed.
fair-reason-signed-twice = The server signed a seal other than this record’s. Your copy and this record together prove it to anyone.
fair-reason-attempt-missing = An attempt that your browser saw called off is not in the record.
fair-reason-server-alone = No player gave a share: the server alone decided.
fair-reason-my-share = Your share is in it. This holds if the page in your browser is honest: it drew your share at random and kept it secret until the seal stood.
fair-reason-not-my-share = The share in the record is not the one your browser gave.
fair-reason-no-rules = A browser does not know the rules. The command below replays the whole game.
fair-reason-seal-only = Your browser compared the seal only. The command below compares every moment of your copy.
fair-reason-no-copy = This browser kept no copy of the game.
fair-reason-wrong-digest = The digest does not match: something in the record was changed.
fair-reason-wrong-signature = The signature does not match: something in the record was changed.
fair-reason-other-key = It is signed with a different key from the one in your seal.
fair-reason-own-key = It is signed with a key that your browser does not know.
fair-reason-stolen-key = The server says that its key was stolen: what it signed proves nothing by itself.
fair-reason-signed = The signature matches the server’s key that your browser keeps.
fair-reason-never = No record can prove this.
fair-record = Save the record
fair-copy = Save my copy
fair-copy-help = Your copy holds your share, the seal and { $count ->
        [one] 1 moment
       *[other] { $count } moments
    } of the game as your browser saw it.
fair-command = To check the rest, run Tefuda where you saved both files
fair-command-record = To check the rest, run Tefuda where you saved the record
fair-key = Key of all draws

## The result

result-won = { $who } wins!
result-you-won = You win!
result-you-ranked = { $rank ->
        [2] Second
        [3] Third
        [4] Fourth
       *[other] Fifth
    } of { $players }{ $gap ->
        [0] .
       *[other] , { $gap } behind the winner.
    }
result-rounds = How it went
result-round = No.
result-shared = Tie for first: { $who }
result-points = { $points ->
        [one] 1 point
       *[other] { $points } points
    }
result-rematch = Play again
result-rematch-go = To the next table
result-rematch-change = Play again with changes
result-replay = Replay
result-table = View table
result-show = Show result
result-try = To try next time:
result-home = Home
result-record = Record (text)

## The standings of several games

series-rank = Place
series-player = Player
series-change = Last
series-wins = Wins
series-points = Points
series-not-in = did not play
series-games = Games
series-game = Game { $number }

## The replay

replay-title = Replay
replay-play = Play
replay-pause = Pause
replay-back = Previous
replay-forward = Next
replay-place = Step
replay-place-of = { $at } of { $all }
replay-speed = Speed
replay-speed-value = { $speed }×
replay-viewpoint = Point of view
replay-viewpoint-spectator = Spectator
replay-viewpoint-note = Some information is still hidden, so you can replay only your own point of view.
replay-empty = Nothing has happened at this table yet.
share-title = Share this moment
share-moment = A link to step { $step } of { $steps }, as { $who } saw it.
share-moment-spectator = A link to step { $step } of { $steps }, as a spectator sees it.
share-link = Link to this moment
share-public = This table is public: anyone can watch the replay of this game.
share-anyone = Anyone who has this link can see the whole game, with everyone’s hands and names.
share-private = This table is private. Anyone who has the link can see the whole game, with everyone’s hands and names. The others at the table are told that you have made one.
share-make = Make a link
share-stop = Disable the link
share-others = Links to this game were made by { $who }.

## Checking a record

check-title = Check a record
check-about = Checks a record file that was saved after a game, and plays it. This browser checks how the deal was computed, its seal and the signature; for that, the file is sent nowhere. Whether moves and ranks follow the rules can be checked by the server or the Tefuda command, which know them. A copy (.json) that a player saved is played here as their seat saw the game.
check-open = Choose a file
check-choose = Choose a record file, or drop it here
check-large = This file is too large to be the record of a game.
check-no-text = This file cannot be read as text. Choose a record (.txt) that was saved after a game.
check-unreadable = Line { $line } does not match the format of a signed record. Choose a record (.txt) that was saved after a game, unchanged.
check-file = { $file }: { $players } players, table { $table }
check-rest = Moves and ranks were not checked in this browser. This server, which knows the rules, or the command below can do that.
check-send = Have the server check moves and ranks
check-sending = The server is replaying it…
check-send-help = Both send the file to this server, which replays the game and does not keep the file. To check it without trusting the server, use the command below.
check-server = The server’s answer (moves and ranks): { $verdict }
check-command = To check the rest, run Tefuda where the file is
check-play = Watch this game
check-back = Back to the check
check-too-long = This file has more than { $most } bytes, too many for the server to replay. The command below can check it.
check-not-shown = This file does not hold a game that can be shown.
check-shown-proven = From the file { $file }. Moves and ranks follow the rules, says this server.
check-shown-unproven = Moves and ranks were not verified: { $why }
check-shown-false = This record is false: { $why }
check-shown-until = The game is shown up to there, as the file has it.
check-shown-copy = From the file { $file }: what one seat saw, as the file says. Nothing in it was verified.

## Rules

rules-play = Play this game

## Settings

settings-title = Settings
settings-language = Language / 言語
settings-theme = Theme
settings-theme-auto = System
settings-theme-light = Light
settings-theme-dark = Dark
settings-motion = Animations
settings-motion-auto = System
settings-motion-full = On
settings-motion-calm = Off
settings-sound = Sound
settings-alerts = Tell me when it is my turn
settings-alerts-yes = Your browser shows a notification while you look at something else.
settings-alerts-insecure = Works only at an address with https, or on the computer that the server runs on.
settings-alerts-ask = Your browser shows a notification while you look at something else, and when it is your turn while no page is open.
settings-alerts-push-yes = You are told on this device, even while no page is open.
settings-alerts-push-failed = You are told while a page is open. While none is open you cannot be told for now: your browser’s push service cannot be reached.
settings-alerts-missing = This browser cannot show notifications. On an iPhone or iPad they work in the app that you get by adding this page to the Home Screen. It does not share your seats with the browser: paste invite links on its home page.
settings-alerts-blocked = Your browser blocks notifications from this site. You can allow them in its settings.
offer-alerts-done = You will be told when it is your turn.
alert-turn = It is your turn
settings-size = Text size
settings-size-value = { $size }%
settings-helps = Show play aids
settings-helps-note = Bust risk, waits and other things you could work out from what you see
settings-kept = Saved in this browser on this device only.
own-title = Your data on this server
own-text = Your name, your tables with your seats and moves, your notes, and which browsers are told of your turn. Tables that are no longer used are removed after a while. Settings and copies of deals are in this browser, not on the server.
own-download = Download your data
own-delete = Delete it
own-sure = Delete your data on this server?
own-effect = You leave every table, and a bot takes over your seats. Games that you played alone are deleted; in games with others your name is removed and their results stay. This cannot be undone.
own-yes = Delete everything
own-no = Keep it
own-deleted = Deleted. This server no longer knows you.
about-title = About Tefuda
about-text = Tefuda is unofficial and non-commercial. Its words, pictures and sounds are its own.
about-lead = Tefuda, “the hand you hold”, is a card table for five Japanese card games that hardly anyone can play today. Play alone against bots or with friends over a link, in the browser or the terminal, in English or Japanese.
about-version = Version { $version }
about-licence = Tefuda’s code, words and pictures are licensed under the Apache License 2.0. The games belong to their designers and publishers.
about-ours-title = Reconstructions and rulings
about-ours = What is not known about an original game is our reconstruction, and where its rulebook is silent the ruling is ours; the rules of each game mark both.
about-games = Games and credits
about-rules = Rules of { $game }
about-notices-title = Work by others
about-notices-text = Tefuda contains the font Noto Sans JP, the framework Svelte and other work, each under its own licence.
about-notices = Third-party notices

## Review of a finished game

review-title = Review
review-progress = Analysing decisions: { $done } of { $all }
review-seat = Player
review-decision = Options of this decision
review-decision-of = Move { $move }: { $who }
review-played = played
review-mark-mistake = mistake: cost { $loss }
review-learn = To learn from this game
review-at = Move { $move }
review-good = { $good } of { $all } decisions were best or equal best; mistakes: { $mistakes }
review-rule = A mistake is certainly worse than the best option, given what the player knew, and costs { $threshold } or more.
review-marked = Mistakes and turning points
review-move = Move
review-worth = Prospects
review-chart = Prospects of all players over the game; { $who } stands out
review-scale = Height: { $scale }
review-mistake-mark = mistake
review-play-on = Play on from here
review-play-on-help = as { $who }, against bots; what { $who } did not know is dealt again
review-turning-mark = turning point

## Lessons

learn-title = Lesson: { $game }
learn = Learn
learn-game = Learn { $game } ({ $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
})
learn-go-on = Continue lesson
learn-again = Learn again
learn-minutes = { $minutes } min
learn-weight = Weight { $weight } of 5
learn-step = Lesson, step { $step } of { $steps }
learn-next = Next
learn-back = Back
learn-show = Show me
learn-skip = Skip to a real game
learn-skip-short = Real game
learn-real = Play a real game
learn-restart = Start the lesson over
learn-more = Learn more
learn-try = Show me
learn-try-card = Show me: { $title }
learn-return = Done
learn-close = Close
learn-none = This game has no lesson on this server.
learn-end = You came { $rank ->
    [1] first
    [2] second
    [3] third
   *[other] { $rank }th
} of { $players }, and that was the lesson. Ready for a real game?

## Marks that explain themselves

explain-mark = What is this?
explain-close = Got it
explain-again = Explain the marks again
