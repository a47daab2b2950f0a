-- Links by which players show a finished game to anybody: at most one of each player of a table.

CREATE TABLE shares (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    guest BIGINT NOT NULL REFERENCES guests (id),
    nonce BYTEA NOT NULL, -- the link is a signature of it
    created BIGINT NOT NULL,
    PRIMARY KEY (table_id, guest)
);

CREATE INDEX shares_by_guest ON shares (guest);
