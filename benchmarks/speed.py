"""Speed of the rules of every game, of kotori compared with C, of Leduc poker compared with OpenSpiel; compile times.

`tefuda bench` runs it.  The contenders of a line alternate within one process, on one core and on fresh deals
(`timing.py`), after a check that both sides play the same game.
"""

from __future__ import annotations

import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import numpy as np

from benchmarks import c_reference, openspiel
from benchmarks.options import AtLeastOne, Flag
from benchmarks.timing import Measured, fresh_seeds, side_by_side
from tefuda.bots import search
from tefuda.bots.players import search_build
from tefuda.engine.backends import Build, checked
from tefuda.engine.game import Game, game_slugs, load, open_game

C_TARGET = 0.75
OPENSPIEL_TARGET = 5.0
SIMULATIONS = 10_000
DECISIONS = 2_000_000  # per round of random play
SAMPLE = 50  # games played to estimate their mean number of decisions
C_REFERENCE = "kotori"  # the game that is also written in C
STARTS = 5  # processes started cold and warm
FIRST_USE = """
import time
import numpy as np
from tefuda.bots import search
from tefuda.bots.players import search_build
from tefuda.engine.game import load
game = load("kotori")
build = search_build(game.package, "compiled")
states, blank, generator = build.workspace(1)
tables = build.tables(game.tables)
options = np.array(game.option_values)
build.playouts(states, blank, tables, generator, 4, options, 1, 1)
played = time.process_time()
build.start(states, 0, blank, tables, 4, options, 1)
build.run_simulations(states, tables, generator, search.Tree(*build.empty_tree(100)), 100)
print(played, time.process_time())
"""


def run(*, repeat: AtLeastOne = 11, brief: Flag = False) -> None:
    """Measure how fast the rules of every game run: kotori beside C, Leduc poker beside OpenSpiel.

    Parameters
    ----------
    repeat: int
        How many times everything is measured; the median counts.
    brief: bool
        Measure a tenth as long, which shows that it works but not how fast it is.
    """
    seeds = fresh_seeds()
    share = 10 if brief else 1
    headline(f"Medians of {repeat} rounds; one core, its processor time; fresh deals.")
    kotori = load(C_REFERENCE, players=4)
    build = search_build(kotori.package, "compiled")
    against_c(kotori, build, repeat, seeds, share)
    for slug in game_slugs():
        if slug != C_REFERENCE or c_reference.compiler() is None:
            random_play(slug, repeat, seeds, share)
    against_openspiel(repeat, seeds, share)
    copies(kotori, build, repeat, seeds, share)
    interpreted(kotori, repeat, seeds, share)
    first_use(1 if brief else STARTS)


def headline(text: str) -> None:
    """Print what a benchmark measures, and on which machine."""
    print(f"{text}\n{machine()}\n", flush=True)


def machine() -> str:
    """Return processor, versions and load average."""
    cpu = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        fields = dict(line.split(":", 1) for line in cpuinfo.read_text().splitlines() if ":" in line)
        cpu = next((value.strip() for key, value in fields.items() if key.startswith("model name")), cpu)
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite", "numpy"))
    load_average = f"; load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{cpu}, {os.cpu_count()} cores{load_average}; Python {platform.python_version()}, {versions}"


def line(label: str, ours: str, theirs: str = "", verdict: str = "") -> None:
    print(f"{label:<34} {ours:>18}   {theirs:<34} {verdict}".rstrip(), flush=True)


def judged(target: str, *, reached: bool) -> str:
    """Return a target and whether it is reached, as all benchmarks print it."""
    return f"{target}: {'reached' if reached else 'MISSED'}"


def verdict(ours: Measured, theirs: Measured, target: float) -> str:
    ratio = ours.against(theirs)
    return f"{ratio:.2f} times; target {judged(f'{target:g}', reached=ratio >= target)}"


class Player:
    """Random play of a game by one of its builds."""

    def __init__(self, game: Game, build: Build, players: int) -> None:
        self.build, self.players = build, players
        self.states, self.blank, self.generator = build.workspace(0)
        self.tables = build.tables(game.tables)
        self.options = np.array(game.option_values, np.int64) if build.kind == "compiled" else game.option_values

    def playouts(self, seed: int, games: int) -> int:
        """Return the number of decisions in that many games."""
        return int(
            self.build.playouts(
                self.states, self.blank, self.tables, self.generator, self.players, self.options, seed, games
            )
        )

    def trace(self, seed: int, games: int) -> int:
        return int(
            self.build.trace(
                self.states, self.blank, self.tables, self.generator, self.players, self.options, seed, games
            )
        )

    def search(self, seed: int, decisions: int, tree: search.Tree, simulations: int) -> int:
        """Search the first decisions of fresh deals; returns the number of simulations."""
        for i in range(decisions):
            self.build.start(self.states, 0, self.blank, self.tables, self.players, self.options, seed + i)
            self.build.clear(tree)
            self.build.run_simulations(self.states, self.tables, self.generator, tree, simulations)
        return decisions * simulations


def against_c(game: Game, build: Build, repeat: int, seeds: Iterator[int], share: int) -> None:
    """Compare random play of kotori in the compiled build with C, on the same record."""
    path = c_reference.compiler()
    if path is None:
        line(f"{C_REFERENCE}, compared with C", "", "C: no compiler here (gcc, cc or $CC)")
        return
    c = c_reference.CReference(path, game)
    assert c.state_size == game.build.State.dtype.itemsize
    for players in (2, 3, 4):
        ours = Player(game, build, players)
        for number in range(2):
            ours.options[0] = number
            seed = next(seeds)
            assert ours.trace(seed, 500) == c.trace(players, number, seed, 500), "kotori.c plays another game"
        ours.options[0] = 0
        games = 30_000 // share
        mine, theirs = side_by_side(
            repeat,
            seeds,
            lambda seed, ours=ours, games=games: ours.playouts(seed, games),
            lambda seed, players=players, games=games: c.playouts(players, 0, seed, games),
        )
        line(
            f"kotori, random play, {players} players",
            f"{mine.median / 1e6:.1f} M steps/s",
            f"C, -O3: {theirs.median / 1e6:.1f} M steps/s",
            verdict(mine, theirs, C_TARGET),
        )


def random_play(slug: str, repeat: int, seeds: Iterator[int], share: int) -> None:
    """Measure random play of a game in the compiled build, with default house rules and every number of players."""
    game = load(slug)
    build = search_build(game.package, "compiled")
    fewest, most = game.description.players
    for players in range(fewest, most + 1):
        player = Player(game, build, players)
        games = max(1, DECISIONS * SAMPLE // share // player.playouts(next(seeds), SAMPLE))
        (measured,) = side_by_side(repeat, seeds, lambda seed, player=player, games=games: player.playouts(seed, games))
        line(f"{slug}, random play, {players} players", f"{measured.median / 1e6:.1f} M steps/s")


def against_openspiel(repeat: int, seeds: Iterator[int], share: int) -> None:
    """Compare random play and ISMCTS of Leduc poker with OpenSpiel's C++, called from Python."""
    leduc = open_game("harness.fixtures.leduc")
    player = Player(leduc, search_build(leduc.package, "compiled"), 2)
    tree = search.Tree(*player.build.empty_tree(SIMULATIONS))
    decisions = 40 // share

    def playouts(seed: int) -> int:
        games = 500_000 // share
        player.playouts(seed, games)
        return games

    def think(seed: int) -> int:
        return player.search(seed, decisions, tree, SIMULATIONS)

    names = ("leduc, random play", f"leduc, ISMCTS of {SIMULATIONS:,}")
    if not openspiel.available():
        mine = [side_by_side(repeat, seeds, contender)[0].median for contender in (playouts, think)]
        missing = "OpenSpiel is not installed"
        line(names[0], f"{mine[0] / 1e3:,.0f} k games/s", missing)
        line(names[1], f"{mine[1] / 1e3:,.0f} k sims/s", missing)
        print("    to compare: pip install 'tefuda[openspiel]'")
        return
    spiel = openspiel.OpenSpiel()
    spiel.assert_same_game(leduc, next(seeds), 300)
    mine, theirs = side_by_side(repeat, seeds, playouts, lambda seed: spiel.playouts(seed, 20_000 // share))
    line(
        names[0],
        f"{mine.median / 1e3:,.0f} k games/s",
        f"evaluate_bots: {theirs.median / 1e3:,.0f} k games/s",
        verdict(mine, theirs, OPENSPIEL_TARGET),
    )
    # Its utilities are chips, ours shares of the maximum; and unlike ours its exploration term is not rescaled.
    exploration = search.EXPLORATION * leduc.rules.MOST_CHIPS
    mine, theirs = side_by_side(
        repeat, seeds, think, lambda seed: spiel.search(seed, max(1, decisions // 10), SIMULATIONS, exploration)
    )
    line(
        names[1],
        f"{mine.median / 1e3:,.0f} k sims/s",
        f"ISMCTSBot (C++): {theirs.median / 1e3:,.0f} k sims/s",
        verdict(mine, theirs, OPENSPIEL_TARGET),
    )
    print(f"    OpenSpiel {spiel.version}; 300 games played move by move on both sides")


def copies(game: Game, build: Build, repeat: int, seeds: Iterator[int], share: int) -> None:
    """Measure copies of a whole state in the middle of a game."""
    player = Player(game, build, 4)
    count = 20_000_000 // share
    actions = np.zeros(game.build.NUM_ACTIONS, np.int64)

    def copy(seed: int) -> int:
        dice = random.Random(seed)
        build.start(player.states, 0, player.blank, player.tables, 4, player.options, seed)
        for _ in range(30):
            n = build.legal_at(player.states, 0, player.tables, actions)
            build.step(player.states, 0, player.tables, int(actions[dice.randrange(n)]))
        build.copies(player.states, count)
        return count

    (measured,) = side_by_side(repeat, seeds, copy)
    size = build.State.dtype.itemsize
    line("kotori, copies of a state", f"{measured.median / 1e6:,.0f} M copies/s", f"{size} bytes each")


def interpreted(game: Game, repeat: int, seeds: Iterator[int], share: int) -> None:
    """Measure random play of the checked build, which tables and tests run."""
    player = Player(game, checked(game.rules), 4)
    (measured,) = side_by_side(repeat, seeds, lambda seed: player.playouts(seed, max(2, 100 // share)))
    line("kotori, checked build, 4 players", f"{measured.median / 1e3:,.0f} k steps/s", "every store and index checked")


def first_use(starts: int) -> None:
    """Measure the CPU seconds from the start of a new process to its first random game and first search."""
    times: dict[str, list[tuple[float, float]]] = {"cold": [], "warm": []}
    for _ in range(starts):
        with tempfile.TemporaryDirectory() as cache:
            for measured in times.values():
                measured.append(_first_use(cache))
    for kind, measured in times.items():
        played, searched = (statistics.median(one) for one in zip(*measured, strict=True))
        what = "nothing compiled before" if kind == "cold" else "compiled code in the cache"
        line(f"kotori, {kind} start", f"{played:.2f} s", "to the first game", what)
        line("", f"{searched:.2f} s", "to the first search as well")


def _first_use(cache: str) -> tuple[float, float]:
    command = [sys.executable, "-c", FIRST_USE]
    environment = {**os.environ, "TEFUDA_CACHE": cache}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    played, searched = map(float, answer.stdout.split())
    return played, searched


if __name__ == "__main__":
    run()
