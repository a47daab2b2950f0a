"""The server for the browser tests: the real one, with bots that answer at once.

It deals the same cards in every run in a new folder, and its bots choose the same in the same game, so that the tests
are reproducible.  Lines of input are `seed TEXT`, for the deals that follow, and `pass SECONDS`, after which the
server's clock is so much ahead; each is repeated as the answer.  Arguments are the data folder, and settings that a
test changes, such as `gone_after=2`, the `port`, or `static`, the folder of the front end.
"""

import asyncio
import heapq
import itertools
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from zlib import crc32

from harness.server.doubles import QuickBots, settle
from tefuda.bots.fair_queue import Asker
from tefuda.bots.players import BUDGETS, HeuristicBot, UnknownLevel, make_request
from tefuda.engine.state import State
from tefuda.server.app import Server
from tefuda.server.clock import SystemClock, Timer
from tefuda.server.rate_limit import Rate
from tefuda.server.run import listening, run
from tefuda.server.settings import Settings
from tefuda.server.web import record_checks


class AdjustableClock(SystemClock):
    """The system's clocks, which a test puts forward: every timer that is due meanwhile runs at its moment."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._timers: list[tuple[float, int, asyncio.TimerHandle, Callable[[], object]]] = []
        self._numbers = itertools.count()

    def time(self) -> float:
        return time.time() + self._ahead

    def now(self) -> float:
        return time.monotonic() + self._ahead

    def later(self, seconds: float, action: Callable[[], object]) -> Timer:
        self.loop = asyncio.get_running_loop()
        timer = self.loop.call_later(seconds, action)
        while self._timers and (self._timers[0][2].cancelled() or self._timers[0][0] < self.now()):
            heapq.heappop(self._timers)
        heapq.heappush(self._timers, (self.now() + seconds, next(self._numbers), timer, action))
        return timer

    async def put_forward(self, seconds: float, server: Server) -> None:
        end = self.now() + seconds
        while self._timers and self._timers[0][0] <= end:
            moment, _, timer, action = heapq.heappop(self._timers)
            if timer.cancelled() or moment < self.now():  # it runs by itself, if it has not yet
                continue
            timer.cancel()
            self._ahead += max(0.0, moment - self.now())
            action()
            await settle(server.registry)
        self._ahead += max(0.0, end - self.now())


class SensibleBots(QuickBots):
    """Bots that play by the heuristic of their game, or at random if it has none, without a search.

    What they choose follows from their game, not from the games that they have played before.  A worker process with
    Numba would load the compiled build of each game, which takes several seconds for a server.
    """

    def levels(self, slug: str) -> tuple[str, ...]:
        return tuple(BUDGETS)

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        seed = crc32(f"{len(state.history)} {state.position}".encode())
        request = make_request(state, "heuristic", seed=seed)
        try:
            command = HeuristicBot().choose(request).command
        except UnknownLevel:
            self.random.seed(seed)
            return super().choose(state, level, asker)

        async def answer() -> str:
            return command

        return answer()


def main() -> None:
    changes = dict(one.split("=") for one in sys.argv[2:])
    listener = listening("127.0.0.1", int(changes.pop("port", 0)))
    plenty, many = Rate(1000, 1000), 1000  # all tests come from one address
    data = Path(sys.argv[1])
    used = data.is_dir() and any(data.iterdir())
    random, clock = Random(None if used else "tables of the tests"), AdjustableClock()  # used: ids would repeat
    settings = Settings(
        data,
        bot_delay=0.01,
        gone_after=3600,  # bots need not finish the games that tests leave
        request_rate=plenty,
        table_rate=plenty,
        address_rate=plenty,
        page_rate=plenty,
        guest_rate=plenty,
        arrival_rate=plenty,
        connections_an_address=many,
        sockets_an_address=many,
        random_bytes=random.randbytes,
        clock=clock,
    )
    if "static" in changes:
        settings = settings._replace(static=Path(changes.pop("static")))
    settings = settings._replace(**{name: float(value) for name, value in changes.items()})
    record_checks.SECONDS = record_checks.SEND_SECONDS = 300  # on a busy machine
    server = Server(settings, SensibleBots())

    def listen() -> None:
        for line in sys.stdin:
            command, _, argument = line.rstrip("\n").partition(" ")
            if command == "seed":
                random.seed(argument)
            else:
                asyncio.run_coroutine_threadsafe(clock.put_forward(float(argument), server), clock.loop).result()
            print(line, end="", flush=True)

    threading.Thread(target=listen, daemon=True).start()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    with listener:
        run(server, listener)


if __name__ == "__main__":
    main()
