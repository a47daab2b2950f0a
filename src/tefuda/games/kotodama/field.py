"""KOTODAMA KOGEN: the field (W4, W5): groups of stacked cards, and what a card may be laid under or on.

The cards of a seat lie in one row, by the places of their groups (0 to 9; a place left free is taken by the next new
group), each group from its top to its bottom.  An index is a position in that row.
"""

from __future__ import annotations

from tefuda.engine.record import Row
from tefuda.games.kotodama.bags import bit_of, word_of
from tefuda.games.kotodama.state import GROUPS, Form, Mark, State, Tables

# ------------------------------------------------------- W4.2: what fits where


def fits_under(s: State, t: Tables, p: int, c: int, place: int) -> bool:
    """W4.2, W4.5: return whether card c may be laid under the group, by the card at its bottom."""
    if t.under[c] == 0:
        return False
    i = bottom_of(s, p, place)
    return i >= 0 and fits(s, t, p, t.under[c], s.card[p, i])


def fits_on(s: State, t: Tables, p: int, c: int, place: int) -> bool:
    """W4.2, W4.5: return whether card c may be laid on the group, by the card on its top."""
    if t.over[c] == 0:
        return False
    i = top_of(s, p, place)
    return i >= 0 and fits(s, t, p, t.over[c], s.card[p, i])


def stacks_somewhere(s: State, t: Tables, p: int, c: int) -> bool:
    """W4.2: return whether card c may be laid under or on any group."""
    under = t.under[c]
    over = t.over[c]
    if under == 0 and over == 0:
        return False
    for i in range(s.lying[p]):
        if under > 0 and is_bottom(s, p, i) and fits(s, t, p, under, s.card[p, i]):
            return True
        if over > 0 and is_top(s, p, i) and fits(s, t, p, over, s.card[p, i]):
            return True
    return False


def fits(s: State, t: Tables, p: int, wanted: int, c: int) -> bool:
    """Return whether card c passes a filter of the tables, given as 1 + its number (0: every card does)."""
    if wanted == 0:
        return True
    f = wanted - 1
    if t.filter_classes[f] >> t.classes[c] & 1 == 0:
        return False
    if t.filter_cards[f, 0] | t.filter_cards[f, 1] != 0 and t.filter_cards[f, word_of(c)] >> bit_of(c) & 1 == 0:
        return False
    return t.filter_named[f] == 0 or lies(s, p, c)


# --------------------------------------------------- W4.3: groups and their places


def free_place(s: State, p: int) -> int:
    """W4.3: return the lowest place without a group; GROUPS if all are taken."""
    taken = taken_places(s, p)
    place = 0
    while place < GROUPS and taken >> place & 1 == 1:
        place += 1
    return place


def taken_places(s: State, p: int) -> int:
    """Return the places with a group, as bits."""
    places = 0
    for i in range(s.lying[p]):
        places |= 1 << s.place[p, i]
    return places


def new_index(s: State, p: int, place: int) -> int:
    """Return the index at which a new group at a place begins."""
    i = 0
    while i < s.lying[p] and s.place[p, i] < place:
        i += 1
    return i


def top_of(s: State, p: int, place: int) -> int:
    """Return the index of the top card of a group; -1 if there is no group."""
    for i in range(s.lying[p]):
        if s.place[p, i] == place:
            return i
    return -1


def bottom_of(s: State, p: int, place: int) -> int:
    """Return the index of the bottom card of a group; -1 if there is no group."""
    found = -1
    for i in range(s.lying[p]):
        if s.place[p, i] == place:
            found = i
    return found


def is_top(s: State, p: int, i: int) -> bool:
    """Return whether this card is the top of its group."""
    return i == 0 or s.place[p, i - 1] != s.place[p, i]


def is_bottom(s: State, p: int, i: int) -> bool:
    """Return whether this card is the bottom of its group."""
    return i + 1 == s.lying[p] or s.place[p, i + 1] != s.place[p, i]


def cards_in_group(s: State, p: int, i: int) -> int:
    """Return the number of cards in the group of the card at index i."""
    count = 0
    for j in range(s.lying[p]):
        if s.place[p, j] == s.place[p, i]:
            count += 1
    return count


def lies(s: State, p: int, c: int) -> bool:
    """Return whether a card of this name is anywhere on the seat's field."""
    i = 0
    while i < s.lying[p] and s.card[p, i] != c:
        i += 1
    return i < s.lying[p]


def all_lie(s: State, p: int, wanted: Row) -> bool:
    """W6.4: return whether all cards of a set of names are on the seat's field."""
    low = 0
    high = 0
    for i in range(s.lying[p]):
        c = s.card[p, i]
        if word_of(c) == 0:
            low |= 1 << bit_of(c)
        else:
            high |= 1 << bit_of(c)
    return wanted[0] & ~low == 0 and wanted[1] & ~high == 0


def groups_of(s: State, p: int) -> dict[int, range]:
    """Return the indices of each group of a seat, from its top down, by its place, ascending; not for rules."""
    taken = s.place[p].values()[: s.lying[p]]
    return {place: range(taken.index(place), taken.index(place) + taken.count(place)) for place in dict.fromkeys(taken)}


# ------------------------------------------------------ cards that come and go


def lay(s: State, p: int, i: int, c: int, place: int) -> None:
    """Lay a card at index i; the cards from there on move by one."""
    for j in range(s.lying[p], i, -1):
        move(s, p, j - 1, j)
    s.card[p, i] = c
    s.place[p, i] = place
    s.form[p, i] = Form.NONE
    s.marks[p, i] = 0
    s.lying[p] += 1


def lift(s: State, p: int, i: int) -> int:
    """Take the card at index i away and return it; a group keeps its place as long as a card of it lies there.

    W5.2: without the card right below, the one above has no form, and modifies nothing.
    """
    c = s.card[p, i]
    if not is_top(s, p, i):
        s.form[p, i - 1] = Form.NONE
        s.marks[p, i - 1] &= ~Mark.MODIFIES
    s.lying[p] -= 1
    for j in range(i, s.lying[p]):
        move(s, p, j + 1, j)
    last = s.lying[p]
    s.card[p, last] = 0
    s.place[p, last] = 0
    s.form[p, last] = 0
    s.marks[p, last] = 0
    return c


def move(s: State, p: int, i: int, j: int) -> None:
    """Copy the card at index i to index j."""
    s.card[p, j] = s.card[p, i]
    s.place[p, j] = s.place[p, i]
    s.form[p, j] = s.form[p, i]
    s.marks[p, j] = s.marks[p, i]
