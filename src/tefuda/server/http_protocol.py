"""uvicorn's HTTP and WebSocket protocols with limits for slow and malicious clients.

uvicorn itself accepts input of any size and duration.  Here a connection needs a slot (`connection_limits.py`); the
head of a request is limited in size, number of headers and time, its body in size and time, and a client must read its
answers in time.  A violation is answered with the appropriate status if possible, and the connection is closed.

No setting of uvicorn does the same: `limit_concurrency` counts everyone's requests and refuses them all alike,
`timeout_keep_alive` is its only time limit, `h11_max_incomplete_event_size` is for another parser, and a WebSocket
whose client reads nothing stays open, because closing it waits until everything has been sent.

A WebSocket has a limit on frames per second, and implements the `Transport` of a `Connection`.  Sending through
Starlette's WebSocket would need a task for each connection and take 85 instead of 60 microseconds of processor time for
an update to four clients, 4 % of a whole action; and cutting off a slow client would need the transport anyway.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import httptools
import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tefuda.server.app import Server
from tefuda.server.clock import Timer
from tefuda.server.connection_limits import Slot
from tefuda.server.errors import ServerError, preferred_language
from tefuda.server.protocol.endpoints import BODY_BYTES
from tefuda.server.protocol.limits import MAX_MESSAGE_BYTES, CloseCode
from tefuda.server.rate_limit import Bucket, Rate, address_group, plain_address
from tefuda.server.tables.connection import TRANSPORT_EXTENSION

MAX_FRAME_BYTES = 16 * MAX_MESSAGE_BYTES  # a larger message closes the connection, a smaller one is only refused
MAX_BODY_BYTES = 16 * MAX_MESSAGE_BYTES  # a larger body closes the connection, a smaller one is only refused
UNREAD_BYTES = 1 << 14  # socket send buffer of a WebSocket (doubled by the system); twice as much is buffered here
ANSWER_BYTES = 1 << 15  # of an HTTP response buffered for a client that does not read
MAX_PIPELINED = 16  # requests on one connection
FRAMES_PER_MESSAGE = 4  # in the rate limit: pings, pongs and fragments are frames too
PARSED_BYTES = 1024  # of a WebSocket parsed at a time: frames are counted after each step
LEAVING_SECONDS = 0.3  # for which a stopping server still answers requests that were in transit
STATUS_PAGES = (b"/healthz", b"/metrics")  # answered even if all connections are open
LINGER_SECONDS = 2  # before a refused connection is aborted: an immediate abort would discard the answer
CLOSE_TIMEOUT = 12  # seconds for the closing handshake of a WebSocket, and for its last messages to be sent


class EdgeConfig(uvicorn.Config):
    """uvicorn's configuration with the server whose limits apply."""

    server: Server


class _StopParsing(Exception):
    """Stops the parser; the reason is in `_parse_error`."""


def _plain(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Return a client's address and port, by IPv4 in its own form, in which proxies are named."""
    return None if client is None else (plain_address(client[0]), client[1])


class Http(HttpToolsProtocol):
    """An HTTP connection, until it ends or becomes a WebSocket."""

    config: EdgeConfig
    arriving = True  # counts as a new connection of its address

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.client = _plain(self.client)
        self._settings = self.config.server.settings
        self._deadline: Timer | None = None
        self._stall_timer: Timer | None = None
        self._received = 0  # bytes since the last request ended
        self._head_bytes = 0  # of the current request, parsed so far
        self._awaits_head = True  # False: awaits a body
        self._reading = True
        self._leaving = False  # the next answer is the last
        self._parse_error: ServerError | None = None
        address = self.client[0] if self.client is not None else ""
        if self._admit(address, trusted=self.is_trusted(address), arriving=self.arriving):
            transport.set_write_buffer_limits(high=ANSWER_BYTES)
            self._await_head(self._settings.head_timeout)
        else:
            transport.abort()

    def is_trusted(self, address: str) -> bool:
        """Whether connections from an address are unlimited."""
        return self.config.server.guard.is_proxy(address)

    def _admit(self, address: str, *, trusted: bool, arriving: bool) -> bool:
        """Take a slot for a connection of an address; returns whether there was one."""
        admitted = self.config.server.limiter.admit(address_group(address), trusted=trusted, arriving=arriving)
        self._slot = admitted if isinstance(admitted, Slot) else None
        if isinstance(admitted, str):
            self._count(admitted)
        return self._slot is not None

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None
        if self._slot is not None:
            self._slot.release()
        super().connection_lost(exc)
        self.pipeline.clear()  # avoids reference cycles through requests that were not started
        self.cycle = None  # type: ignore[assignment]  # as before the first request

    def shutdown(self) -> None:
        """Close the connection after the answer to a request that has been read, or arrives in the next moment."""
        self._leaving = True
        if self._answering():
            super().shutdown()
        else:
            asyncio.get_running_loop().call_later(LEAVING_SECONDS, self._leave)

    def _leave(self) -> None:
        if not self._answering():
            self.transport.close()

    # --------------------------------------------------------------- parsing

    def data_received(self, data: bytes) -> None:
        size = self._settings.head_bytes
        for start in range(0, len(data), size):  # in steps of the largest head; the limits are checked after each step
            if not self._reading:
                self._discard(len(data) - start)
                return
            if self.transport.is_closing():
                return
            self._parse(data[start : start + size])

    def _parse(self, data: bytes) -> None:
        self._received += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._upgrade()
        except httptools.HttpParserError:
            if not self.transport.is_closing():
                self._refuse(self._parse_error or ServerError("unreadable", why="it is not HTTP"))
        else:
            if self._awaits_head and self._received > self._settings.head_bytes:
                self._refuse(self._head_too_large())
            elif self._received > self._settings.head_bytes + MAX_BODY_BYTES:
                path = self.url.partition(b"?")[0].decode("ascii", "replace")
                most = BODY_BYTES.get(path, MAX_MESSAGE_BYTES)
                self._refuse(ServerError("too-large", size=self._received, most=most))

    def _discard(self, size: int) -> None:
        """Discard data sent before the client could read the answer; stops reading if there is too much."""
        self._received += size
        if self._received > MAX_BODY_BYTES:
            self.transport.pause_reading()

    def _upgrade(self) -> None:
        self._reading = False
        if not self._should_upgrade():  # to an unknown protocol: answer it as a plain request, and close
            self.cycle.keep_alive = False
        elif self._answering():  # an earlier request: the two answers would mix
            self.transport.abort()
        else:
            self.handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_bytes = 0
        if not self._answering():
            self._await_head(self._settings.head_timeout)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._head_bytes += len(url)
        if len(self.url) > self._settings.url_bytes:
            self._stop(ServerError("url-too-long", size=len(self.url), most=self._settings.url_bytes))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._head_bytes += len(name) + len(value) + 4
        if self._head_bytes > self._settings.head_bytes or len(self.headers) > self._settings.headers:
            self._stop(self._head_too_large())

    def _head_too_large(self) -> ServerError:
        return ServerError("head-too-large", bytes=self._settings.head_bytes, headers=self._settings.headers)

    def _stop(self, error: ServerError) -> None:
        self._parse_error = error
        raise _StopParsing

    def on_headers_complete(self) -> None:
        for_status = self._slot is not None and self._slot.for_status
        if for_status and not self.url.startswith(STATUS_PAGES):
            self._stop(ServerError("connections"))
        self._awaits_head = False
        if len(self.pipeline) >= MAX_PIPELINED:
            self._stop(ServerError("too-fast"))
        if self._slot is not None:
            self._slot.serve()
        self._set_deadline(self._settings.body_timeout, self._time_out)
        super().on_headers_complete()
        if self._leaving or for_status:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._awaits_head, self._received = True, 0
        self._cancel_deadline()
        if not self._answering():
            self._await_head(self._settings.idle_timeout)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._unset_keepalive_if_required()  # `_deadline` replaces uvicorn's keep-alive timer
        if self.cycle is None:  # the client has disconnected
            return
        if self.transport.is_closing():
            self._set_deadline(LINGER_SECONDS, self.transport.abort)
        elif self._awaits_head and not self._answering():
            self._await_head(self._settings.idle_timeout)

    def handle_websocket_upgrade(self) -> None:
        self._cancel_deadline()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # breaks a reference cycle, as at the end of a connection
        if self._slot is not None:
            self._slot.serve()
            websocket: Any = self.transport.get_protocol()
            websocket.slot, self._slot = self._slot, None

    # ---------------------------------------------------------------- limits

    def _answering(self) -> bool:
        """Whether a request has been read whose answer is incomplete."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return bool(self.pipeline) or (cycle is not None and not cycle.response_complete)

    def _await_head(self, seconds: float) -> None:
        """Wait at most `seconds` for the head of a request; of a connection beyond the limit not for so long."""
        if self._slot is not None:
            self._slot.wait(self._evict)
            if self._slot.for_status:
                seconds = min(seconds, LINGER_SECONDS)
        self._set_deadline(seconds, self._time_out)

    def _set_deadline(self, seconds: float, action: Callable[[], object]) -> None:
        self._cancel_deadline()
        self._deadline = self._settings.clock.later(seconds, action)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _evict(self) -> None:
        self._count("connections" if self._slot is not None and self._slot.for_status else "evicted")
        self.transport.abort()

    def _time_out(self) -> None:
        self._deadline = None
        if self._awaits_head and not self._received:  # no request to answer
            self.transport.close()
        else:
            self._refuse(ServerError("too-slow"))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stall_timer is None:
            self._stall_timer = self._settings.clock.later(self._settings.stall_timeout, self._stall)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    def _stall(self) -> None:
        self._stall_timer = None
        self._count("stalled")
        self.transport.abort()

    def _count(self, reason: str) -> None:
        self.config.server.metrics.turned_away.labels(reason).inc()

    def _refuse(self, error: ServerError) -> None:
        """Answer the current request with an error, unless an answer has started, and close the connection."""
        self._reading = False
        self._count(error.id)
        cycle = self.cycle
        if self._awaits_head:
            answered = self._answering()  # an earlier request
        else:
            answered = not self._answering() or bool(self.pipeline) or cycle.response_started
        if answered or self.transport.is_closing():
            self.transport.abort()
            return
        if cycle is not None:  # wakes the application, which waits for the rest of a body
            cycle.disconnected = True
            cycle.message_event.set()
        accepted = dict(self.headers or ()).get(b"accept-language", b"").decode("latin-1")
        body = msgspec.json.encode(error.to_message(preferred_language(accepted)))
        lines = (
            f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            "cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(lines.encode() + body)
        self.transport.write_eof()
        if self._slot is not None:
            self._slot.wait(self.transport.abort)  # makes room for another connection
        self._set_deadline(LINGER_SECONDS, self.transport.abort)


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket as a `Transport`: writes without a task, and cuts off slow clients."""

    config: EdgeConfig
    flow: Callable[[], object] | None = None
    slot: Slot | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.client = _plain(self.client)
        settings = self.config.server.settings
        rate = Rate(*(FRAMES_PER_MESSAGE * value for value in settings.connection_rate))
        self._clock, self._frame_bucket = settings.clock, Bucket(rate, settings.clock)
        self._abort_timer: Timer | None = None
        self._flooded = False  # too many frames: no more are parsed

    def connection_lost(self, exc: Exception | None) -> None:
        if self._abort_timer is not None:
            self._abort_timer.cancel()
            self._abort_timer = None
        if self.slot is not None:
            self.slot.release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PARSED_BYTES):
            if self._flooded:
                self.transport.pause_reading()  # until the connection is aborted
                return
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PARSED_BYTES])

    def handle_events(self) -> None:
        if self.handshake_initiated and not self._frame_bucket.take(len(self.conn.events)):
            self._flooded = True
            self.conn.events.clear()
            self._abort_after(LINGER_SECONDS)
            self.disconnect(CloseCode.TOO_MUCH)
            return
        super().handle_events()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # a close would wait until the client reads the send buffer

    def on_task_complete(self, task: Any) -> None:
        super().on_task_complete(task)
        self._abort_after(CLOSE_TIMEOUT)

    def _abort_after(self, seconds: float) -> None:
        if self._abort_timer is None and not self.disconnected:
            self._abort_timer = self._clock.later(seconds, self.transport.abort)

    @property
    def write_blocked(self) -> bool:
        return not self.writable.is_set()

    def write(self, message: bytes) -> None:
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def disconnect(self, code: CloseCode) -> None:
        if self.disconnected:  # the client has left, while the server still handles its last message
            return
        if code is CloseCode.NOT_READING:  # a closing handshake would wait until it reads
            reset = struct.pack("ii", 1, 0)  # the system drops its send buffer
            set_socket_option(self.transport, socket.SO_LINGER, reset)
            self.transport.abort()
        else:
            closing = self.loop.create_task(self.send({"type": "websocket.close", "code": code, "reason": code.about}))
            self.tasks.add(closing)
            closing.add_done_callback(self.tasks.discard)
            self._abort_after(CLOSE_TIMEOUT)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.flow is not None:
            self.flow()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.flow is not None:
            self.flow()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # the handshake is valid
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[TRANSPORT_EXTENSION] = self
            set_socket_option(self.transport, socket.SO_SNDBUF, UNREAD_BYTES)
            self.transport.set_write_buffer_limits(high=2 * UNREAD_BYTES)


def set_socket_option(transport: Any, option: int, value: int | bytes) -> None:
    """Set an option of a transport's socket; uvloop's wrapper does not allow it.

    The descriptor is not duplicated: a client must also be cut off when the process has none left.
    """
    wrapper = socket.socket(fileno=transport.get_extra_info("socket").fileno())
    try:
        wrapper.setsockopt(socket.SOL_SOCKET, option, value)
    finally:
        wrapper.detach()
