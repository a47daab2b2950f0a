"""ことりあつめ: the messages that name cards and ask for a decision."""

from __future__ import annotations

from tefuda.engine.view import Words
from tefuda.games.kotori.cards import Birds
from tefuda.games.kotori.rules import total
from tefuda.games.kotori.state import State, Tables


def card_name(t: Tables, rank: int) -> Words | str:
    """Return the name of a card: its value and its bird; the value alone where the tables have no names."""
    if not isinstance(t, Birds):
        return str(rank)
    return Words("card-name", {"value": rank, "bird": t.names[rank]})


def prompt(s: State, seat: int) -> Words | None:
    """Return what the table asks of the seat to act."""
    if seat != s.to_act or seat < 0:
        return None
    return Words("prompt-bid-or-pass" if s.bids[seat] else "prompt-must-bid", {"total": total(s.line[seat])})
