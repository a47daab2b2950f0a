"""てづま師: the numbers and roles beside the cards, for views and for the events that change them."""

from __future__ import annotations

from functools import lru_cache

from tefuda.engine.rules_helpers import set_bits
from tefuda.engine.view import (
    Counter,
)
from tefuda.games.tezuma.actions import (
    SUIT_LETTERS,
)
from tefuda.games.tezuma.card_sets import NUMBERS, SUIT_WIDTH, TRUMP, TRUMP_BITS, in_suit
from tefuda.games.tezuma.dealing import hand_size
from tefuda.games.tezuma.determinize import hidden_from
from tefuda.games.tezuma.rules import deal_points
from tefuda.games.tezuma.state import (
    NO_CARD_LIES,
    TRICKS,
    Announced,
    Phase,
    Power,
    State,
    Tables,
)
from tefuda.games.tezuma.tricks import power

COLUMN_IDS = (  # counters that show a score table
    "column-0",
    "column-1",
    "column-2",
    "column-3",
    "column-4",
    "column-5",
    "column-6",
    "column-7",
    "column-8",
    "column-9",
    "column-10",
    "column-11",
    "column-12",
)
OF_THE_TRICK = ("no-card", "counts-as")  # counters that end with a trick,
OF_THE_DEAL = (  # counters that end with a deal
    *(*OF_THE_TRICK, *COLUMN_IDS, "deal-points", "next-trick", "penalty", "trumps-out"),
    *(f"{id}-{letter}" for id in ("out", "highest", "void") for letter in SUIT_LETTERS),
)
WHOLE_NUMBERS = (1 << NUMBERS) - 1  # the number cards of one suit


def card_counts(s: State, seat: int) -> list[Counter]:
    """Return what a seat knows from watching every card: what is still out of each suit, and which seats have none."""
    if s.phase == Phase.CHOOSING:
        return []
    found: list[Counter] = []
    out, voids = hidden_from(s, seat), s.void.values()
    for suit, letter in enumerate(SUIT_LETTERS):
        found += counts_of_suit(letter, in_suit(out, suit))
        found += [
            Counter(f"void-{letter}", 1, p, help=True, show="word") for p, void in enumerate(voids) if void >> suit & 1
        ]
    return [*found, Counter("trumps-out", size(out & TRUMP_BITS), help=True, show="none")]


@lru_cache(4096)
def counts_of_suit(letter: str, cards: int) -> tuple[Counter, Counter]:
    """Return how many cards of a suit are still out, and the highest number among them."""
    return (
        Counter(f"out-{letter}", size(cards), help=True, show="none"),
        Counter(f"highest-{letter}", (cards & WHOLE_NUMBERS).bit_length(), help=True, show="none"),
    )


def counters_of(s: State, t: Tables, p: int) -> list[Counter]:
    """Return the numbers beside a seat."""
    found = [points(s, p), tricks(s, p), coins(s, p), *counters_in_trick(s, t, p)]
    if s.table[p] > 0:
        table = s.table[p] - 1
        found += columns(tuple(t.points[table].values()[: t.columns[table]]), p)
        found.append(Counter("deal-points", deal_points(s, t, p), p, help=True))
        if s.tricks[p] < TRICKS and s.trick < hand_size(s):
            worth = t.points[table, s.tricks[p] + 1] - t.points[table, s.tricks[p]]
            found.append(Counter("next-trick", worth, p, help=True))
    if s.minus[p] > 0:
        found.append(Counter("penalty", s.penalty[p], p, help=True))
    return found


@lru_cache(1024)
def columns(points: tuple[int, ...], p: int) -> tuple[Counter, ...]:
    """Return the columns of a seat's score table."""
    return tuple(Counter(id, value, p, show="none") for id, value in zip(COLUMN_IDS, points, strict=False))


def roles_of(s: State) -> dict[str, int]:
    """Return who started the deal, and during play who led and who is winning the trick."""
    roles = {"start": s.start}
    if s.to_act >= 0 and s.phase != Phase.CHOOSING:
        roles["leader"] = s.leader
        if s.power >= 0:
            roles["winning"] = s.best
    return roles


def deal_number(s: State) -> Counter:
    """Return the number of the deal."""
    return Counter("deal", min(s.deal + 1, s.players), show="none")


def trick_number(s: State) -> Counter:
    """Return the number of the trick."""
    return Counter("trick", min(s.trick + 1, hand_size(s)), show="none")


def points(s: State, p: int) -> Counter:
    """Return the points of a seat so far."""
    return Counter("points", s.points[p], p, show="headline", goal=True)


def tricks(s: State, p: int) -> Counter:
    """Return the tricks that a seat has won in this deal."""
    return Counter("tricks", s.tricks[p], p)


def coins(s: State, p: int) -> Counter:
    """Return the ohajiki that a seat has left."""
    return Counter("coins", s.coins[p], p)


def counters_in_trick(s: State, t: Tables, p: int) -> tuple[Counter, ...]:
    """Return what a seat's ability has made of its card in the trick: no card at all, or another number."""
    if s.lying[p] == 0 or s.announced[p] == Announced.NOTHING:
        return ()
    if s.lying[p] == NO_CARD_LIES:
        return (Counter("no-card", 1, p, show="word"),)
    strength, printed = lying_power(s, t, p), (s.lying[p] - 1) % SUIT_WIDTH + 1
    if Power.NUMBER <= strength < Power.VALID_TRUMP and strength - Power.NUMBER != printed:
        return (Counter("counts-as", strength - Power.NUMBER, p),)
    return ()


def lying_power(s: State, t: Tables, p: int) -> int:
    """Return the power of a seat's card in the trick, which does not change after it is played."""
    return Power.WITHOUT_CARD if s.lying[p] == NO_CARD_LIES else power(s, t, p, s.lying[p] - 1, s.announced[p])


def size(cards: int) -> int:
    """Return the number of cards in a set."""
    return cards.bit_count()


@lru_cache(4096)
def cards_of(cards: int) -> tuple[int, ...]:
    """Return the cards of a set by suit, numbers ascending, with one entry for each copy of a trump."""
    return tuple(bit - max(0, bit % SUIT_WIDTH - TRUMP) for bit in set_bits(cards))
