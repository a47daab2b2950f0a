"""Bots at one table: they play the seats that nobody plays, and advise those who ask.

A bot's move comes after a fixed delay, or after a multiple of it where thinking takes longer, so that its time says
nothing about its cards.  A person who returns, or a faster entry, makes a bot's thought void.  How a bot thinks is no
concern of this file.
"""

from __future__ import annotations

import asyncio
import math
import weakref
from typing import TYPE_CHECKING, NamedTuple

from tefuda.bots.fair_queue import Asker
from tefuda.server.clock import pause
from tefuda.server.connection import Connection
from tefuda.server.errors import ServerError
from tefuda.server.protocol import Advice, Hint, Refused
from tefuda.server.rate_limit import RateLimiter
from tefuda.server.serialization import encoded
from tefuda.table.entries import Mover

if TYPE_CHECKING:
    from tefuda.server.table_actor import TableActor

TRIES = 3  # how often a bot may fail in one turn before the table waits for somebody to do something


class _Thought(NamedTuple):
    turn: int
    seat: int
    task: asyncio.Task[None]


class BotDriver:
    """The bots of one table."""

    def __init__(self, host: TableActor) -> None:
        self._host: TableActor = weakref.proxy(host)  # which holds these bots: a circle would keep both for long
        self._table, self._settings = host.table, host.settings
        self._players = host.registry.players
        self._thought: _Thought | None = None
        self._failures = (0, 0)  # turn, how many
        self._advising: set[asyncio.Task[None]] = set()
        self._hints = RateLimiter(self._settings.hint_rate, self._settings.clock)

    @property
    def busy(self) -> bool:
        """Does a bot think?"""
        return self._thought is not None or bool(self._advising)

    def tasks(self) -> list[asyncio.Task[None]]:
        return [*self._advising, *([self._thought.task] if self._thought is not None else [])]

    def _level(self, seat: int) -> str | None:
        """The level at which a bot plays this seat now; None where a person does."""
        sitter = self._table.sitters[seat]
        if sitter.kind == "bot":
            return self._host.registry.level(self._host.row.game, sitter.level)
        if self._host.presence_tracker.presence(seat).stand_in:
            return self._host.registry.level(self._host.row.game, "")
        return None

    def think(self) -> None:
        """Let a bot think where it is a bot's turn, and none where it is not any more."""
        state, turn = self._table.state, self._table.turn
        seat = None if state is None else state.seat
        level = None if seat is None else self._level(seat)
        if self._thought is not None:
            if self._thought[:2] == (turn, seat) and level is not None:
                return
            self._thought.task.cancel()
            self._thought = None
        if seat is None or level is None or self._failures >= (turn, TRIES):
            return
        self._thought = _Thought(turn, seat, asyncio.create_task(self._think(turn, seat, level)))

    async def _think(self, turn: int, seat: int, level: str) -> None:
        """Find a move, wait until its time says nothing, and have it played."""
        clock, delay = self._settings.clock, self._settings.bot_delay
        assert self._table.state is not None
        began = clock.now()
        try:
            command = await self._players.choose(self._table.state, level, self._asker())
        except Exception as error:
            self._failed(turn, error)
            command = ""
        if delay > 0:
            spent = clock.now() - began
            await pause(clock, max(1, math.ceil(spent / delay)) * delay - spent)
        self._host.put(lambda: self._play(turn, seat, command))

    def _asker(self) -> Asker:
        """For whom a bot thinks: the table's maker, urgently where a person is there to wait for it."""
        return Asker(
            self._host.row.host, any(person.connections for person in self._host.presence_tracker.people.values())
        )

    def _failed(self, turn: int, error: Exception) -> None:
        self._failures = (turn, self._failures[1] + 1 if self._failures[0] == turn else 1)
        self._host.report(error)

    async def _play(self, turn: int, seat: int, command: str) -> None:
        """In the host's turn: play what a bot has found, unless somebody was faster or took the seat back."""
        if self._thought is None or self._thought[:2] != (turn, seat):
            return
        self._thought = None
        if not command or turn != self._table.turn or self._level(seat) is None:
            return
        try:
            by: Mover = "bot" if self._table.sitters[seat].kind == "bot" else "stand-in"
            await self._host.append(self._table.propose_play(seat, turn, command, by=by))
        except ServerError:  # the store is in trouble: the bot thinks again in a moment
            self._thought = _Thought(turn, seat, asyncio.create_task(self._try_again()))
        except Exception as error:
            self._table.withdraw()
            self._failed(turn, error)

    async def _try_again(self) -> None:
        await pause(self._settings.clock, self._settings.store_pause)
        self._thought = None
        self._host.put(self._nothing)

    async def _nothing(self) -> None:
        """After whatever the host has done, bots look whether it is their turn."""

    def advise(self, connection: Connection, message: Hint) -> None:
        """Begin to think in somebody's place, and tell them later."""
        state = self._table.state
        if state is None or state.seat != connection.seat:
            raise ServerError("not-your-turn-hint")
        if not self._hints.take(connection.seat):
            raise ServerError("too-fast")
        task = asyncio.create_task(self._advice(connection, message.id, self._table.turn))
        self._advising.add(task)
        task.add_done_callback(self._advising.discard)

    async def _advice(self, connection: Connection, id: str, turn: int) -> None:
        state, view = self._table.state, self._table.latest(connection.seat).view
        assert state is not None
        assert view is not None
        level = self._players.levels(self._host.row.game)[-1]
        asker = Asker(connection.guest.id if connection.guest is not None else None)
        answer: Advice | Refused = Refused(id, ServerError("no-hint").trouble(connection.language))
        try:
            actions = tuple((await self._players.choose(state, level, asker)).split())
        except Exception as error:
            self._host.report(error)
        else:
            labels = {choice.action: choice.label for choice in view.choices}
            known = [action for action in actions if action in labels]
            if turn == self._table.turn and known:
                # The last is the decision: what may go before it, such as a secret mark, is no advice by itself.
                answer = Advice(id, actions, labels[known[-1]])
        connection.send(encoded(answer))
