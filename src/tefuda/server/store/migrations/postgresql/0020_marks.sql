-- The mark of a table also changes when a player shows the finished game or takes that back, and when someone who waits
-- for the deal changes their name, so that a worker that has missed the notice finds it.

CREATE FUNCTION table_mark(marked tables) RETURNS BIGINT
LANGUAGE sql STABLE
SET search_path = tefuda, pg_temp
AS $$
    SELECT hashtextextended(
        concat_ws(
            ' ', marked.host, marked.next, marked.sitters,
            (SELECT last FROM talks WHERE table_id = marked.id),
            CASE marked.phase
                WHEN 'over' THEN (SELECT json_agg(guest ORDER BY guest) FROM shares WHERE table_id = marked.id)::TEXT
                WHEN 'open' THEN (
                    SELECT json_agg(name ORDER BY guests.id) FROM seats JOIN guests ON guests.id = guest
                    WHERE table_id = marked.id
                )::TEXT
            END
        ), 0
    )
$$;

-- Enters a worker as a holder of a table; returns [mark, holders], NULL if there is no such table.
CREATE OR REPLACE FUNCTION hold_table(holding BIGINT, held TEXT) RETURNS JSON
LANGUAGE plpgsql
SET search_path = tefuda, pg_temp
SET lock_timeout = '10ms' -- holding a locked table is tried again
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
            table_mark(tables),
            (SELECT json_agg(worker) FROM holders WHERE table_id = held)
        ) FROM tables WHERE id = held
    );
END
$$;

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
        SELECT one ->> 0 AS id, tables.version, table_mark(tables) AS mark,
            (SELECT coalesce(json_agg(worker), '[]') FROM holders WHERE table_id = one ->> 0) AS holders,
            (one ->> 1)::INTEGER AS known_version, (one ->> 2)::BIGINT AS known_mark
        FROM json_array_elements(known) AS one LEFT JOIN tables ON tables.id = one ->> 0
    ) AS found
    WHERE found.version IS NULL OR found.version > found.known_version OR found.mark IS DISTINCT FROM found.known_mark
    OR json_array_length(found.holders) > 1;
    RETURN json_build_array(lost, changed);
END
$$;
