"""ニワトリかラマか ポーカー: the notes from round to round: gathered, looked over, remembered, shuffled and dealt.

What a seat remembers of notes that look alike is two counts for each pattern of marks (L10.7): at least so many of
either kind.  The counts are brought up to date here, when the notes come together, from what the seat has seen in the
round and from how many notes went from one pattern to another, which everybody can tell.
"""

from __future__ import annotations

from tefuda.engine.primitives import emit, low_bit, rand_below
from tefuda.games.llama.state import (
    APPEARED,
    BAD,
    DEALT,
    GATHERED,
    GOOD,
    PUBLIC,
    SHUFFLED,
    State,
    Tables,
)


def all_notes(t: Tables) -> int:
    """How many notes there are."""
    return t.notes[GOOD] + t.notes[BAD]


def lay_out(s: State, t: Tables) -> None:
    """L1.2: the notes before the first shuffle: none has a mark."""
    for place in range(all_notes(t)):
        s.kind[place] = GOOD if place < t.notes[GOOD] else BAD
    s.looks = 1
    s.size[0] = all_notes(t)
    s.top = -1


def gather(s: State, t: Tables) -> None:
    """L8.6, L10.5: the notes come together, and everybody looks their fronts over: the new marks appear."""
    remember(s)
    flows = 0
    for place in range(all_notes(t)):
        if s.fresh[place] != 0:
            flows = 1
    if flows == 1:
        flows = find_flows(s, all_notes(t))
        carry_over(s, flows)
        take_new_patterns(s, t, flows)
    s.held[:] = 0
    s.noted[:] = 0
    s.hand[:] = 0
    s.seen[:] = 0
    s.open = 0
    s.top = -1
    emit(s, GATHERED)
    for f in range(flows):
        if s.was[f] != s.marked[f]:
            emit(s, APPEARED, s.was[f], s.marked[f], s.flow[f])
    s.was[:] = 0
    s.marked[:] = 0
    s.flow[:] = 0


def deal(s: State, t: Tables) -> None:
    """L2.2: shuffle all notes and deal two to each seat in the game."""
    for i in range(all_notes(t) - 1, 0, -1):
        j = rand_below(s, i + 1)
        kind = s.kind[i]
        s.kind[i] = s.kind[j]
        s.kind[j] = kind
        look = s.look[i]
        s.look[i] = s.look[j]
        s.look[j] = look
    s.top = 0
    for p in range(s.players):
        if s.alive >> p & 1 == 1:
            for _ in range(DEALT):
                s.seen[p] |= 1 << s.top
                s.hand[p, s.held[p]] = 1 + s.top
                s.held[p] += 1
                s.top += 1
    s.bottom = all_notes(t) - 1
    emit(s, SHUFFLED, s.round, s.dealer)


# --------------------------------------------------------------- what is remembered


def known_to(s: State, viewer: int) -> int:
    """Bits: the places whose note the viewer (PUBLIC or less than 0: a spectator) has seen in this round."""
    if viewer < 0 or viewer >= PUBLIC:
        return s.open
    return s.open | s.seen[viewer]


def remember(s: State) -> None:
    """L10.7: as many of a pattern as were seen in this round at once, or as were remembered before."""
    for i in range(s.players + 1):
        v = i if i < s.players else PUBLIC
        known = known_to(s, v)
        if known == 0:
            continue
        while known != 0:
            place = low_bit(known)
            known &= known - 1
            s.flow[s.look[place]] += 1
            if s.kind[place] == GOOD:
                s.count[s.look[place]] += 1
        for c in range(s.looks):
            seen = s.flow[c]
            if seen == 0:
                continue
            good = s.count[c]
            s.sure[2 * v + GOOD, c] = max(s.sure[2 * v + GOOD, c], good)
            s.sure[2 * v + BAD, c] = max(s.sure[2 * v + BAD, c], seen - good)
            if v < PUBLIC:
                s.looked[v, c] = max(s.looked[v, c], seen)
            s.count[c] = 0
            s.flow[c] = 0


def find_flows(s: State, notes: int) -> int:
    """How many notes go from which pattern to which; returns the number of such flows.

    marked[place] becomes the new pattern of a note and target[place] its index among the new ones; flow f has flow[f]
    notes, of which one lies at spot[f].
    """
    for i in range(notes):
        s.marked[i] = s.pattern[s.look[i]] | s.fresh[i]
    flows = 0
    for i in range(notes):
        marked = s.marked[i]
        j = 0
        while s.marked[j] != marked:
            j += 1
        if j == i:  # the first note with these marks
            for j in range(notes):
                if s.marked[j] > marked:
                    s.target[j] += 1
    for i in range(notes):
        look = s.look[i]
        target = s.target[i]
        f = 0
        while f < flows and (s.look[s.spot[f]] != look or s.target[s.spot[f]] != target):
            f += 1
        if f == flows:
            s.spot[f] = i
            flows += 1
        s.flow[f] += 1
    return flows


def carry_over(s: State, flows: int) -> None:
    """L10.7: of the notes remembered of a pattern, those that must be among the ones that went to another.

    Whoever has marked a note knows where it went, and its kind if they have seen it.  A seat has seen its own notes of
    no kind it remembers nothing of, so patterns without remembered notes need no look.
    """
    for i in range(s.players + 1):
        v = i if i < s.players else PUBLIC
        for kind in range(2):
            row = 2 * v + kind
            remembered = 0
            for c in range(s.looks):
                remembered += s.sure[row, c]
            if remembered == 0:
                continue
            for f in range(flows):
                old = s.look[s.spot[f]]
                remembered = s.sure[row, old]
                if remembered == 0:
                    continue
                new = s.target[s.spot[f]]
                least = remembered - (s.size[old] - s.flow[f])
                if v < PUBLIC:
                    least = max(least, own_in_flow(s, v, kind, old, new))
                s.count[new] += max(0, least)
            for c in range(flows):
                s.sure[row, c] = s.count[c]
                s.count[c] = 0
            for c in range(flows, s.looks):
                s.sure[row, c] = 0
        if v < PUBLIC:
            for f in range(flows):
                old = s.look[s.spot[f]]
                s.count[s.target[s.spot[f]]] += max(0, s.looked[v, old] - (s.size[old] - s.flow[f]))
            for c in range(flows):
                s.looked[v, c] = s.count[c]
                s.count[c] = 0
            for c in range(flows, s.looks):
                s.looked[v, c] = 0


def own_in_flow(s: State, p: int, kind: int, old: int, new: int) -> int:
    """How many notes before a seat, of a kind and looked at, go from one pattern to another."""
    found = 0
    for i in range(s.held[p]):
        place = s.hand[p, i] - 1
        moved = s.look[place] == old and s.target[place] == new
        if moved and s.seen[p] >> place & 1 == 1 and s.kind[place] == kind:
            found += 1
    return found


def take_new_patterns(s: State, t: Tables, flows: int) -> None:
    """Give every note its new pattern; was[f] and marked[f] become the patterns of flow f before and after."""
    for f in range(flows):
        s.was[f] = s.pattern[s.look[s.spot[f]]]
    s.pattern[:] = 0
    s.size[:] = 0
    s.looks = 0
    for place in range(all_notes(t)):
        new = s.target[place]
        s.look[place] = new
        s.pattern[new] = s.marked[place]
        s.size[new] += 1
        s.looks = max(s.looks, new + 1)
        s.fresh[place] = 0
    s.marked[:] = 0
    for f in range(flows):
        s.marked[f] = s.pattern[s.target[s.spot[f]]]
    s.target[:] = 0
    s.spot[:] = 0
