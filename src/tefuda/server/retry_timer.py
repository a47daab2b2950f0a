"""When to look again whether a step of a table is due that no message asks for: a timer, and pauses after failures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tefuda.server.clock import Timer
from tefuda.server.settings import Settings


class NextLook:
    """The next look of one table at one kind of step.

    It is told each time what to call, so that its owner is freed without a garbage collection.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.pending = False  # a step is queued, or waits for the timer: until then none is queued
        self._failures = 0  # in a row
        self._timer: Timer | None = None

    def after(self, seconds: float, look: Callable[[], object]) -> None:
        """Call `look` after so many seconds, instead of at the moment chosen before."""
        self.cancel()
        self._timer = self._settings.clock.later(seconds, partial(self._on_timer, look))

    def retry(self, look: Callable[[], object]) -> float:
        """Call `look` after a failure, with exponential back-off; return after how many seconds."""
        pause = self._settings.pause_after(self._failures)
        self._failures += 1
        self.pending = True
        self.after(pause, look)
        return pause

    def succeeded(self) -> None:
        """Note that a step was taken: the next failure is a first one."""
        self._failures = 0

    def cancel(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timer(self, look: Callable[[], object]) -> None:
        self._timer, self.pending = None, False
        look()
