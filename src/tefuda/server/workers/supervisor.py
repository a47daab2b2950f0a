"""Runs a server as several worker processes at one address (`tefuda serve --workers`).

The supervisor listens, and its workers accept from the same socket, so that no client is refused while one is replaced.
Every worker has a slot, which determines the tables at home there (`homes.py`).  The supervisor replaces a worker that
ends or whose event loop hangs, and renews all of them on request, one after the other.  It serves nothing itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from tefuda.engine.errors import TefudaError
from tefuda.server.cluster.passing import listen
from tefuda.server.logs import log
from tefuda.server.service_manager import notify, watchdog_seconds
from tefuda.server.settings import Settings
from tefuda.server.store.errors import StoreError
from tefuda.server.workers.hand_over import receive_connection, send_connection
from tefuda.server.workers.worker_process import Command, MakeBots, Plan, Report, encoded_plan

START_SECONDS = 60.0  # until a worker is ready
HANG_SECONDS = 10.0  # without a heartbeat from a worker's event loop
LEAVE_SECONDS = 10.0  # timeout for a worker that is being replaced to store everything
END_SECONDS = 20.0  # until a worker that was asked to end is killed
TICK_SECONDS = 0.25
STEADY_SECONDS = 10.0  # a worker that ends sooner, twice in a row, is restarted after a back-off
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0  # of the back-off, doubled each time
MANAGER_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES")


class _Slot:
    """Place of one worker: its socket for connections, and the process that serves there now."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.inbox, self.outbox = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.inbox.setblocking(False)
        self.outbox.setblocking(False)
        self.worker: _Worker | None = None
        self.successor: _Worker | None = None  # ready to serve as soon as the worker has left
        self.serving = asyncio.Event()


class _Worker:
    """One worker process."""

    def __init__(self, slot: int, process: subprocess.Popen[bytes]) -> None:
        self.slot, self.process = slot, process
        self.ready, self.serving, self.left = asyncio.Event(), asyncio.Event(), asyncio.Event()  # left: or ended
        self.ended = asyncio.Event()
        self.failure = ""
        self.silent_ticks = 0
        self.tasks: list[asyncio.Task[None]] = []
        self._writer: asyncio.StreamWriter | None = None

    async def watch(self, control: socket.socket, plan: bytes) -> None:
        """Send the plan, and read the reports until the process ends."""
        reader, self._writer = await asyncio.open_connection(sock=control)
        self._writer.write(plan)
        with contextlib.suppress(OSError):
            while byte := await reader.read(1):
                self.silent_ticks = 0
                if byte == Report.READY.value:
                    self.ready.set()
                elif byte == Report.SERVING.value:
                    self.serving.set()
                elif byte == Report.LEFT.value:
                    self.left.set()
                elif byte == Report.FAILED.value:
                    self.failure = (await reader.read()).decode(errors="replace")
        await asyncio.to_thread(self.process.wait)
        self._writer.close()
        for event in (self.ended, self.left, self.ready, self.serving):
            event.set()

    def send(self, command: Command) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(command.value)

    @property
    def runs(self) -> bool:
        return not self.ended.is_set()


class Supervisor:
    """The workers of one server, as many as its settings say.

    `make_bots` makes the bots of a worker; it is pickled.  `reload` returns the settings to renew the workers with, and
    raises TefudaError if they are unusable; without it they stay the same.
    """

    def __init__(
        self,
        settings: Settings,
        listener: socket.socket,
        make_bots: MakeBots,
        *,
        reload: Callable[[], Settings] | None = None,
    ) -> None:
        self._settings, self._listener, self._make_bots = settings, listener, make_bots
        self._reload = reload
        self._passing = listen(settings.passing) if settings.passing else None
        self._slots = [_Slot(number) for number in range(settings.workers)]
        self._workers: set[_Worker] = set()  # running, including those that are being replaced
        self._stopping, self._renewal = asyncio.Event(), asyncio.Event()
        self._next_watchdog = 0.0

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers that serve, by slot; 0 while there is none."""
        return [slot.worker.process.pid if slot.worker is not None else 0 for slot in self._slots]

    def stop(self) -> None:
        """Stop all workers gracefully; `run` then returns."""
        self._stopping.set()

    def renew(self) -> None:
        """Replace all workers, one after the other."""
        self._renewal.set()

    async def run(self, on_serving: Callable[[], object] = lambda: None) -> None:
        """Run the workers until `stop` is called; calls `on_serving` once all of them serve.

        Raises StoreError if the first worker cannot start.
        """
        tasks: list[asyncio.Task[None]] = []
        try:
            self._slots[0].successor = await self._started(self._slots[0])  # its error names invalid settings
            if self._slots[0].successor is None:
                return
            tasks = [asyncio.create_task(work) for work in (*map(self._keep, self._slots), self._tick())]
            for slot in self._slots:
                await self._unless_stopped(slot.serving.wait())
            if not self._stopping.is_set():
                on_serving()
                notify("READY=1")
                tasks.append(asyncio.create_task(self._renew_on_request()))
            stopping = asyncio.create_task(self._stopping.wait())
            finished, _ = await asyncio.wait([stopping, *tasks], return_when=asyncio.FIRST_COMPLETED)
            notify("STOPPING=1")
            for task in finished:
                task.result()  # only a defect ends a task
        finally:
            self._stopping.set()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(self._end(worker) for worker in list(self._workers)))
            for slot in self._slots:
                slot.inbox.close()
                slot.outbox.close()
            if self._passing is not None:
                self._passing.close()

    # ------------------------------------------------------------- a worker

    def _start(self, slot: _Slot) -> _Worker:
        ours, theirs = socket.socketpair()
        passing = self._passing.fileno() if self._passing is not None else -1
        descriptors = [theirs.fileno(), self._listener.fileno(), passing, slot.inbox.fileno()]
        outboxes = [other.outbox.fileno() for other in self._slots]
        start = (
            f"import sys; sys.path[:] = {sys.path!r}; from tefuda.server.workers.worker_process import main; "
            f"main(*{descriptors!r}, {outboxes!r})"
        )
        environment = {name: value for name, value in os.environ.items() if name not in MANAGER_VARIABLES}
        try:
            process = subprocess.Popen(  # noqa: S603  # our own interpreter and code
                [sys.executable, "-c", start],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[one for one in (*descriptors, *outboxes) if one >= 0],
                env=environment,
                start_new_session=True,  # Ctrl-C in the terminal must not reach the worker
            )
        except OSError as error:
            ours.close()
            raise StoreError(f"a worker cannot be started: {error.strerror}") from error
        finally:
            theirs.close()
        worker = _Worker(slot.number, process)
        self._workers.add(worker)
        plan = Plan(self._settings._replace(slot=slot.number), self._make_bots)
        worker.tasks.append(asyncio.create_task(self._watch(worker, ours, encoded_plan(plan))))
        return worker

    async def _watch(self, worker: _Worker, control: socket.socket, plan: bytes) -> None:
        try:
            await worker.watch(control, plan)
        finally:
            self._workers.discard(worker)

    async def _started(self, slot: _Slot) -> _Worker | None:
        """Start a worker and wait until it is ready to serve; None if the supervisor stops first.

        Raises StoreError if it cannot start.
        """
        worker = self._start(slot)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                await self._unless_stopped(worker.ready.wait())
        if self._stopping.is_set():
            return None
        if not (worker.ready.is_set() and worker.runs):
            await self._end(worker)
            raise StoreError(worker.failure or f"a worker has not started: exit code {worker.process.poll()}")
        return worker

    async def _unless_stopped(self, event: Coroutine[Any, Any, object]) -> None:
        """Wait for an event or for `stop`."""
        waiting = [asyncio.create_task(event), asyncio.create_task(self._stopping.wait())]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()

    async def _end(self, worker: _Worker) -> None:
        """Let a worker end gracefully, or kill it if it does not."""
        if worker.runs:
            with contextlib.suppress(ProcessLookupError):
                worker.process.terminate()
        await self._wait_or_kill(worker)

    # --------------------------------------------------------------- a slot

    async def _keep(self, slot: _Slot) -> None:
        """Keep a worker running in a slot; one that ends soon or cannot start is restarted with exponential back-off.

        Connections wait for a worker that is starting, and go to other workers during a pause.
        """
        pause, loop = 0.0, asyncio.get_running_loop()
        rerouted = False
        while True:
            try:
                worker, slot.successor = slot.successor or await self._started(slot), None
            except StoreError as error:
                log.error("worker-not-started", worker=slot.number, why=str(error))
            else:
                if worker is None:
                    return
                slot.worker, since = worker, loop.time()
                worker.send(Command.SERVE)
                await worker.serving.wait()
                if worker.runs:
                    slot.serving.set()
                    if rerouted:
                        rerouted = False
                        self._return_strays()
                await worker.left.wait()
                slot.serving.clear()
                slot.worker = None
                if slot.successor is not None:
                    continue
                log.error("worker-ended", worker=slot.number, code=worker.process.poll() or 0)
                if loop.time() - since >= STEADY_SECONDS:
                    pause = 0.0
            if pause:
                rerouted = True
                loop.add_reader(slot.inbox, self._reroute, slot)
                try:
                    await asyncio.sleep(pause)
                finally:
                    loop.remove_reader(slot.inbox)
            pause = min(max(FIRST_PAUSE, 2 * pause), LONGEST_PAUSE)

    def _reroute(self, slot: _Slot) -> None:
        """Hand a connection that waits for a slot without a worker to one that serves."""
        with contextlib.suppress(OSError):
            taken = receive_connection(slot.inbox)
            if taken is None:
                return
            with taken[0] as connection:
                other = next((other for other in self._slots if other.serving.is_set()), None)
                if other is not None:
                    send_connection(other.outbox, connection.fileno(), taken[1])

    def _return_strays(self) -> None:
        for slot in self._slots:
            if slot.worker is not None:
                slot.worker.send(Command.RETURN)

    async def _tick(self) -> None:
        """Kill workers whose event loop hangs, and notify the service manager's watchdog.

        Counts ticks instead of time, so that a pause of the whole machine kills no worker.
        """
        watchdog = watchdog_seconds()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = asyncio.get_running_loop().time()
            if watchdog and now >= self._next_watchdog:
                self._next_watchdog = now + watchdog
                notify("WATCHDOG=1")
            for slot in self._slots:
                worker = slot.worker
                if worker is None or not worker.runs:
                    continue
                worker.silent_ticks += 1
                patience = HANG_SECONDS if worker.serving.is_set() else START_SECONDS
                if worker.silent_ticks * TICK_SECONDS > patience:
                    log.error("worker-hangs", worker=slot.number)
                    worker.process.kill()

    # ------------------------------------------------------------- renewals

    async def _renew_on_request(self) -> None:
        while True:
            await self._renewal.wait()
            self._renewal.clear()
            log.info("renewing", workers=len(self._slots))
            try:
                if self._reload is not None:
                    settings = self._reload()
                    if settings.workers != len(self._slots):
                        raise TefudaError("the number of workers can only change with a restart")
                    if settings.passing != self._settings.passing:
                        raise TefudaError("the address for connections of other servers can only change with a restart")
                    self._settings = settings
                for slot in self._slots:
                    await self._renew(slot)
            except (TefudaError, StoreError, OSError) as error:
                log.error("not-renewed", why=str(error))
            else:
                log.info("renewed", workers=len(self._slots))

    async def _renew(self, slot: _Slot) -> None:
        """Replace the worker of a slot; raises StoreError, and leaves the old one, if a new one cannot start."""
        successor = await self._started(slot)
        if successor is None:
            return
        while slot.worker is None:  # it has just ended, and `_keep` replaces it as well
            await slot.serving.wait()
        old, slot.successor = slot.worker, successor
        old.send(Command.LEAVE)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(old.left.wait(), LEAVE_SECONDS)
        if not old.left.is_set():
            old.process.kill()
        old.tasks.append(asyncio.create_task(self._wait_or_kill(old)))
        await successor.serving.wait()

    async def _wait_or_kill(self, worker: _Worker) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(worker.ended.wait(), END_SECONDS)
        if worker.runs:
            worker.process.kill()
            await worker.ended.wait()


def supervise(supervisor_of: Callable[[], Supervisor], on_serving: Callable[[], object]) -> None:
    """Run a supervisor until SIGTERM or SIGINT; SIGHUP renews the workers.  Raises StoreError."""

    async def run() -> None:
        supervisor = supervisor_of()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, supervisor.stop)
        loop.add_signal_handler(signal.SIGHUP, supervisor.renew)
        await supervisor.run(on_serving)

    asyncio.run(run())
