-- The newest snapshot of a game in play, from which its table is loaded faster than from the whole log.

CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    code TEXT NOT NULL, -- hash of the rules that made it: others ignore it
    version INTEGER NOT NULL, -- entries applied
    draws INTEGER NOT NULL, -- taken from the table's secret
    record BLOB NOT NULL
) WITHOUT ROWID;
