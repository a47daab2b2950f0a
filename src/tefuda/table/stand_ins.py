"""Bots that play for people at a table: who has called one, and how often bots have decided for each person.

A bot also plays for a person who is gone, or whose time is over; presence and the clock determine that.
"""

from __future__ import annotations

from collections import Counter

from tefuda.engine.view import SPECTATOR
from tefuda.table.entries import Entry, Played, Sat, StandInCalled, StandInEnded


class StandIns:
    """The stand-ins of a table according to its log.

    A person who returns to their seat still sees who called the bot, and how often it has decided, until they play.
    """

    def __init__(self) -> None:
        self._seats: set[int] = set()
        self._callers: dict[int, int] = {}  # seat of the player who called the latest bot for a seat
        self._moves: Counter[int] = Counter()  # decisions of bots since the person last played or took the seat back

    def __contains__(self, seat: int) -> bool:
        """Whether a bot was called for the person in a seat and still plays."""
        return seat in self._seats

    def caller(self, seat: int) -> int:
        """Return the seat whose player called a bot for this one, perhaps the same seat; -1 for none."""
        return self._callers.get(seat, SPECTATOR)

    def moves(self, seat: int) -> int:
        """Return how often bots have decided for a person since they last played or took their seat back."""
        return self._moves[seat]

    def apply(self, entry: Entry) -> None:
        """Apply an entry of the log."""
        match entry:
            case StandInCalled(seat, by):
                self._seats.add(seat)
                self._callers[seat] = by
            case StandInEnded(seat, returned=True):
                self._seats.discard(seat)
            case Played(seat, by="stand-in"):
                self._moves[seat] += 1
            case StandInEnded(seat) | Played(seat, by="person") | Sat(seat):
                self._seats.discard(seat)
                self._callers.pop(seat, None)
                del self._moves[seat]
