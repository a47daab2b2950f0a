"""てづま師: a trick: playing to it, what an ability changes, who wins, and what is captured (T4 to T7).

An ability is a row of the card tables, never a case of its own.  Its fields apply in the order of T6.5: following suit
(`actions.py`), suit, number and validity (`power`), winner (`play`), capture (`end_trick`).
"""

from __future__ import annotations

from tefuda.engine.primitives import emit
from tefuda.engine.rules_helpers import next_seat
from tefuda.games.tezuma.actions import Action
from tefuda.games.tezuma.card_sets import CARDS, SUIT_WIDTH, TRUMP, with_card, without_card
from tefuda.games.tezuma.state import MAX_PLAYERS, NO_CARD_LIES, Announced, Event, Phase, Power, State, Tables


def begin_trick(s: State, leader: int) -> None:
    """T4.1: a seat leads a new trick."""
    s.leader = leader
    s.to_act = leader
    s.best = leader
    s.power = -1
    s.led = 0


def play(s: State, t: Tables, action: int) -> None:
    """T4.1: one seat's turn in the trick; the last one ends it."""
    p = s.to_act
    announced = Announced.ABILITY if action == Action.NO_CARD else action // CARDS
    if announced != Announced.NOTHING:  # T6.1, T6.2
        s.coins[p] -= t.cost[s.ability[p] - 1]
        s.announced[p] = announced
    strength: int = Power.WITHOUT_CARD
    if action == Action.NO_CARD:
        s.lying[p] = NO_CARD_LIES
    else:
        card = action - CARDS * announced
        strength = power(s, t, p, card, announced)
        note_shown(s, p, card // SUIT_WIDTH, announced != Announced.NOTHING and t.free[s.ability[p] - 1] == 1)
        s.hand[p] = without_card(s.hand[p], card)
        s.played = with_card(s.played, card)
        s.lying[p] = 1 + card
        if s.led == 0:  # also after a leader who played no card (T7.5)
            s.led = 1 + card // SUIT_WIDTH
    if strength > s.power:  # T5: of equals, the first wins
        s.power = strength
        s.best = p
    if action == Action.NO_CARD:
        emit(s, Event.WON_WITHOUT_CARD, p)
    else:
        emit(s, Event.PLAYED, p, action - CARDS * announced, announced)
    s.to_act = next_seat(s.to_act, s.players)
    if s.to_act == s.leader:
        end_trick(s, t)


def power(s: State, t: Tables, p: int, card: int, announced: int) -> int:
    """T5, T6.5: return the Power of a card if this seat played it now."""
    suit = card // SUIT_WIDTH
    rank = card - suit * SUIT_WIDTH
    of_led_suit = s.led == 0 or s.led == suit + 1
    number = rank + 1
    a = s.ability[p] - 1
    if announced != Announced.NOTHING:
        if t.as_led[a] == 1:  # T7.8
            of_led_suit = True
        if t.fixed[a] >= 0:  # T7.2
            number = t.fixed[a]
        number += t.add[a] if announced == Announced.ABILITY else -t.add[a]  # T7.1, T7.9
        number = max(number, 0)
    valid = rank == TRUMP and not of_led_suit  # T5.1, T5.2
    if announced != Announced.NOTHING and t.trump[a] != 0:  # T7.3, T7.4, T7.6
        valid = t.trump[a] == 1
    if valid:
        return Power.VALID_TRUMP
    if not of_led_suit:
        return Power.NONE
    return Power.FOLLOWING_TRUMP if rank == TRUMP else Power.NUMBER + number


def note_shown(s: State, p: int, suit: int, freed: bool) -> None:
    """T4.3, T7.7: note what a card of this suit shows about the rest of the hand.

    A seat that does not follow has none of the led suit; freed by its ability, it does have some.
    """
    not_followed = 1 << s.led - 1 if s.led > 0 and s.led != suit + 1 else 0
    s.keeps[p] = s.keeps[p] & ~(1 << suit) | (not_followed if freed else 0)
    s.void[p] |= 0 if freed else not_followed


def end_trick(s: State, t: Tables) -> None:
    """T5.3 to T5.5: the trick is won; T7.10, T7.11: its winner may have to set a card aside first."""
    emit(s, Event.WON, s.best)
    if s.announced[s.best] != Announced.NOTHING and t.aside[s.ability[s.best] - 1] == 1:
        s.phase = Phase.SETTING_ASIDE
        s.to_act = s.best
        return
    capture(s)


def set_aside(s: State, q: int) -> None:
    """T7.10: set the card of seat q aside; it is not captured."""
    card = s.lying[q] - 1
    s.lying[q] = 0
    s.fished = with_card(s.fished, card)
    s.phase = Phase.PLAYING
    emit(s, Event.SET_ASIDE, s.best, card, q)
    capture(s)


def capture(s: State) -> None:
    """T5.6: the winner captures the cards of the trick, face down, and leads the next.

    T8.3: all captured cards of the minus suit count, also trumps and the winner's own.
    """
    w = s.best
    first = (s.minus[w] - 1) * SUIT_WIDTH
    taken = 0
    penalty = 0
    for p in range(MAX_PLAYERS):
        card = s.lying[p] - 1
        taken += 0 <= card < CARDS
        penalty += 0 <= card - first < SUIT_WIDTH
        s.lying[p] = 0
        s.announced[p] = 0
    s.taken[w] += taken
    s.penalty[w] += penalty
    s.tricks[w] += 1
    s.trick += 1
    begin_trick(s, w)
    emit(s, Event.CAPTURED, w)
