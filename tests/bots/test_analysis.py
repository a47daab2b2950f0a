"""The analysis of a decision: exact where the answer is known, always the same, and from what the seat knows only."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from harness.contract.cases import Case, case_of_every_game, determinized, states
from tefuda.bots.analysis import WORK_A_SECOND, Analysis, Interval, analyse, answer, interval, make_request
from tefuda.bots.players import search_build
from tefuda.engine.errors import BadOption, GameOver
from tefuda.engine.game import load, open_game
from tefuda.engine.state import State
from tefuda.games.tezuma.state import Phase

KUHN = open_game("harness.fixtures.kuhn")
JACK, QUEEN, KING = 1, 2, 3
BET, PASS_BET = 0b11, 0b101  # lines of play: a leading 1, then 1 for each bet and 0 for each pass
WORK = 20_000
WORLDS = 4


def facing_a_bet(card: int, seed: int = 0) -> State:
    """Return Kuhn poker with the second seat to answer a bet; the other has one of the two other cards."""
    other = Random(seed).choice([one for one in (JACK, QUEEN, KING) if one != card])
    return KUHN.position(f"kuhn | to_act 1 | players 2 | line {BET} | card {other} {card}")


def analysis_of(state: State, work: int = WORK) -> Analysis:
    return analyse(state, seconds=work / WORK_A_SECOND, build="checked")


# In units of two chips; folding costs one chip.
@pytest.mark.parametrize(("card", "call"), [(KING, 1.0), (QUEEN, 0.0), (JACK, -1.0)])
def test_values_of_last_decision_are_exact_within_their_intervals(card: int, call: float) -> None:
    found = {option.action: option for option in analysis_of(facing_a_bet(card)).options}
    assert found["pass"].utility.value == -0.5
    assert found["bet"].utility.low <= call <= found["bet"].utility.high
    best, other = ("bet", "pass") if call > -0.5 else ("pass", "bet")
    assert found[best].behind.value == 0
    assert found[other].behind.low <= abs(call + 0.5) <= found[other].behind.high
    assert found[best].equal
    assert not found[other].equal


def test_options_are_listed_best_first() -> None:
    options = analysis_of(facing_a_bet(QUEEN)).options
    assert [option.action for option in options] == ["bet", "pass"]
    assert analysis_of(facing_a_bet(QUEEN)).best == options[0]


def test_intervals_cover_the_true_value_about_as_often_as_they_say() -> None:
    build = search_build(KUHN.package, "checked")
    covered = 0
    for seed in range(60):
        request = replace(make_request(facing_a_bet(QUEEN), 2_000), seed=seed)
        call = next(option for option in answer(request, build).options if option.action == "bet")
        covered += call.utility.low <= 0 <= call.utility.high
    assert covered >= 50  # 57 expected


@case_of_every_game
def test_request_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(case: Case) -> None:
    found = [state for state in states(case) if len(state.legal_actions) > 1]
    Random(str(case)).shuffle(found)
    for state in found[:20]:
        assert state.current_player is not None
        requests = {make_request(state, WORK)}
        for seed in range(WORLDS):
            record = determinized(state.game, state.full_state, state.current_player, seed)
            other = State(state.game, record, seed=None, chance=None)
            requests.add(make_request(other, WORK))
        assert len(requests) == 1


@case_of_every_game
def test_analysis_is_the_same_each_time_and_covers_every_candidate(case: Case) -> None:
    found = [state for state in states(case) if len(state.legal_actions) > 1]
    state = Random(str(case)).choice(found)
    first, second = analysis_of(state, 400), analysis_of(state, 400)
    assert first == second
    record = state.determinize(first.seat, 1).full_state
    names = [state.game.action_names[code] for code in state.game.candidate_actions(record)]
    assert sorted(option.action for option in first.options) == sorted(names)
    assert all(option.simulations > 0 for option in first.options)


def test_more_work_narrows_the_intervals() -> None:
    little, much = analysis_of(facing_a_bet(QUEEN), 1_000), analysis_of(facing_a_bet(QUEEN), 60_000)
    assert much.work > 30 * little.work
    width = [found.best.utility.high - found.best.utility.low for found in (little, much)]
    assert width[1] < width[0] / 3


def test_finished_game_has_no_decision_to_analyse() -> None:
    state = facing_a_bet(KING)
    state.play("bet")
    with pytest.raises(GameOver, match="no seat is to act"):
        analysis_of(state)


def test_interval_of_equal_values_has_no_width() -> None:
    assert interval([0.25] * 8) == Interval(0.25, 0.25, 0.25)


def test_seat_that_is_not_to_act_is_refused_by_naming_the_one_that_is() -> None:
    state = facing_a_bet(KING)
    assert analyse(state, state.current_player, 0.001, build="checked").seat == 1
    with pytest.raises(BadOption, match="seat 0 is not to act: seat 1 decides"):
        analyse(state, 0)


@pytest.mark.parametrize("seconds", [0, -1, 1e9, float("nan")])
def test_budget_out_of_range_is_refused(seconds: float) -> None:
    with pytest.raises(BadOption, match="more than 0 and at most 3600"):
        analyse(facing_a_bet(KING), seconds=seconds, build="checked")


def test_played_action_is_compared_to_the_end_even_if_it_is_no_candidate() -> None:
    state = load("tezuma").start(seed=1)
    while state.full_state.phase != Phase.PLAYING:
        state.play(state.legal_actions[0])
    record = state.full_state
    game = state.game
    others = [code for code in game.legal(record) if code not in game.candidate_actions(record)]
    while not others:
        state.play(state.legal_actions[0])
        record = state.full_state
        others = [code for code in game.legal(record) if code not in game.candidate_actions(record)]
    found = answer(make_request(state, WORK, others[0]), search_build(game.package, "checked"))
    played = next(option for option in found.options if option.action == game.action_names[others[0]])
    assert played.simulations == found.best.simulations
    assert played.behind.low <= played.behind.value <= played.behind.high
