-- What is said at tables, beside their logs: it is kept as long as the table, and no game depends on it.

CREATE TABLE talks (
    table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES tables (id),
    last INTEGER NOT NULL, -- number of changes so far, also of removed lines
    chat BOOLEAN NOT NULL -- whether free text may be said, unless the table is public
);

CREATE TABLE talk_lines (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL, -- of the change that has added it
    guest BIGINT NOT NULL REFERENCES guests (id),
    seat INTEGER NOT NULL, -- -1: a spectator
    line TEXT NOT NULL, -- JSON: who said what when
    command TEXT COLLATE "C" NOT NULL, -- the guest's id of the message
    PRIMARY KEY (table_id, number)
);

CREATE UNIQUE INDEX talk_lines_by_guest ON talk_lines (guest, table_id, command);

-- The mark of a table also changes when something is said there.

-- Enters a worker as a holder of a table; returns [mark, holders], NULL if there is no such table.
CREATE OR REPLACE FUNCTION hold_table(holding BIGINT, held TEXT) RETURNS JSON
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
            hashtextextended(
                concat_ws(' ', host, next, sitters, (SELECT last FROM talks WHERE table_id = tables.id)), 0
            ),
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

    INSERT INTO holders (table_id, worker)
    SELECT id, holding FROM tables WHERE id IN (SELECT one ->> 0 FROM json_array_elements(known) AS one)
    AND NOT EXISTS (SELECT FROM holders WHERE table_id = id AND worker = holding)
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
