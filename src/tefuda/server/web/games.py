"""Requests about games: the list of games, and the texts of a game.  They need no guest and change nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec
from starlette.responses import Response

from tefuda.server.protocol.http import GameInfo, SigningKeys
from tefuda.server.request_parsing import is_cached
from tefuda.server.settings import Settings
from tefuda.server.store.signing_keys import Keyring
from tefuda.server.tables.game_library import GameLibrary
from tefuda.server.tables.lessons import first_sights
from tefuda.server.web.api import Answer, ApiCall, json_response


class GameRequests:
    """Answers requests about games."""

    def __init__(self, settings: Settings, games: GameLibrary, keyring: Keyring) -> None:
        self._settings, self._games, self._keyring = settings, games, keyring
        self._card_texts: dict[str, bytes] = {}  # game -> encoded `GameCards`
        self._first_sights: dict[tuple[str, str], bytes] = {}  # (game, language) -> encoded, of its demonstrations

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {
            "games": self.games,
            "cards": self.cards,
            "demonstrations": self.demonstrations,
            "messages": self.messages,
            "rulebook": self.rulebook,
            "keys": self.keys,
        }

    async def games(self, call: ApiCall) -> list[GameInfo]:
        return await self._games.infos()

    async def cards(self, call: ApiCall) -> Response:
        slug = call.id
        if slug not in self._card_texts:  # cached: encoding takes milliseconds, and the texts never change
            self._card_texts[slug] = msgspec.json.encode(await self._games.cards(slug))
        return json_response(msgspec.Raw(self._card_texts[slug]))

    async def demonstrations(self, call: ApiCall) -> Response:
        slug, language = call.id, call.language
        if (slug, language) not in self._first_sights:  # cached: it replays scripts, which never change
            await self._games.open_once(slug)
            sights = first_sights(self._settings, slug, language)
            self._first_sights[slug, language] = msgspec.json.encode(sights)
        return json_response(msgspec.Raw(self._first_sights[slug, language]))

    async def messages(self, call: ApiCall) -> Response:
        return _text_of_game(self._games.messages(call.id, call.language), call)

    async def rulebook(self, call: ApiCall) -> Response:
        return _text_of_game(self._games.rulebook(call.id, call.language), call)

    async def keys(self, call: ApiCall) -> SigningKeys:
        return self._keyring.published()


def _text_of_game(text: str, call: ApiCall) -> Response:
    """Return a text of a game in the requested language; clients cache it and revalidate it."""
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language", "Content-Language": call.language}
    if is_cached(call.request, tag):
        return Response(status_code=304, headers=headers)
    return Response(text, 200, headers, "text/plain")
