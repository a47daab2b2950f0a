-- Appends read only the rows that they need, by indexes: before, some thousands of guests or tables were read as a whole.

-- Appends to logs, for at most one entry of each table: JSON arrays with the fields of `store.Append`. Returns an array
-- with [version, outcome, holders] for each: the number of the entry if it is `appended`, or was `repeated` because the
-- same message had appended it before; for a `conflict`, how many entries the log has instead (null: there is no
-- table); `locked` if another transaction has locked the table or the sender; `deleted` if the sender was deleted; and
-- which workers hold the table.
CREATE OR REPLACE FUNCTION append_entries(batch JSON) RETURNS JSON
LANGUAGE plpgsql
SET search_path = tefuda, pg_temp
AS $$
DECLARE
    free TEXT[];
    known BIGINT[];
    outcomes JSON;
BEGIN
    -- Without waiting, so that a table that somebody has locked holds up no other one. The next statement sees all that
    -- others have committed about these tables.
    free := ARRAY(
        SELECT id FROM tables WHERE id = ANY (ARRAY(SELECT job ->> 0 FROM json_array_elements(batch) AS job))
        FOR NO KEY UPDATE SKIP LOCKED
    );
    -- As a foreign key does, but before the next statement looks whether they were deleted.
    known := ARRAY(
        SELECT id FROM guests
        WHERE id = ANY (ARRAY(SELECT (job ->> 3)::BIGINT FROM json_array_elements(batch) AS job))
        FOR KEY SHARE SKIP LOCKED
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
            -- Not EXISTS, for which PostgreSQL may read all guests.
            job.id = ANY (free) AND coalesce(
                (SELECT guests.id = ANY (known) FROM guests WHERE guests.id = job.sender), TRUE
            ) AS is_free,
            coalesce((SELECT created = 0 FROM guests WHERE guests.id = job.sender), FALSE) AS is_deleted
        FROM job
    ), accepted AS MATERIALIZED (
        SELECT * FROM checked WHERE earlier IS NULL AND logged = expected AND is_free AND NOT is_deleted
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
            WHEN is_deleted THEN json_build_array(logged, 'deleted', holders)
            WHEN logged = expected THEN json_build_array(expected + 1, 'appended', holders)
            ELSE json_build_array(logged, 'conflict', holders)
        END
        ORDER BY number
    ) INTO outcomes FROM checked;
    RETURN outcomes;
END
$$;
