"""A worker process: answers requests from its parent, one at a time, until the parent is gone.

Started by `workers.py` with one end of a pipe.  A game is loaded when it is first asked for.  Its compiled build is
made ready in a thread beside, and until then the checked build answers: nobody waits for a compilation.  A worker never
sees anything but requests, and those hold nothing that their seat cannot know.
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

from tefuda.bots.players import Answer, Request, SearchBot, ask, bot, search_build
from tefuda.engine.backends import Build
from tefuda.engine.game import open_game

PARENT_CHECK_SECONDS = 1.0


class Prepare(Struct, frozen=True, tag="prepare"):
    """Make a game's compiled build ready; has no reply."""

    package: str


class Choose(Struct, frozen=True, tag="choose"):
    """Answer a request."""

    request: Request


class Chosen(Struct, frozen=True, tag="chosen"):
    """The answer.  `trouble` says why this game has no compiled build, where that is so."""

    answer: Answer
    trouble: str = ""


class Failed(Struct, frozen=True, tag="failed"):
    """A request that could not be answered: what a person should read, and where it happened."""

    message: str
    details: str


Message = Prepare | Choose
Reply = Chosen | Failed


def main(pipe: int, parent: int) -> None:
    """Serve the pipe with that file descriptor; `parent` is the process that holds its other end."""
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    connection = Connection(pipe)
    preparing = Preparing()
    with contextlib.suppress(EOFError, OSError):  # the parent has closed its end
        while True:
            message = msgspec.msgpack.decode(connection.recv_bytes(), type=Message)
            preparing.begin(message.package if isinstance(message, Prepare) else message.request.package)
            if isinstance(message, Choose):
                connection.send_bytes(msgspec.msgpack.encode(_reply(message.request, preparing)))
    os._exit(0)  # a compilation may still run in its thread


def _reply(request: Request, preparing: Preparing) -> Reply:
    try:
        answer = bot(request.level, preparing.build(request.package)).choose(request)
        return Chosen(answer, preparing.trouble(request.package))
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}", traceback.format_exc())


def _watch(parent: int) -> None:
    """End with the parent, also when it was killed in the middle of a search of ours."""
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK_SECONDS)
    os._exit(0)


class Preparing:
    """The compiled builds of this process: made in threads, used once they are ready."""

    def __init__(self) -> None:
        self._begun: set[str] = set()
        self._ready: dict[str, Build] = {}
        self._troubles: dict[str, str] = {}

    def begin(self, package: str) -> None:
        """Begin to make the build of a game ready, unless that has begun already."""
        if package not in self._begun:
            self._begun.add(package)
            threading.Thread(target=self._prepare, args=(package,), daemon=True).start()

    def build(self, package: str) -> Build:
        """The best build there is now."""
        ready = self._ready.get(package)
        return ready if ready is not None else search_build(package, "checked")

    def trouble(self, package: str) -> str:
        """Why there is no compiled build and will be none; "" where there is, or will be."""
        return self._troubles.get(package, "")

    def _prepare(self, package: str) -> None:
        try:
            build = search_build(package, "compiled")
            with alone(build):
                state = open_game(package).start(seed=0)
                SearchBot(2, build).choose(ask(state, "easy", seed=0))
            self._ready[package] = build
        except Exception:  # the checked build goes on answering, and the answers say why
            self._troubles[package] = traceback.format_exc()


@contextlib.contextmanager
def alone(build: Build) -> Iterator[None]:
    """Let one process after another compile or load a build, so that only the first compiles.

    The lock lies beside the build's compiled code and ends with its process; without a cache there is nothing to share.
    """
    cache = build.grow.stats.cache_path
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
