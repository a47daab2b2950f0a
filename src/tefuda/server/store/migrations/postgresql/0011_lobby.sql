-- Whether the host lets nobody new sit. A guest whom the host has removed has a seat of -1.

ALTER TABLE tables ADD COLUMN locked BOOLEAN NOT NULL DEFAULT FALSE;
