"""Timer for the next due step of a table, with exponential back-off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tefuda.server.clock import Timer
from tefuda.server.settings import Settings

MAX_DOUBLINGS = 10  # limit of the exponential back-off


class RetryTimer:
    """The timer of one table for one kind of step.

    The callback is passed with each call, which avoids a reference cycle.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.pending = False  # a step is queued, or waits for the timer: no second one is queued
        self._failures = 0  # consecutive failures
        self._timer: Timer | None = None

    def after(self, seconds: float, callback: Callable[[], object]) -> None:
        """Call `callback` after `seconds`; replaces a timer that is running."""
        self.cancel()
        self._timer = self._settings.clock.later(seconds, partial(self._on_timer, callback))

    def retry(self, callback: Callable[[], object]) -> float:
        """Call `callback` after a failure, with exponential back-off; return the seconds until then."""
        pause = self._settings.store_pause * 2.0 ** min(self._failures, MAX_DOUBLINGS)
        self._failures += 1
        self.pending = True
        self.after(pause, callback)
        return pause

    def succeeded(self) -> None:
        """Reset the back-off, as a step has succeeded."""
        self._failures = 0

    def cancel(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timer(self, callback: Callable[[], object]) -> None:
        self._timer, self.pending = None, False
        callback()
