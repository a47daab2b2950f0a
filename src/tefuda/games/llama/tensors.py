"""ニワトリかラマか ポーカー: what a viewer sees, as arrays. Seats are counted clockwise from the viewer's own."""

from __future__ import annotations

from tefuda.engine.primitives import clear, copy_row, mark_bits
from tefuda.engine.record import Cube, Grid, Record, Row, i8, i16
from tefuda.engine.rules_helpers import mark_seats, place_from
from tefuda.games.llama.notes import memory, seen_in_round
from tefuda.games.llama.state import HAND, MARKS, MAX_NOTES, MAX_PLAYERS, PUBLIC, Kind, Phase, State, Tables

HIDDEN, GOOD, BAD = 1, 2, 3  # a note before a seat; 0: there is none


class Tensors(Record):
    """All that is public, the kinds of notes that the viewer has seen, its own new marks, and what it remembers.

    Rows by pattern go through the patterns of marks in the order of `pattern`.
    """

    players: int = i8()
    games: int = i8()  # house rules
    swap: int = i8()
    limit: int = i8()
    rounds: int = i16()
    game: int = i8()
    round: int = i16()
    unit: int = i8()  # coins of a payment
    phase: Row = i8(len(Phase))  # 1 for this one
    pending: int = i8()  # 1 once the viewer has made a mark in this decision
    deck: int = i8()  # notes in the deck
    to_act: Row = i8(MAX_PLAYERS)  # 1 for the seat to act; none when over
    dealer: Row = i8(MAX_PLAYERS)
    lap: Row = i8(MAX_PLAYERS)  # 1 for the seat from which this phase asks clockwise
    waiting: Row = i8(MAX_PLAYERS)  # 1 for seats still to be asked in this phase
    alive: Row = i8(MAX_PLAYERS)
    folded: Row = i8(MAX_PLAYERS)
    gone: Row = i8(MAX_PLAYERS)
    all_in: Row = i8(MAX_PLAYERS)
    coins: Row = i8(MAX_PLAYERS)
    stake: Row = i8(MAX_PLAYERS)
    fell: Row = i16(MAX_PLAYERS)  # round in which a seat lost its last coin, 0: none
    wins: Row = i8(MAX_PLAYERS)
    outlasted: Row = i8(MAX_PLAYERS)
    noted: Row = i8(MAX_PLAYERS)  # notes held when the seat last decided
    vote: Grid = i8(MAX_PLAYERS, MAX_PLAYERS)  # [voter, for whom]
    notes: Grid = i8(MAX_PLAYERS, HAND)  # HIDDEN, GOOD or BAD, as the viewer knows them
    marks: Cube = i8(MAX_PLAYERS, HAND, MARKS)  # marks of each of these notes
    new_marks: Grid = i8(HAND, MARKS)  # the viewer's own of this round
    end_marks: Grid = i8(2, MARKS)  # marks of the top and the bottom note of the deck
    pattern: Grid = i8(MAX_NOTES, MARKS)  # the marks of each pattern
    size: Row = i8(MAX_NOTES)  # notes with each pattern
    remembered: Grid = i8(2, MAX_NOTES)  # by kind: at least this many notes with the pattern, as the viewer remembers
    public: Grid = i8(2, MAX_NOTES)  # patterns that all remember
    looked: Grid = i8(MAX_PLAYERS, MAX_NOTES)  # how many of them, at least, a seat has looked at


def fill_tensors(s: State, t: Tables, viewer: int, o: Tensors) -> None:
    clear(o)
    o.players = s.players
    o.games = s.games
    o.swap = s.swap
    o.limit = s.limit
    o.rounds = s.rounds
    o.game = s.game
    o.round = s.round
    o.unit = s.unit
    o.phase[s.phase] = 1
    if viewer >= 0 and viewer == s.to_act:
        o.pending = s.pending
    fill_seats(s, viewer, o)
    fill_notes(s, viewer, o)
    for c in range(s.looks):
        mark_bits(o.pattern[c], s.pattern[c])
    copy_row(o.size, s.size)  # rows by pattern are zero beyond the last pattern
    for kind in range(2):
        copy_row(o.remembered[kind], s.sure[memory(viewer, kind)])
        copy_row(o.public[kind], s.sure[memory(PUBLIC, kind)])
    for p in range(s.players):
        copy_row(o.looked[place_from(viewer, p, s.players)], s.looked[p])


def fill_seats(s: State, viewer: int, o: Tensors) -> None:
    """Fill in what is public of each seat."""
    if s.to_act >= 0:
        o.to_act[place_from(viewer, s.to_act, s.players)] = 1
    o.dealer[place_from(viewer, s.dealer, s.players)] = 1
    o.lap[place_from(viewer, s.lap, s.players)] = 1
    mark_seats(o.waiting, viewer, s.waiting, s.players)
    mark_seats(o.alive, viewer, s.alive, s.players)
    mark_seats(o.folded, viewer, s.folded, s.players)
    mark_seats(o.gone, viewer, s.gone, s.players)
    mark_seats(o.all_in, viewer, s.allin, s.players)
    for p in range(s.players):
        q = place_from(viewer, p, s.players)
        o.coins[q] = s.coins[p]
        o.stake[q] = s.stake[p]
        o.fell[q] = s.fell[p]
        o.wins[q] = s.wins[p]
        o.outlasted[q] = s.outlasted[p]
        o.noted[q] = s.noted[p]
        if s.vote[p] > 0:
            o.vote[q, place_from(viewer, s.vote[p] - 1, s.players)] = 1


def fill_notes(s: State, viewer: int, o: Tensors) -> None:
    """Fill in the notes before the seats and at the ends of the deck, as the viewer knows them."""
    known = seen_in_round(s, viewer)
    for p in range(s.players):
        q = place_from(viewer, p, s.players)
        for i in range(s.held[p]):
            place = s.hand[p, i] - 1
            o.notes[q, i] = HIDDEN
            if known >> place & 1 == 1:
                o.notes[q, i] = GOOD if s.kind[place] == Kind.GOOD else BAD
            mark_bits(o.marks[q][i], s.pattern[s.look[place]])
            if p == viewer:
                mark_bits(o.new_marks[i], s.fresh[place])
    if s.top >= 0 and s.top <= s.bottom:
        o.deck = s.bottom - s.top + 1
        mark_bits(o.end_marks[0], s.pattern[s.look[s.top]])
        mark_bits(o.end_marks[1], s.pattern[s.look[s.bottom]])
