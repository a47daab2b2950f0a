"""All tables of a server: makes them, finds them, wakes them up from their logs, and lets them rest.

The web interface asks the house for a table's host; the house keeps the hosts that are in use, replays a log when
somebody wants its table, and forgets a host that nobody has watched for a while.  It knows which bots there are.  It
never looks into a game.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
from collections.abc import Sequence
from functools import partial
from typing import Any

from tefuda.engine.errors import TefudaError
from tefuda.engine.game import Description, Game, open_game
from tefuda.engine.transcript import table_digest
from tefuda.engine.words import speaker
from tefuda.server.host import TableHost
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.players import Players
from tefuda.server.protocol import GameCards, GameInfo, NewTable, OptionInfo
from tefuda.server.restore import Turns
from tefuda.server.settings import Settings
from tefuda.server.store import Guest, Seat, Store, TableRow
from tefuda.server.troubles import HERE, Problem
from tefuda.server.wire import encoded_entry
from tefuda.table.table import Entry, Sat, Sitter, Table

ID_BYTES, SECRET_BYTES = 9, 32
RENAMED = 50  # of a guest's tables, the newest, at most: those among them that wait for the deal learn a new name


class House:
    """The tables of one server."""

    def __init__(self, settings: Settings, store: Store, players: Players, metrics: Metrics) -> None:
        self.settings, self.store, self.players, self.metrics = settings, store, players, metrics
        self.hosts: dict[str, TableHost] = {}
        self.turns = Turns()
        self._waking: dict[str, asyncio.Task[TableHost]] = {}
        self._games: dict[tuple[object, ...], Game] = {}
        self._key = b""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Be ready: tables that wait for a bot go on by themselves, all others when somebody comes."""
        self._key = await self.store.server_key()
        self._tasks = [asyncio.create_task(self._go_on()), asyncio.create_task(self._let_rest())]

    async def close(self) -> None:
        """Stop all tables; what was acknowledged is stored already."""
        for task in (*self._tasks, *self._waking.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._waking.values(), return_exceptions=True)
        await asyncio.gather(*(host.close() for host in self.hosts.values()))
        self.hosts.clear()

    async def _go_on(self) -> None:
        """Wake the tables on which a bot has to move."""
        waiting = await self.store.waiting_for_bots()
        for id in waiting:
            try:
                await self.host(id)
            except Problem as problem:
                log.warning("not-woken", table=id, why=problem.id)
        if waiting:
            log.info("woken", tables=len(waiting))

    async def _let_rest(self) -> None:
        """Forget hosts that nobody has watched for a while."""
        resting = self.settings.unload_after
        while True:
            await asyncio.sleep(max(resting / 4, 0.05))
            before = self.settings.clock.now() - resting
            for id, host in list(self.hosts.items()):
                if host.deserted and host.attendance.left_at <= before:
                    del self.hosts[id]
                    await host.close()
            self.metrics.tables.set(len(self.hosts))

    # --------------------------------------------------------------- tables

    async def host(self, id: str) -> TableHost:
        """The host of a table; raises Problem where there is none."""
        if id in self.hosts:
            self.hosts[
                id
            ].attendance.left_at = self.settings.clock.now()  # it does not rest while somebody is on their way
            return self.hosts[id]
        if id not in self._waking:
            self._waking[id] = asyncio.create_task(self._wake(id))
        try:
            return await asyncio.shield(self._waking[id])
        finally:
            if id in self._waking and self._waking[id].done():
                del self._waking[id]

    async def _wake(self, id: str) -> TableHost:
        stored = await self.store.table(id)
        if stored is None:
            raise Problem("no-such-table")
        row, entries, seats = stored
        host = TableHost(self, row, self.table(row, ()), seats)
        try:
            # Nothing is worked out for those who do not sit there until they come.
            await host.wake(entries, [seat.seat for seat in seats if seat.sits])
        except Exception as error:
            await host.close()
            log.error("replay", table=id, game=row.game, kind=type(error).__name__)
            raise Problem("other-rules") from error
        self.hosts[id] = host
        if host.phase != "over":
            self.players.prepare(self.settings.games[row.game])
        self.metrics.tables.set(len(self.hosts))
        host.refresh()
        return host

    def table(self, row: TableRow, audiences: Sequence[int]) -> Table:
        """A table as it was before the first entry of its log; these audiences are told what happens."""
        game = self.game(row.game, len(row.sitters), row.options)
        if row.cards is not None and row.cards != table_digest(game.tables):
            raise Problem("other-rules")
        return Table(game, secret=row.secret, start=row.start, audiences=audiences)

    async def create(self, guest: Guest, wish: NewTable, language: str) -> TableHost:
        """Make the table that a guest wants."""
        sitters: list[Sitter] = []
        seats: list[Seat] = []
        for seat, place in enumerate(wish.seats):
            sitter = Sitter()
            if place.kind == "bot":
                sitter = self.bot(wish.game, place.level, [sitter.name for sitter in sitters], language)
            elif place.kind == "me":
                if seats:
                    raise Problem("seat-taken")
                sitter = Sitter("person", guest.name)
                seats = [Seat(guest.id, seat, sits=True)]
            sitters.append(sitter)
        self.game(wish.game, len(sitters), wish.options)
        if wish.deal and any(sitter.kind == "open" for sitter in sitters):
            empty = [str(seat + 1) for seat, sitter in enumerate(sitters) if sitter.kind == "open"]
            raise Problem("seats-open", seats=", ".join(empty))
        row = self._new_row(wish.game, wish.options, sitters, guest, public=wish.public)
        host = await self.host(await self._keep(row, seats, None))
        if wish.deal:
            await host.ask(host.deal)
        return host

    async def rematch(self, before: TableHost, guest: Guest) -> str:
        """A new table with the same people, everybody one seat on; returns its id."""
        old = before.row
        count = len(old.sitters)
        sitters = [before.table.sitters[(seat - 1) % count] for seat in range(count)]
        seats = [Seat(s.guest, (s.seat + 1) % count, sits=True) for s in before.attendance.seats.values() if s.sits]
        row = self._new_row(old.game, old.options, sitters, guest, public=old.public)
        return await self._keep(row, seats, old.id)

    async def rename(self, guest: Guest) -> None:
        """Tell the tables at which a guest waits for the deal their new name."""
        for row, seat in await self.store.tables_of(guest.id, RENAMED):
            if row.phase != "open" or seat < 0:
                continue
            try:
                host = await self.host(row.id)
            except Problem as problem:  # the name is theirs all the same
                log.warning("not-renamed", table=row.id, why=problem.id)
                continue
            await host.ask(partial(host.desk.rename, guest))

    def _new_row(
        self, game: str, options: dict[str, int], sitters: Sequence[Sitter], host: Guest, *, public: bool
    ) -> TableRow:
        random = self.settings.random_bytes
        seated = sum(sitter.kind != "open" for sitter in sitters)
        cards = table_digest(self.game(game, len(sitters), options).tables)
        return TableRow(
            id=base64.urlsafe_b64encode(random(ID_BYTES)).decode(),
            game=game,
            options=options,
            start=None,
            host=host.id,
            public=public,
            secret=random(SECRET_BYTES),
            created=int(self.settings.clock.time()),
            version=seated,
            phase="open",
            to_act=-1,
            sitters=tuple(sitters),
            next=None,
            cards=cards,
        )

    async def _keep(self, row: TableRow, seats: Sequence[Seat], after: str | None) -> str:
        entries: list[Entry] = [Sat(seat, sitter) for seat, sitter in enumerate(row.sitters) if sitter.kind != "open"]
        id = await self.store.add_table(row, [encoded_entry(entry) for entry in entries], seats, after)
        log.info("made", table=id, game=row.game, seats=len(row.sitters))
        return id

    # ------------------------------------------------------- who may see it

    def invitation(self, id: str) -> str:
        """The signature that lets its holder see a table and join it."""
        signature = hmac.digest(self._key, b"invitation " + id.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(signature).decode().rstrip("=")

    def invited(self, id: str, signature: str) -> bool:
        """Is this the signature of an invitation to that table?"""
        return hmac.compare_digest(self.invitation(id).encode(), signature.encode())

    def check_visible(self, host: TableHost, guest: Guest | None, invitation: str) -> None:
        """Raise Problem unless this guest may see the table."""
        known = guest is not None and (guest.id == host.row.host or guest.id in host.attendance.seats)
        if not (known or host.row.public or self.invited(host.row.id, invitation)):
            raise Problem("no-such-table")

    # -------------------------------------------------------- games and bots

    def game(self, slug: str, players: int, options: dict[str, int]) -> Game:
        """A game for so many players; raises Problem where it cannot be played like that."""
        if slug not in self.settings.games:
            raise Problem("no-such-game")
        key = (slug, players, *sorted(options.items()))
        if key not in self._games:
            package, chosen = self.settings.games[slug], dict[str, Any](options)
            try:
                for name in chosen:  # they come from outside, and become arguments
                    open_game(package).description.option(name)
                self._games[key] = open_game(package, players=players, cards=self.settings.cards.get(slug), **chosen)
            except TefudaError as error:
                raise Problem("bad-option", why=str(error)) from error
        return self._games[key]

    def games(self) -> list[GameInfo]:
        """The games there are to play."""
        return [self._game_info(slug) for slug in self.settings.games]

    def _game_info(self, slug: str) -> GameInfo:
        description: Description = open_game(self.settings.games[slug]).description
        options = tuple(OptionInfo(o.name, o.default, o.low, o.high, o.clause) for o in description.options)
        return GameInfo(slug, *description.players, options, self.players.levels(slug))

    def cards(self, slug: str) -> GameCards:
        """What stands on the cards of a game."""
        if slug not in self.settings.games:
            raise Problem("no-such-game")
        return GameCards(open_game(self.settings.games[slug], cards=self.settings.cards.get(slug)).catalogue)

    def level(self, slug: str, wanted: str) -> str:
        """The level that is wanted, or the middle one where there is none of that name (any longer)."""
        levels = self.players.levels(slug)
        return wanted if wanted in levels else levels[len(levels) // 2]

    def bot(self, slug: str, level: str, names: Sequence[str], language: str = "en") -> Sitter:
        """A bot to sit down, with a name that is not among `names`."""
        if slug not in self.settings.games:
            raise Problem("no-such-game")
        if level and level not in self.players.levels(slug):
            raise Problem("no-such-level", level=level)
        candidates = speaker(language, HERE).say("bot-names").split()
        name = next((name for name in candidates if name not in names), candidates[0])
        return Sitter("bot", name, self.level(slug, level))
