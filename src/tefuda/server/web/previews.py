"""Link previews of shared games: title, description and picture.

The page of a replay is the same for everyone, but its head names the game only if everyone with this URL may see it:
because the table is public, or by the token of a link.  Cookies are ignored here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tefuda.engine.localization import localizer
from tefuda.server.admission import Guard, address_group_of
from tefuda.server.errors import FTL_FOLDER, ServerError
from tefuda.server.finished_games.picture import HEIGHT, WIDTH
from tefuda.server.finished_games.pictures import Pictures
from tefuda.server.finished_games.records import Records
from tefuda.server.request_parsing import language_of, requested_seat, requested_step
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import TableRow
from tefuda.server.tables.game_library import GameLibrary
from tefuda.server.tables.shares import ShareLinks
from tefuda.server.web.api import Answer, ApiCall
from tefuda.server.web.pages import REVALIDATE, Pages
from tefuda.server.web.sharing import SharedGames

PICTURE_SECONDS = 3600  # how long others may cache a picture
_HEAD = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')


class PictureRequests:
    """Answers requests for pictures of moments."""

    def __init__(self, records: Records, shared_games: SharedGames, pictures: Pictures) -> None:
        self._records, self._shared_games, self._pictures = records, shared_games, pictures

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {"picture": self.picture}

    async def picture(self, call: ApiCall) -> Response:
        actor, _ = await self._shared_games.table(call)
        loaded, seat, step = actor.loaded, requested_seat(call.request), requested_step(call.request)
        if not loaded.released:
            raise ServerError("unreleased")
        seat = loaded.viewing_seat(None, seat)
        address = address_group_of(call.request)
        body = await self._records.for_seat(loaded, seat, address)
        names = tuple(sitter.name for sitter in loaded.table.sitters)
        key = (loaded.row.id, seat, step, call.language, names)
        png = await self._pictures.png(key, loaded.table.game, body, address)
        scope = "public" if loaded.row.public else "private"
        headers = {"Cache-Control": f"{scope}, max-age={PICTURE_SECONDS}", "Vary": "Accept-Language"}
        return Response(png, headers=headers, media_type="image/png")


class ReplayPages:
    """The pages of replays, with a head that previews read."""

    def __init__(self, pages: Pages, guard: Guard, store: SqlStore, games: GameLibrary, links: ShareLinks) -> None:
        self._pages, self._guard, self._store, self._games, self._links = pages, guard, store, games, links

    async def page(self, request: Request) -> Response:
        """Return the page of a replay."""
        self._guard.charge_page(request)
        index = self._pages.index
        row = await self._shown_row(request) if index else None
        if row is None or index is None:
            return self._pages.answer(request)
        headers = {"Cache-Control": REVALIDATE, "Vary": "Accept-Language"}
        return HTMLResponse(with_head(index, await self._head(request, row)), headers=headers)

    async def _shown_row(self, request: Request) -> TableRow | None:
        """Return the table of a finished game that everyone with this URL may see, else None."""
        id, token = str(request.path_params["id"]), request.query_params.get("share", "")
        self._guard.charge_address(request)
        stored = await self._store.table(id, 1 << 30)  # without its log
        if stored is None or stored.row.phase != "over" or not self._games.knows(stored.row.game):
            return None
        shown = stored.row.public or await self._links.opens(id, token)
        return stored.row if shown else None

    async def _head(self, request: Request, row: TableRow) -> dict[str, str]:
        """Return the properties of the page: names as in the Open Graph protocol, and their values."""
        language = language_of(request)
        words, own = await self._games.words(row.game, language), localizer(language, FTL_FOLDER)
        names = [one.name or words.say("seat", number=seat + 1) for seat, one in enumerate(row.sitters)]
        given = {"share": request.query_params.get("share", "")} if not row.public else {}
        for name in ("seat", "step"):
            if re.fullmatch("-1|[0-9]{1,6}", value := request.query_params.get(name, "")):
                given[name] = value
        origin = f"{request.url.scheme}://{request.url.netloc}"
        here = f"?{urlencode(given)}" if given else ""
        return {
            "og:type": "website",
            "og:site_name": "Tefuda 手札",
            "og:title": own.say("moment-title", game=words.say("title")),
            "og:description": own.say("moment-players", who=own.say("moment-comma").join(names)),
            "og:url": f"{origin}/replay/{row.id}{here}",
            "og:image": f"{origin}/api/tables/{row.id}/picture.png?{urlencode({**given, 'lang': language})}",
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "twitter:card": "summary_large_image",
        }


def with_head(index: str, head: Mapping[str, str]) -> str:
    """Return a page with its title, description and properties."""
    title, about = html.escape(head["og:title"]), html.escape(head["og:description"])
    lines = [f"<title>{title}</title>", f'<meta name="description" content="{about}" />']
    lines += [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in head.items()]
    return _HEAD.sub(lambda _: "\n    ".join(lines), _DESCRIPTION.sub("", index, count=1), count=1)
