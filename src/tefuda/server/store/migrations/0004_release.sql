-- Which release made a table: the one to go back to where a later one has other rules.

ALTER TABLE tables ADD COLUMN release TEXT; -- NULL: from before this was kept

CREATE INDEX tables_in_play ON tables (game, rules, cards, release) WHERE phase = 'playing';
