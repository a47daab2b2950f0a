"""A table: seats, game, log entries, deal, signed record, and the update of each audience; no clock and no I/O."""
