-- Whether players get hints while several people play: earlier tables gave them always.

ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 1;
