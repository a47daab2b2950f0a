"""KOTODAMA KOGEN: which effects happen, and when: triggers, conditions, "all there", and the queue (W6.2 to W6.7).

`effects.py` carries out the effects that wait in the queue.
"""

from __future__ import annotations

from tefuda.engine.primitives import emit, ones
from tefuda.games.kotodama.field import all_lie, cards_in_group, fits, is_bottom, is_top, taken_places
from tefuda.games.kotodama.state import GROUPS, MOST_FIRED, QUEUE, Event, Mark, State, Tables, Trigger


def trigger(s: State, t: Tables, p: int, i: int, kind: int, other: int) -> None:
    """W6.2: queue the effects of the card at index i that this triggers; `other`: index of the other card, or -1."""
    c = s.card[p, i]
    for e in range(t.first[c], t.first[c + 1]):
        if t.trigger[e] == kind and holds(s, t, p, e, i, other):
            if t.once[e] == 1:  # W6.6
                if s.marks[p, i] & Mark.USED != 0:
                    continue
                s.marks[p, i] |= Mark.USED
            enqueue(s, e)


def enqueue(s: State, e: int) -> None:
    """W6.3: an effect waits behind those that happened before it; W6.7: beyond the limits it does not happen."""
    if s.waiting == QUEUE or s.fired == MOST_FIRED:
        emit(s, Event.LAPSED, s.turn, e)
        return
    s.queue[s.waiting] = 1 + e
    s.waiting += 1
    s.fired += 1


def check_presence(s: State, t: Tables, p: int) -> None:
    """W6.4: what waits for cards to be all there happens once they are, and again only after one was missing."""
    for i in range(s.lying[p]):
        c = s.card[p, i]
        for e in range(t.first[c], t.first[c + 1]):
            if t.trigger[e] == Trigger.ALL_PRESENT:
                there = (is_top(s, p, i) or t.covered[e] == 1) and all_lie(s, p, t.present[e])
                if not there:
                    s.marks[p, i] &= ~Mark.MET
                elif s.marks[p, i] & Mark.MET == 0:
                    s.marks[p, i] |= Mark.MET
                    if holds(s, t, p, e, i, -1):
                        enqueue(s, e)


def holds(s: State, t: Tables, p: int, e: int, i: int, other: int) -> bool:
    """W6.5: return whether all conditions of an effect hold, for the card at index i and the other card (-1: none).

    Form and neighbours are those of the other card for an effect of conjugating or modifying, else of the card itself.
    """
    k = other if t.trigger[e] == Trigger.CONJUGATES or t.trigger[e] == Trigger.MODIFIES else i
    if t.forms[e] != 0 and t.forms[e] >> s.form[p, k] & 1 == 0:
        return False
    if t.other[e] > 0 and not fits(s, t, p, t.other[e], s.card[p, other]):
        return False
    if t.by[e] > 0 and (is_bottom(s, p, k) or not fits(s, t, p, t.by[e], s.card[p, k + 1])):
        return False
    if t.is_modified[e] == 1 and (is_top(s, p, k) or s.marks[p, k - 1] & Mark.MODIFIES == 0):
        return False
    if t.group_cards[e] > 1 and t.group_cards[e] > cards_in_group(s, p, i):
        return False
    if t.fewest_groups[e] == 0 and t.most_groups[e] >= GROUPS:
        return True
    count = ones(taken_places(s, p))
    return t.fewest_groups[e] <= count <= t.most_groups[e]
