"""The talk at one table: preset phrases everywhere, free text where strangers cannot read it.

Lines are stored in rows of their own, not in the log: they have no version, change no game, and bypass the queue of the
table.  The database numbers them; every worker sends them in that order, including those of other workers.

Everyone reads players' lines; spectators with a delay do so once the game is over.  Only spectators read spectators'
lines; players do so once the game is over.  Free text can neither be sent nor read while the table is public.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from tefuda.engine.view import SPECTATOR
from tefuda.server.cluster.peers import Talked
from tefuda.server.errors import ServerError
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.protocol.messages import Chat, Done, Line, Refused, Say, Talk
from tefuda.server.rate_limit import Bucket, Rate, RateLimiter
from tefuda.server.request_parsing import clean_line
from tefuda.server.store.errors import DeletedGuest, StoreError
from tefuda.server.store.sql import encoded as as_json
from tefuda.server.store.stored_data import Guest, KeptLine, KeptTalk, SaidLine
from tefuda.server.store.talk_rows import MOST_LINES
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.serialization import encoded
from tefuda.server.tables.services import Services

SPECTATORS_RATE = Rate(1, 10)  # lines of all spectators of a table together: they may be one person with many cookies


class _Said(Struct, frozen=True, omit_defaults=True):
    """A line as it is stored."""

    name: str
    said: int
    phrase: str = ""
    text: str = ""
    chat: bool | None = None


class _VisibleLine(NamedTuple):
    """A line, and whether only spectators see it before the end of the game."""

    line: Line
    apart: bool
    late: int  # number for delayed spectators, which must not reveal how many lines players say; 0: hidden from them


_decode = msgspec.json.Decoder(_Said).decode


class TableTalk:
    """The talk at one table."""

    def __init__(self, loaded: LoadedTable, services: Services, report: Callable[[Exception], None]) -> None:
        self._loaded, self._services, self._settings, self._report = loaded, services, services.settings, report
        self._presence_tracker, self._peers = loaded.presence_tracker, services.peers
        self._lines: list[_VisibleLine] = []
        self._last, self._last_late, self._chat = 0, 0, True
        self._busy = asyncio.Lock()  # held while lines are stored or read, so that they are sent in order
        self._rates = RateLimiter(self._settings.talk_rate, self._settings.clock)
        self._spectators_rate = Bucket(SPECTATORS_RATE, self._settings.clock)
        self._sent_openness = self._openness

    @property
    def _openness(self) -> tuple[bool, bool, bool]:
        """What determines who reads which lines: public table, game over, delayed spectators."""
        return self._loaded.row.public, self._loaded.phase == "over", self._loaded.held_back

    # ------------------------------------------------------------- reading

    async def load(self) -> None:
        """Read all stored lines; raises StoreError."""
        self._take(await self._services.store.talk(self._loaded.row.id))

    def visible_to(self, connection: Connection) -> Talk:
        """Return all lines that a client may read."""
        return Talk(self._visible(connection, self._lines), self._chat_open, all=True)

    def voice_of(self, connection: Connection) -> str:
        """Return the voice of a client, "" if they cannot say anything."""
        try:
            return self._voice(self._speaker(connection).id)
        except ServerError:
            return ""

    @property
    def _chat_open(self) -> bool:
        return self._chat and not self._loaded.row.public

    def _visible(self, connection: Connection, lines: Sequence[_VisibleLine]) -> tuple[Line, ...]:
        public, over, held_back = self._openness
        apart = over or (connection.seat == SPECTATOR and not self._has_played(connection.guest))
        late = held_back and connection.seat == SPECTATOR
        return tuple(
            msgspec.structs.replace(line, number=number) if late else line
            for line, hidden, number in lines
            if (apart if hidden else not late or number) and not (public and line.text)
        )

    def _has_played(self, guest: Guest | None) -> bool:
        """Whether a guest had a seat once the cards were dealt."""
        return guest is not None and guest.id in self._loaded.members and self._loaded.phase != "open"

    def check(self) -> None:
        """Send everyone their readable lines again once the game is over or the table becomes public or private."""
        if self._sent_openness != self._openness:
            self._sent_openness = self._openness
            self._send_all()

    def _send_all(self) -> None:
        for connection in self._presence_tracker.connections():
            connection.send(encoded(self.visible_to(connection)))

    def _send(self, lines: Sequence[_VisibleLine]) -> None:
        encodings: dict[tuple[Line, ...], bytes] = {}
        for connection in self._presence_tracker.connections():
            if visible := self._visible(connection, lines):
                if visible not in encodings:
                    encodings[visible] = encoded(Talk(visible, self._chat_open))
                connection.send(encodings[visible])

    # -------------------------------------------------------------- saying

    async def answer(self, connection: Connection, message: Say | Chat) -> None:
        """Store and send a client's line and acknowledge it, or refuse it."""
        try:
            async with self._busy:
                await self._say(connection, message)
        except ServerError as error:
            refusal = error
        except DeletedGuest:
            refusal = ServerError("no-such-guest")
        except StoreError as error:
            self._services.metrics.count_store_error(error, table=self._loaded.row.id)
            refusal = ServerError("store-error")
        except Exception as error:
            self._report(error)
            refusal = ServerError("internal-error")
        else:
            behind = self._loaded.held_back and connection.seat == SPECTATOR  # delayed spectators do not see it yet
            connection.send(encoded(Done(message.id, 0 if behind else self._loaded.table.version)))
            return
        connection.send(encoded(Refused(message.id, refusal.to_message(connection.language))))

    async def _say(self, connection: Connection, message: Say | Chat) -> None:
        guest, row = self._speaker(connection), self._loaded.row
        if isinstance(message, Chat) and guest.id != row.host:
            raise ServerError("host-only")
        if isinstance(message, Say) and message.text and self._peers.others(row.id):
            await self._read()  # free text may have been switched off at another worker
        said = self._checked(connection, guest, message)
        if not self._rates.take(guest.id):
            raise ServerError("too-fast")
        if connection.seat == SPECTATOR and not self._spectators_rate.take():
            raise ServerError("too-fast")
        line = as_json(said)
        stored = SaidLine(row.id, guest.id, message.id, connection.seat, line, said.chat)
        if self._services.fenced:  # another process continues the table
            raise ServerError("store-error")
        number = await self._services.store.say(stored)
        if number == self._last + 1:
            self._add(KeptLine(number, guest.id, stored.seat, line))
        elif number > self._last:  # lines of other workers come first
            await self._read()
        else:
            return  # a repeated message
        if self._peers.others(row.id):
            self._peers.send(Talked(row.id))

    def _speaker(self, connection: Connection) -> Guest:
        """Return the guest of a client; raises ServerError if they cannot say anything now."""
        guest = connection.guest
        forgotten = connection.close_code is CloseCode.FORGOTTEN  # deleted while the line waited
        if guest is None or forgotten or (connection.seat == SPECTATOR and not guest.name):
            raise ServerError("talk-guests-only")
        if guest.id in self._presence_tracker.removed:
            raise ServerError("talk-removed")
        if connection.seat == SPECTATOR and self._loaded.phase != "over" and self._has_played(guest):
            raise ServerError("talk-after-game")
        return guest

    def _checked(self, connection: Connection, guest: Guest, message: Say | Chat) -> _Said:
        seat = connection.seat
        name = self._loaded.table.sitters[seat].name if seat != SPECTATOR else guest.name
        now = int(self._settings.clock.time())
        if isinstance(message, Chat):
            return _Said(name, now, chat=message.on)
        if (message.phrase is None) == (message.text == ""):
            raise ServerError("unreadable", why="`say` takes either a phrase or a text")
        if message.phrase is not None:
            return _Said(name, now, message.phrase)
        if self._loaded.row.public:
            raise ServerError("chat-public")
        if not self._chat:
            raise ServerError("chat-off")
        return _Said(name, now, text=clean_line(message.text))

    # ---------------------------------------------------- stored lines

    async def catch_up(self) -> None:
        """Read and send lines that other workers have stored; raises StoreError."""
        async with self._busy:
            await self._read()

    async def reload(self) -> None:
        """Read everything again, as a guest was deleted with all their lines; raises StoreError."""
        async with self._busy:
            await self.load()

    async def _read(self) -> None:
        before = self._last
        talk = await self._services.store.talk(self._loaded.row.id, before)
        if len(talk.lines) == talk.last - before:
            for line in talk.lines:
                self._add(line)
        else:  # lines have been removed
            await self.load()
            self._send_all()

    def _take(self, talk: KeptTalk) -> None:
        self._last, self._chat = talk.last, talk.chat
        earlier = {one.line.number: one.late for one in self._lines}
        self._lines = [self._visible_line(line, earlier.get(line.number)) for line in talk.lines]

    def _add(self, line: KeptLine) -> None:
        added = self._visible_line(line)
        self._last = line.number
        if added.line.chat is not None:
            self._chat = added.line.chat
        alike = [one for one in self._lines if (one.line.seat < 0) == (line.seat < 0)]
        if len(alike) >= MOST_LINES:
            self._lines.remove(alike[0])
        self._lines.append(added)
        self._send((added,))

    def _visible_line(self, kept: KeptLine, late: int | None = None) -> _VisibleLine:
        said = _decode(kept.line)
        voice = self._voice(kept.guest)
        line = Line(kept.number, voice, kept.seat, said.name, said.said, said.phrase, said.text, said.chat)
        apart = kept.seat == SPECTATOR and said.chat is None
        if late is None:
            late = 0
            if apart or said.chat is not None:
                late = self._last_late = self._last_late + 1
        return _VisibleLine(line, apart, late)

    def _voice(self, guest: int) -> str:
        row = self._loaded.row
        return self._services.voice(row.series or row.id, guest)
