"""Levels, requests and answers: what a table and a person rely on."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

import tefuda
from harness.contract.cases import FIXTURES, Case, every_compiled_case, sized, states
from tefuda.bots import players
from tefuda.bots.players import (
    BUDGETS,
    INTERPRETED_SIMULATIONS,
    LEVELS,
    HeuristicBot,
    RandomBot,
    SearchBot,
    UnknownLevel,
    level_name,
    make_bot,
    make_request,
    search_build,
)
from tefuda.engine.errors import GameOver
from tefuda.engine.game import open_game
from tefuda.engine.state import State

KOTORI = "tefuda.games.kotori"


def midgame() -> State:
    state = tefuda.load("kotori", players=4).start(seed=3)
    state.play("draw")
    return state


def test_budgets_are_at_least_eight_times_the_one_below() -> None:
    assert all(above >= 8 * below for below, above in pairwise(BUDGETS.values()))


def test_every_level_has_a_distinct_name_in_both_languages() -> None:
    for language in ("ja", "en"):
        assert len({level_name(level, language) for level in LEVELS}) == len(LEVELS)


def test_messages_name_exactly_the_bots_and_the_existing_levels() -> None:
    for language in ("ja", "en"):
        text = (Path(players.__file__).parent / f"{language}.ftl").read_text(encoding="utf-8")
        assert re.findall(r"^([\w-]+) =", text, re.MULTILINE) == ["bot-names", *(f"level-{level}" for level in LEVELS)]


@every_compiled_case
def test_every_answer_is_a_legal_command(case: Case) -> None:
    build = search_build(case.package, "compiled")
    playable = [state for state in states(case, case.share(sized(60))) if not state.is_terminal]
    for player in (RandomBot(), HeuristicBot(), SearchBot(20, build)):
        for seed, state in enumerate(playable):
            answer = player.choose(make_request(state, "easy", seed))
            state.copy().play(answer.command)  # raises where it is refused


def test_bot_completes_a_compound_decision_in_one_command() -> None:
    # Creasing a card in `probe` is secret: it is one command with the action that follows it.
    game = open_game("harness.fixtures.probe", players=2, pencil=1)
    found = set()
    for seed in range(60):
        state = game.start(seed)
        while not state.is_terminal:
            for player in (RandomBot(), SearchBot(30, search_build(game.package, "checked"))):
                command = player.choose(make_request(state, "easy", seed)).command
                if command.startswith("crease"):
                    assert len(command.split()) == 2
                    found.add(type(player))
            state.play(Random(seed).choice(state.legal_actions) if state.why_not(command) else command)
        if len(found) == 2:
            return
    raise AssertionError(found)


@every_compiled_case
def test_skip_forced_plays_the_only_candidate_that_search_finds(case: Case) -> None:
    build = search_build(case.package, "compiled")
    forced = [
        state
        for state in states(case, case.share(sized(60)))
        if not state.is_terminal and len(state.game.candidate_actions(state.full_state)) == 1
    ]
    for seed, state in enumerate(forced):
        request = make_request(state, "easy", seed)
        answer = SearchBot(20, build, skip_forced=True).choose(request)
        if state.game.candidate_actions(players.unpack(request)[1]) == state.game.candidate_actions(state.full_state):
            assert answer.simulations < 20
        assert answer.command.split()[0] == SearchBot(20, build).choose(request).command.split()[0]


def test_answers_are_reproducible_and_depend_on_the_seed() -> None:
    state = midgame()
    for player in (RandomBot(), SearchBot(3, search_build(KOTORI, "compiled"))):
        requests = [make_request(state, "easy", seed) for seed in range(40)]
        answers = [player.choose(request) for request in requests]
        assert answers == [player.choose(request) for request in requests]
        assert len(set(answers)) > 1


def test_request_carries_the_card_file() -> None:
    tiny = FIXTURES / "probe/tiny.toml"
    game = open_game("harness.fixtures.probe", players=2, cards=tiny)
    request = make_request(game.start(1), "easy")
    unpacked, _ = players.unpack(request)
    assert unpacked.tables == game.tables
    assert unpacked.tables != open_game("harness.fixtures.probe", players=2).tables


def test_levels_spend_their_budget_or_less_if_interpreted() -> None:
    request = make_request(midgame(), "hard", 1)
    assert make_bot("hard", search_build(KOTORI, "compiled")).choose(request).simulations == BUDGETS["hard"]
    answer = make_bot("hard", search_build(KOTORI, "checked")).choose(request)
    assert 1 <= answer.simulations <= INTERPRETED_SIMULATIONS
    assert answer.build == "checked"


def test_search_out_of_time_returns_best_action_so_far() -> None:
    player = SearchBot(10**6, search_build(KOTORI, "compiled"), seconds=0.02)
    answer = player.choose(make_request(midgame(), "hard", 1))
    assert 1 <= answer.simulations < 10**6
    assert answer.command in ("draw", "pass")


def test_time_to_compile_or_load_the_build_does_not_end_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the first decision of a process would be weaker than the same one later."""
    build, clock = search_build(KOTORI, "checked"), [0.0]

    class NotLoaded:
        def __getattr__(self, name: str) -> object:
            return getattr(build, name)

        def run_simulations(self, *arguments: object) -> None:
            build.run_simulations(*arguments)
            clock[0] += 60 if clock[0] == 0 else 0.1

    monkeypatch.setattr(players, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    request = make_request(midgame(), "easy", 1)
    assert SearchBot(5, NotLoaded(), seconds=0.8).choose(request).simulations == 5
    clock[0] = 0.0
    assert 1 < SearchBot(1000, NotLoaded(), seconds=0.8).choose(request).simulations < 1000


def test_request_for_a_finished_game_is_rejected() -> None:
    over = next(state for state in states(Case("kotori", 2)) if state.is_terminal)
    with pytest.raises(GameOver):
        make_request(over, "easy")


def test_missing_heuristic_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    request = make_request(open_game("harness.fixtures.kuhn").start(1), "heuristic")
    # All modules share this function: a game that is opened now would be remembered as one without its other modules.
    monkeypatch.setattr(players.util, "find_spec", lambda _: None)
    with pytest.raises(UnknownLevel, match="kuhn has no heuristic player"):
        HeuristicBot().choose(request)
