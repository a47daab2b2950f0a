"""The connections of the web server below the application: uvicorn's HTTP and WebSocket protocols, with limits.

uvicorn parses whatever arrives, for as long as it arrives.  Here a connection needs a place (`connection_limits.py`);
the head of a request is limited in size, headers and time, its body in size and time, and a client that does not read
in time.  What goes beyond is answered with the fitting status where that is still possible, and the connection is
closed.  A WebSocket additionally serves as the `Transport` of a `Connection`, and may send only so many frames a
second.
"""

from __future__ import annotations

import os
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

from tefuda.server.app import LINE, Server
from tefuda.server.clock import Timer
from tefuda.server.connection_limits import Slot
from tefuda.server.errors import ServerError, preferred
from tefuda.server.protocol import MAX_MESSAGE_BYTES, CloseCode
from tefuda.server.rate_limit import Bucket, Rate, address_group

LARGEST_FRAME = 16 * MAX_MESSAGE_BYTES  # up to this a message is refused in words, beyond it the connection is closed
LARGEST_BODY = 16 * MAX_MESSAGE_BYTES  # the same for the body of a request, with everything that goes with it
UNREAD_BYTES = 1 << 14  # what a client leaves unread: the system keeps twice that, and we as much again, then we wait
ANSWER_BYTES = 1 << 15  # of an answer, that we keep for a client that does not read it
MOST_QUEUED = 16  # requests sent ahead on one connection
FRAMES_A_MESSAGE = 4  # pings, pongs and parts of messages are frames, too
AT_A_TIME = 1024  # bytes of a WebSocket that are parsed before its frames are counted
LINGER_SECONDS = 2  # for a client that was refused to read why: closed at once, a system drops what was sent last
CLOSING_SECONDS = 12  # for a client to answer when we close its WebSocket, and for what was sent to it to go out


class EdgeConfig(uvicorn.Config):
    """uvicorn's settings, and the server whose limits hold."""

    server: Server


class _Unacceptable(Exception):
    """Stops the parser; the reason has been noted."""


class Http(HttpToolsProtocol):
    """One HTTP connection, until it ends or becomes a WebSocket."""

    config: EdgeConfig

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        server = self.config.server
        self._settings = server.settings
        self._deadline: Timer | None = None
        self._stalled: Timer | None = None
        self._fed = 0  # bytes since the last request ended
        self._head_bytes = 0  # of the request that is arriving, as far as it has been parsed
        self._awaits_head = True  # or a body
        self._reading = True
        self._problem: ServerError | None = None  # why the parser was stopped
        address = self.client[0] if self.client is not None else ""
        self._slot = server.limiter.admit(address_group(address), trusted=server.guard.is_proxy(address))
        if self._slot is None:
            self._count("crowded")
            transport.abort()
            return
        transport.set_write_buffer_limits(high=ANSWER_BYTES)
        self._wait(self._settings.head_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        if self._slot is not None:
            self._slot.release()
        super().connection_lost(exc)
        self.pipeline.clear()  # requests that were never begun hold this object
        self.cycle = None  # type: ignore[assignment]  # as it is before the first request

    # --------------------------------------------------------------- parsing

    def data_received(self, data: bytes) -> None:
        size = self._settings.head_bytes
        for at in range(0, len(data), size):  # no more at a time than a head may have: it is checked in between
            if not self._reading:
                self._ignore(len(data) - at)
                return
            if self.transport.is_closing():
                return
            self._parse(data[at : at + size])

    def _parse(self, data: bytes) -> None:
        self._fed += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._upgrade()
        except httptools.HttpParserError:
            self._refuse(self._problem or ServerError("unreadable", why="it is not HTTP"))
        else:
            if self._awaits_head and self._fed > self._settings.head_bytes:
                self._refuse(self._head_too_large())
            elif self._fed > self._settings.head_bytes + LARGEST_BODY:
                self._refuse(ServerError("too-large", size=self._fed, most=MAX_MESSAGE_BYTES))

    def _ignore(self, size: int) -> None:
        """Take what a client has sent before it can have read our answer, and no more: even that costs time."""
        self._fed += size
        if self._fed > LARGEST_BODY:
            self.transport.pause_reading()

    def _upgrade(self) -> None:
        self._reading = False
        if not self._should_upgrade():  # to what we do not speak: the request is answered as it stands, as the last one
            self.cycle.keep_alive = False
        elif self._answering():  # an earlier request: the two answers would be mixed
            self.transport.abort()
        else:
            self.handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_bytes = 0
        if not self._answering():
            self._wait(self._settings.head_timeout)

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

    def _stop(self, problem: ServerError) -> None:
        self._problem = problem
        raise _Unacceptable

    def on_headers_complete(self) -> None:
        self._awaits_head = False
        if len(self.pipeline) >= MOST_QUEUED:
            self._stop(ServerError("too-fast"))
        if self._slot is not None:
            self._slot.serve()
        self._set_deadline(self._settings.body_timeout, self._too_slow)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._awaits_head, self._fed = True, 0
        self._cancel_deadline()
        if not self._answering():
            self._wait(self._settings.idle_timeout)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._unset_keepalive_if_required()  # the next request has a deadline of ours
        if self.cycle is None:  # the client has gone
            return
        if self.transport.is_closing():
            self._set_deadline(LINGER_SECONDS, self.transport.abort)
        elif self._awaits_head and not self._answering():
            self._wait(self._settings.idle_timeout)

    def handle_websocket_upgrade(self) -> None:
        self._cancel_deadline()
        super().handle_websocket_upgrade()
        # The parser and this object hold each other: until Python's cycle collector runs they would stay, and a
        # collection holds up everybody.
        del self.parser
        if self._slot is not None:
            self._slot.serve()
            websocket: Any = self.transport.get_protocol()
            websocket.slot, self._slot = self._slot, None

    # ---------------------------------------------------------------- limits

    def _answering(self) -> bool:
        """Tell whether a request has been read whose answer is not complete."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return bool(self.pipeline) or (cycle is not None and not cycle.response_complete)

    def _wait(self, seconds: float) -> None:
        """Wait for the head of a request, so long at most."""
        if self._slot is not None:
            self._slot.wait(self._evict)
        self._set_deadline(seconds, self._too_slow)

    def _set_deadline(self, seconds: float, action: Callable[[], object]) -> None:
        self._cancel_deadline()
        self._deadline = self._settings.clock.later(seconds, action)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:  # it holds this object
            self._deadline.cancel()
            self._deadline = None

    def _evict(self) -> None:
        self._count("evicted")
        self.transport.abort()

    def _too_slow(self) -> None:
        self._deadline = None
        if self._awaits_head and not self._fed:  # nothing was asked
            self.transport.close()
        else:
            self._refuse(ServerError("too-slow"))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self._settings.clock.later(self._settings.stall_timeout, self._stall)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _stall(self) -> None:
        self._stalled = None
        self._count("stalled")
        self.transport.abort()

    def _count(self, why: str) -> None:
        self.config.server.metrics.turned_away.labels(why).inc()

    def _refuse(self, problem: ServerError) -> None:
        """Answer what cannot be read any further, if it has no answer yet, and close the connection."""
        self._reading = False
        self._count(problem.id)
        cycle = self.cycle
        if self._awaits_head:
            answered = self._answering()  # an earlier request is
        else:
            answered = not self._answering() or bool(self.pipeline) or cycle.response_started
        if answered or self.transport.is_closing():
            self.transport.abort()
            return
        if cycle is not None:  # the application is waiting for the rest of a body
            cycle.disconnected = True
            cycle.message_event.set()
        accepted = dict(self.headers or ()).get(b"accept-language", b"").decode("latin-1")
        body = msgspec.json.encode(problem.trouble(preferred(accepted)))
        lines = (
            f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            "cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(lines.encode() + body)
        self.transport.write_eof()
        self._set_deadline(LINGER_SECONDS, self.transport.abort)


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket as a `Transport`: writes need no task of their own; slow clients are cut off."""

    config: EdgeConfig
    flow: Callable[[], object] | None = None
    slot: Slot | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        settings = self.config.server.settings
        rate = Rate(*(FRAMES_A_MESSAGE * part for part in settings.connection_rate))
        self._clock, self._frames = settings.clock, Bucket(rate, settings.clock)
        self._last: Timer | None = None  # the connection is cut off then
        self._flooded = False

    def connection_lost(self, exc: Exception | None) -> None:
        if self._last is not None:
            self._last.cancel()
            self._last = None
        if self.slot is not None:
            self.slot.release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), AT_A_TIME):
            if self._flooded:
                self.transport.pause_reading()  # until the connection is cut off
                return
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + AT_A_TIME])

    def handle_events(self) -> None:
        if self.handshake_initiated and not self._frames.take(len(self.conn.events)):
            self._flooded = True
            self.conn.events.clear()
            self._abort_after(LINGER_SECONDS)
            self.disconnect(CloseCode.TOO_MUCH)
            return
        super().handle_events()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # closing would wait until the client reads what it has been sent

    def on_task_complete(self, task: Any) -> None:
        super().on_task_complete(task)
        self._abort_after(CLOSING_SECONDS)

    def _abort_after(self, seconds: float) -> None:
        if self._last is None and not self.disconnected:
            self._last = self._clock.later(seconds, self.transport.abort)

    @property
    def write_blocked(self) -> bool:
        return not self.writable.is_set()

    def write(self, text: str) -> None:
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.conn.send_text(text.encode())
            self.transport.write(b"".join(self.conn.data_to_send()))

    def disconnect(self, code: CloseCode) -> None:
        if code is CloseCode.NOT_READING:  # closing politely would wait until it does
            self._set(socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset: the system forgets what it kept for it
            self.transport.abort()
        else:
            closing = self.loop.create_task(self.send({"type": "websocket.close", "code": code, "reason": code.about}))
            self.tasks.add(closing)
            closing.add_done_callback(self.tasks.discard)
            self._abort_after(CLOSING_SECONDS)

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
        if hasattr(self, "scope"):  # the handshake was a good one
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self
            self._set(socket.SO_SNDBUF, UNREAD_BYTES)
            self.transport.set_write_buffer_limits(high=2 * UNREAD_BYTES)

    def _set(self, option: int, value: int | bytes) -> None:
        """Set an option of our socket."""
        with socket.socket(fileno=os.dup(self.transport.get_extra_info("socket").fileno())) as own:
            own.setsockopt(socket.SOL_SOCKET, option, value)
