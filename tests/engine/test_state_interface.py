"""The interface for research at the prompt: chance nodes, information states, texts, values, and errors that help."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import tefuda
from tefuda import CHANCE, BadOption, BadRecord, ChanceError, IllegalAction, State
from tefuda.engine.chance import Recorder, Table
from tefuda.engine.events import GameEvent
from tefuda.engine.game import open_game
from tefuda.engine.game_record import write_record

SECRET = bytes(range(32))
KOTORI = tefuda.load("kotori", players=2)
PROBE = open_game("harness.fixtures.probe", players=3)


# ------------------------------------------------------------------- trees


def tree(state: State, probability: Fraction = Fraction(1)) -> Iterator[tuple[State, Fraction]]:
    """Yield every state below one with explicit chance, with its probability if all play uniformly at random."""
    yield state, probability
    moves: list[tuple[Any, Fraction]] = []
    if state.is_chance_node:
        moves = [(outcome.value, outcome.probability) for outcome in state.chance_outcomes()]
    elif not state.is_terminal:
        moves = [(code, Fraction(1, len(state.legal_actions))) for code in state.legal_actions.codes]
    for move, share in moves:
        after = state.copy()
        (after.play_chance if state.is_chance_node else after.play)(move)
        yield from tree(after, probability * share)


@pytest.mark.parametrize(
    ("game", "information_states", "value"),
    [
        # Known numbers (in Leduc poker with cards by rank), and the value for the first seat of uniformly random play.
        ("kuhn", 12, Fraction(1, 8)),
        ("leduc", 288, None),
    ],
)
def test_tree_has_the_published_number_of_information_states(
    game: str, information_states: int, value: Fraction | None
) -> None:
    seen, expected, total = set(), Fraction(0), Fraction(0)
    for state, probability in tree(open_game(f"harness.fixtures.{game}").start(seed=1, explicit_chance=True)):
        if state.is_terminal:
            total += probability
            expected += probability * Fraction(state.returns[0]) * 2
        elif not state.is_chance_node:
            seen.add((state.current_player, state.information_state_string(state.current_player)))
    assert total == 1
    assert len(seen) == information_states
    assert value is None or expected == value


# ------------------------------------------------------------------ chance


def test_outcomes_of_equal_effect_are_one() -> None:
    state = KOTORI.start(seed=3, explicit_chance=True)
    state.play_chance(0)
    outcomes = state.chance_outcomes()
    assert [outcome.probability for outcome in outcomes] == [Fraction(rank, 55) for rank in range(10, 0, -1)]
    one, other = state.copy(), state.copy()
    one.play_chance(10)
    other.play_chance(18)
    assert one.chance_outcomes() == other.chance_outcomes(), "both are a card of rank 9"
    assert one.history[1:] == [(CHANCE, "10/55")]


def test_results_of_all_draws_are_each_reached_by_the_values_that_are_told() -> None:
    """The deal of Kuhn poker has six results, also if its first draw has been decided."""
    start = open_game("harness.fixtures.kuhn").start(seed=0, explicit_chance=True)
    results = start.chance_results()
    assert [result.probability for result in results] == [Fraction(1, 6)] * 6
    for result in results:
        after = start.copy()
        for value in result.values:
            after.play_chance(value)
        assert after.full_state == result.record
    start.play_chance(0)
    assert [result.probability for result in start.chance_results()] == [Fraction(1, 2)] * 2
    with pytest.raises(ChanceError, match="chance can lead to more than 1 results here"):
        start.chance_results(most=1)


def test_information_states_of_a_game_share_their_memory() -> None:
    """Else those of all positions of a long game, which searches keep, would take its length squared."""
    state = KOTORI.start(seed=3)
    earlier = [state]
    for _ in range(5):
        state.information_state_string(0)
        state = state.copy()
        state.play(state.legal_actions[0])
        earlier.append(state)
    text = state.information_state_string(0)
    assert all(text.startswith(one.information_state_string(0)) for one in earlier)
    told, shared = state._recall(0).told, earlier[-2]._recall(0).told
    assert told.before is shared
    assert len(told.lines) + len("\n") + len(earlier[-2].information_state_string(0)) == len(text)


def test_chance_node_refuses_what_is_not_decided() -> None:
    state = KOTORI.start(seed=3, explicit_chance=True)
    assert repr(state) == "<kotori, 2 players, 0 moves played: chance decides among 2>"
    assert str(state) == "kotori\n  deal\n  chance decides among 2"
    for ask in (
        state.view,
        state.observation_tensors,
        state.information_state_string,
        lambda: state.position,
        lambda: state.full_state,
        lambda: state.play("draw"),
        lambda: state.play(1),
        lambda: state.why_not("draw"),
        lambda: state.determinize(0),
    ):
        with pytest.raises(ChanceError, match="chance decides among 2 now: play_chance"):
            ask()
    for outcome in (2, -1, "0", 0.5):
        with pytest.raises(ChanceError, match="from 0 to 1, not "):
            state.play_chance(outcome)
    with pytest.raises(BadRecord):
        write_record(state)
    while state.is_chance_node:
        state.play_chance()
    with pytest.raises(ChanceError, match="chance does not decide now: seat "):
        state.play_chance()
    before = state.copy()
    with pytest.raises(IllegalAction, match=r"K4\.3"):
        state.play("pass")
    assert state == before


def test_sampled_chance_has_no_nodes() -> None:
    state = KOTORI.start(seed=3)
    assert (state.is_chance_node, state.is_pending) == (False, False)
    for ask in (state.chance_outcomes, state.chance_results, state.play_chance):
        with pytest.raises(ChanceError, match="start it with explicit_chance=True"):
            ask()
    with pytest.raises(BadOption, match="give explicit_chance or a source of chance, not both"):
        KOTORI.start(chance=Table(SECRET), explicit_chance=True)


def test_position_can_go_on_with_explicit_chance() -> None:
    state = KOTORI.position(KOTORI.start(seed=3).position, seed=4, explicit_chance=True)
    state.play("draw")
    assert state.is_chance_node
    assert len(state.chance_outcomes()) in (9, 10)


# ------------------------------------------------------ values and secrets


def test_state_with_secret_draws_gives_nothing_away() -> None:
    live = PROBE.start(chance=Table(SECRET))
    with pytest.raises(ChanceError, match=re.escape("pickle its copy()")):
        pickle.dumps(live)
    with pytest.raises(ChanceError, match="are secret: start it from a seed"):
        live.information_state_string(0)
    for other in (live.copy(), copy.deepcopy(live), live.determinize(1)):
        assert other.chance is None
        assert SECRET not in pickle.dumps(other)
    recorded = PROBE.start(chance=Recorder(Table(SECRET)))
    assert recorded.information_state_string(0)


def test_determinized_state_forgets_who_did_what_in_secret() -> None:
    state = PROBE.start(seed=1)
    state.play("hold")
    state.play("crease-0 hold")
    world = state.determinize(2, seed=1)
    assert world.history == []
    assert "crease-0" not in pickle.dumps(world).decode("latin-1")
    assert world.view(2) == state.view(2)


def test_games_compare_by_value_and_keep_their_cards_through_pickle() -> None:
    assert tefuda.load("kotori", players=3) == tefuda.load("kotori", players=3)
    assert len({tefuda.load("kotori", players=3), tefuda.load("kotori", players=3), KOTORI}) == 2
    assert tefuda.load("kotori", allow_yield=1) != KOTORI
    tiny = open_game("harness.fixtures.probe", cards="harness/fixtures/probe/tiny.toml")
    assert tiny != open_game("harness.fixtures.probe")
    assert pickle.loads(pickle.dumps(tiny)) == tiny  # noqa: S301 (our own)
    assert copy.deepcopy(tiny) is tiny
    assert KOTORI.start(seed=1) == KOTORI.start(seed=1) != KOTORI.start(seed=2)
    assert KOTORI.start(seed=1) != "kotori"
    with pytest.raises(IllegalAction) as error:
        KOTORI.start(seed=1).play("pass")
    assert pickle.loads(pickle.dumps(error.value)).clause == "K4.3"  # noqa: S301 (our own)


# ------------------------------------------------------------------- texts


def test_events_are_told_to_each_seat() -> None:
    state = PROBE.start(seed=1)
    state.play("draw")
    peek = next(name for name in state.legal_actions if name.startswith("peek"))
    (event,) = state.play(peek)
    assert str(event) == "P2 peeks at the card before P1 [P2: You look at the card before P1]"
    assert (event.text(2), event.text(1)) == ("You look at the card before P1", event.text())
    assert "りん" in event.text(0, "ja", ["あき", "なお", "りん"])
    bare = GameEvent(1, 0, 0, 0, None, None)
    assert str(bare) == repr(bare) == "GameEvent(1, 0, 0, 0)"


def test_view_is_shown_as_a_table() -> None:
    state = PROBE.start(seed=1)
    shown = PROBE.show(state.view(0), "en", ["Aki", "Nao", "Rin"])
    assert "Nao *" in shown
    shown = PROBE.show(state.view(1))
    assert shown.splitlines()[-1] == " ".join(f"[{name}]" for name in state.legal_actions)
    assert PROBE.show(state.view(0)) != PROBE.show(state.view(1)) != PROBE.show(state.view(1), "ja")
    while not state.is_terminal:
        state.play(state.legal_actions[0])
    assert "P0: rank " in PROBE.show(state.view())


def test_observation_is_the_view_without_words() -> None:
    state = KOTORI.start(seed=7)
    lines = state.observation_string(state.current_player).splitlines()
    assert lines[0] == f"to_act {state.current_player}"
    assert "actions draw" in lines
    assert "actions draw" not in state.observation_string().splitlines()
    assert all(re.fullmatch(r"[\x20-\x7e]+", line) for line in lines)


# ------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: tefuda.load("kotori", 3), BadOption, "write load('kotori', players=3)"),
        (lambda: tefuda.load("kotori", players="3"), BadOption, "kotori takes 2 to 4 players, not '3'"),
        (lambda: tefuda.make, AttributeError, "it is load(slug, players=...)"),
        (lambda: tefuda.nonsense, AttributeError, "tefuda has no attribute 'nonsense'"),
        (lambda: KOTORI.new_initial_state, AttributeError, "it is start(seed)"),
        (lambda: KOTORI.players, AttributeError, "it is num_players"),
        (lambda: KOTORI.start("7"), BadOption, "a seed is an integer from 0 to 2**63 - 1, not '7'"),
        (lambda: KOTORI.start(1).apply_action(1), AttributeError, "it is play(action)"),
        (lambda: KOTORI.start(1).over, AttributeError, "it is is_terminal"),
        (lambda: KOTORI.start(1).legal_actions(), TypeError, "write state.legal_actions"),
        (lambda: KOTORI.start(1).view("0"), BadOption, "there is no seat 0: seats are 0 to 1"),
        (lambda: KOTORI.start(1).observation_tensors(5), BadOption, "there is no seat 5: seats are 0 to 1"),
        (lambda: KOTORI.start(1).play(7), IllegalAction, "There is no action “7”. There are draw."),
        (lambda: KOTORI.start(1).play(None), IllegalAction, "There is no action “None”"),
        (lambda: KOTORI.start(1).play(0), IllegalAction, "pass: You cannot pass"),
    ],
    ids=range(15),
)
def test_wrong_call_is_told_the_right_one(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        call()


def test_public_names_are_listed() -> None:
    assert set(tefuda.__all__) <= set(dir(tefuda))
    assert all(getattr(tefuda, name) is not None for name in tefuda.__all__)
    assert not hasattr(tefuda, "__wrapped__")
