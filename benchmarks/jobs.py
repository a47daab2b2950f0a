"""Time that the queue in PostgreSQL adds to a request of a bot, against a pipe to a process of the server's own.

`tefuda bench jobs` runs it.  The same requests, one at a time, go to a worker process by its pipe, and to one of
`tefuda bots` by way of a PostgreSQL that syncs every commit.  Requests of both ways and of both games alternate, so
that the rest of the machine disturbs all alike; what is reported is the difference of each pair.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from statistics import median, quantiles
from typing import Annotated, NamedTuple

from benchmarks.options import AtLeastTwo, OfTests
from benchmarks.speed import headline
from harness.server.databases import PostgresDatabase
from harness.server.postgres import DURABLE, running_cluster
from tefuda.bots.players import Request, make_request
from tefuda.bots.workers import Workers
from tefuda.engine.game import load
from tefuda.server.bots.queued_bots import QueuedBots
from tefuda.server.metrics import Metrics
from tefuda.server.store.database_url import DatabaseUrl

GAMES = ("kotori", "doutotsu")
LEVEL = "easy"  # the shortest search, in which the way of the request counts most
WARM_UP_SECONDS = 300.0  # at most, for compiled builds


class Pair(NamedTuple):
    """Seconds from a request to its answer."""

    pipe: float
    queue: float


def run(*, requests: AtLeastTwo = 400, warm_up: Annotated[bool, OfTests] = True) -> None:
    """Measure the time that the queue of tefuda bots adds to a request, against a pipe to a process of the server.

    Parameters
    ----------
    requests: int
        How many of each game; those of both ways alternate.
    """
    headline("A request of a bot and its answer: by a pipe, and by the queue in PostgreSQL.")
    with ExitStack() as stack:
        cluster = stack.enter_context(running_cluster(DURABLE))
        url = stack.enter_context(cluster.database())
        PostgresDatabase(url).run("INSERT INTO keys VALUES ('server', repeat('k', 32)::BYTEA)")
        queue = stack.enter_context(closing(QueuedBots(DatabaseUrl(url), Metrics())))
        stack.enter_context(_bots(url))
        pipe = stack.enter_context(Workers(1))
        ways: tuple[Callable[[Request], object], ...] = (
            lambda request: pipe.submit(request).result(),
            lambda request: queue.submit(request).result(),
        )
        if warm_up:
            _warm_up(pipe, queue)
        pairs: dict[str, list[Pair]] = {game: [] for game in GAMES}
        before, started = cluster.cpu_seconds(), time.perf_counter()
        for number in range(requests):
            for game in GAMES:
                request = _request(game, number)
                order = ways if number % 2 else ways[::-1]
                seconds = {way: _timed(way, request) for way in order}
                pairs[game].append(Pair(seconds[ways[0]], seconds[ways[1]]))
        database = (cluster.cpu_seconds() - before) / (requests * len(GAMES))
        took = time.perf_counter() - started
    print(f"{'game':>9} {'request':>8} {'pipe ms':>8} {'queue ms':>8} {'added ms: p50':>13} {'p90':>6} {'p99':>6}")
    for game, found in pairs.items():
        added = quantiles([1e3 * (pair.queue - pair.pipe) for pair in found], n=100)
        size = len(_request(game, 0).record) + len(_request(game, 0).tables)
        print(
            f"{game:>9} {size:6} B {1e3 * median(pair.pipe for pair in found):8.2f}"
            f" {1e3 * median(pair.queue for pair in found):8.2f} {added[49]:13.2f} {added[89]:6.2f} {added[98]:6.2f}"
        )
    print(
        f"{requests} requests of each, in {took:.0f} s; PostgreSQL worked {1e6 * database:.0f} µs for one in the queue"
    )


def _request(game: str, seed: int) -> Request:
    return make_request(load(game).start(seed=seed), LEVEL, seed=seed)


def _timed(way: Callable[[Request], object], request: Request) -> float:
    started = time.perf_counter()
    way(request)
    return time.perf_counter() - started


def _warm_up(pipe: Workers, queue: QueuedBots) -> None:
    """Wait until the compiled builds answer."""
    deadline = time.monotonic() + WARM_UP_SECONDS
    for game in GAMES:
        while {pool.submit(_request(game, 0)).result().build for pool in (pipe, queue)} != {"compiled"}:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{game} is not compiled after {WARM_UP_SECONDS:g} s")
            time.sleep(0.2)


@contextmanager
def _bots(url: str) -> Iterator[None]:
    command = [sys.executable, "-m", "tefuda", "bots", "--processes", "1"]
    quiet = subprocess.DEVNULL
    environment = os.environ | {"TEFUDA_DATABASE": url}
    with subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet) as process:
        try:
            yield
        finally:
            process.terminate()
