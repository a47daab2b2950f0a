"""A server in its own process that tests and benchmarks can kill."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from harness.server.doubles import PATIENCE, QuickBots, settings
from tefuda.server.app import Server
from tefuda.server.run import listening, run

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([__name__])  # import once, not at every start
_running: set[ServerProcess] = set()


Alter = Callable[[Server], object]


def _serve(
    folder: Path,
    seed: float,
    changes: dict[str, Any],
    address: Connection,
    passed: socket.socket | None,
    alter: Alter | None,
) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # `nohup ./tefuda test` ignores it, and so do its children
    with passed or listening("127.0.0.1", 0) as listener:
        server = Server(settings(folder, **changes), QuickBots(seed))
        if alter is not None:
            alter(server)
        address.send(f"http://127.0.0.1:{listener.getsockname()[1]}")
        run(server, listener)


class ServerProcess:
    """A running server at `address`; `kill()` sends SIGKILL, `stop()` SIGTERM.

    `listener` is a listening socket to use, as a service manager passes it; `alter` changes the server before it runs,
    to plant a defect.
    """

    def __init__(
        self,
        folder: Path,
        seed: int = 0,
        listener: socket.socket | None = None,
        alter: Alter | None = None,
        **changes: Any,
    ) -> None:
        ours, theirs = _processes.Pipe()
        self.process = _processes.Process(
            target=_serve, args=(folder, Random(seed).random(), changes, theirs, listener, alter)
        )
        self.process.start()
        _running.add(self)
        theirs.close()
        if not ours.poll(PATIENCE):
            raise TimeoutError("the server does not start")
        self.address: str = ours.recv()

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        _running.discard(self)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int | None:
        """Send a signal, wait for the end and return the exit code."""
        os.kill(self.process.pid, number)
        self.process.join(PATIENCE)
        if self.process.exitcode is not None:
            _running.discard(self)
        return self.process.exitcode


def kill_all() -> None:
    """Kill the servers that are still running, as a failed test leaves them."""
    for server in list(_running):
        server.kill()
