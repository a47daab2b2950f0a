-- A row that another transaction has locked, such as that of a worker that was stopped, holds up its own table only.

-- Appends to logs, for at most one entry of each table: JSON arrays with the fields of `store.Append`. Returns an array
-- with [version, outcome, holders] for each: the number of the entry if it is `appended`, or was `repeated` because the
-- same message had appended it before; for a `conflict`, how many entries the log has instead (null: there is no
-- table); `locked` if another transaction has locked the table; and which workers hold the table.
CREATE OR REPLACE FUNCTION append_entries(batch JSON) RETURNS JSON
LANGUAGE plpgsql
SET search_path = tefuda, pg_temp
AS $$
DECLARE
    free TEXT[];
    outcomes JSON;
BEGIN
    -- Without waiting, so that a table that somebody has locked holds up no other one. The next statement sees all that
    -- others have committed about these tables.
    free := ARRAY(
        SELECT id FROM tables WHERE id IN (SELECT job ->> 0 FROM json_array_elements(batch) AS job)
        FOR NO KEY UPDATE SKIP LOCKED
    );

    WITH job AS MATERIALIZED (
        SELECT number, job ->> 0 AS id, (job ->> 1)::INTEGER AS expected, job ->> 2 AS entry,
            (job ->> 3)::BIGINT AS sender, job ->> 4 AS command, job ->> 5 AS phase, (job ->> 6)::INTEGER AS to_act,
            job ->> 7 AS sitters, job -> 8 AS seats, job -> 9 AS unseat, job -> 10 AS result
        FROM json_array_elements(batch) WITH ORDINALITY AS element (job, number)
    ), checked AS MATERIALIZED (
        SELECT job.*, (SELECT tables.version FROM tables WHERE tables.id = job.id) AS logged, (
            SELECT entries.version FROM entries
            WHERE entries.sender = job.sender AND entries.table_id = job.id AND entries.command = job.command
        ) AS earlier, (SELECT coalesce(json_agg(worker), '[]') FROM holders WHERE table_id = job.id) AS holders,
            job.id = ANY (free) AS is_free
        FROM job
    ), accepted AS MATERIALIZED (
        SELECT * FROM checked WHERE earlier IS NULL AND logged = expected AND is_free
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
            WHEN logged IS NOT NULL AND NOT is_free THEN json_build_array(logged, 'locked', holders)
            WHEN logged = expected THEN json_build_array(expected + 1, 'appended', holders)
            ELSE json_build_array(logged, 'conflict', holders)
        END
        ORDER BY number
    ) INTO outcomes FROM checked;
    RETURN outcomes;
END
$$;

-- Holding a locked table is tried again, instead of delaying the signs of life of the worker.
ALTER FUNCTION hold_table(BIGINT, TEXT) SET lock_timeout = '10ms';

-- The sign of life of a worker, with the tables that it holds: a JSON array of [id, version, mark] as it knows them.
-- Returns [lost, tables]: how many workers were not seen for `patience` seconds and hold nothing any longer, and an
-- array of [id, version, mark, holders] of those tables that have changed, are gone (version null) or are held by
-- others too.
CREATE OR REPLACE FUNCTION refresh_worker(holding BIGINT, known JSON, patience DOUBLE PRECISION) RETURNS JSON
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

    -- A table that somebody has locked is held again with a later sign of life.
    INSERT INTO holders (table_id, worker)
    SELECT id, holding FROM tables WHERE id IN (SELECT one ->> 0 FROM json_array_elements(known) AS one)
    AND NOT EXISTS (SELECT FROM holders WHERE table_id = id AND worker = holding)
    FOR KEY SHARE SKIP LOCKED
    ON CONFLICT DO NOTHING;

    SELECT coalesce(json_agg(json_build_array(found.id, found.version, found.mark, found.holders)), '[]') INTO changed
    FROM (
        SELECT one ->> 0 AS id, tables.version, hashtextextended(
                concat_ws(' ', host, next, sitters, (SELECT last FROM talks WHERE table_id = tables.id)), 0
            ) AS mark,
            (SELECT coalesce(json_agg(worker), '[]') FROM holders WHERE table_id = one ->> 0) AS holders,
            (one ->> 1)::INTEGER AS known_version, (one ->> 2)::BIGINT AS known_mark
        FROM json_array_elements(known) AS one LEFT JOIN tables ON tables.id = one ->> 0
    ) AS found
    WHERE found.version IS NULL OR found.version > found.known_version OR found.mark IS DISTINCT FROM found.known_mark
    OR json_array_length(found.holders) > 1;
    RETURN json_build_array(lost, changed);
END
$$;
