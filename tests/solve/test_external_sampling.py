"""Regret minimization by sampling comes near an equilibrium, and both builds agree."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from harness.contract.cases import in_ci, large
from tefuda.engine.errors import BadOption
from tefuda.engine.game import Game
from tefuda.solve import ExternalSampling, Policy
from tests.solve.small_games import KUHN, KUHN_CHIPS, LEDUC, LEDUC_CHIPS, LLAMA, TEZUMA, tree


def test_kuhn_poker_is_solved() -> None:
    solver = ExternalSampling(KUHN, seed=1, build="checked")
    solver.run(4000)
    policy = solver.policy()
    assert KUHN_CHIPS * tree(KUHN).values(policy)[0] == pytest.approx(-1 / 18, abs=0.01)
    assert KUHN_CHIPS * tree(KUHN).exploitability(policy) < 0.05
    assert solver.num_information_states == tree(KUHN).num_information_states == 12


@large  # three million iterations take half a minute
def test_leduc_poker_is_solved() -> None:
    """Its value for the first player is -0.0856 chips, by OpenSpiel's CFR+."""
    solver = ExternalSampling(LEDUC, seed=1)
    solver.run(3_000_000)
    policy = solver.policy()
    assert LEDUC_CHIPS * tree(LEDUC).exploitability(policy) < 0.008
    assert LEDUC_CHIPS * tree(LEDUC).values(policy)[0] == pytest.approx(-0.0856, abs=0.002)


@in_ci
@pytest.mark.parametrize(
    ("game", "share"), [(LEDUC, 0.75), (TEZUMA, 0.6), (LLAMA, 0.6)], ids=lambda value: getattr(value, "slug", "")
)
def test_a_few_iterations_make_a_strategy_less_exploitable(game: Game, share: float) -> None:
    solver = ExternalSampling(game, seed=1, build="checked")
    solver.run(20)
    solver.run(280)
    assert solver.iterations == 300
    assert tree(game).exploitability(solver.policy()) < share * tree(game).exploitability(Policy(game))


def test_compiled_build_finds_the_same_and_makes_room_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = []
    for build, room in (("checked", 1 << 14), ("compiled", 1 << 14), ("compiled", 16)):
        monkeypatch.setattr("tefuda.solve.external_sampling.ROOM", room)
        solver = ExternalSampling(KUHN, seed=7, build=build)
        solver.run(500)
        tables.append(solver.policy().table)
    for table in tables[1:]:
        assert table.keys() == tables[0].keys()
        for key, chances in table.items():
            assert np.allclose(chances, tables[0][key])


@pytest.mark.parametrize("build", ["checked", "compiled"])
@pytest.mark.parametrize("how", [deepcopy, lambda solver: pickle.loads(pickle.dumps(solver))])  # noqa: S301 (our own)
def test_copy_goes_on_alike_on_its_own(build: str, how: Any) -> None:
    solver = ExternalSampling(KUHN, seed=7, build=build)
    solver.run(50)
    other, before = how(solver), solver.policy().table
    other.run(50)
    assert solver.policy().table == before != other.policy().table
    solver.run(50)
    assert solver.policy().table == other.policy().table


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(BadOption, match="there is no build 'fast'"):
        ExternalSampling(KUHN, build="fast")
    with pytest.raises(BadOption, match="iterations are 0 or more, not -1"):
        ExternalSampling(KUHN, build="checked").run(-1)
    short = ExternalSampling(KUHN, build="checked", max_length=1)
    with pytest.raises(OverflowError, match="longer than max_length"):
        short.run(1)
