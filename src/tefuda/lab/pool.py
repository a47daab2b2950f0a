"""Runs the tasks of a study in several processes, or on a cluster, and yields the results in the order of the tasks.

Decisions that follow from the results, such as when to stop, therefore do not depend on the number of processes.  The
processes end with the one that started them, even if that is killed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from tefuda.engine.errors import TefudaError
from tefuda.lab.cluster import in_order_of_cluster
from tefuda.lab.players import close_players

T = TypeVar("T")
R = TypeVar("R")
ATTEMPTS = 2  # at the same tasks, if a process dies


class ProcessEnded(TefudaError):
    """A process that plays games has died, and so has its replacement at the same games."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(function: Callable[[T], R], tasks: Iterable[T], processes: int, *, cluster: bool = False) -> Generator[R]:
    """Yield function(task) for each task, in order; close the iterator to stop early.

    With one process, the calling one, nothing is pickled.  If another process dies, the unfinished tasks are repeated;
    raises ProcessEnded if that happens twice in a row.  With `cluster` they run on the cluster that this process is
    connected to.  In the end all players of a process are closed.
    """
    if cluster:
        yield from in_order_of_cluster(function, tasks)
        return
    if processes == 1:
        try:
            yield from map(function, tasks)
        finally:
            close_players()
        return
    waiting = iter(tasks)
    begun = deque(islice(waiting, 2 * processes))
    attempts = 0
    while begun:
        try:
            with _workers(processes) as pool:
                futures = deque(pool.submit(function, task) for task in begun)
                while futures:
                    result = futures.popleft().result()
                    begun.popleft()
                    attempts = 0
                    yield result
                    for task in islice(waiting, 1):
                        begun.append(task)
                        futures.append(pool.submit(function, task))
        except BrokenProcessPool as error:
            attempts += 1
            if attempts == ATTEMPTS:
                raise ProcessEnded(
                    f"a process that plays ended {ATTEMPTS} times at the same games: one of the players ends it, "
                    "the memory is too small for so many processes, or the program is no file with "
                    "`if __name__ == '__main__':` before what it does"
                ) from error


@contextlib.contextmanager
def _workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Run a pool of new processes; they end when all submitted work is done, after an error at once."""
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with theirs, ours:
        pool = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(theirs,))
        try:
            yield pool
        except BaseException:
            ours.close()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(pipe: Connection) -> None:
    """Make this process exit when the other end of the pipe is closed, as when its owner is killed, and only then.

    Ctrl-C at a terminal and the signals of the pool are left to the owner, which closes the pipe.  What players print
    goes to standard error, at once and apart from the result.
    """
    sys.stdout = sys.stderr
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    threading.Thread(target=_watch, args=(pipe,), daemon=True).start()


def _watch(pipe: Connection) -> None:
    """Close the players and exit when the other end of a pipe is closed, even during a search."""
    try:
        with contextlib.suppress(EOFError, OSError):
            pipe.recv_bytes()
        close_players(last=True)
    finally:
        os._exit(0)
