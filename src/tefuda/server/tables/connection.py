"""A client's connection to a table, with back-pressure.

A message is written at once unless the transport is blocked; then it waits in a bounded queue, so that a table never
waits for a slow client.  A connection whose transport stays blocked too long, or whose queue overflows, is closed;
other connections are not affected.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from tefuda.server.protocol.limits import CloseCode
from tefuda.server.rate_limit import Bucket
from tefuda.server.settings import Settings
from tefuda.server.store.stored_data import Guest

TRANSPORT_EXTENSION = "tefuda.transport"  # ASGI extension that holds the `Transport` of a WebSocket
MAX_STRIKES = 50  # messages over the rate limit in a row, before the connection is closed


class Transport(Protocol):
    """The WebSocket below a connection."""

    flow: Callable[[], object] | None  # called when `write_blocked` may have changed

    @property
    def write_blocked(self) -> bool:
        """Whether the write buffer is full because the client does not read."""

    def write(self, message: bytes) -> None:
        """Write a text message; does nothing if the transport is closed."""

    def disconnect(self, code: CloseCode) -> None:
        """Close the transport, immediately if the client does not read."""


class Connection:
    """One client's connection to a table."""

    def __init__(
        self,
        transport: Transport,
        guest: Guest | None,
        language: str,
        settings: Settings,
        *,
        address: str = "",
        invited: bool = False,
    ) -> None:
        self.guest, self.language = guest, language
        self.address, self.invited = address, invited
        self.last_received = settings.clock.now()
        self.seat = -1  # at its table; -1: spectator
        self.watches = -1  # the seat whose view a spectator has chosen; -1: none
        self.close_code: CloseCode | None = None  # set once the server has closed it
        self._transport, self._settings = transport, settings
        self._queue: deque[bytes] = deque()
        self._send_timer: asyncio.TimerHandle | None = None
        self._bucket = Bucket(settings.connection_rate, settings.clock)
        self._strikes = 0
        transport.flow = self._flow

    def send(self, message: bytes) -> None:
        """Send or queue a message; closes the connection if the queue is full."""
        if self.close_code is not None:
            return
        if not self._transport.write_blocked:
            self._transport.write(message)
        elif len(self._queue) < self._settings.messages_waiting:
            self._queue.append(message)
        else:
            self.close(CloseCode.NOT_READING)

    def _flow(self) -> None:
        """Write queued messages, and close the connection later if the transport stays blocked."""
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None
        while self._queue and not self._transport.write_blocked:
            self._transport.write(self._queue.popleft())
        if self._transport.write_blocked and self.close_code is None:
            loop = asyncio.get_running_loop()
            self._send_timer = loop.call_later(self._settings.send_timeout, self.close, CloseCode.NOT_READING)

    def close(self, code: CloseCode) -> None:
        """Close the connection; later messages are dropped."""
        if self.close_code is None:
            self.close_code = code
            self._transport.disconnect(code)

    def ended(self) -> None:
        """Release the transport and the timer after the client has disconnected."""
        self._transport.flow = None
        if self._send_timer is not None:
            self._send_timer.cancel()

    def allow_message(self) -> bool:
        """Whether another message is within the rate limit; closes the connection after too many refusals in a row."""
        if self._bucket.take():
            self._strikes = 0
            return True
        self._strikes += 1
        if self._strikes > MAX_STRIKES:
            self.close(CloseCode.TOO_MUCH)
        return False
