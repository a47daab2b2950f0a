"""The numbers in the reasons of KOTODAMA KOGEN, against what the rules do."""

from __future__ import annotations

from random import Random

from harness.contract.cases import Case, states
from tefuda.engine.state import State
from tefuda.engine.view import Reason
from tefuda.games.kotodama.explain import reason
from tefuda.games.kotodama.state import Phase


def decisions() -> list[State]:
    return [state for state in states(Case("kotodama", 2)) if len(state.legal_actions) > 1]


def why(state: State, action: str) -> Reason | None:
    code = state.game.action_code(action)
    assert code is not None
    return reason(state.full_state, state.game.tables, code)  # type: ignore[arg-type]


def carried_out(state: State, action: str) -> State:
    """Return the state after an action and everything that follows from it; optional effects happen."""
    after, random = state.copy(), Random(1)
    after.play(action)
    while not after.is_terminal and after.full_state.phase in (Phase.MAYBE, Phase.CHOOSING):
        after.play("yes" if "yes" in after.legal_actions else random.choice(list(after.legal_actions)))
    return after


def test_score_cards_that_an_action_takes_are_those_that_leave_the_row() -> None:
    checked = 0
    for state in decisions():
        record, random = state.full_state, Random(1)
        if record.phase not in (Phase.TURN, Phase.PLACING) or record.turn != state.current_player:
            continue
        for action in random.sample(list(state.legal_actions), min(8, len(state.legal_actions))):
            found = why(state, action)
            if found is None or found.words.id not in ("why-score", "why-wins"):
                continue
            other = 1 - record.turn
            after = carried_out(state, action)
            if after.full_state.phase == Phase.PLACING:
                continue  # it can be laid in several places
            lost = record.score[other] - after.full_state.score[other]
            if found.words.id == "why-wins":
                assert after.is_terminal
                assert after.full_state.score[other] == 0
            else:
                assert found.words.args["theirs"] == record.score[other]
                assert lost >= int(str(found.words.args["count"])), (state.position, action)  # effects may set off more
            checked += 1
    assert checked > 20


def test_end_of_turn_counts_the_other_actions() -> None:
    for state in decisions():
        if "end" in state.legal_actions:
            found = why(state, "end")
            assert found is not None
            assert found.words.args["count"] == len(state.legal_actions) - 1


def test_end_of_turn_says_that_nothing_else_can_be_done() -> None:
    state = next(state for state in states(Case("kotodama", 2)) if list(state.legal_actions) == ["end"])
    found = why(state, "end")
    assert found is not None
    assert {language: state.game.localizer(language).say(found.words) for language in ("ja", "en")} == {
        "ja": "ほかにできることはありません",
        "en": "nothing else can be done",
    }
