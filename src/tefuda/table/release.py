"""Makes the signed record of a finished game from the table's log.

It contains everything that determined the cards: the server's secret and the shares of every attempt to deal.  It is
released only after the game.  `verify.py` checks it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.engine.errors import BadRecord
from tefuda.engine.game_record import write_record
from tefuda.table.arranging import first_setup, sitters_after
from tefuda.table.deal import Attempt
from tefuda.table.entries import Arranged, Dealt, Entry, Played, Sat, Sitter, TakenBack
from tefuda.table.table import Table
from tefuda.table.table_record import Back, Item, Move, RecordedAttempt, SeatChange, SignedRecord, sign


def release(table: Table, log: Sequence[Entry], private: bytes) -> str:
    """Return the signed record of a finished game; `private` is the private half of the key in its seal.

    A game dealt by protocol 1 or begun from a position gets an unsigned record.  Raises BadRecord if the game is not
    over.
    """
    if table.state is None or not table.state.is_terminal:
        raise BadRecord("a record is released when the game is over")
    if table.deal is None:
        return write_record(table.state, table.names, table.key)
    deal, sealed = table.deal, table.deal.open
    assert sealed is not None
    names, course = _names_and_course(log, table.game.num_players)
    record = SignedRecord(
        sealed.server,
        deal.table,
        deal.game,
        deal.rules,
        deal.cards,
        table.game.num_players,
        {name: int(value) for name, value in deal.options.items()},
        [_recorded(attempt) for attempt in deal.attempts],
        names,
        course,
        table.state.ranking,
    )
    return sign(record, private)


def _recorded(attempt: Attempt) -> RecordedAttempt:
    return RecordedAttempt(
        attempt.number,
        attempt.seats,
        attempt.commitment,
        dict(attempt.pledges),
        attempt.seal,
        attempt.secret,
        dict(attempt.shares),
        attempt.silent,
        attempt.call_off if attempt.silent is not None else b"",
    )


def _names_and_course(log: Sequence[Entry], players: int) -> tuple[dict[int, str], list[Item]]:
    """Return the names at the deal by seat, and the moves and seat changes after it."""
    began_as = first_setup(log)
    sitters = [Sitter()] * (players if began_as is None else began_as.seats)
    course: list[Item] = []
    dealt = False
    for entry in log:
        match entry:
            case Dealt():
                dealt = True
            case Sat(seat, sitter) if dealt:
                course.append(SeatChange(seat, sitter))
            case Sat() | Arranged():
                sitters = sitters_after(entry, sitters)
            case Played(seat, command, by):
                course.append(Move(seat, by or "person", command))
            case TakenBack(seat):
                course.append(Back(seat))
    return {seat: sitter.name for seat, sitter in enumerate(sitters)}, course
