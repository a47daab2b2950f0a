"""The review of a finished game: honest mistakes, and luck and skill that add up to the result."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from harness.contract.cases import Case, every_game, random_play
from harness.contract.cases import description as described
from tefuda.bots import review
from tefuda.bots.advice import AdvisedOption
from tefuda.bots.analysis import answer
from tefuda.bots.players import search_build
from tefuda.bots.review import Review, ReviewedTurn
from tefuda.engine.game import load, open_game
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.state import State
from tefuda.engine.view import Words

KUHN = open_game("harness.fixtures.kuhn")
JACK, QUEEN, KING = 1, 2, 3
BET = 0b11
WORK = 3_000


def turn_of(state: State, command: str, work: int = WORK) -> ReviewedTurn:
    decision = review.decision_of(state, 0, command)
    assert decision is not None
    return review.reviewed_turn(
        decision, answer(review.request_of(decision, work), search_build(KUHN.package, "checked"))
    )


def facing_a_bet(card: int) -> State:
    other = KING if card != KING else QUEEN
    return KUHN.position(f"kuhn | to_act 1 | players 2 | line {BET} | card {other} {card}")


def test_folding_a_sure_win_is_a_mistake_of_its_exact_cost() -> None:
    turn = turn_of(facing_a_bet(KING), "pass")
    assert turn.mistake
    assert (turn.value, turn.loss) == (100, 75)  # percent; folding is worth 25
    assert [option.action for option in turn.options] == ["bet", "pass"]
    assert turn.options[turn.played].action == "pass"


def test_best_decision_is_no_mistake_although_it_loses() -> None:
    turn = turn_of(facing_a_bet(QUEEN), "bet", 20_000)  # right half of the time; here the other has the king
    assert not turn.mistake
    assert turn.loss == 0
    assert turn.played == 0


def test_move_without_choice_is_no_decision() -> None:
    state = load("kotori").start(seed=1)
    assert list(state.legal_actions) == ["draw"]
    assert review.decision_of(state, 0, "draw") is None


@cache
def reviewed(slug: str) -> tuple[Review, State]:
    """Return the review of the last decisions of a random game, with a small budget."""
    case = Case(slug, described(slug).players[0])
    play = random_play(case.game(Random(3)), Random(3))
    build = search_build(case.package, "checked")
    moves = list(enumerate(zip(play.states, play.commands, strict=False)))
    found = [review.decision_of(state, move, command) for move, (state, command) in moves[-20:]]
    turns = [
        review.reviewed_turn(decision, answer(review.request_of(decision, 400), build))
        for decision in found
        if decision is not None
    ]
    return review.completed(play.states[-1], turns), play.states[-1]


@every_game
def test_decisions_and_luck_add_up_from_first_prospects_to_result(slug: str) -> None:
    found, final = reviewed(slug)
    utilities, _ = final.game.outcome(final.full_state)
    for seat, summary in enumerate(found.seats):
        own = [turn for turn in found.turns if turn.seat == seat]
        assert summary.decisions == len(own)
        assert summary.skill <= 0
        if own:
            assert own[0].value + summary.skill + summary.luck == pytest.approx(summary.result)
        assert summary.result == pytest.approx(final.game.amount(final.full_state, utilities[seat]))


@every_game
def test_mistakes_are_certainly_worse_and_noticeable(slug: str) -> None:
    found, _ = reviewed(slug)
    for turn in found.turns:
        played = turn.options[turn.played]
        assert turn.loss >= 0
        assert turn.mistake == (not played.equal and turn.loss >= found.threshold)
    for seat, summary in enumerate(found.seats):
        assert summary.mistakes == sum(turn.mistake for turn in found.turns if turn.seat == seat)
        assert all(found.turns[place].seat == seat for place in summary.turning)


@every_game
def test_lessons_are_three_complete_messages(slug: str) -> None:
    found, final = reviewed(slug)
    names = ["Aki", "Bo", "Cy", "Di", "Ed"]
    for summary in found.seats:
        assert len(summary.lessons) == (3 if summary.decisions else 0)
        for lesson in summary.lessons:
            for language in LANGUAGES:
                assert final.game.say(lesson.words, language, names)


def test_budget_of_a_decision_shrinks_with_the_length_of_the_game() -> None:
    works = [review.work_of_each(count) for count in (0, 10, 100, 1_000, 10_000)]
    assert works == sorted(works, reverse=True)
    assert works[0] == review.MOST_WORK
    assert works[-1] == review.LEAST_WORK


def mistake(move: int, loss: float, played: str = "pass", best: str = "bet") -> ReviewedTurn:
    options = tuple(
        AdvisedOption(action, Words(f"action-{action}"), Words("x"), action == best, None) for action in (best, played)
    )
    return ReviewedTurn(move, 1, options, 1, 60.0, loss, mistake=True)


def test_lessons_name_the_costliest_mistake_and_what_several_have_in_common() -> None:
    final = facing_a_bet(KING)
    final.play("bet")
    turns = [mistake(1, 5.0), mistake(3, 20.0), mistake(5, 10.0), mistake(7, 6.0, "bet", "pass")]
    costliest, pattern, balance = review.completed(final, turns).seats[1].lessons
    assert (costliest.words.id, costliest.turn) == ("review-mistake", 1)
    assert (pattern.words.id, pattern.turn) == ("review-pattern", 2)
    assert (pattern.words.args["count"], pattern.words.args["mistakes"]) == (3, 4)
    assert balance.words.args["skill"] == Words("unit-chance-to-win", {"value": "−41"})
    assert balance.words.args["luck"] == Words("unit-chance-to-win", {"value": "+81"})  # from 60 to the win
