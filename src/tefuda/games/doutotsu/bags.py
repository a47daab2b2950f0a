"""ドウトツくじゃん: bags of cards, packed into words as `state.py` says: counting, moving and drawing cards.

A count never exceeds seven, so the highest of its four bits is free; that lets `intersection` compare the fifteen
counts of two words at once.
"""

from __future__ import annotations

from tefuda.engine.primitives import low_bit, rand_below
from tefuda.engine.record import Grid
from tefuda.games.doutotsu.state import HALF, HALVES, MAX_COLOURS, State

ONES = 0x111111111111111  # the lowest bit of each of the fifteen counts of a word
GUARD = 0x888888888888888  # their highest, which no count reaches
ALL = 0xFFFFFFFFFFFFFFF
EVERY_OTHER = 0x0F0F0F0F0F0F0F0F  # every other count of a word


def card_of(kana: int, colour: int) -> int:
    """Return the card of a kana and colour."""
    return MAX_COLOURS * kana + colour


def kana_of(card: int) -> int:
    """Return the kana of a card."""
    return card // MAX_COLOURS


def colour_of(card: int) -> int:
    """Return the colour of a card."""
    return card % MAX_COLOURS


def units(kana: int) -> tuple[int, int]:
    """Return one copy of a kana as two words, one of which is zero."""
    unit = 1 << 4 * (kana % HALF)
    return (unit, 0) if kana < HALF else (0, unit)


def count_of(bag: Grid, card: int) -> int:
    """Return the copies of a card in a bag."""
    kana = kana_of(card)
    return bag[colour_of(card), kana // HALF] >> 4 * (kana % HALF) & 15


def add(bag: Grid, card: int) -> None:
    """Add a card to a bag."""
    kana = kana_of(card)
    bag[colour_of(card), kana // HALF] += 1 << 4 * (kana % HALF)


def remove(bag: Grid, card: int) -> None:
    """Remove a card from a bag that holds it."""
    kana = kana_of(card)
    bag[colour_of(card), kana // HALF] -= 1 << 4 * (kana % HALF)


def cards_in(word: int) -> int:
    """Return the sum of the counts in a word."""
    pairs = (word & EVERY_OTHER) + (word >> 4 & EVERY_OTHER)
    return pairs * 0x0101010101010101 >> 56 & 255


def cards_among(bag: Grid, mask0: int, mask1: int) -> int:
    """Return the number of cards in a bag whose kana are in the masks of the two halves."""
    total = 0
    for colour in range(MAX_COLOURS):
        total += cards_in(bag[colour, 0] & mask0) + cards_in(bag[colour, 1] & mask1)
    return total


def intersection(a: int, b: int) -> int:
    """Return the smaller of the two counts of each kana."""
    enough = ((a | GUARD) - b) & GUARD  # where a's count is not below b's
    return a ^ ((a ^ b) & (enough - (enough >> 3)))


def cards_in_both(a: int, b: int) -> int:
    """Return how many cards two words have in common."""
    return cards_in(intersection(a, b))


def filled(word: int) -> int:
    """Return the lowest bit of each count that is not zero."""
    return (word | word >> 1 | word >> 2) & ONES


def kana_at(bit: int, half: int) -> int:
    """Return the kana whose count begins at that bit of a word."""
    return bit // 4 + HALF * half


def draw(s: State, mask0: int, mask1: int, total: int) -> int:
    """Draw a card from the deck: each of the `total` cards whose kana are in the masks is equally likely."""
    k = rand_below(s, total)
    for colour in range(MAX_COLOURS):
        for half in range(HALVES):
            word = s.pile[colour, half] & (mask0 if half == 0 else mask1)
            here = cards_in(word)
            if k >= here:
                k -= here
                continue
            bit = low_bit(word) & ~3
            while k >= word >> bit & 15:
                k -= word >> bit & 15
                bit += 4
            card = card_of(kana_at(bit, half), colour)
            remove(s.pile, card)
            return card
    return -1
