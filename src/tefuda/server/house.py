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
from collections.abc import Callable, Container, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from tefuda import __version__
from tefuda.bots.players import bot_names
from tefuda.engine.errors import TefudaError
from tefuda.engine.game import Description, Game, open_game
from tefuda.engine.transcript import table_digest
from tefuda.server.host import TableHost
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.players import Players
from tefuda.server.protocol import GameCards, GameInfo, NewTable, OptionInfo
from tefuda.server.restore import Turns
from tefuda.server.retention import Retention
from tefuda.server.settings import Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.store import Guest, Seat, Store, TableRow
from tefuda.server.troubles import Problem
from tefuda.server.wire import encoded_entry
from tefuda.table.deal import Deal
from tefuda.table.entries import Entry, Pledged, Sat, Sitter
from tefuda.table.table import Table

ID_BYTES, SECRET_BYTES = 9, 32
RENAMED = 50  # of a guest's tables, the newest, at most: those among them that wait for the deal learn a new name


class House:
    """The tables of one server."""

    def __init__(self, settings: Settings, store: Store, players: Players, metrics: Metrics, keyring: Keyring) -> None:
        self.settings, self.store, self.players, self.metrics = settings, store, players, metrics
        self.keyring = keyring
        self.hosts: dict[str, TableHost] = {}
        self.retention = Retention(self)
        self.turns = Turns()
        self._waking: dict[str, asyncio.Task[TableHost]] = {}
        self._games: dict[tuple[object, ...], Game] = {}
        self._cards_hashes: dict[str, str] = {}
        self._opened: dict[str, asyncio.Task[None]] = {}
        self.on_finished: Callable[[TableHost], object] = lambda _: None  # called when a game has ended
        self._key = b""
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Be ready: tables that wait for a bot go on by themselves, all others when somebody comes."""
        self._key = await self.store.server_key()
        work = (self._go_on(), self._let_rest(), self.retention.run())
        self._tasks = [asyncio.create_task(one) for one in work]

    async def close(self) -> None:
        """Stop all tables; what was acknowledged is stored already."""
        for task in (*self._tasks, *self._waking.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._waking.values(), return_exceptions=True)
        await self.retention.close()
        await asyncio.gather(*(host.close() for host in self.hosts.values()))
        self.hosts.clear()

    async def _go_on(self) -> None:
        """Wake the tables on which a bot has to move."""
        await self._report_unplayable()
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

    def holds(self, id: str) -> bool:
        """Is a table in use, or just being loaded?"""
        return id in self.hosts or id in self._waking

    async def loaded(self, id: str) -> TableHost | None:
        """The host of a table that is in use, or just being loaded; None where it is not."""
        if id in self._waking:
            await asyncio.gather(asyncio.shield(self._waking[id]), return_exceptions=True)
        return self.hosts.get(id)

    async def host(self, id: str) -> TableHost:
        """The host of a table; raises Problem where there is none."""
        self.retention.check_stays(id)
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
        await self.opened(row.game)
        host = TableHost(self, row, self.table(row, ()), seats)
        try:
            # Nothing is worked out for those who do not sit there until they come.
            await host.wake(entries, [seat.seat for seat in seats if seat.sits])
        except Exception as error:
            await host.close()
            log.error("replay", table=id, game=row.game, kind=type(error).__name__)
            raise Problem("bad-log") from error
        self.hosts[id] = host
        self.retention.table_used(id)
        if host.phase != "over":
            self.players.prepare(self.settings.games[row.game])
        self.metrics.tables.set(len(self.hosts))
        host.refresh()
        return host

    def table(self, row: TableRow, audiences: Sequence[int]) -> Table:
        """A table as it was before the first entry of its log; these audiences are told what happens."""
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
        """Return the SHA-256 of the card tables a game is played with here; worked out once, as they never change."""
        if slug not in self._cards_hashes:
            self._cards_hashes[slug] = table_digest(self.game(slug, self._description(slug).players[0], {}).tables)
        return self._cards_hashes[slug]

    def _check_playable(self, slug: str, rules: str | None, cards: str | None, release: str | None) -> None:
        """Raise Problem for a table that this server would go on with by other rules or other cards."""
        ours = self._description(slug).rules_version
        if rules not in (None, ours):
            raise Problem("other-rules", theirs=str(rules), ours=ours, release=release or "?")
        if cards not in (None, self._cards_hash(slug)):
            raise Problem("other-cards")

    async def _report_unplayable(self) -> None:
        """Log the games in play that this release cannot go on with."""
        for one in await self.store.in_play():
            try:
                await self.opened(one.game)
                self._check_playable(*one[:4])
            except Problem as problem:
                why, made_by = problem.id, one.release or "?"
                log.warning("unplayable", game=one.game, tables=one.tables, why=why, made_by=made_by)

    async def create(self, guest: Guest, wish: NewTable, language: str) -> TableHost:
        """Make the table that a guest wants."""
        await self.opened(wish.game)
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
        if wish.pledge and not seats:
            raise Problem("no-seat-to-pledge")
        row = self._new_row(wish.game, wish.options, sitters, guest, public=wish.public)
        pledges = [Pledged(seats[0].seat, wish.pledge)] if wish.pledge else []
        host = await self.host(await self._keep(row, seats, None, pledges))
        if wish.deal:
            giver = seats[0].seat if wish.pledge else None
            await host.ask(lambda: host.dealing.begin(at_once=True, giver=giver))
        return host

    async def rematch(self, before: TableHost, guest: Guest) -> str:
        """A new table with the same people, everybody one seat on; returns its id."""
        old = before.row
        count = len(old.sitters)
        taken = {seat.seat: seat.guest for seat in before.attendance.seats.values() if seat.sits}
        sat = [
            Sitter()
            if sitter.kind == "person" and seat not in taken
            else sitter  # who has been forgotten comes no more
            for seat, sitter in enumerate(before.table.sitters)
        ]
        sitters = [sat[(seat - 1) % count] for seat in range(count)]
        seats = [Seat(who, (seat + 1) % count, sits=True) for seat, who in taken.items()]
        row = self._new_row(old.game, old.options, sitters, guest, public=old.public)
        return await self._keep(row, seats, old.id)

    async def rename(self, guest: Guest) -> None:
        """Tell the tables at which a guest waits for the deal just now their new name.

        At others they have it as soon as they come: a name is no entry at every table.
        """
        for row, seat in await self.store.tables_of(guest.id, RENAMED):
            host = self.hosts.get(row.id)
            if host is not None and row.phase == "open" and host.attendance.is_here(seat):
                await host.ask(partial(host.desk.rename, guest))

    def _new_row(
        self, game: str, options: dict[str, int], sitters: Sequence[Sitter], host: Guest, *, public: bool
    ) -> TableRow:
        random = self.settings.random_bytes
        played = self.game(game, len(sitters), options)
        return TableRow(
            id=base64.urlsafe_b64encode(random(ID_BYTES)).decode(),
            game=game,
            options={name: int(value) for name, value in played.options.items()},
            start=None,
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
            rules=played.description.rules_version,
            release=__version__,
        )

    async def _keep(
        self, row: TableRow, seats: Sequence[Seat], after: str | None, pledges: Sequence[Pledged] = ()
    ) -> str:
        seated = [Sat(seat, sitter) for seat, sitter in enumerate(row.sitters) if sitter.kind != "open"]
        entries: list[Entry] = [*seated, *pledges]
        row = row._replace(version=len(entries))
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

    def check_visible(self, host: TableHost, guest: Guest | None, invitation: str) -> bool:
        """Raise Problem unless this guest may see the table; whether they are invited, or belong to it."""
        return self.check_row_visible(host.row, host.attendance.seats, guest, invitation)

    def check_row_visible(self, row: TableRow, members: Container[int], guest: Guest | None, invitation: str) -> bool:
        """Raise Problem unless this guest may see a table of these members; whether they are invited."""
        known = guest is not None and (guest.id == row.host or guest.id in members)
        invited = known or self.invited(row.id, invitation)
        if not (invited or row.public):
            raise Problem("no-such-table")
        return invited

    # -------------------------------------------------------- games and bots

    def game(self, slug: str, players: int, options: dict[str, int]) -> Game:
        """A game for so many players; raises Problem where it cannot be played like that."""
        if slug not in self.settings.games:
            raise Problem("no-such-game")
        description = self._description(slug)
        chosen = dict[str, Any]({option.name: option.default for option in description.options} | options)
        key = (slug, players, *sorted(chosen.items()))
        if key not in self._games:
            package = self.settings.games[slug]
            try:
                for name in chosen:  # they come from outside, and become arguments
                    description.option(name)
                self._games[key] = open_game(package, players=players, cards=self.settings.cards.get(slug), **chosen)
            except TefudaError as error:
                raise Problem("bad-option", why=str(error)) from error
        return self._games[key]

    async def opened(self, slug: str) -> None:
        """Open a game in a thread before it is used for the first time: that takes a while."""
        if slug not in self.settings.games:
            raise Problem("no-such-game")
        if slug not in self._opened:
            self._opened[slug] = asyncio.create_task(asyncio.to_thread(self._open, slug))
        await asyncio.shield(self._opened[slug])

    def _open(self, slug: str) -> None:
        open_game(self.settings.games[slug], cards=self.settings.cards.get(slug))

    def _description(self, slug: str) -> Description:
        description: Description = import_module(self.settings.games[slug]).GAME
        return description

    def games(self) -> list[GameInfo]:
        """The games there are to play."""
        return [self._game_info(slug) for slug in self.settings.games]

    def _game_info(self, slug: str) -> GameInfo:
        description = self._description(slug)
        options = tuple(OptionInfo(o.name, o.default, o.low, o.high, o.clause) for o in description.options)
        return GameInfo(slug, *description.players, options, self.players.levels(slug))

    async def cards(self, slug: str) -> GameCards:
        """What stands on the cards of a game."""
        await self.opened(slug)
        game = open_game(self.settings.games[slug], cards=self.settings.cards.get(slug))
        # Its texts are read and put together once, which takes up to half a second; nobody waits for that at a table.
        return GameCards(await asyncio.to_thread(lambda: game.catalogue))

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
        candidates = bot_names(language)
        name = next((name for name in candidates if name not in names), candidates[0])
        return Sitter("bot", name, self.level(slug, level))
