"""Handles follow the cards an audience can track, and reveal nothing about hidden faces."""

from collections import Counter
from random import Random

import pytest

import tefuda
from harness.contract.cases import random_command
from tefuda.engine.game import open_game
from tefuda.engine.view import Card, Move, Observation, View, Words, Zone
from tefuda.table.entries import Sitter
from tefuda.table.handles import HandleMap
from tefuda.table.table import Table

HAND, TABLE, DECK = "hand-0", "table", "deck"


def view_of(hand: list[Card], table: list[Card] | None = None, deck: int = 20) -> View:
    zones = (
        Zone(DECK, "pile", deck),
        Zone(HAND, "fan", len(hand), tuple(hand), owner=0),
        Zone(TABLE, "row", len(table or []), tuple(table or [])),
    )
    return View(zones, game="any", seat=1, players=2, to_act=0)


def observation(*moves: Move) -> Observation:
    return Observation(Words("event-moved"), moves)


def backs(count: int) -> list[Card]:
    return [Card() for _ in range(count)]


def handles(view: View, zone: str = HAND) -> list[int]:
    return [card.handle for card in view.zone(zone).cards]


def test_card_keeps_its_handle_across_zones() -> None:
    cards = HandleMap()
    _, view = cards.follow([], view_of([Card("3"), Card("7")]))
    three, seven = handles(view)
    observations, view = cards.follow([observation(Move(HAND, TABLE, "7"))], view_of([Card("3")], [Card("7")]))
    assert observations[0].moves[0].handle == seven
    assert handles(view, TABLE) == [seven]
    assert handles(view) == [three]


def test_move_position_identifies_a_card_among_equals() -> None:
    cards = HandleMap()
    _, view = cards.follow([], view_of(backs(3)))
    first, second, third = handles(view)
    _, view = cards.follow([observation(Move(HAND, TABLE, "5", at=1))], view_of(backs(2), [Card("5")]))
    assert handles(view) == [first, third]
    assert handles(view, TABLE) == [second]


def test_turned_card_keeps_its_handle() -> None:
    cards = HandleMap()
    _, view = cards.follow([], view_of([], [Card("4")]))
    before = handles(view, TABLE)
    _, view = cards.follow([], view_of([], [Card(None, "down")]))
    assert handles(view, TABLE) == before
    _, view = cards.follow([], view_of([], [Card("4")]))
    assert handles(view, TABLE) == before


def test_replaced_card_gets_a_new_handle() -> None:
    cards = HandleMap()
    _, view = cards.follow([], view_of([], [Card("4")]))
    before = handles(view, TABLE)
    _, view = cards.follow([], view_of([], [Card("5")]))
    assert handles(view, TABLE) != before


def test_card_returning_from_a_pile_gets_a_new_handle() -> None:
    cards = HandleMap()
    _, view = cards.follow([], view_of([Card("3")]))
    before = handles(view)
    cards.follow([observation(Move(HAND, DECK, "3"))], view_of([], deck=21))
    _, view = cards.follow([observation(Move(DECK, HAND, "3"))], view_of([Card("3")]))
    assert handles(view) != before


def test_handles_of_a_dealt_hand_follow_the_order_of_arrival() -> None:
    """Other seats, which see only backs, get the same handles whatever the faces and their order."""
    for faces in (["A", "K", "Q"], ["2", "3", "4"]):
        owner, other = HandleMap(), HandleMap()
        deal = [observation(Move(DECK, HAND)) for _ in faces]
        _, others_view = other.follow(deal, view_of(backs(3)))
        assert handles(others_view) == [1, 2, 3]
        _, own_view = owner.follow(
            [observation(Move(DECK, HAND, face)) for face in faces], view_of([Card(face) for face in faces])
        )
        assert handles(own_view) == [1, 2, 3]


def test_sorting_a_hand_does_not_distinguish_backs() -> None:
    """The owner sees the cards change places; for the others nothing moves."""
    owner, other = HandleMap(), HandleMap()
    for card_map, cards in ((owner, [Card("9"), Card("2")]), (other, backs(2))):
        card_map.follow([], view_of(cards))
    _, own_view = owner.follow([], view_of([Card("2"), Card("9")]))
    _, others_view = other.follow([], view_of(backs(2)))
    assert handles(own_view) == [2, 1]
    assert handles(others_view) == [1, 2]


def test_cards_moved_in_bulk_are_not_tracked() -> None:
    cards = HandleMap()
    cards.follow([], view_of([Card("1"), Card("1")]))
    observations, _ = cards.follow([observation(Move(TABLE, DECK, count=5))], view_of([Card("1"), Card("1")], deck=25))
    assert observations[0].moves[0].handle == 0


def test_reshuffled_hand_gets_new_handles() -> None:
    """To the others both hands look the same: equal numbers of backs."""
    cards = HandleMap()
    _, view = cards.follow([], view_of(backs(3), [Card("5")]))
    before, on_table = handles(view), handles(view, TABLE)
    _, view = cards.follow(
        [observation(Move(HAND, DECK, count=3)), observation(Move(DECK, HAND, count=3))], view_of(backs(3), [Card("5")])
    )
    assert not set(handles(view)) & set(before)
    assert handles(view, TABLE) == on_table


def test_marks_distinguish_cards_with_the_same_face() -> None:
    cards = HandleMap()
    _, view = cards.follow([], view_of([Card("1", marks=("dot",)), Card("1")]))
    dotted, plain = handles(view)
    _, view = cards.follow([], view_of([Card("1"), Card("1", marks=("dot",))]))
    assert handles(view) == [plain, dotted]


# ------------------------------------------------------------- whole games


def dealt_table(seed: int, players: int) -> Table:
    table = Table(tefuda.load("kotori", players=players, allow_yield=seed % 2), seed=seed)
    for seat in range(players):
        table.apply(table.propose_sit(seat, Sitter("bot", f"bot {seat}")))
    table.apply(table.propose_deal())
    return table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_handles_are_unique_and_stable_without_a_move(seed: int, players: int) -> None:
    """In kotori's rows, a card that no event moved must keep its handle, place and face."""
    table = dealt_table(seed, players)
    random = Random(seed)
    state = table.state
    before = {}
    while not state.is_terminal:
        table.apply(table.propose_play(state.current_player, table.turn, random.choice(state.legal_actions)))
        update = table.latest(0)
        cards = [(zone.id, card) for zone in update.view.zones for card in zone.cards]
        shared = [handle for handle, n in Counter(card.handle for _, card in cards).items() if n > 1 or handle == 0]
        assert shared == []
        moved = {move.handle for one in update.events for move in one.moves}
        for place, card in cards:
            if card.handle in before and card.handle not in moved:
                assert before[card.handle] == (place, card.face)
        before = {card.handle: (place, card.face) for place, card in cards}


@pytest.mark.parametrize("package", ["harness.fixtures.probe", "tefuda.games.kotori"])
def test_shared_handle_map_equals_separate_maps(package: str) -> None:
    for seed in range(15):
        shared, apart = (Table(open_game(package, players=3), secret=bytes([seed] * 32)) for _ in range(2))
        apart._updates._handles = {audience: HandleMap() for audience in apart.audiences}
        random = Random(seed)
        for table in (shared, apart):
            for seat in range(3):
                table.apply(table.propose_sit(seat, Sitter("bot", f"P{seat}")))
            table.apply(table.propose_deal())
        while not shared.state.is_terminal:
            command = random_command(shared.state, random)
            for table in (shared, apart):
                table.apply(table.propose_play(table.state.current_player, table.turn, command))
            for audience in (-1, 0, 1, 2):
                assert shared.latest(audience) == apart.latest(audience)
