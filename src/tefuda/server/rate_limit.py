"""How much one connection, guest or address may ask for: token buckets.

A bucket holds up to `burst` tokens and gains `rate` of them a second; what it cannot pay for is refused by whoever
holds it.  It neither waits nor closes anything itself.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from tefuda.server.clock import Clock


class Rate(NamedTuple):
    """So many a second over time, and so many at once."""

    rate: float
    burst: float


@lru_cache(4096)
def address_group(address: str) -> str:
    """Return what limits are charged to for an address: itself, or the /64 of an IPv6 address.

    A provider gives every customer a /64 at least, so single IPv6 addresses limit nobody.
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]  # a proxy may forward a name
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((ip, 64), strict=False))


class Bucket:
    """The allowance of one asker."""

    __slots__ = ("_clock", "_limit", "_seen", "_tokens")

    def __init__(self, limit: Rate, clock: Clock) -> None:
        self._limit, self._clock = limit, clock
        self._tokens, self._seen = limit.burst, clock.now()

    def take(self, cost: float = 1) -> bool:
        """Pay for something; False, and nothing is paid, where the tokens do not suffice."""
        now = self._clock.now()
        self._tokens = min(self._limit.burst, self._tokens + (now - self._seen) * self._limit.rate)
        self._seen = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class RateLimiter:
    """One bucket for each asker, the least recently seen forgotten first."""

    REMEMBERED = 10_000

    def __init__(self, limit: Rate, clock: Clock) -> None:
        self._limit, self._clock = limit, clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, asker: Hashable, cost: float = 1) -> bool:
        """Pay out of this asker's bucket."""
        bucket = self._buckets.get(asker)
        if bucket is None:
            bucket = self._buckets[asker] = Bucket(self._limit, self._clock)
            if len(self._buckets) > self.REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(asker)
        return bucket.take(cost)
