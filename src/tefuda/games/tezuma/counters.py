"""てづま師: the numbers and roles beside the cards, for views and for the events that change them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tefuda.engine.record import Identity
from tefuda.engine.rules_helpers import set_bits
from tefuda.engine.view import Counter, Status, Words
from tefuda.games.tezuma.actions import SUIT_LETTERS
from tefuda.games.tezuma.card_sets import NUMBERS, SUIT_WIDTH, SUITS, TRUMP, in_suit
from tefuda.games.tezuma.dealing import hand_size, whole_deck
from tefuda.games.tezuma.determinize import hidden_in_suit
from tefuda.games.tezuma.rules import deal_points
from tefuda.games.tezuma.state import COLUMNS, NO_CARD_LIES, TRICKS, Announced, Phase, Power, State, Tables
from tefuda.games.tezuma.tricks import power

OF_THE_TRICK = ("no-card", "counts-as")  # counters that end with a trick,
OF_THE_DEAL = (  # counters that end with a deal
    *OF_THE_TRICK,
    *(f"column-{number}" for number in range(COLUMNS)),
    *("deal-points", "next-trick", "penalty", "trumps-out"),
    *(f"{id}-{letter}" for id in ("out", "highest", "void") for letter in SUIT_LETTERS),
)
WHOLE_NUMBERS = (1 << NUMBERS) - 1  # the number cards of one suit


class SuitOut(NamedTuple):
    """What is still out of a suit, to a seat that has watched every card."""

    counters: tuple[Counter, Counter]  # how many cards, and the highest number among them
    status: Status  # the same in words
    trumps: int


def suits_out(s: State, seats: Sequence[int]) -> list[list[SuitOut]]:
    """Return what each of several seats knows to be still out of each suit."""
    deck, played = whole_deck(s), s.played
    seen = [(suit, in_suit(deck, suit), in_suit(played, suit)) for suit in range(SUITS)]
    hands = [s.hand[seat] if seat >= 0 else 0 for seat in seats]
    return [[suit_out(*suit, in_suit(own, suit[0])) for suit in seen] for own in hands]


@lru_cache(16384)  # four suits as up to five viewers know them, at every action of a table
def suit_out(suit: int, deck: int, played: int, own: int) -> SuitOut:
    """Return what is still out of a suit, given the cards of it in the game, played, and in one's own hand."""
    cards, letter = hidden_in_suit(deck, played, own), SUIT_LETTERS[suit]
    count, highest = size(cards), (cards & WHOLE_NUMBERS).bit_length()
    words = Words("status-out", {"suit": Words(f"letter-{letter}"), "count": count, "highest": highest})
    counters = (
        Counter(f"out-{letter}", count, help=True, show="none"),
        Counter(f"highest-{letter}", highest, help=True, show="none"),
    )
    return SuitOut(counters, Status(words, help=True), size(cards >> TRUMP))


def card_counts(s: State, out: Sequence[SuitOut]) -> list[Counter]:
    """Return what is still out, and which seats have shown that they have none of a suit."""
    found: list[Counter] = []
    for one, voids in zip(out, voids_of(tuple(s.void.values())), strict=True):
        found += one.counters
        found += voids
    return [*found, Counter("trumps-out", sum([one.trumps for one in out]), help=True, show="none")]


@lru_cache(1024)
def voids_of(voids: tuple[int, ...]) -> tuple[list[Counter], ...]:
    """Return for each suit the seats that have none of it; `voids` are their suits, as bits."""
    return tuple(
        [Counter(f"void-{letter}", 1, p, help=True, show="word") for p, void in enumerate(voids) if void >> suit & 1]
        for suit, letter in enumerate(SUIT_LETTERS)
    )


def counters_of(s: State, t: Tables, p: int) -> list[Counter]:
    """Return the numbers beside a seat."""
    found = [points(s, p), tricks(s, p), coins(s, p), *counters_in_trick(s, t, p)]
    if s.table[p] > 0:
        goes_on = s.tricks[p] < TRICKS and s.trick < hand_size(s)
        found += table_counters(p, s.table[p] - 1, s.tricks[p], deal_points(s, t, p), goes_on, Identity(t))
    if s.minus[p] > 0:
        found.append(Counter("penalty", s.penalty[p], p, help=True))
    return found


@lru_cache(8192)
def table_counters(
    p: int, table: int, tricks: int, worth: int, goes_on: bool, key: Identity[Tables]
) -> tuple[Counter, ...]:
    """Return the columns of a seat's score table, what its tricks are worth now, and what the next one would add."""
    t = key.record
    points = t.points[table].values()[: t.columns[table]]
    columns = [Counter(f"column-{number}", value, p, show="none") for number, value in enumerate(points)]
    found = [*columns, Counter("deal-points", worth, p, help=True)]
    if goes_on:
        found.append(Counter("next-trick", t.points[table, tricks + 1] - t.points[table, tricks], p, help=True))
    return tuple(found)


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
