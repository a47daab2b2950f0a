"""Proxies WebSockets to the home of their table at another server; called *passing on*.

Every server on a database may serve every table, but updates are made only once if all clients of a table are
connected to the same server.  So each server with `--passing` registers its address in the database, one of these
servers is the home of a table (`homes.py`), and the others pass the table's connections on to it (`splice.py`).  If a
home does not answer in time, the server that has the connection serves the table itself, and tries that home again
after an exponential back-off: this costs processor time, but no client is refused.  As soon as the home answers again,
connections to its tables are closed, and the clients reconnect there.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
import socket
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from tefuda.server.clock import Clock
from tefuda.server.cluster.homes import TABLE_ID, server_of
from tefuda.server.cluster.passing_header import Passed, header_line, read_header
from tefuda.server.cluster.peers import Peers
from tefuda.server.cluster.splice import BUFFER_BYTES, ClientSide, HomeSide
from tefuda.server.connection_limits import BACKLOG
from tefuda.server.host_names import parsed_address
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.store.errors import StoreError

REFRESH_SECONDS = 2.0  # interval at which the list of servers is read
ANSWER_SECONDS = 2.0  # timeout of a home's answer
FIRST_BACKOFF, LONGEST_BACKOFF = 10.0, 300.0  # seconds, after a home did not answer: doubled each time
FORGET_SECONDS = 600.0  # without a failure, after which the back-off starts from the first value again
SETTLED_SECONDS = 5.0  # without a change of the servers, before clients are sent elsewhere
RIVAL_SECONDS = 10.0  # before another server at this address is reported: one that has ended stays registered for 7 s
VISIT_SECONDS = 5.0  # for which a table at home elsewhere stays loaded after a request, such as to join
AWAY_AT_ONCE = 20  # tables whose clients are sent elsewhere after each refresh
_UPGRADE = re.compile(f"/ws/tables/({TABLE_ID.decode()})")
_ACCEPTED, _WELL = b"HTTP/1.1 101 ", b"HTTP/1.1 200 "
_PROBE = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"


class Tables(Protocol):
    """What passing needs of the tables of this server; the table registry implements it."""

    def with_clients(self) -> Sequence[str]:
        """Return the tables with connected clients."""

    async def send_away(self, tables: Sequence[str]) -> None:
        """Unload those of these tables that are loaded; their clients reconnect immediately."""

    async def evict_idle(self, seconds: float, which: Callable[[str], bool]) -> None:
        """Unload those of these tables that have had no client for `seconds`."""


class _Backoff(NamedTuple):
    """Back-off of a home that did not answer."""

    until: float
    failures: int


def address_of(listener: socket.socket) -> str:
    """Return the address at which a socket listens, as HOST:PORT."""
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def listen(address: str) -> socket.socket:
    """Return a socket that listens at HOST:PORT, for connections from other servers; raises StoreError."""
    host, port = parsed_address(address)
    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=BACKLOG
        )
    except OSError as error:
        raise StoreError(f"cannot listen for other servers at {address}: {error.strerror or error}") from error


class Passing:
    """The connections that one worker passes on, and those that other servers pass on to it.

    `listener` is the socket at which other servers connect; `name` identifies this server and is shared by its workers.
    """

    def __init__(
        self,
        listener: socket.socket,
        name: str,
        clock: Clock,
        peers: Peers,
        metrics: Metrics,
        tables: Tables,
        key: Callable[[], Awaitable[bytes]],
    ) -> None:
        self.listener, self.address, self._name = listener, address_of(listener), name
        self._clock, self._peers, self._metrics, self._tables, self._read_key = clock, peers, metrics, tables, key
        self._sockname = listener.getsockname()[:2]
        self._key = b""
        self._addresses = frozenset([self.address])
        self._unsure_until, self._changed, self._refreshed = 0.0, clock.now(), -REFRESH_SECONDS
        self._rivals_since, self._warned = math.inf, False  # other servers with the same address: since when
        self._backoffs: dict[str, _Backoff] = {}  # by address or table
        self._passed: dict[ClientSide, str] = {}  # -> address
        self._task: asyncio.Task[None] | None = None
        self._left = False
        metrics.passing.set_function(lambda: len(self._passed))

    async def start(self) -> None:
        """Register this server and start to refresh the list of the others; raises StoreError."""
        self._key = await self._read_key()
        await self.refresh()
        self._task = asyncio.create_task(self._refresh_often(), name="tefuda-passing")

    async def leave(self) -> None:
        """Withdraw this worker's address: it takes no further connections of other servers."""
        self._left = True
        await self._end()
        with contextlib.suppress(StoreError):
            await self._peers.enter("", self._name)

    async def _end(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    # ------------------------------------------------------- other servers

    async def _refresh_often(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            try:
                await self.refresh()
                await self._send_away()
                await self._tables.evict_idle(VISIT_SECONDS, self._is_passed)
            except StoreError:
                pass  # the known servers stay valid
            except Exception as error:
                self._metrics.count_exception(error, "passing")

    async def refresh(self) -> None:
        """Register this server, and read the list of servers, unless it has left them; raises StoreError."""
        if self._left:
            return
        self._refreshed = self._clock.now()
        found, fresh, rivals = await self._peers.enter(self.address, self._name)
        now = self._clock.now()
        self._note_rivals(rivals, now)
        if fresh and self._task is not None:  # after a crash of the database all servers register again
            self._unsure_until = now + SETTLED_SECONDS
        if now < self._unsure_until:
            found |= self._addresses
        if found == self._addresses:
            return
        log.info("servers", there=len(found))
        gone, self._addresses, self._changed = self._addresses - found, found, now
        for client, address in list(self._passed.items()):
            if address in gone:  # it may hang: its clients connect again and are served elsewhere
                client.finish()

    def _note_rivals(self, rivals: Collection[str], now: float) -> None:
        """Log that other servers have registered the same address, unless they may have just ended."""
        self._rivals_since = min(self._rivals_since, now) if rivals else math.inf
        if now - self._rivals_since >= RIVAL_SECONDS and not self._warned:
            self._warned = True
            log.error("passing-address-taken", address=self.address, by=sorted(rivals))

    def home(self, table: str) -> str | None:
        """Return the address of the server that is the home of a table; None: this one."""
        if len(self._addresses) == 1:
            return None
        address = server_of(table, self._addresses)
        return None if address == self.address else address

    def is_home(self, table: str) -> bool:
        """Whether this server is the home of a table."""
        return self.home(table) is None

    def _is_passed(self, table: str) -> bool:
        """Whether connections to a table are passed on."""
        address = self.home(table)
        return address is not None and not self._backs_off(address, table)

    def _backs_off(self, *keys: str) -> bool:
        """Whether a server or a table is in its back-off."""
        now = self._clock.now()
        return any(key in self._backoffs and self._backoffs[key].until > now for key in keys)

    def _back_off(self, key: str) -> None:
        now = self._clock.now()
        self._backoffs = {
            one: backoff for one, backoff in self._backoffs.items() if backoff.until + FORGET_SECONDS > now
        }
        failures = self._backoffs[key].failures + 1 if key in self._backoffs else 0
        self._backoffs[key] = _Backoff(now + min(FIRST_BACKOFF * 2.0**failures, LONGEST_BACKOFF), failures)

    # ------------------------------------------------------------ passing on

    def table_elsewhere(self, path: str) -> str | None:
        """Return the table that the WebSocket with this path is for, if its home is another server."""
        found = _UPGRADE.fullmatch(path)
        if found is None or self.is_home(table := found[1]):
            return None
        return table

    async def connected(self, passed: Passed, request: bytes) -> tuple[str, HomeSide] | None:
        """Pass a WebSocket's request on to the home of its table; return it with its address once it has accepted.

        None: this server has to serve the table.
        """
        tried = None
        while (address := self.home(passed.table)) is not None and address != tried:
            if self._backs_off(address, passed.table):
                break
            home = await self._answer(address, passed, request, _ACCEPTED)
            if home is not None:
                self._metrics.passed.labels("passed").inc()
                return address, home
            tried = address
            if not self._backs_off(address, passed.table):
                break
            if self._clock.now() - self._refreshed >= ANSWER_SECONDS / 10:  # the home may have left
                with contextlib.suppress(StoreError):
                    await self.refresh()
        if address is not None:
            self._metrics.passed.labels("kept").inc()
        return None

    async def _answer(self, address: str, passed: Passed, request: bytes, expected: bytes) -> HomeSide | None:
        """Send a request to the home of a table; return the connection if the answer begins as expected."""
        side = HomeSide(expected)
        key = address
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await _connect(side, address)
                key = passed.table  # another worker of the same server may answer
                side.transport.write(header_line(self._key, passed, address, self._clock.time()) + request)
                if await side.answered:
                    return side
                if side.speaks:  # the home works: the request is invalid, or the client has too many connections
                    key = ""
        except (OSError, ValueError):  # ValueError: a registered address is invalid
            pass
        except asyncio.CancelledError:
            _abort(side)
            raise
        _abort(side)
        if key:
            self._back_off(key)
            log.warning("home-silent", server=address, table=passed.table)
        return None

    def splice(self, client: ClientSide, address: str, home: HomeSide) -> None:
        """Connect the two sides: from now on bytes are copied in both directions."""
        self._passed[client] = address
        home.splice(client)

    def ended(self, client: ClientSide) -> None:
        """Note the end of a connection that was passed on."""
        self._passed.pop(client, None)

    async def _send_away(self) -> None:
        """Send clients of tables at home elsewhere to that home, if it answers."""
        if len(self._addresses) == 1 or self._clock.now() - self._changed < SETTLED_SECONDS:
            return
        strays: dict[str, list[str]] = {}
        for table in self._tables.with_clients():
            address = self.home(table)
            if address is not None and not self._backs_off(address, table):
                strays.setdefault(address, []).append(table)
        for address, tables in strays.items():
            well = await self._answer(address, Passed(tables[0], "", "http"), _PROBE, _WELL)
            if well is not None:
                _abort(well)
                log.info("clients-moved-home", server=address, tables=len(tables[:AWAY_AT_ONCE]))
                await self._tables.send_away(tables[:AWAY_AT_ONCE])

    # --------------------------------------------- connections of other servers

    def receives(self, sockname: Sequence[object]) -> bool:
        """Whether a connection has come to the listener for other servers."""
        return bool(tuple(sockname[:2]) == self._sockname)

    def read(self, line: bytes) -> Passed | None:
        """Return the content of a connection's first line, None unless another server has signed it."""
        return read_header(self._key, line, self.address, self._clock.time()) if self._key else None


async def _connect(side: HomeSide, address: str) -> None:
    host, port = parsed_address(address)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    connection = socket.socket(family, socket.SOCK_STREAM)
    try:
        connection.setblocking(False)
        # Small, so that the home soon notices a client that reads nothing.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(connection, (host, port))
        await loop.create_connection(lambda: side, sock=connection)
    except BaseException:
        connection.close()
        raise


def _abort(side: HomeSide) -> None:
    if side.transport is not None:
        side.transport.abort()


def rebuilt(method: bytes, target: bytes, headers: Sequence[tuple[bytes, bytes]], left_out: Collection[bytes]) -> bytes:
    """Return the head of a request without some of its headers."""
    lines = [method + b" " + target + b" HTTP/1.1", *(b": ".join(one) for one in headers if one[0] not in left_out)]
    return b"\r\n".join(lines) + b"\r\n\r\n"
