"""Builds positions of ことりあつめ from the cards of each seat and the order of the deck.

Cards that are not given are in the discard, so every position has the whole deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tefuda
from tefuda.engine.record import GameState
from tefuda.engine.state import State
from tefuda.engine.view import Card

Cards = Sequence[int]


class Stacked:
    """A source of chance that draws the cards of the deck in a given order."""

    def __init__(self, order: Cards) -> None:
        self.order, self.place = list(order), 0

    def below(self, s: GameState, n: int) -> int:
        deck = s.values()["deck"]
        assert isinstance(deck, int)
        rank = self.order[self.place]
        self.place += 1
        assert deck >> 4 * rank & 15, f"no {rank} is left in the deck"
        return sum(deck >> 4 * higher & 15 for higher in range(rank + 1, 11))

    def mark(self) -> int:
        return self.place

    def reset(self, mark: int) -> None:
        self.place = mark


def scene(
    *,
    players: int = 2,
    to_act: int = 0,
    dealer: int = 0,
    top: int,
    field: Cards = (1,),
    deck: Cards = (),
    then: Cards = (),
    bids: Mapping[int, Cards] | None = None,
    passed: Cards = (),
    burst: Mapping[int, int] | None = None,
    cages: Mapping[int, Cards] | None = None,
    drew: bool = False,
    allow_yield: bool = False,
    second_deck: bool = False,
) -> State:
    """Return a position: bids oldest first, `deck` in drawing order, `then` the cards drawn after the rebuild."""
    bids, burst, cages = bids or {}, burst or {}, cages or {}
    seats = range(players)
    lying = [top, *field, *deck, *burst.values()]
    lying += [rank for cards in (*bids.values(), *cages.values()) for rank in cards]
    discard = {rank: rank - lying.count(rank) for rank in range(1, 11)}
    out = [seat for seat in seats if seat in passed or seat in burst]
    parts = {
        "to_act": str(to_act),
        "players": str(players),
        "dealer": str(dealer),
        "out": _set(out),
        "drew": str(int(drew)),
        "allow_yield": str(int(allow_yield)),
        "rebuilt": str(int(second_deck)),
        "top": str(top),
        "left": str(len(deck)),
        "burst": " ".join(str(burst.get(seat, 0)) for seat in range(4)),
        "sideways": " ".join(str(bids[seat][-1] if seat in passed else 0) for seat in range(4)),
        "field": _set(field),
        "bids": " / ".join(_set(sorted(bids.get(seat, ()))) for seat in range(4)),
        "cage": " / ".join(_set(sorted(cages.get(seat, ()))) for seat in range(4)),
        "line": " / ".join(_set(bids.get(seat, ())) for seat in range(4)),
        "deck": _bag({rank: list(deck).count(rank) for rank in range(1, 11)}),
        "discard": _bag(discard),
    }
    game = tefuda.load("kotori", players=players, allow_yield=allow_yield)
    state = game.position(" | ".join(["kotori", *(f"{name} {value}" for name, value in parts.items())]))
    state.chance = Stacked([*deck, *then])
    return state


def _set(numbers: Cards) -> str:
    return " ".join(map(str, numbers)) or "-"


def _bag(counts: Mapping[int, int]) -> str:
    return " ".join(f"{count}x{rank}" for rank, count in counts.items() if count) or "-"


def cards(state: State, zone: str) -> list[str]:
    """Return the cards of a zone with their pose: `8`, `9 sideways`, `8 down`."""
    return [named(card) for card in state.view().zone(zone).cards]


def named(card: Card) -> str:
    return str(card.face) if card.pose == "upright" else f"{card.face} {card.pose}"


def total(state: State, seat: int) -> int:
    """Return a player's total."""
    return state.view().counter("total", seat)


def count(state: State, zone: str) -> int:
    """Return the number of cards in a zone."""
    return state.view().zone(zone).count
