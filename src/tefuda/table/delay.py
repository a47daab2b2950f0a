"""How far spectators see a game in play, if its table has a delay.  Pure."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.table.entries import Dealt, Entry, Played, TakenBack

MAX_DELAY = 60  # decisions


def visible(entries: Sequence[Entry], delay: int) -> int:
    """Return how many entries of a game in play spectators see: those before the last `delay` commands.

    The deal, and everything before it, is never held back.  A command that was taken back does not count.
    """
    number, held, taken_back = len(entries), 0, 0
    while held < delay and number > 0 and not isinstance(entries[number - 1], Dealt):
        number -= 1
        if isinstance(entries[number], TakenBack):
            taken_back += 1
        elif isinstance(entries[number], Played) and taken_back:
            taken_back -= 1
        else:
            held += isinstance(entries[number], Played)
    return number
