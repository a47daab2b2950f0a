"""A table in play: seats, commands, the log, and what goes out to whom.  No clock and no input or output in here."""
