"""KOTODAMA KOGEN: the actions of a seat, and when they are legal.

`rules.py` and the views ask here; nothing here changes a record.
"""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.primitives import Ints, low_bit
from tefuda.games.kotodama.bags import copies, next_card, size
from tefuda.games.kotodama.effect_actions import (
    DISCARDING,
    TAKING_SCORE,
    fetchable,
    stacking_is_free,
    touchable,
    verb_of,
)
from tefuda.games.kotodama.field import fits_on, fits_under, free_place, is_top, stacks_somewhere
from tefuda.games.kotodama.state import (
    COPIES,
    GROUPS,
    LARGEST_DECK,
    MAX_CARDS,
    MAX_DECKS,
    MOST_LYING,
    MOST_PLAYS,
    SCORE_CARDS,
    SMALLEST_DECK,
    WORD_BITS,
    Cost,
    Mark,
    Phase,
    State,
    Tables,
    Trigger,
    Verb,
)
from tefuda.games.kotodama.triggers import holds


class Action(IntEnum):
    """The actions of a seat; one with a number to add is a range of codes.  Cards count from 1, all else from 0."""

    END = 0  # end the turn
    YES = 1
    NO = 2
    READY = 3  # one's own deck is complete
    DECK = 4  # + starter deck
    NEW = DECK + MAX_DECKS  # group for the card being played
    UNDER = NEW + 1  # + place of the group
    ON = UNDER + GROUPS  # + place of the group
    GROUP = ON + GROUPS  # + place: the group chosen
    SCORE = GROUP + GROUPS  # + position in the row: the score card chosen
    USE = SCORE + SCORE_CARDS  # + index on the field: use an effect
    PLAY = USE + MOST_LYING - 1  # + card: out of the hand
    PICK = PLAY + MAX_CARDS  # + card: the card chosen
    ADD = PICK + MAX_CARDS  # + card: to the deck being put together


NUM_ACTIONS = Action.ADD + MAX_CARDS + 1


class Clause(IntEnum):
    """The clauses that forbid an action."""

    NO_LEGAL_DECK = 201
    DECKS_COME_FIRST = 202
    NOT_IN_HAND = 302
    NOT_ASKED_FOR = 304
    ONE_WORD_A_TURN = 401
    DOES_NOT_GO_THERE = 402
    TEN_GROUPS = 403
    NOT_ON_TOP = 602
    USED_THIS_TURN = 606
    ENOUGH_FOR_A_TURN = 607
    NO_EFFECT_TO_USE = 608
    NO_SUCH_SCORE_CARD = 701
    NOTHING_TO_DISCARD = 704
    NOTHING_TO_FETCH = 705
    NO_SUCH_GROUP = 706
    GAME_IS_OVER = 804


SINGLE = (Action.END, Action.YES, Action.NO, Action.READY, Action.NEW)
RANGES = (  # the first code of each, from the last range to the first
    (Action.ADD + 1, "add"),
    (Action.PICK + 1, "pick"),
    (Action.PLAY + 1, "play"),
    (Action.USE, "use"),
    (Action.SCORE, "score"),
    (Action.GROUP, "group"),
    (Action.ON, "on"),
    (Action.UNDER, "under"),
    (Action.DECK, "deck"),
)


def action_name(action: int) -> str:
    """Return the notation of an action: `play-24` names card 24, `under-3` the third place, `use-5` the fifth card."""
    if action in SINGLE:
        return Action(action).name.lower()
    first, name = next(one for one in RANGES if action >= one[0])
    return f"{name}-{action - first + 1}"


def legal(s: State, t: Tables, actions: Ints) -> int:
    if s.to_act < 0:
        return 0
    if s.phase == Phase.DECKS:
        return legal_decks(s, t, actions)
    if s.phase == Phase.TURN:
        return legal_in_turn(s, t, actions)
    if s.phase == Phase.PLACING:
        return legal_places(s, t, actions)
    if s.phase == Phase.CHOOSING:
        return legal_choices(s, t, actions)
    actions[0] = Action.YES
    actions[1] = Action.NO
    return 2


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:  # W8.4
        return Clause.GAME_IS_OVER
    if s.phase == Phase.DECKS:
        return why_not_deck(s, t, action)
    if Action.DECK <= action < Action.NEW or action == Action.READY or action > Action.ADD:
        return Clause.DECKS_COME_FIRST
    if s.phase == Phase.TURN:
        if action == Action.END:
            return 0
        if Action.USE <= action <= Action.PLAY:
            return why_not_use(s, t, action - Action.USE)
        if Action.PLAY < action <= Action.PICK:
            return why_not_play(s, t, action - Action.PLAY)
        return Clause.NOT_ASKED_FOR
    if s.phase == Phase.PLACING:  # W3.4: nothing else while a choice is pending
        return why_not_place(s, t, s.using, action) if Action.NEW <= action < Action.GROUP else Clause.NOT_ASKED_FOR
    if s.phase == Phase.MAYBE:
        return 0 if action in (Action.YES, Action.NO) else Clause.NOT_ASKED_FOR
    return why_not_choose(s, t, action)


# ------------------------------------------------------------ W2: the decks


def legal_decks(s: State, t: Tables, actions: Ints) -> int:
    """Fill in the actions that `why_not_deck` permits."""
    p = s.to_act
    cards = size(s.deck[p])
    n = 0
    if cards >= SMALLEST_DECK:
        actions[n] = Action.READY
        n += 1
    if s.pending == 0:
        for k in range(t.decks):
            actions[n] = Action.DECK + k
            n += 1
    if cards < LARGEST_DECK:
        for w in range(2):
            word = t.names[w] & ~s.deck[p, 2 + w]  # those without a second copy
            while word != 0:
                actions[n] = Action.ADD + 1 + w * WORD_BITS + low_bit(word)
                n += 1
                word &= word - 1
    return n


def why_not_deck(s: State, t: Tables, action: int) -> int:
    """W2.1, W2.2: return 0 if the seat may choose that deck or add that card, else the clause that forbids it."""
    p = s.to_act
    if Action.DECK <= action < Action.NEW:
        return 0 if action - Action.DECK < t.decks and s.pending == 0 else Clause.DECKS_COME_FIRST
    if action == Action.READY:
        return 0 if size(s.deck[p]) >= SMALLEST_DECK else Clause.NO_LEGAL_DECK
    if action <= Action.ADD:
        return Clause.DECKS_COME_FIRST
    c = action - Action.ADD
    if t.classes[c] == 0 or copies(s.deck[p], c) == COPIES or size(s.deck[p]) == LARGEST_DECK:
        return Clause.NO_LEGAL_DECK
    return 0


# ----------------------------------------------- W3, W4: playing in one's turn


def legal_in_turn(s: State, t: Tables, actions: Ints) -> int:
    """W3.2, W3.3: end the turn, use effects, play cards."""
    actions[0] = Action.END
    n = 1
    for i in range(s.lying[s.turn]):
        if why_not_use(s, t, i) == 0:
            actions[n] = Action.USE + i
            n += 1
    c = next_card(s.hand[s.turn], 0)
    while c > 0:
        if why_not_play(s, t, c) == 0:
            actions[n] = Action.PLAY + c
            n += 1
        c = next_card(s.hand[s.turn], c)
    return n


def why_not_play(s: State, t: Tables, c: int) -> int:
    """W4.1 to W4.6: return 0 if card c may be played from the hand, else the clause that forbids it."""
    p = s.turn
    if copies(s.hand[p], c) == 0:
        return Clause.NOT_IN_HAND
    if s.plays == MOST_PLAYS:
        return Clause.ENOUGH_FOR_A_TURN
    if t.is_item[c] == 1 and t.alone[c] == 0:
        return 0  # W4.6: even with ten groups
    if s.words == 0 and t.is_item[c] == 0:  # W4.1, W7.8
        return 0 if stacking_is_free(s, t) and stacks_somewhere(s, t, p, c) else Clause.ONE_WORD_A_TURN
    if t.alone[c] == 1 and (s.lying[p] < GROUPS or free_place(s, p) < GROUPS):
        return 0
    if stacks_somewhere(s, t, p, c):  # W4.4: even with ten groups
        return 0
    return Clause.TEN_GROUPS if t.alone[c] == 1 else Clause.DOES_NOT_GO_THERE


def legal_places(s: State, t: Tables, actions: Ints) -> int:
    """W4.2: the places for the card being played."""
    n = 0
    for action in range(Action.NEW, Action.GROUP):
        if why_not_place(s, t, s.using, action) == 0:
            actions[n] = action
            n += 1
    return n


def why_not_place(s: State, t: Tables, c: int, action: int) -> int:
    """W4.2 to W4.5: return 0 if card c, which is being played, may go there, else the clause that forbids it."""
    p = s.turn
    if action == Action.NEW:
        if t.is_item[c] == 0 and s.words == 0:
            return Clause.ONE_WORD_A_TURN
        if t.alone[c] == 0:
            return Clause.DOES_NOT_GO_THERE
        return 0 if free_place(s, p) < GROUPS else Clause.TEN_GROUPS
    if action < Action.ON:
        return 0 if fits_under(s, t, p, c, action - Action.UNDER) else Clause.DOES_NOT_GO_THERE
    return 0 if fits_on(s, t, p, c, action - Action.ON) else Clause.DOES_NOT_GO_THERE


def only_place(s: State, t: Tables, c: int) -> int:
    """Return the action that places card c if it can go to one place only; -1 if there is a choice."""
    only = -1
    for action in range(Action.NEW, Action.GROUP):
        if why_not_place(s, t, c, action) == 0:
            if only >= 0:
                return -1
            only = action
    return only


# ------------------------------------------------------- W6: using an effect


def effect_to_use(s: State, t: Tables, i: int) -> int:
    """Return the effect of the card at index i that can be used by naming it; -1 if it has none."""
    c = s.card[s.turn, i]
    for e in range(t.first[c], t.first[c + 1]):
        if t.trigger[e] == Trigger.ACTIVATE:
            return e
    return -1


def why_not_use(s: State, t: Tables, i: int) -> int:
    """W6.8: return 0 if the seat may use the effect of its card at index i, else the clause that forbids it."""
    p = s.turn
    if i >= s.lying[p]:
        return Clause.NO_EFFECT_TO_USE
    e = effect_to_use(s, t, i)
    if e < 0:
        return Clause.NO_EFFECT_TO_USE
    if t.covered[e] == 0 and not is_top(s, p, i):  # W6.2
        return Clause.NOT_ON_TOP
    if t.once[e] == 1 and s.marks[p, i] & Mark.USED != 0:  # W6.6
        return Clause.USED_THIS_TURN
    if s.plays == MOST_PLAYS:
        return Clause.ENOUGH_FOR_A_TURN
    if not holds(s, t, p, e, i, -1) or (t.cost[e] == Cost.DISCARD_ONE and size(s.hand[p]) == 0):
        return Clause.NO_EFFECT_TO_USE
    return 0


# ---------------------------------------- W7: choosing for the effect carried out


def legal_choices(s: State, t: Tables, actions: Ints) -> int:
    """Fill in the options of the current action."""
    verb = verb_of(s, t)
    n = 0
    if verb in TAKING_SCORE:
        for i in range(s.score[s.side]):
            actions[i] = Action.SCORE + i
        return s.score[s.side]
    if verb in DISCARDING or verb == Verb.SALVAGE:
        bag = s.gone[s.side] if verb == Verb.SALVAGE else s.hand[s.side]
        c = next_card(bag, 0)
        while c > 0:
            if verb != Verb.SALVAGE or fetchable(s, t, c):
                actions[n] = Action.PICK + c
                n += 1
            c = next_card(bag, c)
        return n
    for place in range(GROUPS):
        if touchable(s, t, place):
            actions[n] = Action.GROUP + place
            n += 1
    return n


def why_not_choose(s: State, t: Tables, action: int) -> int:
    """W7.1 to W7.6: return 0 if this is an option of the current action, else the clause that forbids it."""
    verb = verb_of(s, t)
    if verb in TAKING_SCORE:
        if Action.SCORE <= action < Action.USE:
            return 0 if action - Action.SCORE < s.score[s.side] else Clause.NO_SUCH_SCORE_CARD
    elif verb in DISCARDING:
        if Action.PICK < action <= Action.ADD:
            return 0 if copies(s.hand[s.side], action - Action.PICK) > 0 else Clause.NOTHING_TO_DISCARD
    elif verb == Verb.SALVAGE:
        if Action.PICK < action <= Action.ADD:
            return 0 if fetchable(s, t, action - Action.PICK) else Clause.NOTHING_TO_FETCH
    elif Action.GROUP <= action < Action.SCORE:
        return 0 if touchable(s, t, action - Action.GROUP) else Clause.NO_SUCH_GROUP
    return Clause.NOT_ASKED_FOR
