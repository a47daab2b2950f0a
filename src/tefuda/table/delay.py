"""How far spectators see a game in play, if its table has a delay.  Pure."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.table.entries import Dealt, Entry, Played

MAX_DELAY = 60  # decisions


def visible(entries: Sequence[Entry], delay: int) -> int:
    """Return how many entries of a game in play spectators see: without the last `delay` commands and what follows.

    The deal, and everything before it, is never held back.
    """
    number, held = len(entries), 0
    while held < delay and number > 0 and not isinstance(entries[number - 1], Dealt):
        number -= 1
        held += isinstance(entries[number], Played)
    return number
