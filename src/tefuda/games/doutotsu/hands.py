"""ドウトツくじゃん: which names a hand spells, the points of going out, waiting, and the distance from going out.

A seat's cards are those in `held`: its hand and the cards it has exposed, which count alike (D4.2).  The tables list
every three names of twelve letters ("triples", the ways to go out), so each question is one pass over them.
"""

from __future__ import annotations

from tefuda.engine.primitives import low_bit
from tefuda.games.doutotsu.bags import (
    GUARD,
    add,
    card_of,
    cards_in,
    cards_in_both,
    count_of,
    filled,
    intersection,
    kana_at,
    kana_of,
    remove,
    units,
)
from tefuda.games.doutotsu.state import HALVES, HAND, MAX_COLOURS, NAMES_TO_GO_OUT, State, Tables


def letters(s: State, p: int) -> tuple[int, int]:
    """Return how many cards of each kana a seat has, in any colour, as two words."""
    word0 = 0
    word1 = 0
    for colour in range(MAX_COLOURS):
        word0 += s.held[p, colour, 0]
        word1 += s.held[p, colour, 1]
    return word0, word1


def spells(t: Tables, n: int, word0: int, word1: int) -> bool:
    """Return whether the letters in two words suffice for name n."""
    enough = ((word0 | GUARD) - t.need[n, 0]) & ((word1 | GUARD) - t.need[n, 1])
    return enough & GUARD == GUARD


# ----------------------------------------------------------- exposing a name


def can_expose(s: State, t: Tables, p: int, n: int, card: int) -> bool:
    """D3.4: return whether name n is on this side of the list, uses the card, and is spelled by it and a seat's cards.

    Exact for a seat that has not exposed a name yet: all its cards are in hand.
    """
    unit0, unit1 = units(kana_of(card))
    if n >= t.names[s.core] or (filled(t.need[n, 0]) & unit0 == 0 and filled(t.need[n, 1]) & unit1 == 0):
        return False
    word0, word1 = letters(s, p)
    return spells(t, n, word0 + unit0, word1 + unit1)


def next_letter(s: State, t: Tables, p: int) -> int:
    """D3.6: return the place of the next letter to lay in the name a seat exposes; its length when all are laid."""
    place = 0
    while place < t.length[s.name[p] - 1] and s.exposed[p, place] != 0:
        place += 1
    return place


def in_hand(s: State, t: Tables, p: int, card: int) -> int:
    """Return the copies of a card in a seat's hand: those it has less those it has exposed."""
    copies = count_of(s.held[p], card)
    if s.name[p] > 0 and copies > 0:
        for place in range(t.length[s.name[p] - 1]):
            copies -= s.exposed[p, place] == card + 1
    return copies


# ---------------------------------------------------------------- going out


def next_triple(s: State, t: Tables, p: int, first: int) -> int:
    """D4.1: return the first triple, from `first` on, that uses exactly a seat's twelve cards; -1: there is none."""
    word0, word1 = letters(s, p)
    for i in range(first, t.triples[s.core]):
        if t.whole[0, i] == word0 and t.whole[1, i] == word1:
            return i
    return -1


def out_points(s: State, t: Tables, p: int) -> int:
    """D4.6: return the points for going out with a seat's twelve cards, arranged at best (R3-3); 0: it cannot go out.

    Two or more names of one colour score 3 points, one scores 2, none scores 1, but not with two players (D4.4).
    """
    best = 0
    i = next_triple(s, t, p, 0)
    while i >= 0:
        found = one_coloured(s, t, p, i)
        if found > 0 or s.players > 2:
            best = max(best, found + 1)
        i = next_triple(s, t, p, i + 1)
    return best


def one_coloured(s: State, t: Tables, p: int, i: int) -> int:
    """Return how many names of triple i a seat's cards lay in one colour each, at once: 0, 1, or 2 for two or more."""
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


# ------------------------------------------------------ waiting for one card


def is_waiting(s: State, t: Tables, p: int) -> bool:
    """D5.3: return whether one more card would let a seat with eleven cards go out."""
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


def missing(s: State, t: Tables, p: int) -> tuple[int, int]:
    """Return the kana that complete a triple together with a seat's eleven cards: the lowest bit of each, two words."""
    word0, word1 = letters(s, p)
    found0 = 0
    found1 = 0
    for i in range(t.triples[s.core]):
        whole0 = t.whole[0, i]
        whole1 = t.whole[1, i]
        lacking0 = whole0 - intersection(word0, whole0)
        lacking1 = whole1 - intersection(word1, whole1)
        if cards_in(lacking0) + cards_in(lacking1) == 1:
            found0 |= lacking0
            found1 |= lacking1
    return found0, found1


def wait_points(s: State, t: Tables, p: int, card: int) -> int:
    """D5.3: return the points for going out with this card and a seat's eleven; 0: it cannot, or has every copy."""
    if count_of(t.deck[s.core], card) <= count_of(s.held[p], card):
        return 0
    add(s.held[p], card)
    points = out_points(s, t, p)
    remove(s.held[p], card)
    return points


# ------------------------------------------------ the distance from going out
# No rule depends on it: it guides the search and the play aids.


def most_usable(s: State, t: Tables, p: int) -> int:
    """Return how many of a seat's cards a triple can use at most: twelve less the distance from going out.

    With two players one of its names takes its letters from one colour (D4.4).
    """
    return most_usable_in_any_colour(s, t, p) if s.players > 2 else most_usable_one_coloured(s, t, p)


def most_usable_in_any_colour(s: State, t: Tables, p: int) -> int:
    """Return how many of a seat's cards a triple can use at most, whatever their colours."""
    word0, word1 = letters(s, p)
    best = 0
    for i in range(t.triples[s.core]):
        best = max(best, usable(t, i, word0, word1))
    return best


def most_usable_one_coloured(s: State, t: Tables, p: int) -> int:
    """Return how many of a seat's cards a triple can use at most if one of its names is of one colour."""
    word0, word1 = letters(s, p)
    best = 0
    for i in range(t.triples[s.core]):
        if usable(t, i, word0, word1) > best:
            for j in range(NAMES_TO_GO_OUT):
                n = t.triple[i, j]
                for colour in range(t.colours):
                    if usable_bound(s, t, p, n, colour) > best:
                        best = max(best, usable_coloured(s, t, p, i, n, colour, word0, word1))
    return best


def usable(t: Tables, i: int, word0: int, word1: int) -> int:
    """Return how many of the letters in two words triple i can use."""
    found = cards_in_both(word0, t.whole[0, i])
    if t.wide == 1:
        found += cards_in_both(word1, t.whole[1, i])
    return found


def usable_coloured(s: State, t: Tables, p: int, i: int, n: int, colour: int, word0: int, word1: int) -> int:
    """Return how many of a seat's letters, given in two words, triple i can use if its name n is of this colour."""
    need = t.need[n, 0]
    found = cards_in_both(word0, t.whole[0, i] - need + intersection(s.held[p, colour, 0], need))
    if t.wide == 1:
        need = t.need[n, 1]
        found += cards_in_both(word1, t.whole[1, i] - need + intersection(s.held[p, colour, 1], need))
    return found


def usable_bound(s: State, t: Tables, p: int, n: int, colour: int) -> int:
    """Return an upper bound of `usable_coloured`: twelve less the letters of name n that a seat lacks in a colour."""
    found = cards_in_both(s.held[p, colour, 0], t.need[n, 0])
    if t.wide == 1:
        found += cards_in_both(s.held[p, colour, 1], t.need[n, 1])
    return HAND + 1 - t.length[n] + found
