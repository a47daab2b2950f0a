"""Concurrency limit of slow requests: one in total, and a lower one for each address."""

from __future__ import annotations

from collections import Counter

from tefuda.server.errors import ServerError


class ConcurrencyLimit:
    """Counts the running requests of one kind."""

    def __init__(self) -> None:
        self._running = Counter[str]()  # by address

    def acquire(self, address: str, total: int, for_address: int = 1) -> None:
        """Count a request of an address until `release`; raises ServerError if it would be more than the limits."""
        if self._running[address] >= for_address:
            raise ServerError("one-at-a-time")
        if self._running.total() >= total:
            raise ServerError("busy")
        self._running[address] += 1

    def release(self, address: str) -> None:
        """Stop counting a request of an address."""
        self._running[address] -= 1
        if not self._running[address]:
            del self._running[address]
