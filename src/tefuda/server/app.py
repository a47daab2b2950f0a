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
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tefuda.server import protocol
from tefuda.server.connection import Connection, Line
from tefuda.server.host import TableHost
from tefuda.server.house import House
from tefuda.server.limits import Buckets
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.pages import Pages
from tefuda.server.players import Players
from tefuda.server.protocol import CloseCode
from tefuda.server.reading import (
    address_of,
    clean_name,
    foreign,
    id_of,
    language_of,
    read_body,
    read_message,
    seat_wanted,
    seen_before,
)
from tefuda.server.settings import Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.sqlite import SqliteStore
from tefuda.server.store import Guest, Store, StoreTrouble
from tefuda.server.troubles import Problem
from tefuda.server.wire import encoded, table_info
from tefuda.table.entries import Refused

COOKIE = "tefuda"
LINE = "tefuda.line"  # the ASGI extension that is the `Line` below a WebSocket
REFUSED_AT_THE_DOOR = {
    "foreign-origin": CloseCode.FOREIGN,
    "no-such-table": CloseCode.NO_TABLE,
    "other-rules": CloseCode.NO_TABLE,
    "too-fast": CloseCode.TOO_MUCH,
}
TOKEN_BYTES = 32
COOKIE_SECONDS = 400 * 86400  # the longest that browsers keep one
COSTS = {"record": 4, "truth": 4}  # of a request, where it makes us replay a game
LISTED = 50  # tables in a list, at most

# Svelte sets single styles through attributes; nothing else is ever inline.
POLICY = (
    "default-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # the address of an invitation is a secret
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]


class Asked:
    """One request: who asks, in which language, and what for."""

    def __init__(self, request: Request, guest: Guest | None, body: Any) -> None:
        self.request, self.guest, self.body = request, guest, body
        self.language = language_of(request)
        self.token: str | None = None  # of a guest who was made while answering

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

    def __init__(self, settings: Settings, players: Players) -> None:
        self.settings, self.players = settings, players
        self.metrics = Metrics()
        self._pages = Pages(settings.static)
        self._requests = Buckets(settings.request_rate, settings.clock)
        self._new_tables = Buckets(settings.table_rate, settings.clock)
        self._sockets: Counter[int | str] = Counter()  # guest or address -> open WebSockets
        self.store: Store = SqliteStore(settings.data)
        keys = settings.signing_keys or settings.data / "signing-keys.json"
        self.keyring = Keyring.open(keys, settings.random_bytes, int(settings.clock.time()))
        self.house = House(settings, self.store, players, self.metrics, self.keyring)
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
        await self.house.start()
        log.info("ready", data=str(self.settings.data))
        try:
            yield
        finally:
            await self.house.close()
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
        return found[0] if found is not None and hmac.compare_digest(found[1], digest) else None

    async def _known(self, asked: Asked, name: str = "") -> Guest:
        """The guest who asks; a new one where nobody is known by the cookie."""
        if asked.guest is None:
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
                return await work(request)
            except Exception as error:
                return self._answer_trouble(request, error)

        return answer

    # The problem is named in a function of its own, here and below: a variable of the function that caught it would
    # hold it, and it holds that function by its traceback.

    def _answer_trouble(self, request: Request, error: Exception) -> Response:
        problem = self._problem(error, request.url.path)
        return _json(problem.trouble(language_of(request)), problem.status)

    def _problem(self, error: Exception, path: str) -> Problem:
        """What is told to whoever met an exception."""
        if isinstance(error, Problem):
            return error
        if isinstance(error, Refused) and error.reason:
            return Problem(error.reason)
        if isinstance(error, StoreTrouble):
            log.warning("store", trouble=str(error))
            return Problem("store-trouble")
        log.error("exception", kind=type(error).__name__, path=path)
        self.metrics.errors.inc()
        return Problem("internal-trouble")

    def _endpoint(self, endpoint: protocol.Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """What answers one address of the interface."""
        decode = None if endpoint.takes is None else msgspec.json.Decoder(endpoint.takes).decode
        work = getattr(self, f"_{endpoint.name}")

        async def answer(request: Request) -> Response:
            guest = await self._guest(request)
            if not self._requests.take(_asker(request, guest), COSTS.get(endpoint.name, 1)):
                raise Problem("too-fast")
            body = None if decode is None else await read_body(request, decode)
            asked = Asked(request, guest, body)
            result = await work(asked)
            response = PlainTextResponse(result) if isinstance(result, str) else _json(result)
            if asked.token is not None:
                _set_cookie(response, asked.token, secure=request.url.scheme == "https")
            return response

        return self._answering(answer)

    async def _me(self, asked: Asked) -> protocol.Me:
        if asked.guest is None:
            return protocol.Me("", ())
        rows = await self.store.tables_of(asked.guest.id, LISTED)
        return protocol.Me(asked.guest.name, tuple(table_info(row, asked.guest, seat) for row, seat in rows))

    async def _rename(self, asked: Asked) -> protocol.Me:
        await self.house.rename(await self._known(asked, clean_name(asked.body.name)))
        return await self._me(asked)

    async def _games(self, asked: Asked) -> list[protocol.GameInfo]:
        return self.house.games()

    async def _cards(self, asked: Asked) -> protocol.GameCards:
        return self.house.cards(asked.request.path_params["id"])

    async def _tables(self, asked: Asked) -> list[protocol.TableInfo]:
        infos = []
        for row in await self.store.public_tables(LISTED):
            seat = -1
            if asked.guest is not None and row.id in self.house.hosts:
                seat = self.house.hosts[row.id].attendance.seat_of(asked.guest)
            infos.append(table_info(row, asked.guest, seat))
        return infos

    async def _open(self, asked: Asked) -> protocol.TableInfo:
        guest = await self._known(asked)
        if not self._new_tables.take(guest.id) or not self._new_tables.take(address_of(asked.request)):
            raise Problem("too-fast")
        host = await self.house.create(guest, asked.body, asked.language)
        return host.info(guest)

    async def _visible(self, asked: Asked) -> TableHost:
        host = await self.house.host(asked.table)
        self.house.check_visible(host, asked.guest, asked.invitation)
        return host

    async def _table(self, asked: Asked) -> protocol.TableInfo:
        return (await self._visible(asked)).info(asked.guest)

    async def _invite(self, asked: Asked) -> protocol.Invitation:
        host = await self._visible(asked)
        guest = self._required(asked)
        if guest.id != host.row.host and host.attendance.seat_of(guest) < 0:
            raise Problem("seated-only")
        return protocol.Invitation(f"/join/{host.row.id}/{self.house.invitation(host.row.id)}")

    async def _join(self, asked: Asked) -> protocol.TableInfo:
        body: protocol.Join = asked.body
        invited = self.house.invited(asked.table, body.invitation)
        host = await self.house.host(asked.table)
        self.house.check_visible(host, asked.guest, body.invitation)
        guest = await self._known(asked, clean_name(body.name))
        await host.dealing.settled()
        await host.ask(lambda: host.desk.join(guest, body.seat, body.pledge, invited=invited))
        return host.info(guest)

    async def _leave(self, asked: Asked) -> protocol.TableInfo:
        host, guest = await self._visible(asked), self._required(asked)
        if not host.dealing.owes_share(host.attendance.seat_of(guest)):
            await host.dealing.settled()
        await host.ask(lambda: host.desk.leave(guest, asked.language))
        return host.info(guest)

    def _required(self, asked: Asked) -> Guest:
        if asked.guest is None:
            raise Problem("no-such-guest")
        return asked.guest

    async def _record(self, asked: Asked) -> protocol.GameRecord:
        host = await self._visible(asked)
        return await host.record(asked.guest, seat_wanted(asked.request))

    async def _truth(self, asked: Asked) -> str:
        host = await self._visible(asked)
        if not host.released:
            raise Problem("unreleased")
        return await host.true_record()

    async def _keys(self, asked: Asked) -> protocol.SigningKeys:
        return self.keyring.published()

    async def _health(self, request: Request) -> Response:
        await self.store.ping()
        return _json({"status": "ok"})

    async def _metrics(self, request: Request) -> Response:
        return Response(self.metrics.page(), media_type="text/plain; version=0.0.4")

    async def _page(self, request: Request) -> Response:
        return self._pages.answer(request)

    # ----------------------------------------------------------- WebSockets

    async def _socket(self, socket: WebSocket) -> None:
        """One WebSocket, from its handshake to its end."""
        language = language_of(socket)
        line: Line = socket.scope["extensions"].pop(LINE)  # which holds this very scope: a circle would keep both
        await socket.accept()
        try:
            if foreign(socket):
                raise Problem("foreign-origin")
            guest = await self._guest(socket)
            asker = _asker(socket, guest)
            if self._sockets[asker] >= self.settings.sockets_a_guest or not self._requests.take(asker):
                raise Problem("too-fast")
            host = await self.house.host(str(socket.path_params["id"]))
            self.house.check_visible(host, guest, socket.query_params.get("invitation", ""))
            connection = Connection(line, guest, language, self.settings)
            self._sockets[asker] += 1
            self.metrics.sockets.inc()
            try:
                await host.attach(connection, seen_before(socket))
                await self._listen(socket, host, connection)
            finally:
                self.metrics.sockets.dec()
                self._sockets[asker] -= 1
                if not self._sockets[asker]:
                    del self._sockets[asker]
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

    async def _listen(self, socket: WebSocket, host: TableHost, connection: Connection) -> None:
        """Take messages from a socket until it ends."""
        while True:
            frame = await socket.receive()
            if frame["type"] != "websocket.receive":
                return
            connection.heard_at = self.settings.clock.now()
            if not connection.allows():
                self._refuse(connection, "", Problem("too-fast"))
                continue
            text = frame.get("text")
            if text is None:
                self._refuse(connection, "", Problem("text-only"))
                continue
            try:
                message = read_message(text)
            except Problem as problem:
                self._refuse(connection, id_of(text), problem)
                continue
            await host.handle(connection, message)

    def _refuse(self, connection: Connection, id: str, problem: Problem) -> None:
        self.metrics.refused.labels(problem.id).inc()
        connection.send(encoded(protocol.Refused(id, problem.trouble(connection.language))))


def _asker(connection: HTTPConnection, guest: Guest | None) -> int | str:
    """Who has to keep within the limits."""
    return guest.id if guest is not None else address_of(connection)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def _json(value: object, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(value), status, headers, "application/json")


def _set_cookie(response: Response, token: str, *, secure: bool) -> None:
    response.set_cookie(COOKIE, token, COOKIE_SECONDS, secure=secure, httponly=True, samesite="lax")


async def _wrong_address(request: Request, error: HTTPException) -> Response:
    """An address or a method that there is not."""
    problem = Problem("no-such-page")
    if error.status_code == 405:
        problem = Problem("other-method", method=request.method[:20])
    return _json(problem.trouble(language_of(request)), error.status_code)


class StrictHeaders:
    """Puts the strict headers on every HTTP answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI interface."""

        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self.app(scope, receive, strict if scope["type"] == "http" else send)
