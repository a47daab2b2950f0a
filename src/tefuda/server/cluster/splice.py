"""Copies bytes between two connections without parsing them, until one of them ends.

Back-pressure is passed on: neither side is read while the other one cannot be written.  So the sending server notices a
slow client, and a server that does not read fills no memory here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

BUFFER_BYTES = 1 << 15  # buffered for one side before reading from the other one pauses
HTTP = b"HTTP/1.1 "
LINGER_SECONDS = 2.0  # to send the last bytes after one side has closed


class Side(asyncio.Protocol):
    """One of two spliced connections."""

    other: Side | None = None  # None: not yet, or no longer

    def __init__(self, transport: Any = None) -> None:
        self.transport: Any = transport
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            self.other.transport.write(data)

    def pause_writing(self) -> None:
        if self.other is not None and not self.other.transport.is_closing():
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and not self.other.transport.is_closing():
            self.other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        other, self.other = self.other, None
        if other is not None:
            other.other = None
            other.finish()

    def finish(self) -> None:
        """Close the connection when everything is sent, or after LINGER_SECONDS at the latest."""
        self.transport.close()
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LINGER_SECONDS, self.transport.abort)


class ClientSide(Side):
    """The connection of the client, among the connections of the server that passes it on."""

    def __init__(self, transport: Any, ended: Callable[[ClientSide], object]) -> None:
        super().__init__(transport)
        self._ended = ended

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._ended(self)

    def shutdown(self) -> None:
        """End both connections: this server stops."""
        self.finish()


class HomeSide(Side):
    """The connection to the home of a table, which must answer before it is spliced.

    The future `answered` tells whether the answer begins as expected.
    """

    def __init__(self, expected: bytes) -> None:
        super().__init__()
        self._expected, self._first = expected, b""
        self.answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            self.other.transport.write(data)
            return
        self._first += data
        if len(self._first) >= len(self._expected) and not self.answered.done():
            self.transport.pause_reading()
            self.answered.set_result(self._first.startswith(self._expected))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self.answered.done():
            self.answered.set_result(False)

    @property
    def speaks(self) -> bool:
        """Whether there is an answer at all, and it is HTTP."""
        return self._first.startswith(HTTP)

    def splice(self, client: ClientSide) -> None:
        """Start to copy in both directions."""
        self.other, client.other = client, self
        for side in (self, client):
            side.transport.set_write_buffer_limits(high=BUFFER_BYTES)
        client.transport.write(self._first)
        self._first = b""
        self.transport.resume_reading()
