"""KOTODAMA KOGEN (コトコー): the rules.

A trading card game of words by ツボッシー同盟 for two, each with a deck of 30 to 55 cards.  Cards lie in groups; laid
under another a card may make it conjugate, laid on it modify it; effects that wait for this take score cards into the
hand of their owner, and a player who has none left has lost.  Clause numbers (`# W4.1`) are those of `rulebook.en.md`
and `rulebook.ja.md`.

Where to find the clauses:

    W1      cards.py           the cards; `vocabulary.py`: the parts of speech
    W2, W3  rules.py           decks and turns
    W4, W5  rules.py           playing a card; `field.py`: what fits where, and what lies where
    W6      triggers.py        which effects happen; `effects.py`: carrying them out, one after the other
    W7, W8  effect_actions.py  what cards do, and the end of the game; `result` below: who has won
    W9      determinize.py     what each viewer knows
    all     actions.py         what is legal, and which clause forbids it
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, rand_below
from tefuda.games.kotodama.actions import Action, effect_to_use, only_place
from tefuda.games.kotodama.bags import fill, put, size
from tefuda.games.kotodama.effect_actions import choose, draw, out_of_hand, scrap, stacking_is_free
from tefuda.games.kotodama.effects import end_action, run
from tefuda.games.kotodama.field import bottom_of, free_place, lay, new_index, top_of
from tefuda.games.kotodama.state import (
    GROUPS,
    HAND,
    SCORE_CARDS,
    Cost,
    Event,
    Form,
    HouseRule,
    Mark,
    Phase,
    State,
    Tables,
    Trigger,
)
from tefuda.games.kotodama.triggers import check_presence, enqueue, holds, trigger


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.open_lists = options[HouseRule.OPEN_LISTS]
    s.wipe_at_ten = options[HouseRule.WIPE_AT_TEN]
    s.extra_hand = options[HouseRule.HAND] - HAND
    s.extra_score_cards = options[HouseRule.SCORE_CARDS] - SCORE_CARDS
    s.phase = Phase.DECKS
    s.to_act = 0


def apply(s: State, t: Tables, action: int) -> None:
    if s.phase == Phase.DECKS:
        choose_deck(s, t, action)
        return
    s.phase = Phase.TURN  # no decision is asked for while effects are carried out
    s.to_act = s.turn
    if action == Action.END:
        emit(s, Event.TURN_ENDED, s.turn)
        begin_turn(s, 1 - s.turn)
    elif action == Action.YES:
        run(s, t)
    elif action == Action.NO:
        emit(s, Event.DECLINED, s.turn)
        end_action(s)
        run(s, t)
    elif action < Action.GROUP:
        place_card(s, t, action)
    elif action < Action.USE or action > Action.PICK:
        choose(s, t, option_of(action))
        run(s, t)
    elif action <= Action.PLAY:
        use_effect(s, t, action - Action.USE)
    else:
        play_card(s, t, action - Action.PLAY)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """W8.1 to W8.3: more score cards win, whether the other has none or a deck is empty; equal numbers are a draw."""
    for p in range(2):
        mine = s.score[p]
        other = s.score[1 - p]
        ranks[p] = 2 if mine < other else 1  # W8.2: in a draw both are first
        utilities[p] = 0.0 if mine == other else (1.0 if mine > other else -1.0)


# -------------------------------------------------------- W2: before the game


def choose_deck(s: State, t: Tables, action: int) -> None:
    """W2.2: take a starter deck, add a card to a deck of one's own, or complete it."""
    p = s.to_act
    if action > Action.ADD:
        put(s.deck[p], action - Action.ADD)
        put(s.unseen[p], action - Action.ADD)
        s.pending = 1
        return
    s.pending = 0
    if action != Action.READY:
        fill(s.deck[p], t.ready_made[action - Action.DECK])
        fill(s.unseen[p], s.deck[p])
    s.size[p] = size(s.deck[p])
    emit(s, Event.DECK_CHOSEN, p, s.size[p])
    if p == 0:
        s.to_act = 1
    else:
        begin_game(s)


def begin_game(s: State) -> None:
    """W2.3 to W2.5: hands, score cards, and who goes first."""
    for q in range(2):
        s.score[q] = SCORE_CARDS + s.extra_score_cards  # W2.4; which cards they are is decided when they are taken
        emit(s, Event.DEALT, q)
        for _ in range(HAND + s.extra_hand):  # W2.3
            draw(s, q, 1)
    s.turn = rand_below(s, 2)  # W2.5
    s.to_act = s.turn
    emit(s, Event.BEGAN, s.turn)
    begin_turn(s, s.turn)


# ------------------------------------------------------------ W3: your turn


def begin_turn(s: State, p: int) -> None:
    """W3.1: exactly one card is drawn, in the first turn too (R4-2)."""
    s.phase = Phase.TURN
    s.turn = p
    s.to_act = p
    s.words = 1  # W4.1
    s.stacked = 0
    s.plays = 0
    s.fired = 0
    s.turns += 1
    for i in range(s.lying[p]):
        s.marks[p, i] &= ~Mark.USED  # W6.6
    emit(s, Event.TURN_BEGAN, p)
    draw(s, p, 0)


def play_card(s: State, t: Tables, c: int) -> None:
    """W3.2: use an item, or lay a card, after asking where if there is a choice."""
    p = s.turn
    s.plays += 1
    out_of_hand(s, p, c)
    s.using = c
    emit(s, Event.PLAYED, p, c)
    if t.is_item[c] == 1 and t.alone[c] == 0:  # W4.6
        for e in range(t.first[c], t.first[c + 1]):
            if t.trigger[e] == Trigger.USED and holds(s, t, p, e, -1, -1):
                enqueue(s, e)
        run(s, t)
        return
    only = only_place(s, t, c)
    if only < 0:
        s.phase = Phase.PLACING
        return
    place_card(s, t, only)


# -------------------------------------- W4, W5: the field; what stacking does


def place_card(s: State, t: Tables, action: int) -> None:
    """W4.2: lay the card being played; W4.8: wipe the field if that is the tenth group."""
    c = s.using
    if t.is_item[c] == 0 and (action == Action.NEW or not stacking_is_free(s, t)):  # W4.1, W7.8
        s.words -= 1
    s.using = 0
    lay_down(s, t, c, action)
    if s.wipe_at_ten == 1 and free_place(s, s.turn) == GROUPS:
        while s.lying[s.turn] > 0:
            scrap(s, s.turn, s.lying[s.turn] - 1)
    run(s, t)


def lay_down(s: State, t: Tables, c: int, action: int) -> None:
    """Lay card c in its place, and queue the effects that this triggers (W6.3: the new card's first)."""
    if action == Action.NEW:
        lay_new_group(s, t, c)
    elif action < Action.ON:
        lay_under(s, t, c, action - Action.UNDER)
    else:
        lay_on(s, t, c, action - Action.ON)
    check_presence(s, t, s.turn)  # W6.4


def lay_new_group(s: State, t: Tables, c: int) -> None:
    """W4.2: the card is a group of its own."""
    p = s.turn
    place = free_place(s, p)
    i = new_index(s, p, place)
    lay(s, p, i, c, place)
    emit(s, Event.LAID, p, i)
    trigger(s, t, p, i, Trigger.ON_PLAY, -1)


def lay_under(s: State, t: Tables, c: int, place: int) -> None:
    """W4.5: to the very bottom of a group; W5.1, W5.4: the card above takes the form, if there is one."""
    p = s.turn
    s.stacked = 1
    i = bottom_of(s, p, place) + 1
    lay(s, p, i, c, place)
    if t.under_form[c] != Form.NONE:
        s.form[p, i - 1] = t.under_form[c]
    emit(s, Event.LAID, p, i)
    if t.under_form[c] != Form.NONE:
        emit(s, Event.FORMED, p, i, i - 1)
    trigger(s, t, p, i, Trigger.ON_PLAY, i - 1)
    if t.under_form[c] != Form.NONE:
        trigger(s, t, p, i, Trigger.CONJUGATES, i - 1)
        trigger(s, t, p, i - 1, Trigger.CONJUGATED, i)


def lay_on(s: State, t: Tables, c: int, place: int) -> None:
    """W4.5: to the very top of a group; W5.5: it modifies the card below."""
    p = s.turn
    s.stacked = 1
    i = top_of(s, p, place)
    lay(s, p, i, c, place)
    s.marks[p, i] |= Mark.MODIFIES
    emit(s, Event.LAID, p, i)
    emit(s, Event.MODIFIED_BY, p, i)
    trigger(s, t, p, i, Trigger.ON_PLAY, i + 1)
    trigger(s, t, p, i, Trigger.MODIFIES, i + 1)
    trigger(s, t, p, i + 1, Trigger.MODIFIED, i)


# -------------------------------------------------------------- W6: effects


def use_effect(s: State, t: Tables, i: int) -> None:
    """W6.8: use the effect of the card at index i; its cost comes first."""
    p = s.turn
    e = effect_to_use(s, t, i)
    s.plays += 1
    if t.once[e] == 1:
        s.marks[p, i] |= Mark.USED
    emit(s, Event.USED_EFFECT, p, e, i)
    enqueue(s, e)
    if t.cost[e] == Cost.DISCARD_THIS:
        scrap(s, p, i)
        check_presence(s, t, p)
    run(s, t)


def option_of(action: int) -> int:
    """Return the place, position or card that an answer names."""
    if action < Action.SCORE:
        return action - Action.GROUP
    return action - Action.SCORE if action < Action.USE else action - Action.PICK
