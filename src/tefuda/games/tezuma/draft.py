"""てづま師: the cards that are chosen before play: laid out, taken in turn, and put back (T2, T3, T9.1)."""

from __future__ import annotations

from tefuda.engine.primitives import emit, rand_below
from tefuda.games.tezuma.actions import Action, first_of, kind_of, lap
from tefuda.games.tezuma.card_sets import SUITS
from tefuda.games.tezuma.state import LAPS, Event, Phase, State, Tables


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
    emit(s, Event.LAID_OUT)


def lay_out_first(s: State, t: Tables) -> None:
    """For study: lay out the first cards of each kind in the card file; seat p takes the one with number p of each."""
    s.free_tables = (1 << s.players + t.spare_tables) - (1 << s.players)
    s.free_minus = (1 << SUITS) - (1 << s.players)
    for card in range(s.players + t.spare_abilities):
        ability = 2 * card + (0 if t.sides[card] & 1 == 1 else 1)
        if card < s.players:
            s.table[card] = 1 + card
            s.minus[card] = 1 + card
            s.ability[card] = 1 + ability
        else:
            s.free_abilities |= 1 << ability
    s.step = LAPS * s.players
    emit(s, Event.LAID_OUT)


def begin_draft(s: State, t: Tables) -> None:
    """T3.3: the first pick."""
    s.phase = Phase.CHOOSING
    s.to_act = seat_to_choose(s, t)


def take(s: State, t: Tables, action: int) -> None:
    """T3.3: the seat to act takes a card from the table; the next one is asked, unless all have chosen."""
    p = s.to_act
    kind = kind_of(action)
    which = action - first_of(kind)
    if action < Action.TAKE_MINUS:
        s.free_tables ^= 1 << which
        s.table[p] = 1 + which
    elif action < Action.TAKE_ABILITY:
        s.free_minus ^= 1 << which
        s.minus[p] = 1 + which
    else:
        s.free_abilities ^= 1 << which
        s.ability[p] = 1 + which
    emit(s, Event.TOOK, p, kind, which)
    s.step += 1
    if s.step < LAPS * s.players:
        s.to_act = seat_to_choose(s, t)


def seat_to_choose(s: State, t: Tables) -> int:
    """T3.3: return the seat whose pick it is."""
    now = lap(s)
    seat = s.start + t.lap_first[now] + t.lap_step[now] * (s.step - now * s.players)
    if seat < 0:
        return seat + s.players
    return seat - s.players if seat >= s.players else seat


def put_back(s: State) -> None:
    """T9.1: return the chosen cards of all seats to the table, abilities with the same side up."""
    for p in range(s.players):
        s.free_tables |= 1 << (s.table[p] - 1)
        s.free_minus |= 1 << (s.minus[p] - 1)
        s.free_abilities |= 1 << (s.ability[p] - 1)
    s.table[:] = 0
    s.minus[:] = 0
    s.ability[:] = 0
    s.step = 0
