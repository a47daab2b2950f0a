"""てづま師: dealing sets of cards at random, at the start of a deal and for determinizations."""

from __future__ import annotations

from tefuda.engine.primitives import ones, rand_below
from tefuda.games.tezuma.card_sets import SUIT_WIDTH, WHOLE_DECK, WHOLE_SUIT, lowest_trumps, short_deck
from tefuda.games.tezuma.state import HAND, HOLDERS, UNSEEN, State

# Ends of the holders' places, packed as `deal_out` takes them.
END_WIDTH = 8
END_MASK = (1 << END_WIDTH) - 1
EACH_END = 1 | 1 << 8 | 1 << 16 | 1 << 24 | 1 << 32
END_MARKS = EACH_END << END_WIDTH - 1
LAST_END = END_WIDTH * (HOLDERS - 1)

# Spreads the number of an attempt over an offset; see `pick`.
TURN = 0x9E3779B1
TURN_BITS = 31
TURN_MASK = (1 << TURN_BITS) - 1


def whole_deck(s: State) -> int:
    """T2.5, T2.6: return the cards of this game; for study so many that one hand more than players stays unseen."""
    if s.short > 0:
        return short_deck(s.players + 1, s.short)
    if s.without == 0:
        return WHOLE_DECK
    return WHOLE_DECK ^ WHOLE_SUIT << (s.without - 1) * SUIT_WIDTH


def hand_size(s: State) -> int:
    """T3.1: return how many cards are dealt to each seat, which is also the number of tricks."""
    return s.short if s.short > 0 else HAND


def deal_hands(s: State) -> None:
    """T3.1, T2.5: deal twelve cards to each seat; the rest stays hidden."""
    deck = whole_deck(s)
    ends = ones(deck) << LAST_END
    for h in range(UNSEEN):
        ends |= hand_size(s) * min(h + 1, s.players) << END_WIDTH * h
    deal_out(s, deck, ends)


def deal_out(s: State, cards: int, ends: int) -> int:
    """Deal a set of cards at random to the places of the holders, each place equally likely.

    The places of all holders are numbered in one row.  `ends` has eight bits for each holder: the number of places up
    to its last one.  Returns the `ends` of the places that remain.
    """
    while cards != 0:
        bit = cards & -cards
        cards ^= bit
        place = pick(s, ends >> LAST_END)
        passed = (place * EACH_END | END_MARKS) - ends & END_MARKS  # marks the holders whose places all come before it
        s.hand[ones(passed)] |= bit
        ends -= EACH_END - (passed >> END_WIDTH - 1)
    for h in range(HOLDERS):
        s.hand[h] = lowest_trumps(s.hand[h])
    return ends


def pick(s: State, n: int) -> int:
    """Return a uniform integer in [0, n), n < 2**31.

    After the first attempt (`s.tries`) the outcome is rotated by an offset that depends on the attempt.  It stays
    uniform, and an enumeration of outcomes, which first gives the same answer to every draw, terminates.
    """
    outcome = rand_below(s, n)
    if s.tries == 0:
        return outcome
    outcome += (s.tries * TURN * n & TURN_MASK) * n >> TURN_BITS
    return outcome - n if outcome >= n else outcome
