"""What people ask of a table: who may ask for what, and what is done about it.

Everything here runs in the host's turn, one wish after another.  Each message is answered once, and the same message
again gets the same answer; what a wish changes for good goes through the host into the log.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from tefuda.engine.view import SPECTATOR
from tefuda.server.connection import Connection
from tefuda.server.errors import ServerError
from tefuda.server.protocol import (
    Deal,
    Done,
    ErrorMessage,
    Hint,
    Moved,
    Note,
    Play,
    Pledge,
    React,
    Reaction,
    Refused,
    Rematch,
    Share,
    Sit,
    StandIn,
    ToTable,
)
from tefuda.server.rate_limit import RateLimiter
from tefuda.server.serialization import encoded
from tefuda.server.store import Guest, StoreError
from tefuda.table.entries import Refused as RefusedByTable
from tefuda.table.entries import Sitter

if TYPE_CHECKING:
    from tefuda.server.table_actor import TableActor

ANSWERS_KEPT = 64  # answers to messages that are in no log, for those who ask the same again


class Sender(NamedTuple):
    """Whose message asks for an entry."""

    connection: Connection
    guest: int
    id: str  # of the message


class MessageHandlers:
    """Takes the wishes of the people at one table."""

    def __init__(self, host: TableActor) -> None:
        self._host: TableActor = weakref.proxy(host)  # which holds this desk: a circle would keep both for long
        self._table, self._attendance = host.table, host.presence_tracker
        self._answers: OrderedDict[tuple[int, str], str] = OrderedDict()
        self._reactions = RateLimiter(host.settings.reaction_rate, host.settings.clock)

    # ------------------------------------------------------------- messages

    async def answer(self, connection: Connection, message: ToTable) -> None:
        """Carry out a message, or refuse it."""
        guest = connection.guest
        if guest is None:
            self._refuse(connection, message.id, ServerError("seated-only"))
            return
        key = (guest.id, message.id)
        if key in self._host.done:
            connection.send(encoded(Done(message.id, self._host.done[key])))
        elif key in self._answers:
            connection.send(self._answers[key])
        else:
            try:
                await self._carry_out(connection, guest, message)
            except Exception as error:
                self._refuse(connection, message.id, error)

    def _refuse(self, connection: Connection, id: str, error: Exception) -> None:
        if isinstance(error, RefusedByTable) and not error.reason:
            trouble, passing = ErrorMessage(error.message, error.clause), False
        else:
            problem = self._problem(error)
            trouble, passing = problem.trouble(connection.language), problem.passing
        text = encoded(Refused(id, trouble))
        if not passing:  # a passing trouble may have passed when they ask again
            self._remember(connection, id, text)
        connection.send(text)

    def _problem(self, error: Exception) -> ServerError:
        if isinstance(error, ServerError):
            return error
        if isinstance(error, RefusedByTable):
            return ServerError(error.reason)
        if isinstance(error, StoreError):
            return ServerError("store-trouble")
        self._table.withdraw()
        self._host.report(error)
        return ServerError("internal-trouble")

    def _done(self, connection: Connection, id: str) -> None:
        """Answer a message that belongs into no log."""
        text = encoded(Done(id, self._table.version))
        self._remember(connection, id, text)
        connection.send(text)

    def _remember(self, connection: Connection, id: str, text: str) -> None:
        if connection.guest is not None:
            self._answers[connection.guest.id, id] = text
            if len(self._answers) > ANSWERS_KEPT:
                self._answers.popitem(last=False)

    async def _carry_out(self, connection: Connection, guest: Guest, message: ToTable) -> None:
        sender = Sender(connection, guest.id, message.id)
        if isinstance(message, Sit | Deal):
            if guest.id != self._host.row.host:
                raise ServerError("host-only")
            await (self._sit(message, sender) if isinstance(message, Sit) else self._host.dealing.begin(sender))
            return
        if connection.seat == SPECTATOR:
            raise ServerError("seated-only")
        self._attendance.people[connection.seat].active = self._host.settings.clock.now()
        match message:
            case Play():
                await self._play(message, sender)
            case Pledge():
                await self.pledge(connection.seat, message.pledge, sender)
            case Share():
                seal, share = bytes.fromhex(message.seal), bytes.fromhex(message.share)
                await self._host.append(self._table.propose_share(connection.seat, seal, share), sender=sender)
            case StandIn():
                self._stand_in(connection, message)
            case React():
                self._react(connection, message)
            case Hint():
                self._host.bots.advise(connection, message)
            case Note():
                await self._host.store.set_note(self._host.row.id, guest.id, message.text)
                self._done(connection, message.id)
            case Rematch():
                await self._rematch(connection, guest, message)

    async def _play(self, message: Play, sender: Sender) -> None:
        if self._table.state is None:
            raise ServerError("not-dealt")
        if message.turn != self._table.turn:
            raise ServerError("stale-turn")
        seat, command = sender.connection.seat, " ".join(message.actions)
        entry = self._table.propose_play(seat, message.turn, command, sender.connection.language, by="person")
        await self._host.append(entry, sender=sender)
        self._attendance.people[seat].stand_in = False  # whoever plays is back

    async def _sit(self, message: Sit, sender: Sender) -> None:
        if self._table.state is not None:
            raise ServerError("dealt-already")
        self.check_seat(message.seat)
        sitter = Sitter()
        if message.kind == "bot":
            language = sender.connection.language
            sitter = self._host.registry.bot(self._host.row.game, message.level, self._table.names, language)
        await self._host.change_seat(message.seat, sitter, None, sender)

    async def pledge(self, seat: int, pledge: str, sender: Sender | None = None) -> None:
        """Take the pledge of a person's client for the deal."""
        await self._host.append(self._table.propose_pledge(seat, bytes.fromhex(pledge)), sender=sender)

    def _stand_in(self, connection: Connection, message: StandIn) -> None:
        self.check_seat(message.seat)
        person = self._attendance.people.get(message.seat)
        if message.seat != connection.seat:
            if not message.on:
                raise ServerError("only-yours-back")
            if person is None or self._attendance.presence(message.seat).state not in ("idle", "gone"):
                raise ServerError("still-playing", who=self._table.sitters[message.seat].name)
        if person is not None:
            person.stand_in = message.on
        self._done(connection, message.id)

    def _react(self, connection: Connection, message: React) -> None:
        if not self._reactions.take(connection.seat):
            raise ServerError("too-fast")
        self._done(connection, message.id)
        self._host.to_all(Reaction(connection.seat, message.reaction))

    async def _rematch(self, connection: Connection, guest: Guest, message: Rematch) -> None:
        host = self._host
        if host.phase != "over":
            raise ServerError("game-goes-on")
        if host.row.next is None:
            host.row = host.row._replace(next=await host.registry.rematch(host, guest))
        self._done(connection, message.id)
        host.to_all(Moved(str(host.row.next)))

    def check_seat(self, seat: int) -> None:
        """Raise Problem where the table has no such seat."""
        if seat >= self._table.game.players:
            raise ServerError("no-such-seat", seat=seat + 1)

    # ------------------------------------------------- asked for over HTTP

    async def join(self, guest: Guest, seat: int | None, pledge: str, *, invited: bool) -> None:
        """A guest takes a seat: the one named, their former one, or the first that is open.

        Their client's pledge, if there is one, counts before the deal.
        """
        await self._take_seat(guest, seat, invited=invited)
        if pledge and self._table.state is None and self._table.deal is not None:
            await self.pledge(self._attendance.seat_of(guest), pledge)

    async def _take_seat(self, guest: Guest, seat: int | None, *, invited: bool) -> None:
        host, sitters = self._host, self._table.sitters
        if self._attendance.seat_of(guest) != SPECTATOR:
            return
        invited = invited or guest.id == host.row.host
        former = self._attendance.seats.get(guest.id)
        if not (invited or host.row.public or former is not None):
            raise ServerError("bad-invitation")
        if former is not None:  # they have seen this hand
            if seat not in (None, former.seat):
                raise ServerError("own-seat-only")
            seat = former.seat
        if seat is None:
            seat = next((at for at, sitter in enumerate(sitters) if sitter.kind == "open"), None)
        if seat is None or host.phase == "over":
            raise ServerError("no-open-seat")
        self.check_seat(seat)
        # A bot makes room for those who are invited, and for whoever sat there before. In mid-game whoever comes might
        # be one of those who have seen a hand, with another cookie: they may play on only where that harms no other.
        if former is None and self._table.state is not None and len(self._attendance.seats) > 1:
            raise ServerError("others-have-seen")
        makes_room = sitters[seat].kind == "bot" and (invited or former is not None)
        if sitters[seat].kind != "open" and not makes_room:
            raise ServerError("seat-taken")
        await host.change_seat(seat, Sitter("person", guest.name), guest)

    async def leave(self, guest: Guest, language: str) -> None:
        """A guest gives their seat up: it is open again before the deal, and played by a bot after it."""
        seat, host = self._attendance.seat_of(guest), self._host
        if seat == SPECTATOR or host.phase == "over":  # who has played a game to its end stays in its record
            return
        if host.dealing.owes_share(seat):
            await host.dealing.call_off((seat,))  # their share will not come
        sitter = Sitter()
        if host.phase == "playing":
            sitter = host.registry.bot(host.row.game, "", self._table.names, language)
        await host.change_seat(seat, sitter, None)

    async def rename(self, guest: Guest) -> None:
        """A guest who waits here for the deal has another name now; what has begun keeps the name it began with."""
        if self.has_another_name(guest):
            seat = self._attendance.seat_of(guest)
            entry = self._table.propose_sit(seat, Sitter("person", guest.name))
            await self._host.append(entry, seated=guest.id)

    def has_another_name(self, guest: Guest) -> bool:
        """Does a guest sit here, before the deal, under a name that is theirs no longer?"""
        seat = self._attendance.seat_of(guest)
        waits = self._host.phase == "open" and not self._table.sealed
        return seat != SPECTATOR and waits and bool(guest.name) and self._table.sitters[seat].name != guest.name
