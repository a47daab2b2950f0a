"""Reasons of options: the same in all worlds that the seat cannot tell apart, and complete in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import util
from random import Random

import pytest

from harness.contract.cases import Case, case_of_every_game, states
from tefuda.bots.analysis import KEPT, analyse
from tefuda.engine.game import load
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.state import State
from tefuda.engine.view import Reason, Words

POSITIONS = 60  # per case
WORLDS = 3
NAMES = ["Aki", "Bo", "Cy", "Di", "Ed"]


def decisions(case: Case) -> list[State]:
    """Return some decisions of random games; none of a game that explains nothing."""
    if util.find_spec(f"{case.package}.explain") is None:
        return []
    found = [state for state in states(case) if len(state.legal_actions) > 1]
    Random(str(case)).shuffle(found)
    return found[:POSITIONS]


def reasons(state: State, world: int) -> list[Reason | None]:
    """Return the reasons of all candidate actions in one world that the seat to act takes for possible."""
    assert state.current_player is not None
    record = state.determinize(state.current_player, world).full_state
    return [state.game.reason(record, code) for code in state.game.candidate_actions(record)]


@case_of_every_game
def test_reasons_are_the_same_in_worlds_that_the_seat_cannot_tell_apart(case: Case) -> None:
    for state in decisions(case):
        first = reasons(state, 1)
        assert all(reasons(state, world) == first for world in range(2, 2 + WORLDS)), state.position


def inner(words: Words) -> Iterator[Words]:
    """Yield words and all words in their arguments."""
    yield words
    for value in words.args.values():
        if isinstance(value, Words):
            yield from inner(value)


@case_of_every_game
def test_reasons_are_complete_messages_and_cite_clauses_of_the_rulebook(case: Case) -> None:
    for state in decisions(case):
        for reason in filter(None, reasons(state, 1)):
            for language in LANGUAGES:
                localizer = state.game.localizer(language)
                assert all(localizer.has(words.id) for words in inner(reason.words)), reason
                said = localizer.say(reason.words, NAMES)
                assert not {"{", "$"} & set(said), said
                assert all(word in said for word in map(str, numbers(reason.words))), said
            assert not reason.clause or reason.clause in state.game.rulebook().clauses, reason


def numbers(words: Words) -> list[int]:
    """Return the percentages of a reason, which every language says as they are."""
    return [value for key, value in words.args.items() if key in ("risk", "percent", "bust", "clean") if value]  # type: ignore[misc]


@pytest.mark.parametrize("slug", ["kotori", "tezuma", "llama", "doutotsu"])
def test_first_options_of_an_analysis_have_reasons(slug: str) -> None:
    state = load(slug).start(seed=3)
    while len(state.legal_actions) < 2:
        state.play(state.legal_actions[0])
    options = analyse(state, seconds=0.001, build="checked").options
    assert all(option.reason for option in options[:KEPT])
    assert not any(option.reason for option in options[KEPT:])


def test_game_without_explanations_is_analysed_without_reasons() -> None:
    case = Case("kuhn", 2)
    state = next(state for state in states(case) if len(state.legal_actions) > 1)
    assert [option.reason for option in analyse(state, seconds=0.001, build="checked").options] == [None, None]
