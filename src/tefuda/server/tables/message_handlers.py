"""Handlers for the messages of clients at one table: permission checks and the changes each message makes.

Everything here runs on the table's queue, one message at a time.  A repeated message (same guest and id) gets the same
answer and is not carried out again.  Permanent changes go into the log.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from tefuda.engine.view import SPECTATOR
from tefuda.server.cluster.peers import Changed, Wrote
from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.protocol.common import ErrorMessage
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.protocol.messages import (
    AnswerBack,
    Arrange,
    Bring,
    Deal,
    Done,
    Hint,
    Moved,
    Note,
    Noted,
    Play,
    Pledge,
    Refused,
    Rematch,
    Remove,
    Reseat,
    Share,
    ShowHand,
    Sit,
    SkipToEnd,
    StandIn,
    TakeBack,
    ToTable,
    Watch,
)
from tefuda.server.rate_limit import RateLimiter
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import REMOVED, Guest
from tefuda.server.tables.audiences import Audiences
from tefuda.server.tables.bot_driver import BotDriver
from tefuda.server.tables.clocks import TableClock
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.dealing import Dealing
from tefuda.server.tables.entry_log import EntryLog, Sender
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.lobby import Lobby
from tefuda.server.tables.serialization import encoded
from tefuda.server.tables.services import Services
from tefuda.server.tables.taking_back import TakingBack
from tefuda.table.entries import Refused as RefusedByTable
from tefuda.table.entries import Sitter

MAX_CACHED_ANSWERS = 64  # to messages that leave no entry in the log, for clients that repeat them


class MessageHandlers:
    """Message handlers of one table."""

    def __init__(
        self,
        loaded: LoadedTable,
        entries: EntryLog,
        audiences: Audiences,
        bots: BotDriver,
        dealing: Dealing,
        clock: TableClock,
        services: Services,
        report: Callable[[Exception], None],
    ) -> None:
        self._loaded, self._entries, self._audiences = loaded, entries, audiences
        self._bots, self._dealing, self._services, self._report = bots, dealing, services, report
        self._lobby = Lobby(loaded, entries, services)
        self._taking_back = TakingBack(loaded, entries, services)
        self._table, self._presence_tracker = loaded.table, loaded.presence_tracker
        self._settings, self._clock = services.settings, clock
        self._answers: OrderedDict[tuple[int, str], bytes] = OrderedDict()
        self._watching = RateLimiter(self._settings.hint_rate, self._settings.clock)

    # ------------------------------------------------------------- messages

    async def answer(self, connection: Connection, message: ToTable, since: float) -> None:
        """Carry out a message that came at a time by `perf_counter`, and answer it, or refuse it."""
        guest = connection.guest
        if isinstance(message, Watch):
            await self._watch(connection, message)
            return
        if guest is None:
            self._refuse(connection, message.id, ServerError("seated-only"))
            return
        if connection.close_code is CloseCode.FORGOTTEN:  # deleted while the message waited
            return
        key = (guest.id, message.id)
        if key in self._entries.done:
            connection.send(encoded(Done(message.id, self._entries.done[key])))
        elif key in self._answers:
            connection.send(self._answers[key])
        else:
            try:
                await self._dispatch(connection, guest, message)
            except Overtaken:
                raise
            except Exception as error:
                if isinstance(error, ServerError | RefusedByTable) and await self._entries.has_changed(since):
                    raise Overtaken from None  # the reason of the refusal may no longer hold
                self._refuse(connection, message.id, error)

    def _refuse(self, connection: Connection, id: str, error: Exception) -> None:
        if isinstance(error, RefusedByTable) and not error.reason:
            message, retryable = ErrorMessage(error.message, error.clause), False
        else:
            server_error = self._as_server_error(error)
            message, retryable = server_error.to_message(connection.language), server_error.retryable
        answer = encoded(Refused(id, message))
        if not retryable:
            self._remember(connection, id, answer)
        connection.send(answer)

    def _as_server_error(self, error: Exception) -> ServerError:
        if isinstance(error, ServerError):
            return error
        if isinstance(error, RefusedByTable):
            return ServerError(error.reason)
        if isinstance(error, StoreError):
            self._services.metrics.count_store_error(error, table=self._loaded.row.id)
            return ServerError("store-error")
        self._report(error)
        return ServerError("internal-error")

    def _confirm(self, connection: Connection, id: str) -> None:
        """Answer a message that leaves no entry in the log."""
        answer = encoded(Done(id, self._table.version))
        self._remember(connection, id, answer)
        connection.send(answer)

    async def _confirm_unchanged(self, sender: Sender) -> None:
        """Answer a message for which nothing has to change, unless other workers have changed the table meanwhile."""
        if await self._entries.has_changed():
            raise Overtaken
        self._confirm(sender.connection, sender.id)

    def _remember(self, connection: Connection, id: str, answer: bytes) -> None:
        if connection.guest is not None:
            self._answers[connection.guest.id, id] = answer
            if len(self._answers) > MAX_CACHED_ANSWERS:
                self._answers.popitem(last=False)

    async def _dispatch(self, connection: Connection, guest: Guest, message: ToTable) -> None:
        sender = Sender(connection, guest.id, message.id)
        if isinstance(message, Sit | Arrange | Reseat | Remove | Deal):
            if guest.id != self._loaded.row.host:
                raise ServerError("host-only")
            await self._host_message(message, sender)
            return
        if isinstance(message, Bring):
            if not await self._lobby.bring(message, sender):
                await self._confirm_unchanged(sender)
            return
        if connection.seat == SPECTATOR:
            raise ServerError("seated-only")
        self._presence_tracker.act(connection.seat)
        match message:
            case Play():
                await self._play(message, sender)
            case Pledge() | Share():
                await self._give_share(connection.seat, message, sender)
            case StandIn():
                await self._stand_in(connection, message, sender)
            case SkipToEnd():
                self._skip_to_end(connection, message)
            case TakeBack() | AnswerBack():
                await self._taking_back.handle(message, sender)
            case ShowHand():
                await self._show_hand(connection.seat, message, sender)
            case Hint():
                self._bots.advise(connection, message)
            case Note():
                await self._note(connection, guest, message)
            case Rematch():
                await self._rematch(connection, guest, message)

    async def _play(self, message: Play, sender: Sender) -> None:
        if self._table.state is None:
            raise ServerError("not-dealt")
        await self.end_stand_in(sender.connection.seat)  # a person who plays is back
        if message.turn != self._table.turn:
            raise ServerError("stale-turn")
        seat, command = sender.connection.seat, " ".join(message.actions)
        used, language = self._loaded.stopwatch.used(), sender.connection.language
        entry = self._table.propose_play(seat, message.turn, command, language, by="person", used=used)
        await self._entries.append(entry, sender=sender)

    async def _host_message(self, message: Sit | Arrange | Reseat | Remove | Deal, sender: Sender) -> None:
        match message:
            case Sit():
                if not await self._lobby.sit(message, sender):
                    await self._confirm_unchanged(sender)
            case Deal():
                await self._dealing.begin(sender)
            case _:
                if not await self._lobby.change(message, sender):
                    await self._confirm_unchanged(sender)

    async def _give_share(self, seat: int, message: Pledge | Share, sender: Sender) -> None:
        if isinstance(message, Pledge):
            await self.pledge(seat, message.pledge, sender)
        else:
            seal, share = bytes.fromhex(message.seal), bytes.fromhex(message.share)
            await self._entries.append(self._table.propose_share(seat, seal, share), sender=sender)

    async def pledge(self, seat: int, pledge: str, sender: Sender | None = None) -> None:
        """Record a client's pledge for the deal."""
        await self._entries.append(self._table.propose_pledge(seat, bytes.fromhex(pledge)), sender=sender)

    async def _stand_in(self, connection: Connection, message: StandIn, sender: Sender) -> None:
        self._loaded.check_seat(message.seat)
        person = self._presence_tracker.people.get(message.seat)
        if message.seat != connection.seat:
            if not message.on:
                raise ServerError("only-yours-back")
            absent = person is not None and self._presence_tracker.presence(message.seat).state in ("idle", "gone")
            if self._table.in_days or not absent:
                raise ServerError("still-playing")
        if not message.on:
            await self._take_seat_back(message.seat, sender)
            return
        entry = self._table.propose_stand_in(message.seat, connection.seat)
        if self._table.has_stand_in(message.seat):
            await self._confirm_unchanged(sender)
        elif not self._may_enter("stand-in", message.seat):  # each time stops their clock for a moment
            raise ServerError("too-fast")
        else:
            await self._entries.append(entry, sender=sender)

    async def _take_seat_back(self, seat: int, sender: Sender) -> None:
        """Let the person in a seat play for themselves, whether they called a bot or their time was over."""
        if self._table.is_flagged(seat):
            await self._clock.resume(seat)
        if self._table.playing and (seat in self._table.stand_ins or self._table.stand_ins.moves(seat)):
            await self._entries.append(self._table.propose_stand_in_end(seat), sender=sender)
        else:
            await self._confirm_unchanged(sender)

    async def end_stand_in(self, seat: int, *, returned: bool = False) -> None:
        """Let the person in a seat play for themselves if a bot plays that someone has called; raises ServerError."""
        if self._table.has_stand_in(seat):
            await self._entries.append(self._table.propose_stand_in_end(seat, returned=returned))

    def _skip_to_end(self, connection: Connection, message: SkipToEnd) -> None:
        if self._loaded.phase != "playing" or connection.seat not in self._table.out:
            raise ServerError("still-in")
        if not self._presence_tracker.only_bots_play_on():
            raise ServerError("people-play-on")
        self._presence_tracker.people[connection.seat].skips = True
        self._confirm(connection, message.id)

    async def _show_hand(self, seat: int, message: ShowHand, sender: Sender) -> None:
        entry = self._table.propose_show(seat, on=message.on)
        if message.on == (seat in self._table.shown):
            await self._confirm_unchanged(sender)
        elif not self._may_enter("show-hand", seat):
            raise ServerError("too-fast")
        else:
            await self._entries.append(entry, sender=sender)

    async def _watch(self, connection: Connection, message: Watch) -> None:
        """Send a spectator the chosen view; spectators need no cookie."""
        try:
            if not self._watching.take(connection.address):
                raise ServerError("too-fast")
            await self._audiences.watch(connection, message)
        except ServerError as error:
            self._refuse(connection, message.id, error)

    async def _note(self, connection: Connection, guest: Guest, message: Note) -> None:
        await self._services.store.set_note(self._loaded.row.id, guest.id, message.text)
        self._confirm(connection, message.id)
        for other in self._presence_tracker.people[connection.seat].connections - {connection}:
            other.send(encoded(Noted(message.text)))
        if self._services.peers.others(self._loaded.row.id):
            self._services.peers.send(Wrote(self._loaded.row.id, guest.id))

    async def _rematch(self, connection: Connection, guest: Guest, message: Rematch) -> None:
        loaded = self._loaded
        if loaded.phase != "over":
            raise ServerError("game-goes-on")
        known = loaded.row.next
        following = known or await self._services.table_creator.rematch(loaded, guest)
        loaded.row = loaded.row._replace(next=following)
        try:
            seated_at = await self._services.seat_at_rematch(following, guest, connection.seat + 1)
            self._confirm(connection, message.id)
            if known is not None:
                connection.send(encoded(Moved(seated_at)))
        finally:
            if known is None:
                self._audiences.broadcast(Moved(following))
                if self._services.peers.others(loaded.row.id):
                    self._services.peers.send(Changed(loaded.row.id))

    # ------------------------------------------------- requests over HTTP

    async def join(self, guest: Guest, address: str, seat: int | None, pledge: str, *, invited: bool) -> None:
        """Seat a guest at an address: on the requested seat, their former seat, or the first open seat.

        Before the deal, records their client's pledge, "" for none.
        """
        await self._take_seat(guest, seat, address, invited=invited)
        if pledge and self._table.state is None and self._table.deal is not None:
            await self.pledge(self._presence_tracker.seat_of(guest), pledge)

    async def _take_seat(self, guest: Guest, seat: int | None, address: str = "", *, invited: bool) -> None:
        loaded, sitters = self._loaded, self._table.sitters
        if self._presence_tracker.seat_of(guest) != SPECTATOR:
            return
        invited = invited or guest.id == loaded.row.host
        former = self._presence_tracker.seats.get(guest.id)
        if not (invited or loaded.row.public or former is not None):
            raise ServerError("bad-invitation")
        if former is not None and former.seat == REMOVED:
            raise ServerError("removed-by-host")
        if loaded.row.locked and former is None and guest.id != loaded.row.host:
            raise ServerError("table-locked")
        if former is not None:  # they have seen this hand, so they may play no other
            if seat not in (None, former.seat):
                raise ServerError("own-seat-only")
            seat = former.seat
            if not self._clock.may_return(seat):
                raise ServerError("time-over")
        if seat is None:
            seat = next((at for at, sitter in enumerate(sitters) if sitter.kind == "open"), None)
        if seat is None or loaded.phase == "over":
            raise ServerError("no-open-seat")
        loaded.check_seat(seat)
        # A bot makes room for an invited guest and for the former player. During a game a newcomer could be someone who
        # has seen a hand and has a second cookie, so newcomers are allowed only if just one person has a seat here.
        if former is None and self._table.state is not None and len(loaded.members) > 1:
            raise ServerError("others-have-seen")
        makes_room = sitters[seat].kind == "bot" and (invited or former is not None)
        if sitters[seat].kind != "open" and not makes_room:
            raise ServerError("seat-taken")
        # A stranger in the lobby may be a new guest each time; the log before the deal has room for 1,000 entries.
        comer = address if address and loaded.phase == "open" else guest.id
        if not self._may_enter("sit", comer):
            raise ServerError("too-fast")
        await self._entries.change_seat(seat, Sitter("person", guest.name), guest)

    async def go_on(self, guest: Guest, seat: int) -> None:
        """Seat a guest of the preceding game: on the seat to which they have moved on, else on the first open one.

        A bot that the host has put in their seat makes room for them before the deal.
        """
        sitters = self._table.sitters
        seat %= len(sitters)
        another = any(sitter.kind == "open" for sitter in sitters)
        taken = sitters[seat].kind == "person" or (sitters[seat].kind == "bot" and another)
        known = guest.id in self._presence_tracker.seats  # a former player gets their own seat, or none
        await self._take_seat(guest, None if taken or known else seat, invited=True)

    async def leave(self, guest: Guest, language: str) -> None:
        """Remove a guest from their seat: before the deal it opens again, during a game a bot takes it."""
        seat = self._presence_tracker.seat_of(guest)
        if seat == SPECTATOR or self._loaded.phase == "over":  # players of a finished game stay in its record
            return
        if self._dealing.owes_share(seat):
            await self._dealing.call_off((seat,))  # their share will never arrive
        sitter = Sitter()
        if self._loaded.phase == "playing":
            sitter = self._services.games.bot(self._loaded.row.game, "", self._table.names, language)
        await self._entries.change_seat(seat, sitter, None)

    async def rename(self, guest: Guest) -> None:
        """Update the name of a guest who waits for the deal; games that have begun keep the old name.

        A guest over the rate limit gets the newest name here when they connect again.
        """
        seat = self._presence_tracker.seat_of(guest)
        if self.needs_rename(guest) and not self._entries.is_full and self._may_enter("name", seat):
            entry = self._table.propose_sit(seat, Sitter("person", guest.name))
            await self._entries.append(entry, seated=guest.id)

    def _may_enter(self, what: str, whose: int | str) -> bool:
        """Whether the log takes another entry of this kind from a guest, an address or a seat now."""
        key = hash((self._loaded.row.id, what, whose))  # no id of an unloaded table stays in memory
        return self._services.entry_limiter.take(key)

    def needs_rename(self, guest: Guest) -> bool:
        """Whether a guest sits here before the deal under an old name."""
        seat = self._presence_tracker.seat_of(guest)
        waits = self._loaded.phase == "open" and not self._table.sealed
        return seat != SPECTATOR and waits and bool(guest.name) and self._table.sitters[seat].name != guest.name
