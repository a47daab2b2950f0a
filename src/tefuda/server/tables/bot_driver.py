"""Drives the bots of one table: plays bot and stand-in seats, and answers requests for hints.

A bot moves after a fixed delay, or after a multiple of it if it needs longer, so the time of its move reveals nothing
about its cards.  While all connected people at the table skip to the end, the delay is a tenth of that: move times then
show more precisely how long a bot has thought, but no person is playing any more.

Games of bots alone go on only while someone watches; otherwise a visitor could start any number of them.  A pending
move is cancelled when the person returns or another entry comes first.  `bot_service.py` chooses the move.  If several
workers have the table in memory, one of them moves for the bots; the others start after a delay, and the first entry
wins.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import NamedTuple

from tefuda.bots.advice import MOST_ADVISED, advised
from tefuda.bots.fair_queue import Asker
from tefuda.server.clock import pause
from tefuda.server.cluster.peers import FOLLOW_SECONDS
from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.protocol.messages import Advice, Hint, Refused
from tefuda.server.rate_limit import RateLimiter
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.entry_log import EntryLog
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.serialization import encoded
from tefuda.server.tables.services import Services
from tefuda.server.tables.work_queue import WorkQueue, no_op
from tefuda.table.entries import Mover

HURRY = 0.1  # factor of the delay when everyone skips to the end; a search takes several times as long
TAKE_BACK_TIMEOUT = 30  # seconds that bots wait for the answers to a take-back request
MAX_FAILURES = 3  # of a bot in one turn; then the table waits for a person to act or to connect again


class _PendingMove(NamedTuple):
    turn: int
    seat: int
    task: asyncio.Task[None]


class BotDriver:
    """The bots of one table."""

    def __init__(
        self,
        loaded: LoadedTable,
        entries: EntryLog,
        queue: WorkQueue,
        services: Services,
        report: Callable[[Exception], None],
    ) -> None:
        self._loaded, self._entries, self._queue, self._report = loaded, entries, queue, report
        self._table, self._presence_tracker = loaded.table, loaded.presence_tracker
        self._settings, self._games, self._bot_service = services.settings, services.games, services.bot_service
        self._pending: _PendingMove | None = None
        self._failures = (0, 0)  # (turn, count)
        self._hint_tasks: set[asyncio.Task[None]] = set()
        self._hint_limiter = RateLimiter(self._settings.hint_rate, self._settings.clock)

    @property
    def busy(self) -> bool:
        """Whether a bot is choosing a move or a hint."""
        return self._pending is not None or bool(self._hint_tasks)

    async def close(self) -> None:
        """Cancel all choices."""
        tasks = [*self._hint_tasks, *([self._pending.task] if self._pending is not None else [])]
        self._pending = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _level(self, seat: int) -> str | None:
        """Return the level of the bot that plays this seat now, None if a person does."""
        sitter = self._table.sitters[seat]
        if sitter.kind == "bot":
            return self._games.level(self._loaded.row.game, sitter.level)
        if self._presence_tracker.presence(seat).stand_in:
            return self._games.level(self._loaded.row.game, "")
        return None

    def _is_attended(self) -> bool:
        """Whether a person sits at the table or watches it."""
        return bool(self._presence_tracker.watching) or any(one.kind == "person" for one in self._table.sitters)

    def refresh(self) -> None:
        """Start to choose a move if it is a bot's turn, and cancel a pending move that is obsolete."""
        state, turn = self._table.state, self._table.turn
        seat = None if state is None or self._table.openings.due(state) is not None else state.current_player
        level = None if seat is None or not self._is_attended() else self._level(seat)
        if self._pending is not None:
            if self._pending[:2] == (turn, seat) and level is not None:
                return
            self._pending.task.cancel()
            self._pending = None
        if seat is None or level is None or self._failures >= (turn, MAX_FAILURES):
            return
        self._pending = _PendingMove(turn, seat, asyncio.create_task(self._choose_move(turn, seat, level)))

    async def _choose_move(self, turn: int, seat: int, level: str) -> None:
        """Choose a move, wait for the next multiple of the bot delay, and enqueue the move."""
        clock, delay = self._settings.clock, self._settings.bot_delay
        if not self._entries.leads:
            await pause(clock, FOLLOW_SECONDS)
        if self._presence_tracker.skipping():
            delay *= HURRY
        assert self._table.state is not None
        started = clock.now()
        try:
            command = await self._bot_service.choose(self._table.state, level, self._asker())
        except Exception as error:
            self._count_failure(turn, error)
            command = ""
        if delay > 0:
            elapsed = clock.now() - started
            await pause(clock, max(1, math.ceil(elapsed / delay)) * delay - elapsed)
        for _ in range(TAKE_BACK_TIMEOUT):  # the move would end a take-back request
            if not self._table.back.asked:
                break
            await pause(clock, 1)
        self._queue.enqueue(lambda: self._play(turn, seat, command))

    def _asker(self) -> Asker:
        """Return the owner of requests for a move, the table's host; with an address, and urgent, if a person waits."""
        host = self._loaded.row.host
        connected = [person for person in self._presence_tracker.people.values() if person.connections]
        if not connected:
            return Asker(host, person_waits=False)
        first = min(connected, key=lambda person: person.guest != host)
        return Asker(host, address=min(connection.address for connection in first.connections))

    def _count_failure(self, turn: int, error: Exception) -> None:
        self._failures = (turn, self._failures[1] + 1 if self._failures[0] == turn else 1)
        self._report(error)

    def try_again(self) -> None:
        """Ask a bot that has failed too often once more, as someone has connected: they may be waiting for it."""
        self._failures = (0, 0)

    async def _play(self, turn: int, seat: int, command: str) -> None:
        """Play the chosen move, unless another entry came first or a person took the seat back; runs on the queue."""
        if self._pending is None or self._pending[:2] != (turn, seat):
            return
        self._pending = None
        if not command or turn != self._table.turn or self._level(seat) is None:
            return
        try:
            by: Mover = "bot" if self._table.sitters[seat].kind == "bot" else "stand-in"
            used = self._loaded.stopwatch.used()  # by the person, before the bot took over
            await self._entries.append(self._table.propose_play(seat, turn, command, by=by, used=used))
        except Overtaken:
            return
        except ServerError:  # the store failed: choose again after a pause
            self._pending = _PendingMove(turn, seat, asyncio.create_task(self._retry()))
        except Exception as error:
            self._count_failure(turn, error)

    async def _retry(self) -> None:
        await pause(self._settings.clock, self._settings.store_pause)
        self._pending = None
        self._queue.enqueue(no_op)  # the actor refreshes the bots after every job

    def advise(self, connection: Connection, message: Hint) -> None:
        """Start to choose a hint for a player; it is sent when it is ready.

        Raises ServerError if it is not their turn, if they ask too often, or if several people play without hints.
        """
        state = self._table.state
        people = sum(sitter.kind == "person" for sitter in self._table.sitters)
        if people > 1 and not self._loaded.row.hints:
            raise ServerError("hints-off")
        if state is None or state.current_player != connection.seat:
            raise ServerError("not-your-turn-hint")
        if not self._hint_limiter.take(connection.seat):
            raise ServerError("too-fast")
        task = asyncio.create_task(self._send_hint(connection, message.id, self._table.turn))
        self._hint_tasks.add(task)
        task.add_done_callback(self._hint_tasks.discard)

    async def _send_hint(self, connection: Connection, id: str, turn: int) -> None:
        state, view = self._table.state, self._table.latest(connection.seat).view
        assert state is not None
        assert view is not None
        record = state.full_state  # reveals nothing: the unit of the prospects depends on public facts only
        asker = Asker(connection.guest.id if connection.guest is not None else None, address=connection.address)
        answer: Advice | Refused = Refused(id, ServerError("no-hint").to_message(connection.language))
        try:
            analysis = await self._bot_service.analyse(state, asker)
            legal = {choice.action for choice in view.choices}
            options = tuple(
                advised(self._table.game, record, option)
                for option in analysis.options[:MOST_ADVISED]
                if option.action in legal
            )
        except Exception as error:
            self._report(error)
        else:
            if turn == self._table.turn and options:
                answer = Advice(id, options)
        connection.send(encoded(answer))
