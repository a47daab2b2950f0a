"""Fixture: pauses of Textual's pilot end when the application has nothing left to do, however busy the machine is."""

import asyncio

import pytest

SOON = 0.02  # seconds; timers that are due within are waited for
MOST_TIMERS = 50  # in one pause, as repeated ones never end


async def wait_for_rest(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until nothing is left to do in this event loop, at once or soon.

    Textual's own function compares processor time with time: it takes a process that is kept waiting for an idle one.
    """
    loop = asyncio.get_running_loop()
    for _ in range(MOST_TIMERS):
        await asyncio.sleep(0)
        while loop._ready:  # type: ignore[attr-defined]  # noqa: ASYNC110  # nothing tells when it is empty
            await asyncio.sleep(0)
        timers = [timer.when() for timer in loop._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
        due = min(timers, default=float("inf")) - loop.time()
        if due > SOON:
            return
        await asyncio.sleep(max(due, 0))


@pytest.fixture(autouse=True)
def patient_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", wait_for_rest)
