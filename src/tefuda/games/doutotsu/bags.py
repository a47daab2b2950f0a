"""Bags of cards for the rules of ドウトツくじゃん: counting, moving and drawing cards in the words of `record.py`.

Used by the rules and their siblings; knows nothing of names, turns or players.
"""

from __future__ import annotations

from tefuda.engine.primitives import low_bit, rand_below
from tefuda.engine.record import Grid
from tefuda.games.doutotsu.state import HALF, HALVES, MAX_COLOURS, State

ONES = 0x111111111111111  # the lowest bit of each of the fifteen counts of a word
GUARD = 0x888888888888888  # their highest, which no count reaches
ALL = 0xFFFFFFFFFFFFFFF
BYTES = 0x0F0F0F0F0F0F0F0F


def card_of(kana: int, colour: int) -> int:
    """The number of a card."""
    return MAX_COLOURS * kana + colour


def kana_of(card: int) -> int:
    """The kana on a card."""
    return card // MAX_COLOURS


def colour_of(card: int) -> int:
    """Its colour."""
    return card % MAX_COLOURS


def units(kana: int) -> tuple[int, int]:
    """One copy of a kana as two words: it stands in one of them."""
    unit = 1 << 4 * (kana % HALF)
    return (unit, 0) if kana < HALF else (0, unit)


def number(bag: Grid, card: int) -> int:
    """Copies of a card in a bag."""
    kana = kana_of(card)
    return bag[colour_of(card), kana // HALF] >> 4 * (kana % HALF) & 15


def add(bag: Grid, card: int) -> None:
    """Put a card into a bag."""
    kana = kana_of(card)
    bag[colour_of(card), kana // HALF] += 1 << 4 * (kana % HALF)


def remove(bag: Grid, card: int) -> None:
    """Take a card out of a bag that holds it."""
    kana = kana_of(card)
    bag[colour_of(card), kana // HALF] -= 1 << 4 * (kana % HALF)


def cards_in(word: int) -> int:
    """The sum of the counts in a word."""
    pairs = (word & BYTES) + (word >> 4 & BYTES)
    return pairs * 0x0101010101010101 >> 56 & 255


def cards_among(bag: Grid, mask0: int, mask1: int) -> int:
    """The number of cards in a bag whose kana are in the masks of the two halves."""
    total = 0
    for colour in range(MAX_COLOURS):
        total += cards_in(bag[colour, 0] & mask0) + cards_in(bag[colour, 1] & mask1)
    return total


def filled(word: int) -> int:
    """The lowest bit of each count that is not zero."""
    return (word | word >> 1 | word >> 2) & ONES


def kana_at(bit: int, half: int) -> int:
    """The kana whose count begins at that bit of a word."""
    return bit // 4 + HALF * half


def draw(s: State, mask0: int, mask1: int, total: int) -> int:
    """Take a card from the pile, any of the `total` ones whose kana are in the masks being equally likely."""
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
