"""ニワトリかラマか ポーカー: the probability, to a viewer, that a note or one of several busts; a play aid.

It is the exact share of the worlds that `determinize` samples, by what the viewer sees and remembers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb, fsum
from typing import NamedTuple

from tefuda.games.llama.notes import bad_notes, memory, seen_in_round
from tefuda.games.llama.state import Kind, State, Tables


class Knowledge(NamedTuple):
    """What a viewer knows of the notes, besides where which pattern lies: part of the key of a cache."""

    known: int  # places, as bits, whose kind it sees
    known_bad: int  # of these, those with a bad note
    size: tuple[int, ...]  # notes of each pattern
    good: tuple[int, ...]  # of these, remembered as good
    bad: tuple[int, ...]
    all_bad: int  # bad notes in the deck

    @staticmethod
    def of(s: State, t: Tables, viewer: int) -> Knowledge:
        """Return what a viewer (-1: a spectator) knows in a state."""
        return Knowledge.of_all(s, t, (viewer,))[0]

    @staticmethod
    def of_all(s: State, t: Tables, viewers: Sequence[int]) -> tuple[Knowledge, ...]:
        """Return what each of several viewers knows in a state."""
        looks, in_deck = slice(s.looks), bad_notes(s, t)
        sizes = tuple(s.size.values()[looks])
        bad = sum([1 << place for place, kind in enumerate(s.kind.values()) if kind == Kind.BAD])
        found = []
        for viewer in viewers:
            known = seen_in_round(s, viewer)
            good = tuple(s.sure[memory(viewer, Kind.GOOD)].values()[looks])
            remembered_bad = tuple(s.sure[memory(viewer, Kind.BAD)].values()[looks])
            found.append(Knowledge(known, known & bad, sizes, good, remembered_bad, in_deck))
        return tuple(found)


class BustProbability:
    """The probabilities of one viewer; `look` has the pattern of each place that it sees or that is asked for."""

    def __init__(self, knowledge: Knowledge, look: Mapping[int, int]) -> None:
        self.known, self.known_bad, self.look = knowledge.known, knowledge.known_bad, look
        self.unknown = list(knowledge.size)  # notes of each pattern whose kind is not seen
        self.good, self.bad = list(knowledge.good), list(knowledge.bad)  # of these, remembered as good and bad
        for place in range(self.known.bit_length()):
            if self.known >> place & 1:
                pattern, sure = look[place], self.bad if self.known_bad >> place & 1 else self.good
                self.unknown[pattern] -= 1
                sure[pattern] = max(0, sure[pattern] - 1)
        self.pool = sum(self.unknown) - sum(self.good) - sum(self.bad)  # notes of unknown kind
        self.pool_bad = knowledge.all_bad - self.known_bad.bit_count() - sum(self.bad)

    def of(self, places: Iterable[int]) -> float:
        """Return the probability that at least one of the notes at these places is bad."""
        looks: dict[int, int] = {}  # how many notes of each pattern
        for place in places:
            if not self.known >> place & 1:
                looks[self.look[place]] = looks.get(self.look[place], 0) + 1
            elif self.known_bad >> place & 1:
                return 1.0
        classes = sorted((self.unknown[c], self.good[c], self.bad[c], count) for c, count in looks.items())
        return 1.0 - all_good(tuple(classes), self.pool, self.pool_bad)

    def percent(self, places: Iterable[int]) -> int:
        """Return the same in percent; 0 and 100 only where it is certain."""
        chance = self.of(places)
        if chance < 1e-9:
            return 0
        if chance > 1 - 1e-9:
            return 100
        return min(99, max(1, round(100 * chance)))


@lru_cache(8192)
def all_good(classes: tuple[tuple[int, int, int, int], ...], pool: int, pool_bad: int) -> float:
    """Return the probability that none of some notes is bad.

    For each pattern, `classes` has the number of its unseen notes, how many of these are remembered as good and as bad,
    and how many are asked for.  Those not remembered form one pool of `pool` notes, `pool_bad` of them bad.
    """
    from_pool = {0: 1.0}  # by number of notes from the pool so far: probability, with no bad note remembered
    for unknown, good, bad, count in classes:
        clear = comb(unknown - count, bad) / comb(unknown, bad)
        ways = comb(unknown - bad, count)
        after: dict[int, float] = {}
        for k, chance in from_pool.items():
            for free in range(count + 1):
                share = comb(good, count - free) * comb(unknown - bad - good, free)
                if share and clear:
                    after[k + free] = after.get(k + free, 0.0) + chance * clear * share / ways
        from_pool = after
    return fsum(chance * comb(pool - k, pool_bad) / comb(pool, pool_bad) for k, chance in from_pool.items())
