"""The table of a signed record: plays its course again, with the updates that each audience gets.

Checks only that every item of the record's course is possible in its place; `verify.py` checks the record's claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tefuda.engine.errors import BadRecord
from tefuda.engine.game_record import open_recorded
from tefuda.table.entries import Dealt, Entry, Refused, Sat, Sitter
from tefuda.table.table import Table
from tefuda.table.table_record import Back, Item, Move, SeatChange, SignedRecord


class CourseBroken(BadRecord):
    """An item of a record's course is not possible in its place; `why` gives the reason in the table's language."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


class RecordedTable(Table):
    """The table of a record as it was just before its deal; `play` goes on from there.

    Raises BadRecord if this release cannot play the game of the record.
    """

    def __init__(
        self,
        record: SignedRecord,
        *,
        audiences: Sequence[int],
        cards: str | Path | None,
        package: str | None,
        language: str,
    ) -> None:
        super().__init__(open_recorded(record.game_record(), cards=cards, package=package), audiences=audiences)
        self._record, self._draw_key, self._language = record, record.draw_key(), language

    @property
    def key(self) -> bytes:
        """The key of all draws, as the record says."""
        return self._draw_key

    def play(self) -> Iterator[Entry]:
        """Play the course of the record, and yield each entry after it was applied.

        Raises CourseBroken at the first item that is not valid there.
        """
        try:
            for seat, kind in enumerate(self._record.attempts[-1].seats):
                yield self._applied(Sat(seat, _sitter(kind, self._record.names.get(seat, ""))))
            yield self._applied(Dealt())
        except Refused as error:
            raise BadRecord(error.message) from error
        for number, item in enumerate(self._record.course):
            try:
                yield self._applied(self._entry(item))
            except Refused as error:
                line = self._record.lines[number] if self._record.lines else number + 1
                raise CourseBroken(line, error.message) from error

    def _applied(self, entry: Entry) -> Entry:
        self.apply(entry)
        return entry

    def _entry(self, item: Item) -> Entry:
        match item:
            case Move(seat, by, command):
                return self.propose_play(seat, self.turn, command, self._language, by)
            case SeatChange(seat, sitter):
                return self.propose_sit(seat, sitter)
            case Back(seat):  # a record does not say who agreed
                self.back.check_action(seat, self.state)
                return self._propose_taken_back(seat)


def _sitter(kind: str, name: str) -> Sitter:
    """Return the occupant of a seat, named as in the setup of a deal."""
    if kind.startswith("bot "):
        return Sitter("bot", name, kind.removeprefix("bot "))
    return Sitter("person", name)
