"""What a viewer of ドウトツくじゃん cannot know, dealt anew.

Everybody sees every discard as it is made and every exposed card; what nobody sees are other hands and the pile.  Each
way to spread the unseen cards over them is equally likely, with one exception: while a seat is exposing a name, its
hand is known to hold the letters still to be laid, in some colour.  That hand is dealt first, letter by letter.
"""

from __future__ import annotations

from tefuda.engine.primitives import rand_below
from tefuda.games.doutotsu.bags import ALL, add, cards_among, draw, remove, units
from tefuda.games.doutotsu.state import CHOOSE, HALVES, HAND, LAY, MAX_COLOURS, State, Tables

DIGIT = 1 << 10


def deal_unseen(s: State, t: Tables, viewer: int) -> None:
    """The hands of all seats but the viewer's, and the pile."""
    done = 0 if viewer < 0 else 1 << viewer  # bits: seats whose hands are settled
    for p in range(s.players):
        if done >> p & 1 == 0:
            take_back(s, t, p)
    if s.phase == LAY and s.to_act != viewer:
        deal_exposing_hand(s, t, s.to_act)
        done |= 1 << s.to_act
    for p in range(s.players):
        if done >> p & 1 == 0:
            for _ in range(hand_size(s, t, p)):
                add(s.held[p], draw(s, ALL, ALL, s.left))
                s.left -= 1


def hand_size(s: State, t: Tables, p: int) -> int:
    """Cards in a hand: eleven, one more in the middle of a turn, less those that lie exposed."""
    size = HAND
    if p == s.to_act and s.phase != CHOOSE:
        size += 1
    if s.name[p] > 0:
        for place in range(t.length[s.name[p] - 1]):
            size -= s.exposed[p, place] > 0
    return size


def take_back(s: State, t: Tables, p: int) -> None:
    """Put a hand into the pile; what is exposed stays."""
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

    Kana by kana: first how many of it the hand holds, with the share that such hands have, then which; in the end the
    cards of all other kana.
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
        k = below(s, hands(s, t, p, place, size, others))
        copies = needed(s, t, p, kana)
        ways = choose(there, copies) * hands(s, t, p, after, size - copies, others)
        while k >= ways:
            k -= ways
            copies += 1
            ways = choose(there, copies) * hands(s, t, p, after, size - copies, others)
        for i in range(copies):
            add(s.held[p], draw(s, 15 * unit0, 15 * unit1, there - i))
        size -= copies
        s.left -= copies
        place = after
    for i in range(size):
        add(s.held[p], draw(s, mask0, mask1, others - i))
    s.left -= size


def hands(s: State, t: Tables, p: int, place: int, size: int, others: int) -> int:
    """In how many ways `size` cards hold the letters needed from `place` on, `others` cards being of other kana."""
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
        ways += choose(there, copies) * hands(s, t, p, after, size - copies, others)
    return ways


def next_needed(s: State, t: Tables, p: int, place: int) -> int:
    """The first place after `place` whose letter is still to be laid, each kana counted once; -1: none."""
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
    """How often a kana is still to be laid."""
    n = s.name[p] - 1
    copies = 0
    for place in range(t.length[n]):
        copies += s.exposed[p, place] == 0 and t.letter[n, place] == kana
    return copies


def choose(n: int, k: int) -> int:
    """Binomial coefficient; 0 where k is outside 0..n."""
    if k < 0 or k > n:
        return 0
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


def below(s: State, n: int) -> int:
    """A uniform integer in [0, n) for n up to 2**60, digit by digit: each draw has few outcomes to enumerate."""
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
