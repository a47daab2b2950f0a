"""Hands connections from the worker that accepted them to the worker that should serve them.

The system gives a new connection to any worker.  When a request begins that another worker should serve (`homes.py`),
the socket and the bytes read so far go to that worker, which continues as if it had accepted the connection.  Every
worker slot has a pair of Unix datagram sockets: its worker reads from one end, the *inbox*, and all workers write to
the other.  The supervisor holds both, so connections wait there while the worker of a slot is being replaced.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Sequence
from typing import Any

from tefuda.server.cluster.homes import slot_for
from tefuda.server.cluster.passing import rebuilt
from tefuda.server.http_protocol import EdgeConfig
from tefuda.server.passing_http import PassingHttp

MAX_BYTES = 1 << 16  # a connection of which more has been read is not handed over
BURST = 64  # connections taken from the inbox at a time
RETRY_SECONDS = 0.01  # retry interval while the last answer is still being sent


class HandOver:
    """Hands connections from one worker to the other slots."""

    def __init__(self, slot: int, inbox: socket.socket, outboxes: Sequence[socket.socket]) -> None:
        self.slot, self.workers = slot, len(outboxes)
        self.leaving = False  # this worker is being replaced: its connections go to the next worker of its slot
        self.inbox, self._outboxes = inbox, outboxes
        self.on_handed: Callable[[str], object] = lambda _: None  # called with "handed" or "kept"

    def destination(self, request: bytes) -> int | None:
        """Return the slot for a connection whose next request begins with these bytes, None to serve it here."""
        slot = slot_for(request, self.workers)
        if self.leaving:
            return self.slot if slot is None else slot
        return None if slot == self.slot else slot

    def send(self, slot: int, descriptor: int, received: bytes) -> bool:
        """Hand a connection to a slot; returns whether that succeeded."""
        sent = len(received) <= MAX_BYTES and send_connection(self._outboxes[slot], descriptor, received)
        self.on_handed("handed" if sent else "kept")
        return sent


def send_connection(outbox: socket.socket, descriptor: int, received: bytes) -> bool:
    """Send a connection and the bytes read from it; returns False if there is no room for it."""
    try:
        socket.send_fds(outbox, [received], [descriptor])
    except OSError:  # full, or more descriptors under way than the system allows
        return False
    return True


def receive_connection(inbox: socket.socket) -> tuple[socket.socket, bytes] | None:
    """Take a connection from an inbox, with the bytes read from it; None if none is waiting.

    Raises OSError if this process has no descriptor left for it.
    """
    try:
        received, descriptors, _, _ = socket.recv_fds(inbox, MAX_BYTES, 1)
    except BlockingIOError:
        return None
    if not descriptors:
        raise OSError("a connection was handed over without its descriptor")
    for descriptor in descriptors:
        os.set_inheritable(descriptor, False)
    return socket.socket(fileno=descriptors[0]), received


class SharedHttp(PassingHttp):
    """An HTTP connection that can be handed to another worker between two requests."""

    config: SharedConfig

    def __init__(self, *arguments: Any, received: bytes | None = None, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._handed = received  # by the worker that has accepted the connection; None: accepted here
        self.arriving = received is None
        self._in_request = False  # between the first and the last byte of a request
        self._stays = False  # the present request, as there was no room elsewhere

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        received, self._handed = self._handed, None
        if received and not transport.is_closing():
            super().data_received(received)  # here, even if this is no longer the right worker

    def data_received(self, data: bytes) -> None:
        if self._between_requests:
            slot = self.config.hand_over.destination(data)
            if slot is not None and self._hand_over(slot, data):
                return
            self._stays = slot is not None
        super().data_received(data)

    def handle_websocket_upgrade(self) -> None:
        # The first bytes do not tell the table if they are few, or if its id is written in another way (%41 for A).
        slot, path = None, self.websocket_path
        if path.startswith("/ws/tables/") and not self._stays and self._passed is None:
            slot = self.config.hand_over.destination(f"GET {path} ".encode())
        if slot is None or not self._hand_over(slot, rebuilt(b"GET", self.url, self.headers, ())):
            super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        self._in_request = True
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self._in_request = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.config.hand_over.leaving:
            self._leave()

    def shutdown(self) -> None:
        """Leave the connection to the next worker of the slot, after its answer; without one, close it."""
        if self.config.hand_over.leaving:
            self._leave()
        else:
            super().shutdown()

    @property
    def changes_something(self) -> bool:
        """Whether a request is being received, or answered, that may change a table or a guest."""
        return self._in_request or (self._answering() and self.scope["method"] != "GET")

    @property
    def _between_requests(self) -> bool:
        return self._reading and not (self._in_request or self._answering() or self.transport.is_closing())

    def _leave(self) -> None:
        if not self._between_requests:
            return
        if self.transport.get_write_buffer_size():
            self._settings.clock.later(RETRY_SECONDS, self._leave)
        elif not self._hand_over(self.config.hand_over.slot, b""):
            super().shutdown()

    def _hand_over(self, slot: int, data: bytes) -> bool:
        """Hand the connection to a slot; returns False if it stays here."""
        if self.transport.get_write_buffer_size():  # the end of an answer would be lost
            return False
        descriptor = self.transport.get_extra_info("socket").fileno()
        if not self.config.hand_over.send(slot, descriptor, data):
            return False
        self.transport.abort()  # closes this process's descriptor only
        return True


class SharedConfig(EdgeConfig):
    """uvicorn's configuration of one of several workers."""

    hand_over: HandOver


class Receiver:
    """Takes the connections that are handed to a worker."""

    def __init__(self, inbox: socket.socket, protocol: Callable[[bytes], SharedHttp]) -> None:
        self._inbox, self._protocol = inbox, protocol
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop.add_reader(inbox, self._receive)

    def close(self) -> None:
        """Leave all further connections in the inbox."""
        self._loop.remove_reader(self._inbox)

    def _receive(self) -> None:
        for _ in range(BURST):
            try:
                taken = receive_connection(self._inbox)
            except OSError:
                continue
            if taken is None:
                return
            task = self._loop.create_task(self._serve(*taken))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket, received: bytes) -> None:
        connection.setblocking(False)
        try:
            await self._loop.connect_accepted_socket(lambda: self._protocol(received), connection)
        except OSError:  # the client has disconnected
            connection.close()
