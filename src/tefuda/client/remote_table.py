"""A table on a server, as this client knows it: connection, seats, updates, and the fair deal.  It draws nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import count
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from tefuda.bots.advice import AdvisedOption
from tefuda.bots.players import bot_names
from tefuda.client.connection import Connection, Link
from tefuda.client.errors import ClientError, client_localizer
from tefuda.client.giver import Giver
from tefuda.client.proof import Proof, evidence_of, prove, unreleased
from tefuda.client.seal_checks import Facts
from tefuda.client.visit import Visit
from tefuda.engine.localization import LANGUAGES
from tefuda.server.protocol.common import DealInfo, TableInfo
from tefuda.server.protocol.http import Series, SigningKey
from tefuda.server.protocol.messages import (
    Advice,
    ClockNow,
    Done,
    FromTable,
    Line,
    Moved,
    Presence,
    Refused,
    SeatsNow,
    TableUpdate,
    Talk,
    Welcome,
)
from tefuda.table.entries import Sitter

MOST_LINES = 400  # lines of talk that are kept


class Listener(Protocol):
    """Shows a table; called by `RemoteTable`."""

    def arrived(self, update: TableUpdate, missed: Sequence[TableUpdate]) -> None:
        """Show the table as it is after connecting, after the updates that were missed."""

    def updated(self, update: TableUpdate) -> None:
        """Show the next update."""

    def changed(self) -> None:
        """Show who is there, the state of the connection and of the deal."""

    def said(self, lines: Sequence[Line]) -> None:
        """Show the talk at the table, with the client's own lines."""

    def moved(self) -> None:
        """Offer the rematch."""


class RemoteTable:
    """A table, from joining it to leaving it."""

    def __init__(self, visit: Visit, info: TableInfo, invitation: str, listener: Listener) -> None:
        self.visit, self.info, self.invitation, self._listener = visit, info, invitation, listener
        self.seats: tuple[Presence, ...] = ()
        self.watching = 0
        self.turn = 0
        self.update: TableUpdate | None = None  # the latest
        self.openings: dict[int, str] = {}  # chosen before the deal, by seat; "": secret
        self.talk: list[Line] = []  # what was said, oldest first
        self.chat, self.voice = False, ""  # whether free text may be said; the player's voice, "": none
        self.muted: set[str] = set()  # voices that are not shown
        self._clock: tuple[ClockNow, float] | None = None  # the latest, and when it came
        self.giver = Giver(visit.store, _GiverWire(self), listener.changed)
        self.connection = Connection(
            visit.address.server,
            info.id,
            query=self._query,
            token=lambda: visit.http.token,
            receive=self._take,
            change=self._link_changed,
        )

    def _query(self) -> dict[str, str]:
        invitation = {"invitation": self.invitation} if self.invitation else {}
        return {"lang": self.visit.language, **invitation}

    def _link_changed(self, link: Link) -> None:
        if self.connection.forgotten:
            self.visit.forget_token()
        self._listener.changed()

    # ----------------------------------------------------------- the table

    @property
    def seat(self) -> int:
        """One's own seat, -1 for a spectator."""
        return self.info.you

    @property
    def sitters(self) -> Sequence[Sitter]:
        """The occupants by seat."""
        return self.info.sitters

    @property
    def names(self) -> list[str]:
        """The players' names by seat; equal ones get a number, and bots names in the reader's language."""
        plain = [self._name(sitter, seat) for seat, sitter in enumerate(self.sitters)]
        return [
            f"{name} {plain[: seat + 1].count(name)}" if name and plain.count(name) > 1 else name
            for seat, name in enumerate(plain)
        ]

    def bot_name(self, name: str) -> str:
        """Return the name of a bot in the reader's language; any other name is left as it is."""
        place = next((names.index(name) for names in map(bot_names, LANGUAGES) if name in names), -1)
        return bot_names(self.visit.language)[place] if place >= 0 else name

    def _name(self, sitter: Sitter, seat: int) -> str:
        if sitter.kind == "bot":
            return self.bot_name(sitter.name)
        if sitter.kind == "person" and not sitter.name:
            return client_localizer(self.visit.language).say("guest")
        return sitter.name

    def names_in(self, series: Series) -> list[str]:
        """Return the names of the players of a series: those who sit here as at this table, others by their own."""
        names, here = [], self.names
        taken = {here[player.seat] for player in series.players if 0 <= player.seat < len(here)}
        for player in series.players:
            if 0 <= player.seat < len(here):
                names.append(here[player.seat])
                continue
            own = self._name(Sitter(player.kind, player.name), -1)
            name = next(name for n in count(1) if (name := f"{own} {n}" if n > 1 else own) not in taken)
            taken.add(name)
            names.append(name)
        return names

    @property
    def hints(self) -> bool:
        """Whether players get hints: always against bots alone."""
        return self.info.hints or sum(one.kind == "person" for one in self.sitters) < 2

    @property
    def alone(self) -> bool:
        """Whether all others are bots."""
        return all(one.kind == "bot" or seat == self.seat for seat, one in enumerate(self.sitters))

    @property
    def sealed(self) -> bool:
        """Whether the deal is sealed and its shares are awaited: nothing about the table changes meanwhile."""
        facts = self.giver.facts
        return facts is not None and facts.open is not None and not facts.deal.dealt

    # ------------------------------------------------------------ receiving

    def _take(self, message: FromTable, text: str) -> None:
        match message:
            case Welcome():
                self.info, self.seats = message.table, message.seats
                self._note(message.update)
                self._set_clock(message.clock)
                self._see(message.update.deal or message.table.deal, message.update, fresh=True)
                self.giver.collect(msgspec.json.decode(text)["update"])
                self._listener.arrived(message.update, message.missed)
                self._listener.changed()
                self.voice = message.voice
                if message.talk is not None:
                    self._hear(message.talk)
            case TableUpdate():
                self._note(message)
                self._see(message.deal, message)
                self.giver.collect(msgspec.json.decode(text))
                self._listener.updated(message)
            case SeatsNow():
                self.seats, self.watching = message.seats, message.watching
                self._listener.changed()
            case ClockNow():
                self._set_clock(message)
                self._listener.changed()
            case Talk():
                self._hear(message)
            case Refused(id="") if self.connection.link != "open":  # `Connection.error` says why it retries
                self._listener.changed()
            case Moved():
                self.info = replace(self.info, next=message.table)
                self._listener.moved()

    def _hear(self, talk: Talk) -> None:
        known = {line.number for line in self.talk}
        new = [line for line in talk.lines if line.number not in known]
        self.talk = list(talk.lines) if talk.all else [*self.talk, *new][-MOST_LINES:]
        self.chat = talk.chat
        if new := [line for line in new if line.voice not in self.muted]:
            self._listener.said(new)

    def _note(self, update: TableUpdate) -> None:
        self.turn, self.update, self.openings = update.turn, update, update.openings
        self.info = replace(self.info, sitters=update.sitters)
        if update.deal is not None:
            self.info = replace(self.info, deal=update.deal)
        if (now := update.arranged) is not None:
            self.info = replace(self.info, **msgspec.structs.asdict(now))
        if any(change.kind == "readmitted" for change in update.changes):
            self.info = replace(self.info, barred=False)

    def _see(self, deal: DealInfo | None, update: TableUpdate, *, fresh: bool = False) -> None:
        if deal is not None:
            info = self.info
            facts = Facts(info.id, info.game, info.options, update.sitters, info.you, deal)
            self.giver.see(facts, update.version, fresh=fresh)

    # ---------------------------------------------------------------- clock

    def _set_clock(self, clock: ClockNow | None) -> None:
        self._clock = None if clock is None else (clock, time.monotonic())

    @property
    def running(self) -> int:
        """The seat whose time runs, -1 for none."""
        return -1 if self._clock is None else self._clock[0].running

    def left(self, seat: int) -> float | None:
        """Return the seconds that a seat has left now; None for a bot, and without a clock."""
        if self._clock is None or not 0 <= seat < len(self._clock[0].left) or self._clock[0].left[seat] < 0:
            return None
        clock, came = self._clock
        passed = max(0.0, time.monotonic() - came - clock.grace / 1000) if seat == clock.running else 0.0
        return max(0.0, clock.left[seat] / 1000 - passed)

    # -------------------------------------------------------------- sending

    async def play(self, turn: int, actions: Sequence[str]) -> None:
        """Play a command in answer to a turn.

        Like all other messages it raises ServerRefusal if the table refuses it.
        """
        await self.connection.send("play", turn=turn, actions=list(actions))

    async def hint(self) -> tuple[AdvisedOption, ...]:
        """Return the best options of the player's decision, best first."""
        answer = await self.connection.send("hint")
        return answer.options if isinstance(answer, Advice) else ()

    async def deal(self) -> None:
        """Deal; host only."""
        await self.connection.send("deal")

    async def seat_bot(self, seat: int, level: str = "") -> None:
        """Put a bot in a seat before the deal, or change its level; host only."""
        await self.connection.send("sit", seat=seat, kind="bot", level=level)

    async def arrange(self, **wanted: Any) -> None:
        """Change the table before the deal by the fields of `Arrange`; host only."""
        await self.connection.send("arrange", **wanted)

    async def show_hand(self, *, on: bool) -> None:
        """Let spectators see this seat's view, or stop it."""
        await self.connection.send("show-hand", on=on)

    async def move(self, seat: int, to: int) -> None:
        """Move the occupant of a seat to another one before the deal; host only."""
        await self.connection.send("reseat", seat=seat, to=to)

    async def remove(self, seat: int) -> None:
        """Remove a person from a seat before the deal; host only."""
        await self.connection.send("remove", seat=seat)

    async def bring(self, seat: int, command: str) -> None:
        """Choose the opening of one's own seat or, as the host, of a bot before the deal; "": chosen at the table."""
        await self.connection.send("bring", seat=seat, actions=command.split())

    async def open_seat(self, seat: int) -> None:
        """Open a seat before the deal; host only."""
        await self.connection.send("sit", seat=seat, kind="open")

    async def stand_in(self, seat: int, *, on: bool) -> None:
        """Let a bot play for a seat, or take the player's seat back."""
        await self.connection.send("stand-in", seat=seat, on=on)

    async def skip_to_end(self) -> None:
        """Ask to have the rest played at once."""
        await self.connection.send("skip-to-end")

    async def say(self, phrase: str) -> None:
        """Say one of the preset phrases."""
        await self.connection.send("say", phrase=phrase)

    async def write(self, text: str) -> None:
        """Say a line of free text."""
        await self.connection.send("say", text=text)

    async def take_back(self) -> None:
        """Ask the others whether the player may take back the last action."""
        await self.connection.send("take-back", turn=self.turn)

    async def answer_back(self, *, agreed: bool) -> None:
        """Answer the request of another player to take their action back."""
        await self.connection.send("answer-back", turn=self.turn, agreed=agreed)

    async def rematch(self) -> None:
        """Ask for the rematch, which `Moved` announces; the first request creates it."""
        await self.connection.send("rematch")

    # -------------------------------------------------------- over HTTP

    async def sit(self, name: str) -> None:
        """Take a seat, then connect as its player."""
        visit = self.visit
        self.info = await asyncio.to_thread(visit.sit, self.info.id, name, self.invitation)
        self.connection.renew()

    async def leave(self) -> None:
        """Give up the seat."""
        self.info = await asyncio.to_thread(self.visit.http.leave, self.info.id)

    async def updates_so_far(self, version: int) -> list[TableUpdate]:
        """Return all updates up to a version; raises ClientError."""
        record = await asyncio.to_thread(self.visit.http.record, self.info.id, self.invitation)
        return [update for update in record.updates if update.version <= version]

    async def series(self) -> Series:
        """Return the standings of the games so far; raises ClientError."""
        return await asyncio.to_thread(self.visit.http.series, self.info.id, self.invitation)

    async def next_table(self) -> TableInfo:
        """Return the table of the rematch; raises ClientError."""
        assert self.info.next is not None
        return await asyncio.to_thread(self.visit.http.table, self.info.next, "")

    async def signed_record(self) -> str:
        """Return the text of the signed record of the finished game; raises ClientError."""
        return await asyncio.to_thread(self.visit.http.signed_record, self.info.id, self.invitation)

    async def prove(self) -> Proof:
        """Fetch the record of the finished game, and return what it proves."""
        visit, id = self.visit, self.info.id
        evidence = evidence_of(self.giver, visit.store.servers())
        try:
            text = await self.signed_record()
            return await asyncio.to_thread(prove, evidence, text, visit.folder.table(id), visit.cards)
        except ClientError as error:
            return unreleased(error, visit.language)


class _GiverWire:
    """Sends the giver's messages, and requests the server's keys."""

    def __init__(self, table: RemoteTable) -> None:
        self._table = table

    async def send(self, kind: str, /, **fields: Any) -> int:
        answer = await self._table.connection.send(kind, **fields)
        return answer.version if isinstance(answer, Done) else -1

    async def keys(self) -> Sequence[SigningKey]:
        return (await asyncio.to_thread(self._table.visit.http.keys)).keys
