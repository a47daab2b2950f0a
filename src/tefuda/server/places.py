"""Places for requests that take long: few in total, and one for each address, so that nobody takes them all."""

from __future__ import annotations

from tefuda.server.errors import ServerError


class Places:
    """The places for one kind of request."""

    def __init__(self) -> None:
        self._taken: set[str] = set()  # addresses

    def take(self, address: str, total: int) -> None:
        """Take the place of an address until `free`, one of `total` places; raises ServerError if there is none."""
        if address in self._taken:
            raise ServerError("one-at-a-time")
        if len(self._taken) >= total:
            raise ServerError("busy")
        self._taken.add(address)

    def free(self, address: str) -> None:
        """Free the place of an address."""
        self._taken.discard(address)
