"""A snapshot of a table's game: loading the table then replays only the entries after it.

The log stays the only source of truth.  A snapshot is a cache: it may be missing, and only the code that made it uses
it, because a replay by other code may reach another state.
"""

from __future__ import annotations

from typing import NamedTuple


class Snapshot(NamedTuple):
    """The game of a table after some entries."""

    code: str  # hash of the rules that made it
    version: int  # entries applied
    draws: int  # taken from the table's chance source
    record: bytes  # the game's full state, by its dtype
