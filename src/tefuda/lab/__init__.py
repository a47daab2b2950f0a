"""Studies of games: matches, leagues, what-if studies over rules and constants, and data (docs/lab.md)."""

from pathlib import Path

WORDS = Path(__file__).parent  # the folder of ja.ftl and en.ftl
