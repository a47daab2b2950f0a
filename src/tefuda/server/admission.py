"""Admission checks for requests: Host header, rate limits, operator access.

Rate limits are charged to the client's address and to its guest, as guests cost nothing and addresses do.  Forwarding
headers of a proxy are trusted only if the proxy is configured.  A request that fails a check raises a `ServerError`.
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
from tefuda.server.metrics import Metrics
from tefuda.server.rate_limit import RateLimiter, address_group
from tefuda.server.settings import Settings
from tefuda.server.store.stored_data import Guest

PASSED_EXTENSION = "tefuda.passed"  # ASGI extension of connections that another server, which checks Host, passes on
FORWARDED = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "x-real-ip", "via")


class Guard:
    """The admission checks of one server, with their rate limiters."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        clock, self._metrics = settings.clock, metrics
        self._settings = settings
        self._names = HostNames(settings.allowed_hosts)
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in settings.proxies]
        self._by_guest = RateLimiter(settings.request_rate, clock)
        self._by_address = RateLimiter(settings.address_rate, clock)
        self._pages = RateLimiter(settings.page_rate, clock)
        self._new_guests = RateLimiter(settings.guest_rate, clock)
        self._new_tables = RateLimiter(settings.table_rate, clock)
        self._messages = RateLimiter(settings.message_rate, clock)
        self._sockets: Counter[int | str] = Counter()  # guest or address -> open WebSockets
        self._warned = False

    # -------------------------------------------------------------- origin

    def is_proxy(self, address: str) -> bool:
        """Whether an address is one of the configured proxies."""
        if not self._proxies or not is_address(address):
            return False
        ip = ipaddress.ip_address(address)
        return any(ip in network for network in self._proxies)

    def check_host(self, connection: HTTPConnection) -> None:
        """Raise ServerError unless the Host header names this server; HTTP/1.0 requests need none.

        The Host of a passed connection names the server that has passed it on.
        """
        if PASSED_EXTENSION in connection.scope.get("extensions", ()):
            return
        forwarded = ",".join(connection.headers.getlist("x-forwarded-for"))
        if forwarded and not self._warned and address_of(connection) not in forwarded:  # sent by an unknown proxy
            self._warned = True
            log.warning("forwarded-ignored", hint="tefuda serve --proxy ADDRESS names the proxies to believe")
        hosts = connection.headers.getlist("host")
        if len(hosts) > 1 or (hosts and not self._names.accepts(hosts[0])):
            raise ServerError("unknown-host", name=host_name(hosts[0])[:80])

    def is_operator(self, connection: HTTPConnection) -> bool:
        """Whether a request is the operator's: it has the token if one is set, else it is local and not forwarded."""
        if self._settings.operator_token:
            actual = connection.headers.get("authorization", "")
            expected = f"Bearer {self._settings.operator_token}"
            return hmac.compare_digest(actual.encode(errors="replace"), expected.encode(errors="replace"))
        forwarded = any(name in connection.headers for name in FORWARDED)
        local = is_loopback(address_of(connection)) and is_loopback(host_name(connection.headers.get("host", "")))
        return local and not forwarded

    # --------------------------------------------------------------- limits

    def charge_address(self, connection: HTTPConnection, cost: float = 1) -> None:
        """Charge a request to its address; like all `charge_*`, raises ServerError over the limit."""
        self._take("address-rate", self._by_address, address_group_of(connection), cost)

    def charge_guest(self, guest: Guest | None, cost: float = 1) -> None:
        """Charge a request to its guest."""
        if guest is not None:
            self._take("request-rate", self._by_guest, guest.id, cost)

    def charge_page(self, connection: HTTPConnection) -> None:
        """Charge a request for a page or a file to its address."""
        self._take("page-rate", self._pages, address_group_of(connection))

    def charge_new_guest(self, connection: HTTPConnection) -> None:
        """Charge a new guest to the address."""
        self._take("guest-rate", self._new_guests, address_group_of(connection))

    def charge_new_table(self, connection: HTTPConnection, guest: Guest) -> None:
        """Charge a new table to the guest and to the address."""
        self._take("table-rate", self._new_tables, guest.id)
        self._take("table-rate", self._new_tables, address_group_of(connection))

    def allow_message(self, address: str) -> bool:
        """Whether another message on a WebSocket is within the rate limit of its address group."""
        allowed = self._messages.take(address)
        if not allowed:
            self._metrics.turned_away.labels("message-rate").inc()
        return allowed

    @contextlib.contextmanager
    def socket(self, connection: HTTPConnection, guest: Guest | None) -> Iterator[None]:
        """Count a WebSocket for its guest and its address while it is open; raises ServerError over the limit."""
        settings = self._settings
        holders: list[tuple[int | str, int, str]] = [
            (address_group_of(connection), settings.sockets_an_address, "sockets-an-address")
        ]
        if guest is not None:
            holders.append((guest.id, settings.sockets_a_guest, "sockets-a-guest"))
        for holder, limit, name in holders:
            if self._sockets[holder] >= limit:
                raise self._too_fast(name)
        for holder, *_ in holders:
            self._sockets[holder] += 1
        try:
            yield
        finally:
            for holder, *_ in holders:
                self._sockets[holder] -= 1
                if not self._sockets[holder]:
                    del self._sockets[holder]

    def _take(self, name: str, limiter: RateLimiter, key: int | str, cost: float = 1) -> None:
        if not limiter.take(key, cost):
            raise self._too_fast(name)

    def _too_fast(self, limit: str) -> ServerError:
        self._metrics.turned_away.labels(limit).inc()
        return ServerError("too-fast")


def address_of(connection: HTTPConnection) -> str:
    """Return the client address of a request, "" if unknown."""
    return connection.client.host if connection.client is not None else ""


def address_group_of(connection: HTTPConnection) -> str:
    """Return the key that limits of the client address of a request are charged to."""
    return address_group(address_of(connection))
