"""ドウトツくじゃん: what each viewer can know, and sampling of the cards it cannot.

All seats see every discard as it is made and every exposed card; other hands and the deck are hidden.  Each way to
spread the unseen cards over them is equally likely, with one exception: while a seat is exposing a name, its hand is
known to hold the letters still to be laid, in some colour.  That hand is dealt first, letter by letter.
"""

from __future__ import annotations

from tefuda.engine.primitives import mix, rand_below
from tefuda.engine.rules_helpers import choose
from tefuda.games.doutotsu.bags import ALL, add, cards_among, draw, remove, units
from tefuda.games.doutotsu.state import HALVES, HAND, MAX_COLOURS, Phase, State, Tables

DIGIT = 1 << 10


def determinize(s: State, t: Tables, viewer: int) -> None:
    """Deal other hands and the deck; after the match no hand is hidden, because the cards have been gathered."""
    if s.to_act >= 0:
        deal_unseen(s, t, viewer)


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """Hash open cards, the discards (all saw them being made), the viewer's own cards, and those a seat shows."""
    h = mix(s.to_act + 1 + 4 * s.first + 16 * s.phase + 64 * s.game, s.core + 2 * s.open_discards + 4 * s.most_games)
    h = mix(h, s.top + (s.under << 8) + (s.left << 16) + (s.shown << 24))
    h = mix(h, s.scores[0] + (s.scores[1] << 8) + (s.scores[2] << 16))
    for p in range(s.players):
        h = mix(h, s.name[p])
        if s.name[p] > 0:
            for place in range(t.length[s.name[p] - 1]):
                h = mix(h, s.exposed[p, place])
    for colour in range(t.colours):
        for half in range(1 + t.wide):
            h = mix(h, s.buried[colour, half])
            if viewer >= 0:
                h = mix(h, s.held[viewer, colour, half])
            if s.shown > 0:
                h = mix(h, s.held[s.shown - 1, colour, half])
    return h


def deal_unseen(s: State, t: Tables, viewer: int) -> None:
    """Deal the hands of all seats but the viewer's, and the deck."""
    done = 0 if viewer < 0 else 1 << viewer  # bits: seats whose hands are final
    for p in range(s.players):
        if done >> p & 1 == 0:
            take_back(s, t, p)
    if s.phase == Phase.LAY and s.to_act != viewer:
        deal_exposing_hand(s, t, s.to_act)
        done |= 1 << s.to_act
    for p in range(s.players):
        if done >> p & 1 == 0:
            for _ in range(hand_size(s, t, p)):
                add(s.held[p], draw(s, ALL, ALL, s.left))
                s.left -= 1


def hand_size(s: State, t: Tables, p: int) -> int:
    """Return the cards in a hand: eleven, one more in the middle of a turn, less those that lie exposed."""
    size = HAND
    if p == s.to_act and s.phase != Phase.CHOOSE:
        size += 1
    if s.name[p] > 0:
        for place in range(t.length[s.name[p] - 1]):
            size -= s.exposed[p, place] > 0
    return size


def take_back(s: State, t: Tables, p: int) -> None:
    """Put a hand into the deck; exposed cards stay."""
    s.left += hand_size(s, t, p)
    for colour in range(MAX_COLOURS):
        for half in range(HALVES):
            s.pile[colour, half] += s.held[p, colour, half]
            s.held[p, colour, half] = 0
    if s.name[p] > 0:
        for place in range(t.length[s.name[p] - 1]):
            if s.exposed[p, place] > 0:
                add(s.held[p], s.exposed[p, place] - 1)
                remove(s.pile, s.exposed[p, place] - 1)


# -------------------------------------------------- a hand that holds letters


def deal_exposing_hand(s: State, t: Tables, p: int) -> None:
    """Deal the hand of the seat that is exposing a name: any hand with the letters to be laid, each equally likely.

    Kana by kana: draw how many of it the hand holds, by the number of such hands, then which; at last the cards of all
    other kana.
    """
    size = hand_size(s, t, p)
    mask0 = ALL
    mask1 = ALL
    place = next_needed(s, t, p, -1)
    while place >= 0:
        unit0, unit1 = units(t.letter[s.name[p] - 1, place])
        mask0 &= ~(15 * unit0)
        mask1 &= ~(15 * unit1)
        place = next_needed(s, t, p, place)
    others = cards_among(s.pile, mask0, mask1)
    place = next_needed(s, t, p, -1)
    while place >= 0:
        kana = t.letter[s.name[p] - 1, place]
        unit0, unit1 = units(kana)
        there = cards_among(s.pile, 15 * unit0, 15 * unit1)
        after = next_needed(s, t, p, place)
        k = uniform(s, count_hands(s, t, p, place, size, others))
        copies = needed(s, t, p, kana)
        ways = choose(there, copies) * count_hands(s, t, p, after, size - copies, others)
        while k >= ways:
            k -= ways
            copies += 1
            ways = choose(there, copies) * count_hands(s, t, p, after, size - copies, others)
        for i in range(copies):
            add(s.held[p], draw(s, 15 * unit0, 15 * unit1, there - i))
        size -= copies
        s.left -= copies
        place = after
    for i in range(size):
        add(s.held[p], draw(s, mask0, mask1, others - i))
    s.left -= size


def count_hands(s: State, t: Tables, p: int, place: int, size: int, others: int) -> int:
    """Return how many hands of `size` cards hold the letters needed from `place` on; `others` cards have other kana."""
    if size < 0:
        return 0
    if place < 0:
        return choose(others, size)
    kana = t.letter[s.name[p] - 1, place]
    unit0, unit1 = units(kana)
    there = cards_among(s.pile, 15 * unit0, 15 * unit1)
    after = next_needed(s, t, p, place)
    ways = 0
    for copies in range(needed(s, t, p, kana), there + 1):
        ways += choose(there, copies) * count_hands(s, t, p, after, size - copies, others)
    return ways


def next_needed(s: State, t: Tables, p: int, place: int) -> int:
    """Return the first place after `place` whose letter is still to be laid, each kana counted once; -1: none."""
    n = s.name[p] - 1
    place += 1
    while place < t.length[n]:
        if s.exposed[p, place] == 0:
            known = False
            for before in range(place):
                if s.exposed[p, before] == 0 and t.letter[n, before] == t.letter[n, place]:
                    known = True
            if not known:
                return place
        place += 1
    return -1


def needed(s: State, t: Tables, p: int, kana: int) -> int:
    """Return how often a kana is still to be laid."""
    n = s.name[p] - 1
    copies = 0
    for place in range(t.length[n]):
        copies += s.exposed[p, place] == 0 and t.letter[n, place] == kana
    return copies


def uniform(s: State, n: int) -> int:
    """Return a uniform integer in [0, n) for n up to 2**60, digit by digit: each draw has few outcomes to enumerate."""
    unit = 1
    while (n - 1) // unit >= DIGIT:
        unit *= DIGIT
    k = n
    while k >= n:
        k = rand_below(s, (n - 1) // unit + 1)
        place = unit
        while place > 1:
            place //= DIGIT
            k = k * DIGIT + rand_below(s, DIGIT)
    return k
