"""KOTODAMA KOGEN (コトコー): the rules, over one record of some 1,200 bytes.

A trading card game of words by ツボッシー同盟 for two, each with a deck of 30 to 55 cards.  Cards lie in groups;
laid under another a card may make it conjugate, laid on it modify it; effects that wait for this take score cards
into the hand of their owner, and whoever has none left has lost.  Clause numbers (`# W4.1`) are those of
`rulebook.en.md` and `rulebook.ja.md`.

`record.py` says what the record holds, `field.py` what lies where, `permits.py` what may be done, `effects.py` what
cards do, `hidden.py` what each viewer knows; here a game runs its course.
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, rand_below
from tefuda.games.kotodama.bags import fill, next_card, put, size
from tefuda.games.kotodama.determinize import determinize, information_state_key
from tefuda.games.kotodama.effects import (
    check_presence,
    choose,
    draw,
    end_action,
    enqueue,
    holds,
    out_of_hand,
    run,
    scrap,
    trigger,
    verb_of,
)
from tefuda.games.kotodama.field import (
    bottom_of,
    free_place,
    lay,
    new_index,
    top_of,
)
from tefuda.games.kotodama.legality import (
    effect_to_use,
    legal_choices,
    legal_decks,
    only_place,
    stacks_for_nothing,
    why_not_choose,
    why_not_deck,
    why_not_place,
    why_not_play,
    why_not_use,
)
from tefuda.games.kotodama.state import (
    ADD,
    ADDED,
    BEGAN,
    BOTH_SCORE,
    CHOOSING,
    CONJUGATED,
    CONJUGATES,
    DEALT,
    DECK,
    DECK_CHOSEN,
    DECKS,
    DECKS_COME_FIRST,
    DECLINED,
    DISCARD_THIS,
    DOES_NOT_GO_THERE,
    END,
    ENOUGH_FOR_A_TURN,
    FORMED,
    GAME_IS_OVER,
    GROUP,
    GROUPS,
    HAND,
    LAID,
    MAX_PLAYERS,
    MAX_STEPS,
    MAYBE,
    MODIFIED,
    MODIFIED_BY,
    MODIFIES,
    MODIFYING,
    NEW,
    NO,
    NO_EFFECT_TO_USE,
    NO_FORM,
    NO_LEGAL_DECK,
    NO_SUCH_GROUP,
    NO_SUCH_SCORE_CARD,
    NOT_ASKED_FOR,
    NOT_IN_HAND,
    NOT_ON_TOP,
    NOTHING_TO_DISCARD,
    NOTHING_TO_FETCH,
    NUM_ACTIONS,
    ON_PLAY,
    ON_USE,
    ONE_WORD_A_TURN,
    OVER_GROUP,
    PICK,
    PLACING,
    PLAY,
    PLAYED,
    READY,
    SCORE,
    SCORE_CARDS,
    TEN_GROUPS,
    TURN,
    TURN_BEGAN,
    TURN_ENDED,
    UNDER,
    USE,
    USED,
    USED_EFFECT,
    USED_THIS_TURN,
    YES,
    State,
    Tables,
)

# What the contract asks for, and every clause that forbids something: also those that only `permits.py` names.
__all__ = [
    "DECKS_COME_FIRST",
    "DOES_NOT_GO_THERE",
    "ENOUGH_FOR_A_TURN",
    "GAME_IS_OVER",
    "MAX_PLAYERS",
    "MAX_STEPS",
    "NOTHING_TO_DISCARD",
    "NOTHING_TO_FETCH",
    "NOT_ASKED_FOR",
    "NOT_IN_HAND",
    "NOT_ON_TOP",
    "NO_EFFECT_TO_USE",
    "NO_LEGAL_DECK",
    "NO_SUCH_GROUP",
    "NO_SUCH_SCORE_CARD",
    "NUM_ACTIONS",
    "ONE_WORD_A_TURN",
    "TEN_GROUPS",
    "USED_THIS_TURN",
    "State",
    "Tables",
    "apply",
    "candidate_actions",
    "determinize",
    "information_state_key",
    "legal",
    "result",
    "setup",
    "why_not",
]

OPEN_LISTS, WIPE_AT_TEN = 0, 1  # indices of the house rules among the options

# ---------------------------------------------------------------- contract


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.open_lists = options[OPEN_LISTS]
    s.wipe_at_ten = options[WIPE_AT_TEN]
    s.phase = DECKS
    s.to_act = 0


def legal(s: State, t: Tables, actions: Ints) -> int:
    n = 0
    if s.to_act < 0:
        return 0
    if s.phase == DECKS:
        return legal_decks(s, t, actions)
    if s.phase == TURN:
        actions[0] = END
        n = 1
        for i in range(s.lying[s.turn]):
            if why_not_use(s, t, i) == 0:
                actions[n] = USE + i
                n += 1
        c = next_card(s.hand[s.turn], 0)
        while c > 0:
            if why_not_play(s, t, c) == 0:
                actions[n] = PLAY + c
                n += 1
            c = next_card(s.hand[s.turn], c)
        return n
    if s.phase == CHOOSING:
        return legal_choices(s, t, actions)
    if s.phase == MAYBE:
        actions[0] = YES
        actions[1] = NO
        return 2
    for action in range(NEW, GROUP):
        if why_not_place(s, t, s.using, action) == 0:
            actions[n] = action
            n += 1
    return n


def candidate_actions(s: State, t: Tables, actions: Ints) -> int:
    """One of several score cards that nobody can tell apart; a ready-made deck, unless another has been begun."""
    if s.phase == CHOOSING and verb_of(s, t) <= BOTH_SCORE:
        actions[0] = SCORE
        return 1
    if s.phase == DECKS and s.pending == 0:
        for k in range(t.decks):
            actions[k] = DECK + k
        return t.decks
    return legal(s, t, actions)


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return GAME_IS_OVER
    if s.phase == DECKS:
        return why_not_deck(s, t, action)
    if DECK <= action < NEW or action == READY or action > ADD:
        return DECKS_COME_FIRST
    if s.phase == TURN:
        if action == END:
            return 0
        if USE <= action <= PLAY:
            return why_not_use(s, t, action - USE)
        return why_not_play(s, t, action - PLAY) if PLAY < action <= PICK else NOT_ASKED_FOR
    if s.phase == PLACING:
        return why_not_place(s, t, s.using, action) if NEW <= action < GROUP else NOT_ASKED_FOR
    if s.phase == MAYBE:
        return 0 if action in (YES, NO) else NOT_ASKED_FOR
    return why_not_choose(s, t, action)


def apply(s: State, t: Tables, action: int) -> None:
    if s.phase == DECKS:
        choose_deck(s, t, action)
        return
    s.phase = TURN  # while things happen nobody is asked
    s.to_act = s.turn
    if action == END:
        emit(s, TURN_ENDED, s.turn)
        begin_turn(s, 1 - s.turn)
    elif action == YES:
        run(s, t)
    elif action == NO:
        emit(s, DECLINED, s.turn)
        end_action(s)
        run(s, t)
    elif action < GROUP:
        place_card(s, t, action)
    elif action < USE or action > PICK:
        choose(s, t, option_of(action))
        run(s, t)
    elif action <= PLAY:
        use_effect(s, t, action - USE)
    else:
        play_card(s, t, action - PLAY)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """W8.1 to W8.3: more score cards win, be it that the other has none or that a deck is empty."""
    for p in range(2):
        mine = s.score[p]
        other = s.score[1 - p]
        ranks[p] = 2 if mine < other else 1
        utilities[p] = 0.0 if mine == other else (1.0 if mine > other else -1.0)


# ------------------------------------------------------------------- decks


def choose_deck(s: State, t: Tables, action: int) -> None:
    p = s.to_act
    if action > ADD:
        put(s.deck[p], action - ADD)
        put(s.unseen[p], action - ADD)
        s.pending = 1
        emit(s, ADDED, p, action - ADD)
        return
    s.pending = 0
    if action != READY:
        fill(s.deck[p], t.ready_made[action - DECK])
        fill(s.unseen[p], s.deck[p])
    s.size[p] = size(s.deck[p])
    emit(s, DECK_CHOSEN, p, s.size[p])
    if p == 0:
        s.to_act = 1
        return
    for q in range(2):
        s.score[q] = SCORE_CARDS  # W2.4; which cards they are is decided when they are taken
        emit(s, DEALT, q)
        for _ in range(HAND):  # W2.3
            draw(s, q, 1)
    s.turn = rand_below(s, 2)  # W2.5
    s.to_act = s.turn
    emit(s, BEGAN, s.turn)
    begin_turn(s, s.turn)


# ------------------------------------------------------------------- turns


def begin_turn(s: State, p: int) -> None:
    """W3.1: exactly one card is drawn, on the first turn too (R4-2)."""
    s.phase = TURN
    s.turn = p
    s.to_act = p
    s.words = 1  # W4.1
    s.stacked = 0
    s.plays = 0
    s.fired = 0
    s.turns += 1
    for i in range(s.lying[p]):
        s.marks[p, i] &= ~USED  # W6.6
    emit(s, TURN_BEGAN, p)
    draw(s, p, 0)


def play_card(s: State, t: Tables, c: int) -> None:
    p = s.turn
    s.plays += 1
    out_of_hand(s, p, c)
    s.using = c
    emit(s, PLAYED, p, c)
    if t.is_item[c] == 1 and t.alone[c] == 0:
        for e in range(t.first[c], t.first[c + 1]):
            if t.trigger[e] == ON_USE and holds(s, t, p, e, -1, -1):
                enqueue(s, t, e)
        run(s, t)
        return
    only = only_place(s, t, c)
    if only < 0:
        s.phase = PLACING
        return
    place_card(s, t, only)


def place_card(s: State, t: Tables, action: int) -> None:
    put_down(s, t, action)
    if s.wipe_at_ten == 1 and free_place(s, s.turn) == GROUPS:  # W4.8
        while s.lying[s.turn] > 0:
            scrap(s, s.turn, s.lying[s.turn] - 1)
    run(s, t)


def put_down(s: State, t: Tables, action: int) -> None:
    """Lay the card being played in its place, and let wait whatever effects that has."""
    p = s.turn
    c = s.using
    if t.is_item[c] == 0 and (action == NEW or not stacks_for_nothing(s, t)):
        s.words -= 1
    s.using = 0
    if action == NEW:
        place = free_place(s, p)
        i = new_index(s, p, place)
        lay(s, p, i, c, place)
        emit(s, LAID, p, i)
        trigger(s, t, p, i, ON_PLAY, -1)
    elif action < OVER_GROUP:
        s.stacked = 1
        place = action - UNDER
        i = bottom_of(s, p, place) + 1
        lay(s, p, i, c, place)
        if t.under_form[c] != NO_FORM:
            s.form[p, i - 1] = t.under_form[c]
        emit(s, LAID, p, i)
        if t.under_form[c] != NO_FORM:
            emit(s, FORMED, p, i, i - 1)
        trigger(s, t, p, i, ON_PLAY, i - 1)  # W6.3: the new card first
        if t.under_form[c] != NO_FORM:  # W5.4
            trigger(s, t, p, i, CONJUGATES, i - 1)
            trigger(s, t, p, i - 1, CONJUGATED, i)
    else:
        s.stacked = 1
        place = action - OVER_GROUP
        i = top_of(s, p, place)
        lay(s, p, i, c, place)
        s.marks[p, i] |= MODIFIES
        emit(s, LAID, p, i)
        emit(s, MODIFIED_BY, p, i)
        trigger(s, t, p, i, ON_PLAY, i + 1)
        trigger(s, t, p, i, MODIFYING, i + 1)
        trigger(s, t, p, i + 1, MODIFIED, i)
    check_presence(s, t, p)


# ----------------------------------------------------------------- effects


def use_effect(s: State, t: Tables, i: int) -> None:
    p = s.turn
    e = effect_to_use(s, t, i)
    s.plays += 1
    if t.once[e] == 1:
        s.marks[p, i] |= USED
    emit(s, USED_EFFECT, p, e, i)
    enqueue(s, t, e)
    if t.cost[e] == DISCARD_THIS:
        scrap(s, p, i)
        check_presence(s, t, p)
    run(s, t)


def option_of(action: int) -> int:
    """The score card, group or card that an answer names."""
    if action < SCORE:
        return action - GROUP
    return action - SCORE if action < USE else action - PICK
