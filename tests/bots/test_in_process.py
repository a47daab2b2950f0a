"""Players in this process: the bots by level, and one's own."""

from __future__ import annotations

from typing import Any

import pytest

import tefuda
from tefuda import BadOption, GameOver, IllegalAction, State, UnknownLevel
from tefuda.engine.game import open_game

PROBE = open_game("harness.fixtures.probe", players=2)


class First:
    """Plays the first legal action, and keeps the states that it was given."""

    def __init__(self) -> None:
        self.states: list[State] = []

    def choose(self, state: State) -> str:
        self.states.append(state)
        return state.legal_actions[0]


def test_bots_of_all_levels_play_a_game_together() -> None:
    game = tefuda.load("kotori", players=4)
    levels = ("easy", "medium", "search:20", "heuristic", "random")
    ends = [
        tefuda.play_game(game, [tefuda.bot(level, seed=5, build="checked") for level in levels[3:] * 2], seed=3)
        for _ in range(2)
    ]
    assert ends[0].is_terminal
    assert ends[0] == ends[1]
    assert ends[0].history == ends[1].history
    state = game.start(seed=1)
    for level in levels:
        assert tefuda.bot(level, seed=1, build="checked").choose(state) in state.legal_actions
    assert repr(tefuda.bot("easy")) == "bot('easy')"


def test_bot_is_shown_a_world_that_its_seat_cannot_tell_from_the_true_one() -> None:
    """It gets the information of its seat, without hidden cards or earlier secret actions."""
    bots = [First(), First()]
    end = tefuda.play_game(PROBE, bots, seed=4)
    true = PROBE.start(seed=end.seed)
    hidden = 0
    for seat, command in end.history:
        shown = bots[seat].states.pop(0)
        assert shown.view(seat) == true.view(seat)
        assert shown.history == []
        hidden += shown.full_state.kind != true.full_state.kind
        true.play(command)
    assert hidden > 0


def test_game_with_explicit_chance_is_played_to_its_end() -> None:
    end = tefuda.play_game(PROBE.start(seed=2, explicit_chance=True), [First(), First()], seed=1)
    assert end.is_terminal
    assert any(seat == tefuda.CHANCE for seat, _ in end.history)


def test_own_bot_may_answer_with_a_code_and_errors_name_what_is_right() -> None:
    class Code:
        def choose(self, state: State) -> int:
            return state.legal_actions.codes[-1]

    class Wrong:
        def choose(self, state: State) -> Any:
            return "fly"

    assert tefuda.play_game(open_game("harness.fixtures.kuhn"), [Code(), Code()], seed=1).scores
    with pytest.raises(IllegalAction, match="fly"):
        tefuda.play_game(PROBE, [Wrong(), Wrong()])
    with pytest.raises(BadOption, match="probe has 2 seats, and there are 1 bots"):
        tefuda.play_game(PROBE, [First()])
    with pytest.raises(UnknownLevel, match="no level 'best'; there are random, easy"):
        tefuda.bot("best")
    for name in ("search:0", "search:many", f"search:{'9' * 5000}"):
        with pytest.raises(BadOption, match="takes 1 to 1000000 simulations"):
            tefuda.bot(name)
    with pytest.raises(BadOption, match="there is no build 'fast'"):
        tefuda.bot("easy", build="fast")
    with pytest.raises(GameOver):
        tefuda.play_game(tefuda.play_game(PROBE, [First(), First()]), [First(), First()])
