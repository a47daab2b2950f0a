"""One server: its store, its tables, and the ASGI application with all routes.

The requests themselves are answered in `web/`, which identifies guests by their cookie and refuses requests that are
cross-origin, too large, too frequent or malformed.  Every response has strict security headers.  Nothing here depends
on a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from tefuda.server.admission import Guard
from tefuda.server.bots.bot_service import BotService
from tefuda.server.cluster.passing import Passing, listen
from tefuda.server.connection_limits import ConnectionLimiter
from tefuda.server.finished_games.pictures import Pictures
from tefuda.server.finished_games.records import Records
from tefuda.server.finished_games.reviews import Reviews
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.protocol.endpoints import ENDPOINTS
from tefuda.server.settings import Settings
from tefuda.server.store.archive import Archive
from tefuda.server.store.signing_keys import Keyring
from tefuda.server.stores import open_peers, open_store
from tefuda.server.tables.shares import ShareLinks
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.server.web.api import Api, unknown_route
from tefuda.server.web.cookies import GuestCookies
from tefuda.server.web.game_records import RecordRequests
from tefuda.server.web.games import GameRequests
from tefuda.server.web.guests import GuestRequests, NewGuests
from tefuda.server.web.health import Health
from tefuda.server.web.pages import Pages
from tefuda.server.web.previews import PictureRequests, ReplayPages
from tefuda.server.web.push import PushRequests
from tefuda.server.web.record_checks import RecordChecks
from tefuda.server.web.sharing import SharedGames, ShareRequests
from tefuda.server.web.sockets import Sockets
from tefuda.server.web.status import StatusPages
from tefuda.server.web.strict_headers import StrictHeaders
from tefuda.server.web.tables import TableRequests

DRAIN_SECONDS = 2.0  # to finish the messages being handled at shutdown


class Server:
    """One server: its store, its table registry, and the ASGI application that uvicorn runs.

    `passing_listener` is the socket for connections that other servers pass on; by default the settings decide.

    Raises StoreError if the data folder or the database cannot be used.
    """

    sockets_type = Sockets  # benchmarks replace it to compare servers

    def __init__(
        self,
        settings: Settings,
        bot_service: BotService,
        metrics: Metrics | None = None,
        passing_listener: socket.socket | None = None,
    ) -> None:
        self.settings, self.bot_service = settings, bot_service
        self.metrics = metrics or Metrics()
        self.guard = Guard(settings, self.metrics)
        self.limiter = ConnectionLimiter(settings)
        self.store = open_store(settings, self.metrics)
        keys = settings.signing_keys or settings.data / "signing-keys.json"
        self.keyring = Keyring.open(keys, settings.random_bytes, int(settings.clock.time()))
        self.archive = self._started_archive()
        self.metrics.watch_disk(settings.data)
        self.metrics.connections.set_function(lambda: self.limiter.open)
        self.registry = TableRegistry(
            settings, self.store, bot_service, self.metrics, self.keyring, open_peers(settings, self.metrics)
        )
        self.passing = self._passing(passing_listener)
        self.records = Records(self.registry.services, self.guard)
        self.registry.services.on_finished = self.records.finish
        self._reviews = Reviews(self.registry.services)
        cookies = GuestCookies(settings, self.store, self.registry.retention)
        self._api = Api(self.guard, cookies, self.metrics)
        self._sockets = self.sockets_type(self.registry, self.guard, cookies, self._api)
        handlers = {HTTPException: unknown_route}
        self.app = StrictHeaders(
            Starlette(routes=self._routes(cookies), lifespan=self._lifespan, exception_handlers=handlers)  # type: ignore[arg-type]  # typed for handlers of Exception only
        )

    def _started_archive(self) -> Archive | None:
        settings = self.settings
        if settings.archive is None:
            return None
        archive = Archive(settings.archive, settings.data, settings.clock, settings.keep_archive)
        self.store.on_change = archive.add
        self.metrics.archive_lag.set_function(lambda: archive.lag)
        self.metrics.archive_copy_age.set_function(lambda: archive.base_age)
        archive.start()
        return archive

    def _passing(self, listener: socket.socket | None) -> Passing | None:
        settings, registry = self.settings, self.registry
        if not settings.passing:
            return None
        process = os.getpid() if listener is None else os.getppid()  # of the supervisor
        name = f"{socket.gethostname()} {process}"
        listener = listener or listen(settings.passing)
        passing = Passing(listener, name, settings.clock, registry.peers, self.metrics, registry, self.store.server_key)
        registry.services.table_creator.at_home, registry.servers = passing.is_home, passing
        return passing

    def _routes(self, cookies: GuestCookies) -> list[BaseRoute]:
        """Return all routes; those of the API are listed in `protocol/endpoints.py`."""
        registry, guard, page = self.registry, self.guard, self._api.page
        new_guests = NewGuests(registry, guard, cookies)
        links = ShareLinks(registry.services, registry.invitations)
        shared_games = SharedGames(registry, links)
        answers = {
            **GuestRequests(registry, self.records, new_guests).answers,
            **PushRequests(self.settings, registry).answers,
            **GameRequests(self.settings, registry.games, self.keyring).answers,
            **TableRequests(registry, guard, new_guests).answers,
            **RecordRequests(registry, self.records, self._reviews, shared_games, new_guests).answers,
            **ShareRequests(registry, links).answers,
            **RecordChecks(self.settings, self.records).answers,
            **PictureRequests(self.records, shared_games, Pictures(self.settings.static)).answers,
        }
        status = StatusPages(self.settings, guard, Health(self.settings, registry, self.limiter), self.metrics)
        pages = Pages(self.settings.static)

        replays = ReplayPages(pages, guard, self.store, registry.games, links)

        async def file(request: Request) -> Response:
            guard.charge_page(request)
            return pages.answer(request)

        return [
            *(Route(one.path, self._api.endpoint(one, answers[one.name]), methods=[one.method]) for one in ENDPOINTS),
            WebSocketRoute("/ws/tables/{id}", self._sockets.handler(self._sockets.serve_table)),
            WebSocketRoute("/ws/lessons/{id}", self._sockets.handler(self._sockets.serve_lesson)),
            Route("/healthz", page(status.health)),
            Route("/metrics", page(status.metrics)),
            Route("/metrics/{worker:int}", page(status.metrics)),
            Route("/replay/{id}", page(replays.page)),
            Route("/{path:path}", page(file)),
        ]

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self.registry.start()
        if self.passing is not None:
            await self.passing.start()
        self.records.start()
        log.info("ready", data=str(self.settings.data), database=str(self.settings.database or "sqlite"))
        try:
            yield
        finally:
            if self.archive is not None:
                self.archive.stop_copies()
            await self._reviews.close()
            await self.records.close()
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
        self._sockets.draining, self._api.refusing = True, refuse
        if self.passing is not None:
            await self.passing.leave()
        await self.registry.drain(DRAIN_SECONDS)
