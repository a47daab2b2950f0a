"""Scoring a deal, starting the next, and the winner of the game."""

from __future__ import annotations

from random import Random

import pytest

import tefuda
from tefuda.games.tezuma.state import Event
from tests.games.asking import clause_against, estimated, told
from tests.games.tezuma.builders import names, play, scene


@pytest.mark.clause("T8.1", "T8.2", "T8.3")
def test_four_tricks_on_table_one_with_two_minus_cards_score_four() -> None:
    # Ann has won three tricks with one ring in them, and wins the last with another.
    state = scene(
        ["b9", "r2", "b1", "b2"], held=1, tables={0: 1}, minus={0: "r"}, won={0: 3}, penalty={0: 1}, points=(5, 0, 0, 0)
    )
    heard = told(state, play(state, "b9 r2 b1 b2"))
    assert state.view().counter("points", 0) == 5 + 6 - 2
    assert "Ann scores 4 for 4 tricks and 2 minus cards (total 9)" in heard


@pytest.mark.clause("T8.4")
def test_score_of_a_deal_is_never_negative() -> None:
    state = scene(["b1", "b9", "b2", "b3"], held=1, tables={0: 4}, won={0: 1}, penalty={0: 3}, points=(7, 0, 0, 0))
    play(state, "b1 b9 b2 b3")
    assert state.view().counter("points", 0) == 7


@pytest.mark.clause("T8.2", "T8.3")
def test_trumps_and_own_cards_count_as_minus_cards() -> None:
    state = scene(["b9 b1", "bt b2", "u1 u2", "b8 b7"], minus={0: "b"})
    play(state, "b9 bt u1 b8")
    assert state.view().counter("penalty", 0) == 3


@pytest.mark.clause("T1.3", "T8.1")
def test_the_last_column_of_a_score_table_holds_for_more_tricks() -> None:
    state = scene(["b9", "b1", "b2", "b3"], held=1, tables={0: 5}, minus={0: "w"}, won={0: 10})
    play(state, "b9 b1 b2 b3")
    assert state.view().counter("points", 0) == 13


@pytest.mark.clause("T8.5", "T7.5")
def test_deal_has_twelve_tricks_and_a_leftover_card_is_not_captured() -> None:
    # Ann, with one card for the last trick, has used sands before and holds two.
    state = scene(
        ["b9 u9", "b1 w1", "b2 w2", "b3 w3"], abilities={0: "3a"}, deal=3, points=(0, 0, 0, 0), minus={0: "u"}
    )
    play(state, "nocard b1 b2 b3")
    assert state.view().zone("hand-0").count == 2
    play(state, "b9 w1 w2 w3")
    assert state.is_terminal
    assert names(state.full_state.hand[0]) == ["u9"]
    assert state.view().counter("tricks", 0) == 2
    assert state.view().counter("penalty", 0) == 0, "no seat has captured the umbrella 9"
    view = state.view(1)
    assert (view.zone("hand-0").count, view.zone("hand-0").cards) == (1, ()), "and it is shown to no seat"


@pytest.mark.clause("T9.1", "T9.2", "T3.1")
def test_the_next_deal_is_started_by_the_left_neighbour_of_the_last_start_player() -> None:
    state = scene(["b1", "b9", "b2", "b3"], held=1, leader=3)
    play(state, "b3 b1 b9 b2")
    view = state.view()
    assert (view.roles["start"], state.current_player) == (0, 0)
    assert [view.zone(f"hand-{seat}").count for seat in range(4)] == [12, 12, 12, 12]
    assert [view.zone(f"won-{seat}").count for seat in range(4)] == [0, 0, 0, 0]
    assert view.counter("trick") == 1


@pytest.mark.clause("T2.4", "T9.3", "T9.4")
def test_after_as_many_deals_as_players_the_most_points_win() -> None:
    state = scene(
        ["b9", "b1", "b2", "b3"], held=1, deal=3, points=(10, 30, 20, 20), tables={0: 2, 1: 1, 2: 4, 3: 5}, won={0: 11}
    )
    events = play(state, "b9 b1 b2 b3")
    assert state.is_terminal
    assert state.scores == (10, 30, 26, 20)
    assert state.ranking == (4, 1, 2, 3)
    assert told(state, events)[-1] == "All deals have been played"
    assert list(state.legal_actions) == []
    for action in ("b1", "b1!", "nocard", "aside-0", "table-1"):
        assert clause_against(state, action) == "T9.4"


@pytest.mark.clause("T9.3")
def test_equal_points_share_first_place() -> None:
    state = scene(
        ["b9", "b1", "b2"], held=1, deal=2, points=(30, 30, 20), tables={0: 2, 1: 1, 2: 5}, won={0: 11}, unseen=None
    )
    play(state, "b9 b1 b2")
    assert state.ranking == (1, 1, 3)


@pytest.mark.clause("T2.4", "T9.2")
@pytest.mark.parametrize("players", [3, 4])
def test_a_whole_game_has_a_deal_for_every_player_as_start_player(players: int) -> None:
    state = tefuda.load("tezuma", players=players).start(seed=11)
    random = Random(1)
    starts, tricks = [state.view().roles["start"]], 0
    while not state.is_terminal:
        for event in state.play(random.choice(state.legal_actions)):
            tricks += event.code == Event.CAPTURED
            if event.code == Event.DEALT:
                starts.append(event.b)
    assert starts == [(starts[0] + deal) % players for deal in range(players)]
    assert tricks == 12 * players


def test_a_larger_lead_is_worth_more() -> None:
    worth = {}
    for mine in (20, 29, 30, 31, 60):
        state = scene(
            ["b9", "b1", "b2", "b3"],
            held=1,
            deal=3,
            points=(mine, 30, 30, 30),
            tables={0: 5, 1: 1, 2: 3, 3: 2},
            won={3: 6},
        )
        play(state, "b9 b1 b2 b3")
        worth[mine] = state.game.outcome(state.full_state)[0][0]
    assert worth[30] == 0
    assert -1 < worth[20] < worth[29] < 0 < worth[31] < worth[60] < 1


def test_evaluation_between_deals_is_the_score() -> None:
    state = scene(["b9", "b1", "b2"], held=1, points=(10, 30, 20), tables={0: 2, 1: 1, 2: 5}, won={0: 11})
    assert estimated(state) is None, "in the middle of a deal"
    play(state, "b9 b1 b2")
    assert [state.view().counter("points", seat) for seat in range(3)] == [10, 30, 20]
    first, second, third = estimated(state) or [0, 0, 0]
    assert first < third == 0 < second
    assert second == -first == 15 / 55
    state.play(state.legal_actions[0])
    assert estimated(state) is None, "a seat has chosen a card"


def test_a_finished_game_has_a_result_and_no_estimate() -> None:
    state = scene(["b9", "b1", "b2", "b3"], held=1, deal=3)
    play(state, "b9 b1 b2 b3")
    assert state.is_terminal
    assert estimated(state) is None
