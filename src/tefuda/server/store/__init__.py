"""The store: SQLite or PostgreSQL behind one interface, with moves, backups and archives of its data.

A write returns only once it is durable; a failed write raises `StoreError` and may be retried.  It has changed nothing,
unless the database went away before it answered: then the outcome is unknown, and a retry finds out.  An entry is
appended only at the version its writer expects (compare-and-set), and at most once per message of a sender.
The store knows nothing about games, and gives a table's secret only to that table.
"""
