"""てづま師: advice for the search: which actions are worth searching, and how it judges a position between deals."""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, low_bit
from tefuda.engine.rules_helpers import next_seat
from tefuda.games.tezuma.actions import (
    add_actions,
    announced_cards,
    cards_to_set_aside,
    cards_to_take,
    plain_cards,
    reversed_cards,
    winning_without_card,
)
from tefuda.games.tezuma.card_sets import FACES, NUMBER_BITS, NUMBERS, SUIT_WIDTH, TRUMP, WHOLE_SUIT
from tefuda.games.tezuma.dealing import hand_size
from tefuda.games.tezuma.rules import utility
from tefuda.games.tezuma.state import Announced, Phase, Power, State, Tables
from tefuda.games.tezuma.tricks import power


def candidate_actions(s: State, t: Tables, actions: Ints) -> int:
    """Fill in the legal actions less those that hardly any player would choose.

    Left out are an ability that changes nothing, or not who wins so far; all but one of several cards that are as good
    as each other; and, where every further trick costs points, all that would take the trick while something else
    would not.
    """
    plain = plain_cards(s)
    if plain == 0:
        return add_actions(actions, 0, 0, 0, cards_to_set_aside(s) | cards_to_take(s, t))
    announced = announced_cards(s, t, plain)
    reversed_ = worth_paying(s, t, reversed_cards(s, t, announced), Announced.REVERSED)
    announced = worth_paying(s, t, announced, Announced.ABILITY)
    losing = plain & losing_cards(s)
    if losing != 0 and has_enough(s, t):
        return add_actions(actions, distinct(s, losing), announced, reversed_, 0)
    winning = distinct(s, plain ^ losing)
    return add_actions(actions, distinct(s, losing) | winning, announced, reversed_, winning_without_card(s, t, plain))


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Between two deals, value the scores: all may hope for as much from the deals to come."""
    between = s.phase == Phase.CHOOSING and s.step == 0
    for p in range(s.players if between else 0):
        utilities[p] = utility(s, p)
    return 1 if between else 0


def has_enough(s: State, t: Tables) -> bool:
    """T8.1: return whether one more trick costs the seat to act points, with too few left to make up for it."""
    p = s.to_act
    return hand_size(s) - s.trick < t.regain[s.table[p] - 1, s.tricks[p]]


def losing_cards(s: State) -> int:
    """T5: return the cards that would not take the lead in the trick as it lies, played without an ability."""
    if s.power < 0:
        return 0
    if s.led == 0:  # won without a card
        return FACES
    shift = (s.led - 1) * SUIT_WIDTH
    lower = min(max(s.power - Power.NUMBER, 0), NUMBERS)
    found = (1 << lower) - 1 | (s.power >= Power.FOLLOWING_TRUMP) << TRUMP
    others = FACES if s.power >= Power.VALID_TRUMP else NUMBER_BITS
    return found << shift | others & ~(WHOLE_SUIT << shift)


def distinct(s: State, cards: int) -> int:
    """T5.4: return the cards without numbers that a lower one of the set equals.

    Two numbers are equal in effect if all between them are played or in the same hand.
    """
    steps = (s.played | s.hand[s.to_act]) & NUMBER_BITS
    above = cards & NUMBER_BITS
    above |= above << 1 & steps
    steps &= steps << 1
    above |= above << 2 & steps
    steps &= steps << 2
    above |= above << 4 & steps
    steps &= steps << 4
    above |= above << 8 & steps
    return cards & ~(above << 1 & (s.played | s.hand[s.to_act]) & NUMBER_BITS)


def worth_paying(s: State, t: Tables, cards: int, announced: int) -> int:
    """Return the cards with which announcing the ability changes something that matters.

    A stronger or weaker card may still matter to the seats that follow; the last seat only wins the trick or loses it.
    """
    if cards == 0:
        return 0
    p = s.to_act
    a = s.ability[p] - 1
    last = next_seat(p, s.players) == s.leader
    ducks = has_enough(s, t)
    found = 0
    while cards != 0:
        card = low_bit(cards)
        cards &= cards - 1
        plain = power(s, t, p, card, Announced.NOTHING)
        after = power(s, t, p, card, announced)
        changes = (after > s.power) != (plain > s.power) if last else after != plain
        if t.aside[a] == 1:
            worth = after > s.power and (not last or brings_minus(s, p, card))
        elif t.free[a] == 1:
            worth = not ducks or after <= s.power
        elif ducks:
            worth = changes and after < plain and plain > s.power
        else:
            worth = changes and max(plain, after) > s.power
        if worth:
            found |= 1 << card
    return found


def brings_minus(s: State, p: int, card: int) -> bool:
    """T8.3: return whether this card or one that lies in the trick is of the seat's minus suit."""
    first = (s.minus[p] - 1) * SUIT_WIDTH
    found = 0 <= card - first < SUIT_WIDTH
    for q in range(s.players):
        found |= 0 <= s.lying[q] - 1 - first < SUIT_WIDTH
    return found
