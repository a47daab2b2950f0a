"""HTTP connections whose WebSockets may be passed on to other servers, or are passed on by them (`passing.py`)."""

from __future__ import annotations

import socket
from functools import partial
from typing import Any
from urllib.parse import unquote

from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.http11 import Request

from tefuda.server.admission import PASSED_EXTENSION
from tefuda.server.cluster.passing import Passing, rebuilt
from tefuda.server.cluster.passing_header import END, MAX_BYTES, Passed
from tefuda.server.cluster.splice import ClientSide, HomeSide
from tefuda.server.errors import ServerError
from tefuda.server.http_protocol import UNREAD_BYTES, Http, Socket, set_socket_option

TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\n\r\n"  # to another server: this one works, but has no room
FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto")  # headers in which proxies name the client


class PassingHttp(Http):
    """An HTTP connection of a server to which others may pass connections on."""

    def connection_made(self, transport: Any) -> None:
        passing = self.config.server.passing
        sockname = transport.get_extra_info("sockname")
        self._start = b""  # of the header line of a connection from another server, until it is complete
        self._from_server = passing is not None and bool(sockname) and passing.receives(sockname)
        self._passed: Passed | None = None
        super().connection_made(transport)

    def is_trusted(self, address: str) -> bool:
        # A connection from another server is charged to its client once the header line has named it.
        return self._from_server or super().is_trusted(address)

    def data_received(self, data: bytes) -> None:
        if self._from_server and self._passed is None:
            data = self._read_header(data)
        if data:
            super().data_received(data)

    def _read_header(self, data: bytes) -> bytes:
        """Read the header line of a connection from another server; return the bytes after it."""
        assert self.config.server.passing is not None
        self._start += data
        line, end, rest = self._start.partition(END)
        if not end and len(self._start) <= MAX_BYTES:
            return b""
        self._start = b""
        passed = self.config.server.passing.read(line)
        if passed is None or self._slot is None:
            self._count("unknown-server")
            self.transport.abort()
            return b""
        self._passed = passed
        self.client, self.scheme = (passed.client, 0), "https" if passed.scheme == "https" else "http"
        self._slot.release()
        if not self._admit(passed.client, trusted=super().is_trusted(passed.client), arriving=False):
            self.transport.write(TOO_MANY)
            self.transport.close()
            return b""
        self._await_head(self._settings.head_timeout)
        self.ws_protocol_class = partial(PassedSocket, passed)  # type: ignore[assignment]
        return rest

    def handle_websocket_upgrade(self) -> None:
        passing = self.config.server.passing
        table = passing.table_elsewhere(self.websocket_path) if passing is not None and self._passed is None else None
        if passing is None or table is None or not self._names_this_server():
            super().handle_websocket_upgrade()
            return
        self._cancel_deadline()
        if self._slot is not None:
            self._slot.serve()
        self.transport.pause_reading()
        task = self.loop.create_task(self._pass_on(passing, table))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    @property
    def websocket_path(self) -> str:
        """The path of a request for a WebSocket, as the application will get it."""
        return unquote(self.url.partition(b"?")[0].decode("ascii", "replace"))

    def _names_this_server(self) -> bool:
        try:
            self.config.server.guard.check_host(HTTPConnection(dict(self.scope)))
        except ServerError:  # the superclass answers with the reason
            return False
        return True

    async def _pass_on(self, passing: Passing, table: str) -> None:
        client, scheme = await self._client()
        request = rebuilt(self.scope["method"].encode(), self.url, self.headers, FORWARDED)
        connected = await passing.connected(Passed(table, client, scheme), request)
        if self.transport.is_closing():
            if connected is not None:
                connected[1].transport.abort()
        elif connected is None:
            super().handle_websocket_upgrade()
            if not self.transport.is_closing():
                self.transport.resume_reading()
        else:
            self._splice(passing, *connected)

    async def _client(self) -> tuple[str, str]:
        """Return the client's address and scheme, as a trusted proxy gives them if there is one."""
        scope: Any = dict(self.scope)

        async def app(*_: Any) -> None:
            """Do nothing: the middleware has changed the scope."""

        await ProxyHeadersMiddleware(app, list(self._settings.proxies))(scope, None, None)  # type: ignore[arg-type]
        return (scope["client"] or ("",))[0], "https" if scope["scheme"] == "https" else "http"

    def _splice(self, passing: Passing, address: str, home: HomeSide) -> None:
        """Pass all bytes between the client's connection and the one to the home of its table."""
        slot, self._slot = self._slot, None
        connections = self.connections

        def ended(side: ClientSide) -> None:
            connections.discard(side)
            passing.ended(side)
            if slot is not None:
                slot.release()

        side = ClientSide(self.transport, ended)
        connections.discard(self)
        connections.add(side)  # type: ignore[arg-type]
        self.parser = None  # type: ignore[assignment]  # breaks a reference cycle, as at the end of a connection
        set_socket_option(self.transport, socket.SO_SNDBUF, UNREAD_BYTES)
        self.transport.set_protocol(side)
        passing.splice(side, address, home)
        self.transport.resume_reading()


class PassedSocket(Socket):
    """A WebSocket that another server passes on."""

    def __init__(self, passed: Passed, **options: Any) -> None:
        super().__init__(**options)
        self._passed = passed

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.client = (self._passed.client, 0)
        self.scheme = "wss" if self._passed.scheme == "https" else "ws"

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # the handshake is valid
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[PASSED_EXTENSION] = True
