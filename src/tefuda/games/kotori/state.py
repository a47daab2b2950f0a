"""ことりあつめ: the state of a game, the composition of the deck, and the events that change it.

The deck is a bag: its order is not decided until a card is turned up, so a state has no hidden information.
Bags (`deck`, `discard`) are sixteen 4-bit counts in one integer, sets of ranks (`bids`, `cage`, `field`) are bits.
"""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.record import GameState, Record, Row, i8, i16, i64

MAX_PLAYERS = 4
MOST_CARDS = 110  # in any card file; ours has 55
FEWEST_FIELD_CARDS, MOST_FIELD_CARDS = 2, 6  # bounds of any variant
MOST_REBUILDS = 3
# Each deck gives up each card once: as a bid, which one yield may follow (2 decisions for 1 card), or as one of two or
# more in the field of a round, which sees at most 4 passes (4 decisions for 2 cards).
MAX_STEPS = 2 * (1 + MOST_REBUILDS) * MOST_CARDS
TOP_RANK = 10
RANKS = TOP_RANK + 1  # ranks 1..10; index 0 is "no card"
FIELD_CARDS = 3  # K3.1; a variant has `extra_birds` more
REBUILDS = 1  # K8.1; a variant has `extra_rebuilds` more


class HouseRule(IntEnum):
    """Indices of the house rules among the options; the constants of a variant follow."""

    ALLOW_YIELD = 0
    FIELD_CARDS = 1
    REBUILDS = 2


class Event(IntEnum):
    """What happens, as reported by `emit`; the arguments follow in brackets."""

    ROUND_BEGAN = 1  # (dealer)
    FIELD_DRAWN = 2  # (rank)
    SPARE_LEFT = 3  # (rank): a duplicate in the field is discarded
    BID = 4  # (seat, rank)
    TURNED_UP = 5  # (rank): the new top card
    PASSED = 6  # (seat, rank turned sideways)
    YIELDED = 7  # (seat)
    BURST = 8  # (seat, rank turned face down, 1 if at the first instant of the turn)
    WON = 9  # (seat, total)
    CAGED = 10  # (seat, rank)
    QUARRELLED = 11  # (seat, rank): two equal birds leave the cage
    SWEPT = 12  # (winner): its bids and all bust cards are discarded; kept bids stand upright again
    REBUILT = 13  # (cards in the new deck)
    ENDED = 14


class Tables(Record):
    """What `cards.toml` says: the composition of the deck."""

    copies: Row = i8(RANKS)  # cards of each rank


class State(GameState):
    """One game of ことりあつめ."""

    dealer: int = i8()  # seat that led this round
    out: int = i8()  # bits: seats out of this round
    drew: int = i8()  # 1 once the seat to act has bid in this turn
    allow_yield: int = i8()  # house rule
    extra_birds: int = i8()  # in the field of a variant, beyond three; 0 in the game as published
    extra_rebuilds: int = i8()  # of the deck of a variant, beyond one; 0 in the game as published
    rebuilt: int = i8()  # how often the deck has been rebuilt
    top: int = i8()  # rank of the face-up card on the deck
    left: int = i8()  # cards below it
    spare: Row = i8(MOST_FIELD_CARDS - 1)  # duplicates lying in the field until all its cards are drawn
    burst: Row = i8(MAX_PLAYERS)  # rank turned face down this round, 0 if none
    sideways: Row = i8(MAX_PLAYERS)  # rank turned sideways by passing, 0 if none
    field: int = i16()  # bits: ranks in the field
    bids: Row = i16(MAX_PLAYERS)  # bits: ranks of the upright and sideways bid cards
    cage: Row = i16(MAX_PLAYERS)  # bits: ranks in the cage
    line: Row = i64(MAX_PLAYERS)  # the same bid cards in the order they were placed, newest in the lowest 4 bits
    deck: int = i64()  # copies of each rank below the top card: 4 bits a rank
    discard: int = i64()  # copies of each rank in the discard
