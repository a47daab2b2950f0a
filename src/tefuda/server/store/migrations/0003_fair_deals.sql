-- How a table is dealt (protocol 1 published the key of its draws), and by which version of its game's rules.

ALTER TABLE tables ADD COLUMN protocol INTEGER NOT NULL DEFAULT 1;

ALTER TABLE tables ADD COLUMN rules TEXT; -- NULL: from before this was kept

-- What is not dealt yet is dealt by protocol 2, from a secret of which nothing was published.
UPDATE tables SET protocol = 2, rules = '1', secret = fresh_secret() WHERE phase = 'open';
