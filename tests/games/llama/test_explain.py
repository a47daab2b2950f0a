"""The numbers in the reasons of ニワトリかラマか ポーカー, against the view, and against what the showdown does."""

from __future__ import annotations

from harness.contract.cases import Case, states
from tefuda.engine.state import State
from tefuda.engine.view import Reason, Seat
from tefuda.games.llama.actions import Action
from tefuda.games.llama.explain import reason
from tefuda.games.llama.showdown import show_down
from tefuda.games.llama.state import Kind, Phase


def decisions(*phases: Phase) -> list[State]:
    found = [state for players in (3, 4, 5) for state in states(Case("llama", players)) if not state.is_terminal]
    return [state for state in found if state.full_state.phase in phases]


def why(state: State, action: int) -> Reason:
    found = reason(state.full_state, state.game.tables, action)  # type: ignore[arg-type]
    assert found is not None
    return found


def counter(state: State, id: str, owner: int = -1) -> int:
    assert state.current_player is not None
    return state.view(state.current_player).counter(id, owner)


def winner_with_clean_hands(state: State, seats: set[int]) -> int:
    """Return the seat that wins the showdown of these seats if all their notes are good."""
    s = state.full_state
    for p in seats:
        for place in list(s.hand[p])[: s.held[p]]:
            s.kind[place - 1] = Kind.GOOD
    s.gone = ~sum(1 << p for p in seats) & (1 << s.players) - 1
    show_down(s)
    return int(s.dealer)  # L2.1: the winner deals the next round


def test_risks_of_drawing_are_those_that_the_view_shows() -> None:
    found = decisions(Phase.DRAWING)
    assert len(found) > 100
    for state in found:
        if counter(state, "bust", state.current_player or 0) == 100:
            assert why(state, Action.TOP).words.id == "why-draw-bluff"
            continue
        assert why(state, Action.TOP).words.args["risk"] == counter(state, "bust-top")
        held = state.full_state.held[state.current_player or 0]
        assert why(state, Action.TOP).words.args["count"] == held + 1


def test_vote_counts_notes_and_chance_of_each_hand() -> None:
    found = decisions(Phase.VOTING)
    assert len(found) > 20
    for state in found:
        for action in state.legal_actions:
            if action.startswith("vote-"):
                q = int(action.removeprefix("vote-"))
                args = why(state, Action.VOTE + q).words.args
                assert args == {"count": state.full_state.held[q], "clean": 100 - counter(state, "bust", q)}


def test_rival_is_a_hand_that_wins_the_showdown_if_it_is_clean() -> None:
    rivals = longest = 0
    for state in decisions(Phase.RAISING, Phase.CONFIRMING):
        action = Action.ALL_IN if state.full_state.phase == Phase.RAISING else Action.REVEAL
        words, me, s = why(state, action).words, state.current_player or 0, state.full_state
        if words.id == "why-rival":
            assert isinstance(words.args["who"], Seat)
            rival = words.args["who"].seat
            assert winner_with_clean_hands(state, {me, rival}) == rival
            assert words.args["clean"] == 100 - counter(state, "bust", rival)
            rivals += 1
        elif words.id == "why-longest":
            running = s.alive & ~(s.folded | s.gone)
            still = {p for p in range(s.players) if running >> p & 1}
            assert winner_with_clean_hands(state, still) == me
            longest += 1
    assert min(rivals, longest) > 10


def test_marks_have_no_reason() -> None:
    state = decisions(Phase.BETTING)[0]
    assert reason(state.full_state, state.game.tables, Action.MARK) is None  # type: ignore[arg-type]
