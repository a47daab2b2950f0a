"""てづま師: what a viewer sees, as arrays. Seats are counted clockwise from the viewer's own."""

from __future__ import annotations

from tefuda.engine.primitives import copy_seats, mark_bits, mark_cell, mark_seat_sets, mark_seat_values
from tefuda.engine.record import Grid, Record, Row, i8, i16
from tefuda.engine.rules_helpers import place_from
from tefuda.games.tezuma.card_sets import CARDS, SUITS
from tefuda.games.tezuma.state import MAX_ABILITIES, MAX_PLAYERS, MAX_TABLES, Phase, State, Tables


class Tensors(Record):
    """All that is public, and the viewer's own hand.  Sets of cards are as in `card_sets.py`: 1 for each card."""

    players: int = i8()
    without: int = i8()  # house rule: 1 + the suit taken out
    one_ability: int = i8()  # house rule
    phase: Row = i8(len(Phase))  # 1 for this one
    deal: int = i8()  # deals finished
    step: int = i8()  # cards chosen in this deal
    trick: int = i8()  # tricks finished in this deal
    power: int = i8()  # of the card that wins the trick as it lies, -1 before the first
    to_act: Row = i8(MAX_PLAYERS)  # 1 for the seat to act; none when over
    start: Row = i8(MAX_PLAYERS)  # 1 for the seat that starts this deal
    leader: Row = i8(MAX_PLAYERS)  # 1 for the seat that leads the trick
    best: Row = i8(MAX_PLAYERS)  # 1 for the seat that wins the trick as it lies, once there is a card
    led: Row = i8(SUITS)  # 1 for the led suit
    hand: Row = i8(CARDS)  # the viewer's
    played: Row = i8(CARDS)  # cards played in this deal
    set_aside: Row = i8(CARDS)  # those of them that were set aside
    lying: Grid = i8(MAX_PLAYERS, CARDS + 1)  # 1 for a seat's card in the trick; the last: it won without a card
    announced: Row = i8(MAX_PLAYERS)  # 1 with the ability, 2 reversed
    table: Grid = i8(MAX_PLAYERS, MAX_TABLES)  # 1 for the score table of each seat
    minus: Grid = i8(MAX_PLAYERS, SUITS)
    ability: Grid = i8(MAX_PLAYERS, MAX_ABILITIES)
    coins: Row = i8(MAX_PLAYERS)
    tricks: Row = i8(MAX_PLAYERS)
    taken: Row = i8(MAX_PLAYERS)  # cards captured in this deal
    penalty: Row = i8(MAX_PLAYERS)  # those of them in the seat's minus suit
    points: Row = i16(MAX_PLAYERS)  # points of the finished deals
    void: Grid = i8(MAX_PLAYERS, SUITS)  # 1 for suits a seat has shown not to hold
    keeps: Grid = i8(MAX_PLAYERS, SUITS)  # 1 for suits it has shown to hold and not played since
    free_tables: Row = i8(MAX_TABLES)  # 1 for those on the table
    free_minus: Row = i8(SUITS)
    free_abilities: Row = i8(MAX_ABILITIES)


def fill_tensors(s: State, t: Tables, viewer: int, o: Tensors) -> None:
    players = s.players  # read once: as far as the compiler knows, every store to `o` may change it
    o.players = players
    o.without = s.without
    o.one_ability = s.one_ability
    mark_cell(o.phase, s.phase)
    o.deal = s.deal
    o.step = s.step
    o.trick = s.trick
    o.power = s.power
    mark_cell(o.to_act, place_from(viewer, s.to_act, players) if s.to_act >= 0 else -1)
    mark_cell(o.start, place_from(viewer, s.start, players))
    mark_cell(o.leader, place_from(viewer, s.leader, players))
    mark_cell(o.best, place_from(viewer, s.best, players) if s.power >= 0 else -1)
    mark_cell(o.led, s.led - 1)
    mark_bits(o.hand, s.hand[viewer] if viewer >= 0 else 0)
    mark_bits(o.played, s.played)
    mark_bits(o.set_aside, s.fished)
    mark_seat_values(o.lying, viewer, s.lying, players)
    copy_seats(o.announced, viewer, s.announced, players)
    mark_seat_values(o.table, viewer, s.table, players)
    mark_seat_values(o.minus, viewer, s.minus, players)
    mark_seat_values(o.ability, viewer, s.ability, players)
    copy_seats(o.coins, viewer, s.coins, players)
    copy_seats(o.tricks, viewer, s.tricks, players)
    copy_seats(o.taken, viewer, s.taken, players)
    copy_seats(o.penalty, viewer, s.penalty, players)
    copy_seats(o.points, viewer, s.points, players)
    mark_seat_sets(o.void, viewer, s.void, players)
    mark_seat_sets(o.keeps, viewer, s.keeps, players)
    mark_bits(o.free_tables, s.free_tables)
    mark_bits(o.free_minus, s.free_minus)
    mark_bits(o.free_abilities, s.free_abilities)
