"""Pool of worker processes that run bots, so that callers never block.

Tables, terminals and tests use a `Workers` pool, from synchronous code or an event loop.  Workers are plain
subprocesses on a pipe: they do not run the caller's script again, Ctrl-C in a terminal does not reach them, and one
that is killed or hangs is replaced.  They receive only requests (`players.make_request`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing import Pipe
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import IO, Any, Self, overload

import msgspec

from tefuda.bots.analysis import Analysis, AnalysisRequest
from tefuda.bots.fair_queue import Asker, FairQueue
from tefuda.bots.players import Answer, Request
from tefuda.bots.worker import Failed, Message, Prepare, Reply
from tefuda.engine.errors import TefudaError

WORKERS = 2
ANYONE = Asker()
ATTEMPTS = 3
ANSWER_SECONDS = 20.0  # for one answer
RETRY_SECONDS = 10.0  # before games are prepared again, if that failed and no request comes first
START_SECONDS = 120.0  # for a process to start and import everything, which takes long on a busy machine

_REPLIES: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
log = logging.getLogger(__name__)


def _log_exception(error: Exception) -> None:
    log.error("a bot worker failed", exc_info=error)


def _file_for_errors() -> IO[bytes]:
    """Return a file for the standard error of a process; nothing is kept where no temporary file can be made."""
    try:
        return tempfile.TemporaryFile()
    except OSError:  # a container with a read-only root, or a full disk
        return Path(os.devnull).open("w+b")


class BotFailed(TefudaError):
    """A bot did not answer; the message says why, `details` holds the worker's traceback or its last output."""

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = details


class WorkersClosed(BotFailed):
    """The pool was closed before a request was answered."""


class Workers:
    """A pool of worker processes, started on first use.  Close it, or use it in a `with` statement.

    `timeout` is how many seconds a process that has started may take for one answer before it is replaced.
    `on_start` gets the seconds that a request has waited for a worker, and `on_error` unexpected exceptions that are
    not those of a request; without it they are logged.
    """

    def __init__(
        self,
        count: int = WORKERS,
        timeout: float = ANSWER_SECONDS,
        on_start: Callable[[float], object] | None = None,
        on_error: Callable[[Exception], object] | None = None,
    ) -> None:
        self._timeout, self._on_start, self._on_error = timeout, on_start, on_error or _log_exception
        self._jobs = FairQueue[tuple[Request | AnalysisRequest, Future[Any], float]]()
        self._packages: list[str] = []  # games to prepare, in order of requests
        self._work = threading.Condition()
        self._closed = False
        self._workers = [_Worker() for _ in range(count)]
        self._threads: list[threading.Thread] = []
        self._warned: set[str] = set()

    @overload
    def submit(self, request: Request, asker: Asker = ANYONE) -> Future[Answer]: ...
    @overload
    def submit(self, request: AnalysisRequest, asker: Asker = ANYONE) -> Future[Analysis]: ...
    def submit(self, request: Request | AnalysisRequest, asker: Asker = ANYONE) -> Future[Any]:
        """Queue a request; the future raises BotFailed if it cannot be answered."""
        future: Future[Any] = Future()
        with self._work:
            if self._closed:
                raise WorkersClosed("the workers are closed")
            self._start()
            self._jobs.put(asker, (request, future, perf_counter()))
            self._work.notify()
        return future

    def choose(self, request: Request) -> Answer:
        """Answer a request; blocks."""
        return self.submit(request).result()

    async def choose_async(self, request: Request) -> Answer:
        """Answer a request without blocking the event loop."""
        return await asyncio.wrap_future(self.submit(request))

    def prepare(self, package: str) -> None:
        """Let every worker prepare a game's compiled build; returns immediately."""
        with self._work:
            if self._closed or package in self._packages:
                return
            self._packages.append(package)
            self._start()
            self._work.notify_all()

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a worker."""
        with self._work:
            return sum(1 for _ in self._jobs)

    @property
    def oldest(self) -> float:
        """For how many seconds the oldest of these requests has waited; 0 if there is none."""
        with self._work:
            now = perf_counter()
            return now - min((since for _, _, since in self._jobs), default=now)

    @property
    def processes(self) -> list[int]:
        """The process ids of the running workers."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def close(self) -> None:
        """Kill the workers; pending requests fail with WorkersClosed."""
        with self._work:
            self._closed = True
            jobs = list(self._jobs)
            self._jobs.clear()
            self._work.notify_all()
        for _, future, _ in jobs:
            if future.set_running_or_notify_cancel():
                future.set_exception(WorkersClosed("the workers were closed"))
        for worker in self._workers:
            worker.kill()
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.discard()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _start(self) -> None:
        if not self._threads:
            for worker in self._workers:
                thread = threading.Thread(target=self._serve, args=(worker,), name="bot worker", daemon=True)
                self._threads.append(thread)
                thread.start()

    def _serve(self, worker: _Worker) -> None:
        """Pass requests to one worker process; runs in its own thread until the pool is closed."""
        while True:
            with self._work:
                while not (self._closed or self._jobs or worker.prepared < len(self._packages)):
                    self._work.wait()
                if self._closed:
                    return
                job = self._jobs.pop() if self._jobs else None
            if job is None:
                self._prepare(worker)
                continue
            request, future, since = job
            if future.set_running_or_notify_cancel():
                try:
                    if self._on_start is not None:
                        self._on_start(perf_counter() - since)
                    answer = self._answer(worker, request)
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(answer)

    def _prepare(self, worker: _Worker) -> None:
        """Let a worker that has nothing else to do prepare games; never raises, as its thread must go on."""
        try:
            worker.prepare(self._packages)
        except _WorkerLost:  # its replacement is told again
            return
        except Exception as error:  # such as OSError: the system has no room for another process
            self._on_error(error)
            with self._work:
                self._work.wait_for(lambda: self._closed or self._jobs, RETRY_SECONDS)

    def _answer(self, worker: _Worker, request: Request | AnalysisRequest) -> Answer | Analysis:
        """Send a request to the worker, and to its replacement if it is lost."""
        lost = _WorkerLost("")
        for _ in range(ATTEMPTS):
            if self._closed:
                raise WorkersClosed("the workers were closed")
            try:
                worker.prepare(self._packages)
                reply = worker.ask(request, self._timeout)
            except _WorkerLost as error:
                lost = error
                continue
            if isinstance(reply, Failed):
                who = f"the bot {request.level}" if isinstance(request, Request) else "the analysis"
                raise BotFailed(f"{who} could not decide: {reply.message}", reply.details)
            if reply.build_error and request.package not in self._warned:
                self._warned.add(request.package)
                log.warning("%s plays uncompiled and therefore weakly:\n%s", request.package, reply.build_error)
            return reply.answer
        if self._closed:
            raise WorkersClosed("the workers were closed")
        raise BotFailed(f"{ATTEMPTS} bot workers were lost over one decision: the last {lost}", lost.last_output)


class _WorkerLost(Exception):
    """A worker process ended or hung."""

    def __init__(self, message: str, last_output: str = "") -> None:
        super().__init__(message)
        self.last_output = last_output


class _Worker:
    """One worker process, replaced when it is lost.  Only `kill` may be called from another thread."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.prepared = 0  # number of games it was told to prepare
        self._started = False
        self._lock = threading.Lock()
        self._ended = False

    def prepare(self, packages: list[str]) -> None:
        """Tell the process which games to prepare, if it was not told."""
        self._run()
        while self.prepared < len(packages):
            self._send(Prepare(packages[self.prepared]))
            self.prepared += 1

    def ask(self, request: Request | AnalysisRequest, timeout: float) -> Reply:
        self._run()
        self._send(request)
        try:
            if not self._started:
                if not self._pipe.poll(START_SECONDS):
                    raise self._lost(f"did not start in {START_SECONDS:g} s")
                self._pipe.recv_bytes()
                self._started = True
            if not self._pipe.poll(timeout):
                raise self._lost(f"gave no answer in {timeout:g} s")
            return _REPLIES.decode(self._pipe.recv_bytes())
        except (EOFError, OSError) as error:
            raise self._lost("ended") from error

    def kill(self) -> None:
        """Kill the process permanently; call `discard` when no thread reads from it."""
        with self._lock:
            self._ended = True
            if self.process is not None:
                self.process.kill()

    def discard(self) -> str:
        """Clean up the process, so that the next call starts another; return its last output."""
        with self._lock:
            if self.process is None:
                return ""
            self.process.kill()
            self.process.wait()
            self.process = None
            self.prepared = 0
            self._pipe.close()
            with self._errors:
                self._errors.seek(0)
                return self._errors.read().decode(errors="replace")

    def _run(self) -> None:
        with self._lock:
            if self._ended:
                raise _WorkerLost("was closed")
            if self.process is not None:
                return
            self._started = False
            self._pipe, theirs = Pipe()
            self._errors = _file_for_errors()  # stays open while the process runs
            start = (
                f"import sys; sys.path[:] = {sys.path!r}; "
                f"from tefuda.bots.worker import main; main({theirs.fileno()}, {os.getpid()})"
            )
            try:
                with theirs:
                    self.process = subprocess.Popen(  # noqa: S603  # our own interpreter and code
                        [sys.executable, "-c", start],
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL,
                        stderr=self._errors,
                        pass_fds=[theirs.fileno()],
                        start_new_session=True,  # Ctrl-C in the terminal must not reach the worker
                    )
            except BaseException:
                self._pipe.close()
                self._errors.close()
                raise

    def _send(self, message: Message) -> None:
        try:
            self._pipe.send_bytes(msgspec.msgpack.encode(message))
        except OSError as error:
            raise self._lost("ended") from error

    def _lost(self, message: str) -> _WorkerLost:
        return _WorkerLost(message, self.discard())
