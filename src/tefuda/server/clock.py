"""The server's time: what hour it is, how much has passed, and what is due later.

Tables, limits and connections ask a `Clock`, so that a test can let an hour pass in no time.  `SystemClock` is the real
one.  Nothing else in the server reads the time, but the measuring of latencies.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that is due later."""

    def cancel(self) -> None:
        """Let it not happen."""


class Clock(Protocol):
    """What time it is, and a way to wait."""

    def time(self) -> float:
        """Seconds since 1970."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""

    def later(self, seconds: float, action: Callable[[], object]) -> Timer:
        """Call `action` in the event loop after so many seconds."""


class SystemClock:
    """The time of this machine and the running event loop."""

    def time(self) -> float:
        return time.time()

    def now(self) -> float:
        return time.monotonic()

    def later(self, seconds: float, action: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, action)


async def pause(clock: Clock, seconds: float) -> None:
    """Return after so many seconds of this clock."""
    if seconds <= 0:
        return
    over = asyncio.Event()
    timer = clock.later(seconds, over.set)
    try:
        await over.wait()
    finally:
        timer.cancel()
