"""The cards on the table before a deal, and the order in which seats take them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tefuda
from tefuda.engine.state import State
from tefuda.engine.view import View
from tests.games.asking import changed_cards, clause_against
from tests.games.tezuma.builders import deck, names, play, scene


def start(players: int = 4, seed: int = 1, **options: int) -> State:
    return tefuda.load("tezuma", players=players, **options).start(seed=seed)


def faces(view: View, zone: str) -> list[str]:
    return [str(card.face) for card in view.zone(zone).cards]


def take_any(state: State) -> None:
    """Let each seat take the first legal card, three times."""
    while "lap" in str(state.view(state.current_player).prompt):
        state.play(state.legal_actions[0])


@pytest.mark.clause("T1.1", "T3.1", "T2.5")
@pytest.mark.parametrize(("players", "unseen"), [(4, 0), (3, 12)])
def test_each_seat_gets_twelve_of_the_48_cards(players: int, unseen: int) -> None:
    state = start(players)
    found = Counter(name for cards in state.full_state.hand for name in names(cards))
    assert found == Counter(deck(players, 0))
    assert sum(found.values()) == 48
    assert all(state.view(seat).zone(f"hand-{seat}").count == 12 for seat in range(players))
    zones = {zone.id: zone.count for zone in state.view().zones}
    assert zones.get("unseen", 0) == unseen


@pytest.mark.clause("T2.6")
@pytest.mark.parametrize(("suit", "letter"), [(1, "b"), (2, "u"), (3, "r"), (4, "w")])
def test_three_players_may_take_out_a_suit_and_its_minus_card(suit: int, letter: str) -> None:
    state = start(3, without_suit=suit)
    found = [name for cards in state.full_state.hand for name in names(cards)]
    assert sorted(found) == sorted(deck(3, suit))
    assert len(found) == 36
    assert "unseen" not in {zone.id for zone in state.view().zones}
    assert faces(state.view(), "minuses") == [f"minus-{other}" for other in "burw" if other != letter]


@pytest.mark.clause("T2.6")
def test_four_players_need_all_four_suits() -> None:
    state = start(4, without_suit=2)
    assert state.full_state.without == 0
    assert len(faces(state.view(), "minuses")) == 4


@pytest.mark.clause("T2.1", "T1.3", "T1.4")
@pytest.mark.parametrize("players", [3, 4])
def test_one_score_table_more_than_players_is_laid_out_for_the_whole_game(players: int) -> None:
    state = start(players)
    laid = faces(state.view(), "tables")
    assert len(laid) == players + 1
    assert faces(state.view(), "minuses") == ["minus-b", "minus-u", "minus-r", "minus-w"]
    every = {face for seed in range(40) for face in faces(start(players, seed).view(), "tables")}
    assert every == {f"table-{number}" for number in range(1, 7)}


@pytest.mark.clause("T2.2", "T1.5")
@pytest.mark.parametrize("players", [3, 4])
def test_one_ability_card_more_than_players_is_laid_out_with_either_side_up(players: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(200):
        laid = faces(start(players, seed).view(), "abilities")
        assert len(laid) == players + 1
        assert len({face[-2] for face in laid}) == len(laid), "never both sides of a card"
        counts.update(laid)
    expected = 200 * (players + 1) / 10
    assert len(counts) == 10
    assert all(expected * 0.7 < count < expected * 1.3 for count in counts.values())


@pytest.mark.clause("T2.3")
def test_start_player_is_uniformly_random() -> None:
    starts = Counter(start(3, seed).view().roles["start"] for seed in range(300))
    assert set(starts) == {0, 1, 2}
    assert all(70 < times < 130 for times in starts.values())


@pytest.mark.clause("T3.2", "T1.6")
def test_each_seat_starts_with_four_public_ohajiki() -> None:
    view = start().view()
    assert [view.counter("coins", seat) for seat in range(4)] == [4, 4, 4, 4]


@pytest.mark.clause("T3.3", "T3.4", "T4.1")
def test_each_seat_takes_one_card_of_each_kind_in_three_clockwise_laps() -> None:
    state = start(3, seed=5)
    first = state.current_player
    assert state.view().roles["start"] == first
    seats = []
    for take in range(9):
        seats.append(state.current_player)
        lap = take // 3
        state.play(
            next(action for action in state.legal_actions if action.startswith(("ability", "minus", "table")[lap]))
        )
    assert first is not None
    assert seats == [(first + turn) % 3 for turn in range(3)] * 3
    for seat in range(3):
        assert [face.partition("-")[0] for face in faces(state.view(), f"chosen-{seat}")] == [
            "table",
            "minus",
            "ability",
        ]
    assert state.current_player == first, "the start player leads"
    view = state.view(state.current_player)
    assert {card.face for card in view.zone(f"hand-{state.current_player}").cards} <= set(state.legal_actions)


@pytest.mark.clause("T3.4", "T3.5")
def test_any_kind_may_be_taken_in_any_lap_but_none_twice() -> None:
    state = start(4)
    assert {action.partition("-")[0] for action in state.legal_actions} == {"table", "minus", "ability"}
    for _ in range(4):
        state.play(next(action for action in state.legal_actions if action.startswith("minus")))
    assert {action.partition("-")[0] for action in state.legal_actions} == {"table", "ability"}
    for suit in "burw":
        assert clause_against(state, f"minus-{suit}") == "T3.5"


@pytest.mark.clause("T3.7")
def test_only_cards_on_the_table_can_be_taken() -> None:
    state = start(4)
    laid = faces(state.view(), "tables") + faces(state.view(), "abilities")
    every = [f"table-{number}" for number in range(1, 13)] + [
        f"ability-{card}{side}" for card in range(1, 13) for side in "ab"
    ]
    for card in every:
        assert clause_against(state, card) == (None if card in laid else "T3.7")
    state.play(laid[0])
    assert clause_against(state, laid[0]) == "T3.7"


@pytest.mark.clause("T3.8")
def test_nothing_is_played_before_all_have_chosen() -> None:
    state = start(4)
    mine = state.view(state.current_player).zone(f"hand-{state.current_player}").cards[0].face
    assert mine is not None
    for action in (mine, f"{mine}!", "nocard", "aside-0"):
        assert clause_against(state, action) == "T3.8"


@pytest.mark.clause("T3.9")
def test_chosen_cards_are_kept_for_the_deal() -> None:
    state = start(4)
    take_any(state)
    for action in ("table-1", "minus-w", "ability-5a"):
        assert clause_against(state, action) == "T3.9"


@pytest.mark.clause("T3.6", "T3.3")
def test_laps_for_one_kind_each_and_in_another_order_come_from_the_card_file(tmp_path: Path) -> None:
    """For instance a draft: score tables first, from the last player back to the first, then the rest freely."""
    free = 'id = "1"\nkind = "any"\nfirst = "start"\norder = "clockwise"'
    draft = 'id = "1"\nkind = "table"\nfirst = "last"\norder = "counterclockwise"'
    file = changed_cards("tezuma", tmp_path, (free, draft))
    state = tefuda.load("tezuma", players=4, cards=file).start(seed=3)
    first = state.view().roles["start"]
    assert {action.partition("-")[0] for action in state.legal_actions} == {"table"}
    assert clause_against(state, "minus-b") == "T3.6"
    seats = []
    for _ in range(8):
        seats.append(state.current_player)
        state.play(state.legal_actions[0])
    assert seats == [(first + turn) % 4 for turn in (3, 2, 1, 0, 0, 1, 2, 3)]


@pytest.mark.clause("T3.6")
def test_free_lap_excludes_kinds_of_later_laps(tmp_path: Path) -> None:
    file = changed_cards("tezuma", tmp_path, ('id = "3"\nkind = "any"', 'id = "3"\nkind = "ability"'))
    state = tefuda.load("tezuma", players=3, cards=file).start(seed=3)
    assert {action.partition("-")[0] for action in state.legal_actions} == {"table", "minus"}
    take_any(state)
    assert state.view().counter("trick") == 1
    view = state.view(state.current_player)
    assert {card.face for card in view.zone(f"hand-{state.current_player}").cards} <= set(state.legal_actions)


@pytest.mark.clause("T9.1", "T2.1", "T2.2")
def test_next_deal_has_the_same_score_tables_and_ability_sides() -> None:
    state = scene(["b1", "b2", "b3", "b4"], held=1, tables={0: 6, 1: 2}, abilities={0: "3b", 2: "5b"})
    laid = sorted(
        face
        for zone in ("tables", "abilities", *(f"chosen-{p}" for p in range(4)))
        for face in faces(state.view(), zone)
    )
    play(state, "b1 b2 b3 b4")
    assert state.view().counter("deal") == 2
    now = faces(state.view(), "tables") + faces(state.view(), "minuses") + faces(state.view(), "abilities")
    assert sorted(now) == laid
    assert all(state.view().zone(f"chosen-{seat}").count == 0 for seat in range(4))
