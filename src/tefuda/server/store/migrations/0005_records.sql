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
