"""Speed of random play of kotodama compared with the C of `kotodama.c`, on the same record and card tables.

`python -m benchmarks.kotodama` runs it, as does `speed.py`.  Contenders alternate on fresh deals, after a check that
both sides play the same games.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import yardstick
from benchmarks.speed import C_TARGET, Player, line, machine, verdict
from benchmarks.timing import fresh_seeds, side_by_side
from tefuda.bots.players import search_build
from tefuda.engine.game import Game, load

SOURCE = Path(__file__).with_suffix(".c")
HOUSE_RULES = ((0, 0), (1, 0), (0, 1), (1, 1))  # options that must agree


class CReference:
    """Random play of kotodama in C, with the arguments of the compiled build."""

    def __init__(self, path: str, game: Game) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "kotodama.so"
            subprocess.run([path, *yardstick.FLAGS, str(SOURCE), "-o", str(library)], check=True)
            code = ctypes.CDLL(str(library))  # stays loaded after its file is deleted
        self._tables = ctypes.create_string_buffer(game.tables.to_bytes())
        self._call = {name: getattr(code, name) for name in ("playouts", "trace", "state_size", "tables_size")}
        for name in ("playouts", "trace"):
            self._call[name].argtypes = [ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * 3]
            self._call[name].restype = ctypes.c_int64

    @property
    def sizes(self) -> tuple[int, int]:
        """Return the sizes of its record and of its card tables in bytes."""
        return int(self._call["state_size"]()), int(self._call["tables_size"]())

    def playouts(self, players: int, options: NDArray[np.int64], seed: int, games: int) -> int:
        """Return the number of decisions in random games from consecutive seeds."""
        return int(self._call["playouts"](self._tables, options.ctypes.data, players, seed, games))

    def trace(self, players: int, options: NDArray[np.int64], seed: int, games: int) -> int:
        """Return the same hash as `trace` of the compiled build."""
        return int(self._call["trace"](self._tables, options.ctypes.data, players, seed, games))


def against_c(repeat: int, seeds: Iterator[int], share: int) -> None:
    """Compare random play of the compiled build with C; `share` 10 does a tenth of the work."""
    path = yardstick.compiler()
    if path is None:
        line("kotodama, random play", "", "C: no compiler here (gcc, cc or $CC)")
        return
    game = load("kotodama")
    build = search_build(game.package, "compiled")
    c = CReference(path, game)
    assert c.sizes == (game.build.State.dtype.itemsize, game.build.Tables.dtype.itemsize)
    ours = Player(game, build, 2)
    for options, seed in product(HOUSE_RULES, (next(seeds), next(seeds))):
        ours.options[:] = options
        assert ours.trace(seed, 200) == c.trace(2, ours.options, seed, 200), "kotodama.c plays another game"
    ours.options[:] = HOUSE_RULES[0]
    games = 4_000 // share
    mine, theirs = side_by_side(
        repeat, seeds, lambda seed: ours.playouts(seed, games), lambda seed: c.playouts(2, ours.options, seed, games)
    )
    line(
        "kotodama, random play",
        f"{mine.median / 1e6:.1f} M steps/s",
        f"C, -O3: {theirs.median / 1e6:.1f} M steps/s",
        verdict(mine, theirs, C_TARGET),
    )


if __name__ == "__main__":
    print(machine())
    against_c(11, fresh_seeds(), 1)
