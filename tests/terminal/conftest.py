"""Fixture: pauses of Textual's pilot end when the application has nothing left to do, however busy the machine is."""

import asyncio
from typing import Any

import pytest

SOON = 0.02  # seconds; timers that are due within are waited for
MOST_TIMERS = 50  # in one pause, as repeated ones never end


_waiting: set[object] = set()  # those who wait for rest, each of whom keeps the event loop busy for the others


async def wait_for_rest(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until nothing is left to do in this event loop, at once or soon.

    Textual's own function compares processor time with time: it takes a process that is kept waiting for an idle one.
    """
    loop: Any = asyncio.get_running_loop()
    me = object()
    _waiting.add(me)
    try:
        for _ in range(MOST_TIMERS):
            await asyncio.sleep(0)
            while len(loop._ready) >= len(_waiting):  # noqa: ASYNC110  # nothing tells when it is empty
                await asyncio.sleep(0)
            timers = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
            due = min(timers, default=float("inf")) - loop.time()
            if due > SOON:
                return
            await asyncio.sleep(max(due, 0))
    finally:
        _waiting.discard(me)


@pytest.fixture(autouse=True)
def patient_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", wait_for_rest)
