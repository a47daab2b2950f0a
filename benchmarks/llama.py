"""Speed of random play of llama compared with the C of `llama.c`, on the same record and card tables.

`python -m benchmarks.llama` runs it, as does `speed.py`.  Contenders alternate on fresh deals, after a check that both
sides play the same games.
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
DEFAULT = (1, 0, 1, 200)  # one game, no role swap, one mark per note and round, 200 rounds at most
HOUSE_RULES = (
    *((players, DEFAULT) for players in (3, 4, 5)),
    (4, (1, 0, 0, 200)),
    (3, (3, 1, 2, 40)),
    (5, (2, 0, 1, 3)),
)


class CReference:
    """Random play of llama in C, with the arguments of the compiled build."""

    def __init__(self, path: str, game: Game) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "llama.so"
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
        line("llama, random play", "", "C: no compiler here (gcc, cc or $CC)")
        return
    game = load("llama", players=4)
    build = search_build(game.package, "compiled")
    c = CReference(path, game)
    assert c.sizes == (game.build.State.dtype.itemsize, game.build.Tables.dtype.itemsize)
    for (players, options), seed in product(HOUSE_RULES, (next(seeds), next(seeds))):
        ours = Player(game, build, players)
        ours.options[:] = options
        assert ours.trace(seed, 200) == c.trace(players, ours.options, seed, 200), "llama.c plays another game"
    for players, marks in product((3, 4, 5), (1, 0)):
        ours = Player(game, build, players)
        ours.options[:] = (1, 0, marks, 200)
        games = (2_000 if marks else 20_000) // share
        mine, theirs = side_by_side(
            repeat,
            seeds,
            lambda seed, ours=ours, games=games: ours.playouts(seed, games),
            lambda seed, ours=ours, games=games: c.playouts(ours.players, ours.options, seed, games),
        )
        line(
            f"llama, random play, {players}{' players' if marks else ', no marks'}",
            f"{mine.median / 1e6:.1f} M steps/s",
            f"C, -O3: {theirs.median / 1e6:.1f} M steps/s",
            verdict(mine, theirs, C_TARGET),
        )


if __name__ == "__main__":
    print(machine())
    against_c(11, fresh_seeds(), 1)
