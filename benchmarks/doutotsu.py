"""Speed of ドウトツくじゃん: random play compared with C, and decompositions of hands per second.

`python -m benchmarks.doutotsu` runs it.  Contenders alternate within one process on fresh deals, as in `speed.py`,
after a check that both sides play the same games.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import decompositions, yardstick
from benchmarks.speed import Player, line, machine, verdict
from benchmarks.timing import fresh_seeds, side_by_side
from tefuda.bots.players import search_build
from tefuda.engine.backends import Build, compiled
from tefuda.engine.game import Game, load

SOURCE = Path(__file__).with_name("doutotsu.c")
C_TARGET = 0.75


class CReference:
    """Random play of doutotsu in C, with the arguments of the compiled build."""

    def __init__(self, path: str, game: Game, build: Build) -> None:
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "doutotsu.so"
            subprocess.run([path, *yardstick.FLAGS, str(SOURCE), "-o", str(library)], check=True)
            self._code = ctypes.CDLL(str(library))  # stays loaded after its file is deleted
        self._tables = build.tables(game.tables)
        for name in ("playouts", "trace", "state_size", "tables_size"):
            getattr(self._code, name).restype = ctypes.c_int64
        assert self._code.state_size() == game.build.State.dtype.itemsize
        assert self._code.tables_size() == game.build.Tables.dtype.itemsize

    def call(self, name: str, players: int, options: Any, seed: int, games: int) -> int:
        """Call `playouts` or `trace` for random matches from consecutive seeds."""
        tables, chosen = (ctypes.c_void_p(array.ctypes.data) for array in (self._tables, options))
        numbers = (ctypes.c_int64(number) for number in (seed, games))
        return int(getattr(self._code, name)(tables, ctypes.c_int64(players), chosen, *numbers))


def run(*, repeat: int = 11, brief: bool = False) -> None:
    """Measure and print everything; `brief` does a tenth of the work, as a smoke test."""
    seeds = fresh_seeds()
    share = 10 if brief else 1
    print(f"Medians of {repeat} rounds; one core, its processor time; fresh deals.")
    print(f"{machine()}\n", flush=True)
    against_c(repeat, seeds, share)
    measure_decompositions(load("doutotsu"), repeat, seeds, share)


def against_c(repeat: int, seeds: Iterator[int], share: int) -> None:
    """Compare random play of the compiled build with C, one game per match."""
    game = load("doutotsu", most_games=1)
    build = search_build(game.package, "compiled")
    path = yardstick.compiler()
    c = CReference(path, game, build) if path is not None else None
    for players in (2, 3):
        ours = Player(game, build, players)
        games = 10_000 // share
        contenders = [lambda seed, ours=ours, games=games: ours.playouts(seed, games)]
        if c is not None:
            for core in (1, 0):
                ours.options[0] = core
                seed = next(seeds)
                assert ours.trace(seed, 300) == c.call("trace", players, ours.options, seed, 300), "another game"
            contenders.append(
                lambda seed, ours=ours, players=players, games=games: c.call(
                    "playouts", players, ours.options, seed, games
                )
            )
        measured = side_by_side(repeat, seeds, *contenders)
        line(
            f"doutotsu, random play, {players} players",
            f"{measured[0].median / 1e6:.1f} M steps/s",
            f"C, -O3: {measured[1].median / 1e6:.1f} M steps/s" if c is not None else "C: no compiler here",
            verdict(*measured, C_TARGET) if c is not None else "",
        )


def measure_decompositions(game: Game, repeat: int, seeds: Iterator[int], share: int) -> None:
    """Measure decompositions of 12 cards into three names, and waiting tests of 11 cards."""
    build = compiled(game.rules, decompositions)
    states, tables = build.states(decompositions.HANDS), build.tables(game.tables)
    count = 4_000_000 // share
    for label, name in (("decompositions", "sum_points"), ("tests for waiting", "count_waiting")):
        for kind, random in (("random hands", 1), ("winning hands", 0)):

            def work(seed: int, name: str = name, random: int = random) -> int:
                build.deal_hands(states, tables, seed, random, int(name == "count_waiting"))
                getattr(build, name)(states, tables, count)
                return count

            (measured,) = side_by_side(repeat, seeds, work)
            line(f"doutotsu, {label}", f"{measured.median / 1e6:.1f} M/s", kind)


if __name__ == "__main__":
    run()
