"""ドウトツくじゃん: what the record and the card tables hold, and the numbers that all of the rules share.

A *card* is a number: 4 x its kana + its colour.  A *bag* of cards is a grid of words, one row a colour, two words a
row; a word holds the copies of fifteen kana, four bits each.  A count never exceeds seven, so the highest bit of the
four is free: that makes taking the smaller count of fifteen kana at once a matter of a few instructions
(`spelling.py`).  Kana stand in the order of the syllabary, those of a card file without gaps.
"""

from __future__ import annotations

from tefuda.engine.record import Cube, GameState, Grid, Record, Row, i8, i16, i64

MAX_PLAYERS = 3
HAND = 11  # cards each, exposed ones included; one more in the middle of a turn
NAMES_TO_GO_OUT = 3
GOAL = 3  # D6.2

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

NORMAL, CORE = 0, 1  # the sides of the list card

# What the seat to act decides.
CHOOSE = 0  # to draw, to take the top discard, or to go out with it
LAY = 1  # the colour of the next letter of the name it exposes
DISCARD = 2  # what to discard after drawing, or to go out
DISCARD_AFTER_LAYING = 3


class Tables(Record):
    """What `cards.toml` says, prepared for the rules.  Normal entries come first, so each side is a beginning."""

    colours: int = i8()
    kana: int = i8()
    wide: int = i8()  # 1 where there are more than fifteen kana, so that second words matter
    glyph: Row = i8(MAX_KANA)  # place in the syllabary of each kana, rising
    slot: Row = i8(GLYPHS)  # 1 + the kana of each place in the syllabary, 0: not in this file
    deck: Cube = i64(2, MAX_COLOURS, HALVES)  # bag of all cards, for each side
    names: Row = i8(2)  # number of names, for each side
    length: Row = i8(MOST_NAMES)  # letters of each name
    letter: Grid = i8(MOST_NAMES, MOST_LETTERS)  # kana of each of them
    need: Grid = i64(MOST_NAMES, HALVES)  # the letters of each name as the words of a bag
    triples: Row = i16(2)  # number of ways to go out, for each side
    triple: Grid = i8(MOST_TRIPLES, NAMES_TO_GO_OUT)  # the names of each
    whole: Grid = i64(HALVES, MOST_TRIPLES)  # the twelve letters of each


class State(GameState):
    """A match: game after game until somebody has three points."""

    core: int = i8()  # house rule: the side of the list card
    open_discards: int = i8()  # house rule: all discards may be looked at
    most_games: int = i8()  # house rule: games after which the totals decide
    game: int = i8()  # number of this game, from 1
    first: int = i8()  # seat that began it
    phase: int = i8()  # CHOOSE, LAY, DISCARD, DISCARD_AFTER_LAYING
    left: int = i8()  # cards in the pile
    top: int = i8()  # 1 + the card on top of the discards; 0: it was just taken, or there is none
    under: int = i8()  # 1 + the card below it, 0: none
    shown: int = i8()  # 1 + the seat that has scored in the game just ended and shows its cards, 0: none
    scores: Row = i8(MAX_PLAYERS)
    name: Row = i8(MAX_PLAYERS)  # 1 + the name each seat has exposed, or is exposing; 0: none
    exposed: Grid = i8(MAX_PLAYERS, MOST_LETTERS)  # 1 + the card of each of its letters; 0: not laid yet
    pile: Grid = i64(MAX_COLOURS, HALVES)  # bag: its order is decided card by card
    buried: Grid = i64(MAX_COLOURS, HALVES)  # bag: the discards below `under`
    held: Cube = i64(MAX_PLAYERS, MAX_COLOURS, HALVES)  # bag of each seat's cards, exposed ones included
    spare: Grid = i64(MAX_COLOURS, HALVES)  # scratch of `candidate_actions`; all zero between calls
