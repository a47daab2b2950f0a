"""ニワトリかラマか ポーカー: what each viewer knows: resampling what is hidden, and the key of an information state.

All see the fronts of the notes before the players and at both ends of the deck, and how many notes have which pattern
of marks.  A viewer knows the kinds it has seen in this round by place, and counts from earlier rounds (`notes.py`).
Hidden are the order of the other fronts, the other kinds, the marks that others have made in this round, and what
others remember.
"""

from __future__ import annotations

from tefuda.engine.primitives import low_bit, mix, ones, rand_below
from tefuda.games.llama.notes import bad_notes, memory, seen_in_round, total_notes
from tefuda.games.llama.state import PUBLIC, Kind, State, Tables

WARY_WORLDS = 2  # L10.8: one world in this many is wary: in it others know more than all do


def determinize(s: State, t: Tables, viewer: int) -> None:
    """L10.7, L10.8: resample what the viewer (-1: a spectator) cannot know."""
    sample_fronts(s)
    for place in range(total_notes(s, t)):
        s.where[s.look[place]] |= 1 << place
    sample_kinds(s, t, viewer)
    wary = rand_below(s, WARY_WORLDS) == 0
    for q in range(s.players):
        if q != viewer:
            sample_new_marks(s, t, q, wary)
            sample_memory(s, q, wary)
    for c in range(s.looks):
        s.where[c] = 0


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """Hash all that is public, the kinds that the viewer has seen, the marks it has made, and what it remembers."""
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
    known = seen_in_round(s, viewer)
    h = mix(h, s.open)
    bad = 0
    while known != 0:
        place = low_bit(known)
        known &= known - 1
        bad |= s.kind[place] << place
    h = mix(h, bad)
    good, bad_of = s.sure[memory(v, Kind.GOOD)], s.sure[memory(v, Kind.BAD)]
    public_good, public_bad = s.sure[memory(PUBLIC, Kind.GOOD)], s.sure[memory(PUBLIC, Kind.BAD)]
    for c in range(s.looks):
        remembered = good[c] + (bad_of[c] << 5) + (public_good[c] << 10) + (public_bad[c] << 15)
        h = mix(h, s.pattern[c] + (s.size[c] << 16) + (remembered << 24))
    for p in range(s.players):
        looked = s.looked[p]
        for c in range(s.looks):
            if looked[c] > 0:
                h = mix(h, looked[c] + (c << 5) + (p << 10))
    return mix(h, s.pending if viewer == s.to_act else 0)


# ------------------------------------------------------- L10.7: fronts and kinds


def sample_fronts(s: State) -> None:
    """L2.4: sample the order of the fronts inside the deck; every order is equally likely.

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
                    place = random_bit(s, free, left)
                    free ^= place
                    left -= 1
                    s.look[low_bit(place)] = c


def sample_kinds(s: State, t: Tables, viewer: int) -> None:
    """L10.7: sample the kinds that the viewer has not seen in this round.

    In each pattern, the remembered notes beyond those seen again are at random places among its unseen notes; the kinds
    that are left over are equally likely on all notes that are left over.
    """
    known = seen_in_round(s, viewer)
    everywhere = (1 << total_notes(s, t)) - 1
    bad = 0  # bits: the places of bad notes
    rest = known
    while rest != 0:
        bad |= s.kind[low_bit(rest)] << low_bit(rest)
        rest &= rest - 1
    fixed = known  # bits: the places whose kind is decided
    for c in range(s.looks):
        good_left = s.sure[memory(viewer, Kind.GOOD), c]
        bad_left = s.sure[memory(viewer, Kind.BAD), c]
        if good_left + bad_left > 0:
            here = s.where[c]
            bad_left -= ones(here & bad)
            good_left -= ones(here & known & ~bad)
            free = here & ~known
            chosen = random_bits(s, free, bad_left)
            bad |= chosen
            fixed |= chosen | random_bits(s, free ^ chosen, good_left)
    bad |= random_bits(s, everywhere & ~fixed, bad_notes(s, t) - ones(bad))
    rest = everywhere & ~known
    while rest != 0:
        s.kind[low_bit(rest)] = bad >> low_bit(rest) & 1
        rest &= rest - 1


def random_bits(s: State, bits: int, n: int) -> int:
    """Return n of the bits that are set, at random."""
    chosen = 0
    for count in range(ones(bits), ones(bits) - n, -1):
        chosen |= random_bit(s, bits ^ chosen, count)
    return chosen


def random_bit(s: State, bits: int, count: int) -> int:
    """Return one of the `count` bits that are set, at random."""
    for _ in range(rand_below(s, count)):
        bits &= bits - 1
    return bits & -bits


# ------------------------------------------------ L10.8: what others know alone


def sample_new_marks(s: State, t: Tables, q: int, wary: bool) -> None:
    """L10.8: others have made no new marks; in a wary world, any one or none on each note they can have marked."""
    for i in range(s.held[q]):
        place = s.hand[q, i] - 1
        s.fresh[place] = 0
        free = t.marks & ~s.pattern[s.look[place]]
        if wary and i < s.noted[q] and s.limit > 0:
            skip = rand_below(s, ones(free) + 1)
            while skip > 0:
                skip -= 1
                s.fresh[place] = free & -free
                free &= free - 1


def sample_memory(s: State, q: int, wary: bool) -> None:
    """L10.8: others remember what all do; in a wary world also as many notes as they were seen to look at."""
    good_of, bad_of = s.sure[memory(q, Kind.GOOD)], s.sure[memory(q, Kind.BAD)]
    public_good, public_bad = s.sure[memory(PUBLIC, Kind.GOOD)], s.sure[memory(PUBLIC, Kind.BAD)]
    looked = s.looked[q]
    for c in range(s.looks):
        good, bad = public_good[c], public_bad[c]
        if wary and looked[c] > 0:
            there = 0  # good notes with this pattern
            rest = s.where[c]
            while rest != 0:
                there += 1 - s.kind[low_bit(rest)]
                rest &= rest - 1
            found = 0  # of them, among the notes looked at
            for i in range(looked[c]):
                if rand_below(s, s.size[c] - i) < there - found:
                    found += 1
            good = max(found, good)
            bad = max(looked[c] - found, bad)
        if good_of[c] != good:
            good_of[c] = good
        if bad_of[c] != bad:
            bad_of[c] = bad
