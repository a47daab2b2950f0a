"""The interface for research at the prompt: chance nodes, information states, texts, values, and errors that help."""

from __future__ import annotations

import copy
import pickle
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.json import decode, encode

import tefuda
from tefuda import CHANCE, BadOption, BadPosition, BadRecord, ChanceError, IllegalAction, State, View
from tefuda.engine.chance import Recorder, SecretSource
from tefuda.engine.events import GameEvent
from tefuda.engine.game import open_game
from tefuda.engine.game_record import write_record
from tefuda.engine.other_names import NAMES

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
    """The deal of Kuhn poker has six results, even if its first draw has been decided."""
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
    prepared = KOTORI.start(seed=3).prepare("draw")
    for draw in (lambda: state.redo("draw"), lambda: state.prepare("draw"), lambda: state.commit(prepared)):
        with pytest.raises(ChanceError, match=r"write play\(action\), then play_chance\(\)"):
            draw()
    assert state == before


def test_truth_value_is_the_seat_of_its_number() -> None:
    texts = [KOTORI.start(seed=3).information_state_string(seat) for seat in (True, 1, np.int8(1))]
    assert texts[0].splitlines()[0].endswith("seat 1")
    assert len(set(texts)) == 1


def test_sampled_chance_has_no_nodes() -> None:
    state = KOTORI.start(seed=3)
    assert (state.is_chance_node, state.is_pending) == (False, False)
    for ask in (state.chance_outcomes, state.chance_results, state.play_chance):
        with pytest.raises(ChanceError, match="start it with explicit_chance=True"):
            ask()
    with pytest.raises(BadOption, match="give explicit_chance or a source of chance, not both"):
        KOTORI.start(chance=SecretSource(SECRET), explicit_chance=True)


def test_position_can_go_on_with_explicit_chance() -> None:
    state = KOTORI.position(KOTORI.start(seed=3).position, seed=4, explicit_chance=True)
    state.play("draw")
    assert state.is_chance_node
    assert len(state.chance_outcomes()) in (9, 10)


# ------------------------------------------------------ values and secrets


def test_state_with_secret_draws_gives_nothing_away() -> None:
    live = PROBE.start(chance=SecretSource(SECRET))
    with pytest.raises(ChanceError, match=re.escape("pickle its copy()")):
        pickle.dumps(live)
    with pytest.raises(ChanceError, match="are secret: start it from a seed"):
        live.information_state_string(0)
    for other in (live.copy(), copy.deepcopy(live), live.determinize(1)):
        assert other.chance is None
        assert SECRET not in pickle.dumps(other)
    recorded = PROBE.start(chance=Recorder(SecretSource(SECRET)))
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
    assert "\nP2" in PROBE.show(state.view(0), "en", ["Aki"]), "has no name"
    shown = PROBE.show(state.view(1))
    assert shown.splitlines()[-1] == " ".join(f"[{name}]" for name in state.legal_actions)
    assert PROBE.show(state.view(0)) != PROBE.show(state.view(1)) != PROBE.show(state.view(1), "ja")
    while not state.is_terminal:
        state.play(state.legal_actions[0])
    assert "P0: rank " in PROBE.show(state.view())


def test_view_prints_as_a_table_and_stays_plain_data() -> None:
    small = open_game("harness.fixtures.probe", cards="harness/fixtures/probe/tiny.toml").start(seed=1)
    for state in (KOTORI.start(seed=1), small):
        view = state.view(state.current_player)
        assert str(view) == state.game.show(view)
        assert "\n" in str(view)
        for plain in (decode(encode(view), type=View), pickle.loads(pickle.dumps(view))):  # noqa: S301 (our own)
            assert plain == view
            assert str(plain) == repr(view), "it has no words"


def test_observation_is_the_view_without_words() -> None:
    state = KOTORI.start(seed=7)
    lines = state.observation_string(state.current_player).splitlines()
    assert lines[0] == f"to_act {state.current_player}"
    assert "actions draw" in lines
    assert "actions draw" not in state.observation_string().splitlines()
    assert all(re.fullmatch(r"[\x20-\x7e]+", line) for line in lines)


# ------------------------------------------------------------------ errors


WORDS = {
    "tefuda": tefuda,
    "solve": tefuda.solve,
    "lab": tefuda.lab,
    "np": np,
    "game": KOTORI,
    "state": KOTORI.start(1),
    "record": KOTORI.start(1).full_state,
    "games": tefuda.vector(KOTORI, 4, seed=1, build="checked"),
}
BY_RECORD = "this takes a record, as state.full_state, not <kotori"
NO_SEAT = "seats are 0 to 1, -1 is a spectator"

# Wrong calls, each with what the error says is right.
WRONG_CALLS = {
    # loading
    "tefuda.load()": "write load(slug, players=...)",
    "tefuda.load('kotori', 3)": "write load('kotori', players=3)",
    "tefuda.load('kotori', '3')": "write load('kotori', players=...)",
    "tefuda.load('kotori', {'players': 3})": "write load('kotori', players=3)",
    "tefuda.load('kotori', players='3')": "kotori takes 2 to 4 players, not '3'",
    "tefuda.load('kotori', players=2.0)": "kotori takes 2 to 4 players, not 2.0",
    "tefuda.load('kotori', num_players=3)": "it is players=...",
    "tefuda.load('kotori', seed=3)": "it is for game.start(seed)",
    "tefuda.load('kotori', field_cards=4)": "it is a constant, constants={'field_cards': 4}",
    "tefuda.load('kotori', cards=5)": "cards is the path of a card file, not 5",
    "tefuda.load('kotori', constants=4)": "write constants={'field_cards': number}, not 4",
    "tefuda.load('kotori', constants=[4])": "write constants={'field_cards': number}, not [4]",
    "tefuda.load('kotori', constants={'field_cards': '4'})": "field_cards of kotori takes an integer from 2 to 6",
    "tefuda.load('Kotori')": "did you mean 'kotori'?",
    "tefuda.load('kotory')": "did you mean 'kotori'?",
    "tefuda.load('ことりあつめ')": "did you mean 'kotori'?",
    "tefuda.load('tefuda_kotori')": "did you mean 'kotori'?",
    "tefuda.load('tefuda/kotori-v0')": "did you mean 'kotori'?",
    "tefuda.load(['kotori'])": "did you mean 'kotori'?",
    "tefuda.load(None)": "there are doutotsu",
    "tefuda.Game()": "Game is made by load(slug, players=...)",
    "tefuda.Game('kotori')": "Game is made by load(slug, players=...)",
    "tefuda.State()": "State is made by game.start(seed) or game.position(text)",
    "tefuda.State(game)": "State is made by game.start(seed) or game.position(text)",
    "tefuda.Vector(game, 3)": "Vector is made by vector(game, count)",
    # games
    "game.start(7, 8)": "write game.start(seed)",
    "game.start(players=3)": "players and house rules are given to load(slug, players=...)",
    "game.start('7')": "a seed is an integer from 0 to 2**63 - 1, not '7'",
    "game.start(1.5)": "a seed is an integer from 0 to 2**63 - 1, not 1.5",
    "game.start(np.array([1, 2]))": "a seed is an integer from 0 to 2**63 - 1, not array",
    "game.start(chance=True)": "write explicit_chance=True",
    "game.position()": "write game.position(text, seed)",
    "game.position(5)": "a position is a text, as state.position returns it, not 5",
    "game.position(None)": "a position is a text, as state.position returns it, not None",
    "game.position(state)": "a position is a text, as state.position returns it",
    "game.show(state)": "write game.show(state.view(seat))",
    "game.legal(state)": f"write state.legal_actions: {BY_RECORD}",
    "game.refusal(state, 0)": f"write state.why_not(action): {BY_RECORD}",
    "game.view(state, 0)": f"write state.view(seat): {BY_RECORD}",
    "game.result(state)": f"write state.ranking and state.scores: {BY_RECORD}",
    "game.outcome(state)": f"write state.returns and state.ranking: {BY_RECORD}",
    "game.candidate_actions(state)": f"write game.candidate_actions(state.full_state): {BY_RECORD}",
    "game.faults(state)": f"write game.faults(state.full_state): {BY_RECORD}",
    "game.observe(state)": "observe takes an event, as state.play(action) returns them, not <kotori",
    "game.card_text(state)": "card_text takes the face of a card in a view's zones, not <kotori",
    "game.position('kotori | top x')": "field 'top': 'x' is not an integer",
    "game.position('kotori | bids a')": "field 'bids': 'a' is not an integer",
    "game.show(state.view(0), 'fr')": "no language 'fr': there are ja, en",
    "game.views(state, [0])": "methods of Game that take a record take state.full_state",
    "game.label(state, 0)": "methods of Game that take a record take state.full_state",
    "game.view(record, 2)": f"there is no seat 2: {NO_SEAT}",
    "game.rulebook('fr')": "no language 'fr': there are ja, en",
    "game.new_initial_state()": "it is start(seed)",
    "setattr(game, 'num_players', 3)": "a game never changes: write load('kotori', ...) for another one",
    # states
    "state.legal_actions()": "write state.legal_actions",
    "state.apply_action(1)": "it is play(action)",
    "state.bids": "methods of Game that take a record take state.full_state",
    "state.play()": "'action'",
    "state.play(7)": "There is no action “7”. There are draw.",
    "state.play(None)": "There is no action “None”",
    "state.play(0.5)": "There is no action “0.5”. There are draw.",
    "state.play(['draw'])": "There are draw.",
    "state.play(0)": "pass: You cannot pass",
    "state.play(1, 'draw')": "write state.play(action): the seat to act plays it",
    "state.play(1, 1)": "write state.play(action): the seat to act plays it",
    "state.play_chance(0)": "start it with explicit_chance=True",
    "state.view('0')": f"there is no seat '0': {NO_SEAT}",
    "state.view(1.0)": f"there is no seat 1.0: {NO_SEAT}",
    "state.observation_string(7)": f"there is no seat 7: {NO_SEAT}",
    "state.observation_tensors(5)": f"there is no seat 5: {NO_SEAT}",
    "state.information_state_string('0')": f"there is no seat '0': {NO_SEAT}",
    "state.determinize(9)": f"there is no seat 9: {NO_SEAT}",
    "state.determinize(-5)": f"there is no seat -5: {NO_SEAT}",
    "state.determinize(None)": f"there is no seat None: {NO_SEAT}",
    "state.determinize('0')": f"there is no seat '0': {NO_SEAT}",
    "state.determinize(0, seed='x')": "a seed is an integer from 0 to 2**63 - 1, not 'x'",
    "state.ranking": "the game is not over",
    # records
    "tefuda.replay()": "write replay(path)",
    "tefuda.replay(5)": "write replay(path), or Replay(text) for a record's text",
    "tefuda.replay('tefuda 1\\ngame kotori')": "write replay(path), or Replay(text) for a record's text",
    "tefuda.replay('/nowhere')": "No such file",
    "tefuda.Replay(5)": "write Replay(text), or replay(path) for a file",
    "tefuda.Replay('game.txt')": "a game record begins with",
    "tefuda.write_record()": "write write_record(state, names)",
    "tefuda.write_record(game)": "write write_record(game.start(seed)), not Game('kotori'",
    "tefuda.write_record(state, 'Ann')": "names are a list with one for each of 2 seats at most, not 'Ann'",
    "tefuda.write_record(state, ['Ann'] * 3)": "names are a list with one for each of 2 seats at most",
    "tefuda.write_record(state, [1, 2])": "names are a list with one for each of 2 seats at most, not [1, 2]",
    "tefuda.write_record(state, 2)": "names are a list with one for each of 2 seats at most, not 2",
    # bots
    "tefuda.bot('hard', 1)": 'write bot(level, seed=...), such as bot("hard", seed=1)',
    "tefuda.bot('Hard')": "there are random, easy, medium, hard, heuristic",
    "tefuda.bot(50)": "no level 50; there are random, easy, medium, hard, heuristic",
    "tefuda.bot('random').choose(game)": "choose takes a state: write bot.choose(game.start(seed))",
    "tefuda.play_game(game)": "write play_game(game, bots, seed), with a bot for each seat",
    "tefuda.play_game('kotori', [tefuda.bot('random')] * 2)": "write play_game(load('kotori'), ...)",
    "tefuda.play_game(game, ['random'] * 2)": "bots[0] is 'random': write bot('random')",
    "tefuda.play_game(game, [lambda state: 'draw'] * 2)": "a bot is an object with choose(state)",
    "tefuda.play_game(game, [tefuda.Bot] * 2)": "a bot is an object with choose(state)",
    "tefuda.play_game(game, 'random')": "play_game takes a list with a bot for each seat, not 'random'",
    "tefuda.play_game(game, tefuda.bot('random'))": "play_game takes a list with a bot for each seat",
    "tefuda.play_game(game, [tefuda.bot('random')])": "kotori has 2 seats, and there are 1 bots",
    "tefuda.play_game(game, [solve.Policy(game)] * 2)": "state.play(policy.choose(state, random))",
    "tefuda.analyse(game)": "write analyse(game.start(seed))",
    "tefuda.analyse('kotori')": "write analyse(game.start(seed))",
    "tefuda.analyse(state, '0')": "seat '0' is not to act: seat 1 decides",
    "tefuda.analyse(state, seconds='1')": "seconds must be more than 0 and at most 3600, not '1'",
    # many games
    "tefuda.vector(game)": "write vector(game, count, seed=..., threads=...)",
    "tefuda.vector(game, 4, 1)": "write vector(game, count, seed=..., threads=...)",
    "tefuda.vector(game, num_envs=4)": "write vector(game, count, seed=..., threads=...)",
    "tefuda.vector('kotori', 4)": "write vector(load('kotori'), ...)",
    "tefuda.vector(state, 4)": "write vector(state.game, ...)",
    "tefuda.vector(game, '8')": "a vector has 1 to 16777216 games, not '8'",
    "tefuda.vector(game, 2.0)": "a vector has 1 to 16777216 games, not 2.0",
    "tefuda.vector(game, 4, threads='2')": "a vector takes 1 thread or more, not '2'",
    "games.step(['draw'] * 4)": "step takes action codes, as game.action_code(action) returns them, not 'draw'",
    "games.step([0.5] * 4)": "step takes action codes, as game.action_code(action) returns them, not 0.5",
    "games.step([True] * 4)": "step takes action codes, as game.action_code(action) returns them, not True",
    "games.step(None)": "step takes 4 action codes, one for each game",
    "games.step([[1], [1, 1]])": "step takes 4 action codes, one for each game",
    "games.reset('a')": "seeds are 4 integers from 0 to 2**63 - 1, or one for all games",
    "games.observe('a')": f"there is no seat 'a': {NO_SEAT}",
    "games.state(9)": "there is no game 9: games are 0 to 3",
    "games.state(-1)": "there is no game -1: games are 0 to 3",
    "games.state('0')": "there is no game '0': games are 0 to 3",
    "games[2]": "write games.state(2)",
    "list(games)": "a vector has no items: write games.state(0), or index its arrays",
    # strategies
    "solve.CFR": "it has BestResponse, ExternalSampling, GameTree, Policy, TreeTooLarge",
    "solve.GameTree('kotori')": "write GameTree(load('kotori'), ...)",
    "solve.GameTree(state)": "write GameTree(state.game, ...)",
    "solve.ExternalSampling('kotori')": "write ExternalSampling(load('kotori'), ...)",
    "solve.Policy('kotori')": "write Policy(load('kotori'), ...)",
    "solve.Policy(game).probabilities(game)": "write policy.probabilities(state)",
    "tefuda.adapters.rlcard": "it has gymnasium, open_spiel, pettingzoo",
    # studies
    "lab.tournament": "it has Estimate, Games",
    "lab.match(game, 'random', 'random')": "write match(game, players, deals=..., seed=...)",
    "lab.match(game, ['random'], games=10)": "write match(game, players, deals=..., seed=...)",
    "lab.league(game)": "write league(game, players, deals=..., seed=...)",
    "lab.sweep('kotori')": "write sweep(slug, players=..., vary={name: [value, value]})",
    "lab.export(game, ['random'])": "write export(game, players, folder, games=..., seed=...)",
    "lab.records('data', 'records')": "write records(folder), which yields the text of each game",
    "lab.write_report('report.html')": "write write_report(study, file)",
}


@pytest.mark.parametrize("call", WRONG_CALLS)
def test_wrong_call_is_told_the_right_one(call: str) -> None:
    with pytest.raises((tefuda.TefudaError, TypeError, AttributeError, ValueError), match=re.escape(WRONG_CALLS[call])):
        eval(call, WORDS)  # noqa: S307 (our own)


@pytest.mark.parametrize(
    ("what", "noun"), [("tefuda", "tefuda"), ("Game", "game"), ("State", "state"), ("Vector", "games")]
)
def test_name_of_another_library_is_told_the_one_here(what: str, noun: str) -> None:
    listed = {*dir(WORDS[noun]), *dir(tefuda)}
    for name, right in NAMES[what].items():
        if f"tefuda.{name}" in sys.modules and what == "tefuda":
            continue  # `games`, until a game is loaded
        with pytest.raises(AttributeError, match=re.escape(f"{what} has no attribute {name!r}: it is {right}")):
            getattr(WORDS[noun], name)
        first = re.split(r"\W", right.removeprefix("tefuda."))[0]
        assert first in listed or first in ("game", "in", "len", "not", "the", "always"), right
    with pytest.raises(AttributeError, match=f"{what} has no attribute 'nonsense'$"):
        _ = WORDS[noun].nonsense


def test_table_of_other_libraries_has_what_runs_here(tmp_path: Path) -> None:
    rows = re.findall(r"^\| `.+?` .*?\| `(.+?)`", Path("docs/reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 40
    (tmp_path / "record").write_text(write_record(KOTORI.start(1)), encoding="utf-8")
    for call in rows:
        state = KOTORI.start(1, explicit_chance="chance" in call)
        words = {"tefuda": tefuda, "game": KOTORI, "state": state, "seat": 0, "code": 1, "action": "draw", "seed": 1}
        eval(call, {**words, "text": WORDS["state"].position, "path": tmp_path / "record"})  # noqa: S307 (our own)


def test_integers_of_numpy_are_integers() -> None:
    one, three = np.int64(1), np.int8(3)
    game = tefuda.load("kotori", players=three, allow_yield=np.True_, constants={"field_cards": np.uint8(3)})
    assert game == tefuda.load("kotori", players=3, allow_yield=1, constants={"field_cards": 3})
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 (our own)
    state = game.start(one)
    assert state == game.start(1)
    assert type(state.view(one).seat) is int
    assert state.determinize(one, seed=three) == state.determinize(1, seed=3)
    games = tefuda.vector(game, three, seed=one, build="checked")
    assert games.state(one) == tefuda.vector(game, 3, seed=1, build="checked").state(1)


def test_legal_actions_compare_by_value() -> None:
    state = KOTORI.start(1)
    state.play("draw")
    legal = state.legal_actions
    assert legal == state.legal_actions == state.copy().legal_actions
    assert legal == ["pass", "draw"]
    assert legal == ("pass", "draw")
    assert legal != ["draw", "pass"]
    assert legal != "pass"
    assert legal != KOTORI.start(1).legal_actions
    assert hash(legal) == hash(state.legal_actions) == hash(("pass", "draw"))
    for other in (copy.copy(legal), copy.deepcopy(legal), pickle.loads(pickle.dumps(legal))):  # noqa: S301 (our own)
        assert other == legal
        assert (other.mask == legal.mask).all()


def test_public_names_are_listed() -> None:
    shown = [name for name in dir(tefuda) if not name.startswith("__")]
    assert set(shown) == {*tefuda.__all__, "adapters", "lab", "solve"}
    assert all(getattr(tefuda, name) is not None for name in shown)
    assert not hasattr(tefuda, "__wrapped__")


def test_adapter_without_its_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "tefuda.adapters.pettingzoo", raising=False)
    monkeypatch.delitem(vars(tefuda.adapters), "pettingzoo", raising=False)
    with pytest.raises(ImportError, match=re.escape("pip install 'tefuda[pettingzoo]'")):
        _ = tefuda.adapters.pettingzoo


def test_there_is_no_position_in_the_middle_of_a_decision() -> None:
    state = tefuda.load("llama", players=3).start(seed=1)
    mark = next(action for action in state.legal_actions if str(action).startswith("mark-"))
    state.play(state.legal_actions.codes[list(state.legal_actions).index(mark)])
    assert state.is_pending
    with pytest.raises(BadPosition, match="no position lies in the middle of a decision: complete it first"):
        _ = state.position
    assert "pending 1" in str(state)  # for people
    state.play("play")
    assert state.game.position(state.position).position == state.position
