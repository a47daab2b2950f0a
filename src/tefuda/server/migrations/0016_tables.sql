-- Guests, tables, and the log of each table, which is the truth about it.

CREATE TABLE keys (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE guests (
    id INTEGER PRIMARY KEY,
    token BLOB NOT NULL UNIQUE, -- SHA-256 of what is in the guest's cookie
    name TEXT NOT NULL,
    created INTEGER NOT NULL, -- seconds since 1970, like every time in here
    seen INTEGER NOT NULL DEFAULT 0 -- at times kept up to date; 0: not since `created`
);

CREATE INDEX guests_by_seen ON guests (seen);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL, -- JSON: name -> integer
    start TEXT, -- the position the game begins from; NULL: from a deal
    host INTEGER NOT NULL REFERENCES guests (id),
    public INTEGER NOT NULL,
    secret BLOB NOT NULL, -- decides every draw; leaves this file only in a released record
    created INTEGER NOT NULL,
    version INTEGER NOT NULL, -- entries in its log
    phase TEXT NOT NULL, -- open, playing, over
    to_act INTEGER NOT NULL, -- the seat that decides, -1 for none
    sitters TEXT NOT NULL, -- JSON: who plays each seat now
    next TEXT REFERENCES tables (id), -- the rematch
    cards TEXT, -- SHA-256 of the card tables; NULL: unknown
    protocol INTEGER NOT NULL, -- of fair deals
    rules TEXT, -- version of the game's rules; NULL: unknown
    release TEXT, -- of Tefuda that created the table; NULL: unknown
    hints INTEGER NOT NULL, -- also while several people play
    locked INTEGER NOT NULL, -- the host lets nobody new sit
    series TEXT, -- tables that rematches link: id of the first one, which may have been removed
    game_number INTEGER NOT NULL, -- in its series
    clock TEXT -- JSON: its rule; NULL: none
) WITHOUT ROWID;

CREATE INDEX tables_by_phase ON tables (phase, public, created);

CREATE INDEX tables_by_host ON tables (host);

CREATE INDEX tables_in_play ON tables (game, rules, cards, release) WHERE phase = 'playing';

CREATE INDEX tables_by_next ON tables (next) WHERE next IS NOT NULL;

CREATE INDEX tables_by_series ON tables (series, game_number);

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL, -- 1, 2, 3, ...
    entry TEXT NOT NULL, -- JSON
    sender INTEGER REFERENCES guests (id), -- also of an entry that seats this guest; NULL for a bot
    command TEXT, -- the sender's id of the message that caused it
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;

CREATE UNIQUE INDEX commands ON entries (sender, table_id, command) WHERE sender IS NOT NULL;

-- Who sits, or sat after the deal, where: one who has seen a hand comes back to that seat or to none. A guest whom the
-- host has removed has a seat of -1.
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    guest INTEGER NOT NULL REFERENCES guests (id),
    seat INTEGER NOT NULL,
    sits INTEGER NOT NULL, -- 0: has left it
    PRIMARY KEY (table_id, guest)
) WITHOUT ROWID;

CREATE INDEX seats_by_guest ON seats (guest);

CREATE TABLE notes (
    table_id TEXT NOT NULL REFERENCES tables (id),
    guest INTEGER NOT NULL REFERENCES guests (id),
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, guest)
) WITHOUT ROWID;

CREATE INDEX notes_by_guest ON notes (guest);

CREATE TABLE results (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    ended INTEGER NOT NULL,
    ranks TEXT NOT NULL, -- JSON: of each seat
    scores TEXT NOT NULL
) WITHOUT ROWID;

-- Records of finished tables: kept as long as the tables, for releases whose rules are others.
CREATE TABLE records (
    table_id TEXT NOT NULL REFERENCES tables (id),
    what TEXT NOT NULL, -- which record: through whose eyes, or the true one
    version INTEGER NOT NULL, -- entries in the log when it was made
    form TEXT NOT NULL, -- of the program that made it
    data BLOB NOT NULL, -- a deflate stream without its end, its CRC-32 and the number of bytes in it
    crc INTEGER NOT NULL,
    size INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    PRIMARY KEY (table_id, what)
);

-- Written and deleted to learn whether there is room.
CREATE TABLE probe (
    data BLOB NOT NULL
);

-- When somebody was at the table last; at times kept up to date, and not after the game.
CREATE TABLE uses (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    used INTEGER NOT NULL
) WITHOUT ROWID;

-- The newest snapshot of a game in play, from which its table is loaded faster than from the whole log.
CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    code TEXT NOT NULL, -- hash of the rules that made it: others ignore it
    version INTEGER NOT NULL, -- entries applied
    draws INTEGER NOT NULL, -- taken from the table's secret
    record BLOB NOT NULL
) WITHOUT ROWID;

-- The time for which servers have worked on this database: clocks of days are measured by it.
CREATE TABLE uptime (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seconds INTEGER NOT NULL
);

-- What is said at tables, beside their logs: it is kept as long as the table, and no game depends on it.
CREATE TABLE talks (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    last INTEGER NOT NULL, -- number of changes so far, also of removed lines
    chat INTEGER NOT NULL -- whether free text may be said, unless the table is public
) WITHOUT ROWID;

CREATE TABLE talk_lines (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL, -- of the change that has added it
    guest INTEGER NOT NULL REFERENCES guests (id),
    seat INTEGER NOT NULL, -- -1: a spectator
    line TEXT NOT NULL, -- JSON: who said what when
    command TEXT NOT NULL, -- the guest's id of the message
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

CREATE UNIQUE INDEX talk_lines_by_guest ON talk_lines (guest, table_id, command);

-- The browsers of guests who want to be told of their turn while no page is open: addresses at push services.
CREATE TABLE push_subscriptions (
    endpoint TEXT PRIMARY KEY, -- https address at a push service; who knows it and the keys can send to the browser
    guest INTEGER NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    p256dh BLOB NOT NULL, -- public key of the browser
    auth BLOB NOT NULL, -- secret of the browser
    language TEXT NOT NULL,
    origin TEXT NOT NULL, -- of the page that has subscribed
    since INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX push_subscriptions_by_guest ON push_subscriptions (guest, since);

-- Links by which players show a finished game to anybody: at most one of each player of a table.
CREATE TABLE shares (
    table_id TEXT NOT NULL REFERENCES tables (id),
    guest INTEGER NOT NULL REFERENCES guests (id),
    nonce BLOB NOT NULL, -- the link is a signature of it
    created INTEGER NOT NULL,
    PRIMARY KEY (table_id, guest)
);

CREATE INDEX shares_by_guest ON shares (guest);
