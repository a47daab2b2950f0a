"""ニワトリかラマか ポーカー: who knows what: dealing the hidden notes anew, and the key of what a viewer knows.

Everybody sees the fronts of the notes before the players and at both ends of the deck, and knows how many notes bear
which marks.  A viewer knows the kinds it has seen in this round note by note, and from earlier rounds two counts for
each pattern of marks (L10.7).  Hidden are the order of the other fronts, the other kinds, the marks that others have
made in this round, and what others remember.
"""

from __future__ import annotations

from tefuda.engine.primitives import low_bit, mix, ones, rand_below
from tefuda.games.llama.notes import all_notes, known_to
from tefuda.games.llama.state import BAD, GOOD, PUBLIC, State, Tables

ONE_IN = 2  # worlds is wary: in it others know more than all do

# ---------------------------------------------------------------- determinize


def determinize(s: State, t: Tables, viewer: int) -> None:
    """Deal anew what the viewer (-1: a spectator) cannot know, as L10.7 and L10.8 say."""
    redeal_fronts(s)
    for place in range(all_notes(t)):
        s.where[s.look[place]] |= 1 << place
    redeal_kinds(s, t, viewer)
    wary = 1 if rand_below(s, ONE_IN) == 0 else 0
    for q in range(s.players):
        if q != viewer:
            redeal_marks(s, t, q, wary)
            redeal_memory(s, t, q, wary)
    for c in range(s.looks):
        s.where[c] = 0


def one_of(s: State, places: int, count: int) -> int:
    """Bit: one of so many places."""
    for _ in range(rand_below(s, count)):
        places &= places - 1
    return places & -places


def redeal_fronts(s: State) -> None:
    """The fronts inside the deck: every order is equally likely.

    All places get the commonest of these patterns; the notes with the others are then put among them one by one.
    """
    if s.looks == 1 or s.top < 0:
        return
    for place in range(s.top + 1, s.bottom):
        s.count[s.look[place]] += 1
    common = 0
    most = 0
    for c in range(s.looks):
        if s.count[c] > most:
            most = s.count[c]
            common = c
    for place in range(s.top + 1, s.bottom):
        s.look[place] = common
    left = s.bottom - s.top - 1
    free = (1 << s.bottom) - (2 << s.top)
    for c in range(s.looks):
        notes = s.count[c]
        if notes > 0:
            s.count[c] = 0
            if c != common:
                for _ in range(notes):
                    place = one_of(s, free, left)
                    free ^= place
                    left -= 1
                    s.look[low_bit(place)] = c


def redeal_kinds(s: State, t: Tables, viewer: int) -> None:
    """The kinds that the viewer has not seen in this round.

    In each pattern, the notes remembered beyond those seen again lie anywhere among its other notes; the kinds that are
    left over are equally likely on all notes that are left over.
    """
    known = known_to(s, viewer)
    row = 2 * (viewer if viewer >= 0 else PUBLIC)
    everywhere = (1 << all_notes(t)) - 1
    bad = 0  # bits: the places of bad notes
    rest = known
    while rest != 0:
        bad |= s.kind[low_bit(rest)] << low_bit(rest)
        rest &= rest - 1
    fixed = known
    for c in range(s.looks):
        good_left = s.sure[row + GOOD, c]
        bad_left = s.sure[row + BAD, c]
        if good_left + bad_left > 0:
            here = s.where[c]
            bad_left -= ones(here & bad)
            good_left -= ones(here & known & ~bad)
            free = here & ~known
            count = ones(free)
            for _ in range(bad_left):
                place = one_of(s, free, count)
                free ^= place
                count -= 1
                fixed |= place
                bad |= place
            for _ in range(good_left):
                place = one_of(s, free, count)
                free ^= place
                count -= 1
                fixed |= place
    free = everywhere & ~fixed
    count = ones(free)
    for _ in range(t.notes[BAD] - ones(bad)):
        place = one_of(s, free, count)
        free ^= place
        count -= 1
        bad |= place
    rest = everywhere & ~known
    while rest != 0:
        s.kind[low_bit(rest)] = bad >> low_bit(rest) & 1
        rest &= rest - 1


def redeal_marks(s: State, t: Tables, q: int, wary: int) -> None:
    """L10.8: others have made no new marks; or, in a wary world, any one or none on each note they can have marked."""
    for i in range(s.held[q]):
        place = s.hand[q, i] - 1
        s.fresh[place] = 0
        free = t.marks & ~s.pattern[s.look[place]]
        if wary == 1 and i < s.noted[q] and s.limit > 0:
            skip = rand_below(s, ones(free) + 1)
            while skip > 0:
                skip -= 1
                s.fresh[place] = free & -free
                free &= free - 1


def redeal_memory(s: State, t: Tables, q: int, wary: int) -> None:
    """L10.8: others remember what everybody does; in a wary world also as many notes as they were seen to look at."""
    good_of, bad_of = s.sure[2 * q + GOOD], s.sure[2 * q + BAD]
    all_good, all_bad, looked = s.sure[2 * PUBLIC + GOOD], s.sure[2 * PUBLIC + BAD], s.looked[q]
    for c in range(s.looks):
        good, bad = all_good[c], all_bad[c]
        if wary == 1 and looked[c] > 0:
            there = 0
            rest = s.where[c]
            while rest != 0:
                there += 1 - s.kind[low_bit(rest)]
                rest &= rest - 1
            found = 0
            for i in range(looked[c]):
                if rand_below(s, s.size[c] - i) < there - found:
                    found += 1
            good = max(found, good)
            bad = max(looked[c] - found, bad)
        if good_of[c] != good:
            good_of[c] = good
        if bad_of[c] != bad:
            bad_of[c] = bad


def knows_more(s: State, q: int) -> int:
    """1 where a seat has made new marks, or remembers more than everybody does."""
    for i in range(s.held[q]):
        if s.fresh[s.hand[q, i] - 1] != 0:
            return 1
    for kind in range(2):
        own, common = s.sure[2 * q + kind], s.sure[2 * PUBLIC + kind]
        for c in range(s.looks):
            if own[c] > common[c]:
                return 1
    return 0


# ---------------------------------------------------------------- info key


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """All that is public, the kinds the viewer has seen, the marks it has made, and what it remembers."""
    v = viewer if viewer >= 0 else PUBLIC
    h = mix(s.round + (s.game << 8) + (s.games << 12) + (s.rounds << 16), s.to_act + 1 + (viewer + 1 << 3))
    h = mix(h, s.phase + (s.dealer << 3) + (s.unit << 6) + (s.lap << 8) + (s.limit << 11) + (s.swap << 13))
    h = mix(h, s.waiting + (s.alive << 5) + (s.folded << 10) + (s.gone << 15) + (s.allin << 20))
    for p in range(s.players):
        h = mix(h, s.coins[p] + (s.stake[p] << 8) + (s.vote[p] << 16) + (s.held[p] << 20) + (s.noted[p] << 24))
        if s.games > 1:
            h = mix(h, s.wins[p] + (s.outlasted[p] << 8))
        if s.alive >> p & 1 == 0:
            h = mix(h, s.fell[p])
        for i in range(s.held[p]):
            place = s.hand[p, i] - 1
            h = mix(h, place + (s.look[place] << 5) + ((s.fresh[place] if p == v else 0) << 10))
    if s.top >= 0:
        h = mix(h, s.top + (s.bottom << 5) + (s.look[s.top] << 10) + (s.look[s.bottom] << 15))
    known = known_to(s, viewer)
    h = mix(h, s.open)
    bad = 0
    while known != 0:
        place = low_bit(known)
        known &= known - 1
        bad |= s.kind[place] << place
    h = mix(h, bad)
    good, bad_of = s.sure[2 * v + GOOD], s.sure[2 * v + BAD]
    all_good, all_bad = s.sure[2 * PUBLIC + GOOD], s.sure[2 * PUBLIC + BAD]
    for c in range(s.looks):
        remembered = good[c] + (bad_of[c] << 5) + (all_good[c] << 10) + (all_bad[c] << 15)
        h = mix(h, s.pattern[c] + (s.size[c] << 16) + (remembered << 24))
    for p in range(s.players):
        looked = s.looked[p]
        for c in range(s.looks):
            if looked[c] > 0:
                h = mix(h, looked[c] + (c << 5) + (p << 10))
    return mix(h, s.pending if viewer == s.to_act else 0)
