"""Handles follow the cards an audience can follow, and say nothing of what a card is."""

from collections import Counter
from random import Random

import pytest

import tefuda
from tefuda.engine.game import open_game
from tefuda.engine.view import Card, Move, Observation, View, Words, Zone
from tefuda.table.entries import Sitter
from tefuda.table.handles import HandleMap
from tefuda.table.table import Table
from tests.contract.cases import random_command

HAND, TABLE, DECK = "hand-0", "table", "deck"


def seen(hand: list[Card], table: list[Card] | None = None, deck: int = 20) -> View:
    zones = (
        Zone(DECK, "pile", deck),
        Zone(HAND, "fan", len(hand), tuple(hand), owner=0),
        Zone(TABLE, "row", len(table or []), tuple(table or [])),
    )
    return View("any", 1, 2, 0, zones)


def heard(*moves: Move) -> Observation:
    return Observation(Words("event-moved"), moves)


def backs(count: int) -> list[Card]:
    return [Card() for _ in range(count)]


def handles(view: View, zone: str = HAND) -> list[int]:
    return [card.handle for card in view.zone(zone).cards]


def test_a_card_keeps_its_handle_from_zone_to_zone() -> None:
    cards = HandleMap()
    _, view = cards.follow([], seen([Card("3"), Card("7")]))
    three, seven = handles(view)
    told, view = cards.follow([heard(Move(HAND, TABLE, "7"))], seen([Card("3")], [Card("7")]))
    assert told[0].moves[0].handle == seven
    assert handles(view, TABLE) == [seven]
    assert handles(view) == [three]


def test_of_cards_that_look_alike_the_place_says_which_one_goes() -> None:
    cards = HandleMap()
    _, view = cards.follow([], seen(backs(3)))
    first, second, third = handles(view)
    _, view = cards.follow([heard(Move(HAND, TABLE, "5", at=1))], seen(backs(2), [Card("5")]))
    assert handles(view) == [first, third]
    assert handles(view, TABLE) == [second]


def test_a_card_that_is_turned_over_stays_the_same_card() -> None:
    cards = HandleMap()
    _, view = cards.follow([], seen([], [Card("4")]))
    before = handles(view, TABLE)
    _, view = cards.follow([], seen([], [Card(None, "down")]))
    assert handles(view, TABLE) == before
    _, view = cards.follow([], seen([], [Card("4")]))
    assert handles(view, TABLE) == before


def test_another_card_in_the_same_place_gets_another_handle() -> None:
    cards = HandleMap()
    _, view = cards.follow([], seen([], [Card("4")]))
    before = handles(view, TABLE)
    _, view = cards.follow([], seen([], [Card("5")]))
    assert handles(view, TABLE) != before


def test_a_card_that_went_through_a_pile_comes_back_as_another() -> None:
    cards = HandleMap()
    _, view = cards.follow([], seen([Card("3")]))
    before = handles(view)
    cards.follow([heard(Move(HAND, DECK, "3"))], seen([], deck=21))
    _, view = cards.follow([heard(Move(DECK, HAND, "3"))], seen([Card("3")]))
    assert handles(view) != before


def test_a_hand_put_together_again_is_numbered_by_arrival() -> None:
    """Whoever sees only backs gets the same numbers whatever the cards are, in whichever order they were dealt."""
    for faces in (["A", "K", "Q"], ["2", "3", "4"]):
        owner, other = HandleMap(), HandleMap()
        deal = [heard(Move(DECK, HAND)) for _ in faces]
        _, from_outside = other.follow(deal, seen(backs(3)))
        assert handles(from_outside) == [1, 2, 3]
        _, own = owner.follow([heard(Move(DECK, HAND, face)) for face in faces], seen([Card(face) for face in faces]))
        assert handles(own) == [1, 2, 3]


def test_sorting_a_hand_does_not_tell_backs_apart() -> None:
    """The owner sees the cards change places; for the others nothing has moved."""
    owner, other = HandleMap(), HandleMap()
    for card_map, cards in ((owner, [Card("9"), Card("2")]), (other, backs(2))):
        card_map.follow([], seen(cards))
    _, own = owner.follow([], seen([Card("2"), Card("9")]))
    _, from_outside = other.follow([], seen(backs(2)))
    assert handles(own) == [2, 1]
    assert handles(from_outside) == [1, 2]


def test_several_cards_that_go_at_once_are_not_followed() -> None:
    cards = HandleMap()
    cards.follow([], seen([Card("1"), Card("1")]))
    told, _ = cards.follow([heard(Move(TABLE, DECK, count=5))], seen([Card("1"), Card("1")], deck=25))
    assert told[0].moves[0].handle == 0


def test_hands_that_are_shuffled_and_dealt_again_hold_other_cards() -> None:
    """They look just the same to the others: so many backs before, so many after."""
    cards = HandleMap()
    _, view = cards.follow([], seen(backs(3), [Card("5")]))
    before, lying = handles(view), handles(view, TABLE)
    _, view = cards.follow(
        [heard(Move(HAND, DECK, count=3)), heard(Move(DECK, HAND, count=3))], seen(backs(3), [Card("5")])
    )
    assert not set(handles(view)) & set(before)
    assert handles(view, TABLE) == lying


def test_marks_tell_cards_of_one_face_apart() -> None:
    cards = HandleMap()
    _, view = cards.follow([], seen([Card("1", marks=("dot",)), Card("1")]))
    dotted, plain = handles(view)
    _, view = cards.follow([], seen([Card("1"), Card("1", marks=("dot",))]))
    assert handles(view) == [plain, dotted]


# ----------------------------------------------------------- at a real table


def whole_game(seed: int, players: int) -> Table:
    table = Table(tefuda.load("kotori", players=players, allow_yield=seed % 2), seed=seed)
    for seat in range(players):
        table.apply(table.propose_sit(seat, Sitter("bot", f"bot {seat}")))
    table.apply(table.propose_deal())
    return table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_no_two_cards_on_the_table_share_a_handle_and_every_card_that_stays_keeps_its(seed: int, players: int) -> None:
    """Cards lie in kotori's rows; what no event moved must be the same physical card after the command."""
    table = whole_game(seed, players)
    random = Random(seed)
    state = table.state
    assert state is not None
    before = {}
    while not state.over:
        assert state.seat is not None
        table.apply(table.propose_play(state.seat, table.turn, random.choice(state.actions)))
        update = table.latest(0)
        assert update.view is not None
        cards = [(zone.id, card) for zone in update.view.zones for card in zone.cards]
        shared = [handle for handle, n in Counter(card.handle for _, card in cards).items() if n > 1 or handle == 0]
        assert shared == []
        moved = {move.handle for one in update.events for move in one.moves}
        for place, card in cards:
            if card.handle in before and card.handle not in moved:
                assert before[card.handle] == (place, card.face)
        before = {card.handle: (place, card.face) for place, card in cards}


@pytest.mark.parametrize("package", ["tests.fixtures.probe", "tefuda.games.kotori"])
def test_audiences_that_share_a_map_get_what_each_would_get_from_its_own(package: str) -> None:
    for seed in range(15):
        shared, apart = (Table(open_game(package, players=3), secret=bytes([seed] * 32)) for _ in range(2))
        apart._handles = {audience: HandleMap() for audience in apart._handles}
        random = Random(seed)
        for table in (shared, apart):
            for seat in range(3):
                table.apply(table.propose_sit(seat, Sitter("bot", f"P{seat}")))
            table.apply(table.propose_deal())
        while not shared.state.over:
            command = random_command(shared.state, random)
            for table in (shared, apart):
                table.apply(table.propose_play(table.state.seat, table.turn, command))
            for audience in (-1, 0, 1, 2):
                assert shared.latest(audience) == apart.latest(audience)
