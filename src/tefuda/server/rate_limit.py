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


def plain_address(address: str) -> str:
    """Return the IPv4 address for one in the form ::ffff:192.0.2.1, as sockets for both protocols report it."""
    return address[7:] if address.startswith("::ffff:") and "." in address else address


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
        self._tokens, self._seen = self._tokens_at(now), now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    @property
    def is_full(self) -> bool:
        """Whether the bucket holds as many tokens as a new one."""
        return self._tokens_at(self._clock.now()) >= self._limit.burst

    def _tokens_at(self, now: float) -> float:
        return min(self._limit.burst, self._tokens + (now - self._seen) * self._limit.rate)


class RateLimiter:
    """One token bucket per key.

    Buckets that are full again hold no information and are dropped, as are the least recently used ones beyond
    MAX_BUCKETS.
    """

    MAX_BUCKETS = 10_000
    DROPPED = 2  # at most, for each new bucket: more than are added, and few enough to delay no message

    def __init__(self, limit: Rate, clock: Clock) -> None:
        self._limit, self._clock = limit, clock
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def __len__(self) -> int:
        """Return how many keys are known."""
        return len(self._buckets)

    def take(self, key: Hashable, cost: float = 1) -> bool:
        """Take tokens from the bucket of a key; see `Bucket.take`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._drop_full()
            bucket = self._buckets[key] = Bucket(self._limit, self._clock)
            if len(self._buckets) > self.MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(cost)

    def _drop_full(self) -> None:
        """Drop some of the least recently used buckets if they are full again."""
        for _ in range(min(self.DROPPED, len(self._buckets))):
            if not next(iter(self._buckets.values())).is_full:
                return
            self._buckets.popitem(last=False)
