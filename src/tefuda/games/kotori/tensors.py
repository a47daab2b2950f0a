"""ことりあつめ: what a viewer sees, as arrays. Seats are counted clockwise from the viewer's own."""

from __future__ import annotations

from tefuda.engine.primitives import copy_seats, mark_bits, mark_cell, mark_counts, mark_seat_sets, write_seats
from tefuda.engine.record import Grid, Record, Row, i8
from tefuda.engine.rules_helpers import mark_seats, place_from
from tefuda.games.kotori.state import MAX_PLAYERS, RANKS, State, Tables


class Tensors(Record):
    """Everything is public but the order of the deck.  Ranks are 1 to 10; a cell that ends in a rank is 1 for each."""

    players: int = i8()
    allow_yield: int = i8()  # house rule
    rebuilt: int = i8()  # how often the deck was rebuilt
    left: int = i8()  # cards below the top card
    drew: int = i8()  # 1 once the seat to act has bid in this turn
    to_act: Row = i8(MAX_PLAYERS)  # 1 for the seat to act; none when over
    dealer: Row = i8(MAX_PLAYERS)  # 1 for the seat that led the round
    out: Row = i8(MAX_PLAYERS)  # 1 for seats out of the round
    newest: Row = i8(MAX_PLAYERS)  # rank of each seat's newest bid card, 0: none
    sideways: Row = i8(MAX_PLAYERS)  # rank turned sideways, 0: none
    burst: Row = i8(MAX_PLAYERS)  # rank turned face down, 0: none
    bids: Grid = i8(MAX_PLAYERS, RANKS)
    cage: Grid = i8(MAX_PLAYERS, RANKS)
    field: Row = i8(RANKS)
    top: Row = i8(RANKS)  # 1 for the rank of the face-up card
    deck: Row = i8(RANKS)  # copies below the top card
    discard: Row = i8(RANKS)  # copies


def fill_tensors(s: State, t: Tables, viewer: int, o: Tensors) -> None:
    players = s.players  # read once: as far as the compiler knows, every store to `o` may change it
    o.players = players
    o.allow_yield = s.allow_yield
    o.rebuilt = s.rebuilt
    o.left = s.left
    o.drew = s.drew
    mark_cell(o.to_act, place_from(viewer, s.to_act, players) if s.to_act >= 0 else -1)
    mark_cell(o.dealer, place_from(viewer, s.dealer, players))
    mark_seats(o.out, viewer, s.out, players)
    newest = 0
    for p in range(MAX_PLAYERS):
        newest |= (s.line[p] & 15) << 8 * p
    write_seats(o.newest, viewer, newest, players)
    copy_seats(o.sideways, viewer, s.sideways, players)
    copy_seats(o.burst, viewer, s.burst, players)
    mark_seat_sets(o.bids, viewer, s.bids, players)
    mark_seat_sets(o.cage, viewer, s.cage, players)
    mark_bits(o.field, s.field)
    mark_bits(o.top, 1 << s.top & -2)  # none for rank 0
    mark_counts(o.deck, 0, RANKS, s.deck)
    mark_counts(o.discard, 0, RANKS, s.discard)
