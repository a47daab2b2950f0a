"""The queue of one table: runs jobs one at a time, so that the steps of different requests do not interleave."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.logs import log
from tefuda.table.entries import Refused

R = TypeVar("R")
Work = Callable[[], Awaitable[R]]


class _Job(NamedTuple):
    work: Work[Any]
    future: asyncio.Future[Any] | None  # None: no caller waits


class WorkQueue:
    """The queue of one table, processed by one task.

    A job is retried on the current table if another worker was faster, or if it was refused and other workers have
    changed the table since (`has_changed`).  `report` is called with the error of a job for which no caller waits.
    """

    def __init__(self, has_changed: Work[bool], report: Callable[[Exception], None]) -> None:
        self._has_changed, self._report = has_changed, report
        self._loop = asyncio.get_running_loop()  # cached: get_running_loop() is a syscall on 3.11
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None
        self._working = False

    def start(self, name: str, after_each: Callable[[], None]) -> None:
        """Start the task; `after_each` is called after each job."""
        self._worker = self._loop.create_task(self._run(after_each), name=name)

    @property
    def busy(self) -> bool:
        """Whether work is under way or queued."""
        return self._working or not self._jobs.empty()

    async def submit(self, work: Work[R]) -> R:
        """Run `work` on the queue and return its result; it completes even if the caller is cancelled.

        Raises ServerError if the queue is closed before `work` runs; the caller may retry, which loads the table again.
        """
        if self._worker is None:
            raise ServerError("store-error")
        future: asyncio.Future[R] = self._loop.create_future()
        self._jobs.put_nowait(_Job(work, future))
        return await future

    def enqueue(self, work: Work[object]) -> None:
        """Run `work` on the queue without waiting for it."""
        self._jobs.put_nowait(_Job(work, None))

    async def close(self) -> None:
        """Stop the task; the running job is cancelled, and queued jobs fail."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        while not self._jobs.empty():
            _fail(self._jobs.get_nowait(), ServerError("store-error"))

    async def _run(self, after_each: Callable[[], None]) -> None:
        while True:
            job = await self._jobs.get()
            self._working = True
            try:
                self._finish(job, *await self._outcome(job.work))
            except asyncio.CancelledError:
                _fail(job, ServerError("store-error"))
                raise
            try:
                after_each()
            except Exception as error:
                self._report(error)
            self._working = False

    async def _outcome(self, work: Work[R]) -> tuple[R | None, Exception | None]:
        """Do work; return its result, or its error.

        A separate function, because the traceback of the error refers to its frame: the job, whose future refers to the
        error, must not be a local variable there, or they would form a reference cycle.
        """
        try:
            return await self._carry_out(work), None
        except Exception as error:
            return None, error

    async def _carry_out(self, work: Work[R]) -> R:
        """Do work; retry it on the new state as long as other workers change the table first."""
        while True:
            try:
                return await work()
            except Overtaken:
                continue
            except (ServerError, Refused):
                if not await self._has_changed():
                    raise

    def _finish(self, job: _Job, result: object, error: Exception | None) -> None:
        if error is not None:
            if job.future is None and isinstance(error, ServerError):  # the store fails, or the table is gone
                log.warning("job-failed", reason=error.id)
            elif job.future is None:
                self._report(error)
            else:
                _fail(job, error)
        elif job.future is not None and not job.future.done():
            job.future.set_result(result)


async def no_op() -> None:
    """An empty job: queued so that `after_each` runs after all earlier jobs."""


def _fail(job: _Job, error: Exception) -> None:
    if job.future is not None and not job.future.done():
        job.future.set_exception(error)
