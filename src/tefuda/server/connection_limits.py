"""Limits on open connections: in total, and per address.

Every accepted TCP connection holds a `Slot` until it ends, including its time as a WebSocket.  At a limit, the
connection that has waited longest for a request is closed in favour of the new one, so that idle connections keep
nobody out; if none is waiting, the new one is refused.  In total a few more may ask for the state of the server and
nothing else, so that a full server is not taken for one that is down.  This module knows neither sockets nor protocols.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from dataclasses import dataclass, field

from tefuda.server.logs import log
from tefuda.server.rate_limit import RateLimiter
from tefuda.server.settings import Settings

BACKLOG = 2048  # of the listener: completed connections that may be accepted in one burst
FOR_STATUS = 8  # connections beyond the limit in total, for requests for the state of the server only
RESERVED = 128  # file descriptors for the store, the bots' processes, the listener and files being sent


class Slot:
    """The slot of one open connection."""

    __slots__ = ("_limiter", "_open", "evict", "for_status", "peer")

    def __init__(self, limiter: ConnectionLimiter, peer: _Peer, *, for_status: bool) -> None:
        self._limiter, self.peer, self.for_status = limiter, peer, for_status
        self._open = True
        self.evict: Callable[[], object] | None = None  # closes the connection; set while it waits for a request

    def wait(self, evict: Callable[[], object]) -> None:
        """Mark the connection as waiting for a request; `evict` closes it if its slot is needed."""
        if self._open:
            self.evict = evict
            self._limiter.set_waiting(self, waiting=True)

    def serve(self) -> None:
        """Mark the connection as in use."""
        self.evict = None
        self._limiter.set_waiting(self, waiting=False)

    def release(self) -> None:
        """Release the slot; does nothing the second time."""
        if self._open:
            self.serve()
            self._open = False
            self._limiter.remove(self)


@dataclass(eq=False)
class _Peer:
    """Connections of one address."""

    address: str
    open: int = 0
    waiting: dict[Slot, None] = field(default_factory=dict)  # longest wait first


class ConnectionLimiter:
    """Counts and limits the open connections of one server."""

    def __init__(self, settings: Settings) -> None:
        self.limit = settings.connections
        self._limit_per_address = settings.connections_an_address
        self._arrivals = RateLimiter(settings.arrival_rate, settings.clock)
        self._peers: dict[str, _Peer] = {}
        self._waiting: dict[Slot, None] = {}  # of all addresses, longest wait first
        self.open = 0
        self._status_waiting: dict[Slot, None] = {}  # those for the state of the server, longest wait first
        self._status_open = 0
        self._descriptors = 2 if settings.passing else 1  # of a connection, which may be passed on to another server

    def reserve_descriptors(self) -> int:
        """Lower the limit to what the system's limit on open files allows; return the backlog to listen with.

        Raises the soft limit on open files as far as needed.  A burst is accepted before it is counted, so descriptors
        for a whole backlog are reserved.
        """
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = self._descriptors * self.limit + BACKLOG + RESERVED
        if soft != resource.RLIM_INFINITY and soft < wanted:
            soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return BACKLOG
        backlog = min(BACKLOG, soft // 8)
        self.limit = max(1, (soft - backlog - RESERVED) // self._descriptors)
        log.warning("low-open-file-limit", open_files=soft, connections=self.limit)
        return backlog

    def admit(self, address: str, *, trusted: bool, arriving: bool) -> Slot | str:
        """Return a slot for a new connection, or the name of the limit that refuses it.

        A `trusted` proxy has no limit per address.

        A connection that is not `arriving` was accepted by another process, which has counted its arrival.

        Beyond the limit in total, the slot is `for_status`: the connection may only ask for the state of the server.
        """
        peer = self._peers.get(address) or _Peer(address)
        if arriving and not trusted and not self._arrivals.take(address):
            return "arrival-rate"
        if not trusted and peer.open >= self._limit_per_address and not _evict_oldest(peer.waiting):
            return "connections-an-address"
        for_status = self.open >= self.limit and not _evict_oldest(self._waiting)
        if for_status and (
            not arriving or (self._status_open >= FOR_STATUS and not _evict_oldest(self._status_waiting))
        ):
            return "connections"
        self._peers[address] = peer  # evicting its last connection may have removed it
        peer.open += 1
        if for_status:
            self._status_open += 1
        else:
            self.open += 1
        return Slot(self, peer, for_status=for_status)

    def set_waiting(self, slot: Slot, *, waiting: bool) -> None:
        """Record whether a connection waits for a request."""
        for order in (slot.peer.waiting, self._status_waiting if slot.for_status else self._waiting):
            order.pop(slot, None)
            if waiting:
                order[slot] = None

    def remove(self, slot: Slot) -> None:
        """Stop counting a connection."""
        if slot.for_status:
            self._status_open -= 1
        else:
            self.open -= 1
        slot.peer.open -= 1
        if not slot.peer.open:
            self._peers.pop(slot.peer.address, None)


def _evict_oldest(waiting: dict[Slot, None]) -> bool:
    """Close the connection that has waited longest; return whether there was one."""
    slot = next(iter(waiting), None)
    if slot is None:
        return False
    evict = slot.evict
    slot.release()
    if evict is not None:
        evict()
    return True
