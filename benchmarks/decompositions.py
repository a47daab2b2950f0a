"""Decomposition of hands of ドウトツくじゃん, in the rules' Numba subset; `doutotsu.py` compiles it."""

from __future__ import annotations

from typing import Any

from tefuda.engine.primitives import at, rand_below
from tefuda.games.doutotsu.bags import ALL, add, card_of, cards_among, count_of, draw, remove
from tefuda.games.doutotsu.hands import is_waiting, out_points
from tefuda.games.doutotsu.state import HALVES, HAND, MAX_COLOURS, NAMES_TO_GO_OUT

HANDS = 1024  # number of prepared hands


def deal_hands(states: Any, tables: Any, seed: int, random: int, short: int) -> None:
    """Fill every state's first hand with 12 cards (11 if `short`): random ones, or cards that spell three names."""
    t = at(tables, 0)
    for i in range(HANDS):
        s = at(states, i)
        s.rng = seed + i
        s.players = 2 + i % 2
        s.held[:] = 0
        for colour in range(MAX_COLOURS):
            for half in range(HALVES):
                s.pile[colour, half] = t.deck[0, colour, half]
        if random == 1:
            for _ in range(HAND + 1):
                add(s.held[0], draw(s, ALL, ALL, cards_among(s.pile, ALL, ALL)))
        else:
            three = rand_below(s, t.triples[0])
            for j in range(NAMES_TO_GO_OUT):
                name = t.triple[three, j]
                for place in range(t.length[name]):
                    card = card_of(t.letter[name, place], rand_below(s, t.colours))
                    while count_of(s.pile, card) == 0:
                        card = card_of(t.letter[name, place], rand_below(s, t.colours))
                    remove(s.pile, card)
                    add(s.held[0], card)
        if short == 1:
            card = rand_below(s, MAX_COLOURS * t.kana)
            while count_of(s.held[0], card) == 0:
                card = rand_below(s, MAX_COLOURS * t.kana)
            remove(s.held[0], card)


def sum_points(states: Any, tables: Any, count: int) -> int:
    """Return the sum of the points of `count` hands."""
    t = at(tables, 0)
    points = 0
    for i in range(count):
        points += out_points(at(states, i % HANDS), t, 0)
    return points


def count_waiting(states: Any, tables: Any, count: int) -> int:
    """Return how many of `count` hands wait for a card."""
    t = at(tables, 0)
    waiting = 0
    for i in range(count):
        waiting += is_waiting(at(states, i % HANDS), t, 0)
    return waiting
