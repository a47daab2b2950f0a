"""ニワトリかラマか ポーカー: the actions, their notation, and when they are legal."""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.primitives import Ints, ones
from tefuda.engine.rules_helpers import add_bit_actions
from tefuda.games.llama.state import HAND, MARKS, MAX_PLAYERS, PLACES, Phase, State, Tables

STYLE_NAMES = ("fold", "nick")  # styles of marks; "fold" is a crease
PLACE_NAMES = ("nw", "n", "ne", "e", "se", "s", "sw", "w")  # places of marks, clockwise from the top left corner


class Action(IntEnum):
    """What the seat to act may do; VOTE and MARK are the first codes of ranges."""

    FOLD = 0
    PLAY = 1
    TOP = 2
    BOTTOM = 3
    STOP = 4
    VOTE = 5  # + seat
    ALL_IN = 10
    DECLINE = 11
    DROP = 12
    REVEAL = 13
    WITHDRAW = 14
    MARK = 15  # + MARKS * note of the hand + mark


NUM_ACTIONS = Action.MARK + MARKS * HAND


class Clause(IntEnum):
    """The clauses that forbid an action."""

    NOT_IN_THIS_PHASE = 203
    NOT_IN_THE_RUNNING = 502
    NO_ALL_IN_YET = 601
    ALREADY_ALL_IN = 602
    GAME_IS_OVER = 905
    NO_SUCH_NOTE = 1001
    MARK_IS_THERE = 1002
    ENOUGH_MARKS = 1003


def action_name(action: int) -> str:
    """Return the notation of an action; notes of a hand are numbered from 0, as are seats."""
    if action >= Action.MARK:
        return f"mark-{marked_note(action)}-{mark_name(new_mark(action))}"
    if Action.VOTE <= action < Action.ALL_IN:
        return f"vote-{action - Action.VOTE}"
    return Action(action).name.lower().replace("_", "-")


def legal(s: State, t: Tables, actions: Ints) -> int:
    if s.to_act < 0:
        return 0
    n = decisions(s, actions)
    for i in range(s.held[s.to_act]):
        n = add_bit_actions(actions, n, free_marks(s, t, s.hand[s.to_act, i] - 1), Action.MARK + MARKS * i)
    return n


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return Clause.GAME_IS_OVER
    if action >= Action.MARK:
        return why_not_mark(s, t, s.to_act, action)
    return why_not_decide(s, action)


# ------------------------------------------------------- L3 to L6: decisions


def decisions(s: State, actions: Ints) -> int:
    """L2.3: fill in the legal actions other than marks; return their number."""
    if s.phase == Phase.VOTING:
        return add_bit_actions(actions, 0, seats_in(s), Action.VOTE)
    first, second = Action.FOLD, Action.PLAY
    if s.phase == Phase.DRAWING:
        first, second = Action.TOP, Action.BOTTOM
        actions[2] = Action.STOP
    elif s.phase == Phase.RAISING:
        first, second = Action.ALL_IN, Action.DECLINE if s.allin == 0 else Action.DROP
    elif s.phase == Phase.CONFIRMING:
        first, second = Action.REVEAL, Action.WITHDRAW
    actions[0] = first
    actions[1] = second
    return 3 if s.phase == Phase.DRAWING else 2


def why_not_decide(s: State, action: int) -> int:
    """Return 0 if the seat to act may decide that, else the clause that forbids it."""
    if s.phase == Phase.BETTING:
        return 0 if action <= Action.PLAY else Clause.NOT_IN_THIS_PHASE
    if s.phase == Phase.DRAWING:
        return 0 if Action.TOP <= action <= Action.STOP else Clause.NOT_IN_THIS_PHASE
    if s.phase == Phase.VOTING:
        if not Action.VOTE <= action < Action.VOTE + MAX_PLAYERS:
            return Clause.NOT_IN_THIS_PHASE
        return 0 if seats_in(s) >> action - Action.VOTE & 1 == 1 else Clause.NOT_IN_THE_RUNNING
    if s.phase == Phase.RAISING:
        if action == Action.DECLINE:
            return 0 if s.allin == 0 else Clause.ALREADY_ALL_IN
        if action == Action.DROP:
            return 0 if s.allin != 0 else Clause.NO_ALL_IN_YET
        return 0 if action == Action.ALL_IN else Clause.NOT_IN_THIS_PHASE
    return 0 if action >= Action.REVEAL else Clause.NOT_IN_THIS_PHASE


def seats_in(s: State) -> int:
    """L5.2: return the seats that are still in this round, as bits."""
    return s.alive & ~(s.folded | s.gone)


# ---------------------------------------------------------------- L10: marks


def free_marks(s: State, t: Tables, place: int) -> int:
    """L10.2, L10.3: return the marks that its player may put on a note, as bits."""
    fresh = s.fresh[place]
    return t.marks & ~(s.pattern[s.look[place]] | fresh) if ones(fresh) < s.limit else 0


def marks_left(s: State, t: Tables, place: int) -> int:
    """L10.3: return how many new marks its player may still put on a note before the next shuffle."""
    return min(s.limit - ones(s.fresh[place]), ones(free_marks(s, t, place)))


def why_not_mark(s: State, t: Tables, p: int, action: int) -> int:
    """L10.1 to L10.3: return 0 if the seat may make that mark, else the clause that forbids it."""
    note = marked_note(action)
    if note >= s.held[p]:
        return Clause.NO_SUCH_NOTE
    place = s.hand[p, note] - 1
    there = s.pattern[s.look[place]] | s.fresh[place]
    if (t.marks & ~there) >> new_mark(action) & 1 == 0:
        return Clause.MARK_IS_THERE
    return 0 if ones(s.fresh[place]) < s.limit else Clause.ENOUGH_MARKS


def marked_note(action: int) -> int:
    """Return the note of the hand that an action marks."""
    return (action - Action.MARK) // MARKS


def new_mark(action: int) -> int:
    """Return the mark that an action makes."""
    return (action - Action.MARK) % MARKS


def mark_name(mark: int) -> str:
    """Return the notation of a mark: `fold-nw`."""
    return f"{STYLE_NAMES[mark // PLACES]}-{PLACE_NAMES[mark % PLACES]}"
