"""Changes of a table before the deal, as its host asks: game, seats, house rules, who may sit.

Everything here runs on the table's queue.  Each change is an entry of the log; the table's row changes with it.
"""

from __future__ import annotations

from msgspec.structs import replace

from tefuda.server.errors import ServerError
from tefuda.server.protocol.messages import Arrange, Bring, Remove, Reseat, Sit
from tefuda.server.rate_limit import RateLimiter
from tefuda.server.request_parsing import check_clock
from tefuda.server.tables.entry_log import EntryLog, Sender
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.services import Services
from tefuda.table.arranging import fitted, swapped
from tefuda.table.entries import Arranged, Setup, Sitter


class Lobby:
    """What the host of one table can change before the deal."""

    def __init__(self, loaded: LoadedTable, entries: EntryLog, services: Services) -> None:
        self._loaded, self._entries, self._services = loaded, entries, services
        self._table = loaded.table
        self._limiter = RateLimiter(services.settings.arrange_rate, services.settings.clock)

    async def change(self, message: Arrange | Reseat | Remove, sender: Sender) -> bool:
        """Carry out a message of the host; return False if there is nothing to change.

        Raises ServerError or Refused if the table cannot be changed like this.
        """
        self._check_may_change(sender)
        if isinstance(message, Arrange):
            entry = await self._arranged(message)
        elif isinstance(message, Reseat):
            entry = self._moved(message.seat, message.to)
        else:
            entry = self._removed(message.seat)
        if entry == Arranged(entry.host):
            return False
        await self._entries.arrange(entry, sender)
        return True

    def _check_may_change(self, sender: Sender) -> None:
        if self._table.state is not None:
            raise ServerError("dealt-already")
        if not self._limiter.take(sender.guest):
            raise ServerError("too-fast")

    async def sit(self, message: Sit, sender: Sender) -> bool:
        """Put a bot in a seat or open the seat; return False if nothing changes."""
        self._check_may_change(sender)
        self._loaded.check_seat(message.seat)
        sitter, before = Sitter(), self._table.sitters[message.seat]
        if message.kind == "bot":
            language = sender.connection.language
            sitter = self._services.games.bot(self._loaded.row.game, message.level, self._table.names, language)
            if before.kind == "bot":
                sitter = replace(sitter, name=before.name)  # the same bot with another level
        if sitter == before:
            return False
        await self._entries.change_seat(message.seat, sitter, None, sender, self._loaded.host_seat)
        return True

    async def bring(self, message: Bring, sender: Sender) -> bool:
        """Set the opening of a seat; return False if it is unchanged.

        Raises ServerError or Refused if the sender may not choose that.
        """
        if self._table.state is not None:
            raise ServerError("dealt-already")
        self._loaded.check_seat(message.seat)
        own = message.seat == sender.connection.seat
        if not own and self._table.sitters[message.seat].kind != "bot":
            raise ServerError("own-opening-only")
        if not own and sender.guest != self._loaded.row.host:
            raise ServerError("host-only")
        if not self._limiter.take(sender.guest):
            raise ServerError("too-fast")
        await self._services.games.open_once(self._loaded.row.game)
        host = None if own else self._loaded.host_seat
        command, language = " ".join(message.actions), sender.connection.language
        entry = self._table.propose_bring(message.seat, command, host, language)
        if entry.command == self._table.openings.by_seat.get(message.seat, ""):
            return False
        await self._entries.append(entry, sender=sender)
        return True

    async def _arranged(self, message: Arrange) -> Arranged:
        row, host = self._loaded.row, self._loaded.host_seat
        check_clock(message.clock)
        setup, was = await self._setup(message), self._was
        resized = setup.seats != was.seats
        return Arranged(
            host,
            setup if setup != was else None,
            was if setup != was else None,
            fitted(self._table.sitters, setup.seats) if resized else (),
            _changed(message.hints, row.hints),
            _changed(message.public, row.public),
            _changed(message.locked, row.locked),
            readmitted=message.readmit and bool(self._loaded.presence_tracker.removed),
            delay=None if message.delay == self._table.delay else message.delay,
            clock=None if message.no_clock or message.clock == row.clock else message.clock,
            no_clock=message.no_clock and row.clock is not None,
        )

    @property
    def _was(self) -> Setup:
        """The current setup; values that the row lacks are this server's, which can play the game."""
        row, games = self._loaded.row, self._services.games
        rules, cards = row.rules, row.cards
        return Setup(
            row.game,
            row.options,
            len(self._table.sitters),
            games.description(row.game).rules_version if rules is None else rules,
            games.cards_hash(row.game) if cards is None else cards,
        )

    async def _setup(self, message: Arrange) -> Setup:
        """Return the setup that the host wants; raises ServerError if it cannot be played."""
        row, games, sitters = self._loaded.row, self._services.games, self._table.sitters
        game, options = message.game or row.game, message.options or {}
        await games.open_once(game)
        if game == row.game:
            options = row.options | options
        fewest, most = games.description(game).players
        seats = message.seats or min(max(len(sitters), fewest), most)
        people = sum(sitter.kind == "person" for sitter in sitters)
        if people > seats:
            raise ServerError("too-many-people", people=people, seats=seats)
        return games.setup(game, seats, options)

    def _moved(self, seat: int, to: int) -> Arranged:
        for one in (seat, to):
            self._loaded.check_seat(one)
        if seat == to:
            return Arranged(self._loaded.host_seat)
        return Arranged(self._loaded.host_seat, order=swapped(len(self._table.sitters), seat, to))

    def _removed(self, seat: int) -> Arranged:
        self._loaded.check_seat(seat)
        if seat == self._loaded.host_seat:
            raise ServerError("remove-yourself")
        return Arranged(self._loaded.host_seat, removed=seat)


def _changed(new: bool | None, old: bool) -> bool | None:
    return None if new == old else new
