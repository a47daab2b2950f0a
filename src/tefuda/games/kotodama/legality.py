"""KOTODAMA KOGEN: what is permitted: which deck, which card where, which effect, which answer.

`rules.py` asks here before anything is done, and the face to say what could be; nothing here changes a record.
"""

from __future__ import annotations

from tefuda.engine.primitives import Ints, low_bit
from tefuda.games.kotodama.bags import copies, next_card, size
from tefuda.games.kotodama.effects import fetchable, holds, touchable, verb_of
from tefuda.games.kotodama.field import fits_on, fits_under, free_place, is_top, stacks_somewhere
from tefuda.games.kotodama.state import (
    ACTIVATE,
    ADD,
    BOTH_SCORE,
    COPIES,
    DECK,
    DECKS_COME_FIRST,
    DISCARD_ONE,
    DOES_NOT_GO_THERE,
    ENOUGH_FOR_A_TURN,
    FREE_STACKING,
    GROUP,
    GROUPS,
    LARGEST_DECK,
    MOST_PLAYS,
    NEW,
    NO_EFFECT_TO_USE,
    NO_LEGAL_DECK,
    NO_SUCH_GROUP,
    NO_SUCH_SCORE_CARD,
    NOT_ASKED_FOR,
    NOT_IN_HAND,
    NOT_ON_TOP,
    NOTHING_TO_DISCARD,
    NOTHING_TO_FETCH,
    ONE_WORD_A_TURN,
    OPP_DISCARD,
    OVER_GROUP,
    PICK,
    READY,
    SALVAGE,
    SCORE,
    SMALLEST_DECK,
    STATIC,
    TEN_GROUPS,
    UNDER,
    USE,
    USED,
    USED_THIS_TURN,
    WORD_BITS,
    State,
    Tables,
)


def why_not_deck(s: State, t: Tables, action: int) -> int:
    """W2.1, W2.2: a ready-made deck, or one card after the other."""
    p = s.to_act
    if DECK <= action < NEW:
        return 0 if action - DECK < t.decks and s.pending == 0 else DECKS_COME_FIRST
    if action == READY:
        return 0 if size(s.deck[p]) >= SMALLEST_DECK else NO_LEGAL_DECK
    if action <= ADD:
        return DECKS_COME_FIRST
    c = action - ADD
    if t.classes[c] == 0 or copies(s.deck[p], c) == COPIES or size(s.deck[p]) == LARGEST_DECK:
        return NO_LEGAL_DECK
    return 0


def legal_decks(s: State, t: Tables, actions: Ints) -> int:
    """What `why_not_deck` permits."""
    p = s.to_act
    cards = size(s.deck[p])
    n = 0
    if cards >= SMALLEST_DECK:
        actions[n] = READY
        n += 1
    if s.pending == 0:
        for k in range(t.decks):
            actions[n] = DECK + k
            n += 1
    if cards < LARGEST_DECK:
        for w in range(2):
            word = t.names[w] & ~s.deck[p, 2 + w]  # those without a second copy
            while word != 0:
                actions[n] = ADD + 1 + w * WORD_BITS + low_bit(word)
                n += 1
                word &= word - 1
    return n


def why_not_play(s: State, t: Tables, c: int) -> int:
    """May the seat whose turn it is play card c out of its hand?"""
    p = s.turn
    if copies(s.hand[p], c) == 0:
        return NOT_IN_HAND
    if s.plays == MOST_PLAYS:
        return ENOUGH_FOR_A_TURN
    if t.is_item[c] == 1 and t.alone[c] == 0:
        return 0  # W4.6: also with ten groups
    if s.words == 0 and t.is_item[c] == 0:
        return 0 if stacks_for_nothing(s, t) and stacks_somewhere(s, t, p, c) else ONE_WORD_A_TURN
    if t.alone[c] == 1 and (s.lying[p] < GROUPS or free_place(s, p) < GROUPS):
        return 0
    if stacks_somewhere(s, t, p, c):
        return 0
    return TEN_GROUPS if t.alone[c] == 1 else DOES_NOT_GO_THERE


def stacks_for_nothing(s: State, t: Tables) -> bool:
    """W7.8: does the next card to be stacked not count as the word card of the turn?"""
    if s.stacked == 1:
        return False
    p = s.turn
    for i in range(s.lying[p]):
        c = s.card[p, i]
        for e in range(t.first[c], t.first[c + 1]):
            is_static = t.trigger[e] == STATIC and t.verb[e, 0] == FREE_STACKING
            if is_static and (is_top(s, p, i) or t.covered[e] == 1) and holds(s, t, p, e, i, -1):  # W6.5
                return True
    return False


def only_place(s: State, t: Tables, c: int) -> int:
    """The action that places card c where it can go to one place only; -1 where there is a choice."""
    only = -1
    for action in range(NEW, GROUP):
        if why_not_place(s, t, c, action) == 0:
            if only >= 0:
                return -1
            only = action
    return only


def why_not_place(s: State, t: Tables, c: int, action: int) -> int:
    """W4.2 to W4.5: may the card being played go there?"""
    p = s.turn
    if action == NEW:
        if t.is_item[c] == 0 and s.words == 0:
            return ONE_WORD_A_TURN
        if t.alone[c] == 0:
            return DOES_NOT_GO_THERE
        return 0 if free_place(s, p) < GROUPS else TEN_GROUPS
    if action < OVER_GROUP:
        return 0 if fits_under(s, t, p, c, action - UNDER) else DOES_NOT_GO_THERE
    return 0 if fits_on(s, t, p, c, action - OVER_GROUP) else DOES_NOT_GO_THERE


def effect_to_use(s: State, t: Tables, i: int) -> int:
    """The effect of the card at an index that can be used by naming it; -1 where it has none."""
    c = s.card[s.turn, i]
    for e in range(t.first[c], t.first[c + 1]):
        if t.trigger[e] == ACTIVATE:
            return e
    return -1


def why_not_use(s: State, t: Tables, i: int) -> int:
    """W6.8: may the seat use the effect of its card at an index?"""
    p = s.turn
    if i >= s.lying[p]:
        return NO_EFFECT_TO_USE
    e = effect_to_use(s, t, i)
    if e < 0:
        return NO_EFFECT_TO_USE
    if t.covered[e] == 0 and not is_top(s, p, i):
        return NOT_ON_TOP
    if t.once[e] == 1 and s.marks[p, i] & USED != 0:
        return USED_THIS_TURN
    if s.plays == MOST_PLAYS:
        return ENOUGH_FOR_A_TURN
    if not holds(s, t, p, e, i, -1) or (t.cost[e] == DISCARD_ONE and size(s.hand[p]) == 0):
        return NO_EFFECT_TO_USE
    return 0


def legal_choices(s: State, t: Tables, actions: Ints) -> int:
    """What there is to choose from in the action at work."""
    verb = verb_of(s, t)
    n = 0
    if verb <= BOTH_SCORE:
        for i in range(s.score[s.side]):
            actions[i] = SCORE + i
        return s.score[s.side]
    if verb <= SALVAGE:
        bag = s.hand[s.side] if verb <= OPP_DISCARD else s.gone[s.side]
        c = next_card(bag, 0)
        while c > 0:
            if verb <= OPP_DISCARD or fetchable(s, t, c):
                actions[n] = PICK + c
                n += 1
            c = next_card(bag, c)
        return n
    for place in range(GROUPS):
        if touchable(s, t, place):
            actions[n] = GROUP + place
            n += 1
    return n


def why_not_choose(s: State, t: Tables, action: int) -> int:
    """Is this an answer to what the action at work asks?"""
    verb = verb_of(s, t)
    if verb <= BOTH_SCORE and SCORE <= action < USE:
        return 0 if action - SCORE < s.score[s.side] else NO_SUCH_SCORE_CARD
    if BOTH_SCORE < verb <= SALVAGE and PICK < action <= ADD:
        if verb == SALVAGE:
            return 0 if fetchable(s, t, action - PICK) else NOTHING_TO_FETCH
        return 0 if copies(s.hand[s.side], action - PICK) > 0 else NOTHING_TO_DISCARD
    if verb > SALVAGE and GROUP <= action < SCORE:
        return 0 if touchable(s, t, action - GROUP) else NO_SUCH_GROUP
    return NOT_ASKED_FOR
