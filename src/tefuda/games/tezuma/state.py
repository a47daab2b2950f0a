"""てづま師: the state of a game, the tables of its card file, and the events that change it.

Sets of cards are integers of 48 bits (`card_sets.py`).  Fields with 1 + something are 0 for "none".
"""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.record import GameState, Grid, Record, Row, i8, i16, i32, i64
from tefuda.games.tezuma.card_sets import CARDS

MAX_PLAYERS = 4
HAND = 12
TRICKS = 12
COINS = 4  # T3.2: ohajiki of each player in a deal; a variant has `extra_coins` more
MOST_COINS = 12  # the most in any variant

UNSEEN = MAX_PLAYERS  # index in `hand` of the cards that no seat sees (T2.5)
HOLDERS = MAX_PLAYERS + 1
LEVELS = 3  # nested levels at which splits of suits are counted
NO_CARD_LIES = CARDS + 1  # in `lying`: this seat won without a card (T7.5)

# Bounds of a card file.
MAX_TABLES = 12
MAX_ABILITY_CARDS = 12
MAX_ABILITIES = 2 * MAX_ABILITY_CARDS  # side a of card k is ability 2k, side b is 2k + 1
COLUMNS = TRICKS + 1
LAPS = 3  # T3.3: rounds of picks

# A deal: three picks each, a card for each trick, and a card set aside in each trick.  As many deals as players.
MAX_STEPS = MAX_PLAYERS * (MAX_PLAYERS * (LAPS + TRICKS) + TRICKS)

LONGEST_SHORT, PLAYERS_FOR_STUDY = 6, 2  # a smaller game for study


class HouseRule(IntEnum):
    """Indices of the house rules among the options; the constants of a variant follow."""

    WITHOUT_SUIT = 0
    ONE_ABILITY = 1
    COINS = 2
    SHORT = 3


class Event(IntEnum):
    """What happens, as reported by `emit`; the arguments follow in brackets."""

    LAID_OUT = 1  # the cards to choose from are on the table
    DEALT = 2  # (number of the deal from 0, seat that starts it)
    TOOK = 3  # (seat, kind, which)
    PLAY_BEGAN = 4  # (seat that leads)
    PLAYED = 5  # (seat, card, announced)
    WON_WITHOUT_CARD = 6  # (seat): announced an ability in place of a card
    WON = 7  # (seat)
    SET_ASIDE = 8  # (seat, card, seat that had played it)
    CAPTURED = 9  # (seat): takes the cards of the trick
    SCORED = 10  # (seat, points of this deal, minus cards captured)
    GATHERED = 11  # all cards go back
    ENDED = 12


class Phase(IntEnum):
    """Phases of a deal."""

    CHOOSING = 0  # T3.3
    PLAYING = 1
    SETTING_ASIDE = 2  # T7.10


class Kind(IntEnum):
    """Kinds of cards that are chosen before play (T3.4)."""

    TABLE = 0
    MINUS = 1
    ABILITY = 2


class Place(IntEnum):
    """By the suit of its card, where an ability may be announced (T6.4)."""

    ANY = 0
    LED = 1
    OFF = 2


class Announced(IntEnum):
    """Whether a card is played with the ability."""

    NOTHING = 0
    ABILITY = 1
    REVERSED = 2  # T7.9: subtracts instead of adding


class Power(IntEnum):
    """The strength of a card in its trick (T5, T6.5): the highest wins, the first of equals."""

    NONE = 0  # cannot win
    FOLLOWING_TRUMP = 1
    NUMBER = 2  # + the number
    VALID_TRUMP = 64
    WITHOUT_CARD = 100  # T7.5


class Tables(Record):
    """What `cards.toml` says."""

    tables: int = i8()  # score tables in the box
    spare_tables: int = i8()  # T2.1: how many more than players are laid out
    points: Grid = i8(MAX_TABLES, COLUMNS)  # points of each table for each number of tricks
    columns: Row = i8(MAX_TABLES)  # printed on each table; the last one holds for more tricks too
    ability_cards: int = i8()
    spare_abilities: int = i8()  # T2.2
    sides: Row = i8(MAX_ABILITY_CARDS)  # bits: sides that exist, 1 for a, 2 for b
    lap_kinds: Row = i8(LAPS)  # bits: kinds that may be taken in each lap
    lap_first: Row = i8(LAPS)  # seat that begins it, counted from the start player
    lap_step: Row = i8(LAPS)  # 1 clockwise, -1 the other way
    # An ability is a row of these fields, in the order in which they apply (T6.5).
    cost: Row = i8(MAX_ABILITIES)
    cards: Row = i64(MAX_ABILITIES)  # set of cards it may be announced with; 0: it replaces a card
    place: Row = i8(MAX_ABILITIES)  # a Place
    free: Row = i8(MAX_ABILITIES)  # follow: 1 if only for a card that would not be legal otherwise
    as_led: Row = i8(MAX_ABILITIES)  # suit: 1 if the card counts as one of the led suit
    fixed: Row = i8(MAX_ABILITIES)  # number: what the card counts, -1 for its own number
    add: Row = i8(MAX_ABILITIES)  # number: what is added
    either: Row = i8(MAX_ABILITIES)  # number: 1 if it may be subtracted instead
    trump: Row = i8(MAX_ABILITIES)  # validity: 1 makes the card a valid trump, -1 an invalid one
    wins: Row = i8(MAX_ABILITIES)  # winner: 1 if it wins the trick in place of a card
    aside: Row = i8(MAX_ABILITIES)  # captured: 1 if the winner sets a card aside
    # Derived from `points` for the search: where the next trick costs points, the number of further tricks after which
    # there are more than now (COLUMNS: never); 0 where the next trick costs none.
    regain: Grid = i8(MAX_TABLES, COLUMNS)


class State(GameState):
    """One game of てづま師."""

    without: int = i8()  # house rule: 1 + the suit taken out
    one_ability: int = i8()  # house rule: 1 if only one player may announce an ability in a trick
    extra_coins: int = i8()  # of each player in a variant, beyond four; 0 in the game as published
    short: int = i8()  # for study: cards of a hand; 0: twelve
    phase: int = i8()
    deal: int = i8()  # deals finished
    start: int = i8()  # seat that starts this deal
    step: int = i8()  # cards chosen in this deal
    trick: int = i8()  # tricks finished in this deal
    leader: int = i8()  # seat that leads the trick
    led: int = i8()  # 1 + the led suit
    best: int = i8()  # seat that wins the trick as it lies
    power: int = i8()  # of that seat's card, -1 before the first card
    free_tables: int = i16()  # bits: score tables on the table
    free_minus: int = i8()  # bits: suits whose minus card is on the table
    free_abilities: int = i32()  # bits: abilities on the table
    table: Row = i8(MAX_PLAYERS)  # 1 + score table of each seat
    minus: Row = i8(MAX_PLAYERS)  # 1 + suit of its minus card
    ability: Row = i8(MAX_PLAYERS)  # 1 + its ability
    coins: Row = i8(MAX_PLAYERS)  # ohajiki left
    lying: Row = i8(MAX_PLAYERS)  # 1 + its card in this trick, or NO_CARD_LIES; 0 before its turn
    announced: Row = i8(MAX_PLAYERS)  # an Announced, for this trick
    tricks: Row = i8(MAX_PLAYERS)  # won in this deal
    taken: Row = i8(MAX_PLAYERS)  # cards captured in this deal
    penalty: Row = i8(MAX_PLAYERS)  # those of them in its minus suit
    void: Row = i8(MAX_PLAYERS)  # bits: suits it has shown not to hold
    keeps: Row = i8(MAX_PLAYERS)  # bits: suits it has shown to hold and not played since (T7.7)
    points: Row = i16(MAX_PLAYERS)  # points of the finished deals
    hand: Row = i64(HOLDERS)  # cards of each seat; last the cards that no seat sees
    played: int = i64()  # cards played in this deal
    fished: int = i64()  # those of them that were set aside
    tries: int = i32()  # scratch: attempts after the first; zero between calls
    room: Row = i8(HOLDERS)  # scratch: places still to be filled; zero between calls
    split: Grid = i8(LEVELS, HOLDERS)  # scratch: a split of a suit at each level of counting; zero between calls
    quota: Row = i8(HOLDERS)  # scratch: the places in `room` that one suit gets; zero between calls
