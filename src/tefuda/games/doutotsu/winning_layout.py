"""How the twelve cards of somebody who scores in ドウトツくじゃん lie before everybody: as three names, at their best.

Used by the face alone, for hands that are open already.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import NamedTuple

from tefuda.games.doutotsu.bags import add, card_of, colour_of, remove
from tefuda.games.doutotsu.hand_hints import waits
from tefuda.games.doutotsu.spelling import next_triple, wait_points
from tefuda.games.doutotsu.state import HAND, NAMES_TO_GO_OUT, State, Tables
from tefuda.games.doutotsu.text import cards_of, spelling


class Laid(NamedTuple):
    """One of the names that a seat's cards are laid out as."""

    name: int
    cards: list[int]  # in the order of its letters
    colour: int | None  # its one colour; None: it is mixed


def laid_out(s: State, t: Tables, p: int) -> list[Laid]:
    """A seat's cards as three names, as many as possible of one colour; of eleven cards, those it waited with."""
    cards = Counter(cards_of(s.held[p], t))
    if cards.total() > HAND:
        return best_layout(s, t, p, cards)
    card = max(waits(s, t, p), key=lambda card: wait_points(s, t, p, card))
    add(s.held[p], card)
    laid = best_layout(s, t, p, cards + Counter([card]))
    remove(s.held[p], card)
    lacking = next(name for name in laid if card in name.cards)
    lacking.cards.remove(card)
    return laid


def best_layout(s: State, t: Tables, p: int, cards: Counter[int]) -> list[Laid]:
    """Twelve cards as three names, as many as possible of one colour."""
    found: list[list[Laid]] = []
    i = next_triple(s, t, p, 0)
    while i >= 0:
        names = [t.triple[i, place] for place in range(NAMES_TO_GO_OUT)]
        wishes = product((*range(t.colours), None), repeat=NAMES_TO_GO_OUT)
        found += [laid for wish in wishes if (laid := layout(t, names, wish, cards)) is not None]
        i = next_triple(s, t, p, i + 1)
    return max(found, key=lambda laid: sum(name.colour is not None for name in laid))


def layout(t: Tables, names: list[int], wish: tuple[int | None, ...], cards: Counter[int]) -> list[Laid] | None:
    """Cards as these names, each in the colour wished or in any; None where that is impossible."""
    left = Counter(cards)
    laid: dict[int, Laid] = {}
    for place in sorted(range(len(names)), key=lambda place: wish[place] is None):  # one-coloured names take first
        taken = []
        for kana in spelling(t, names[place]):
            wished = [card_of(kana, c) for c in range(t.colours) if wish[place] in (None, c)]
            card = next((card for card in wished if left[card] > 0), None)
            if card is None:
                return None
            left[card] -= 1
            taken.append(card)
        colour = {colour_of(card) for card in taken}
        laid[place] = Laid(names[place], taken, colour.pop() if len(colour) == 1 else None)
    return [laid[place] for place in range(len(names))]
