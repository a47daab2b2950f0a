"""てづま師: what speaks for or against a card, in words with numbers: who can beat it, and what the trick brings.

It reads one's own hand, what lies open, and which cards are still out; of other hands nothing.
"""

from __future__ import annotations

from tefuda.engine.view import Reason, Words, signed
from tefuda.games.tezuma.actions import Action, first_of, kind_of
from tefuda.games.tezuma.card_sets import CARDS, FACES, NUMBERS, SUIT_WIDTH, TRUMP, in_suit
from tefuda.games.tezuma.counters import cards_of, size
from tefuda.games.tezuma.determinize import hidden_from
from tefuda.games.tezuma.state import COINS, Announced, Kind, Power, State, Tables
from tefuda.games.tezuma.tricks import power

LOSES_TO: dict[int, str] = {Power.VALID_TRUMP: "T5.3", Power.WITHOUT_CARD: "T7.5"}  # else to a number
MISTAKE = 0.5  # points of lead: the smallest loss that counts as a mistake
HIGH = 7  # lowest number of a high card


def reason(s: State, t: Tables, action: int) -> Reason:
    """Return the reason for an action of the seat to act."""
    if action >= Action.TAKE_TABLE:
        return why_take(s, t, action)
    if action >= Action.SET_ASIDE:
        own = (s.lying[action - Action.SET_ASIDE] - 1) // SUIT_WIDTH == s.minus[s.to_act] - 1
        return Reason(Words("why-aside-minus" if own else "why-aside-other"), "T8.2")
    return why_play(s, t, action)


# -------------------------------------------------------------------- a card


def why_play(s: State, t: Tables, action: int) -> Reason:
    """Return whether a card wins the trick, how many cards still out are stronger, and what the trick brings."""
    p = s.to_act
    announced = Announced.ABILITY if action == Action.NO_CARD else action // CARDS
    card = None if action == Action.NO_CARD else action - CARDS * announced
    strength = Power.WITHOUT_CARD if card is None else power(s, t, p, card, announced)
    points = trick_points(s, t, card, announced != Announced.NOTHING and t.aside[s.ability[p] - 1] == 1)
    if strength <= s.power:
        return Reason(Words("why-loses", {"points": points}), LOSES_TO.get(s.power, "T5.4"))
    if (p + 1) % s.players == s.leader or card is None:
        return Reason(Words("why-wins", {"points": points}), "T8.1")
    led = s.led - 1 if s.led > 0 else card // SUIT_WIDTH
    count = len(stronger(s, t, led, strength))
    if count == 0:
        return Reason(Words("why-strongest", {"points": points}), "T5.4")
    return Reason(Words("why-leads", {"points": points, "count": count}), "T5.4")


def stronger(s: State, t: Tables, led: int, strength: int) -> list[int]:
    """Return the cards that the seat to act has not seen and that beat this power, played without an ability."""
    tried = s.copy()
    tried.led = 1 + led
    out = cards_of(hidden_from(s, s.to_act))
    return [card for card in out if power(tried, t, tried.to_act, card, Announced.NOTHING) > strength]


def trick_points(s: State, t: Tables, card: int | None, sets_aside: bool) -> str:
    """T8.1, T8.2: return what winning the trick as it lies, with this card, adds to the points of the deal.

    T7.10: if one card may be set aside, it is a minus card.
    """
    p = s.to_act
    lying = [s.lying[q] - 1 for q in range(s.players) if 0 < s.lying[q] <= CARDS] + ([] if card is None else [card])
    minus = sum(one // SUIT_WIDTH == s.minus[p] - 1 for one in lying)
    minus -= sets_aside and minus > 0
    table, won = s.table[p] - 1, s.tricks[p]
    now, then = (max(0, t.points[table, won + k] - s.penalty[p] - k * minus) for k in range(2))  # T8.4
    return signed(then - now)


# ------------------------------------------------------------- before play


def why_take(s: State, t: Tables, action: int) -> Reason:
    """Return what a score table, a minus card or an ability means for one's own hand."""
    kind = kind_of(action)
    which = action - first_of(kind)
    mine = s.hand[s.to_act]
    if kind == Kind.MINUS:
        count, high = size(in_suit(mine, which)), size(in_suit(mine, which) & HIGH_NUMBERS)
        return Reason(Words("why-minus", {"count": count, "high": high}), "T8.2")
    if kind == Kind.ABILITY:
        coins = COINS + s.extra_coins
        times = coins // t.cost[which] if t.cost[which] else coins
        if t.wins[which]:
            return Reason(Words("why-ability-wins", {"times": times, "coins": coins}), "T6.2")
        fitting = [card for card in cards_of(mine) if t.cards[which] >> card & 1]
        return Reason(Words("why-ability", {"times": times, "coins": coins, "count": len(fitting)}), "T6.2")
    row = t.points[which].values()[: t.columns[which]]
    high = sum(card % SUIT_WIDTH >= HIGH - 1 and card % SUIT_WIDTH < TRUMP for card in cards_of(mine & FACES))
    trumps = sum(card % SUIT_WIDTH == TRUMP for card in cards_of(mine))
    args: dict[str, int | str] = {"best": max(row), "tricks": row.index(max(row)), "high": high, "trumps": trumps}
    return Reason(Words("why-table", {**args}), "T8.1")


HIGH_NUMBERS = (1 << NUMBERS) - (1 << HIGH - 1)  # the high cards of one suit
