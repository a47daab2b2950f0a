# The words of the commands: simulate, rules, serve, verify

simulate-title = { $title }, { $players } players: { $games } random games, seed { $seed }
simulate-option = House rule “{ $name }”: { $value }
simulate-on = on
simulate-off = off
simulate-compiling = Compiling the rules (a few seconds, the first time only)
simulate-playing = Playing
simulate-seat = Seat
simulate-wins = Wins, %
simulate-rank = Mean rank
simulate-score = Mean score
simulate-length = Decisions in a game
simulate-mean = mean
simulate-deviation = standard deviation
simulate-quantile = { $percent }th percentile
simulate-longest = longest
simulate-shared = First place shared in { $share }% of games; a shared win counts in equal parts.
simulate-scored = Scores are those of the first { $games } games.
simulate-method = In brackets: 95% intervals (shares: Wilson; means: Student’s t; deviations: ± 1.96 standard errors; the rest: order statistics).
simulate-speed = { $seconds } s on { $threads ->
        [1] 1 thread
       *[other] { $threads } threads
    }: { $millions } million decisions a second.

rules-reconstructed = Unknown in the original; our reconstruction:

cards-checked = { $file } is valid: { $cards ->
        [1] 1 entry
       *[other] { $cards } entries
    }, { $ours } reconstructed.
cards-copies = { $count } in the deck

serve-help =
    Usage: tefuda serve [OPTIONS]

    Let people play in their browsers, alone, with friends and with bots.

    Settings also come from a file (--config) and from the environment: --port is port in the file and $TEFUDA_PORT. --check shows them all.
serve-options = Parameters
serve-ready = Tefuda is at { $address } (Ctrl-C stops it)
serve-already = Tefuda is already at { $address }
serve-ended = Stopped. Your tables are saved.
bots-ready = Computing the moves of bots for { $database }, { $count } at a time (Ctrl-C stops it)
bots-ended = Stopped. Unfinished work was given back.

keys-file = Signing keys in { $file }, the newest last:
keys-one = { $key }, since { $since }{ $state ->
        [stolen] , stolen
       *[used] {""}
    }
keys-running = A running server uses the new key for the tables that it loads from now on.

backup-made = { $file } holds { $tables ->
        [1] 1 table
       *[other] { $tables } tables
    }, { $playing } of them in play.
backup-secrets = Keep it where nobody else can read it: with its secrets the cards of games in play can be foreseen.
backup-with-keys = The signing keys are in it: anyone who has this file can sign in this server’s name.
backup-without-keys = The signing keys are not in it: keep a copy of { $keys } elsewhere, or add --keys.

restore-done = { $folder } now holds the data of { $file }: { $tables ->
        [1] 1 table
       *[other] { $tables } tables
    }, { $playing } of them in play.
restore-made = The backup was made on { $made }; everything played or deleted since then is undone.
restore-latest = { $changes ->
        [one] One archived change was
       *[other] { $changes } archived changes were
    } replayed onto a copy: it holds the latest that was archived.
restore-moment = { $changes ->
        [one] One archived change was
       *[other] { $changes } archived changes were
    } replayed onto a copy: everything is as it was at { $at }.
restore-gap = Changes since { $since } may be missing: the server ended without closing its archive then.
restore-with-keys = Its signing keys are in { $keys }, beside those that were there.
restore-without-keys = It came without signing keys. Put them into { $keys } before you start the server: without them it makes a new key, and cannot sign the records of games that are sealed already.

migrate-done = { $database } is ready for this release (schema version { $number }).
migrate-nothing = { $database } was ready for this release already.
migrate-granted = { $role } has the rights that a server needs.
migrate-granted-bots = { $role } has the rights that tefuda bots needs.

move-done = { $database } now holds the data of { $folder }: { $tables ->
        [1] 1 table
       *[other] { $tables } tables
    }, { $guests ->
        [1] 1 guest
       *[other] { $guests } guests
    }, { $rows } rows in all, each compared. The folder keeps them as a backup.
move-keys = The signing keys stay in { $keys }: start the server with them, and keep a copy elsewhere.

verify-game = { $title }, { $players } players, { $moves } moves
verify-claim = { $verdict }: { $claim }
verify-seal = Seal of this deal: { $seal }
verdict-proven = PROVEN
verdict-not-proven = NOT PROVEN
verdict-false = FALSE

analyse-running = Analysing
analyse-seat = { $who }: { $good } of { $count } decisions were best or equal best
analyse-turn = Move
analyse-played = Played
analyse-value = Prospects
analyse-best = Better
analyse-lesson = Move { $turn }: { $text }

setting-config = A file of settings in TOML; by default the one that $TEFUDA_CONFIG names.
setting-data = The folder to keep everything in; by default your own folder for data.
setting-host = The address to listen on; 0.0.0.0 lets others on your network connect, and :: by IPv6 as well.
setting-port = The port; 0 takes one that is free.
setting-database = The URL of a PostgreSQL database instead of SQLite in the folder, such as postgresql://tefuda@db.example/tefuda. Other users of the machine can read command lines: a URL with a password belongs in the variable or the file.
setting-workers = How many processes serve; more than one requires a PostgreSQL database, and each table is served by one of them.
setting-passing = For several servers on one PostgreSQL database: an address of this machine in their private network and a free port, such as 10.0.0.5:8760. There the others pass on connections for tables that are at home here. Without it they pass on none.
setting-bot-processes = How many processes work for bots, hints and reviews; 0 leaves that to tefuda bots, by way of the PostgreSQL database.
setting-archive = A folder on another disk for an archive of every change, from which tefuda restore --at goes back to any moment.
setting-signing-keys = The file of the signing keys; by default signing-keys.json in the data folder.
setting-allow-host = A name that people reach the server by, such as cards.example; several may be given. Addresses, localhost and this machine’s own name need not be given; * allows any name, and with it pages that pretend to be this server.
setting-proxy = The address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; several may be given.
setting-push = Push messages tell players of their turn while no page is open: on, off, or a contact for the push services such as mailto:me@cards.example. Without a contact they get the address of the page.
setting-operator-token = The token with which the operator sees metrics and details of the health; without one, only this machine sees them.
setting-cards = GAME=FILE: a card file to play a game with instead of its own; several may be given.
setting-limit = NAME=VALUE: a limit on what clients may take, such as connections=2000, or request-rate=5/60 for 5 a second and 60 at once; several may be given.
setting-keep = WHAT=DAYS: how long to keep unused data, such as finished=90; forever keeps it; several may be given.
setting-check = Check the settings, print those in force and where each comes from, and exit.
setting-open = Open the table in a browser.
setting-lang = Language of what the command says, ja or en; by default that of your locale.
setting-keep-finished = Days for finished tables, from the end of the game.
setting-keep-abandoned = Days for tables in play, from the last move or visitor.
setting-keep-undealt = Days for tables that wait for the deal, from the last visitor.
setting-keep-guests = Days for guests without tables, from their last visit.
setting-keep-archive = Days to which the archive can go back; its files live up to a day longer.
setting-limit-send-timeout = Seconds in which a WebSocket client reads nothing before it is disconnected.
setting-limit-messages-waiting = Messages queued for a WebSocket client before it is disconnected.
setting-limit-connection-rate = Messages of a WebSocket.
setting-limit-message-rate = Messages on all WebSockets of an address.
setting-limit-talk-rate = Lines that a guest says at a table.
setting-limit-arrange-rate = Changes of a table by its host before the deal, and choices of decks.
setting-limit-push-rate = Push messages to a guest about a table.
setting-limit-hint-rate = Hints for a guest at a table.
setting-limit-watchers-a-table = Spectators of a table.
setting-limit-watchers-reserved = The part of them reserved for invited people.
setting-limit-watchers-an-address = Spectators of a table from one address who have no invite link.
setting-limit-connections = Open connections in total.
setting-limit-connections-an-address = Open connections of an address.
setting-limit-arrival-rate = New connections of an address.
setting-limit-head-bytes = Bytes of request line and headers together.
setting-limit-url-bytes = Bytes of an address in a request.
setting-limit-headers = Headers of a request.
setting-limit-head-timeout = Seconds for the head of a request.
setting-limit-body-timeout = Seconds for the body of a request.
setting-limit-idle-timeout = Seconds until the next request on a connection.
setting-limit-stall-timeout = Seconds without progress in sending an answer before the client is disconnected.
setting-limit-request-rate = Requests of a guest.
setting-limit-address-rate = Requests of an address.
setting-limit-page-rate = Pages and other files for an address.
setting-limit-guest-rate = New guests of an address.
setting-limit-table-rate = New tables of a guest and of an address.
setting-limit-sockets-a-guest = WebSockets of a guest.
setting-limit-sockets-an-address = WebSockets of an address.
setting-limit-replays-an-address = Game records being replayed or waiting for an address.
setting-limit-replays = Game records being replayed or waiting in total.
