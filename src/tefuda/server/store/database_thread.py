"""A thread with a connection to the database, which runs jobs that the event loop queues."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

Work = TypeVar("Work")


class Job(NamedTuple, Generic[Work]):
    """Work for the thread, and the future of its result."""

    work: Work
    future: asyncio.Future[Any]
    since: float = 0.0  # when it was queued, by `perf_counter`


class Closable(Protocol):
    """What the thread needs of a connection."""

    def close(self) -> None: ...


Run = Callable[[list[Job[Work]]], Iterator[tuple[Sequence[Job[Work]], Sequence[Any]]]]


class DatabaseThread(Generic[Work]):
    """Runs queued jobs with `run` in batches: passing a result to the event loop costs as much as a small job.

    `run` yields jobs with their results as they are done; a result that is an exception is raised to the caller.
    `connection` must be usable in another thread; it is closed by the thread.  After a batch of several jobs the thread
    waits `gather` seconds for more to arrive.  For each yielded group, `observe` gets the wait of its oldest job, its
    duration in seconds and its results.
    """

    def __init__(
        self,
        name: str,
        connection: Closable,
        run: Run[Work],
        *,
        batch: int,
        gather: float = 0.0,
        observe: Callable[[float, float, Sequence[Any]], object] | None = None,
    ) -> None:
        self._observe = observe
        self._connection, self._run, self._batch, self._gather = connection, run, batch, gather
        self._queue: SimpleQueue[Job[Work] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._loop, name=name, daemon=True)
        self._thread.start()

    def submit(self, work: Work, done: Callable[[asyncio.Future[Any]], object] | None = None) -> asyncio.Future[Any]:
        """Queue work and return the future of its result; `done` is called before those who await it resume."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if done is not None:
            future.add_done_callback(done)
        self._queue.put(Job(work, future, perf_counter()))
        return future

    @property
    def waiting(self) -> int:
        """The number of queued jobs."""
        return self._queue.qsize()

    async def close(self) -> None:
        """Run all queued jobs and end the thread."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _loop(self) -> None:
        running, busy = True, False
        while running:
            running, busy = self._run_next(busy=busy)
        self._connection.close()

    def _run_next(self, *, busy: bool) -> tuple[bool, bool]:
        """Wait for jobs and run them; return whether to go on, and whether there were several.

        A separate function, so that no local variable keeps finished jobs and results alive while the thread waits.
        """
        jobs = [self._queue.get()]
        if busy and self._gather:
            time.sleep(self._gather)
        with contextlib.suppress(Empty):
            while len(jobs) < self._batch:
                jobs.append(self._queue.get_nowait())
        started = perf_counter()
        for done, results in self._run([job for job in jobs if job is not None]):
            if self._observe is not None and done:
                ended = perf_counter()
                self._observe(started - min(job.since for job in done), ended - started, results)
                started = ended
            _resolve_all(done, results)
        return None not in jobs, len(jobs) > 1


def _resolve_all(jobs: Sequence[Job[Any]], results: Sequence[Any]) -> None:
    """Resolve the futures of jobs with their results, each in its own event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, result in zip(jobs, results, strict=True):
        by_loop.setdefault(job.future.get_loop(), []).append((job.future, result))
    for loop, pairs in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_resolve, pairs)


def _resolve(pairs: Iterable[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in pairs:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
