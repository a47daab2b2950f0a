"""Concurrency limits of slow requests: one in total, and a lower one for each address."""

from __future__ import annotations

from collections import Counter

from tefuda.server.errors import ServerError


class Places:
    """The places for one kind of request."""

    def __init__(self) -> None:
        self._taken = Counter[str]()  # by address

    def take(self, address: str, total: int, for_address: int = 1) -> None:
        """Take one of `total` places for an address until `free`; raises ServerError if there is none."""
        if self._taken[address] >= for_address:
            raise ServerError("one-at-a-time")
        if self._taken.total() >= total:
            raise ServerError("busy")
        self._taken[address] += 1

    def free(self, address: str) -> None:
        """Free a place of an address."""
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
