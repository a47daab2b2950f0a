-- Guests, tables, and the log of each table, which is the truth about it.

CREATE TABLE keys (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE guests (
    id INTEGER PRIMARY KEY,
    token BLOB NOT NULL UNIQUE, -- SHA-256 of what is in the guest's cookie
    name TEXT NOT NULL,
    created INTEGER NOT NULL -- seconds since 1970, like every time in here
);

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
    next TEXT REFERENCES tables (id) -- the rematch
) WITHOUT ROWID;

CREATE INDEX tables_by_phase ON tables (phase, public, created);

CREATE INDEX tables_by_host ON tables (host);

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL, -- 1, 2, 3, ...
    entry TEXT NOT NULL, -- JSON
    sender INTEGER REFERENCES guests (id), -- NULL for a bot and for what belongs to making the table
    command TEXT, -- the sender's id of the message that caused it
    PRIMARY KEY (table_id, version)
) WITHOUT ROWID;

CREATE UNIQUE INDEX commands ON entries (table_id, sender, command) WHERE command IS NOT NULL;

-- Who sits, or sat after the deal, where: one who has seen a hand comes back to that seat or to none.
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

CREATE TABLE results (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    ended INTEGER NOT NULL,
    ranks TEXT NOT NULL, -- JSON: of each seat
    scores TEXT NOT NULL
) WITHOUT ROWID;
