"""The doutotsu bench: its C reference plays the same games, and its figures are printed."""

import numpy as np
import pytest

from benchmarks import doutotsu, yardstick
from tefuda.bots.players import search_build
from tefuda.engine.game import load

GAME = load("doutotsu", most_games=1)


@pytest.mark.skipif(yardstick.compiler() is None, reason="no C compiler here")
def test_c_reference_plays_the_same_games() -> None:
    """Record, seats, choices, information keys, results and number of decisions are equal for every seed."""
    build = search_build(GAME.package, "compiled")
    c = doutotsu.CReference(str(yardstick.compiler()), GAME, build)
    states, blank, generator = build.workspace(0)
    tables = build.tables(GAME.tables)
    for players in (2, 3):
        for rules in ((0, 0, 1), (1, 1, 2)):
            options = np.array(rules, np.int64)
            for seed in (1, (1 << 61) - 1):
                arguments = (states, blank, tables, generator, players, options, seed, 60)
                assert build.trace(*arguments) == c.call("trace", players, options, seed, 60)
                assert build.playouts(*arguments) == c.call("playouts", players, options, seed, 60)


def test_decomposition_rates_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    doutotsu.measure_decompositions(GAME, 1, iter(range(1000, 100_000, 1000)), 100)
    printed = capsys.readouterr().out
    assert printed.count("decompositions") == printed.count("tests for waiting") == 2
    assert printed.count("M/s") == 4
