"""Caps on open connections: in all, and for each address.

Every accepted TCP connection holds a `Slot` until it ends, first as HTTP and then perhaps as a WebSocket.  Where a cap
is reached, the connection that has waited longest for a request is closed in favour of the new one, so that silent
connections keep nobody out; where none is waiting, the new one is refused.  It knows neither sockets nor protocols.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from dataclasses import dataclass, field

from tefuda.server.logs import log
from tefuda.server.rate_limit import RateLimiter
from tefuda.server.settings import Settings

BACKLOG = 2048  # connections that the system completes ahead of us: so many may be accepted at once
RESERVED = 128  # file descriptors for the store, the bots' processes, the listener and files that are being sent


class Slot:
    """The place of one open connection."""

    __slots__ = ("_limiter", "_open", "evict", "peer")

    def __init__(self, limiter: ConnectionLimiter, peer: _Peer) -> None:
        self._limiter, self.peer = limiter, peer
        self._open = True
        self.evict: Callable[[], object] | None = None  # closes the connection, while it waits for a request

    def wait(self, evict: Callable[[], object]) -> None:
        """Note that the connection waits for a request: `evict` closes it where its place is needed."""
        if self._open:
            self.evict = evict
            self._limiter.set_waiting(self, waiting=True)

    def serve(self) -> None:
        """Note that the connection is in use."""
        self.evict = None
        self._limiter.set_waiting(self, waiting=False)

    def release(self) -> None:
        """Give the place back; does nothing where that has been done."""
        if self._open:
            self.serve()
            self._open = False
            self._limiter.remove(self)


@dataclass(eq=False)
class _Peer:
    """One address."""

    address: str
    open: int = 0
    waiting: dict[Slot, None] = field(default_factory=dict)  # longest first


class ConnectionLimiter:
    """The open connections of one server."""

    def __init__(self, settings: Settings) -> None:
        self.most = settings.connections
        self._most_an_address = settings.connections_an_address
        self._arrivals = RateLimiter(settings.arrival_rate, settings.clock)
        self._peers: dict[str, _Peer] = {}
        self._waiting: dict[Slot, None] = {}  # of all addresses, longest first
        self.open = 0

    def reserve_descriptors(self) -> int:
        """Lower the cap to what the system's limit on open files allows; return the backlog to listen with.

        The soft limit is raised as far as the cap needs.  What arrives at once is accepted before it is counted, so
        that room for a whole backlog is kept free.
        """
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = self.most + BACKLOG + RESERVED
        if soft != resource.RLIM_INFINITY and soft < wanted:
            soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return BACKLOG
        backlog = min(BACKLOG, soft // 8)
        self.most = max(1, soft - backlog - RESERVED)
        log.info("few-files", open_files=soft, connections=self.most)
        return backlog

    def admit(self, address: str, *, trusted: bool = False) -> Slot | None:
        """Return a place for a new connection, None where there is none; a trusted proxy has no cap of its own."""
        peer = self._peers.get(address) or _Peer(address)
        if not trusted and not self._arrivals.take(address):
            return None
        if not trusted and peer.open >= self._most_an_address and not _evict_oldest(peer.waiting):
            return None
        if self.open >= self.most and not _evict_oldest(self._waiting):
            return None
        self._peers[address] = peer  # evicting its last connection may have removed it
        peer.open += 1
        self.open += 1
        return Slot(self, peer)

    def set_waiting(self, slot: Slot, *, waiting: bool) -> None:
        """Note whether a connection waits for a request, from now on."""
        for order in (slot.peer.waiting, self._waiting):
            order.pop(slot, None)
            if waiting:
                order[slot] = None

    def remove(self, slot: Slot) -> None:
        """Count a connection no longer."""
        self.open -= 1
        slot.peer.open -= 1
        if not slot.peer.open:
            self._peers.pop(slot.peer.address, None)


def _evict_oldest(waiting: dict[Slot, None]) -> bool:
    """Close the connection that has waited longest, if any has."""
    slot = next(iter(waiting), None)
    if slot is None:
        return False
    evict = slot.evict
    slot.release()
    if evict is not None:
        evict()
    return True
