"""KOTODAMA KOGEN: what speaks for or against an action, in words with numbers: score cards first, then cards and words.

It reads the fields, one's own hand, and numbers that both seats see.  Effects are found on a copy, before any is
carried out, as for the label of a choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tefuda.engine.view import Reason, Words
from tefuda.games.kotodama.actions import NUM_ACTIONS, Action, effect_to_use, legal
from tefuda.games.kotodama.counters import deck_left
from tefuda.games.kotodama.effect_actions import DISCARDING, stacking_is_free, verb_of
from tefuda.games.kotodama.field import cards_in_group, stacks_somewhere, top_of
from tefuda.games.kotodama.state import Phase, State, Tables, Verb
from tefuda.games.kotodama.views import expected, places_for


def reason(s: State, t: Tables, action: int) -> Reason | None:
    """Return the reason for an action of the seat to act; None where there is nothing to count."""
    if s.phase == Phase.MAYBE:
        verb, times = verb_of(s, t), t.times[s.effect - 1, s.step]
        return of_happening(s, Counter({verb: times})) if action == Action.YES else None
    if s.phase == Phase.CHOOSING:
        return of_discard(s, t, action - Action.PICK) if verb_of(s, t) in DISCARDING else None
    if action == Action.END:
        actions = [0] * NUM_ACTIONS
        return Reason(Words("why-end", {"count": legal(s, t, actions) - 1}), "W3.3")
    if Action.NEW <= action < Action.GROUP:
        return of_place(s, t, s.using, action)
    if Action.USE <= action <= Action.PLAY:
        return of_happening(s, happening(t, [effect_to_use(s, t, action - Action.USE)]))
    return of_card(s, t, action - Action.PLAY) if Action.PLAY < action <= Action.PICK else None


def of_card(s: State, t: Tables, card: int) -> Reason | None:
    """Return the reason for playing a card, in the place where it does most for the score."""
    if t.is_item[card] and not t.alone[card]:
        return of_happening(s, happening(t, range(t.first[card], t.first[card + 1])))
    places = places_for(s, t, card)
    if not places:
        return None
    best = max(places, key=lambda action: happening(t, expected(s, t, card, action))[Verb.OPP_SCORE])
    return of_place(s, t, card, best)


def of_place(s: State, t: Tables, card: int, action: int) -> Reason:
    """Return the reason for laying a card in a place: what happens then, else the group and the words left."""
    found = of_happening(s, happening(t, expected(s, t, card, action)))
    if found is not None:
        return found
    free = t.is_item[card] == 1 or (action != Action.NEW and stacking_is_free(s, t))
    left = s.words if free else s.words - 1
    if action == Action.NEW:
        return Reason(Words("why-new", {"left": left}), "W4.1")
    place = action - (Action.UNDER if action < Action.ON else Action.ON)
    size = cards_in_group(s, s.turn, top_of(s, s.turn, place)) + 1
    return Reason(Words("why-stack", {"size": size, "left": left}), "W4.1")


def happening(t: Tables, effects: Iterable[int]) -> Counter[int]:
    """Return how often each verb is done by some effects."""
    done: Counter[int] = Counter()
    for e in effects:
        for step in range(t.steps[e]):
            done[t.verb[e, step]] += t.times[e, step]
    return done


def of_happening(s: State, done: Counter[int]) -> Reason | None:
    """Return what matters most of what happens, for the seat whose turn it is; None if none of it can be counted."""
    p = s.turn
    mine, theirs = s.score[p], s.score[1 - p]
    scored = done[Verb.OPP_SCORE] + done[Verb.BOTH_SCORE]
    if scored >= theirs:
        return Reason(Words("why-wins", {"theirs": theirs}), "W8.1")
    if done[Verb.OPP_SCORE]:
        return Reason(Words("why-score", {"count": scored, "theirs": theirs}), "W7.1")
    if cost := done[Verb.OWN_SCORE] + done[Verb.BOTH_SCORE]:
        return Reason(Words("why-own-score", {"count": min(cost, mine), "mine": mine}), "W7.1")
    if done[Verb.OPP_DISCARD]:
        return Reason(Words("why-opp-discard", {"count": done[Verb.OPP_DISCARD]}), "W7.4")
    if done[Verb.DRAW]:
        return Reason(Words("why-draws", {"count": done[Verb.DRAW], "deck": deck_left(s, p)}), "W7.3")
    if done[Verb.EXTRA_WORD]:
        return Reason(Words("why-words", {"count": done[Verb.EXTRA_WORD]}), "W7.7")
    return None


def of_discard(s: State, t: Tables, card: int) -> Reason:
    """Return whether a card of the hand could be laid anywhere on one's field as it is."""
    fits = bool(t.alone[card]) or stacks_somewhere(s, t, s.to_act, card)
    return Reason(Words("why-discard-useful" if fits else "why-discard-useless"), "W4.2")
