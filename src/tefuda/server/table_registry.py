"""Registry of all tables of a server: creates them, loads them from their logs on demand, and evicts idle ones.

The web interface asks the registry for a table's actor.  The registry also opens games, names bots and checks
invitations.  It never looks at the state of a game.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
from collections.abc import Callable, Collection, Container, Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import shuffle
from time import perf_counter
from typing import Any

from tefuda import __version__
from tefuda.bots.players import bot_names
from tefuda.engine.backends import code_hash
from tefuda.engine.description import Description
from tefuda.engine.errors import TefudaError
from tefuda.engine.game import Game, open_game
from tefuda.engine.game_record import table_digest
from tefuda.server.bot_service import BotService
from tefuda.server.errors import ServerError
from tefuda.server.homes import home_of
from tefuda.server.interfaces import Actor
from tefuda.server.lessons import lesson_info
from tefuda.server.log_replay import TimeSlices
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.peers import Alone, Hello, Peers, Renamed
from tefuda.server.protocol import CloseCode, GameCards, GameInfo, NewTable, OptionInfo
from tefuda.server.replicas import Replicas
from tefuda.server.retention import Retention
from tefuda.server.serialization import encoded_entry
from tefuda.server.settings import Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.store import Guest, Seat, Store, StoredTable, TableRow
from tefuda.server.table_actor import TableActor
from tefuda.table.deal import Deal
from tefuda.table.entries import Entry, Pledged, Sat, Sitter
from tefuda.table.snapshot import Snapshot
from tefuda.table.table import Table

ID_BYTES, SECRET_BYTES = 9, 32
PREPARE_AFTER = 5.0  # seconds, for a table without bots: its players come first when the server has just started
MAX_RENAMED_TABLES = 50  # newest tables of a guest in which a new name is looked for


class TableRegistry:
    """The tables of one server."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bot_service: BotService,
        metrics: Metrics,
        keyring: Keyring,
        peers: Peers | None = None,
    ) -> None:
        self.settings, self.store, self.bot_service, self.metrics = settings, store, bot_service, metrics
        self.keyring, self.peers = keyring, peers or Alone()
        self._replicas = Replicas(self)
        self.actors: dict[str, TableActor] = {}  # table id -> actor, of the loaded tables
        self.retention = Retention(self)
        self.time_slices = TimeSlices()
        self._loading: dict[str, asyncio.Task[TableActor]] = {}
        self._games: dict[tuple[object, ...], Game] = {}
        self._cards_hashes: dict[str, str] = {}
        self._game_loads: dict[str, asyncio.Task[None]] = {}
        self.on_finished: Callable[[TableActor], object] = lambda _: None  # called when a game has ended
        self.holding = False
        self._invitation_key = b""
        self._tasks: list[asyncio.Task[None]] = []
        metrics.tables.set_function(lambda: len(self.actors))
        metrics.audiences.set_function(self._audiences)

    async def start(self) -> None:
        """Start the background tasks, and load tables where a bot is to move; others load on demand."""
        self._invitation_key = await self.store.server_key()
        await self.peers.start(self._replicas)
        background = (self.resume_bot_tables(), self._evict_idle(), self.retention.run())
        self._tasks = [asyncio.create_task(task) for task in background]

    async def close(self) -> None:
        """Stop the background tasks and all actors; everything acknowledged is already stored."""
        for task in (*self._tasks, *self._loading.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        await self.retention.close()
        await self._replicas.close()
        await asyncio.gather(*(actor.close() for actor in self.actors.values()))
        self.actors.clear()
        await self.peers.close()

    async def settle(self, seconds: float) -> None:
        """Wait until no table has a message to handle, at most for `seconds`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while busy := [actor for actor in self.actors.values() if actor.handles_message]:
                    await asyncio.gather(*(actor.submit(_nothing) for actor in busy), return_exceptions=True)

    def hold(self) -> None:
        """Store no further entry: another process continues the tables."""
        self.holding = True

    async def return_strays(self) -> None:
        """Unload the tables that are at home elsewhere; their clients connect again, at the home of their table."""
        for id, actor in list(self.actors.items()):
            if not self.is_home(id):
                for connection in actor.presence_tracker.connections():
                    connection.close(CloseCode.SHUTTING_DOWN)
                await self.evict(id)

    async def resume_bot_tables(self) -> None:
        """Load the tables at home here where a bot is to move, unless another worker has them in memory."""
        if self.settings.slot == 0:
            await self._report_unplayable()
        home = [id for id in await self.store.waiting_for_bots() if self.is_home(id)]
        waiting = await self.peers.unheld(home)
        if self.peers.possible:  # workers that do this at the same time share the tables
            shuffle(waiting)
        for id in waiting:
            if id in self.actors or not await self.peers.unheld([id]):
                continue
            try:
                await self.actor(id)
            except ServerError as error:
                log.warning("load-failed", table=id, reason=error.id)
        if waiting:
            log.info("bot-tables-resumed", tables=len(waiting))

    async def _evict_idle(self) -> None:
        """Evict the actors that have been idle for the time in the settings, until cancelled."""
        idle_time = self.settings.unload_after
        while True:
            await asyncio.sleep(max(idle_time / 4, 0.05))
            await self._evict_before(self.settings.clock.now() - idle_time)

    async def _evict_before(self, cutoff: float) -> None:
        """Evict the actors that have been idle since a moment; on return nothing refers to them any longer."""
        for id, actor in list(self.actors.items()):
            if actor.idle and actor.presence_tracker.last_disconnect <= cutoff:
                await self.evict(id)

    def _audiences(self) -> int:
        return sum(
            bool(connections) for actor in self.actors.values() for _, connections in actor.presence_tracker.audiences()
        )

    # --------------------------------------------------------------- tables

    def is_home(self, id: str) -> bool:
        """Whether this worker is the home of a table."""
        return home_of(id, self.settings.workers) == self.settings.slot

    def _new_id(self) -> str:
        """Return a random id of a table at home here, so that whoever made the table finds it loaded."""
        while True:
            id = base64.urlsafe_b64encode(self.settings.random_bytes(ID_BYTES)).decode()
            if self.is_home(id):
                return id

    def loaded_ids(self) -> Collection[str]:
        """Return the ids of the loaded tables."""
        return self.actors.keys()

    def is_loaded(self, id: str) -> bool:
        """Whether a table is loaded or being loaded."""
        return id in self.actors or id in self._loading

    async def loaded_actor(self, id: str) -> TableActor | None:
        """Return the actor of a table that is loaded or being loaded, None for any other table."""
        if id in self._loading:
            await asyncio.gather(asyncio.shield(self._loading[id]), return_exceptions=True)
        return self.actors.get(id)

    async def unload(self, id: str) -> None:
        """Close the connections to a table and drop its actor, if it is loaded."""
        actor = await self.loaded_actor(id)
        if actor is not None:
            for connection in actor.presence_tracker.connections():
                connection.close(CloseCode.NO_TABLE)
            await self.evict(id)

    async def evict(self, id: str) -> None:
        """Drop the actor of a loaded table."""
        actor = self.actors.pop(id)
        await self.peers.release(id)
        await actor.close()

    def disconnect(self, guest: int) -> None:
        """Close all connections of a guest who was deleted."""
        for actor in self.actors.values():
            for connection in actor.presence_tracker.connections():
                if connection.guest is not None and connection.guest.id == guest:
                    connection.close(CloseCode.FORGOTTEN)

    async def actor(self, id: str) -> TableActor:
        """Return the actor of a table, loading it if needed; raises ServerError if there is no such table.

        It has caught up with the entries of other workers.
        """
        self.retention.check_not_removing(id)
        if id in self.actors:
            actor = self.actors[id]
            actor.presence_tracker.last_disconnect = self.settings.clock.now()  # no eviction before the caller attaches
            if self.peers.others(id):
                await actor.submit(actor.catch_up)
            return actor
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load_table(id))
        try:
            return await asyncio.shield(self._loading[id])
        finally:
            if id in self._loading and self._loading[id].done():
                del self._loading[id]

    async def _load_table(self, id: str) -> TableActor:
        started = perf_counter()
        await self.peers.hold(id)
        try:
            stored = await self.store.table(id)
            if stored is None:
                raise ServerError("no-such-table")
            row = stored.row
            await self.open_game_once(row.game)
            actor = await self._replay(stored, stored.snapshot)
        except BaseException:
            await self.peers.release(id)
            raise
        self.actors[id] = actor
        self.retention.table_used(id)
        if self.peers.others(id):
            self.peers.tell(Hello(id))
            actor.enqueue(actor.catch_up)  # notices that came meanwhile were not heard
        if actor.phase != "over":
            prepare = partial(self.bot_service.prepare, self.settings.games[row.game])
            if any(sitter.kind == "bot" for sitter in actor.table.sitters):
                prepare()
            else:
                self.settings.clock.later(PREPARE_AFTER, prepare)
        actor.refresh()
        self.metrics.load_seconds.observe(perf_counter() - started)
        return actor

    async def _replay(self, stored: StoredTable, snapshot: Snapshot | None) -> TableActor:
        """Return the actor of a stored table, replayed from a snapshot or, if that is of no use, from the whole log."""
        row = stored.row
        actor = TableActor(self, row, self.table(row, ()), stored.seats, self.on_finished)
        try:
            await actor.load(stored.log, snapshot)
        except Exception as error:
            await actor.close()
            if snapshot is not None:
                log.warning("snapshot-unusable", table=row.id, game=row.game, kind=type(error).__name__)
                return await self._replay(stored, None)
            log.error("replay-failed", table=row.id, game=row.game, kind=type(error).__name__)
            raise ServerError("bad-log") from error
        return actor

    def table(self, row: TableRow, audiences: Sequence[int]) -> Table:
        """Return a table before the first entry of its log, which makes updates for these audiences.

        Raises ServerError if this release has other rules or cards than the table.
        """
        self._check_playable(row.game, row.rules, row.cards, row.release)
        game = self.game(row.game, len(row.sitters), row.options)
        rules = game.description.rules_version
        if row.protocol == 1 or row.start is not None:
            return Table(game, secret=row.secret, start=row.start, audiences=audiences)
        cards = bytes.fromhex(self._cards_hash(row.game))
        keys = self.keyring.secrets
        deal = Deal(row.id, row.secret, keys, game=row.game, rules=rules, cards=cards, options=game.options)
        return Table(game, deal=deal, audiences=audiences)

    def _cards_hash(self, slug: str) -> str:
        """Return the SHA-256 of the card tables of a game on this server; cached, as they never change."""
        if slug not in self._cards_hashes:
            self._cards_hashes[slug] = table_digest(self.game(slug, self._description(slug).players[0], {}).tables)
        return self._cards_hashes[slug]

    def _check_playable(self, slug: str, rules: str | None, cards: str | None, release: str | None) -> None:
        """Raise ServerError if this server has other rules or cards than the table was made with."""
        ours = self._description(slug).rules_version
        if rules not in (None, ours):
            raise ServerError("other-rules", theirs=str(rules), ours=ours, release=release or "?")
        if cards not in (None, self._cards_hash(slug)):
            raise ServerError("other-cards")

    async def _report_unplayable(self) -> None:
        """Log the games in play that this release cannot continue."""
        for group in await self.store.in_play():
            try:
                await self.open_game_once(group.game)
                self._check_playable(*group[:4])
            except ServerError as error:
                why, made_by = error.id, group.release or "?"
                log.warning("unplayable", game=group.game, tables=group.tables, why=why, made_by=made_by)

    async def create(self, guest: Guest, request: NewTable, language: str) -> TableActor:
        """Create a table and return its actor; raises ServerError if the request cannot be met."""
        await self.open_game_once(request.game)
        sitters: list[Sitter] = []
        seats: list[Seat] = []
        for seat, choice in enumerate(request.seats):
            sitter = Sitter()
            if choice.kind == "bot":
                sitter = self.bot(request.game, choice.level, [sitter.name for sitter in sitters], language)
            elif choice.kind == "me":
                if seats:
                    raise ServerError("seat-taken")
                sitter = Sitter("person", guest.name)
                seats = [Seat(guest.id, seat, sits=True)]
            sitters.append(sitter)
        self.game(request.game, len(sitters), request.options)
        if request.deal and any(sitter.kind == "open" for sitter in sitters):
            empty = [str(seat + 1) for seat, sitter in enumerate(sitters) if sitter.kind == "open"]
            raise ServerError("seats-open", seats=", ".join(empty))
        if request.pledge and not seats:
            raise ServerError("no-seat-to-pledge")
        row = self.new_row(request.game, request.options, sitters, guest, public=request.public, hints=request.hints)
        pledges = [Pledged(seats[0].seat, request.pledge)] if request.pledge else []
        actor = await self.actor(await self.store_table(row, seats, None, pledges))
        if request.deal:
            giver = seats[0].seat if request.pledge else None
            await actor.submit(lambda: actor.dealing.begin(at_once=True, giver=giver))
        return actor

    async def rematch(self, before: Actor, guest: Guest) -> str:
        """Create the rematch of a table, with everyone moved on by one seat, and return its id."""
        old = before.row
        count = len(old.sitters)
        guests = {seat.seat: seat.guest for seat in before.presence_tracker.seats.values() if seat.sits}
        old_sitters = [  # the seat of a deleted guest is open
            Sitter() if sitter.kind == "person" and seat not in guests else sitter
            for seat, sitter in enumerate(before.table.sitters)
        ]
        sitters = [old_sitters[(seat - 1) % count] for seat in range(count)]
        seats = [Seat(id, (seat + 1) % count, sits=True) for seat, id in guests.items()]
        row = self.new_row(old.game, old.options, sitters, guest, public=old.public, hints=old.hints)
        return await self.store_table(row, seats, old.id)

    async def rename(self, guest: Guest) -> None:
        """Update a guest's name at the loaded tables where they are connected and wait for the deal.

        Other tables are updated when the guest connects, so that a new name does not add an entry to every table.
        """
        for row, seat in await self.store.tables_of(guest.id, MAX_RENAMED_TABLES):
            actor = self.actors.get(row.id)
            if actor is not None and row.phase == "open" and actor.presence_tracker.is_connected(seat):
                await actor.submit(partial(actor.handlers.rename, guest))
        self.peers.tell(Renamed(guest.id))

    def new_row(
        self,
        game: str,
        options: dict[str, int],
        sitters: Sequence[Sitter],
        host: Guest,
        *,
        public: bool,
        hints: bool = False,
        start: str | None = None,
    ) -> TableRow:
        """Return a new table, which is not stored yet; `start` is a position from which it begins instead of a deal."""
        random = self.settings.random_bytes
        opened = self.game(game, len(sitters), options)
        return TableRow(
            id=self._new_id(),
            game=game,
            options={name: int(value) for name, value in opened.options.items()},
            start=start,
            host=host.id,
            public=public,
            secret=random(SECRET_BYTES),
            created=int(self.settings.clock.time()),
            version=0,
            phase="open",
            to_act=-1,
            sitters=tuple(sitters),
            next=None,
            cards=self._cards_hash(game),
            rules=opened.description.rules_version,
            release=__version__,
            hints=hints,
        )

    async def store_table(
        self, row: TableRow, seats: Sequence[Seat], after: str | None, pledges: Sequence[Pledged] = ()
    ) -> str:
        """Store a new table with its first entries, as the rematch of `after` if given, and return its id."""
        seated = [Sat(seat, sitter) for seat, sitter in enumerate(row.sitters) if sitter.kind != "open"]
        entries: list[Entry] = [*seated, *pledges]
        row = row._replace(version=len(entries))
        id = await self.store.add_table(row, [encoded_entry(entry) for entry in entries], seats, after)
        log.info("table-created", table=id, game=row.game, seats=len(row.sitters))
        return id

    # ----------------------------------------------------------- permissions

    def invitation(self, id: str) -> str:
        """Return the signature that allows its holder to see and join a table."""
        signature = hmac.digest(self._invitation_key, b"invitation " + id.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(signature).decode().rstrip("=")

    def invited(self, id: str, signature: str) -> bool:
        """Whether `signature` is that of an invitation to the table."""
        return hmac.compare_digest(self.invitation(id).encode(), signature.encode())

    def check_visible(self, actor: TableActor, guest: Guest | None, invitation: str) -> bool:
        """Raise ServerError unless a guest may see a table; return whether they are invited, a member or the host."""
        return self.check_row_visible(actor.row, actor.presence_tracker.seats, guest, invitation)

    def check_row_visible(self, row: TableRow, members: Container[int], guest: Guest | None, invitation: str) -> bool:
        """Do the same for a table that is not loaded; `members` are the guests with a seat."""
        known = guest is not None and (guest.id == row.host or guest.id in members)
        invited = known or self.invited(row.id, invitation)
        if not (invited or row.public):
            raise ServerError("no-such-table")
        return invited

    # -------------------------------------------------------- games and bots

    def game(self, slug: str, players: int, options: dict[str, int]) -> Game:
        """Return the game for a number of players; raises ServerError for an unknown game or a bad option."""
        if slug not in self.settings.games:
            raise ServerError("no-such-game")
        description = self._description(slug)
        chosen = dict[str, Any]({option.name: option.default for option in description.options} | options)
        key = (slug, players, *sorted(chosen.items()))
        if key not in self._games:
            package = self.settings.games[slug]
            try:
                for name in chosen:  # untrusted names: they become keyword arguments
                    description.option(name)
                self._games[key] = open_game(package, players=players, cards=self.settings.cards.get(slug), **chosen)
            except TefudaError as error:
                raise ServerError("bad-option", why=str(error)) from error
        return self._games[key]

    async def open_game_once(self, slug: str) -> None:
        """Open a game in a thread before its first use, which takes most of a second.

        Raises ServerError for an unknown game.
        """
        if slug not in self.settings.games:
            raise ServerError("no-such-game")
        if slug not in self._game_loads:
            self._game_loads[slug] = asyncio.create_task(asyncio.to_thread(self._open, slug))
        await asyncio.shield(self._game_loads[slug])

    def _open(self, slug: str) -> None:
        game = open_game(self.settings.games[slug], cards=self.settings.cards.get(slug))
        code_hash(game.build.rules)  # cached: the first snapshot would block the event loop with it

    def _description(self, slug: str) -> Description:
        description: Description = import_module(self.settings.games[slug]).GAME
        return description

    def games(self) -> list[GameInfo]:
        """Return a description of every game on this server."""
        return [self._game_info(slug) for slug in self.settings.games]

    def _game_info(self, slug: str) -> GameInfo:
        description = self._description(slug)
        options = tuple(OptionInfo(o.name, o.default, o.low, o.high, o.clause) for o in description.options)
        lesson = lesson_info(self.settings, slug)
        return GameInfo(
            slug, *description.players, options, self.bot_service.levels(slug), lesson, description.playing_time
        )

    async def cards(self, slug: str) -> GameCards:
        """Return the texts of a game's cards."""
        await self.open_game_once(slug)
        game = open_game(self.settings.games[slug], cards=self.settings.cards.get(slug))
        # Parsing the game's messages takes up to half a second, which no table should have to wait for.
        return GameCards(await asyncio.to_thread(lambda: game.catalogue))

    def messages(self, slug: str, language: str) -> str:
        """Return a game's messages in a language, as Fluent text."""
        return _read(self._package_folder(slug) / f"{language}.ftl")

    def rulebook(self, slug: str, language: str) -> str:
        """Return a game's rulebook in a language, as Markdown."""
        return _read(self._package_folder(slug) / f"rulebook.{language}.md")

    def _package_folder(self, slug: str) -> Path:
        if slug not in self.settings.games:
            raise ServerError("no-such-game")
        return Path(str(import_module(self.settings.games[slug]).__file__)).parent

    def level(self, slug: str, requested: str) -> str:
        """Return the requested bot level, or the middle one if the game has no such level (any more)."""
        levels = self.bot_service.levels(slug)
        return requested if requested in levels else levels[len(levels) // 2]

    def bot(self, slug: str, level: str, names: Sequence[str], language: str = "en") -> Sitter:
        """Return a bot to seat, with a name not in `names`; raises ServerError for an unknown game or level."""
        if slug not in self.settings.games:
            raise ServerError("no-such-game")
        if level and level not in self.bot_service.levels(slug):
            raise ServerError("no-such-level", level=level)
        candidates = bot_names(language)
        name = next((name for name in candidates if name not in names), candidates[0])
        return Sitter("bot", name, self.level(slug, level))


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


async def _nothing() -> None:
    """Do nothing, after everything that a table does before it."""
