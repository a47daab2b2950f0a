"""Decides whether a request may be served: does it name this server, is it within its limits, is it the operator's?

Limits are charged to the address that a request comes from and to the guest who makes it: a new guest is free, an
address is not.  A proxy says where a request really comes from, and is believed only where it has been configured.
It answers nothing itself: what must not be served raises a `ServerError`.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
from collections import Counter
from collections.abc import Iterator

from starlette.requests import HTTPConnection

from tefuda.server.errors import ServerError
from tefuda.server.host_names import HostNames, host_name, is_address, is_loopback
from tefuda.server.logs import log
from tefuda.server.rate_limit import RateLimiter, address_group
from tefuda.server.settings import Settings
from tefuda.server.store import Guest

FORWARDED = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "x-real-ip", "via")


class Guard:
    """The limits of one server, and what has been used of them."""

    def __init__(self, settings: Settings) -> None:
        clock = settings.clock
        self._settings = settings
        self._names = HostNames(settings.allowed_hosts)
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in settings.proxies]
        self._by_guest = RateLimiter(settings.request_rate, clock)
        self._by_address = RateLimiter(settings.address_rate, clock)
        self._pages = RateLimiter(settings.page_rate, clock)
        self._new_guests = RateLimiter(settings.guest_rate, clock)
        self._new_tables = RateLimiter(settings.table_rate, clock)
        self._sockets: Counter[int | str] = Counter()  # guest or address -> open WebSockets
        self._warned = False

    # ------------------------------------------------------------- who asks

    def is_proxy(self, address: str) -> bool:
        """Tell whether an address is one of the configured proxies."""
        if not self._proxies or not is_address(address):
            return False
        ip = ipaddress.ip_address(address)
        return any(ip in network for network in self._proxies)

    def check_host(self, connection: HTTPConnection) -> None:
        """Raise Problem unless the request names this server; one of HTTP/1.0 need not."""
        if not self._warned and not self._proxies and "x-forwarded-for" in connection.headers:
            self._warned = True
            log.warning("forwarded-ignored", hint="tefuda serve --proxy ADDRESS names the proxies to believe")
        hosts = connection.headers.getlist("host")
        if len(hosts) > 1 or (hosts and not self._names.accepts(hosts[0])):
            raise ServerError("unknown-host", name=host_name(hosts[0])[:80])

    def is_operator(self, connection: HTTPConnection) -> bool:
        """Tell whether the operator asks: by the token where there is one, else from this machine and not by proxy."""
        if self._settings.operator_token:
            given = connection.headers.get("authorization", "")
            wanted = f"Bearer {self._settings.operator_token}"
            return hmac.compare_digest(given.encode(errors="replace"), wanted.encode(errors="replace"))
        forwarded = any(name in connection.headers for name in FORWARDED)
        here = is_loopback(address_of(connection)) and is_loopback(host_name(connection.headers.get("host", "")))
        return here and not forwarded

    # --------------------------------------------------------------- limits

    def charge_address(self, connection: HTTPConnection, cost: float = 1) -> None:
        """Charge a request to where it comes from; raise Problem where that is too much."""
        _take(self._by_address, _group(connection), cost)

    def charge_guest(self, guest: Guest | None, cost: float = 1) -> None:
        """Charge a request to the guest who makes it."""
        if guest is not None:
            _take(self._by_guest, guest.id, cost)

    def charge_page(self, connection: HTTPConnection) -> None:
        """Charge a page or a file."""
        _take(self._pages, _group(connection))

    def charge_new_guest(self, connection: HTTPConnection) -> None:
        """Charge the making of a guest."""
        _take(self._new_guests, _group(connection))

    def charge_new_table(self, connection: HTTPConnection, guest: Guest) -> None:
        """Charge the making of a table, to its guest and to the address."""
        _take(self._new_tables, guest.id)
        _take(self._new_tables, _group(connection))

    @contextlib.contextmanager
    def socket(self, connection: HTTPConnection, guest: Guest | None) -> Iterator[None]:
        """Count a WebSocket for its guest and its address while it is open; raise Problem where it is one too many."""
        holders: list[tuple[int | str, int]] = [(_group(connection), self._settings.sockets_an_address)]
        if guest is not None:
            holders.append((guest.id, self._settings.sockets_a_guest))
        if any(self._sockets[holder] >= most for holder, most in holders):
            raise ServerError("too-fast")
        for holder, _ in holders:
            self._sockets[holder] += 1
        try:
            yield
        finally:
            for holder, _ in holders:
                self._sockets[holder] -= 1
                if not self._sockets[holder]:
                    del self._sockets[holder]


def address_of(connection: HTTPConnection) -> str:
    """Return the address a request comes from."""
    return connection.client.host if connection.client is not None else ""


def _group(connection: HTTPConnection) -> str:
    return address_group(address_of(connection))


def _take(buckets: RateLimiter, asker: int | str, cost: float = 1) -> None:
    if not buckets.take(asker, cost):
        raise ServerError("too-fast")
