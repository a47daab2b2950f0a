"""Clock interface of the server: wall-clock time, monotonic time and timers.

Tables, limits and connections use a `Clock`, so that tests can advance time manually.  `SystemClock` is the real one.
Only latency measurements read the time directly.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """Source of time and timers."""

    def time(self) -> float:
        """Return the seconds since 1970."""

    def now(self) -> float:
        """Return monotonic time in seconds, from an arbitrary start."""

    def later(self, seconds: float, action: Callable[[], object]) -> Timer:
        """Call `action` in the event loop after `seconds`."""


class SystemClock:
    """The system's clocks and the timers of the running event loop."""

    def time(self) -> float:
        return time.time()

    def now(self) -> float:
        return time.monotonic()

    def later(self, seconds: float, action: Callable[[], object]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, action)


async def pause(clock: Clock, seconds: float) -> None:
    """Sleep for `seconds` of a clock; returns immediately for 0 or less."""
    if seconds <= 0:
        return
    over = asyncio.Event()
    timer = clock.later(seconds, over.set)
    try:
        await over.wait()
    finally:
        timer.cancel()
