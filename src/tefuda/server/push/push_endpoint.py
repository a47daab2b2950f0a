"""Endpoints at push services, which clients choose: the server connects only to public addresses, by https.

Each name is resolved in its own daemon thread, because a lookup may take long and cannot be cancelled; not even the end
of the process waits for it.  The connection is made to the address that was checked, which prevents DNS rebinding.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import socket
from collections import OrderedDict
from threading import Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from tefuda.server.clock import Clock

MAX_LENGTH = 1024
NAME = re.compile(r"(?=.{4,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
PRINTABLE = re.compile(r"[!-~]+")
HTTPS = 443
THREADS = 4
CACHE_SECONDS = 600.0  # how long a resolved address is cached
CACHE_SIZE = 256
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # IPv4 addresses within IPv6


class Endpoint(NamedTuple):
    """The address at which a push service accepts messages for one browser."""

    host: str
    port: int
    target: str  # path and query
    secure: bool

    @property
    def origin(self) -> str:
        """The origin of the service, as in its URLs."""
        scheme, usual = ("https", HTTPS) if self.secure else ("http", 80)
        return f"{scheme}://{self.host}" + ("" if self.port == usual else f":{self.port}")


def parse_endpoint(url: str, trusted: str = "") -> Endpoint | None:
    """Return the endpoint that a client names, None unless it is https at a host name and the default port.

    `trusted` is an origin at which any endpoint is accepted.
    """
    if len(url) > MAX_LENGTH or PRINTABLE.fullmatch(url) is None:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    host, target = parts.hostname or "", (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if trusted and url.startswith(f"{trusted}/"):
        return Endpoint(host, port or (HTTPS if parts.scheme == "https" else 80), target, parts.scheme == "https")
    plain = parts.username is None and parts.password is None and not parts.fragment and "#" not in url
    if parts.scheme != "https" or port not in (None, HTTPS) or not plain or NAME.fullmatch(host) is None:
        return None
    return Endpoint(host, HTTPS, target, secure=True)


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet: neither this machine nor its network."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if ip in NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


class PrivateAddress(OSError):
    """A name resolves to an address that is not public."""


class Resolver:
    """Looks up the addresses of push services."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._threads = asyncio.Semaphore(THREADS)
        self._cache: OrderedDict[str, tuple[str, float]] = OrderedDict()  # name -> address, and until when

    async def address(self, host: str) -> str:
        """Return a public address of a host; raises OSError if it has none, or one that is not public."""
        address, until = self._cache.get(host, ("", 0.0))
        if self._clock.now() < until:
            return address
        found = await self._looked_up(host)
        if not found or not all(map(is_public, found)):
            raise PrivateAddress(f"{len(found)} addresses, not all of them public")
        self._cache[host] = found[0], self._clock.now() + CACHE_SECONDS
        self._cache.move_to_end(host)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return found[0]

    async def _looked_up(self, host: str) -> list[str]:
        loop = asyncio.get_running_loop()
        result: asyncio.Future[list[str]] = loop.create_future()

        def end(found: list[str] | OSError) -> None:
            self._threads.release()
            if result.done():  # nobody is waiting for it any more
                return
            if isinstance(found, OSError):
                result.set_exception(found)
            else:
                result.set_result(found)

        def work() -> None:
            found: list[str] | OSError
            try:
                found = look_up(host)
            except (OSError, UnicodeError) as error:
                found = OSError(str(error))
            with contextlib.suppress(RuntimeError):  # the event loop is closed
                loop.call_soon_threadsafe(end, found)

        await self._threads.acquire()
        Thread(target=work, name="tefuda-name", daemon=True).start()
        return await result


def look_up(host: str) -> list[str]:
    """Return the addresses of a name, in the order of the system's preference; raises OSError."""
    return list(dict.fromkeys(str(found[4][0]) for found in socket.getaddrinfo(host, HTTPS, type=socket.SOCK_STREAM)))
