-- Which server a worker belongs to: the same for all of its workers, so that two servers with one address are noticed.

ALTER TABLE workers ADD COLUMN server TEXT;
