"""The web interface: HTTP and WebSockets in front of a house of tables.

It knows who asks (a guest, by a cookie), refuses what is foreign, too large, too fast or unreadable, and hands
everything else to the house.  Every answer carries strict headers.  Nothing here knows a game, and nothing secret
passes through but guests' own cookies, of which only the hash is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from tefuda.server import protocol
from tefuda.server.bot_service import BotService
from tefuda.server.connection import Connection, Transport
from tefuda.server.connection_limits import ConnectionLimiter
from tefuda.server.errors import ServerError
from tefuda.server.forgetting import forget, leave, own_data
from tefuda.server.guard import Guard, address_of
from tefuda.server.health import Health
from tefuda.server.log_replay import TimeSlices
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.pages import Pages
from tefuda.server.protocol import CloseCode
from tefuda.server.rate_limit import address_group
from tefuda.server.records import Records
from tefuda.server.request_parsing import (
    clean_name,
    foreign,
    id_of,
    language_of,
    read_body,
    read_message,
    seat_wanted,
    seen_before,
)
from tefuda.server.serialization import encoded, table_info
from tefuda.server.settings import Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.sqlite import SqliteStore
from tefuda.server.store import Guest, Seat, Store, StoreError, TableRow
from tefuda.server.strict_headers import StrictHeaders
from tefuda.server.table_actor import TableActor
from tefuda.server.table_registry import TableRegistry
from tefuda.table.entries import Refused

COOKIE = "tefuda"
LINE = "tefuda.line"  # the ASGI extension that is the `Transport` below a WebSocket
REFUSED_AT_THE_DOOR = {
    "foreign-origin": CloseCode.FOREIGN,
    "no-such-table": CloseCode.NO_TABLE,
    "other-rules": CloseCode.NO_TABLE,
    "other-cards": CloseCode.NO_TABLE,
    "bad-log": CloseCode.NO_TABLE,
    "too-fast": CloseCode.TOO_MUCH,
    "no-room-to-watch": CloseCode.NO_TABLE,
    "unknown-host": CloseCode.FOREIGN,
}
UNPLAYABLE = ("other-rules", "other-cards", "bad-log")  # a game that this release cannot replay
TOKEN_BYTES = 32
COOKIE_SECONDS = 400 * 86400  # the longest that browsers keep one
COSTS = {"record": 4, "truth": 4, "export": 20, "delete": 20}  # of a request that makes us work: replay, read a lot
COMES_BACK = {"Connection": "close", "Retry-After": "1"}  # told to whoever asks too much
LISTED = 50  # tables in a list, at most


class Asked:
    """One request: who asks, in which language, and what for."""

    def __init__(self, request: Request, guest: Guest | None, body: Any) -> None:
        self.request, self.guest, self.body = request, guest, body
        self.language = language_of(request)
        self.token: str | None = None  # of a guest who was made while answering; "" where they were forgotten

    @property
    def table(self) -> str:
        return str(self.request.path_params["id"])

    @property
    def invitation(self) -> str:
        return self.request.query_params.get("invitation", "")


class Server:
    """One server: its store, its house, and the application that uvicorn runs.

    Raises StoreTrouble where the settings' folder cannot be used.
    """

    def __init__(self, settings: Settings, players: BotService) -> None:
        self.settings, self.players = settings, players
        self.metrics = Metrics()
        self._pages = Pages(settings.static)
        self.guard = Guard(settings)
        self.limiter = ConnectionLimiter(settings)
        self.store: Store = SqliteStore(settings.data)
        keys = settings.signing_keys or settings.data / "signing-keys.json"
        self.keyring = Keyring.open(keys, settings.random_bytes, int(settings.clock.time()))
        self.registry = TableRegistry(settings, self.store, players, self.metrics, self.keyring)
        self._records = Records(self.registry, self.guard)
        self.registry.on_finished = self._records.finish
        self._turns = TimeSlices()  # a hundred requests at once are answered one in each turn of the event loop
        self._card_texts: dict[str, bytes] = {}  # game -> what stands on its cards, encoded
        self._healthy = Health(settings, self.registry, self.limiter)
        routes = [
            *(Route(one.path, self._endpoint(one), methods=[one.method]) for one in protocol.ENDPOINTS),
            WebSocketRoute("/ws/tables/{id}", self._socket),
            Route("/healthz", self._answering(self._health)),
            Route("/metrics", self._answering(self._metrics)),
            Route("/{path:path}", self._answering(self._page)),
        ]
        wrong_address = {HTTPException: _wrong_address}
        self.app = StrictHeaders(
            Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=wrong_address)  # type: ignore[arg-type]  # it takes handlers of exceptions only as handlers of Exception
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self.registry.start()
        log.info("ready", data=str(self.settings.data))
        try:
            yield
        finally:
            await self._records.close()
            await self.registry.close()
            await self.players.close()
            await self.store.close()
            log.info("closed")

    # --------------------------------------------------------------- guests

    async def _guest(self, connection: HTTPConnection) -> Guest | None:
        """Whoever holds this cookie; None where nobody does."""
        token = connection.cookies.get(COOKIE, "")
        if not token:
            return None
        digest = _digest(token)
        found = await self.store.guest(digest)
        if found is None or not hmac.compare_digest(found[1], digest):
            return None
        self.registry.retention.guest_seen(found[0].id)
        return found[0]

    async def _known(self, asked: Asked, name: str = "") -> Guest:
        """The guest who asks; a new one where nobody is known by the cookie."""
        if asked.guest is None:
            self.guard.charge_new_guest(asked.request)
            asked.token = urlsafe_b64encode(self.settings.random_bytes(TOKEN_BYTES)).decode().rstrip("=")
            asked.guest = await self.store.add_guest(_digest(asked.token), name, int(self.settings.clock.time()))
        elif name and name != asked.guest.name:
            await self.store.rename(asked.guest.id, name)
            asked.guest = asked.guest._replace(name=name)
        return asked.guest

    # ---------------------------------------------------------------- HTTP

    def _answering(self, work: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """Turn everything that goes wrong into an answer."""

        async def answer(request: Request) -> Response:
            try:
                await self._turns.turn()
                self.guard.check_host(request)
                return await work(request)
            except Exception as error:
                return self._answer_trouble(request, error)

        return answer

    # The problem is named in a function of its own, here and below: a variable of the function that caught it would
    # hold it, and it holds that function by its traceback.

    def _answer_trouble(self, request: Request, error: Exception) -> Response:
        problem = self._problem(error, request.url.path)
        answer = _json(problem.trouble(language_of(request)), problem.status)
        if problem.id in ("too-fast", "busy"):
            answer.headers.update(COMES_BACK)
        return answer

    def _problem(self, error: Exception, path: str) -> ServerError:
        """What is told to whoever met an exception."""
        if isinstance(error, ServerError):
            return error
        if isinstance(error, Refused) and error.reason:
            return ServerError(error.reason)
        if isinstance(error, StoreError):
            log.warning("store", trouble=str(error))
            return ServerError("store-trouble")
        log.error("exception", kind=type(error).__name__, path=path)
        self.metrics.errors.inc()
        return ServerError("internal-trouble")

    def _endpoint(self, endpoint: protocol.Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """What answers one address of the interface."""
        decode = None if endpoint.takes is None else msgspec.json.Decoder(endpoint.takes).decode
        work = getattr(self, f"_{endpoint.name}")

        async def answer(request: Request) -> Response:
            cost = COSTS.get(endpoint.name, 1)
            self.guard.charge_address(request, cost)
            guest = await self._guest(request)
            self.guard.charge_guest(guest, cost)
            body = None if decode is None else await read_body(request, decode)
            asked = Asked(request, guest, body)
            result = await work(asked)
            response = result if isinstance(result, Response) else _json(result)
            if asked.token == "":
                response.delete_cookie(COOKIE)
            elif asked.token is not None:
                _set_cookie(response, asked.token, secure=request.url.scheme == "https")
            return response

        return self._answering(answer)

    async def _me(self, asked: Asked) -> protocol.Me:
        if asked.guest is None:
            return protocol.Me("", ())
        rows = await self.store.tables_of(asked.guest.id, LISTED)
        return protocol.Me(asked.guest.name, tuple(table_info(row, asked.guest, seat) for row, seat in rows))

    async def _rename(self, asked: Asked) -> protocol.Me:
        await self.registry.rename(await self._known(asked, clean_name(asked.body.name)))
        return await self._me(asked)

    async def _export(self, asked: Asked) -> protocol.OwnData:
        return await own_data(self.store, asked.guest)

    async def _delete(self, asked: Asked) -> protocol.Me:
        if asked.guest is not None:
            await self._records.drop(await forget(self.registry, asked.guest, asked.language))
        asked.token = ""
        return protocol.Me("", ())

    async def _games(self, asked: Asked) -> list[protocol.GameInfo]:
        return self.registry.games()

    async def _cards(self, asked: Asked) -> Response:
        slug = asked.request.path_params["id"]
        if slug not in self._card_texts:  # takes some milliseconds, and never changes
            self._card_texts[slug] = msgspec.json.encode(await self.registry.cards(slug))
        return _json(msgspec.Raw(self._card_texts[slug]))

    async def _tables(self, asked: Asked) -> list[protocol.TableInfo]:
        guest = asked.guest.id if asked.guest is not None else None
        return [table_info(row, asked.guest, seat) for row, seat in await self.store.public_tables(LISTED, guest)]

    async def _open(self, asked: Asked) -> protocol.TableInfo:
        guest = await self._known(asked)
        self.guard.charge_new_table(asked.request, guest)
        host = await self.registry.create(guest, asked.body, asked.language)
        return host.info(guest)

    async def _visible(self, asked: Asked) -> TableActor:
        host = await self.registry.host(asked.table)
        self.registry.check_visible(host, asked.guest, asked.invitation)
        return host

    async def _table(self, asked: Asked) -> protocol.TableInfo:
        return (await self._visible(asked)).info(asked.guest)

    async def _invite(self, asked: Asked) -> protocol.Invitation:
        host = await self._visible(asked)
        guest = self._required(asked)
        if guest.id != host.row.host and host.presence_tracker.seat_of(guest) < 0:
            raise ServerError("seated-only")
        return protocol.Invitation(f"/join/{host.row.id}/{self.registry.invitation(host.row.id)}")

    async def _join(self, asked: Asked) -> protocol.TableInfo:
        body: protocol.Join = asked.body
        invited = self.registry.invited(asked.table, body.invitation)
        host = await self.registry.host(asked.table)
        self.registry.check_visible(host, asked.guest, body.invitation)
        guest = await self._known(asked, clean_name(body.name))
        await host.dealing.settled()
        await host.ask(lambda: host.handlers.join(guest, body.seat, body.pledge, invited=invited))
        return host.info(guest)

    async def _leave(self, asked: Asked) -> protocol.TableInfo:
        host, guest = await self._visible(asked), self._required(asked)
        await leave(host, guest, asked.language)
        return host.info(guest)

    def _required(self, asked: Asked) -> Guest:
        if asked.guest is None:
            raise ServerError("no-such-guest")
        return asked.guest

    async def _record(self, asked: Asked) -> Response:
        wanted = seat_wanted(asked.request)
        try:
            host = await self._visible(asked)
        except ServerError as problem:
            if problem.id not in UNPLAYABLE:
                raise
            return await self._kept_record(asked, wanted, problem)
        seat = host.eyes(asked.guest, wanted)
        return await self._records.game(asked.request, host, asked.guest, seat)

    async def _kept_record(self, asked: Asked, wanted: int | None, problem: ServerError) -> Response:
        """A finished game that this release cannot replay, as it was kept when it ended."""
        row, seats = await self._finished(asked, problem)
        own = next((seat.seat for seat in seats if asked.guest and seat.guest == asked.guest.id and seat.sits), -1)
        seat = own if wanted is None else wanted
        shown = protocol.GameRecord(table_info(row, asked.guest, own), seat, (), released=True)
        answer = await self._records.game_of_other_rules(asked.request, shown)
        if answer is None:
            raise problem
        return answer

    async def _finished(self, asked: Asked, problem: ServerError) -> tuple[TableRow, list[Seat]]:
        """A finished table that this release cannot replay; raises `problem` for others."""
        stored = await self.store.table(asked.table)
        if stored is None or stored.row.phase != "over":
            raise problem
        members = {seat.guest for seat in stored.seats}
        self.registry.check_row_visible(stored.row, members, asked.guest, asked.invitation)
        return stored.row, stored.seats

    async def _truth(self, asked: Asked) -> Response:
        try:
            host = await self._visible(asked)
        except ServerError as problem:
            if problem.id not in UNPLAYABLE:
                raise
            row, _ = await self._finished(asked, problem)
            answer = await self._records.truth_of_other_rules(asked.request, row.id)
            if answer is None:
                raise
            return answer
        if not host.released:
            raise ServerError("unreleased")
        return await self._records.truth(asked.request, host)

    async def _keys(self, asked: Asked) -> protocol.SigningKeys:
        return self.keyring.published()

    async def _health(self, request: Request) -> Response:
        self.guard.charge_page(request)
        trouble = await self._healthy.trouble()
        if self.guard.is_operator(request):
            return _json((await self._healthy.report())._asdict(), 503 if trouble else 200)
        if trouble:
            raise ServerError("store-trouble")
        return _json({"status": "ok"})

    async def _metrics(self, request: Request) -> Response:
        self.guard.charge_page(request)
        if not self.guard.is_operator(request):
            raise ServerError("operator-only")
        self.metrics.connections.set(self.limiter.open)
        return Response(self.metrics.page(), media_type="text/plain; version=0.0.4")

    async def _page(self, request: Request) -> Response:
        self.guard.charge_page(request)
        return self._pages.answer(request)

    # ----------------------------------------------------------- WebSockets

    async def _socket(self, socket: WebSocket) -> None:
        """One WebSocket, from its handshake to its end."""
        language = language_of(socket)
        line: Transport = socket.scope["extensions"].pop(LINE)  # which holds this very scope: a circle would keep both
        await socket.accept()
        try:
            await self._turns.turn()
            self.guard.check_host(socket)
            if foreign(socket):
                raise ServerError("foreign-origin")
            self.guard.charge_address(socket)
            guest = await self._guest(socket)
            self.guard.charge_guest(guest)
            with self.guard.socket(socket, guest):
                host = await self.registry.host(str(socket.path_params["id"]))
                invited = self.registry.check_visible(host, guest, socket.query_params.get("invitation", ""))
                group = address_group(address_of(socket))
                connection = Connection(line, guest, language, self.settings, address=group, invited=invited)
                self.metrics.sockets.inc()
                try:
                    await host.attach(connection, seen_before(socket))
                    await self._listen(socket, host, connection)
                finally:
                    self.metrics.sockets.dec()
                    connection.ended()
                    host.detach(connection)
            if connection.closed_by_us is not None:
                self.metrics.dropped.labels(connection.closed_by_us.name.lower()).inc()
        except WebSocketDisconnect:
            return
        except Exception as error:
            await self._turn_away(socket, error, language)

    async def _turn_away(self, socket: WebSocket, error: Exception, language: str) -> None:
        problem = self._problem(error, "/ws")
        code = REFUSED_AT_THE_DOOR.get(problem.id, CloseCode.SHUTTING_DOWN)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(encoded(protocol.Refused("", problem.trouble(language))))
            await socket.close(code, code.about)

    async def _listen(self, socket: WebSocket, host: TableActor, connection: Connection) -> None:
        """Take messages from a socket until it ends."""
        while True:
            frame = await socket.receive()
            if frame["type"] != "websocket.receive":
                return
            connection.heard_at = self.settings.clock.now()
            if not connection.allows():
                self._refuse(connection, "", ServerError("too-fast"))
                continue
            text = frame.get("text")
            if text is None:
                self._refuse(connection, "", ServerError("text-only"))
                continue
            try:
                message = read_message(text)
            except ServerError as problem:
                self._refuse(connection, id_of(text), problem)
                continue
            await host.handle(connection, message)

    def _refuse(self, connection: Connection, id: str, problem: ServerError) -> None:
        self.metrics.refused.labels(problem.id).inc()
        connection.send(encoded(protocol.Refused(id, problem.trouble(connection.language))))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def _json(value: object, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def _set_cookie(response: Response, token: str, *, secure: bool) -> None:
    response.set_cookie(COOKIE, token, COOKIE_SECONDS, secure=secure, httponly=True, samesite="lax")


async def _wrong_address(request: Request, error: HTTPException) -> Response:
    """An address or a method that there is not."""
    problem = ServerError("no-such-page")
    if error.status_code == 405:
        problem = ServerError("other-method", method=request.method[:20])
    return _json(problem.trouble(language_of(request)), error.status_code)
