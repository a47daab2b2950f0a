"""Brute force for ドウトツくじゃん: hands laid out card by card, without the tables of `hands.py`.

Written in the rules' own subset and bound to a build (`compiled(rules, oracle)`), so that it can be compared with the
rules over many hands.  Both functions take an array of one state and one of one table; they return how many hands go
out (or wait), or -1 - hand where the rules and brute force disagree.
"""

from __future__ import annotations

from typing import Any

from tefuda.engine.primitives import at, ints, rand_below
from tefuda.games.doutotsu.bags import add, card_of, count_of, remove
from tefuda.games.doutotsu.hands import is_waiting, out_points
from tefuda.games.doutotsu.state import HAND, MAX_COLOURS, NAMES_TO_GO_OUT, State, Tables


def out_like_brute_force(states: Any, tables: Any, hands: int) -> int:
    """Return how many of this many hands of twelve cards can go out."""
    s, t, laid = at(states, 0), at(tables, 0), ints(HAND + 1)
    winning = 0
    for hand in range(hands):
        take_hand(s, t, hand, HAND + 1)
        points = points_by_force(s, t, laid)
        if points != out_points(s, t, 0):
            return -1 - hand
        winning += points > 0
    return winning


def waiting_like_brute_force(states: Any, tables: Any, hands: int) -> int:
    """Return how many of this many hands of eleven cards wait for a card."""
    s, t, laid = at(states, 0), at(tables, 0), ints(HAND + 1)
    waiting = 0
    for hand in range(hands):
        take_hand(s, t, hand, HAND)
        found = False
        for card in range(MAX_COLOURS * t.kana):
            if count_of(s.held[0], card) < count_of(t.deck[s.core], card):
                add(s.held[0], card)
                found = found or points_by_force(s, t, laid) > 0
                remove(s.held[0], card)
        if found != is_waiting(s, t, 0):
            return -1 - hand
        waiting += found
    return waiting


def take_hand(s: State, t: Tables, hand: int, size: int) -> None:
    """Deal a hand: every third at random; the others begin with three names, and every third exchanges a card."""
    s.players = 2 + rand_below(s, 2)
    s.core = rand_below(s, 2)
    s.held[:] = 0
    held = 0
    if hand % 3 > 0:
        i = rand_below(s, t.triples[s.core])
        for j in range(NAMES_TO_GO_OUT):
            name = t.triple[i, j]
            wish = rand_below(s, 2 * t.colours)  # half of the names are laid in one colour where that is possible
            for place in range(t.length[name]):
                if held < size:
                    held += put(s, t, t.letter[name, place], wish)
    if hand % 3 == 1 and held > 0:
        held -= 1
        throw(s, t, held)
    while held < size:
        held += put(s, t, rand_below(s, t.kana), rand_below(s, t.colours))


def put(s: State, t: Tables, kana: int, wish: int) -> int:
    """Add a card of a kana, of the required colour if one is left, else of any; return the number added."""
    for turn in range(t.colours):
        card = card_of(kana, (wish + turn) % t.colours)
        if count_of(s.held[0], card) < count_of(t.deck[s.core], card):
            add(s.held[0], card)
            return 1
    return 0


def throw(s: State, t: Tables, k: int) -> None:
    """Remove one of the cards."""
    at_card = rand_below(s, k + 1)
    for card in range(MAX_COLOURS * t.kana):
        at_card -= count_of(s.held[0], card)
        if at_card < 0:
            remove(s.held[0], card)
            return


def points_by_force(s: State, t: Tables, laid: Any) -> int:
    """Return the points for going out with twelve cards, trying every three names in every choice of cards."""
    best = -1
    for i in range(t.names[s.core]):
        for j in range(i, t.names[s.core]):
            for k in range(j, t.names[s.core]):
                if t.length[i] + t.length[j] + t.length[k] == HAND + 1:
                    best = max(best, most_of_one_colour(s, t, laid, i, j, k))
    if best < 0 or (best == 0 and s.players == 2):
        return 0
    return min(best, 2) + 1


def most_of_one_colour(s: State, t: Tables, laid: Any, i: int, j: int, k: int) -> int:
    """Return the most names of one colour, over every way to lay three names from the hand; -1: there is none.

    `laid` holds the colour of each letter laid so far: the next colour is tried, or the letter before is taken back.
    """
    best = -1
    place = 0
    laid[0] = -1
    while place >= 0:
        if place == HAND + 1:
            best = max(best, of_one_colour(t, laid, i, j, k))
            place -= 1
            continue
        kana = letter_of(t, i, j, k, place)
        if laid[place] >= 0:
            add(s.held[0], card_of(kana, laid[place]))
        laid[place] += 1
        while laid[place] < t.colours and count_of(s.held[0], card_of(kana, laid[place])) == 0:
            laid[place] += 1
        if laid[place] == t.colours:
            place -= 1
            continue
        remove(s.held[0], card_of(kana, laid[place]))
        place += 1
        if place <= HAND:
            laid[place] = -1
    return best


def letter_of(t: Tables, i: int, j: int, k: int, place: int) -> int:
    """Return a letter of three names written one after the other."""
    if place < t.length[i]:
        return t.letter[i, place] + 0
    if place < t.length[i] + t.length[j]:
        return t.letter[j, place - t.length[i]] + 0
    return t.letter[k, place - t.length[i] - t.length[j]] + 0


def of_one_colour(t: Tables, laid: Any, i: int, j: int, k: int) -> int:
    """Return how many of three names are of one colour as they lie."""
    found = 0
    start = 0
    for name in (i, j, k):
        alike = 1
        for place in range(start, start + t.length[name]):
            if laid[place] != laid[start]:
                alike = 0
        found += alike
        start += t.length[name]
    return found
