"""ニワトリかラマか ポーカー: the notes, their marks, and what is remembered of them from round to round (L10.7).

**Patterns.** All marks on a note together are its pattern.  `pattern[c]` lists the patterns on the table, ascending,
and `look[place]` says which of them the note at a place has; `size[c]` notes have pattern c.  All this is public: the
fronts lie face up.  New marks of this round are apart from it, in `fresh[place]`; only their maker knows them.

**Memory.** Notes with equal patterns cannot be told apart after a shuffle, so a viewer remembers counts: among the
notes with pattern c there are at least `sure[memory(v, kind), c]` of that kind.  Viewers are the seats and PUBLIC,
which remembers what was shown to all.  `looked[p, c]` is public too: at least this many notes with pattern c has seat p
looked at, whatever their kinds.

**Between rounds** `gather` updates the counts in two steps.

1. `remember_seen`: a viewer who saw more notes of a pattern at once than it remembered, remembers those.
2. `carry_memory`: notes with new marks change their pattern.  All notes that go from one pattern to the same other
   one (or keep it) are a *flow*, and every player sees how many they are.  Of k remembered notes at least
   k - (size of the old pattern - notes in the flow) must be in the flow, because the rest of the pattern has no room
   for more.  The maker of marks also knows which of its own notes went where.  Flows into one pattern add up.

For example, three notes have a crease at the top edge, and Aki remembers that two of them are llamas: size 3, sure 2.
In this round Ben nicks one of them.  Two flows: two notes stay "crease", one becomes "crease, nick".  Of those that
stayed at least 2 - (3 - 2) = 1 is a llama, of the nicked one 2 - (3 - 1) = 0: Aki's counts are now 1 and 0.  Had Aki
nicked the note, having seen that it was a llama, they would be 1 and 1.
"""

from __future__ import annotations

from tefuda.engine.primitives import emit, low_bit, rand_below
from tefuda.engine.record import Row
from tefuda.games.llama.state import DEALT, HAND, PUBLIC, Event, Kind, State, Tables


def total_notes(s: State, t: Tables) -> int:
    """L1.2: return the number of notes."""
    return s.notes if s.notes > 0 else t.notes[Kind.GOOD] + t.notes[Kind.BAD]


def bad_notes(s: State, t: Tables) -> int:
    """L1.2: return how many of them bust a hand; of fewer notes for study about the same share as in the card file."""
    bad = t.notes[Kind.BAD]
    if s.notes == 0:
        return bad
    whole = bad + t.notes[Kind.GOOD]
    return (2 * s.notes * bad + whole) // (2 * whole)


def largest_hand(s: State) -> int:
    """L4.1, L4.3: return how many notes a hand can have; so few for study that the deck never runs out."""
    return HAND if s.notes == 0 else min(HAND, (s.notes - 1) // s.players)


def lay_out(s: State, t: Tables) -> None:
    """L1.2: the notes before the first shuffle: none has a mark."""
    for place in range(total_notes(s, t)):
        s.kind[place] = Kind.GOOD if place < total_notes(s, t) - bad_notes(s, t) else Kind.BAD
    s.looks = 1
    s.size[0] = total_notes(s, t)
    s.top = -1


def deal(s: State, t: Tables) -> None:
    """L2.2: shuffle all notes and deal two to each seat in the game, which looks at them."""
    for i in range(total_notes(s, t) - 1, 0, -1):
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
    s.bottom = total_notes(s, t) - 1
    emit(s, Event.SHUFFLED, s.round, s.dealer)


def gather(s: State, t: Tables) -> None:
    """L8.6, L10.5, L10.7: bring all notes together; new marks come to light, and memories are updated."""
    remember_seen(s)
    flows = 0
    if any_new_marks(s, t):
        flows = find_flows(s, total_notes(s, t))
        carry_memory(s, flows)
        take_new_patterns(s, t, flows)
    s.held[:] = 0
    s.noted[:] = 0
    s.hand[:] = 0
    s.seen[:] = 0
    s.open = 0
    s.top = -1
    emit(s, Event.GATHERED)
    for f in range(flows):
        if s.was[f] != s.marked[f]:
            emit(s, Event.APPEARED, s.was[f], s.marked[f], s.flow[f])
    s.was[:] = 0
    s.marked[:] = 0
    s.flow[:] = 0


def memory(viewer: int, kind: int) -> int:
    """Return the row of `sure` with what a viewer (less than 0: a spectator) remembers of a kind."""
    return 2 * (viewer if viewer >= 0 else PUBLIC) + kind


def seen_in_round(s: State, viewer: int) -> int:
    """Return the places, as bits, whose kind a viewer (PUBLIC, or less than 0: a spectator) has seen in this round."""
    if viewer < 0 or viewer >= PUBLIC:
        return s.open
    return s.open | s.seen[viewer]


# ------------------------------------------------- L10.7: update of memories


def remember_seen(s: State) -> None:
    """L10.7: raise what each viewer remembers to what it saw at once in this round."""
    for i in range(s.players + 1):
        v = i if i < s.players else PUBLIC
        places = seen_in_round(s, v)
        if places == 0:
            continue
        while places != 0:
            place = low_bit(places)
            places &= places - 1
            s.flow[s.look[place]] += 1
            if s.kind[place] == Kind.GOOD:
                s.count[s.look[place]] += 1
        for c in range(s.looks):
            seen = s.flow[c]
            if seen == 0:
                continue
            good = s.count[c]
            s.sure[memory(v, Kind.GOOD), c] = max(s.sure[memory(v, Kind.GOOD), c], good)
            s.sure[memory(v, Kind.BAD), c] = max(s.sure[memory(v, Kind.BAD), c], seen - good)
            if v < PUBLIC:
                s.looked[v, c] = max(s.looked[v, c], seen)
            s.count[c] = 0
            s.flow[c] = 0


def any_new_marks(s: State, t: Tables) -> bool:
    """Return whether any note was marked in this round."""
    found = 0
    for place in range(total_notes(s, t)):
        found |= s.fresh[place]
    return found != 0


def find_flows(s: State, notes: int) -> int:
    """Group the notes by old and new pattern; return the number of groups, called flows.

    Sets for each place marked[place], the new pattern of its note, and target[place], the index that this pattern will
    have; and for each flow f flow[f], the number of its notes, spot[f], the place of one of them, and was[f], the
    index of their old pattern.
    """
    patterns = 0  # found so far; ascending in `was`, which the flows need later
    for i in range(notes):
        marked = s.pattern[s.look[i]] | s.fresh[i]
        s.marked[i] = marked
        at = 0
        while at < patterns and s.was[at] < marked:
            at += 1
        if at == patterns or s.was[at] != marked:
            for j in range(patterns, at, -1):
                s.was[j] = s.was[j - 1]
            s.was[at] = marked
            patterns += 1
    for i in range(notes):
        marked = s.marked[i]
        target = 0
        while s.was[target] != marked:
            target += 1
        s.target[i] = target
    flows = 0
    for i in range(notes):
        look = s.look[i]
        target = s.target[i]
        f = 0
        while f < flows and (s.was[f] != look or s.target[s.spot[f]] != target):
            f += 1
        if f == flows:
            s.spot[f] = i
            s.was[f] = look
            flows += 1
        s.flow[f] += 1
    return flows


def carry_memory(s: State, flows: int) -> None:
    """L10.7: replace all counts by old pattern by those that are certain by new pattern.

    A seat has seen none of its own notes of a kind it remembers nothing of (`remember_seen` came before), so patterns
    without remembered notes can be skipped.
    """
    for i in range(s.players + 1):
        v = i if i < s.players else PUBLIC
        for kind in range(2):
            counts = s.sure[memory(v, kind)]
            remembered = with_counts(counts, s.looks)
            reached = 0
            for f in range(flows):
                old = s.was[f]
                if remembered >> old & 1 == 0:
                    continue
                new = s.target[s.spot[f]]
                least = certain_in_flow(s, counts[old], f)
                if v < PUBLIC and least < counts[old]:
                    least = max(least, own_seen_in_flow(s, v, kind, old, new))
                s.count[new] += least
                reached |= 1 << new
            if remembered != 0:
                replace_counts(s, counts, reached)
        if v < PUBLIC:
            counts = s.looked[v]
            remembered = with_counts(counts, s.looks)
            reached = 0
            for f in range(flows):
                old = s.was[f]
                if remembered >> old & 1 == 1:
                    new = s.target[s.spot[f]]
                    s.count[new] += certain_in_flow(s, counts[old], f)
                    reached |= 1 << new
            replace_counts(s, counts, reached)


def with_counts(counts: Row, looks: int) -> int:
    """Return the patterns, as bits, with a count above 0."""
    found = 0
    for c in range(looks):
        if counts[c] != 0:
            found |= 1 << c
    return found


def replace_counts(s: State, counts: Row, reached: int) -> None:
    """Move the new counts of some patterns (bits) out of `count`; all others become 0."""
    counts[:] = 0
    while reached != 0:
        c = low_bit(reached)
        reached &= reached - 1
        counts[c] = s.count[c]
        s.count[c] = 0


def certain_in_flow(s: State, remembered: int, f: int) -> int:
    """Return how many of the remembered notes of a flow's old pattern must be in the flow."""
    return max(0, remembered - (s.size[s.was[f]] - s.flow[f]))


def own_seen_in_flow(s: State, p: int, kind: int, old: int, new: int) -> int:
    """Return how many notes of a kind a seat has seen before it that go from one pattern to another."""
    found = 0
    for i in range(s.held[p]):
        place = s.hand[p, i] - 1
        moved = s.look[place] == old and s.target[place] == new
        if moved and s.seen[p] >> place & 1 == 1 and s.kind[place] == kind:
            found += 1
    return found


def take_new_patterns(s: State, t: Tables, flows: int) -> None:
    """L10.5: give every note its new pattern; was[f] and marked[f] become the patterns of flow f before and after."""
    for f in range(flows):
        s.was[f] = s.pattern[s.was[f]]
    s.pattern[:] = 0
    s.size[:] = 0
    s.looks = 0
    for place in range(total_notes(s, t)):
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
