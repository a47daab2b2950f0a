"""A snapshot of a table's game: loading the table then replays only the entries after it.

The log stays the only truth.  A snapshot is a cache that may be missing, and it is used by the same code only that made
it: a replay with other code may reach another state.
"""

from __future__ import annotations

from typing import NamedTuple


class Snapshot(NamedTuple):
    """The game of a table after some entries."""

    code: str  # hash of the rules that made it
    version: int  # entries applied
    draws: int  # taken from the table's chance source
    record: bytes  # the game's full state, by its dtype
