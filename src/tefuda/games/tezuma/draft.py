"""てづま師: what lies on the table to choose from, and who takes a card of which kind when.

The score tables, minus cards and abilities of a deal (T2, T3).  `rules.py` calls these; they look at no playing card.
"""

from __future__ import annotations

from tefuda.engine.primitives import rand_below
from tefuda.games.tezuma.state import (
    ABILITY,
    CHOICE_IS_OVER,
    CHOOSING,
    FISHING,
    MINUS,
    NO_CARD,
    NOT_IN_THIS_LAP,
    NOT_ON_THE_TABLE,
    OWNS_THAT_KIND,
    PLAYING,
    SET_ASIDE_FIRST,
    SUITS,
    TABLE,
    TAKE_ABILITY,
    TAKE_MINUS,
    TAKE_TABLE,
    State,
    Tables,
)


def lay_out(s: State, t: Tables) -> None:
    """T2.1, T2.2: draw the score tables and the ability cards of this game, and a side for each of the latter."""
    wanted = s.players + t.spare_tables
    for table in range(t.tables):
        if rand_below(s, t.tables - table) < wanted:
            s.free_tables |= 1 << table
            wanted -= 1
    wanted = s.players + t.spare_abilities
    for card in range(t.ability_cards):
        if rand_below(s, t.ability_cards - card) < wanted:
            wanted -= 1
            side = rand_below(s, 2) if t.sides[card] == 3 else t.sides[card] >> 1
            s.free_abilities |= 1 << (2 * card + side)
    for suit in range(SUITS):
        if s.without != suit + 1:
            s.free_minus |= 1 << suit


def lap(s: State) -> int:
    """The lap in which a card is taken now: 0, 1 or 2."""
    return (s.step >= s.players) + (s.step >= 2 * s.players)


def chooser(s: State, t: Tables) -> int:
    """T3.3: the seat that takes a card now."""
    now = lap(s)
    seat = s.start + t.lap_first[now] + t.lap_step[now] * (s.step - now * s.players)
    if seat < 0:
        return seat + s.players
    return seat - s.players if seat >= s.players else seat


def owns(s: State, p: int, kind: int) -> bool:
    """T3.5: has this seat a card of that kind?"""
    if kind == TABLE:
        return s.table[p] > 0
    return s.minus[p] > 0 if kind == MINUS else s.ability[p] > 0


def kind_of(action: int) -> int:
    """The kind of card that an action takes."""
    if action >= TAKE_ABILITY:
        return ABILITY
    return MINUS if action >= TAKE_MINUS else TABLE


def free(s: State, kind: int) -> int:
    """Bits: the cards of that kind on the table."""
    if kind == TABLE:
        return s.free_tables
    return s.free_minus if kind == MINUS else s.free_abilities


def first_of(kind: int) -> int:
    """The first action that takes a card of that kind."""
    if kind == TABLE:
        return TAKE_TABLE
    return TAKE_MINUS if kind == MINUS else TAKE_ABILITY


def cards_to_take(s: State, t: Tables) -> int:
    """T3.3: the actions by which the seat to act may take something, as a set counted from NO_CARD."""
    found = 0
    if s.phase == CHOOSING:
        kinds = t.lap_kinds[lap(s)]
        if kinds >> TABLE & 1 == 1 and s.table[s.to_act] == 0:
            found = s.free_tables << TAKE_TABLE - NO_CARD
        if kinds >> MINUS & 1 == 1 and s.minus[s.to_act] == 0:
            found |= s.free_minus << TAKE_MINUS - NO_CARD
        if kinds >> ABILITY & 1 == 1 and s.ability[s.to_act] == 0:
            found |= s.free_abilities << TAKE_ABILITY - NO_CARD
    return found


def why_not_take(s: State, t: Tables, action: int) -> int:
    """0 if the seat to act may take that card, else the clause that forbids it."""
    if s.phase == FISHING:
        return SET_ASIDE_FIRST
    if s.phase == PLAYING:
        return CHOICE_IS_OVER
    kind = kind_of(action)
    if owns(s, s.to_act, kind):
        return OWNS_THAT_KIND
    if t.lap_kinds[lap(s)] >> kind & 1 == 0:
        return NOT_IN_THIS_LAP
    return 0 if free(s, kind) >> (action - first_of(kind)) & 1 == 1 else NOT_ON_THE_TABLE


def take_card(s: State, action: int) -> None:
    """T3.3: the seat to act takes a card from the table."""
    p = s.to_act
    which = action - first_of(kind_of(action))
    if action < TAKE_MINUS:
        s.free_tables ^= 1 << which
        s.table[p] = 1 + which
    elif action < TAKE_ABILITY:
        s.free_minus ^= 1 << which
        s.minus[p] = 1 + which
    else:
        s.free_abilities ^= 1 << which
        s.ability[p] = 1 + which


def put_back(s: State) -> None:
    """T9.1: everybody's cards lie on the table again, abilities with the same side up."""
    for p in range(s.players):
        s.free_tables |= 1 << (s.table[p] - 1)
        s.free_minus |= 1 << (s.minus[p] - 1)
        s.free_abilities |= 1 << (s.ability[p] - 1)
    s.table[:] = 0
    s.minus[:] = 0
    s.ability[:] = 0
    s.step = 0
