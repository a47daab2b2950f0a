"""Brute force beside the rules of ドウトツくじゃん: hands laid out card by card, without a table or a trick.

Written in the rules' own subset and bound to a build (`compiled(rules, oracle)`), so that it can be held against the
rules' tests for going out and waiting over as many hands as one likes.  Both take an array of one state, of one table,
and return how many of the hands were what they counted, or -1 - hand where the rules and brute force disagree.
"""

from __future__ import annotations

from typing import Any

from tefuda.engine.primitives import at, rand_below
from tefuda.games.doutotsu.bags import add, card_of, number, remove
from tefuda.games.doutotsu.record import HAND, MAX_COLOURS, NAMES_TO_GO_OUT, State, Tables
from tefuda.games.doutotsu.spelling import is_waiting, out_points


def out_like_brute_force(states: Any, tables: Any, hands: int) -> int:
    """Hands with which somebody may go out, of so many with twelve cards."""
    s, t = at(states, 0), at(tables, 0)
    winning = 0
    for hand in range(hands):
        take_hand(s, t, hand, HAND + 1)
        points = points_by_force(s, t)
        if points != out_points(s, t, 0):
            return -1 - hand
        winning += points > 0
    return winning


def waiting_like_brute_force(states: Any, tables: Any, hands: int) -> int:
    """Hands that wait for a card, of so many with eleven."""
    s, t = at(states, 0), at(tables, 0)
    waiting = 0
    for hand in range(hands):
        take_hand(s, t, hand, HAND)
        found = False
        for card in range(MAX_COLOURS * t.kana):
            if number(s.held[0], card) < number(t.deck[s.core], card):
                add(s.held[0], card)
                found = found or points_by_force(s, t) > 0
                remove(s.held[0], card)
        if found != is_waiting(s, t, 0):
            return -1 - hand
        waiting += found
    return waiting


def take_hand(s: State, t: Tables, hand: int, size: int) -> None:
    """Every third hand is dealt at random; the others begin with three names, and every third exchanges a card."""
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
    """Add a card of a kana, of the colour wished where there is one left, else of any; return how many that are."""
    for turn in range(t.colours):
        card = card_of(kana, (wish + turn) % t.colours)
        if number(s.held[0], card) < number(t.deck[s.core], card):
            add(s.held[0], card)
            return 1
    return 0


def throw(s: State, t: Tables, k: int) -> None:
    """Remove one of the cards."""
    at_card = rand_below(s, k + 1)
    for card in range(MAX_COLOURS * t.kana):
        at_card -= number(s.held[0], card)
        if at_card < 0:
            remove(s.held[0], card)
            return


def points_by_force(s: State, t: Tables) -> int:
    """The points that twelve cards are worth, by trying every three names in every choice of cards."""
    best = -1
    for i in range(t.names[s.core]):
        for j in range(i, t.names[s.core]):
            for k in range(j, t.names[s.core]):
                if t.length[i] + t.length[j] + t.length[k] == HAND + 1:
                    best = max(best, lay_on(s, t, (i, j, k), 0, 0, -1, 0))
    if best < 0 or (best == 0 and s.players == 2):
        return 0
    return min(best, 2) + 1


def lay_on(s: State, t: Tables, names: tuple[int, int, int], which: int, place: int, colour: int, found: int) -> int:
    """The most names of one colour that can be had from here on; -1: the cards do not suffice.

    `colour` is that of the letters laid so far of this name, -1 where they differ.
    """
    if which == NAMES_TO_GO_OUT:
        return found
    name = names[which]
    best = -1
    for c in range(t.colours):
        card = card_of(t.letter[name, place], c)
        if number(s.held[0], card) > 0:
            remove(s.held[0], card)
            alike = c if place == 0 or c == colour else -1
            if place + 1 < t.length[name]:
                best = max(best, lay_on(s, t, names, which, place + 1, alike, found))
            else:
                best = max(best, lay_on(s, t, names, which + 1, 0, -1, found + (alike >= 0)))
            add(s.held[0], card)
    return best
