"""てづま師: everything that makes a record no position of the game.

Used by `face.py` for positions that somebody writes, and by the tests for those that play and redealing bring about.
"""

from __future__ import annotations

from tefuda.games.tezuma.determinize import whole_deck
from tefuda.games.tezuma.draft import chooser
from tefuda.games.tezuma.state import (
    ABILITY,
    CARDS,
    CHOOSING,
    COINS,
    FISHING,
    HAND,
    LAPS,
    MINUS,
    NO_CARD_LIES,
    NUMBER_BITS,
    PLAYING,
    SUIT_WIDTH,
    SUITS,
    SWEEP,
    TABLE,
    TRICKS,
    UNSEEN,
    WHOLE_DECK,
    State,
    Tables,
)
from tefuda.games.tezuma.tricks import in_suit, power, trumps

UNARY = (0, 1, 3, 7)  # trump bits of a suit in a set


def faults(s: State, t: Tables) -> list[str]:
    """Everything that is wrong with a record; what makes no sense at all comes first and alone."""
    return meaningless(s, t) or miscounted(s) + laid_out_wrongly(s, t) + out_of_turn(s, t) + wrong_trick(s, t)


def meaningless(s: State, t: Tables) -> list[str]:
    """Numbers that name no seat, no card and no switch, and things before seats that nobody sits on."""
    last = s.players - 1
    highest = {"pending": 0, "without": SUITS if s.players == 3 else 0, "one_ability": 1, "phase": FISHING}
    highest |= {"deal": s.players, "start": last, "step": LAPS * s.players, "trick": TRICKS, "leader": last}
    highest |= {"led": SUITS, "best": last, "table": t.tables, "minus": SUITS, "ability": 2 * t.ability_cards}
    highest |= {"coins": COINS, "lying": NO_CARD_LIES, "announced": 2, "tricks": TRICKS, "taken": CARDS}
    highest |= {
        "penalty": HAND,
        "void": 15,
        "keeps": 15,
        "tries": 0,
        "room": 0,
        "quota": 0,
        "split": 0,
        "points": 32767,
    }
    highest |= dict.fromkeys(("hand", "played", "fished"), WHOLE_DECK)
    highest |= {"free_tables": (1 << t.tables) - 1, "free_minus": 15, "free_abilities": (1 << 2 * t.ability_cards) - 1}
    found = []
    for name, value in s.values().items():
        cells = [value] if isinstance(value, int) else value
        high = highest.get(name)
        if high is not None and not all(0 <= cell <= high for cell in cells):
            found.append(f"{name} takes 0 to {high}, not {max(cells, key=abs)}")
        if len(cells) >= SUITS and any(cells[s.players : SUITS]):
            found.append(f"{name} has something beyond seat {last}, the last")
    if not -1 <= s.power <= SWEEP:
        found.append(f"power takes -1 to {SWEEP}, not {s.power}")
    for name, sets in (("hand", s.hand.values()), ("played", [s.played]), ("fished", [s.fished])):
        if any(trumps(cards, suit) not in UNARY for cards in sets for suit in range(SUITS)):
            found.append(f"{name}: of three trump cards alike the lowest places come first: 9, then 10, then 11")
    return found


def miscounted(s: State) -> list[str]:
    """T1.1: cards that are missing or too many, and counts that do not fit the cards."""
    found = []
    sets = [*s.hand.values(), s.played]
    deck = whole_deck(s)
    for card in range(CARDS):
        copies = sum(cards >> card & 1 for cards in sets)
        if NUMBER_BITS >> card & 1 and copies != deck >> card & 1:
            found.append(f"card {card} is there {copies} times, not {deck >> card & 1}")
    for suit in range(SUITS):
        copies = sum(trumps(cards, suit).bit_count() for cards in sets)
        if copies != trumps(deck, suit).bit_count():
            found.append(f"there are {copies} trump cards of suit {suit}, not {trumps(deck, suit).bit_count()}")
    if s.fished & ~s.played:
        found.append("a card lies aside that was not played")
    lying = [card - 1 for card in s.lying if 0 < card <= CARDS]
    if any(not s.played >> card & 1 for card in lying):
        found.append("a card lies in the trick that was not played")
    where = sum(s.taken) + len(lying) + s.fished.bit_count()
    if where != s.played.bit_count():
        found.append(f"{s.played.bit_count()} cards were played, but {where} were captured or lie on the table")
    unseen = deck.bit_count() - HAND * s.players
    if s.hand[UNSEEN].bit_count() != unseen:
        found.append(f"{s.hand[UNSEEN].bit_count()} cards were seen by nobody, not {unseen}")
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


def laid_out_wrongly(s: State, t: Tables) -> list[str]:
    """T2.1, T2.2, T3: cards to choose that are missing, too many, or with the wrong owner."""
    found = []
    abilities = set(bits(s.free_abilities)) | {a - 1 for a in s.ability if a}
    tables = set(bits(s.free_tables)) | {table - 1 for table in s.table if table}
    minus = set(bits(s.free_minus)) | {suit - 1 for suit in s.minus if suit}
    owned = [[kind for kind, which in enumerate((s.table[p], s.minus[p], s.ability[p])) if which] for p in seats(s)]
    chosen = [sum(kind in kinds for kinds in owned) for kind in (TABLE, MINUS, ABILITY)]
    laid = [s.free_tables.bit_count(), s.free_minus.bit_count(), s.free_abilities.bit_count()]
    if len(tables) != s.players + t.spare_tables or chosen[TABLE] + laid[TABLE] != len(tables):
        found.append(f"{s.players + t.spare_tables} score tables are in a game, each once")
    if minus != set(range(SUITS)) - {s.without - 1} or chosen[MINUS] + laid[MINUS] != len(minus):
        found.append("there is one minus card of each suit in the game")
    if len(abilities) != s.players + t.spare_abilities or chosen[ABILITY] + laid[ABILITY] != len(abilities):
        found.append(f"{s.players + t.spare_abilities} abilities are in a game, each once")
    if any(not t.sides[a // 2] >> a % 2 & 1 for a in abilities) or len({a // 2 for a in abilities}) != len(abilities):
        found.append("the two sides of an ability card are never in a game together, and some have only one")
    if sum(chosen) != s.step:
        found.append(f"step is {s.step}, but {sum(chosen)} cards were chosen")
    elif s.phase == CHOOSING:
        found += chosen_out_of_turn(s, t, owned)
    return found


def chosen_out_of_turn(s: State, t: Tables, owned: list[list[int]]) -> list[str]:
    """T3.3: while cards are chosen, a seat has one for each of its turns so far."""
    if s.step >= LAPS * s.players:
        return ["all have chosen: play has begun"]
    turns = [0] * s.players
    before = s.copy()
    for step in range(s.step):
        before.step = step
        turns[chooser(before, t)] += 1
    found = [
        f"seat {p} has chosen {len(owned[p])} cards in {turns[p]} turns" for p in seats(s) if len(owned[p]) != turns[p]
    ]
    if s.to_act != chooser(s, t):
        found.append(f"seat {chooser(s, t)} chooses, not seat {s.to_act}")
    if s.played or s.trick or any(s.announced) or any(c != COINS for c in s.coins.values()[: s.players]):
        found.append("something was played before everybody had chosen")
    if any(s.hand[p].bit_count() != HAND for p in seats(s)):
        found.append(f"everybody holds {HAND} cards while they choose")
    return found


def out_of_turn(s: State, t: Tables) -> list[str]:
    """T4.1: whose turn it is, and how many cards everybody holds then."""
    found = []
    over = s.to_act < 0
    if over != (s.deal == s.players) or (over and (s.trick != TRICKS or s.phase != PLAYING)):
        found.append(f"the game is over after {s.players} deals of {TRICKS} tricks")
    if not over and s.trick == TRICKS:
        found.append("the last trick is over, but the deal goes on")
    if s.phase == CHOOSING:
        return found
    order = [(s.leader + place) % s.players for place in seats(s)]
    turn = [p for p in order if not s.lying[p]]
    acted = [p for p in order if s.lying[p] or s.phase == FISHING]
    if acted != order[: len(acted)] or (len(acted) == s.players and s.phase != FISHING):
        found.append("the cards of the trick do not follow the leader's in turn")
    elif (s.phase == FISHING and s.to_act != s.best) or (s.phase == PLAYING and not over and s.to_act != turn[0]):
        found.append(f"it is not the turn of seat {s.to_act}")
    for p in seats(s):
        found += wrong_hand(s, t, p)
    return found


def wrong_hand(s: State, t: Tables, p: int) -> list[str]:
    """T3.1, T6.1: whoever wins without a card keeps one more; ohajiki are paid in whole abilities."""
    if not s.ability[p]:
        return [f"seat {p} plays without an ability"]
    a = s.ability[p] - 1
    uses, rest = divmod(COINS - s.coins[p], t.cost[a])
    kept = s.hand[p].bit_count() - (HAND - s.trick - (s.lying[p] > 0))
    if rest or uses < (s.announced[p] > 0):
        return [f"seat {p} has {s.coins[p]} ohajiki, but its ability costs {t.cost[a]}"]
    if kept != (uses if t.wins[a] else 0):
        return [f"seat {p} holds {s.hand[p].bit_count()} cards in trick {s.trick + 1}"]
    return []


def wrong_trick(s: State, t: Tables) -> list[str]:
    """T5: who leads the trick as it lies, found again card by card."""
    again = s.copy()
    again.led, again.power, again.best = 0, -1, s.leader
    if s.phase == CHOOSING:
        again.power, again.best = 0, 0
    for place in seats(s):
        p = (s.leader + place) % s.players
        if s.lying[p] and s.ability[p]:
            card = s.lying[p] - 1
            strength = SWEEP if s.lying[p] == NO_CARD_LIES else power(again, t, p, card, s.announced[p])
            if again.led == 0 and s.lying[p] != NO_CARD_LIES:
                again.led = card // SUIT_WIDTH + 1
            if strength > again.power:
                again.power, again.best = strength, p
        elif s.announced[p]:
            return [f"seat {p} announced an ability before it played"]
    if s.phase == FISHING and not (s.announced[s.best] and s.ability[s.best] and t.aside[s.ability[s.best] - 1]):
        return [f"seat {s.best} may not set a card aside"]
    if (s.led, s.best, s.power) != (again.led, again.best, again.power):
        return [
            f"led, best, power are {s.led}, {s.best}, {s.power}; the cards say {again.led}, {again.best}, {again.power}"
        ]
    return []


def bits(cards: int) -> list[int]:
    """The places of the bits of a set."""
    return [at for at in range(cards.bit_length()) if cards >> at & 1]


def seats(s: State) -> range:
    """The seats in play."""
    return range(s.players)
