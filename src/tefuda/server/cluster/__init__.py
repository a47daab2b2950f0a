"""The servers and workers on one database: their homes of tables, the notices between them, and passed connections."""
