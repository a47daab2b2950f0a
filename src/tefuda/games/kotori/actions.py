"""ことりあつめ: the actions of a turn, and when they are legal."""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.primitives import Ints
from tefuda.games.kotori.state import State, Tables

NUM_ACTIONS = 3


class Action(IntEnum):
    """What the seat to act may do; the codes of the rules interface."""

    PASS = 0
    DRAW = 1
    YIELD = 2


class Clause(IntEnum):
    """The clauses that forbid an action."""

    PASS_NEEDS_A_BID = 403
    YIELD_NEEDS_A_BID_AND_AN_OPPONENT = 404
    ONE_TURN_A_ROUND = 405
    GAME_IS_OVER = 802


def action_name(action: int) -> str:
    """Return the notation of an action."""
    return Action(action).name.lower()


def legal(s: State, t: Tables, actions: Ints) -> int:
    if s.to_act < 0:
        return 0
    n = 0
    if s.bids[s.to_act] != 0:  # K4.3
        actions[n] = Action.PASS
        n += 1
    actions[n] = Action.DRAW
    n += 1
    if s.allow_yield == 1 and may_yield(s):
        actions[n] = Action.YIELD
        n += 1
    return n


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return Clause.GAME_IS_OVER
    if action == Action.DRAW:
        return 0
    if action == Action.PASS:
        return 0 if s.bids[s.to_act] != 0 else Clause.PASS_NEEDS_A_BID
    if s.allow_yield == 0:
        return Clause.ONE_TURN_A_ROUND
    return 0 if may_yield(s) else Clause.YIELD_NEEDS_A_BID_AND_AN_OPPONENT


def may_yield(s: State) -> bool:
    """K4.4: return whether the seat to act has bid in this turn while another seat is still in."""
    return s.drew == 1 and s.out | 1 << s.to_act != (1 << s.players) - 1
