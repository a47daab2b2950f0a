"""Rate limiter: token bucket per connection, guest or address.

A bucket holds up to `burst` tokens and gains `rate` tokens per second.  It only counts; its caller refuses what exceeds
the limit.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from tefuda.server.clock import Clock


class Rate(NamedTuple):
    """Refill rate (tokens per second) and burst size (tokens)."""

    rate: float
    burst: float


@lru_cache(4096)
def address_group(address: str) -> str:
    """Return the key that limits of an address are charged to: the address itself, or the /64 network of an IPv6 one.

    Providers give every customer at least a /64, so limits on single IPv6 addresses would have no effect.
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
    """Token bucket."""

    __slots__ = ("_clock", "_limit", "_seen", "_tokens")

    def __init__(self, limit: Rate, clock: Clock) -> None:
        self._limit, self._clock = limit, clock
        self._tokens, self._seen = limit.burst, clock.now()

    def take(self, cost: float = 1) -> bool:
        """Take `cost` tokens and return True, or take none and return False if there are too few."""
        now = self._clock.now()
        self._tokens = min(self._limit.burst, self._tokens + (now - self._seen) * self._limit.rate)
        self._seen = now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True


class RateLimiter:
    """One token bucket per key; the least recently used buckets are dropped."""

    MAX_BUCKETS = 10_000

    def __init__(self, limit: Rate, clock: Clock) -> None:
        self._limit, self._clock = limit, clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable, cost: float = 1) -> bool:
        """Take tokens from the bucket of a key; see `Bucket.take`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._limit, self._clock)
            if len(self._buckets) > self.MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(cost)
