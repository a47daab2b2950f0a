"""KOTODAMA KOGEN: what cards do: the actions of an effect (W7), and the end of the game (W8).

`effects.py` calls `perform` for an action without a choice, and `choose` each time something has been chosen.
"""

from __future__ import annotations

from tefuda.engine.primitives import emit, low_bit
from tefuda.games.kotodama.bags import copies, draw_from, fill, next_card, put, size, take
from tefuda.games.kotodama.field import bottom_of, fits, is_top, lift, taken_places, top_of
from tefuda.games.kotodama.state import GROUPS, Event, Phase, State, Tables, Trigger, Verb
from tefuda.games.kotodama.triggers import check_presence, holds

TAKING_SCORE = (Verb.OPP_SCORE, Verb.OWN_SCORE, Verb.BOTH_SCORE)
DISCARDING = (Verb.DISCARD, Verb.OPP_DISCARD)
OF_OPPONENT = (Verb.OPP_SCORE, Verb.OPP_DISCARD, Verb.OPP_DRAW, Verb.REVEAL)  # done by the opponent's side


def verb_of(s: State, t: Tables) -> int:
    """Return the verb of the current action."""
    return t.verb[s.effect - 1, s.step]


def is_choice(verb: int) -> bool:
    """Return whether a seat chooses a score card, a card or a group in this action."""
    return Verb.OPP_SCORE <= verb <= Verb.SCRAP


def perform(s: State, verb: int) -> None:
    """Carry out the current action, one without a choice."""
    if verb in (Verb.DRAW, Verb.OPP_DRAW):
        draw_cards(s, s.side, s.left)
    elif verb == Verb.EXTRA_WORD:
        gain_words(s, s.side, s.left)
    elif verb == Verb.PEEK:
        peek(s, s.side, s.left)
    elif verb == Verb.REVEAL:
        reveal(s, s.side)


def choose(s: State, t: Tables, option: int) -> None:
    """Carry out the current action once, on the score card, card or group chosen."""
    verb = verb_of(s, t)
    p = s.side
    s.left -= 1
    if verb in TAKING_SCORE:
        take_score_card(s, p, option)
    elif verb in DISCARDING:
        discard(s, p, option)
    elif verb == Verb.SALVAGE:
        fetch(s, p, option)
    else:
        if verb == Verb.SCRAP:
            discard_group(s, p, option)
        elif verb == Verb.BOUNCE:
            return_card(s, p, top_of(s, p, option))
        else:
            return_card(s, p, bottom_of(s, p, option))
        check_presence(s, t, p)


# --------------------------------------------------------- W7: the actions


def take_score_card(s: State, p: int, position: int) -> None:
    """W7.1: the card was unknown to all, so it is drawn now from the cards that the seat has not seen."""
    s.score[p] -= 1
    c = draw_from(s, s.unseen[p])
    put(s.hand[p], c)
    emit(s, Event.SCORED, p, position, c)


def draw_cards(s: State, p: int, n: int) -> None:
    """W7.3: draw cards one by one."""
    for _ in range(n):
        if not draw(s, p, 1):
            return


def draw(s: State, p: int, by_effect: int) -> bool:
    """W7.3: take the top card of the deck into the hand; W8.3: without one the game is over, and this is False."""
    if deck_size(s, p) == 0:
        end_game(s, 1)
        return False
    if s.tops[p] > 0:
        c = s.top[p, 0]
        s.tops[p] -= 1
        for i in range(s.tops[p]):
            s.top[p, i] = s.top[p, i + 1]
        s.top[p, s.tops[p]] = 0
    else:
        c = draw_from(s, s.unseen[p])
    put(s.hand[p], c)
    emit(s, Event.DREW, p, c, by_effect)
    return True


def discard(s: State, p: int, c: int) -> None:
    """W7.4: a card from the hand, openly."""
    out_of_hand(s, p, c)
    put(s.gone[p], c)
    emit(s, Event.DISCARDED, p, c)


def fetch(s: State, p: int, c: int) -> None:
    """W7.5: a card from the discards to the hand; W9.2: it stays known."""
    take(s.gone[p], c)
    put(s.hand[p], c)
    put(s.shown[p], c)
    emit(s, Event.SALVAGED, p, c)


def return_card(s: State, p: int, i: int) -> None:
    """W7.6: the card at index i to the hand; W9.2: it stays known."""
    c = lift(s, p, i)
    put(s.hand[p], c)
    put(s.shown[p], c)
    emit(s, Event.RETURNED, p, c, i)


def discard_group(s: State, p: int, place: int) -> None:
    """W7.6: all cards of a group, from the bottom."""
    i = bottom_of(s, p, place)
    while i >= 0:
        scrap(s, p, i)
        i = bottom_of(s, p, place)


def gain_words(s: State, p: int, n: int) -> None:
    """W7.7: more word cards in this turn."""
    s.words += n
    emit(s, Event.GAINED_WORD, p, n)


def stacking_is_free(s: State, t: Tables) -> bool:
    """W4.7, W7.8: return whether the next card to be stacked is exempt from the limit of one word card a turn."""
    if s.stacked == 1:
        return False
    p = s.turn
    for i in range(s.lying[p]):
        c = s.card[p, i]
        for e in range(t.first[c], t.first[c + 1]):
            is_static = t.trigger[e] == Trigger.STATIC and t.verb[e, 0] == Verb.FREE_STACKING
            if is_static and (is_top(s, p, i) or t.covered[e] == 1) and holds(s, t, p, e, i, -1):  # W6.5
                return True
    return False


def peek(s: State, p: int, n: int) -> None:
    """W7.9: look at the top cards of the deck; a deck with fewer cards shows all of them."""
    while s.tops[p] < min(n, deck_size(s, p)):
        c = draw_from(s, s.unseen[p])
        s.top[p, s.tops[p]] = c
        s.tops[p] += 1
        emit(s, Event.PEEKED, p, c)


def reveal(s: State, p: int) -> None:
    """W7.10: mark the whole hand as known to all."""
    fill(s.shown[p], s.hand[p])
    emit(s, Event.REVEALED, p)


# -------------------------------------------- W7: the options of a pending choice


def options(s: State, t: Tables) -> int:
    """Return the number of options of the current action; of cards in a hand, the number of cards."""
    verb = verb_of(s, t)
    if verb in TAKING_SCORE:
        return s.score[s.side]
    if verb in DISCARDING:
        return size(s.hand[s.side])
    count = 0
    if verb == Verb.SALVAGE:
        c = next_card(s.gone[s.side], 0)
        while c > 0:
            count += fetchable(s, t, c)
            c = next_card(s.gone[s.side], c)
        return count
    for place in range(GROUPS):
        count += touchable(s, t, place)
    return count


def only_option(s: State, t: Tables, verb: int) -> int:
    """Return the option if public information leaves no other; -1 if there is a choice."""
    if verb in TAKING_SCORE:
        return 0 if s.score[s.side] <= s.left else -1
    if verb in DISCARDING:  # the number of cards is public, and all of them go
        return next_card(s.hand[s.side], 0) if size(s.hand[s.side]) <= s.left else -1
    if options(s, t) > 1:
        return -1
    if verb == Verb.SALVAGE:
        c = next_card(s.gone[s.side], 0)
        while not fetchable(s, t, c):
            c = next_card(s.gone[s.side], c)
        return c
    place = low_bit(taken_places(s, s.side))
    while not touchable(s, t, place):
        place += 1
    return place


def fetchable(s: State, t: Tables, c: int) -> bool:
    """W7.5: return whether the current action may fetch this card from the discards."""
    return copies(s.gone[s.side], c) > 0 and fits(s, t, s.side, t.of[s.effect - 1, s.step], c)


def touchable(s: State, t: Tables, place: int) -> bool:
    """W7.6: return whether the current action may be done to the group at a place."""
    p = s.side
    i = bottom_of(s, p, place) if verb_of(s, t) == Verb.ERASE else top_of(s, p, place)
    return i >= 0 and fits(s, t, p, t.of[s.effect - 1, s.step], s.card[p, i])


# ------------------------------------------------------------ cards on the way


def deck_size(s: State, p: int) -> int:
    """Return the number of cards left to draw."""
    return size(s.unseen[p]) - s.score[p] + s.tops[p]


def scrap(s: State, p: int, i: int) -> None:
    """Discard the card at index i of the field."""
    c = lift(s, p, i)
    put(s.gone[p], c)
    emit(s, Event.SCRAPPED, p, c, i)


def out_of_hand(s: State, p: int, c: int) -> None:
    """Take a card out of the hand; W9.2: of two of a name the one that is known."""
    take(s.hand[p], c)
    if copies(s.shown[p], c) > 0:
        take(s.shown[p], c)


# ------------------------------------------------------------- W8: the end


def end_game(s: State, why: int) -> None:
    """W8.1, W8.3: end the game at once; an item in use is still discarded (R4-19)."""
    s.phase = Phase.OVER
    s.to_act = -1
    s.effect = 0
    s.step = 0
    s.begun = 0
    s.left = 0
    s.side = 0
    s.waiting = 0
    s.queue[:] = 0
    if s.using > 0:
        c = s.using
        s.using = 0
        put(s.gone[s.turn], c)
        emit(s, Event.PUT_AWAY, s.turn, c)
    emit(s, Event.ENDED, why)
