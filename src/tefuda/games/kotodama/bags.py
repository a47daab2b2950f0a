"""KOTODAMA KOGEN: bags of cards, at most two of each name, as rows of BAG_WORDS integers.

The copies of card c are at bit `bit_of(c)` of words `word_of(c)` (the first copy) and two further (the second copy).
"""

from __future__ import annotations

from functools import lru_cache

from tefuda.engine.primitives import low_bit, ones, rand_below
from tefuda.engine.record import Row
from tefuda.games.kotodama.state import WORD_BITS, State


def word_of(c: int) -> int:
    """Return the word of a bag that holds card c's first copy."""
    return (c - 1) // WORD_BITS


def bit_of(c: int) -> int:
    """Return the bit of card c in its words."""
    return (c - 1) % WORD_BITS


def copies(bag: Row, c: int) -> int:
    """Return how many of card c are in a bag."""
    w = word_of(c)
    b = bit_of(c)
    return (bag[w] >> b & 1) + (bag[2 + w] >> b & 1)


def size(bag: Row) -> int:
    """Return how many cards are in a bag."""
    return ones(bag[0]) + ones(bag[1]) + ones(bag[2]) + ones(bag[3])


def put(bag: Row, c: int) -> None:
    """Add a card of which there is at most one."""
    w = word_of(c)
    bit = 1 << bit_of(c)
    if bag[w] & bit == 0:
        bag[w] |= bit
    else:
        bag[2 + w] |= bit


def take(bag: Row, c: int) -> None:
    """Remove a card that is there."""
    w = word_of(c)
    bit = 1 << bit_of(c)
    if bag[2 + w] & bit != 0:
        bag[2 + w] ^= bit
    else:
        bag[w] ^= bit


def put_all(bag: Row, more: Row) -> None:
    """Add the cards of another bag; there are at most two of a name in all."""
    for w in range(2):
        both = bag[w] & more[w]
        bag[2 + w] |= more[2 + w] | both
        bag[w] |= more[w]


def take_all(bag: Row, some: Row) -> None:
    """Remove the cards of another bag, all of which are there."""
    for w in range(2):
        first = bag[w] & ~some[w] | bag[2 + w] & ~some[2 + w]
        bag[2 + w] &= ~some[w]
        bag[w] = first


def fill(bag: Row, other: Row) -> None:
    """Make a bag equal to another."""
    for w in range(4):
        bag[w] = other[w]


def nth(bag: Row, k: int) -> int:
    """Return the k-th card of a bag, from 0; first copies come before second ones."""
    w = 0
    n = ones(bag[0])
    while k >= n:
        k -= n
        w += 1
        n = ones(bag[w])
    word = bag[w]
    for _ in range(k):
        word &= word - 1
    return 1 + (w & 1) * WORD_BITS + low_bit(word)


def draw_from(s: State, bag: Row) -> int:
    """Remove a random card from a bag and return it."""
    c = nth(bag, rand_below(s, size(bag)))
    take(bag, c)
    return c


def next_card(bag: Row, c: int) -> int:
    """Return the lowest card above c in a bag, 0 if there is none: to go through its names, ascending, from 0."""
    for w in range(word_of(c + 1), 2):
        word = bag[w]
        if w == word_of(c + 1):
            word = word >> bit_of(c + 1) << bit_of(c + 1)
        if word != 0:
            return 1 + w * WORD_BITS + low_bit(word)
    return 0


def cards_in(bag: Row) -> list[int]:
    """Return the cards of a bag as a list, ascending; a card present twice is listed twice.  Not for rules."""
    return list(cards_in_words(tuple(bag.values())))


@lru_cache(16384)  # eight bags of each table are listed at every action
def cards_in_words(words: tuple[int, ...]) -> tuple[int, ...]:
    """Return the same from the words of a bag; cached, because views list the same bags after every action."""
    cards = []
    for w, bits in enumerate(words):
        left = bits
        while left:
            cards.append(1 + (w & 1) * WORD_BITS + low_bit(left))
            left &= left - 1
    return tuple(sorted(cards))
