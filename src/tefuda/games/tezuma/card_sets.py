"""てづま師: sets of playing cards as integers.

A set has 48 bits, twelve for each suit in the order butterfly, umbrella, ring, water: bits 0 to 8 of a suit are its
numbers 1 to 9, bits 9 to 11 its three trump cards.  The trumps of a suit look alike, so a set with n of them has the
lowest n of these bits: equal sets are equal integers, and bit 9 says whether there is any.  A single card is the
number of its bit, that of bit 9 for every trump of the suit.

For example, umbrella 3 is card 14, an umbrella trump card 21, and the set of both and a second umbrella trump
`1 << 14 | 1 << 21 | 1 << 22`.
"""

from __future__ import annotations

SUITS = 4
SUIT_WIDTH = 12
CARDS = SUITS * SUIT_WIDTH
NUMBERS = 9
TRUMP = 9  # bit of a suit's first trump within the suit

WHOLE_SUIT = (1 << SUIT_WIDTH) - 1
EVERY_SUIT = 1 | 1 << 12 | 1 << 24 | 1 << 36
WHOLE_DECK = (1 << CARDS) - 1
NUMBER_BITS = EVERY_SUIT * ((1 << NUMBERS) - 1)
TRUMP_BITS = WHOLE_DECK - NUMBER_BITS
FACES = NUMBER_BITS | EVERY_SUIT << TRUMP  # one bit for each card that looks different


def short_deck(hands: int, size: int) -> int:
    """Return a deck for study of that many hands: of two suits a trump card each, and then the highest numbers."""
    cards = 0
    for i in range(hands * size):
        cards |= 1 << (TRUMP - i // 2) + SUIT_WIDTH * (i % 2)
    return cards


def in_suit(cards: int, suit: int) -> int:
    """Return the cards of one suit, as its twelve bits."""
    return cards >> suit * SUIT_WIDTH & WHOLE_SUIT


def trumps(cards: int, suit: int) -> int:
    """Return the three trump bits of a suit: 0, 1, 3 or 7."""
    return cards >> (suit * SUIT_WIDTH + TRUMP) & 7


def with_card(cards: int, card: int) -> int:
    """Return the set with one more card."""
    alike = cards >> card & copies_of(card)
    return cards | (alike + 1) << card  # 0, 1 or 3, plus one, is the next bit


def without_card(cards: int, card: int) -> int:
    """Return the set less one card that is in it."""
    alike = cards >> card & copies_of(card)
    return cards ^ (alike ^ alike >> 1) << card  # the highest of them


def copies_of(card: int) -> int:
    """Return the bits of all cards that look like this one, counted from its own."""
    return 7 if card % SUIT_WIDTH == TRUMP else 1


def lowest_trumps(cards: int) -> int:
    """Return the set with the trumps of each suit moved to the lowest trump bits."""
    one = cards >> TRUMP & EVERY_SUIT
    two = cards >> TRUMP + 1 & EVERY_SUIT
    three = cards >> TRUMP + 2 & EVERY_SUIT
    some = one | two | three
    several = one & two | three & (one | two)
    return cards & NUMBER_BITS | some << TRUMP | several << TRUMP + 1 | (one & two & three) << TRUMP + 2
