"""ドウトツくじゃん: what a viewer sees, as arrays. Seats are counted clockwise from the viewer's own."""

from __future__ import annotations

from tefuda.engine.primitives import clear, mark_counts
from tefuda.engine.record import Cube, Grid, Record, Row, i8
from tefuda.engine.rules_helpers import place_from
from tefuda.games.doutotsu.bags import colour_of, kana_of
from tefuda.games.doutotsu.state import (
    HALF,
    HALVES,
    MAX_COLOURS,
    MAX_KANA,
    MAX_PLAYERS,
    MOST_NAMES,
    Phase,
    State,
    Tables,
)


class Tensors(Record):
    """All that is public, and the viewer's own hand.  Cards are counted in planes of colours by kana."""

    players: int = i8()
    core: int = i8()  # house rules
    open_discards: int = i8()
    most_games: int = i8()
    game: int = i8()  # number of this game, from 1
    left: int = i8()  # cards in the deck
    phase: Row = i8(len(Phase))  # 1 for this one
    to_act: Row = i8(MAX_PLAYERS)  # 1 for the seat to act; none when over
    first: Row = i8(MAX_PLAYERS)  # 1 for the seat that began the game
    scores: Row = i8(MAX_PLAYERS)
    name: Grid = i8(MAX_PLAYERS, MOST_NAMES)  # 1 for the name each seat has exposed, or is exposing
    hand: Grid = i8(MAX_COLOURS, MAX_KANA)  # the viewer's, without exposed cards
    exposed: Cube = i8(MAX_PLAYERS, MAX_COLOURS, MAX_KANA)
    shows: Row = i8(MAX_PLAYERS)  # 1 for the seat that has just scored and shows its cards
    shown: Grid = i8(MAX_COLOURS, MAX_KANA)  # all of these
    top: Grid = i8(MAX_COLOURS, MAX_KANA)  # the top discard
    under: Grid = i8(MAX_COLOURS, MAX_KANA)  # the one below it
    buried: Grid = i8(MAX_COLOURS, MAX_KANA)  # all below these


def fill_tensors(s: State, t: Tables, viewer: int, o: Tensors) -> None:
    clear(o)
    o.players = s.players
    o.core = s.core
    o.open_discards = s.open_discards
    o.most_games = s.most_games
    o.game = s.game
    o.left = s.left
    o.phase[s.phase] = 1
    if s.to_act >= 0:
        o.to_act[place_from(viewer, s.to_act, s.players)] = 1
    o.first[place_from(viewer, s.first, s.players)] = 1
    if viewer >= 0:
        spread(o.hand, s.held[viewer], t.colours)
    spread(o.buried, s.buried, t.colours)
    if s.top > 0:
        o.top[colour_of(s.top - 1), kana_of(s.top - 1)] = 1
    if s.under > 0:
        o.under[colour_of(s.under - 1), kana_of(s.under - 1)] = 1
    for p in range(s.players):
        q = place_from(viewer, p, s.players)
        o.scores[q] = s.scores[p]
        if s.name[p] > 0:
            o.name[q, s.name[p] - 1] = 1
            for place in range(t.length[s.name[p] - 1]):
                card = s.exposed[p, place] - 1
                if card >= 0:
                    o.exposed[q, colour_of(card), kana_of(card)] += 1
                    if p == viewer:
                        o.hand[colour_of(card), kana_of(card)] -= 1
        if s.shown == p + 1:
            o.shows[q] = 1
            spread(o.shown, s.held[p], t.colours)


def spread(plane: Grid, bag: Grid, colours: int) -> None:
    """Write the counts of a bag into a plane."""
    for colour in range(colours):
        for half in range(HALVES):
            mark_counts(plane[colour], HALF * half, HALF, bag[colour, half])
