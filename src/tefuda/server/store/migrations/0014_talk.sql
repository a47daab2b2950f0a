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
