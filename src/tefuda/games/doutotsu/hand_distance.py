"""How near a hand of ドウトツくじゃん is to going out, and which cards it can do without on the way.

Used by the rules for `candidate_actions`, and by the face for helps; nothing of it bears on what is allowed.
"""

from __future__ import annotations

from tefuda.engine.primitives import Ints
from tefuda.games.doutotsu.actions import FIRST_TAKE
from tefuda.games.doutotsu.bags import ONES, add, colour_of, filled, kana_of, remove, units
from tefuda.games.doutotsu.spelling import can_expose, letters, met, smaller
from tefuda.games.doutotsu.state import HALVES, HAND, NAMES_TO_GO_OUT, State, Tables

NEEDED = 1  # place of the mark that a card is needed, beside the one that it is spare


def nearest(s: State, t: Tables, p: int) -> int:
    """The most of a seat's cards that three names can use; with two players one of them in one colour (D4.4)."""
    return nearest_plain(s, t, p) if s.players > 2 else nearest_coloured(s, t, p)


def nearest_plain(s: State, t: Tables, p: int) -> int:
    """The most of a seat's cards that three names can use, whatever their colours."""
    word0, word1 = letters(s, p)
    best = 0
    for i in range(t.triples[s.core]):
        best = max(best, usable(t, i, word0, word1))
    return best


def nearest_including(s: State, t: Tables, p: int, n: int) -> int:
    """The same, among three names of which name n is one."""
    word0, word1 = letters(s, p)
    best = 0
    for i in range(t.triples[s.core]):
        if t.triple[i, 0] == n or t.triple[i, 1] == n or t.triple[i, 2] == n:
            best = max(best, usable(t, i, word0, word1))
    return best


def nearest_coloured(s: State, t: Tables, p: int) -> int:
    """The most of a seat's cards that three names can use of which one is of one colour."""
    word0, word1 = letters(s, p)
    best = 0
    for i in range(t.triples[s.core]):
        if usable(t, i, word0, word1) > best:
            for j in range(NAMES_TO_GO_OUT):
                n = t.triple[i, j]
                for colour in range(t.colours):
                    # A letter that this colour lacks is lacking, whatever else there is.
                    if HAND + 1 - t.length[n] + in_colour_of(s, t, p, n, colour) > best:
                        best = max(best, met_coloured(s, t, p, i, n, colour, word0, word1))
    return best


def usable(t: Tables, i: int, word0: int, word1: int) -> int:
    """How many of the letters in two words three names can use."""
    found = met(word0, t.whole[0, i])
    if t.wide == 1:
        found += met(word1, t.whole[1, i])
    return found


def in_colour_of(s: State, t: Tables, p: int, n: int, colour: int) -> int:
    """How many of the letters of a name a seat has in one colour."""
    found = met(s.held[p, colour, 0], t.need[n, 0])
    if t.wide == 1:
        found += met(s.held[p, colour, 1], t.need[n, 1])
    return found


def met_coloured(s: State, t: Tables, p: int, i: int, n: int, colour: int, word0: int, word1: int) -> int:
    """Of the letters in two words, how many three names can use if name n takes its own from one colour only."""
    need = t.need[n, 0]
    found = met(word0, t.whole[0, i] - need + smaller(s.held[p, colour, 0], need))
    if t.wide == 1:
        need = t.need[n, 1]
        found += met(word1, t.whole[1, i] - need + smaller(s.held[p, colour, 1], need))
    return found


def mark_spare(s: State, t: Tables, p: int) -> None:
    """Note in `spare` which cards some of the nearest names can do without, and which some of them need."""
    best = nearest(s, t, p)
    word0, word1 = letters(s, p)
    for i in range(t.triples[s.core]):
        if usable(t, i, word0, word1) < best:
            continue
        if s.players > 2:
            mark_spare_of(s, t, p, i, -1, 0)
            continue
        for j in range(NAMES_TO_GO_OUT):
            n = t.triple[i, j]
            for colour in range(t.colours):
                if HAND + 1 - t.length[n] + in_colour_of(s, t, p, n, colour) < best:
                    continue
                if met_coloured(s, t, p, i, n, colour, word0, word1) == best:
                    mark_spare_of(s, t, p, i, n, colour)


def mark_spare_of(s: State, t: Tables, p: int, i: int, n: int, colour: int) -> None:
    """The same for these three names, of which name n, if there is one, takes its letters from one colour."""
    word0, word1 = letters(s, p)
    for half in range(HALVES):
        have = word0 if half == 0 else word1
        own = s.held[p, colour, half]
        kept = 0
        use = t.whole[half, i]
        if n >= 0:
            kept = smaller(own, t.need[n, half])
            use -= t.need[n, half] - kept
        flags = filled(have - smaller(have, use))
        for other in range(t.colours):
            here = flags & filled(own - kept) if other == colour and n >= 0 else flags
            s.spare[other, half] |= here | (ONES & ~here) << NEEDED


def is_spare(s: State, card: int) -> bool:
    """Is a card noted in `spare` as one that some of the nearest names can do without?"""
    unit0, unit1 = units(kana_of(card))
    return s.spare[colour_of(card), 0] & unit0 != 0 or s.spare[colour_of(card), 1] & unit1 != 0


def is_idle(s: State, card: int) -> bool:
    """Is it one that all of them can do without?"""
    unit0, unit1 = units(kana_of(card))
    needed = s.spare[colour_of(card), 0] & unit0 << NEEDED | s.spare[colour_of(card), 1] & unit1 << NEEDED
    return needed == 0 and is_spare(s, card)


def list_useful_takings(s: State, t: Tables, p: int, actions: Ints) -> int:
    """Fill in, after drawing, for which names to take the top discard if it brings one nearer; return their number."""
    n = 0
    for name in range(t.names[s.core]):
        if can_expose(s, t, p, name, s.top - 1):
            n += 1
            actions[n] = FIRST_TAKE + name
    if n == 0:
        return 0
    now = nearest(s, t, p)
    add(s.held[p], s.top - 1)
    best = nearest_plain(s, t, p) if nearest(s, t, p) > now else HAND + 2  # more than any three names use
    useful = 0
    for i in range(1, n + 1):
        if nearest_including(s, t, p, actions[i] - FIRST_TAKE) == best:
            useful += 1
            actions[useful] = actions[i]
    remove(s.held[p], s.top - 1)
    return useful
