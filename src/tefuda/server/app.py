"""The web interface: HTTP endpoints and WebSockets in front of the table registry.

Identifies guests by their cookie, refuses requests that are cross-origin, too large, too frequent or malformed, and
passes all others to the registry.  Every response has strict security headers.  Nothing here depends on a game.  Cookie
tokens are the only secrets handled here; the store keeps only their hash.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tefuda.bots.review import Review
from tefuda.server import protocol
from tefuda.server.archive import Archive
from tefuda.server.bot_service import BotService
from tefuda.server.connection import Connection, Transport
from tefuda.server.connection_limits import ConnectionLimiter
from tefuda.server.errors import ServerError
from tefuda.server.forgetting import forget, leave, own_data
from tefuda.server.guard import Guard, address_of
from tefuda.server.health import Health
from tefuda.server.lessons import LessonSession, check_lesson, first_sights, opened_lesson
from tefuda.server.log_replay import TimeSlices
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.pages import Pages
from tefuda.server.protocol import CloseCode
from tefuda.server.rate_limit import address_group
from tefuda.server.records import Records
from tefuda.server.request_parsing import (
    clean_name,
    decode_to_lesson,
    decode_to_table,
    is_cross_origin,
    language_of,
    last_seen_version,
    message_id,
    read_body,
    read_message,
    requested_seat,
)
from tefuda.server.reviews import Reviews
from tefuda.server.serialization import encoded, table_info
from tefuda.server.settings import Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.store import Guest, Seat, StoreError, TableRow, Visitor
from tefuda.server.stores import open_peers, open_store
from tefuda.server.strict_headers import StrictHeaders
from tefuda.server.table_actor import TableActor
from tefuda.server.table_registry import TableRegistry
from tefuda.server.what_if import play_on
from tefuda.table.entries import Refused

T = TypeVar("T")
Serve = Callable[[WebSocket, Transport, str], Awaitable[None]]  # with the language of the client

COOKIE = "tefuda"
TRANSPORT_EXTENSION = "tefuda.transport"  # ASGI extension that holds the `Transport` of a WebSocket
HANDSHAKE_CLOSE_CODES = {
    "foreign-origin": CloseCode.FOREIGN,
    "no-such-table": CloseCode.NO_TABLE,
    "no-such-lesson": CloseCode.NO_TABLE,
    "other-rules": CloseCode.NO_TABLE,
    "other-cards": CloseCode.NO_TABLE,
    "bad-log": CloseCode.NO_TABLE,
    "too-fast": CloseCode.TOO_MUCH,
    "no-room-to-watch": CloseCode.NO_TABLE,
    "unknown-host": CloseCode.FOREIGN,
}
UNPLAYABLE = ("other-rules", "other-cards", "bad-log")  # errors of tables that this release cannot replay
TOKEN_BYTES = 32
COOKIE_SECONDS = 400 * 86400  # the longest that browsers keep a cookie
REQUEST_COSTS = {"record": 4, "truth": 4, "export": 20, "delete": 20}  # endpoint -> rate limit tokens; 1 for others
RETRY_HEADERS = {"Connection": "close", "Retry-After": "1"}  # for clients over a limit
MAX_LISTED_TABLES = 50
DRAIN_SECONDS = 2.0  # for the messages that are being handled when the server stops


class ApiCall:
    """A call of an endpoint: the request with its guest, decoded body and language."""

    def __init__(self, request: Request, guest: Guest | None, body: Any) -> None:
        self.request, self.guest, self.body = request, guest, body
        self.language = language_of(request)
        self.token: str | None = None  # cookie to set, of a guest created by this request; "": delete the cookie

    @property
    def table(self) -> str:
        return str(self.request.path_params["id"])

    @property
    def invitation(self) -> str:
        return self.request.query_params.get("invitation", "")


class Server:
    """One server: its store, its table registry, and the ASGI application that uvicorn runs.

    Raises StoreError if the data folder or the database cannot be used.
    """

    def __init__(self, settings: Settings, bot_service: BotService, metrics: Metrics | None = None) -> None:
        self.settings, self.bot_service = settings, bot_service
        self.metrics = metrics or Metrics()
        self._draining = False
        self._refusing = False
        self._pages = Pages(settings.static)
        self.guard = Guard(settings, self.metrics)
        self.limiter = ConnectionLimiter(settings)
        self.store = open_store(settings, self.metrics)
        self.metrics.watch_disk(settings.data)
        self.archive: Archive | None = None
        keys = settings.signing_keys or settings.data / "signing-keys.json"
        self.keyring = Keyring.open(keys, settings.random_bytes, int(settings.clock.time()))
        if settings.archive is not None:
            archive = self.archive = Archive(settings.archive, settings.data, settings.clock, settings.keep_archive)
            self.store.on_change, self.store.on_unknown = archive.add, archive.note_gap
            self.metrics.archive_lag.set_function(lambda: archive.lag)
            self.metrics.archive_copy_age.set_function(lambda: archive.base_age)
            archive.start()
        self.metrics.connections.set_function(lambda: self.limiter.open)
        self.registry = TableRegistry(
            settings, self.store, bot_service, self.metrics, self.keyring, open_peers(settings)
        )
        self._records = Records(self.registry, self.guard)
        self.registry.on_finished = self._records.finish
        self._reviews = Reviews(self.registry)
        self._time_slices = TimeSlices()  # many requests at once start one per iteration of the event loop
        self._card_texts: dict[str, bytes] = {}  # game -> encoded `GameCards`
        self._first_sights: dict[tuple[str, str], bytes] = {}  # (game, language) -> encoded, of its demonstrations
        self._health_check = Health(settings, self.registry, self.limiter)
        routes = [
            *(Route(one.path, self._endpoint(one), methods=[one.method]) for one in protocol.ENDPOINTS),
            WebSocketRoute("/ws/tables/{id}", self._socket(self._serve_table)),
            WebSocketRoute("/ws/lessons/{id}", self._socket(self._serve_lesson)),
            Route("/healthz", self._with_error_responses(self._health)),
            Route("/metrics", self._with_error_responses(self._metrics)),
            Route("/metrics/{worker:int}", self._with_error_responses(self._metrics)),
            Route("/{path:path}", self._with_error_responses(self._page)),
        ]
        handlers = {HTTPException: _unknown_route}
        self.app = StrictHeaders(
            Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=handlers)  # type: ignore[arg-type]  # typed for handlers of Exception only
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self.registry.start()
        log.info("ready", data=str(self.settings.data), database=str(self.settings.database or "sqlite"))
        try:
            yield
        finally:
            if self.archive is not None:
                self.archive.stop_copies()
            await self._reviews.close()
            await self._records.close()
            await self.registry.close()
            await self.bot_service.close()
            await self.store.close()
            if self.archive is not None:
                await asyncio.to_thread(self.archive.close)
            log.info("closed")

    async def drain(self, *, refuse: bool = True) -> None:
        """Finish the messages that tables are handling, and leave all further ones unanswered.

        A client repeats an unanswered message once it has reconnected.  Unless `refuse`, requests are still served:
        their connections are handed to another process.
        """
        self._draining, self._refusing = True, refuse
        await self.registry.settle(DRAIN_SECONDS)

    # --------------------------------------------------------------- guests

    async def _guest(self, connection: HTTPConnection) -> Guest | None:
        """Return the guest with this cookie, None if there is none."""
        visitor = await self._visitor(connection)
        return None if visitor is None else visitor.guest

    async def _visitor(self, connection: HTTPConnection, table: str = "") -> Visitor | None:
        """Return the guest with this cookie, with their notes at a table."""
        token = connection.cookies.get(COOKIE, "")
        if not token:
            return None
        digest = _digest(token)
        visitor = await self.store.guest(digest, table)
        if visitor is None or not hmac.compare_digest(visitor.token, digest):
            return None
        self.registry.retention.guest_seen(visitor.guest.id)
        return visitor

    async def _guest_or_new(self, call: ApiCall, name: str = "") -> Guest:
        """Return the guest of a request, renamed to `name` if given; creates a guest if the request has none."""
        if call.guest is None:
            self.guard.charge_new_guest(call.request)
            call.token = urlsafe_b64encode(self.settings.random_bytes(TOKEN_BYTES)).decode().rstrip("=")
            call.guest = await self.store.add_guest(_digest(call.token), name, int(self.settings.clock.time()))
        elif name and name != call.guest.name:
            await self.store.rename(call.guest.id, name)
            call.guest = call.guest._replace(name=name)
        return call.guest

    # ---------------------------------------------------------------- HTTP

    def _with_error_responses(
        self, work: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Wrap a handler: check the Host header, and turn exceptions into error responses."""

        async def answer(request: Request) -> Response:
            try:
                await self._time_slices.turn()
                self.guard.check_host(request)
                return await work(request)
            except Exception as error:
                return self._error_response(request, error)

        return answer

    # Errors are converted in functions of their own, here and below: a local variable in the function that caught one
    # would make a reference cycle: frame -> error -> traceback -> frame.

    def _error_response(self, request: Request, error: Exception) -> Response:
        server_error = self._as_server_error(error, request.url.path)
        answer = _json(server_error.to_message(language_of(request)), server_error.status)
        if server_error.id in ("too-fast", "busy", "restarting"):
            answer.headers.update(RETRY_HEADERS)
        return answer

    def _as_server_error(self, error: Exception, path: str) -> ServerError:
        """Return the error to report for an exception; logs unexpected ones."""
        if isinstance(error, ServerError):
            return error
        if isinstance(error, Refused) and error.reason:
            return ServerError(error.reason)
        if isinstance(error, StoreError):
            log.warning("store-error", error=str(error))
            return ServerError("store-trouble")
        log.error("exception", kind=type(error).__name__, path=path)
        self.metrics.errors.inc()
        return ServerError("internal-trouble")

    def _endpoint(self, endpoint: protocol.Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """Return the handler of an endpoint, which calls the method named after it."""
        decode = None if endpoint.body is None else msgspec.json.Decoder(endpoint.body).decode
        work = getattr(self, f"_{endpoint.name}")

        async def answer(request: Request) -> Response:
            if self._refusing and endpoint.method == "POST":
                raise ServerError("restarting")
            cost = REQUEST_COSTS.get(endpoint.name, 1)
            self.guard.charge_address(request, cost)
            guest = await self._guest(request)
            self.guard.charge_guest(guest, cost)
            body = None if decode is None else await read_body(request, decode)
            call = ApiCall(request, guest, body)
            result = await work(call)
            response = result if isinstance(result, Response) else _json(result)
            if call.token == "":
                response.delete_cookie(COOKIE)
            elif call.token is not None:
                _set_cookie(response, call.token, secure=request.url.scheme == "https")
            return response

        return self._with_error_responses(answer)

    async def _me(self, call: ApiCall) -> protocol.Me:
        if call.guest is None:
            return protocol.Me("", ())
        rows = await self.store.tables_of(call.guest.id, MAX_LISTED_TABLES)
        return protocol.Me(call.guest.name, tuple(table_info(row, call.guest, seat) for row, seat in rows))

    async def _rename(self, call: ApiCall) -> protocol.Me:
        await self.registry.rename(await self._guest_or_new(call, clean_name(call.body.name)))
        return await self._me(call)

    async def _export(self, call: ApiCall) -> protocol.OwnData:
        return await own_data(self.store, call.guest)

    async def _delete(self, call: ApiCall) -> protocol.Me:
        if call.guest is not None:
            await self._records.drop(await forget(self.registry, call.guest, call.language))
        call.token = ""
        return protocol.Me("", ())

    async def _games(self, call: ApiCall) -> list[protocol.GameInfo]:
        return self.registry.games()

    async def _cards(self, call: ApiCall) -> Response:
        slug = call.request.path_params["id"]
        if slug not in self._card_texts:  # cached: encoding takes milliseconds, and the texts never change
            self._card_texts[slug] = msgspec.json.encode(await self.registry.cards(slug))
        return _json(msgspec.Raw(self._card_texts[slug]))

    async def _demonstrations(self, call: ApiCall) -> Response:
        slug, language = call.request.path_params["id"], call.language
        if (slug, language) not in self._first_sights:  # cached: it replays scripts, which never change
            await self.registry.open_game_once(slug)
            sights = first_sights(self.settings, slug, language)
            self._first_sights[slug, language] = msgspec.json.encode(sights)
        return _json(msgspec.Raw(self._first_sights[slug, language]))

    async def _messages(self, call: ApiCall) -> Response:
        return _text_of_game(self.registry.messages(call.request.path_params["id"], call.language), call)

    async def _rulebook(self, call: ApiCall) -> Response:
        return _text_of_game(self.registry.rulebook(call.request.path_params["id"], call.language), call)

    async def _tables(self, call: ApiCall) -> list[protocol.TableInfo]:
        guest = call.guest.id if call.guest is not None else None
        return [
            table_info(row, call.guest, seat) for row, seat in await self.store.public_tables(MAX_LISTED_TABLES, guest)
        ]

    async def _open(self, call: ApiCall) -> protocol.TableInfo:
        guest = await self._guest_or_new(call)
        self.guard.charge_new_table(call.request, guest)
        actor = await self.registry.create(guest, call.body, call.language)
        return actor.info(guest)

    async def _visible(self, call: ApiCall) -> TableActor:
        actor = await self.registry.actor(call.table)
        self.registry.check_visible(actor, call.guest, call.invitation)
        return actor

    async def _table(self, call: ApiCall) -> protocol.TableInfo:
        return (await self._visible(call)).info(call.guest)

    async def _invite(self, call: ApiCall) -> protocol.Invitation:
        actor = await self._visible(call)
        guest = self._required(call)
        if guest.id != actor.row.host and actor.presence_tracker.seat_of(guest) < 0:
            raise ServerError("seated-only")
        return protocol.Invitation(f"/join/{actor.row.id}/{self.registry.invitation(actor.row.id)}")

    async def _join(self, call: ApiCall) -> protocol.TableInfo:
        body: protocol.Join = call.body
        invited = self.registry.invited(call.table, body.invitation)
        actor = await self.registry.actor(call.table)
        self.registry.check_visible(actor, call.guest, body.invitation)
        guest = await self._guest_or_new(call, clean_name(body.name))
        await actor.dealing.settled()
        await actor.submit(lambda: actor.handlers.join(guest, body.seat, body.pledge, invited=invited))
        return actor.info(guest)

    async def _leave(self, call: ApiCall) -> protocol.TableInfo:
        actor, guest = await self._visible(call), self._required(call)
        await leave(actor, guest, call.language)
        return actor.info(guest)

    def _required(self, call: ApiCall) -> Guest:
        if call.guest is None:
            raise ServerError("no-such-guest")
        return call.guest

    async def _record(self, call: ApiCall) -> Response:
        requested = requested_seat(call.request)
        try:
            actor = await self._visible(call)
        except ServerError as server_error:
            if server_error.id not in UNPLAYABLE:
                raise
            return await self._stored_record(call, requested, server_error)
        seat = actor.viewing_seat(call.guest, requested)
        return await self._records.game(call.request, actor, call.guest, seat)

    async def _review(self, call: ApiCall) -> Review:
        actor = await self._visible(call)
        guest = await self._guest_or_new(call)
        found = self._reviews.get(actor, guest, address_group(address_of(call.request)))
        return replace(found, turns=found.turns[call.body.after :])

    async def _what_if(self, call: ApiCall) -> protocol.TableInfo:
        actor = await self._visible(call)
        guest = await self._guest_or_new(call)
        self.guard.charge_new_table(call.request, guest)
        return (await play_on(self.registry, actor, call.body.move, guest, call.language)).info(guest)

    async def _stored_record(self, call: ApiCall, requested: int | None, server_error: ServerError) -> Response:
        """Answer with the stored record of a finished game that this release cannot replay."""
        row, seats = await self._finished_table(call, server_error)
        own = next((seat.seat for seat in seats if call.guest and seat.guest == call.guest.id and seat.sits), -1)
        seat = own if requested is None else requested
        header = protocol.GameRecord(table_info(row, call.guest, own), seat, (), released=True)
        answer = await self._records.stored_game(call.request, header)
        if answer is None:
            raise server_error
        return answer

    async def _finished_table(self, call: ApiCall, server_error: ServerError) -> tuple[TableRow, list[Seat]]:
        """Return the row and seats of a finished, visible table; raises `server_error` for any other."""
        stored = await self.store.table(call.table)
        if stored is None or stored.row.phase != "over":
            raise server_error
        members = {seat.guest for seat in stored.seats}
        self.registry.check_row_visible(stored.row, members, call.guest, call.invitation)
        return stored.row, stored.seats

    async def _truth(self, call: ApiCall) -> Response:
        try:
            actor = await self._visible(call)
        except ServerError as server_error:
            if server_error.id not in UNPLAYABLE:
                raise
            row, _ = await self._finished_table(call, server_error)
            answer = await self._records.stored_signed_record(call.request, row.id)
            if answer is None:
                raise
            return answer
        if not actor.released:
            raise ServerError("unreleased")
        return await self._records.signed_record(call.request, actor)

    async def _keys(self, call: ApiCall) -> protocol.SigningKeys:
        return self.keyring.published()

    async def _health(self, request: Request) -> Response:
        self.guard.charge_page(request)
        store_error = await self._health_check.store_error()
        if self.guard.is_operator(request):
            return _json((await self._health_check.report())._asdict(), 503 if store_error else 200)
        if store_error:
            raise ServerError("store-trouble")
        return _json({"status": "ok"})

    async def _metrics(self, request: Request) -> Response:
        self.guard.charge_page(request)
        if not self.guard.is_operator(request):
            raise ServerError("operator-only")
        worker = request.path_params.get("worker", self.settings.slot)
        if worker >= self.settings.workers:
            raise ServerError("no-such-page")
        if worker != self.settings.slot:  # the request could not be handed to it
            raise ServerError("worker-away", worker=worker)
        return Response(self.metrics.page(), media_type="text/plain; version=0.0.4")

    async def _page(self, request: Request) -> Response:
        self.guard.charge_page(request)
        return self._pages.answer(request)

    # ----------------------------------------------------------- WebSockets

    def _socket(self, serve: Serve) -> Callable[[WebSocket], Awaitable[None]]:
        """Return the handler of a WebSocket, from its handshake to its end; `serve` does what it is for."""

        async def handle(socket: WebSocket) -> None:
            language = language_of(socket)
            # Popped to break the reference cycle between the transport and its scope.
            transport: Transport = socket.scope["extensions"].pop(TRANSPORT_EXTENSION)
            await socket.accept()
            try:
                await self._time_slices.turn()
                self.guard.check_host(socket)
                if is_cross_origin(socket):
                    raise ServerError("foreign-origin")
                self.guard.charge_address(socket)
                await serve(socket, transport, language)
            except WebSocketDisconnect:
                return
            except Exception as error:
                await self._refuse_handshake(socket, error, language)

        return handle

    async def _serve_table(self, socket: WebSocket, transport: Transport, language: str) -> None:
        """Connect a client to a table until it leaves."""
        table = str(socket.path_params["id"])
        visitor = await self._visitor(socket, table)
        guest, note = (visitor.guest, visitor.note) if visitor is not None else (None, "")
        self.guard.charge_guest(guest)
        with self.guard.socket(socket, guest):
            actor = await self.registry.actor(table)
            invited = self.registry.check_visible(actor, guest, socket.query_params.get("invitation", ""))
            group = address_group(address_of(socket))
            connection = Connection(transport, guest, language, self.settings, address=group, invited=invited)
            with self._counted(connection):
                try:
                    await actor.attach(connection, last_seen_version(socket), note)
                    await self._listen(socket, connection, decode_to_table, partial(actor.handle, connection))
                finally:
                    actor.detach(connection)

    async def _serve_lesson(self, socket: WebSocket, transport: Transport, language: str) -> None:
        """Give a client a lesson of its own until it leaves."""
        slug, card = str(socket.path_params["id"]), socket.query_params.get("card", "")
        check_lesson(self.settings, slug, card)
        with self.guard.socket(socket, None):
            await self.registry.open_game_once(slug)
            group = address_group(address_of(socket))
            connection = Connection(transport, None, language, self.settings, address=group)
            session = LessonSession(
                opened_lesson(self.settings, slug, card),
                connection,
                socket.query_params.get("place", ""),
                self.bot_service,
                self.settings,
                partial(self.guard.charge_address, socket),
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
        self.metrics.sockets.inc()
        try:
            yield
        finally:
            self.metrics.sockets.dec()
            connection.ended()
            if connection.close_code is not None:
                self.metrics.dropped.labels(connection.close_code.name.lower()).inc()

    async def _refuse_handshake(self, socket: WebSocket, error: Exception, language: str) -> None:
        server_error = self._as_server_error(error, "/ws")
        code = HANDSHAKE_CLOSE_CODES.get(server_error.id, CloseCode.SHUTTING_DOWN)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(encoded(protocol.Refused("", server_error.to_message(language))).decode())
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
            if frame["type"] != "websocket.receive":
                return
            if self._draining:
                continue
            connection.last_received = self.settings.clock.now()
            if not connection.allow_message():
                self._refuse(connection, "", ServerError("too-fast"))
                continue
            text = frame.get("text")
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
        self.metrics.refused.labels(server_error.id).inc()
        connection.send(encoded(protocol.Refused(id, server_error.to_message(connection.language))))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def _json(value: object, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def _text_of_game(text: str, call: ApiCall) -> Response:
    """Return a text of a game in the requested language; clients keep it and ask whether it is still the same."""
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language", "Content-Language": call.language}
    if tag in call.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, 200, headers, "text/plain")


def _set_cookie(response: Response, token: str, *, secure: bool) -> None:
    response.set_cookie(COOKIE, token, COOKIE_SECONDS, secure=secure, httponly=True, samesite="lax")


async def _unknown_route(request: Request, error: HTTPException) -> Response:
    """Answer a request for an unknown path or with a wrong method."""
    server_error = ServerError("no-such-page")
    if error.status_code == 405:
        server_error = ServerError("other-method", method=request.method[:20])
    return _json(server_error.to_message(language_of(request)), error.status_code)
