"""ドウトツくじゃん: the state of a match, the prepared card tables, and the events that change the state.

A *card* is a number: 4 x its kana + its colour.  A *bag* of cards is a grid of words, one row a colour, two words a
row; a word holds the copies of fifteen kana, four bits each (`bags.py`).  Kana are in the order of the syllabary,
those of a card file without gaps.

The deck (`pile`) is a bag too: a card is not decided before it is drawn.  What seats do not know
are one another's hands.
"""

from __future__ import annotations

from enum import IntEnum

from tefuda.engine.record import Cube, GameState, Grid, Record, Row, i8, i16, i64

MAX_PLAYERS = 3
HAND = 11  # cards each, exposed ones included; one more in the middle of a turn
NAMES_TO_GO_OUT = 3
GOAL = 3  # D6.2: points that win the match

# Bounds of any card file; ours has 3 colours, 15 kana, 66 cards, 15 names of up to 5 letters and 51 ways to go out.
MAX_COLOURS = 4  # a card's number counts on this being 4
HALVES = 2
HALF = 15  # kana in one word of a bag
MAX_KANA = HALVES * HALF
MOST_COPIES = 7  # of one kana, in all colours
MOST_CARDS = 120
MOST_NAMES = 40
MOST_LETTERS = 8
MOST_TRIPLES = 1024
GLYPHS = 82  # of the syllabary: `kana.py`

# A game has a turn for every card in the deck and one more for each seat's taking (R3-9); a turn has at most a choice,
# a letter for each card of a name but one, and a discard.
LONGEST_MATCH = 50  # games: the highest value of the house rule `most_games`
MAX_STEPS = LONGEST_MATCH * (2 * MOST_CARDS + MAX_PLAYERS * (MOST_LETTERS + 1))


class HouseRule(IntEnum):
    """Indices of the house rules among the options."""

    CORE = 0
    OPEN_DISCARDS = 1
    MOST_GAMES = 2


class Side(IntEnum):
    """D1.3: the sides of the list card."""

    NORMAL = 0
    CORE = 1


class Phase(IntEnum):
    """What the seat to act decides."""

    CHOOSE = 0  # D3.1: to draw, to take the top discard, or to go out with it
    LAY = 1  # D3.6: the colour of the next letter of the name it exposes
    DISCARD = 2  # D3.2: what to discard after drawing, or to go out
    DISCARD_AFTER_LAYING = 3  # D3.3: what to discard after exposing a name


class Event(IntEnum):
    """What happens, as reported by `emit`; the arguments follow in brackets."""

    GAME_BEGAN = 1  # (number of the game, seat that begins)
    DEALT = 2  # (cards each)
    DREW = 3  # (seat, card)
    TOOK = 4  # (seat, card, name that it begins to expose)
    LAID = 5  # (seat, card)
    DISCARDED = 6  # (seat, card)
    WENT_OUT = 7  # (seat, points, 1 + the discard taken for it or 0)
    PILE_ENDED = 8
    WAITED = 9  # (seat): it scores one point because it was waiting
    NOBODY_WAITED = 10
    GATHERED = 11  # (seat that keeps its cards on show, or -1)
    ENDED = 12


class Tables(Record):
    """What `cards.toml` says, prepared for the rules.

    Entries of the normal side come first: each side is the beginning of a table, of the length given for it.
    """

    colours: int = i8()
    kana: int = i8()
    wide: int = i8()  # 1 where there are more than fifteen kana, so that second words matter
    glyph: Row = i8(MAX_KANA)  # place in the syllabary of each kana, ascending
    slot: Row = i8(GLYPHS)  # 1 + the kana of each place in the syllabary, 0: not in this file
    deck: Cube = i64(len(Side), MAX_COLOURS, HALVES)  # bag of all cards, for each side
    names: Row = i8(len(Side))  # number of names, for each side
    length: Row = i8(MOST_NAMES)  # letters of each name
    letter: Grid = i8(MOST_NAMES, MOST_LETTERS)  # kana of each of them
    need: Grid = i64(MOST_NAMES, HALVES)  # the letters of each name as the words of a bag
    triples: Row = i16(len(Side))  # number of ways to go out, for each side
    triple: Grid = i8(MOST_TRIPLES, NAMES_TO_GO_OUT)  # the names of each
    whole: Grid = i64(HALVES, MOST_TRIPLES)  # the twelve letters of each


class State(GameState):
    """A match of ドウトツくじゃん: game after game until a seat has three points."""

    core: int = i8()  # house rule: the `Side` of the list card
    open_discards: int = i8()  # house rule: all discards may be looked at
    most_games: int = i8()  # house rule: games after which the totals decide
    game: int = i8()  # number of this game, from 1
    first: int = i8()  # seat that began it
    phase: int = i8()  # a `Phase`
    left: int = i8()  # cards in the deck
    top: int = i8()  # 1 + the card on top of the discards; 0: none, or it was just taken
    under: int = i8()  # 1 + the card below it, 0: none
    shown: int = i8()  # 1 + the seat that has scored in the game just ended and shows its cards, 0: none
    scores: Row = i8(MAX_PLAYERS)
    name: Row = i8(MAX_PLAYERS)  # 1 + the name each seat has exposed, or is exposing; 0: none
    exposed: Grid = i8(MAX_PLAYERS, MOST_LETTERS)  # 1 + the card of each of its letters; 0: not laid yet
    pile: Grid = i64(MAX_COLOURS, HALVES)  # bag: its order is decided card by card
    buried: Grid = i64(MAX_COLOURS, HALVES)  # bag: the discards below `under`
    held: Cube = i64(MAX_PLAYERS, MAX_COLOURS, HALVES)  # bag of each seat's cards, exposed ones included
    spare: Grid = i64(MAX_COLOURS, HALVES)  # scratch of `candidate_actions`; all zero between calls
