"""WebSockets of tables and of lessons, from the handshake to the end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from tefuda.server.admission import Guard, address_group_of
from tefuda.server.errors import ServerError
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.protocol.messages import Noted, Refused
from tefuda.server.request_parsing import (
    decode_to_lesson,
    decode_to_table,
    is_cross_origin,
    language_of,
    last_seen_version,
    message_id,
    read_message,
)
from tefuda.server.tables.connection import TRANSPORT_EXTENSION, Connection, Transport
from tefuda.server.tables.lessons import LessonSession, check_lesson, opened_lesson
from tefuda.server.tables.serialization import encoded
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.server.web.api import Api
from tefuda.server.web.cookies import GuestCookies

T = TypeVar("T")
Serve = Callable[[WebSocket, Transport, str], Awaitable[None]]  # the last argument is the client's language

UNREAD_SECONDS = 1.0  # for which a WebSocket is not read when its address is over the limit: refusals also cost time

HANDSHAKE_CLOSE_CODES = {
    "foreign-origin": CloseCode.FOREIGN,
    "no-such-table": CloseCode.NO_TABLE,
    "no-such-lesson": CloseCode.NO_TABLE,
    "removed-by-host": CloseCode.NO_TABLE,
    "other-rules": CloseCode.NO_TABLE,
    "other-cards": CloseCode.NO_TABLE,
    "bad-log": CloseCode.NO_TABLE,
    "too-fast": CloseCode.TOO_MUCH,
    "no-room-to-watch": CloseCode.TOO_MUCH,  # there may be room later
    "unknown-host": CloseCode.FOREIGN,
}


class Sockets:
    """The WebSockets of one server."""

    def __init__(self, registry: TableRegistry, guard: Guard, cookies: GuestCookies, api: Api) -> None:
        self._registry, self._guard, self._cookies, self._api = registry, guard, cookies, api
        self._settings, self._metrics = registry.settings, registry.metrics
        self.draining = False  # messages stay unanswered: clients repeat them after they have reconnected

    def handler(self, serve: Serve) -> Callable[[WebSocket], Awaitable[None]]:
        """Return the handler of a kind of WebSocket, which calls `serve`."""

        async def handle(socket: WebSocket) -> None:
            language = language_of(socket)
            # Popped to break the reference cycle between the transport and its scope.
            transport: Transport = socket.scope["extensions"].pop(TRANSPORT_EXTENSION)
            await socket.accept()
            try:
                await self._api.turn()
                self._guard.check_host(socket)
                if is_cross_origin(socket):
                    raise ServerError("foreign-origin")
                self._guard.charge_address(socket)
                await serve(socket, transport, language)
            except WebSocketDisconnect:
                return
            except Exception as error:
                await self._refuse_handshake(socket, error, language)

        return handle

    async def serve_table(self, socket: WebSocket, transport: Transport, language: str) -> None:
        """Connect a client to a table until it leaves."""
        table = str(socket.path_params["id"])
        visitor = await self._cookies.visitor(socket, table)
        guest, note = (visitor.guest, visitor.note) if visitor is not None else (None, "")
        self._guard.charge_guest(guest)
        with self._guard.socket(socket, guest):
            actor = await self._registry.actor(table)
            if self._registry.peers.possible and guest is not None and guest.id not in actor.loaded.members:
                await actor.submit(actor.entries.catch_up)  # the guest may have just sat down at another worker
            invitation = socket.query_params.get("invitation", "")
            invited = self._registry.invitations.check_visible(actor.loaded, guest, invitation)
            group = address_group_of(socket)
            connection = Connection(transport, guest, language, self._settings, address=group, invited=invited)
            with self._counted(connection):
                try:
                    await actor.attach(connection, last_seen_version(socket), note)
                    if guest is not None:  # what happened before others could find the connection
                        visitor = await self._cookies.visitor(socket, table)
                        if visitor is None:
                            connection.close(CloseCode.FORGOTTEN)
                        elif visitor.note != note:
                            connection.send(encoded(Noted(visitor.note)))
                        if visitor is not None and connection.guest is guest:  # else a newer one has reached it
                            actor.rename(connection, visitor.guest)
                    await self._listen(socket, connection, decode_to_table, partial(actor.handle, connection))
                finally:
                    actor.detach(connection)

    async def serve_lesson(self, socket: WebSocket, transport: Transport, language: str) -> None:
        """Give a client a lesson of its own until it leaves."""
        slug, card = str(socket.path_params["id"]), socket.query_params.get("card", "")
        check_lesson(self._settings, slug, card)
        with self._guard.socket(socket, None):
            await self._registry.games.open_once(slug)
            group = address_group_of(socket)
            connection = Connection(transport, None, language, self._settings, address=group)
            session = LessonSession(
                opened_lesson(self._settings, slug, card),
                connection,
                socket.query_params.get("place", ""),
                self._registry.services.bot_service,
                self._settings,
                self._metrics,
                partial(self._guard.charge_address, socket),
            )
            with self._counted(connection):
                try:
                    session.begin()
                    await self._listen(socket, connection, decode_to_lesson, session.handle)
                finally:
                    session.close()

    @contextlib.contextmanager
    def _counted(self, connection: Connection) -> Iterator[None]:
        """Count a connection while it is open, and release it when it has ended."""
        self._metrics.sockets.inc()
        try:
            yield
        finally:
            self._metrics.sockets.dec()
            connection.ended()
            if connection.close_code is not None:
                self._metrics.dropped.labels(connection.close_code.name.lower()).inc()

    async def _refuse_handshake(self, socket: WebSocket, error: Exception, language: str) -> None:
        server_error = self._api.as_server_error(error, "/ws")
        code = HANDSHAKE_CLOSE_CODES.get(server_error.id, CloseCode.SHUTTING_DOWN)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(encoded(Refused("", server_error.to_message(language))).decode())
            await socket.close(code, code.about)

    async def _listen(
        self,
        socket: WebSocket,
        connection: Connection,
        decode: Callable[[str], T],
        handle: Callable[[T], Awaitable[None]],
    ) -> None:
        """Handle the messages of a WebSocket until it is closed."""
        while True:
            frame = await socket.receive()
            if frame["type"] != "websocket.receive" or connection.close_code is not None:
                return
            if self.draining:
                continue
            connection.last_received = self._settings.clock.now()
            text = frame.get("text")
            if not connection.allow_message():
                self._refuse(connection, message_id(text or ""), ServerError("too-fast"))
                continue
            if not self._guard.allow_message(connection.address):
                self._refuse(connection, message_id(text or ""), ServerError("too-fast"))
                await asyncio.sleep(UNREAD_SECONDS)
                continue
            if text is None:
                self._refuse(connection, "", ServerError("text-only"))
                continue
            try:
                message = read_message(text, decode)
            except ServerError as server_error:
                self._refuse(connection, message_id(text), server_error)
                continue
            await handle(message)

    def _refuse(self, connection: Connection, id: str, server_error: ServerError) -> None:
        self._metrics.refused.labels(server_error.id).inc()
        connection.send(encoded(Refused(id, server_error.to_message(connection.language))))
