-- Which cards a table is played with: a game's own may change, and a server may have others.

ALTER TABLE tables ADD COLUMN cards TEXT; -- SHA-256 of the card tables; NULL: from before this was kept
