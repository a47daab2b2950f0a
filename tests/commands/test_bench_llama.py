"""The llama bench: its C reference plays the same games."""

import numpy as np
import pytest

from benchmarks import yardstick
from benchmarks.llama import HOUSE_RULES, CReference
from tefuda.bots.players import search_build
from tefuda.engine.game import load

GAME = load("llama", players=4)


@pytest.mark.skipif(yardstick.compiler() is None, reason="no C compiler here")
def test_c_reference_plays_the_same_games() -> None:
    """Record, seats, choices, information keys, results and number of decisions are equal for every seed."""
    c = CReference(str(yardstick.compiler()), GAME)
    assert c.sizes == (GAME.build.State.dtype.itemsize, GAME.build.Tables.dtype.itemsize)
    build = search_build(GAME.package, "compiled")
    states, blank, generator = build.workspace(0)
    tables = build.tables(GAME.tables)
    for players, rules in HOUSE_RULES:
        options = np.array(rules, np.int64)
        for seed in (1, (1 << 61) - 1):
            arguments = (states, blank, tables, generator, players, options, seed, 100)
            assert build.trace(*arguments) == c.trace(players, options, seed, 100)
            assert build.playouts(*arguments) == c.playouts(players, options, seed, 100)
