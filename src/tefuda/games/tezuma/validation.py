"""てづま師: checks that a record is a position of the game, for positions that users enter."""

from __future__ import annotations

from collections import Counter

from tefuda.engine.position_checks import beyond_last_seat, not_conserved, out_of_bounds
from tefuda.engine.rules_helpers import set_bits
from tefuda.games.tezuma.actions import card_face
from tefuda.games.tezuma.card_sets import CARDS, SUIT_WIDTH, SUITS, WHOLE_DECK, in_suit, trumps
from tefuda.games.tezuma.counters import cards_of
from tefuda.games.tezuma.dealing import hand_size, whole_deck
from tefuda.games.tezuma.draft import seat_to_choose
from tefuda.games.tezuma.state import (
    COINS,
    HAND,
    LAPS,
    LONGEST_SHORT,
    MAX_PLAYERS,
    MOST_COINS,
    NO_CARD_LIES,
    PLAYERS_FOR_STUDY,
    TRICKS,
    UNSEEN,
    Announced,
    Kind,
    Phase,
    Power,
    State,
    Tables,
)
from tefuda.games.tezuma.tricks import power

FIELD_FORMATS = dict.fromkeys(
    ("free_tables", "free_minus", "free_abilities", "void", "keeps", "hand", "played", "fished"), "bits"
)

UNARY = (0, 1, 3, 7)  # trump bits of a suit in a set
MOST_POINTS = 32767
OF_A_SEAT = (
    *("table", "minus", "ability", "coins", "lying", "announced"),
    *("tricks", "taken", "penalty", "void", "keeps", "points"),
)


def faults(s: State, t: Tables) -> list[str]:
    """Return everything that is wrong with a record; contradictions only where all values make sense."""
    return _values(s, t) or _cards(s) + _chosen_cards(s, t) + _turn(s, t) + _trick(s, t)


def _values(s: State, t: Tables) -> list[str]:
    """Return values out of bounds, and cards at seats without a player."""
    last, suits, abilities = s.players - 1, (1 << SUITS) - 1, 2 * t.ability_cards
    bounds = {
        "without": (0, SUITS if s.players == 3 else 0),
        "one_ability": (0, 1),
        "short": (1, LONGEST_SHORT) if s.players == PLAYERS_FOR_STUDY else (0, 0),
        "phase": (0, max(Phase)),
        "deal": (0, s.players),
        "start": (0, last),
        "step": (0, LAPS * s.players),
        "trick": (0, TRICKS),
        "leader": (0, last),
        "led": (0, SUITS),
        "best": (0, last),
        "power": (-1, max(Power)),
        "free_tables": (0, (1 << t.tables) - 1),
        "free_minus": (0, suits),
        "free_abilities": (0, (1 << abilities) - 1),
        "table": (0, t.tables),
        "minus": (0, SUITS),
        "ability": (0, abilities),
        "coins": (0, COINS + s.extra_coins),
        "extra_coins": (-COINS, MOST_COINS - COINS),
        "lying": (0, NO_CARD_LIES),
        "announced": (0, max(Announced)),
        "tricks": (0, TRICKS),
        "taken": (0, CARDS),
        "penalty": (0, HAND),
        "void": (0, suits),
        "keeps": (0, suits),
        "points": (0, MOST_POINTS),
        "hand": (0, WHOLE_DECK),
        "played": (0, WHOLE_DECK),
        "fished": (0, WHOLE_DECK),
        "tries": (0, 0),
        "room": (0, 0),
        "split": (0, 0),
        "quota": (0, 0),
    }
    found = out_of_bounds(s, bounds)
    found += beyond_last_seat(s, OF_A_SEAT, MAX_PLAYERS)
    if any(s.hand.values()[s.players : UNSEEN]):
        found.append(f"hand has something beyond seat {last}, the last")
    for name, sets in (("hand", s.hand.values()), ("played", [s.played]), ("fished", [s.fished])):
        if any(trumps(cards, suit) not in UNARY for cards in sets for suit in range(SUITS)):
            found.append(f"{name}: of three trump cards alike the lowest places come first: 9, then 10, then 11")
    return found


def _cards(s: State) -> list[str]:
    """T1.1: return cards that are missing or too many, and counts that do not fit the cards."""
    there = Counter(card for cards in (*s.hand.values(), s.played) for card in cards_of(cards))
    deck = whole_deck(s)
    found = not_conserved(there, Counter(cards_of(deck)), lambda card: f"cards {card_face(card)}")
    if s.fished & ~s.played:
        found.append("a card lies aside that was not played")
    lying = [card - 1 for card in s.lying if 0 < card <= CARDS]
    if any(not s.played >> card & 1 for card in lying):
        found.append("a card lies in the trick that was not played")
    where = sum(s.taken) + len(lying) + s.fished.bit_count()
    if where != s.played.bit_count():
        found.append(f"{s.played.bit_count()} cards were played, but {where} were captured or lie on the table")
    unseen = deck.bit_count() - hand_size(s) * s.players
    if s.hand[UNSEEN].bit_count() != unseen:
        found.append(f"{s.hand[UNSEEN].bit_count()} cards were seen by no seat, not {unseen}")
    if sum(s.tricks) != s.trick:
        found.append(f"{s.trick} tricks are over, but {sum(s.tricks)} were won")
    for p in range(s.players):
        if s.taken[p] > s.players * s.tricks[p] or s.penalty[p] > s.taken[p]:
            found.append(f"seat {p} captured {s.taken[p]} cards in {s.tricks[p]} tricks, {s.penalty[p]} of them minus")
        for suit in range(SUITS):
            held = in_suit(s.hand[p], suit) != 0
            if (held and s.void[p] >> suit & 1) or (not held and s.keeps[p] >> suit & 1):
                found.append(f"seat {p} has shown otherwise what it holds of suit {suit}")
    return found


def _chosen_cards(s: State, t: Tables) -> list[str]:
    """T2.1, T2.2, T3: return cards to choose that are missing, too many, or with the wrong owner."""
    found = []
    abilities = set(set_bits(s.free_abilities)) | {a - 1 for a in s.ability if a}
    tables = set(set_bits(s.free_tables)) | {table - 1 for table in s.table if table}
    minus = set(set_bits(s.free_minus)) | {suit - 1 for suit in s.minus if suit}
    by_kind = {Kind.TABLE: s.table, Kind.MINUS: s.minus, Kind.ABILITY: s.ability}
    owned = [sum(cards[p] > 0 for cards in by_kind.values()) for p in range(s.players)]
    chosen = {kind: sum(which > 0 for which in cards) for kind, cards in by_kind.items()}
    if len(tables) != s.players + t.spare_tables or chosen[Kind.TABLE] + s.free_tables.bit_count() != len(tables):
        found.append(f"{s.players + t.spare_tables} score tables are in a game, each once")
    if minus != set(range(SUITS)) - {s.without - 1} or chosen[Kind.MINUS] + s.free_minus.bit_count() != len(minus):
        found.append("there is one minus card of each suit in the game")
    wanted = s.players + t.spare_abilities
    if len(abilities) != wanted or chosen[Kind.ABILITY] + s.free_abilities.bit_count() != len(abilities):
        found.append(f"{wanted} abilities are in a game, each once")
    if any(not t.sides[a // 2] >> a % 2 & 1 for a in abilities) or len({a // 2 for a in abilities}) != len(abilities):
        found.append("the two sides of an ability card are never in a game together, and some have only one")
    if sum(owned) != s.step:
        found.append(f"step is {s.step}, but {sum(owned)} cards were chosen")
    elif s.phase == Phase.CHOOSING:
        found += _draft(s, t, owned)
    return found


def _draft(s: State, t: Tables, owned: list[int]) -> list[str]:
    """T3.3: while cards are chosen, a seat has one for each of its turns so far."""
    if s.step >= LAPS * s.players:
        return ["all have chosen: play has begun"]
    turns = [0] * s.players
    before = s.copy()
    for step in range(s.step):
        before.step = step
        turns[seat_to_choose(before, t)] += 1
    found = [
        f"seat {p} has chosen {owned[p]} cards in {turns[p]} turns" for p in range(s.players) if owned[p] != turns[p]
    ]
    if s.to_act != seat_to_choose(s, t):
        found.append(f"seat {seat_to_choose(s, t)} chooses, not seat {s.to_act}")
    if s.played or s.trick or any(s.announced) or any(s.coins[p] != COINS + s.extra_coins for p in range(s.players)):
        found.append("something was played before all seats had chosen")
    if any(s.hand[p].bit_count() != HAND for p in range(s.players)):
        found.append(f"every seat holds {HAND} cards during the draft")
    return found


def _turn(s: State, t: Tables) -> list[str]:
    """T4.1: return faults of whose turn it is, and of how many cards each seat holds then."""
    found = []
    over = s.to_act < 0
    if over != (s.deal == s.players) or (over and (s.trick != hand_size(s) or s.phase != Phase.PLAYING)):
        found.append(f"the game is over after {s.players} deals of {hand_size(s)} tricks")
    if not over and s.trick == hand_size(s):
        found.append("the last trick is over, but the deal goes on")
    if s.phase == Phase.CHOOSING:
        return found
    sets_aside = s.phase == Phase.SETTING_ASIDE
    order = [(s.leader + place) % s.players for place in range(s.players)]
    turn = [p for p in order if not s.lying[p]]
    acted = [p for p in order if s.lying[p] or sets_aside]
    if acted != order[: len(acted)] or (len(acted) == s.players and not sets_aside):
        found.append("the cards of the trick do not follow the leader's in turn")
    elif (sets_aside and s.to_act != s.best) or (not sets_aside and not over and s.to_act != turn[0]):
        found.append(f"it is not the turn of seat {s.to_act}")
    for p in range(s.players):
        found += _hand(s, t, p)
    return found


def _hand(s: State, t: Tables, p: int) -> list[str]:
    """T3.1, T6.1: return faults of a hand, where a win without a card leaves one more, and of the ohajiki paid."""
    if not s.ability[p]:
        return [f"seat {p} plays without an ability"]
    a = s.ability[p] - 1
    uses, rest = divmod(COINS + s.extra_coins - s.coins[p], t.cost[a])
    kept = s.hand[p].bit_count() - (hand_size(s) - s.trick - (s.lying[p] > 0))
    if rest or uses < (s.announced[p] > 0):
        return [f"seat {p} has {s.coins[p]} ohajiki, but its ability costs {t.cost[a]}"]
    if kept != (uses if t.wins[a] else 0):
        return [f"seat {p} holds {s.hand[p].bit_count()} cards in trick {s.trick + 1}"]
    return []


def _trick(s: State, t: Tables) -> list[str]:
    """T5: return faults of who leads the trick as it lies, computed again card by card."""
    again = s.copy()
    again.led, again.power, again.best = 0, -1, s.leader
    if s.phase == Phase.CHOOSING:
        again.power, again.best = 0, 0
    for place in range(s.players):
        p = (s.leader + place) % s.players
        if s.lying[p] and s.ability[p]:
            without_card = s.lying[p] == NO_CARD_LIES
            card = s.lying[p] - 1
            strength = Power.WITHOUT_CARD if without_card else power(again, t, p, card, s.announced[p])
            if again.led == 0 and not without_card:
                again.led = card // SUIT_WIDTH + 1
            if strength > again.power:
                again.power, again.best = strength, p
        elif s.announced[p]:
            return [f"seat {p} announced an ability before it played"]
    sets_aside = s.announced[s.best] and s.ability[s.best] and t.aside[s.ability[s.best] - 1]
    if s.phase == Phase.SETTING_ASIDE and not sets_aside:
        return [f"seat {s.best} may not set a card aside"]
    if (s.led, s.best, s.power) != (again.led, again.best, again.power):
        return [
            f"led, best, power are {s.led}, {s.best}, {s.power}; the cards say {again.led}, {again.best}, {again.power}"
        ]
    return []
