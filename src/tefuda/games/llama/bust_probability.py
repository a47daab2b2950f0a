"""ニワトリかラマか ポーカー: how likely a viewer must think it that a note, or one of several, busts.

Worked out exactly as `hidden.determinize` deals, from what the viewer sees and remembers and from nothing else.  The
face shows it as a help; ordinary Python, never compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import comb

from tefuda.games.llama.notes import all_notes, known_to
from tefuda.games.llama.state import BAD, GOOD, PUBLIC, State, Tables


class Odds:
    """The chances of one viewer (-1: a spectator) at one moment."""

    def __init__(self, s: State, t: Tables, viewer: int) -> None:
        self.s = s
        self.known = known_to(s, viewer)
        row = 2 * (viewer if viewer >= 0 else PUBLIC)
        self.unknown = list(s.size)[: s.looks]  # notes of each pattern whose kind is not seen
        self.good = [s.sure[row + GOOD, c] for c in range(s.looks)]  # of these, remembered as good
        self.bad = [s.sure[row + BAD, c] for c in range(s.looks)]
        seen_bad = 0
        for place in range(all_notes(t)):
            if self.known >> place & 1:
                look = s.look[place]
                self.unknown[look] -= 1
                if s.kind[place] == BAD:
                    self.bad[look] = max(0, self.bad[look] - 1)
                    seen_bad += 1
                else:
                    self.good[look] = max(0, self.good[look] - 1)
        self.pool = sum(self.unknown) - sum(self.good) - sum(self.bad)  # notes of which nothing is known
        self.pool_bad = t.notes[BAD] - seen_bad - sum(self.bad)

    def bust(self, places: Iterable[int]) -> float:
        """The chance that at least one of the notes at these places is bad."""
        looks: Counter[int] = Counter()
        for place in places:
            if not self.known >> place & 1:
                looks[self.s.look[place]] += 1
            elif self.s.kind[place] == BAD:
                return 1.0
        classes = sorted((self.unknown[c], self.good[c], self.bad[c], count) for c, count in looks.items())
        return 1.0 - all_good(tuple(classes), self.pool, self.pool_bad)

    def percent(self, places: Iterable[int]) -> int:
        """The same in percent; 0 and 100 only where it is certain."""
        chance = self.bust(places)
        if chance < 1e-9:
            return 0
        if chance > 1 - 1e-9:
            return 100
        return min(99, max(1, round(100 * chance)))


@lru_cache(8192)
def all_good(classes: tuple[tuple[int, int, int, int], ...], pool: int, pool_bad: int) -> float:
    """The chance that none of some notes is bad.

    Each class of notes that look alike gives how many of it are unseen, how many of these are remembered as good and as
    bad, and how many are asked for; all that is not remembered is one pool of so many notes, of which so many are bad.
    """
    from_pool = {0: 1.0}  # how many of the notes are of those nothing is known of: chance, and none is bad so far
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
    return sum(chance * comb(pool - k, pool_bad) / comb(pool, pool_bad) for k, chance in from_pool.items())
