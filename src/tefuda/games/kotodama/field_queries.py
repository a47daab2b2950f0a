"""KOTODAMA KOGEN: what lies where as ordinary lists, for whatever shows or checks a record; rules never need them."""

from __future__ import annotations

from collections.abc import Iterator

from tefuda.engine.primitives import low_bit
from tefuda.engine.record import Row
from tefuda.games.kotodama.state import BAG_WORDS, WORD_BITS, State


def cards_in(bag: Row) -> list[int]:
    """The cards of a bag, rising; two of a name stand twice."""
    return sorted(
        1 + (w & 1) * WORD_BITS + low_bit(bit) for w in range(BAG_WORDS) if bag[w] for bit in single_bits(bag[w])
    )


def single_bits(word: int) -> Iterator[int]:
    """Each set bit of a word."""
    while word:
        yield word & -word
        word &= word - 1


def places(s: State, p: int) -> dict[int, range]:
    """The places of a seat's field where groups lie, rising, each with the indices of its cards from the top down."""
    taken = s.place[p].values()[: s.lying[p]]
    return {place: range(taken.index(place), taken.index(place) + taken.count(place)) for place in dict.fromkeys(taken)}
