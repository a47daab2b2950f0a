"""てづま師: the actions that a seat may choose from, and those of them that are worth searching.

They are handled as four sets: cards, cards with the ability, the same with it the other way, and the rest, counted from
NO_CARD.  The functions that make these sets are short so that they are compiled into `legal` itself: whatever it calls
might raise, for all Numba knows, and then a reference to the array of actions is counted in every call (which took a
fifth of the time of random play).
"""

from __future__ import annotations

from tefuda.engine.primitives import Ints, low_bit
from tefuda.games.tezuma.draft import cards_to_take
from tefuda.games.tezuma.state import (
    ANNOUNCE,
    ANNOUNCE_MINUS,
    CARDS,
    FACES,
    FISHING,
    FOLLOWING_TRUMP,
    MAX_PLAYERS,
    NO_CARD,
    NUMBER,
    NUMBER_BITS,
    NUMBERS,
    PLAYING,
    SET_ASIDE,
    SUIT_WIDTH,
    TRICKS,
    TRUMP,
    VALID_TRUMP,
    WHOLE_SUIT,
    State,
    Tables,
)
from tefuda.games.tezuma.tricks import announceable, playable, power, why_not_announce


def legal(s: State, t: Tables, actions: Ints) -> int:
    """Fill in every legal action."""
    plain = plain_cards(s)
    announced = announced_cards(s, t, plain)
    others = no_card(s, t, plain) | lying_cards(s) | cards_to_take(s, t)
    return listed(actions, plain, announced, other_way(s, t, announced), others)


def plain_cards(s: State) -> int:
    """The cards that may be played without an ability; none while nobody plays a card."""
    return playable(s, s.to_act) if s.phase == PLAYING and s.to_act >= 0 else 0


def announced_cards(s: State, t: Tables, plain: int) -> int:
    """The cards that may be played with the ability."""
    if plain == 0 or t.wins[s.ability[s.to_act] - 1] == 1 or why_not_announce(s, t, s.to_act) != 0:
        return 0
    return announceable(s, t, s.to_act, plain)


def other_way(s: State, t: Tables, announced: int) -> int:
    """Those of them that may be played with the ability the other way."""
    return announced if announced != 0 and t.either[s.ability[s.to_act] - 1] == 1 else 0


def no_card(s: State, t: Tables, plain: int) -> int:
    """T7.5: a bit where the ability may take the place of a card."""
    if plain == 0 or t.wins[s.ability[s.to_act] - 1] == 0 or why_not_announce(s, t, s.to_act) != 0:
        return 0
    return 1


def lying_cards(s: State) -> int:
    """T7.10: the cards of the trick, while one of them is to be set aside."""
    found = 0
    if s.phase == FISHING:
        for q in range(MAX_PLAYERS):
            found |= (0 < s.lying[q] <= CARDS) << SET_ASIDE - NO_CARD + q
    return found


def listed(actions: Ints, plain: int, announced: int, other_way: int, others: int) -> int:
    """Fill in the actions of four sets; return how many they are."""
    n = add_cards(actions, 0, plain, 0)
    n = add_cards(actions, n, announced, ANNOUNCE)
    n = add_cards(actions, n, other_way, ANNOUNCE_MINUS)
    return add_cards(actions, n, others, NO_CARD)


def add_cards(actions: Ints, n: int, cards: int, first: int) -> int:
    """Append an action for each bit of a set, counted from `first`; return how many there are now."""
    action = first
    while cards != 0:
        gap = low_bit(cards)
        action += gap
        actions[n] = action
        n += 1
        cards = cards >> gap ^ 1
    return n


# ---------------------------------------------------------- candidate actions


def candidate_actions(s: State, t: Tables, actions: Ints) -> int:
    """The legal actions less those that hardly anybody would choose.

    Left out are an ability that changes nothing, or not who wins so far; all but one of several cards that are as good
    as each other; and, where every further trick costs points, whatever would take the trick while something else
    would not.
    """
    plain = plain_cards(s)
    if plain == 0:
        return listed(actions, 0, 0, 0, lying_cards(s) | cards_to_take(s, t))
    announced = announced_cards(s, t, plain)
    minus = worth_paying(s, t, other_way(s, t, announced), 2)
    announced = worth_paying(s, t, announced, 1)
    losing = plain & losing_cards(s)
    if losing != 0 and has_enough(s, t):
        return listed(actions, distinct(s, losing), announced, minus, 0)
    return listed(actions, distinct(s, losing) | distinct(s, plain ^ losing), announced, minus, no_card(s, t, plain))


def has_enough(s: State, t: Tables) -> bool:
    """T8.1: does the seat to act lose points by one more trick, with too few left to make up for it?"""
    p = s.to_act
    return TRICKS - s.trick < t.regain[s.table[p] - 1, s.tricks[p]]


def losing_cards(s: State) -> int:
    """T5: the cards that do not take the lead in the trick as it lies, if played without an ability."""
    if s.power < 0:
        return 0
    if s.led == 0:  # won without a card
        return FACES
    shift = (s.led - 1) * SUIT_WIDTH
    lower = min(max(s.power - NUMBER, 0), NUMBERS)
    found = (1 << lower) - 1 | (s.power >= FOLLOWING_TRUMP) << TRUMP
    others = FACES if s.power >= VALID_TRUMP else NUMBER_BITS
    return found << shift | others & ~(WHOLE_SUIT << shift)


def distinct(s: State, cards: int) -> int:
    """Of numbers with nothing between them but cards that are played or in the same hand, the lowest: T5.4."""
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
    """Those cards with which announcing the ability changes something that matters."""
    if cards == 0:
        return 0
    p = s.to_act
    a = s.ability[p] - 1
    ducks = has_enough(s, t)
    found = 0
    while cards != 0:
        card = low_bit(cards)
        cards &= cards - 1
        plain = power(s, t, p, card, 0)
        after = power(s, t, p, card, announced)
        if t.aside[a] == 1:
            worth = after > s.power
        elif t.free[a] == 1:
            worth = not ducks or after <= s.power
        elif ducks:
            worth = after < plain and plain > s.power
        else:
            worth = after != plain and max(plain, after) > s.power
        if worth:
            found |= 1 << card
    return found
