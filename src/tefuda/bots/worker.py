"""A worker process: answers requests from its parent, one at a time, until the parent is gone.

Started by `workers.py` with one end of a pipe.  A game is loaded on its first request.  Its compiled build is
prepared in a thread; until it is ready the checked build answers, so no request waits for compilation.  A worker
receives only requests, which contain nothing that their seat cannot know.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
from msgspec import Struct

from tefuda.bots import analysis
from tefuda.bots.analysis import Analysis, AnalysisRequest
from tefuda.bots.players import Answer, Request, SearchBot, make_bot, make_request, search_build
from tefuda.engine.backends import Build
from tefuda.engine.game import open_game

PARENT_CHECK_SECONDS = 1.0


class Prepare(Struct, frozen=True, tag="prepare"):
    """Prepare a game's compiled build; has no reply."""

    package: str


class Answered(Struct, frozen=True, tag="answered"):
    """The answer to a request.  `build_error` says why this game has no compiled build, if that failed."""

    answer: Answer | Analysis
    build_error: str = ""


class Failed(Struct, frozen=True, tag="failed"):
    """A request that could not be answered: a message for people, and the traceback."""

    message: str
    details: str


Message = Prepare | Request | AnalysisRequest
Reply = Answered | Failed


def main(pipe: int, parent: int) -> None:
    """Serve requests from a pipe, given by file descriptor; `parent` is the id of the process at its other end.

    The first message to the parent is empty and says that this process has started.
    """
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    connection = Connection(pipe)
    preparation = BuildPreparation()
    with contextlib.suppress(EOFError, OSError):  # the parent has closed its end
        connection.send_bytes(b"")
        while True:
            message = msgspec.msgpack.decode(connection.recv_bytes(), type=Message)
            preparation.start(message.package)
            if not isinstance(message, Prepare):
                connection.send_bytes(msgspec.msgpack.encode(_reply(message, preparation)))
    os._exit(0)  # a compilation may still run in its thread


def _reply(request: Request | AnalysisRequest, preparation: BuildPreparation) -> Reply:
    try:
        build = preparation.build(request.package)
        answer: Answer | Analysis
        if isinstance(request, Request):
            answer = make_bot(request.level, build).choose(request)
        else:
            answer = analysis.answer(request, build)
        return Answered(answer, preparation.error(request.package))
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}", traceback.format_exc())


def _watch(parent: int) -> None:
    """Exit when the parent process ends, even if it was killed during a search."""
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK_SECONDS)
    os._exit(0)


class BuildPreparation:
    """The compiled builds of this process, prepared in threads."""

    def __init__(self) -> None:
        self._started: set[str] = set()
        self._ready: dict[str, Build] = {}
        self._errors: dict[str, str] = {}

    def start(self, package: str) -> None:
        """Start preparing the build of a game, once."""
        if package not in self._started:
            self._started.add(package)
            threading.Thread(target=self._prepare, args=(package,), daemon=True).start()

    def build(self, package: str) -> Build:
        """Return the compiled build if it is ready, else the checked build."""
        ready = self._ready.get(package)
        return ready if ready is not None else search_build(package, "checked")

    def error(self, package: str) -> str:
        """Return why preparing the compiled build failed, or ""."""
        return self._errors.get(package, "")

    def _prepare(self, package: str) -> None:
        try:
            build = search_build(package, "compiled")
            with compile_lock(build):
                state = open_game(package).start(seed=0)
                SearchBot(2, build).choose(make_request(state, "easy", seed=0))
                analysis.answer(analysis.make_request(state, 1), build)
            self._ready[package] = build
        except Exception:  # the checked build continues to answer, and answers report the failure
            self._errors[package] = traceback.format_exc()


@contextlib.contextmanager
def compile_lock(build: Build) -> Iterator[None]:
    """Hold a lock across processes while compiling or loading a build, so that only the first compiles.

    The lock file is in the build's cache folder; without a cache there is no lock.
    """
    cache = build.run_simulations.stats.cache_path
    try:
        lock = (Path(cache) / "lock").open("w") if cache else None
    except OSError:
        lock = None
    if lock is None:
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
