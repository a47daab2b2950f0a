-- Clocks of tables, and the time for which servers have worked on this database: clocks of days are measured by it.

ALTER TABLE tables ADD COLUMN clock TEXT; -- JSON: its rule; NULL: none

CREATE TABLE uptime (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seconds BIGINT NOT NULL
);
