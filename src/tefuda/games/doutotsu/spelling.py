"""Names and going out in ドウトツくじゃん: exact tests on packed letters, prepared from the card file.

Which three names twelve cards form, and for how many points (D4.1, D4.6); which further card would complete eleven
(D5.3); which names the top discard helps to spell (D3.4); and how far a hand is from going out, for
`candidate_actions`.  Whatever three names of a list have twelve letters stands in the tables once and for all, so each
test is one look along them.
"""

from __future__ import annotations

from tefuda.engine.primitives import low_bit
from tefuda.games.doutotsu.bags import (
    GUARD,
    add,
    card_of,
    cards_in,
    filled,
    kana_at,
    kana_of,
    number,
    remove,
    units,
)
from tefuda.games.doutotsu.state import HALVES, MAX_COLOURS, NAMES_TO_GO_OUT, State, Tables


def letters(s: State, p: int) -> tuple[int, int]:
    """How many cards of each kana a seat has, in any colour, exposed ones included (D4.2): two words."""
    word0 = 0
    word1 = 0
    for colour in range(MAX_COLOURS):
        word0 += s.held[p, colour, 0]
        word1 += s.held[p, colour, 1]
    return word0, word1


def smaller(a: int, b: int) -> int:
    """For each kana the smaller of two counts."""
    enough = ((a | GUARD) - b) & GUARD  # where a's count is not below b's
    return a ^ ((a ^ b) & (enough - (enough >> 3)))


def met(have: int, need: int) -> int:
    """How many of the letters needed are there, in one word."""
    return cards_in(smaller(have, need))


def spells(t: Tables, n: int, word0: int, word1: int) -> bool:
    """Do the letters in two words suffice for a name?"""
    enough = ((word0 | GUARD) - t.need[n, 0]) & ((word1 | GUARD) - t.need[n, 1])
    return enough & GUARD == GUARD


# ---------------------------------------------------------------- going out


def next_triple(s: State, t: Tables, p: int, first: int) -> int:
    """The first three names, from place `first` on, that use up exactly the cards of a seat (D4.1); -1: none."""
    word0, word1 = letters(s, p)
    for i in range(first, t.triples[s.core]):
        if t.whole[0, i] == word0 and t.whole[1, i] == word1:
            return i
    return -1


def one_coloured(s: State, t: Tables, p: int, i: int) -> int:
    """How many of three names can be of one colour each at the same time, two counting for all there are (D4.6)."""
    found = 0
    for j in range(NAMES_TO_GO_OUT):
        n = t.triple[i, j]
        for colour in range(t.colours):
            word0 = s.held[p, colour, 0]
            word1 = s.held[p, colour, 1]
            if not spells(t, n, word0, word1):
                continue
            found = 1
            for k in range(j):
                m = t.triple[i, k]
                for other in range(t.colours):
                    if other == colour:
                        if spells(t, m, word0 - t.need[n, 0], word1 - t.need[n, 1]):
                            return 2
                    elif spells(t, m, s.held[p, other, 0], s.held[p, other, 1]):
                        return 2
    return found


def out_points(s: State, t: Tables, p: int) -> int:
    """The points for going out with a seat's twelve cards, arranged at their best (R3-3); 0: it cannot go out.

    D4.6: two or more names of one colour make three points, one makes two; none makes one, but not with two players.
    """
    best = 0
    i = next_triple(s, t, p, 0)
    while i >= 0:
        found = one_coloured(s, t, p, i)
        if found > 0 or s.players > 2:
            best = max(best, found + 1)
        i = next_triple(s, t, p, i + 1)
    return best


# ------------------------------------------------------------------ waiting


def missing(s: State, t: Tables, p: int) -> tuple[int, int]:
    """Of a seat with eleven cards: the lowest bits of the kana that would complete three names, in two words."""
    word0, word1 = letters(s, p)
    found0 = 0
    found1 = 0
    for i in range(t.triples[s.core]):
        whole0 = t.whole[0, i]
        whole1 = t.whole[1, i]
        lacking0 = whole0 - smaller(word0, whole0)
        lacking1 = whole1 - smaller(word1, whole1)
        if cards_in(lacking0) + cards_in(lacking1) == 1:
            found0 |= lacking0
            found1 |= lacking1
    return found0, found1


def wait_points(s: State, t: Tables, p: int, card: int) -> int:
    """The points a seat with eleven cards would go out for with this one; 0: it cannot, or has every copy (D5.3)."""
    if number(t.deck[s.core], card) <= number(s.held[p], card):
        return 0
    add(s.held[p], card)
    points = out_points(s, t, p)
    remove(s.held[p], card)
    return points


def is_waiting(s: State, t: Tables, p: int) -> bool:
    """D5.3: is there a card that would let a seat with eleven cards go out?"""
    found0, found1 = missing(s, t, p)
    for half in range(HALVES):
        bits = found0 if half == 0 else found1
        while bits != 0:
            bit = low_bit(bits)
            bits &= bits - 1
            for colour in range(t.colours):
                if wait_points(s, t, p, card_of(kana_at(bit, half), colour)) > 0:
                    return True
    return False


# ------------------------------------------------------------------- taking


def can_expose(s: State, t: Tables, p: int, n: int, card: int) -> bool:
    """D3.4: is a name among those of this side, and can it be laid with that card and cards of the hand?"""
    unit0, unit1 = units(kana_of(card))
    if n >= t.names[s.core] or (filled(t.need[n, 0]) & unit0 == 0 and filled(t.need[n, 1]) & unit1 == 0):
        return False
    word0, word1 = letters(s, p)
    return spells(t, n, word0 + unit0, word1 + unit1)


def next_letter(s: State, t: Tables, p: int) -> int:
    """The place of the next letter to lay of the name a seat exposes; its length when all are laid."""
    place = 0
    while place < t.length[s.name[p] - 1] and s.exposed[p, place] != 0:
        place += 1
    return place


def in_hand(s: State, t: Tables, p: int, card: int) -> int:
    """Copies of a card in a seat's hand: what it has less what it has exposed."""
    copies = number(s.held[p], card)
    if s.name[p] > 0 and copies > 0:
        for place in range(t.length[s.name[p] - 1]):
            copies -= s.exposed[p, place] == card + 1
    return copies
