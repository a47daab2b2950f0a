"""The games of a server: opens them with its cards, describes them, and names and levels their bots.

A table records the rules and cards that it was made with; a server with other ones does not continue it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tefuda.bots.players import bot_names
from tefuda.engine.backends import rules_hash
from tefuda.engine.description import Description
from tefuda.engine.errors import TefudaError
from tefuda.engine.game import Game, open_game
from tefuda.engine.game_record import table_digest
from tefuda.engine.localization import Localizer, localizer
from tefuda.server.bots.bot_service import BotService
from tefuda.server.errors import ServerError
from tefuda.server.protocol.http import GameCards, GameInfo, OptionInfo
from tefuda.server.settings import Settings
from tefuda.server.store.signing_keys import Keyring
from tefuda.server.store.stored_data import Logged, TableRow
from tefuda.server.tables.lessons import lesson_info
from tefuda.server.tables.serialization import decoded_entry
from tefuda.table.arranging import first_setup
from tefuda.table.deal import Deal
from tefuda.table.entries import Setup, Sitter
from tefuda.table.table import Table

ARRANGED = '{"kind":"arranged"'  # how such an entry begins in the log


class GameLibrary:
    """The games of one server."""

    def __init__(self, settings: Settings, bot_service: BotService, keyring: Keyring) -> None:
        self._settings, self._bot_service, self._keyring = settings, bot_service, keyring
        self._games: dict[tuple[object, ...], Game] = {}
        self._cards_hashes: dict[str, str] = {}
        self._loads: dict[str, asyncio.Task[None]] = {}

    # --------------------------------------------------------------- opening

    def game(self, slug: str, players: int, options: dict[str, int]) -> Game:
        """Return the game for a number of players; raises ServerError for an unknown game or a bad option."""
        description = self.description(slug)
        chosen = dict[str, Any]({option.name: option.default for option in description.options} | options)
        key = (slug, players, *sorted(chosen.items()))
        if key not in self._games:
            package, cards = self._settings.games[slug], self._settings.cards.get(slug)
            try:
                for name in chosen:  # untrusted names: they become keyword arguments
                    description.option(name)
                self._games[key] = open_game(package, players=players, cards=cards, **chosen)
            except TefudaError as error:
                raise ServerError("bad-option", why=str(error)) from error
        return self._games[key]

    async def open_once(self, slug: str) -> None:
        """Open a game in a thread before its first use, which takes most of a second.

        Raises ServerError for an unknown game.
        """
        self._check_known(slug)
        if slug not in self._loads:
            self._loads[slug] = asyncio.create_task(asyncio.to_thread(self._open, slug))
        try:
            await asyncio.shield(self._loads[slug])
        except Exception:  # such as too many open files: the next call tries again
            self._loads.pop(slug, None)
            raise

    def _open(self, slug: str) -> None:
        game = open_game(self._settings.games[slug], cards=self._settings.cards.get(slug))
        rules_hash(game.build.rules)  # cached: the first snapshot would block the event loop with it

    def _check_known(self, slug: str) -> None:
        if slug not in self._settings.games:
            raise ServerError("no-such-game")

    # ---------------------------------------------------------------- tables

    def table(self, row: TableRow, audiences: Sequence[int], log: Sequence[Logged]) -> Table:
        """Return a table before the first entry of its log, which makes updates for these audiences.

        Opens only the game that `row` names, not those that the host had chosen earlier.  Raises ServerError if this
        release has other rules or cards than the table.
        """
        self.check_playable(row.game, row.rules, row.cards, row.release)
        game = self.game(row.game, len(row.sitters), row.options)
        rules = game.description.rules_version
        if row.protocol == 1 or row.start is not None:
            return Table(game, secret=row.secret, start=row.start, clock=row.clock, audiences=audiences)
        cards = bytes.fromhex(self.cards_hash(row.game))
        keys = self._keyring.secrets
        deal = Deal(row.id, row.secret, keys, game=row.game, rules=rules, cards=cards, options=game.options)
        arranged = [decoded_entry(one.entry) for one in log if one.entry.startswith(ARRANGED)]
        return Table(
            game,
            deal=deal,
            clock=row.clock,
            audiences=audiences,
            began_as=first_setup(arranged),
            open_game=self.game_of,
        )

    def game_of(self, setup: Setup) -> Game:
        """Return the game of a setup; raises ServerError like `game`."""
        return self.game(setup.game, setup.seats, setup.options)

    def setup(self, slug: str, seats: int, options: dict[str, int]) -> Setup:
        """Return the setup of a game on this server; raises ServerError like `game`."""
        game = self.game(slug, seats, options)
        chosen = {name: int(value) for name, value in game.options.items()}
        return Setup(slug, chosen, seats, game.description.rules_version, self.cards_hash(slug))

    def check_playable(self, slug: str, rules: str | None, cards: str | None, release: str | None) -> None:
        """Raise ServerError if this server has other rules or cards than the table was made with."""
        ours = self.description(slug).rules_version
        if rules not in (None, ours):
            raise ServerError("other-rules", theirs=str(rules), ours=ours, release=release or "?")
        if cards not in (None, self.cards_hash(slug)):
            raise ServerError("other-cards")

    def cards_hash(self, slug: str) -> str:
        """Return the SHA-256 of the card tables of a game on this server; cached, as they never change."""
        if slug not in self._cards_hashes:
            self._cards_hashes[slug] = table_digest(self.game(slug, self.description(slug).players[0], {}).tables)
        return self._cards_hashes[slug]

    # ----------------------------------------------------------- descriptions

    def description(self, slug: str) -> Description:
        """Return the description of a game; raises ServerError for an unknown game."""
        self._check_known(slug)
        description: Description = import_module(self._settings.games[slug]).GAME
        return description

    async def infos(self) -> list[GameInfo]:
        """Return a description of every game, for clients."""
        # In a thread: importing the views of all games takes a quarter of a second.
        return await asyncio.to_thread(lambda: [self._info(slug) for slug in self._settings.games])

    def _info(self, slug: str) -> GameInfo:
        description = self.description(slug)
        options = tuple(OptionInfo(o.name, o.default, o.low, o.high, o.clause) for o in description.options)
        lesson = lesson_info(self._settings, slug)
        levels, views = self._bot_service.levels(slug), import_module(f"{self._settings.games[slug]}.views")
        openings = hasattr(views, "openings")
        return GameInfo(slug, *description.players, options, levels, lesson, description.playing_time, openings)

    async def cards(self, slug: str) -> GameCards:
        """Return the texts of a game's cards."""
        await self.open_once(slug)
        game = open_game(self._settings.games[slug], cards=self._settings.cards.get(slug))
        # In a thread: parsing the game's messages takes up to half a second.
        return GameCards(await asyncio.to_thread(lambda: game.catalogue), game.openings)

    def knows(self, slug: str) -> bool:
        """Whether this server has a game."""
        return slug in self._settings.games

    async def words(self, slug: str, language: str) -> Localizer:
        """Return the localizer of a game's messages, which takes up to half a second to parse once."""
        return await asyncio.to_thread(localizer, language, self._package_folder(slug))

    def messages(self, slug: str, language: str) -> str:
        """Return a game's messages in a language, as Fluent text."""
        return _read(self._package_folder(slug) / f"{language}.ftl")

    def rulebook(self, slug: str, language: str) -> str:
        """Return a game's rulebook in a language, as Markdown."""
        return _read(self._package_folder(slug) / f"rulebook.{language}.md")

    def _package_folder(self, slug: str) -> Path:
        self._check_known(slug)
        return Path(str(import_module(self._settings.games[slug]).__file__)).parent

    # ------------------------------------------------------------------ bots

    def level(self, slug: str, requested: str) -> str:
        """Return the requested bot level, or the middle one if the game does not have it, or no longer has it."""
        levels = self._bot_service.levels(slug)
        return requested if requested in levels else levels[len(levels) // 2]

    def bot(self, slug: str, level: str, names: Sequence[str], language: str = "en") -> Sitter:
        """Return a bot to seat, with a name not in `names`; raises ServerError for an unknown game or level."""
        self._check_known(slug)
        if level and level not in self._bot_service.levels(slug):
            raise ServerError("no-such-level", level=level)
        candidates = bot_names(language)
        name = next((name for name in candidates if name not in names), candidates[0])
        return Sitter("bot", name, self.level(slug, level))


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
