"""Builds: what makes a module no rules, and what a build is made of."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from harness.fixtures.kuhn import rules as kuhn
from harness.fixtures.probe import rules as probe
from tefuda.engine import backends as builds
from tefuda.engine.backends import NoTables
from tefuda.engine.call_graph import check_recursion
from tefuda.engine.game import open_game
from tests.engine import arithmetic

RULES = """
from tefuda.engine.record import GameState, i8
from tefuda.engine.primitives import mix
MAX_PLAYERS, NUM_ACTIONS, MAX_STEPS = 1, 1, 1
TABLE = (1, 2, 3)

class State(GameState):
    total: int = i8()

def setup(s, t, players, options): s.players = players
def legal(s, t, actions):
    actions[0] = 0
    return 1
def why_not(s, t, action): return 0
def apply(s, t, action): s.to_act = -1
def result(s, t, utilities, ranks): ranks[0] = 1
def determinize(s, t, viewer): pass
def information_state_key(s, t, viewer): return mix(s.total, TABLE[1])
"""


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Makes a rules module that lies in no file."""

    def module(text: str = RULES, **names: Any) -> Any:
        made = ModuleType("made_up_rules")
        monkeypatch.setitem(sys.modules, made.__name__, made)
        exec(compile(text, "made up", "exec"), vars(made))  # noqa: S102 (our own text)
        vars(made).update(names)
        return made

    return module


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RULES.replace("def determinize", "def determinized"), "lacks determinize of the rules contract"),
        (RULES.replace("class State", "class Record"), "lacks State of the rules contract"),
        (RULES.replace("MAX_STEPS", "STEPS").replace("def apply", "def play"), "lacks apply, MAX_STEPS of the rules"),
        (RULES.replace("= 1, 1, 1", "= 1, 0, 1"), "NUM_ACTIONS is 0; the contract allows 1 to 512"),
        (RULES.replace("= 1, 1, 1", "= 1, 513, 1"), "NUM_ACTIONS is 513; the contract allows 1 to 512"),
        (RULES + "import random", "imports the module random: rules import functions and constants by name"),
    ],
)
def test_incomplete_rules_module_is_rejected(text: str, message: str, module: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=message):
        builds.checked(module(text))


def test_build_has_functions_of_game_and_generic_modules() -> None:
    build = builds.checked(kuhn, arithmetic)
    assert build.Tables is NoTables
    assert (build.NUM_ACTIONS, build.MAX_PLAYERS) == (2, 2)
    assert build.bits(1) == 4096
    with pytest.raises(AttributeError, match=r"the checked build of harness\.fixtures\.kuhn\.rules has no 'no_such'"):
        _ = build.no_such


def test_helpers_of_sibling_modules_are_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through any number of modules, by whatever name, each module once; and their primitives are the build's."""
    package = tmp_path / "siblings"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "far.py").write_text("from tefuda.engine.primitives import mix\ndef far(x): return mix(x, 1)\n")
    (package / "near.py").write_text("from siblings.far import far\ndef near(x): return far(x) + 1\n")
    imports = "from siblings.near import near as close_by\nfrom siblings.far import far\n"
    rules = RULES.replace("return mix(s.total, TABLE[1])", "return close_by(s.total) + far(s.total)")
    (package / "rules.py").write_text(imports + rules)
    monkeypatch.syspath_prepend(str(tmp_path))
    made = importlib.import_module("siblings.rules")
    build = builds.checked(made)
    state = build.State()
    assert build.information_state_key(state, None, 0) == made.information_state_key(state, None, 0)
    names = build.information_state_key.__globals__
    assert names["close_by"].__globals__["far"] is names["far"]
    assert names["far"] is not made.far, "the module itself is left as it was"
    assert builds._tag((made,), False) != builds._tag((kuhn,), False)


def test_build_compiles_without_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_CACHE", "/dev/null/cache")
    build = builds.compiled(kuhn, arithmetic)
    assert build.hashed(1, 2) == builds.checked(kuhn, arithmetic).hashed(1, 2)
    assert not build.hashed.stats.cache_hits


def test_candidate_actions_default_to_legal_actions() -> None:
    build = builds.checked(kuhn)
    actions = [7, 7]
    assert build.candidate_actions(open_game("harness.fixtures.kuhn").start(seed=1).full_state, None, actions) == 2
    assert actions == [0, 1]
    assert builds.checked(probe).candidate_actions.__name__ == "candidate_actions"
    assert builds.checked(probe).candidate_actions.__module__ == probe.__name__


def test_every_world_is_accepted_by_default() -> None:
    state = open_game("harness.fixtures.kuhn").start(seed=1)
    assert all(builds.checked(kuhn).accept_world(state.full_state, None, viewer) == 1 for viewer in (-1, 0, 1))


def test_rollout_policy_defaults_to_random_candidates() -> None:
    state = open_game("harness.fixtures.kuhn").start(seed=1)
    assert builds.checked(kuhn).rollout_policy(state.full_state, None) == -1


def test_arguments_have_the_form_of_the_build() -> None:
    game = open_game("harness.fixtures.probe")
    checked = game.build
    states, blank, generator = checked.workspace(seed=5, states=3)
    assert (len(states), len(blank), generator[0].rng) == (3, 1, 5)
    assert checked.tables(game.tables) == [game.tables]
    compiled = builds.compiled(probe)
    states, blank, generator = compiled.workspace(seed=5, states=3)
    assert (len(states), len(blank), int(generator["rng"][0])) == (3, 1, 5)
    assert states.dtype == compiled.State.dtype
    assert compiled.tables(game.tables)["copies"].tolist() == [game.tables.copies.values()]


def test_simulate_counts_decisions_and_keeps_results() -> None:
    """The generic texts, interpreted: a game's length, utilities and ranks are those of the states it leaves behind."""
    game = open_game("harness.fixtures.probe", players=3)
    build, games = game.build, 6
    tables = build.tables(game.tables)
    states, blank, generator = build.workspace(0, states=games)
    utilities, ranks, lengths = np.zeros((games, 3)), np.zeros((games, 3), np.int64), [0] * games
    steps = build.simulate(
        states, blank, tables, generator, 3, game.option_values, 11, games, utilities, ranks, lengths
    )
    assert steps == sum(lengths)
    assert build.playouts(states, blank, tables, generator, 3, game.option_values, 11, games) == steps
    states, blank, generator = build.workspace(0, states=games)
    build.simulate(states, blank, tables, generator, 3, game.option_values, 11, games, utilities, ranks, lengths)
    for i, state in enumerate(states):
        assert state.to_act == -1
        assert (utilities[i].tolist(), ranks[i].tolist()) == game.outcome(state)


def test_single_steps_of_simulation() -> None:
    game = open_game("harness.fixtures.kuhn")
    build, tables = game.build, game.build.tables(game.tables)
    states, blank, _ = build.workspace(0)
    build.start(states, 0, blank, tables, 2, [], 3)
    assert states[0] == game.start(seed=3).full_state
    actions = [0, 0]
    assert (build.legal_at(states, 0, tables, actions), actions) == (2, [0, 1])
    assert build.information_state_key_at(states, 0, tables, 0) == game.build.information_state_key(
        states[0], game.tables, 0
    )
    before = states[0].copy()
    build.determinize_at(states, 0, tables, 0)
    assert states[0].card[0] == before.card[0]
    assert states[0].rng != before.rng
    assert build.step(states, 0, tables, 1) == 1
    assert build.step(states, 0, tables, 0) == -1
    utilities, ranks = [0.0, 0.0], [0, 0]
    build.result_at(states, 0, tables, utilities, ranks)
    assert (utilities, ranks) == ([0.5, -0.5], [1, 2])
    states[1].line = 99
    build.copies(states, 3)
    assert states[1] == states[0]


# ------------------------------------------------------------------- tags


def test_tag_depends_on_everything_bound(module: Callable[..., Any]) -> None:
    tag = builds._tag((module(),), False)
    assert builds._tag((module(),), False) == tag
    changes: dict[str, tuple[str, dict[str, Any]]] = {
        "a rule": (RULES.replace("s.to_act = -1", "s.to_act = -2"), {}),
        "a constant": (RULES.replace("(1, 2, 3)", "(1, 3, 3)"), {}),
        "a field": (RULES.replace("total: int = i8()", "total: int = i8(2)"), {}),
        "an imported constant": (RULES, {"FAR": 3}),
        "an array": (RULES, {"ROWS": np.array([1, 2])}),
        "another array": (RULES, {"ROWS": np.array([1, 3])}),
        "a default": (RULES.replace("def apply(s, t, action)", "def apply(s, t, action=1)"), {}),
    }
    tags = {what: builds._tag((module(text, **names),), False) for what, (text, names) in changes.items()}
    tags["checked indices"] = builds._tag((module(),), True)
    assert len({tag, *tags.values()}) == len(tags) + 1, tags


# -------------------------------------------------------------- recursion

EVEN_AND_ODD = """
def even(n): return 1 if n == 0 else odd(n - 1)
def odd(n): return 0 if n == 0 else even(n - 1)
"""
WAYS = """
def ways(n, k):
    if k == 0 or k == n:
        return 1
    return ways(n - 1, k - 1) + ways(n - 1, k)
"""
LONGEST_RUN = """
def longest(bits, run):
    if bits == 0:
        return run
    return longest(bits >> 1, run + 1) if bits & 1 else max(run, longest(bits >> 1, 0))
"""


@pytest.fixture
def in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Makes a module of generic text in a file, whose compiled functions are kept in a cache of their own."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TEFUDA_CACHE", str(tmp_path / "cache"))

    def module(name: str, text: str) -> Any:
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return importlib.import_module(name)

    return module


def test_direct_recursion_compiles_and_loads_from_the_cache(in_a_file: Callable[..., Any]) -> None:
    text = in_a_file("text_with_ways", WAYS)
    cold, warm = builds.compiled(kuhn, text), builds.compiled(kuhn, text)
    assert cold.ways(8, 3) == warm.ways(8, 3) == 56
    assert sum(warm.ways.stats.cache_hits.values()) == 1


def test_indirect_recursion_is_rejected(in_a_file: Callable[..., Any]) -> None:
    """Numba would compile them, and crash the next time, when it reads its cache."""
    text = in_a_file("text_even_and_odd", EVEN_AND_ODD)
    assert builds.checked(kuhn, text).even(9) == 0
    with pytest.raises(TypeError, match="even calls itself through odd"):
        builds.compiled(kuhn, text)


def test_recursion_with_other_argument_types_is_rejected(in_a_file: Callable[..., Any]) -> None:
    """The same with a constant: to Numba that is a type of its own."""
    text = in_a_file("text_longest_run", LONGEST_RUN)
    assert builds.checked(kuhn, text).longest(0b1011101, 0) == 3
    for _ in range(2):
        with pytest.raises(TypeError, match="longest calls itself with arguments of other types than it is called"):
            builds.compiled(kuhn, text).longest(0b1011101, 0)


def test_attribute_with_the_name_of_a_function_is_not_a_call(module: Callable[..., Any]) -> None:
    made = module(RULES + "def total(s): return double(s)\ndef double(s): return 2 * s.total\n")
    check_recursion(made)


# ------------------------------------------------------------------ cache


def test_builds_made_at_once_are_cached_in_their_own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's cache folder is a global setting: a second build must not change it in the middle of the first."""
    monkeypatch.setenv("TEFUDA_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    finish, first_inside, first_done, second_inside = builds._build, *(threading.Event() for _ in range(3))

    def build(rules: ModuleType, *others: Any) -> Any:
        if rules is kuhn:
            first_inside.set()
            second_inside.wait(0.5)  # it does not come while this build is being made
        else:
            second_inside.set()
            first_done.wait(10)
        return finish(rules, *others)

    monkeypatch.setattr(builds, "_build", build)
    with ThreadPoolExecutor() as threads:
        first = threads.submit(builds.compiled, kuhn)
        first_inside.wait(10)
        second = threads.submit(builds.compiled, probe)
        first.add_done_callback(lambda _: first_done.set())
        for made in (first.result(), second.result()):
            assert Path(made.legal.stats.cache_path).is_relative_to(tmp_path / "cache")
