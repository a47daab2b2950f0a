-- When tables and guests were there last, so that they can be removed some day, and indexes that make removing quick.

ALTER TABLE guests ADD COLUMN seen INTEGER NOT NULL DEFAULT 0; -- at times kept up to date; 0: not since `created`

CREATE INDEX guests_by_seen ON guests (seen);

CREATE TABLE uses (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    used INTEGER NOT NULL -- when somebody was at the table last; at times kept up to date, and not after the game
) WITHOUT ROWID;

-- What is older than this table counts from now on: an update removes nothing at once.
UPDATE guests SET seen = CAST(strftime('%s', 'now') AS INTEGER);
INSERT INTO uses SELECT id, CAST(strftime('%s', 'now') AS INTEGER) FROM tables;

CREATE INDEX tables_by_next ON tables (next) WHERE next IS NOT NULL;

CREATE INDEX notes_by_guest ON notes (guest);

-- An entry that seats a guest is theirs (`sender`, without a command), so that their name in it can be found.
UPDATE entries SET sender = (
    SELECT CASE WHEN count(*) = 1 THEN max(guest) END FROM seats
    WHERE seats.table_id = entries.table_id AND seats.seat = json_extract(entries.entry, '$.seat')
)
WHERE sender IS NULL
AND json_extract(entry, '$.kind') = 'sat' AND json_extract(entry, '$.sitter.kind') = 'person';

DROP INDEX commands;

CREATE UNIQUE INDEX commands ON entries (sender, table_id, command) WHERE sender IS NOT NULL;
