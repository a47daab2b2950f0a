"""KOTODAMA KOGEN: how effects are carried out (W6.1, W6.3, W6.9): one after the other, action by action.

Where an action asks for a choice, the record keeps how far it has come (`effect`, `step`, `left`, `side`: the explicit
stack), and `rules.py` continues with the answer.  No effect plays a card and W6.7 bounds how many happen, so that every
turn comes to an end.
"""

from __future__ import annotations

from tefuda.engine.primitives import emit
from tefuda.games.kotodama.bags import put
from tefuda.games.kotodama.effect_actions import (
    OF_OPPONENT,
    choose,
    end_game,
    is_choice,
    only_option,
    options,
    perform,
    verb_of,
)
from tefuda.games.kotodama.state import Event, Phase, State, Tables, Verb


def run(s: State, t: Tables) -> None:
    """Carry effects out until a seat has a choice, the turn goes on, or the game is over."""
    while s.phase != Phase.OVER:
        if s.effect == 0:
            put_item_away(s, t)
            if s.waiting == 0:
                s.phase = Phase.TURN
                s.to_act = s.turn
                return
            next_effect(s)
        elif s.step == t.steps[s.effect - 1]:
            s.effect = 0
            s.step = 0
        elif s.begun == 0:
            if begin_action(s, t):
                return
        elif carry_on(s, t):
            return


def next_effect(s: State) -> None:
    """W6.3: first in, first out."""
    s.effect = s.queue[0]
    s.step = 0
    s.waiting -= 1
    for i in range(s.waiting):
        s.queue[i] = s.queue[i + 1]
    s.queue[s.waiting] = 0
    emit(s, Event.FIRED, s.turn, s.effect - 1)


def put_item_away(s: State, t: Tables) -> None:
    """W4.6, W7.5: an item is discarded after its effects, not before."""
    if s.using == 0:
        return
    for i in range(s.waiting):
        if t.owner[s.queue[i] - 1] == s.using:
            return
    c = s.using
    s.using = 0
    put(s.gone[s.turn], c)
    emit(s, Event.PUT_AWAY, s.turn, c)


def begin_action(s: State, t: Tables) -> bool:
    """W6.9: begin the next action of the effect; True if it is optional and its seat is asked (W6.1)."""
    verb = verb_of(s, t)
    s.begun = 1
    s.left = t.times[s.effect - 1, s.step]
    s.side = 1 - s.turn if verb in OF_OPPONENT else s.turn
    if t.may[s.effect - 1, s.step] == 1 and (not is_choice(verb) or options(s, t) > 0):
        s.phase = Phase.MAYBE
        s.to_act = s.turn
        return True
    return False


def carry_on(s: State, t: Tables) -> bool:
    """Continue the action that has begun; True if a seat has to choose."""
    verb = verb_of(s, t)
    if not is_choice(verb):
        perform(s, verb)
        if s.phase != Phase.OVER:  # W8.3: no card to draw
            end_action(s)
        return False
    if s.left == 0 or options(s, t) == 0:  # W6.1: as far as possible
        if verb == Verb.BOTH_SCORE and s.side == s.turn:  # W7.2
            s.side = 1 - s.turn
            s.left = t.times[s.effect - 1, s.step]
        else:
            end_action(s)
        return False
    only = only_option(s, t, verb)
    if only >= 0:
        choose(s, t, only)
        return False
    s.phase = Phase.CHOOSING
    s.to_act = s.side
    return True


def end_action(s: State) -> None:
    """W6.9, W8.1: after each action it is settled whether a seat has no score card left."""
    s.begun = 0
    s.left = 0
    s.side = 0
    s.step += 1
    if s.score[0] == 0 or s.score[1] == 0:
        end_game(s, 0)
