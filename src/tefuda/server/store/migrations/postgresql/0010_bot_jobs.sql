-- Requests to bots that `tefuda bots` answers. A request holds what its seat may know, and nothing else.
-- The server that asks keeps its requests in memory as well and puts back what the database has lost, so nothing here
-- needs to survive a crash. All times are those of this database.
CREATE UNLOGGED TABLE bot_jobs (
    id UUID PRIMARY KEY,
    server UUID NOT NULL, -- that asks, and listens for the answer
    code TEXT COLLATE "C" NOT NULL, -- hash of the game and the bots: only the same code may answer
    place BYTEA NOT NULL, -- in the round of all who ask: stands for a guest or an address
    urgent BOOLEAN NOT NULL, -- a person waits for it
    request BYTEA NOT NULL,
    created TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    wanted TIMESTAMPTZ NOT NULL, -- until when, unless the server extends it
    attempts INTEGER NOT NULL DEFAULT 0, -- how often it was claimed and not given back
    bots UUID, -- the process that has claimed it
    claimed TIMESTAMPTZ,
    lease TIMESTAMPTZ, -- until when it is claimed
    answer BYTEA
) WITH (
    toast_tuple_target = 128, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000
);

-- Requests in files of their own: those who look for the next job read the rest of all rows.
ALTER TABLE bot_jobs ALTER COLUMN request SET STORAGE EXTERNAL, ALTER COLUMN answer SET STORAGE EXTERNAL;

CREATE INDEX bot_jobs_by_server ON bot_jobs (server);
