-- Which servers work on this database, and which tables each of them has in memory: a server that appends to a table
-- learns who else must hear of it. Nothing here outlives the servers, which write it again after a crash of PostgreSQL.

CREATE UNLOGGED TABLE workers (
    id BIGINT PRIMARY KEY, -- random
    seen TIMESTAMPTZ NOT NULL -- its last sign of life, by the clock of the database
);

CREATE UNLOGGED TABLE holders (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    worker BIGINT NOT NULL REFERENCES workers (id) ON DELETE CASCADE,
    PRIMARY KEY (table_id, worker)
);

CREATE INDEX holders_by_worker ON holders (worker);

-- The mark of a table changes when something about it changes that is not in its log: the host, the rematch, names.

-- Enters a worker as a holder of a table; returns [mark, holders], NULL if there is no such table.
CREATE FUNCTION hold_table(holding BIGINT, held TEXT) RETURNS JSON
LANGUAGE plpgsql
SET search_path = tefuda, pg_temp
AS $$
BEGIN
    -- The lock that appends take: each later one sees the holder, and the holder reads what each earlier one wrote.
    PERFORM FROM tables WHERE id = held FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    INSERT INTO workers (id, seen) VALUES (holding, clock_timestamp()) ON CONFLICT DO NOTHING;
    INSERT INTO holders (table_id, worker) VALUES (held, holding) ON CONFLICT DO NOTHING;
    RETURN (
        SELECT json_build_array(
            hashtextextended(concat_ws(' ', host, next, sitters), 0),
            (SELECT json_agg(worker) FROM holders WHERE table_id = held)
        ) FROM tables WHERE id = held
    );
END
$$;

-- The sign of life of a worker, with the tables that it holds: a JSON array of [id, version, mark] as it knows them.
-- Returns [lost, tables]: how many workers were not seen for `patience` seconds and hold nothing any longer, and an
-- array of [id, version, mark, holders] of those tables that have changed, are gone (version null) or are held by
-- others too.
CREATE FUNCTION refresh_worker(holding BIGINT, known JSON, patience DOUBLE PRECISION) RETURNS JSON
LANGUAGE plpgsql
SET search_path = tefuda, pg_temp
AS $$
DECLARE
    lost INTEGER;
    changed JSON;
BEGIN
    INSERT INTO workers (id, seen) VALUES (holding, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen;

    DELETE FROM workers WHERE id IN (
        SELECT id FROM workers WHERE seen < clock_timestamp() - make_interval(secs => patience)
        FOR UPDATE SKIP LOCKED
    );
    GET DIAGNOSTICS lost = ROW_COUNT;

    DELETE FROM holders WHERE worker = holding
    AND table_id NOT IN (SELECT one ->> 0 FROM json_array_elements(known) AS one);

    INSERT INTO holders (table_id, worker)
    SELECT id, holding FROM tables WHERE id IN (SELECT one ->> 0 FROM json_array_elements(known) AS one)
    AND NOT EXISTS (SELECT FROM holders WHERE table_id = id AND worker = holding)
    ON CONFLICT DO NOTHING;

    SELECT coalesce(json_agg(json_build_array(found.id, found.version, found.mark, found.holders)), '[]') INTO changed
    FROM (
        SELECT one ->> 0 AS id, tables.version, hashtextextended(concat_ws(' ', host, next, sitters), 0) AS mark,
            (SELECT coalesce(json_agg(worker), '[]') FROM holders WHERE table_id = one ->> 0) AS holders,
            (one ->> 1)::INTEGER AS known_version, (one ->> 2)::BIGINT AS known_mark
        FROM json_array_elements(known) AS one LEFT JOIN tables ON tables.id = one ->> 0
    ) AS found
    WHERE found.version IS NULL OR found.version > found.known_version OR found.mark IS DISTINCT FROM found.known_mark
    OR json_array_length(found.holders) > 1;
    RETURN json_build_array(lost, changed);
END
$$;

-- Appends to logs, for at most one entry of each table: JSON arrays with the fields of `store.Append`. Returns an array
-- with [version, outcome, holders] for each: the number of the entry if it is `appended`, or was `repeated` because the
-- same message had appended it before; for a `conflict`, how many entries the log has instead (null: there is no
-- table); and which workers hold the table.
CREATE OR REPLACE FUNCTION append_entries(batch JSON) RETURNS JSON
LANGUAGE plpgsql
SET search_path = tefuda, pg_temp
AS $$
DECLARE
    outcomes JSON;
BEGIN
    -- In order of id, so that two batches never wait for each other. The next statement sees what others committed
    -- while this one waited.
    PERFORM FROM tables WHERE id IN (SELECT job ->> 0 FROM json_array_elements(batch) AS job)
    ORDER BY id FOR NO KEY UPDATE;

    WITH job AS MATERIALIZED (
        SELECT number, job ->> 0 AS id, (job ->> 1)::INTEGER AS expected, job ->> 2 AS entry,
            (job ->> 3)::BIGINT AS sender, job ->> 4 AS command, job ->> 5 AS phase, (job ->> 6)::INTEGER AS to_act,
            job ->> 7 AS sitters, job -> 8 AS seats, job -> 9 AS unseat, job -> 10 AS result
        FROM json_array_elements(batch) WITH ORDINALITY AS element (job, number)
    ), checked AS MATERIALIZED (
        SELECT job.*, (SELECT tables.version FROM tables WHERE tables.id = job.id) AS logged, (
            SELECT entries.version FROM entries
            WHERE entries.sender = job.sender AND entries.table_id = job.id AND entries.command = job.command
        ) AS earlier, (SELECT coalesce(json_agg(worker), '[]') FROM holders WHERE table_id = job.id) AS holders
        FROM job
    ), accepted AS MATERIALIZED (
        SELECT * FROM checked WHERE earlier IS NULL AND logged = expected
    ), inserted AS (
        INSERT INTO entries (table_id, version, entry, sender, command)
        SELECT id, expected + 1, entry, sender, command FROM accepted
    ), advanced AS (
        UPDATE tables SET version = expected + 1, phase = accepted.phase, to_act = accepted.to_act,
            sitters = coalesce(accepted.sitters, tables.sitters)
        FROM accepted WHERE tables.id = accepted.id
    ), unseated AS (
        DELETE FROM seats USING accepted
        WHERE seats.table_id = accepted.id
        AND guest IN (SELECT value::BIGINT FROM json_array_elements_text(unseat) AS value)
        AND guest NOT IN (SELECT (value ->> 0)::BIGINT FROM json_array_elements(seats) AS value)
    ), seated AS (
        INSERT INTO seats (table_id, guest, seat, sits)
        SELECT id, (value ->> 0)::BIGINT, (value ->> 1)::INTEGER, (value ->> 2)::BOOLEAN
        FROM accepted, json_array_elements(seats) AS value
        ON CONFLICT (table_id, guest) DO UPDATE SET seat = excluded.seat, sits = excluded.sits
    ), ended AS (
        INSERT INTO results (table_id, ended, ranks, scores)
        SELECT id, (result ->> 0)::BIGINT, result ->> 1, result ->> 2 FROM accepted WHERE result ->> 0 IS NOT NULL
    )
    SELECT json_agg(
        CASE
            WHEN earlier IS NOT NULL THEN json_build_array(earlier, 'repeated', holders)
            WHEN logged = expected THEN json_build_array(expected + 1, 'appended', holders)
            ELSE json_build_array(logged, 'conflict', holders)
        END
        ORDER BY number
    ) INTO outcomes FROM checked;
    RETURN outcomes;
END
$$;
