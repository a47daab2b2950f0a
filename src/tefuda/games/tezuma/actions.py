"""てづま師: the actions, their notation, and when they are legal.

The legal actions are computed as four sets: cards without the ability, cards with it, cards with it reversed, and all
others as bits counted from Action.NO_CARD.  The functions that compute these sets are short so that they are compiled
into `legal` itself: Numba assumes that a call may raise, and then counts a reference to the array of actions in every
call (which took a fifth of the time of random play).
"""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.primitives import Ints
from tefuda.engine.rules_helpers import add_bit_actions
from tefuda.games.tezuma.card_sets import CARDS, FACES, SUIT_WIDTH, SUITS, TRUMP, WHOLE_SUIT
from tefuda.games.tezuma.state import (
    MAX_ABILITIES,
    MAX_PLAYERS,
    MAX_TABLES,
    Announced,
    Kind,
    Phase,
    Place,
    State,
    Tables,
)

SUIT_LETTERS = "burw"  # butterfly, umbrella, ring, water
SIDES = "ab"
ENDINGS = ("", "!", "!-")  # of the notation of a card, by how the ability is announced with it


class Action(IntEnum):
    """What the seat to act may do: first codes of ranges, but for NO_CARD."""

    PLAY = 0  # + card: without the ability
    ANNOUNCE = CARDS * Announced.ABILITY  # + card: with the ability
    ANNOUNCE_REVERSED = CARDS * Announced.REVERSED  # + card
    NO_CARD = 3 * CARDS  # T7.5: win without a card
    SET_ASIDE = NO_CARD + 1  # + seat that played the card
    TAKE_TABLE = SET_ASIDE + MAX_PLAYERS  # + score table
    TAKE_MINUS = TAKE_TABLE + MAX_TABLES  # + suit
    TAKE_ABILITY = TAKE_MINUS + SUITS  # + ability


NUM_ACTIONS = Action.TAKE_ABILITY + MAX_ABILITIES


class Clause(IntEnum):
    """The clauses that forbid an action."""

    OWNS_THAT_KIND = 305
    NOT_IN_THIS_LAP = 306
    NOT_ON_THE_TABLE = 307
    CHOOSE_FIRST = 308
    CHOICE_IS_OVER = 309
    NOT_IN_HAND = 402
    MUST_FOLLOW = 403
    TOO_FEW_COINS = 602
    ONE_ABILITY_A_TRICK = 603
    DOES_NOT_APPLY = 604
    NEEDS_A_CARD = 705
    CANNOT_BE_REVERSED = 709
    NOTHING_TO_SET_ASIDE = 710
    SET_ASIDE_FIRST = 711
    GAME_IS_OVER = 904


def action_name(action: int) -> str:
    """Return the notation of an action."""
    if action >= Action.TAKE_TABLE:
        kind = kind_of(action)
        return choosable_face(kind, action - first_of(kind))
    if action >= Action.SET_ASIDE:
        return f"aside-{action - Action.SET_ASIDE}"
    if action == Action.NO_CARD:
        return "nocard"
    announced, card = divmod(action, CARDS)
    return card_face(card) + ENDINGS[announced] if FACES >> card & 1 else ""


def legal(s: State, t: Tables, actions: Ints) -> int:
    plain = plain_cards(s)
    announced = announced_cards(s, t, plain)
    others = winning_without_card(s, t, plain) | cards_to_set_aside(s) | cards_to_take(s, t)
    return add_actions(actions, plain, announced, reversed_cards(s, t, announced), others)


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return Clause.GAME_IS_OVER
    if action >= Action.TAKE_TABLE:
        return why_not_take(s, t, action)
    if s.phase == Phase.CHOOSING:
        return Clause.CHOOSE_FIRST
    if action >= Action.SET_ASIDE:
        lies = s.phase == Phase.SETTING_ASIDE and 0 < s.lying[action - Action.SET_ASIDE] <= CARDS
        return 0 if lies else Clause.NOTHING_TO_SET_ASIDE
    if s.phase == Phase.SETTING_ASIDE:
        return Clause.SET_ASIDE_FIRST
    return why_not_play(s, t, action)


def add_actions(actions: Ints, plain: int, announced: int, reversed_: int, others: int) -> int:
    """Fill in the actions of the four sets; return their number."""
    n = add_bit_actions(actions, 0, plain, Action.PLAY)
    n = add_bit_actions(actions, n, announced, Action.ANNOUNCE)
    n = add_bit_actions(actions, n, reversed_, Action.ANNOUNCE_REVERSED)
    return add_bit_actions(actions, n, others, Action.NO_CARD)


# ------------------------------------------------------ T3: cards to choose


def cards_to_take(s: State, t: Tables) -> int:
    """T3.3: return what the seat to act may take, as bits counted from Action.NO_CARD."""
    found = 0
    if s.phase == Phase.CHOOSING:
        kinds = t.lap_kinds[lap(s)]
        if kinds >> Kind.TABLE & 1 == 1 and s.table[s.to_act] == 0:
            found = s.free_tables << Action.TAKE_TABLE - Action.NO_CARD
        if kinds >> Kind.MINUS & 1 == 1 and s.minus[s.to_act] == 0:
            found |= s.free_minus << Action.TAKE_MINUS - Action.NO_CARD
        if kinds >> Kind.ABILITY & 1 == 1 and s.ability[s.to_act] == 0:
            found |= s.free_abilities << Action.TAKE_ABILITY - Action.NO_CARD
    return found


def why_not_take(s: State, t: Tables, action: int) -> int:
    """T3.5 to T3.9, T7.11: return 0 if the seat to act may take that card, else the clause that forbids it."""
    if s.phase == Phase.SETTING_ASIDE:
        return Clause.SET_ASIDE_FIRST
    if s.phase == Phase.PLAYING:
        return Clause.CHOICE_IS_OVER
    kind = kind_of(action)
    if owns(s, s.to_act, kind):
        return Clause.OWNS_THAT_KIND
    if t.lap_kinds[lap(s)] >> kind & 1 == 0:
        return Clause.NOT_IN_THIS_LAP
    return 0 if on_table(s, kind) >> (action - first_of(kind)) & 1 == 1 else Clause.NOT_ON_THE_TABLE


def lap(s: State) -> int:
    """T3.3: return the round of picks, from 0."""
    return (s.step >= s.players) + (s.step >= 2 * s.players)


def owns(s: State, p: int, kind: int) -> bool:
    """T3.5: return whether the seat has a card of that kind."""
    if kind == Kind.TABLE:
        return s.table[p] > 0
    return s.minus[p] > 0 if kind == Kind.MINUS else s.ability[p] > 0


def on_table(s: State, kind: int) -> int:
    """T3.7: return the cards of that kind on the table, as bits."""
    if kind == Kind.TABLE:
        return s.free_tables
    return s.free_minus if kind == Kind.MINUS else s.free_abilities


def kind_of(action: int) -> int:
    """Return the kind of card that an action takes."""
    if action >= Action.TAKE_ABILITY:
        return Kind.ABILITY
    return Kind.MINUS if action >= Action.TAKE_MINUS else Kind.TABLE


def first_of(kind: int) -> int:
    """Return the first action that takes a card of that kind."""
    if kind == Kind.TABLE:
        return Action.TAKE_TABLE
    return Action.TAKE_MINUS if kind == Kind.MINUS else Action.TAKE_ABILITY


# ------------------------------------------------ T4, T6: cards of the hand


def plain_cards(s: State) -> int:
    """T4.2: return the cards that the seat to act may play without the ability; none outside of tricks."""
    return playable(s, s.to_act) if s.phase == Phase.PLAYING and s.to_act >= 0 else 0


def playable(s: State, p: int) -> int:
    """T4.3, T4.4: return the cards of the led suit in a hand, all of its cards if it has none, one of each face."""
    cards = s.hand[p] & FACES
    if s.led > 0:
        following = cards & WHOLE_SUIT << (s.led - 1) * SUIT_WIDTH
        if following != 0:
            return following
    return cards


def announced_cards(s: State, t: Tables, plain: int) -> int:
    """T6: return the cards that the seat to act may play with the ability."""
    if plain == 0 or t.wins[s.ability[s.to_act] - 1] == 1 or why_not_announce(s, t, s.to_act) != 0:
        return 0
    return announceable(s, t, s.to_act, plain)


def announceable(s: State, t: Tables, p: int, plain: int) -> int:
    """T6.4: return the cards that an ability works on; `plain` are those playable without it."""
    a = s.ability[p] - 1
    cards = plain
    if t.free[a] == 1:  # T7.7
        cards = s.hand[p] & FACES & ~plain
    cards &= t.cards[a]
    if s.led > 0 and t.place[a] != Place.ANY:
        suit = WHOLE_SUIT << (s.led - 1) * SUIT_WIDTH
        return cards & suit if t.place[a] == Place.LED else cards & ~suit
    return 0 if t.place[a] == Place.OFF else cards


def reversed_cards(s: State, t: Tables, announced: int) -> int:
    """T7.9: return those of the cards that may be played with the ability reversed."""
    return announced if announced != 0 and t.either[s.ability[s.to_act] - 1] == 1 else 0


def winning_without_card(s: State, t: Tables, plain: int) -> int:
    """T7.5: return 1 if the ability may take the place of a card, else 0."""
    if plain == 0 or t.wins[s.ability[s.to_act] - 1] == 0 or why_not_announce(s, t, s.to_act) != 0:
        return 0
    return 1


def why_not_announce(s: State, t: Tables, p: int) -> int:
    """T6.2, T6.3: return 0 if a seat may use its ability in this trick, else the clause that forbids it."""
    if s.coins[p] < t.cost[s.ability[p] - 1]:
        return Clause.TOO_FEW_COINS
    if s.one_ability == 1 and s.announced[0] | s.announced[1] | s.announced[2] | s.announced[3] != 0:
        return Clause.ONE_ABILITY_A_TRICK
    return 0


def why_not_play(s: State, t: Tables, action: int) -> int:
    """Return 0 if the seat to act may play that card, or win without one, else the clause that forbids it."""
    p = s.to_act
    a = s.ability[p] - 1
    if action == Action.NO_CARD:
        return Clause.NEEDS_A_CARD if t.wins[a] == 0 else why_not_announce(s, t, p)
    announced = action // CARDS
    card = action - CARDS * announced
    if (s.hand[p] & FACES) >> card & 1 == 0:
        return Clause.NOT_IN_HAND
    plain = playable(s, p)
    if announced == Announced.NOTHING:
        return 0 if plain >> card & 1 == 1 else Clause.MUST_FOLLOW
    if announced == Announced.REVERSED and t.either[a] == 0:
        return Clause.CANNOT_BE_REVERSED
    if announceable(s, t, p, plain) >> card & 1 == 0:
        return Clause.DOES_NOT_APPLY
    return why_not_announce(s, t, p)


def cards_to_set_aside(s: State) -> int:
    """T7.10: return the cards of the trick of which one must be set aside, as bits counted from Action.NO_CARD."""
    found = 0
    if s.phase == Phase.SETTING_ASIDE:
        for q in range(MAX_PLAYERS):
            found |= (0 < s.lying[q] <= CARDS) << Action.SET_ASIDE - Action.NO_CARD + q
    return found


# ------------------------------------------------------- notation of cards


def card_face(card: int) -> str:
    """Return the face id of a playing card: b7, wt."""
    rank = card % SUIT_WIDTH
    return SUIT_LETTERS[card // SUIT_WIDTH] + ("t" if rank == TRUMP else str(rank + 1))


def choosable_face(kind: int, which: int) -> str:
    """Return the face id of a card that is chosen before play: table-1, minus-b, ability-1a."""
    if kind == Kind.ABILITY:
        return ability_face(which)
    return f"minus-{SUIT_LETTERS[which]}" if kind == Kind.MINUS else f"table-{which + 1}"


def ability_face(ability: int) -> str:
    """Return the face id of an ability: ability-1a."""
    return f"ability-{ability // 2 + 1}{SIDES[ability % 2]}"
