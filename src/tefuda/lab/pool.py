"""Runs the tasks of a study in several processes, or on a cluster, and yields the results in the order of the tasks.

So all decisions from the results, such as when to stop, are independent of the number of processes.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from tefuda.engine.errors import BadOption
from tefuda.lab.cluster import in_order_of_cluster

T = TypeVar("T")
R = TypeVar("R")
MOST_PROCESSES = 1024


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    function: Callable[[T], R],
    tasks: Iterable[T],
    processes: int,
    done: Callable[[], None],
    *,
    cluster: bool = False,
) -> Generator[R]:
    """Yield function(task) for each task, in order; close the iterator to stop early.

    `function` and tasks are pickled unless there is one process: the calling one, which calls `done` at the end.  With
    `cluster` they are done by the one that this process is connected to, and not here.
    """
    if cluster:
        yield from in_order_of_cluster(function, tasks)
        return
    if not 1 <= processes <= MOST_PROCESSES:
        raise BadOption(f"there are 1 to {MOST_PROCESSES} processes, not {processes}")
    if processes == 1:
        try:
            yield from map(function, tasks)
        finally:
            done()
        return
    waiting = iter(tasks)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        begun: deque[Future[R]] = deque(pool.submit(function, task) for task in islice(waiting, 2 * processes))
        try:
            while begun:
                result = begun.popleft().result()
                begun.extend(pool.submit(function, task) for task in islice(waiting, 1))
                yield result
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
