"""Rate of batches of games (`tefuda.vector`) beside that of the bare kernel, which plays one game after the other.

`tefuda bench vector` runs it.  Both play at random on the compiled build, in turns within one thread on fresh deals.
The kernel is one compiled loop that keeps nothing; a step of a batch gives masks, seats, rewards and ends as arrays,
deals the next games, and is called from Python.  It is measured without observations and with them.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator

import tefuda
from benchmarks.options import AtLeastOne, OneGame
from benchmarks.speed import Player, headline, line, verdict
from benchmarks.timing import fresh_seeds, side_by_side
from tefuda.bots.players import search_build
from tefuda.engine.game import Game, game_slugs, load

TARGET = 0.6
DECISIONS = 1_000_000  # per round, of each contender
SAMPLE = 50  # games played to estimate their mean number of decisions
THREADS = 2


def run(*, games: AtLeastOne = 4096, repeat: AtLeastOne = 7, game: OneGame = None) -> None:
    """Measure batches of games as arrays, as learners use them, beside the bare rules in the same run.

    Parameters
    ----------
    games: int
        How many side by side.
    repeat: int
        How many times everything is measured; the median counts.
    """
    seeds = fresh_seeds()
    headline(f"Medians of {repeat} rounds; {games:,} games side by side; one core, its processor time; fresh deals.")
    for slug in [game] if game else game_slugs():
        fewest, most = load(slug).description.players
        for players in range(fewest, most + 1):
            measure(load(slug, players=players), games, repeat, seeds)


def measure(game: Game, count: int, repeat: int, seeds: Iterator[int]) -> None:
    """Print the rates of one game."""
    player = Player(game, search_build(game.package, "compiled"), game.num_players)
    kernel_games = max(1, DECISIONS * SAMPLE // player.playouts(next(seeds), SAMPLE))
    steps = max(1, DECISIONS // count)
    batch = tefuda.vector(game, count, seed=next(seeds))

    # Each turn goes on with the games of the last one, so that all parts of games are measured, as with the kernel.
    def step(_seed: int) -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return steps * count

    def observe(_seed: int) -> int:
        for _ in range(steps):
            batch.step(batch.sample(), observe=True)
            batch.observe()
        return steps * count

    kernel, stepped, observed = side_by_side(
        repeat, seeds, lambda seed: player.playouts(seed, kernel_games), step, observe
    )
    kernel_rate = f"kernel: {kernel.median / 1e6:.1f} M steps/s"
    for label, rate in (
        (f"{game.slug}, {game.num_players} players, batch", stepped),
        ("    with observations", observed),
    ):
        line(label, f"{rate.median / 1e6:.1f} M steps/s", kernel_rate, verdict(rate, kernel, TARGET))
    batches = [tefuda.vector(game, count, seed=next(seeds), threads=threads) for threads in (1, THREADS)]
    for label, observing in ((f"    {THREADS} threads", False), (f"    {THREADS} threads with observations", True)):
        rounds = [[elapsed(batch, steps, observing) for batch in batches] for _ in range(repeat)]
        gain = statistics.median(one / several for one, several in rounds)
        load_average = f"load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
        line(label, f"{gain:.2f} times one", "in seconds of the clock", load_average)


def elapsed(batch: tefuda.Vector, steps: int, observing: bool) -> float:
    """Return the seconds of the clock that some random steps take."""
    start = time.perf_counter()
    for _ in range(steps):
        batch.step(batch.sample(), observe=observing)
    return time.perf_counter() - start


if __name__ == "__main__":
    run()
