"""Studies of games: matches, leagues, what-if studies over rules and constants, and data (docs/lab.md)."""
