"""ニワトリかラマか ポーカー: elimination, winners, and sessions of several games with the same notes."""

from __future__ import annotations

import pytest

from tefuda.games.llama.state import Event
from tests.games.asking import clause_against, estimated
from tests.games.llama.builders import dealer, happened, play, scene, told, wealth

clause = pytest.mark.clause

BOLD = ("all-in", "reveal", "stop", "play")  # decisions of a player who always takes the risk
ALL_IN = "all-in, all-in, reveal, reveal"


@clause("L9.1", "L9.5")
def test_last_seat_with_coins_wins_at_once() -> None:
    state = scene(["LL", "LC", ""], coins=[4, 5, 0])
    play(state, f"stop, stop, {ALL_IN}")
    assert state.is_terminal
    assert state.scores == (9, 0, 0)
    assert state.ranking == (1, 2, 3)
    assert clause_against(state, "play") == "L9.5"
    assert clause_against(state, "mark-0-fold-n") == "L9.5"


@clause("L9.2")
def test_later_elimination_ranks_higher_and_equal_rounds_share_a_rank() -> None:
    state = scene(["LL", "LC", "LC", "", ""], coins=[5, 5, 5, 0, 0])
    s = state.full_state
    assert s.fell[3] == s.fell[4] > 0
    play(state, "play, play, play, stop, stop, stop, all-in, all-in, all-in, reveal, reveal, reveal")
    assert state.ranking == (1, 2, 2, 4, 4)


@clause("L8.5", "L9.2", "L9.3")
def test_when_the_rounds_run_out_most_coins_win() -> None:
    state = scene(["LL", "LC", "LL"], rounds=1)
    events = play(state, "play, play, fold, stop, stop, vote-0, decline, decline")
    assert state.is_terminal
    assert state.scores == (4, 2, 3)
    assert state.ranking == (1, 3, 2)
    assert happened(events, Event.ENDED) == [(1, 0, 0)]
    state = scene(["LL", "LL", "LL"], rounds=1)
    events = play(state, "fold, fold")
    assert state.ranking == (1, 1, 1)
    assert told(state, events)[-1] == "Round limit reached: tie for most coins"


@clause("L1.5", "L9.4")
def test_session_goes_to_the_seat_with_most_games() -> None:
    state = scene(["LL", "LC", "LC"], games=2)
    events = play(state, "play, play, play, stop, stop, stop, all-in, all-in, all-in, reveal, reveal, reveal")
    assert happened(events, Event.NEW_GAME) == [(2, 0, 0)]
    assert wealth(state) == [3, 3, 3], "coins are given out afresh"
    assert state.full_state.round == 1
    assert dealer(state) == 0, "the winner deals"
    assert state.view(2).counter("wins", 0) == 1
    assert state.view(2).counter("game") == 2
    while not state.is_terminal:
        state.play(next(action for action in BOLD if action in state.legal_actions))
    assert sum(state.scores) >= 2
    assert state.scores[state.ranking.index(1)] == max(state.scores)


@clause("L1.5", "L8.5")
def test_winner_when_the_rounds_run_out_deals_the_next_game() -> None:
    state = scene(["LL", "LC", "LC"], rounds=1, games=2, dealer=1)
    play(state, "play, fold, play, stop, stop, vote-0, decline, decline")
    assert state.full_state.game == 2
    assert dealer(state) == 0


def test_a_search_knows_that_a_game_is_won() -> None:
    state = scene(["LL", "LC", ""], coins=[4, 5, 0], games=2)
    play(state, f"stop, stop, {ALL_IN}")
    assert estimated(state) == [1.0, -0.5, -0.5]


@clause("L9.4")
def test_among_equally_many_games_won_opponents_outlasted_decide() -> None:
    state = scene(["LL", "LL", "LL"], rounds=1, games=2, game=2)
    s = state.full_state
    s.wins[0], s.wins[1], s.outlasted[0], s.outlasted[1] = 1, 1, 2, 4
    state = state.game.position(state.game.position_text(s), seed=1)
    play(state, "fold, fold")
    assert state.scores == (2, 2, 1)
    assert state.ranking == (2, 1, 3)


@clause("L1.4")
def test_with_swapped_roles_llamas_bust() -> None:
    state = scene(["LL", "LL", "LC"], swap=1)
    assert [card.face for card in state.view(0).zone("hand-0").cards] == ["chicken", "chicken"]
    events = play(state, "fold, fold")
    assert told(state, events)[2:5] == [
        "Chie turns a note over: chicken",
        "Chie turns a note over: llama",
        "A bluff! Everyone who folded pays, and Chie receives 2 coins",
    ]
