"""The host of one table: takes what people want one after another, has it stored, and tells everybody.

One asyncio task a table works through its inbox.  A wish is checked by the `Table`, the entry that fulfils it is
appended to the log, and only when it is safely stored is the sender answered and everybody told, each audience in its
own words.  Who is here is kept by `attendance.py`, bots play by `botplay.py`.  The host decides nothing about a game,
and reads no clock but the server's.
"""

from __future__ import annotations

import asyncio
import traceback
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec.structs import replace

from tefuda.engine.view import SPECTATOR
from tefuda.server.attendance import Attendance
from tefuda.server.botplay import BotPlay
from tefuda.server.clock import Timer
from tefuda.server.limits import Buckets
from tefuda.server.logs import log
from tefuda.server.protocol import (
    Deal,
    Done,
    FromTable,
    GameRecord,
    Hint,
    Moved,
    Note,
    Ping,
    Play,
    Pong,
    Presence,
    React,
    Reaction,
    Refused,
    Rematch,
    SeatsNow,
    SeedWords,
    Sit,
    StandIn,
    TableInfo,
    TableUpdate,
    ToTable,
    Trouble,
    Welcome,
)
from tefuda.server.store import Append, Appended, Conflict, Guest, Logged, Phase, Seat, StoreTrouble, TableRow
from tefuda.server.troubles import Problem
from tefuda.server.wire import decoded_entry, decoded_update, encoded, encoded_entry, full_update, table_info
from tefuda.table.table import Entry, Sat, Sitter, Table
from tefuda.table.table import Refused as RefusedByTable

if TYPE_CHECKING:
    from tefuda.server.connection import Connection
    from tefuda.server.house import House

R = TypeVar("R")
ANSWERS_KEPT = 64  # refusals remembered, for those who ask the same again


class _Asked(NamedTuple):
    """Something in the inbox."""

    work: Callable[[], Awaitable[Any]]
    future: asyncio.Future[Any] | None  # None: nobody waits for it


class TableHost:
    """One table in play."""

    def __init__(self, house: House, row: TableRow, table: Table, seats: Sequence[Seat]) -> None:
        self.house, self.settings, self.store = house, house.settings, house.store
        self.row, self.table = row, table
        self.attendance = Attendance(table, seats, self.settings)
        self.bots = BotPlay(self)
        self._inbox: asyncio.Queue[_Asked] = asyncio.Queue()
        self._working = False
        self._done: dict[tuple[int, str], int] = {}  # (guest, id of their message) -> version
        self._refused: OrderedDict[tuple[int, str], Trouble] = OrderedDict()
        self._kept: dict[int, deque[tuple[int, str]]] = {}  # audience -> its newest updates, without views
        self._told: tuple[tuple[Presence, ...], int] = ((), 0)  # who is here, as everybody heard last
        self._timer: Timer | None = None
        self._reactions = Buckets(self.settings.reaction_rate, self.settings.clock)
        self._task = asyncio.create_task(self._run(), name=f"table {row.id}")

    # ------------------------------------------------------------ the inbox

    async def _run(self) -> None:
        while True:
            asked = await self._inbox.get()
            self._working = True
            try:
                result = await asked.work()
                self.refresh()
            except Exception as error:
                if asked.future is None:
                    self.report(error)
                elif not asked.future.done():
                    asked.future.set_exception(error)
            else:
                if asked.future is not None and not asked.future.done():
                    asked.future.set_result(result)
            self._working = False

    async def ask(self, work: Callable[[], Awaitable[R]]) -> R:
        """Have something done in turn; goes on to the end even where nobody waits for it any longer."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait(_Asked(work, future))
        return await future

    def put(self, work: Callable[[], Awaitable[object]]) -> None:
        """Have something done in turn that nobody waits for."""
        self._inbox.put_nowait(_Asked(work, None))

    async def replay(self, log: Sequence[Logged]) -> None:
        """Apply stored entries, giving way to other tables now and then."""
        for place, logged in enumerate(log):
            self._apply_stored(logged)
            if place % 8 == 7:
                await asyncio.sleep(0)

    def _apply_stored(self, logged: Logged) -> None:
        self.table.apply(decoded_entry(logged.entry))
        if logged.sender is not None and logged.command is not None:
            self._done[logged.sender, logged.command] = logged.version

    async def close(self) -> None:
        """Stop everything that runs for this table."""
        tasks = [self._task, *self.bots.tasks()]
        if self._timer is not None:
            self._timer.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --------------------------------------------------------------- facts

    @property
    def phase(self) -> Phase:
        state = self.table.state
        return "open" if state is None else "over" if state.over else "playing"

    @property
    def deserted(self) -> bool:
        """Is nobody connected, nothing under way, and does no bot think?"""
        return not (self.attendance.everybody() or self._working or not self._inbox.empty() or self.bots.busy)

    @property
    def released(self) -> bool:
        """Is nothing hidden any more, so that the secret and the true record may be shown?"""
        return self.phase == "over"

    def info(self, guest: Guest | None) -> TableInfo:
        """What this guest may be told of the table."""
        row = self.row._replace(phase=self.phase, sitters=tuple(self.table.sitters))
        return table_info(row, guest, self.attendance.seat_of(guest))

    async def record(self, guest: Guest | None, wanted: int | None = None) -> GameRecord:
        """The game so far as this guest saw it; with spectators' eyes for those who do not sit here.

        `wanted` is another seat (-1: spectators) through whose eyes they want to see it.  Raises Problem for one that
        is not their own while anything is hidden.
        """
        seat = self.attendance.seat_of(guest)
        if wanted is not None and wanted != seat:
            self._check_seat(wanted)
            if not self.released:
                raise Problem("unreleased-seat")
            seat = wanted
        table, updates = self.house.table(self.row, (seat,)), []
        for place, logged in enumerate(await self.store.log(self.row.id)):
            table.apply(decoded_entry(logged.entry))
            updates.append(full_update(table, seat))
            if place % 8 == 7:
                await asyncio.sleep(0)
        return GameRecord(self.info(guest), seat, tuple(updates), self.released)

    # --------------------------------------------------------- connections

    async def attach(self, connection: Connection, after: int | None) -> None:
        """Welcome a connection, with what it has missed since update `after`."""
        note = ""
        if connection.guest is not None:
            note = await self.store.note(self.row.id, connection.guest.id)
        elif len(self.attendance.watchers) >= self.settings.watchers_a_table:
            raise Problem("too-fast")
        while (seat := self.attendance.seat_of(connection.guest)) not in self._kept:
            await self._follow(seat)
        self.attendance.come(connection)
        self._welcome(connection, after, note)
        self.refresh()

    async def _follow(self, audience: int) -> None:
        """Make updates for an audience from now on: nobody works out what nobody is there to see.

        How the cards are numbered for it depends on all it would have heard, so its game is replayed first.
        """
        kept: deque[tuple[int, str]] = deque(maxlen=self.settings.updates_kept)
        table = self.house.table(self.row, (audience,))
        while table.version < self.table.version:
            for place, logged in enumerate(await self.store.log(self.row.id, table.version)):
                table.apply(decoded_entry(logged.entry))
                kept.append(_without_view(table, audience))
                if place % 8 == 7:
                    await asyncio.sleep(0)
        if audience not in self._kept:
            self.table.adopt(audience, table)
            self._kept[audience] = kept

    def _welcome(self, connection: Connection, after: int | None, note: str) -> None:
        missed: tuple[TableUpdate, ...] = ()
        if after is not None and after < self.table.version:
            missed = tuple(decoded_update(text) for version, text in self._kept[connection.seat] if version > after)
        update = full_update(self.table, connection.seat)
        info = self.info(connection.guest)
        connection.send(encoded(Welcome(info, self.attendance.presences(), note, update, missed)))

    def detach(self, connection: Connection) -> None:
        """A connection has gone."""
        self.attendance.go(connection)
        self.refresh()

    def _to_all(self, message: FromTable) -> None:
        text = encoded(message)
        for connection in self.attendance.everybody():
            connection.send(text)

    def refresh(self) -> None:
        """Tell everybody if who is here has changed, look again when it will next, and let bots play."""
        now = (self.attendance.presences(), len(self.attendance.watchers))
        if now != self._told:
            self._told = now
            self._to_all(SeatsNow(*now))
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        change = self.attendance.next_change()
        if change is not None:
            self._timer = self.settings.clock.later(change - self.settings.clock.now(), self.refresh)
        self.bots.think()

    # ------------------------------------------------------------- entries

    def _keep(self) -> None:
        """Keep the present update of every audience, without its view, for those who come back."""
        for audience, kept in self._kept.items():
            kept.append(_without_view(self.table, audience))

    def _broadcast(self) -> None:
        self._keep()
        for audience, connections in self.attendance.audiences():
            if connections:
                text = encoded(full_update(self.table, audience))
                for connection in connections:
                    connection.send(text)

    async def append(
        self,
        entry: Entry,
        *,
        by: Guest | None = None,
        command: str | None = None,
        seats: tuple[Seat, ...] = (),
        unseat: tuple[int, ...] = (),
        answer: Callable[[int], None] | None = None,
    ) -> int:
        """Have a proposed entry stored, make it true, answer and tell everybody; return its version."""
        to_act, result = self.table.upcoming() or (SPECTATOR, None)
        phase: Phase = "over" if result is not None else "playing" if to_act >= 0 else "open"
        if self.phase == "over":
            result = None  # it is kept already
        sitters = tuple(self.table.sitters)
        if isinstance(entry, Sat):
            sitters = (*sitters[: entry.seat], entry.sitter, *sitters[entry.seat + 1 :])
        ended = (int(self.settings.clock.time()), result.ranks, result.scores) if result is not None else None
        append = Append(
            self.row.id,
            self.table.version,
            encoded_entry(entry),
            None if by is None or command is None else by.id,
            command,
            phase,
            to_act,
            sitters if isinstance(entry, Sat) else None,
            seats,
            unseat,
            ended,
        )
        try:
            appended: Appended = await self.store.append(append)
        except StoreTrouble as trouble:
            self.table.withdraw()
            self.house.metrics.store_troubles.inc()
            log.warning("store", table=self.row.id, trouble=str(trouble))
            raise Problem("store-trouble") from trouble
        except Conflict as conflict:
            self.table.withdraw()
            log.warning("conflict", table=self.row.id)
            await self._catch_up()
            raise Problem("store-trouble") from conflict
        if not appended.fresh:
            self.table.withdraw()
            await self._catch_up()
            return appended.version
        self.table.apply(entry)
        for guest in unseat:
            self.attendance.seats.pop(guest, None)
        self.attendance.seats |= {seat.guest: seat for seat in seats}
        if by is not None and command is not None:
            self._done[by.id, command] = appended.version
        if answer is not None:
            answer(appended.version)
        self.attendance.turn_since = self.settings.clock.now()
        self._broadcast()
        self.house.metrics.entries.labels(self.row.game).inc()
        if result is not None:
            self.house.metrics.finished.labels(self.row.game).inc()
            log.info("finished", table=self.row.id, game=self.row.game, turns=self.table.turn)
        return appended.version

    async def _catch_up(self) -> None:
        """Somebody else has written to this log: apply what they wrote."""
        for logged in await self.store.log(self.row.id, self.table.version):
            self._apply_stored(logged)
            self._broadcast()
        self.attendance.seats = {seat.guest: seat for seat in await self.store.seats(self.row.id)}

    # ------------------------------------------------------------ messages

    async def handle(self, connection: Connection, message: ToTable) -> None:
        """Carry out a message of a connection and answer it."""
        if isinstance(message, Ping):
            connection.send(encoded(Pong(message.id)))
            return
        started = perf_counter()
        await self.ask(lambda: self._handle(connection, message))
        self.house.metrics.seconds.observe(perf_counter() - started)
        self.house.metrics.messages.labels(type(message).__name__.lower()).inc()

    async def _handle(self, connection: Connection, message: ToTable) -> None:
        guest = connection.guest
        key = (guest.id if guest is not None else 0, message.id)
        if guest is not None and key in self._done:
            connection.send(encoded(Done(message.id, self._done[key])))
            return
        if guest is not None and key in self._refused:
            connection.send(encoded(Refused(message.id, self._refused[key])))
            return
        try:
            await self._carry_out(connection, message)
        except Exception as error:
            trouble, passing = self._explained(error, connection.language)
            if guest is not None and not passing:
                self._refused[key] = trouble
                if len(self._refused) > ANSWERS_KEPT:
                    self._refused.popitem(last=False)
            connection.send(encoded(Refused(message.id, trouble)))

    def _explained(self, error: Exception, language: str) -> tuple[Trouble, bool]:
        """What the asker is told, and whether asking again may help."""
        if isinstance(error, RefusedByTable):
            return Trouble(error.message, error.clause), False
        if isinstance(error, StoreTrouble):
            error = Problem("store-trouble")
        if not isinstance(error, Problem):
            self.table.withdraw()
            self.report(error)
            error = Problem("internal-trouble")
        return error.trouble(language), error.passing

    def report(self, error: Exception) -> None:
        """Log an exception by its kind and place: its text might hold a card."""
        self.house.metrics.errors.inc()
        frames = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-6:]]
        log.error("exception", table=self.row.id, game=self.row.game, kind=type(error).__name__, at=frames)

    async def _carry_out(self, connection: Connection, message: ToTable) -> None:
        seat = connection.seat
        if seat == SPECTATOR and not (isinstance(message, Sit | Deal) and self._hosted_by(connection.guest)):
            raise Problem("seated-only")
        if seat != SPECTATOR:
            self.attendance.people[seat].active = self.settings.clock.now()
        match message:
            case Play():
                await self._play(connection, message)
            case Sit():
                await self._sit(connection, message)
            case SeedWords():
                await self._seed(connection, message)
            case Deal():
                await self._deal(connection, message)
            case StandIn():
                self._stand_in(connection, message)
            case React():
                self._react(connection, message)
            case Hint():
                self.bots.advise(connection, message)
            case Note():
                assert connection.guest is not None
                await self.store.set_note(self.row.id, connection.guest.id, message.text)
                self._answer(connection, message.id)
            case Rematch():
                await self._rematch(connection, message)

    def _answer(self, connection: Connection, id: str, version: int | None = None) -> None:
        connection.send(encoded(Done(id, self.table.version if version is None else version)))

    async def _enter(self, connection: Connection, id: str, entry: Entry, **changes: Any) -> None:
        """Have an entry stored that a message asks for, and answer the message."""

        def answer(version: int) -> None:
            self._answer(connection, id, version)

        await self.append(entry, by=connection.guest, command=id, answer=answer, **changes)

    def _hosted_by(self, guest: Guest | None) -> bool:
        return guest is not None and guest.id == self.row.host

    def _check_open(self) -> None:
        if self.table.state is not None:
            raise Problem("dealt-already")

    def _check_seat(self, seat: int) -> None:
        if seat >= self.table.game.players:
            raise Problem("no-such-seat", seat=seat + 1)

    async def _play(self, connection: Connection, message: Play) -> None:
        if self.table.state is None:
            raise Problem("not-dealt")
        if message.turn != self.table.turn:
            raise Problem("stale-turn", given=message.turn, now=self.table.turn)
        command = " ".join(message.actions)
        entry = self.table.propose_play(connection.seat, message.turn, command, connection.language)
        await self._enter(connection, message.id, entry)
        self.attendance.people[connection.seat].stand_in = False  # whoever plays is back

    async def _sit(self, connection: Connection, message: Sit) -> None:
        if not self._hosted_by(connection.guest):
            raise Problem("host-only")
        self._check_open()
        self._check_seat(message.seat)
        sitter = Sitter()
        if message.kind == "bot":
            sitter = self.house.bot(self.row.game, message.level, self.table.names)
        await self._change_seat(message.seat, sitter, None, connection, message.id)

    async def _change_seat(
        self,
        seat: int,
        sitter: Sitter,
        guest: Guest | None,
        connection: Connection | None = None,
        command: str | None = None,
    ) -> None:
        """Put somebody else on a seat; a person who sat there watches from now on."""
        before = self.attendance.people.get(seat)
        seats: tuple[Seat, ...] = ()
        unseat: tuple[int, ...] = ()
        if before is not None and self.table.state is None:
            unseat = (before.guest,)
        elif before is not None:
            seats = (Seat(before.guest, seat, sits=False),)
        if guest is not None:
            seats += (Seat(guest.id, seat, sits=True),)
        entry = self.table.propose_sit(seat, sitter)
        if connection is None or command is None:
            await self.append(entry, seats=seats, unseat=unseat)
        else:
            await self._enter(connection, command, entry, seats=seats, unseat=unseat)
        left = self.attendance.stand_up(seat)
        for audience in (SPECTATOR, seat):
            if audience not in self._kept:
                await self._follow(audience)
        for other in left:
            self._welcome(other, None, "")
        if guest is not None:
            note = await self.store.note(self.row.id, guest.id)
            for own in self.attendance.sit_down(seat, guest.id):
                self._welcome(own, None, note)

    async def _seed(self, connection: Connection, message: SeedWords) -> None:
        self._check_open()
        if any(connection.seat == seat for seat, _ in self.table.seeds):
            raise Problem("words-given")
        await self._enter(connection, message.id, self.table.propose_seed(connection.seat, message.words))

    async def _deal(self, connection: Connection, message: Deal) -> None:
        if not self._hosted_by(connection.guest):
            raise Problem("host-only")
        await self.deal(connection, message.id)

    async def deal(self, connection: Connection | None = None, command: str | None = None) -> None:
        """Begin the game."""
        self._check_open()
        empty = [str(seat + 1) for seat, sitter in enumerate(self.table.sitters) if sitter.kind == "open"]
        if empty:
            raise Problem("seats-open", seats=", ".join(empty))
        entry = self.table.propose_deal()
        if connection is None or command is None:
            await self.append(entry)
        else:
            await self._enter(connection, command, entry)
        log.info("dealt", table=self.row.id, game=self.row.game)

    def _stand_in(self, connection: Connection, message: StandIn) -> None:
        self._check_seat(message.seat)
        person = self.attendance.people.get(message.seat)
        if message.seat != connection.seat:
            if not message.on:
                raise Problem("only-yours-back")
            if person is None or self.attendance.presence(message.seat).state not in ("idle", "gone"):
                raise Problem("still-playing", who=self.table.sitters[message.seat].name)
        if person is not None:
            person.stand_in = message.on
        self._answer(connection, message.id)

    def _react(self, connection: Connection, message: React) -> None:
        if not self._reactions.take(connection.seat):
            raise Problem("too-fast")
        self._answer(connection, message.id)
        self._to_all(Reaction(connection.seat, message.reaction))

    async def _rematch(self, connection: Connection, message: Rematch) -> None:
        if self.phase != "over":
            raise Problem("game-goes-on")
        assert connection.guest is not None
        if self.row.next is None:
            next_id = await self.house.rematch(self, connection.guest)
            self.row = self.row._replace(next=next_id)
        self._answer(connection, message.id)
        self._to_all(Moved(str(self.row.next)))

    # ------------------------------------------- asked for over HTTP

    async def join(self, guest: Guest, name: str, seat: int | None, *, invited: bool) -> None:
        """A guest takes a seat: the one named, their former one, or the first that is open."""
        if self.attendance.seat_of(guest) != SPECTATOR:
            return
        former = self.attendance.seats.get(guest.id)
        if not (invited or self.row.public or self._hosted_by(guest) or former is not None):
            raise Problem("bad-invitation")
        sitters = self.table.sitters
        if former is not None:  # they have seen this hand
            if seat not in (None, former.seat):
                raise Problem("own-seat-only")
            seat = former.seat
        if seat is None:
            seat = next((at for at, sitter in enumerate(sitters) if sitter.kind == "open"), None)
            if seat is None:
                raise Problem("no-open-seat")
        self._check_seat(seat)
        taken = sitters[seat].kind == "person"
        if sitters[seat].kind == "bot":  # a bot makes room for those who are invited, and for who sat there before
            taken = not (invited or self._hosted_by(guest) or former is not None)
        if taken:
            raise Problem("seat-taken")
        await self._change_seat(seat, Sitter("person", name), guest)

    async def rename(self, guest: Guest) -> None:
        """A guest who waits here for the deal has another name now; what has begun keeps the name it began with."""
        seat = self.attendance.seat_of(guest)
        if seat != SPECTATOR and self.phase == "open" and self.table.sitters[seat].name != guest.name:
            await self.append(self.table.propose_sit(seat, Sitter("person", guest.name)))

    async def leave(self, guest: Guest) -> None:
        """A guest gives their seat up: it is open again before the deal, and played by a bot after it."""
        seat = self.attendance.seat_of(guest)
        if seat == SPECTATOR or self.phase == "over":  # who has played a game to its end stays in its record
            return
        sitter = Sitter()
        if self.phase == "playing":
            sitter = self.house.bot(self.row.game, "", self.table.names)
        await self._change_seat(seat, sitter, None)


def _without_view(table: Table, audience: int) -> tuple[int, str]:
    """The present update of an audience as it is kept for those who come back."""
    return table.version, encoded(replace(full_update(table, audience), view=None))
