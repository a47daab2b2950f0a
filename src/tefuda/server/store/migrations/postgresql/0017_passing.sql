-- Where the other servers on this database reach the server of a worker, to pass connections on to it (HOST:PORT); NULL:
-- nowhere. Like everything in this table it outlives neither the worker nor a crash of PostgreSQL.

ALTER TABLE workers ADD COLUMN address TEXT;
