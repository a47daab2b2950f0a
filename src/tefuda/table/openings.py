"""The openings, such as decks, that the seats of a table have chosen before the deal.

An opening is the command of a seat's first decision, in a game that has openings (`openings` in its `views.py`).  It is
secret until it is played.  It is not part of the seal, which fixes the chance: the cards are drawn from the opening by
the key of the deal, and the record holds it as the seat's first move.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.engine.errors import IllegalAction
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.table.entries import Arranged, Brought, Entry, Played, Refused, Sat, Sitter

MAX_BROUGHT = 50  # openings chosen for one seat: each is an entry of the log
NEW_BROUGHT = 4  # that the next person there can choose at least: those before them may have used up all others


class Openings:
    """The openings of one table."""

    def __init__(self) -> None:
        self.by_seat: dict[int, str] = {}  # those that are not played yet
        self.chosen: dict[int, str] = {}  # all, for the rematch
        self._brought: dict[int, int] = {}  # how many were chosen, by seat

    def propose(self, game: Game, entry: Brought, language: str) -> Brought:
        """Propose the opening of a seat; raises Refused if it is not a legal first decision."""
        if not game.openings:
            raise Refused(f"there is nothing to choose before the deal in {game.slug}", reason="no-openings")
        if self._brought.get(entry.seat, 0) >= MAX_BROUGHT:
            raise Refused(f"{MAX_BROUGHT} openings were chosen for seat {entry.seat}", reason="too-many-openings")
        if not entry.command:
            return entry
        try:
            # What a seat may choose is the same for all seats, so the first one can try it.
            command = game.start(0).prepare(entry.command, language).command
        except IllegalAction as error:
            raise Refused(error.refusal.message, error.refusal.clause) from error
        return Brought(entry.seat, command, entry.host)

    def apply(self, entry: Entry, sitters: Sequence[Sitter]) -> None:
        """Follow an entry, given the occupants before it."""
        match entry:
            case Brought(seat, command):
                self._brought[seat] = self._brought.get(seat, 0) + 1
                self._drop(seat)
                if command:
                    self.by_seat[seat] = self.chosen[seat] = command
            case Played(seat):  # even if it is taken back: then the seat chooses at the table
                self.by_seat.pop(seat, None)
            case Sat(seat, sitter) if sitter.kind != sitters[seat].kind or sitter.kind == "open":
                self._drop(seat)  # otherwise only a name or a level has changed
                self._brought[seat] = min(self._brought.get(seat, 0), MAX_BROUGHT - NEW_BROUGHT)
            case Arranged(setup=setup, order=order, removed=removed):
                if setup is not None:  # they were chosen for another game, or under other rules about who sees them
                    self.by_seat, self.chosen = {}, {}
                elif order:
                    self.by_seat = {seat: self.by_seat[old] for seat, old in enumerate(order) if old in self.by_seat}
                    self.chosen = self.by_seat.copy()  # nothing is played yet
                self._drop(removed)

    def _drop(self, seat: int) -> None:
        self.by_seat.pop(seat, None)
        self.chosen.pop(seat, None)

    def visible_to(self, audience: int, sitters: Sequence[Sitter]) -> dict[int, str]:
        """Return the openings as a seat (-1: a spectator) may know them: "" for the secret ones.

        Those of bots are not secret: the host, who may be a player, has chosen them.
        """
        return {
            seat: command if seat == audience or sitters[seat].kind == "bot" else ""
            for seat, command in sorted(self.by_seat.items())
        }

    def due(self, state: State | None) -> tuple[int, str] | None:
        """Return the seat that is to make its first decision now and its opening, None if there is none."""
        seat = None if state is None else state.current_player
        return (seat, self.by_seat[seat]) if seat is not None and seat in self.by_seat else None
