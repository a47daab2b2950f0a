-- Tables that rematches link are a series, whose players keep a score.

ALTER TABLE tables ADD COLUMN series TEXT; -- id of its first table, which may have been removed

ALTER TABLE tables ADD COLUMN game_number INTEGER NOT NULL DEFAULT 1; -- in its series

WITH RECURSIVE linked (id, series, game_number) AS (
    SELECT id, id, 1 FROM tables WHERE id NOT IN (SELECT next FROM tables WHERE next IS NOT NULL)
    UNION ALL
    SELECT tables.next, linked.series, linked.game_number + 1 FROM linked JOIN tables ON tables.id = linked.id
    WHERE tables.next IS NOT NULL
)
UPDATE tables SET series = linked.series, game_number = linked.game_number FROM linked WHERE linked.id = tables.id;

CREATE INDEX tables_by_series ON tables (series, game_number);
