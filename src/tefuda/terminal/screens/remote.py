"""The screen of a table on a server: shows the game, who is there, and the deal.

`lobby.py` shows it before the deal; `online.py` adds what the player does.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.css.query import NoMatches

from tefuda.client.errors import ClientError, ServerRefusal
from tefuda.client.remote_table import RemoteTable
from tefuda.client.visit import Visit
from tefuda.engine.game import Game
from tefuda.engine.view import Observation, View
from tefuda.server.protocol.common import TableInfo
from tefuda.server.protocol.messages import Line, Presence, TableUpdate
from tefuda.table.arranging import TableChange
from tefuda.terminal.online_text import (
    change_line,
    deal_notices,
    hand_changes,
    presence_changes,
    running_time,
)
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.screens.dialogs import ResultDialog
from tefuda.terminal.screens.lobby import LobbyScreen, has_open_seat
from tefuda.terminal.screens.player import OWN_EVENTS
from tefuda.terminal.session import Chooser
from tefuda.terminal.table_renderer import draw
from tefuda.terminal.taking_back import back_answers, back_line
from tefuda.terminal.talk_text import talk_line
from tefuda.terminal.widgets import ActionRows, KeyButton, Prose

CLOCK_SECONDS = 0.5  # between updates of the running time
SOON_SECONDS = 10  # of the player's time left, at which a warning is given
MOST_BEHIND = 4  # updates that may wait to be shown before pauses are skipped
# Answers of buttons that are no actions.
BACK, AGAIN = "!back", "!again"


class _Step(NamedTuple):
    """Something to show in its turn: a table as it is now, or what happened and the table afterwards."""

    update: TableUpdate
    events: tuple[Observation, ...] = ()
    jump: bool = False
    changes: tuple[TableChange, ...] = ()  # before the deal


class RemoteScreen(LobbyScreen):
    """Shows a table on a server.  Subclasses send what the player does."""

    def __init__(
        self,
        visit: Visit,
        info: TableInfo,
        game: Game,
        bots: Chooser,
        pace: float,
        *,
        name: str = "",
        sit: bool = True,
        deck: str = "",
    ) -> None:
        super().__init__(visit, info, game, bots, pace, deck)
        self.failure: ClientError | None = None  # why the table could not be shown at all
        self.games = 0  # that were shown from their deal
        self._name, self._sit = name, sit
        self._seen: list[Presence] = []  # presence that was told last
        self._told: list[Content] = []  # notices of the deal that were told
        self._proof = ""
        self._sending = False
        self._time_warned = False  # that the player's time is nearly over
        self._open(info, visit.address.invitation)

    def _open(self, info: TableInfo, invitation: str) -> None:
        """Prepare to show a table."""
        self.table = RemoteTable(self.visit, info, invitation, self)
        self.seat, self.names = info.you, self.table.names
        self._steps = asyncio.Queue[_Step]()
        self._next_known = asyncio.Event()
        self._queued = -1  # version of the last step
        self._hands: tuple[int, ...] = ()  # seats that show spectators what they see
        self._view: View | None = None
        self._in_lobby = True
        self._setup = _setup(info)
        self._unplayable = None
        self._turn = 0  # that is shown
        self._began: dict[int, int] = {}  # by turn: how much of the history came before it
        self._seen, self._told, self._proof = [], [], ""
        self._actions = {}

    def on_mount(self) -> None:
        """Take a seat, then show the table."""
        self.query_one("#table").mount(Prose(id="lobby"))
        self._reset()
        self.in_background(self._arrive, group="table")

    async def on_unmount(self) -> None:
        """Disconnect; the player keeps the seat."""
        await self.table.connection.close()

    @property
    def over(self) -> bool:
        """Return whether leaving loses nothing: before the deal, after the game, and for spectators."""
        return self._view is None or self._view.result is not None or self.seat < 0

    @property
    def view(self) -> View | None:
        """Return the view that is shown."""
        return self._view

    @property
    def quit_title(self) -> str:
        """Return the question before leaving during a game."""
        return self.ui.say("quit-online")

    async def _take_seat(self) -> None:
        """Take a seat, if the player wants one."""
        raise NotImplementedError

    def _finish(self) -> None:
        """Show the result."""
        raise NotImplementedError

    # ------------------------------------------------------------ arriving

    async def _arrive(self) -> None:
        """Take a seat if one is wanted and open, and keep the connection until the table is left."""
        self.ask(self.ui.say("online-connecting"))
        if self._sit and self.seat < 0 and has_open_seat(self.table.info):
            await self._take_seat()
        self.in_background(self._show_steps, group="steps", exclusive=True)
        self.set_interval(CLOCK_SECONDS, self._update_clock)
        await self._keep_connection(self.table)

    async def _keep_connection(self, table: RemoteTable) -> None:
        await table.connection.run()
        error = table.connection.error
        if table is not self.table or table.connection.link != "closed" or error is None:
            return
        if not self._shown:
            return
        if table.update is None:
            self.failure = error
            self.dismiss()
        else:
            self.ask(error.text(self.language), "$text-error")
            self.query_one(ActionRows).offer(())

    # ------------------------------------------------- what the table tells

    def arrived(self, update: TableUpdate, missed: Sequence[TableUpdate]) -> None:
        """Show the table as it is after connecting, after the updates that were missed."""
        known, self._queued = -1 if self.table.connection.set_back else self._queued, update.version
        self._hands = update.shown
        moved = self.seat != self.table.seat
        if moved and known >= 0 and self.table.seat < 0:
            self._tell(self.ui.say("seat-removed" if self.table.info.barred else "seat-lost"))
        self.seat = self.table.seat
        if self.table.info.next is not None:
            self._next_known.set()
        between = [one for one in missed if known < one.version < update.version]
        new = [*between, update] if 0 <= known < update.version else []
        for one in new:
            self._tell_back(one)
        changes = tuple(change for one in new for change in one.changes)
        if known < 0 or moved or update.view is None or len(between) != update.version - known - 1:
            self._steps.put_nowait(_Step(update, jump=True, changes=changes))
            return
        events = tuple(event for one in between for event in one.events)
        self._steps.put_nowait(_Step(update, (*events, *update.events)))

    def updated(self, update: TableUpdate) -> None:
        """Show the next update."""
        self._tell_back(update)
        self._queued = update.version
        for line in hand_changes(self.table, self._hands, update.shown, self.ui):
            self._tell(line)
        self._hands = update.shown
        self._steps.put_nowait(_Step(update, update.events, changes=update.changes))

    def changed(self) -> None:
        """Show who is there, the state of the connection and of the deal."""
        if not self._shown:
            return
        if self._view is not None:
            for line in presence_changes(self.table, self._seen, self.ui):
                self._tell(line)
        own = self._own_presence(self._seen) != self._own_presence(self.table.seats)
        self._seen = list(self.table.seats)
        self._tell_deal()
        self._update_about()
        if self._in_lobby:
            self._show_lobby()
        elif own and not self._playing_back and self._view is not None:
            self._present_view(self._view)
        connection = self.table.connection
        if connection.link in ("connecting", "lost") and isinstance(connection.error, ServerRefusal):
            self.ask(connection.error.text(self.language), "$text-error")

    def said(self, lines: Sequence[Line]) -> None:
        """Show what was said."""
        for line in lines:
            self._tell(talk_line(line, self.table, self.ui))

    def moved(self) -> None:
        """Offer the rematch."""
        self._next_known.set()
        self._tell(self.ui.say("rematch-ready"))

    def _own_presence(self, seats: Sequence[Presence]) -> Presence | None:
        return seats[self.seat] if 0 <= self.seat < len(seats) else None

    @property
    def _shown(self) -> bool:
        """Whether the screen has its widgets, as it has from mounting until it is closed."""
        return bool(self.query("#prompt")) and bool(self.query("#lobby"))

    def _tell(self, line: str) -> None:
        if self._shown:
            self.event_log.append(line)

    def _tell_back(self, update: TableUpdate) -> None:
        """Tell what an update says of taking an action back."""
        if line := back_line(update.back, self.table, self.ui):
            self._tell(line)

    def _tell_deal(self) -> None:
        """Put new notices about the deal into the log."""
        notices = deal_notices(self.table, self.language)
        for notice in notices:
            if notice not in self._told:
                self._tell(notice.plain)
        self._told = notices

    def _update_clock(self) -> None:
        """Count down while time runs; warn once when the player's is nearly over."""
        if not self._shown or self.table.running < 0:
            return
        self._update_about()
        left = self.table.left(self.seat) if self.table.running == self.seat else None
        if left is not None and left <= SOON_SECONDS and not self._time_warned:
            self._tell(self.ui.say("clock-soon", seconds=math.ceil(left)))
            self.app.bell()
        self._time_warned = left is not None and left <= SOON_SECONDS

    def _update_about(self) -> None:
        """Show at the right end of the title: the running time, the connection, the role, the number of the game."""
        link, parts = self.table.connection.link, []
        if link in ("connecting", "lost"):
            parts.append(self.ui.say("online-connecting" if link == "connecting" else "online-lost"))
        if self.seat < 0:
            parts.append(self.ui.say("watching"))
        if self.games > 1:
            parts.append(self.ui.say("title-again", game=self.games))
        self.say_title(" · ".join(parts), running_time(self.table, self.ui))

    # ------------------------------------------------------------- showing

    async def _show_steps(self) -> None:
        """Show what the table tells, one step after another, until the screen is closed."""
        with contextlib.suppress(NoMatches):
            await self._show_each_step()

    async def _show_each_step(self) -> None:
        while True:
            step = await self._steps.get()
            update, before = step.update, self._view
            self.names, self._turn = self.table.names, update.turn
            if update.view is None and not self._in_lobby:
                self._return_to_lobby()
            if self._in_lobby:
                await self._follow_changes(step.changes)
            if update.view is None:
                self._show_lobby()
                continue
            if self._unplayable is not None:
                self._give_up(self._unplayable)
                return
            if not self._is_showable(update.view, step.events):
                return
            self._in_lobby = self.query_one("#lobby").display = False
            if self._steps.qsize() > MOST_BEHIND:
                self._skip_pauses.set()
            self._view = update.view
            if step.jump:
                await self._recall(update.version)
                self._present_view(update.view)
            else:
                self._follow_back(update)
                mine = before is not None and before.to_act == self.seat
                await self._play_back(step.events, update.view, before, OWN_EVENTS if mine else 1.0)
            if before is None:
                self.games += 1
                self._update_about()
            if update.view.result is not None and (before is None or before.result is None):
                self._finish()

    def _return_to_lobby(self) -> None:
        """Forget the game: the server's database was set back to before its deal."""
        if isinstance(self.app.screen, ResultDialog):
            self.app.screen.dismiss("look")
        self._view, self._in_lobby, self._began, self._proof = None, True, {}, ""
        self.games -= 1
        self.board.context = None
        self.clear_notes()
        self._reset()
        self._update_about()

    def _is_showable(self, view: View, events: Sequence[Observation]) -> bool:
        """Whether this release can show a view; if not, say so and close the connection."""
        try:
            draw(RenderContext(view, self.game, self.language, self.names, 80, 20))
            for observation in events:
                self.game.say(observation.words, self.language, self.names)
            for choice in view.choices:
                self.game.say(choice.label, self.language, self.names)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            self._give_up(ClientError("error-answer", server=self.visit.address.server, reason=reason[:200]))
            return False
        return True

    def _give_up(self, error: ClientError) -> None:
        """Say why the table cannot be shown any further, and close the connection."""
        self.ask(error.text(self.language), "$text-error")
        self.in_background(self.table.connection.close, group="closing")

    async def _follow_changes(self, changes: Sequence[TableChange]) -> None:
        """Tell what has changed before the deal; if the host has changed the game, play that one."""
        table, info, former = self.table, self.table.info, self.game
        wanted = _setup(info)
        if wanted != self._setup:
            self._setup, self._unplayable = wanted, None
            try:
                self.game = await asyncio.to_thread(self.visit.game_of, info)
            except ClientError as error:  # the host may change it again
                self._unplayable = error
            if table is not self.table:
                return
            self.event_log.append(self.game.localizer(self.language).say("goal"))
            self._update_title()
        for change in changes:
            self._tell(change_line(change, table.bot_name, (self.game, former), self.ui))

    async def _recall(self, version: int) -> None:
        """Fill the log with what happened before this connection, as this seat saw it."""
        try:
            updates = await self.table.updates_so_far(version)
        except ClientError:
            return
        self._history, self._began = [], {}
        self.event_log.reset()
        self.event_log.append(self.game.localizer(self.language).say("goal"))
        for update in updates:
            self._follow_back(update)
            for observation in update.events:
                self._history.append(observation)
                self.log_event(observation)

    def _follow_back(self, update: TableUpdate) -> None:
        """Forget what was observed of an action that an update takes back, and note where the history goes on."""
        if update.back is not None and update.back.done:
            del self._history[self._began.get(update.turn - 1, len(self._history)) :]
        self._began.setdefault(update.turn, len(self._history))

    def _own_buttons(self) -> list[KeyButton]:
        buttons = []
        if self.seat >= 0 and self._view is not None and self._view.result is not None:
            buttons.append(KeyButton("a", self.ui.say("result-again"), AGAIN))
        own = self._own_presence(self.table.seats)
        if own is not None and own.stand_in:
            buttons.append(KeyButton("0", self.ui.say("stand-in-back"), BACK))
        buttons += [KeyButton(key, self.ui.say(id), answer) for key, _, id, answer in back_answers(self.table)]
        return buttons

    def _offer(self, view: View) -> None:
        super()._offer(view)
        own = self._own_presence(self.table.seats)
        if own is not None and own.stand_in:
            self._actions["0"] = BACK
        self._actions |= {key: answer for _, key, _, answer in back_answers(self.table)}
        if view.result is not None:
            self._actions = {"a": AGAIN}


def _setup(info: TableInfo) -> tuple[str, int, dict[str, int]]:
    return info.game, len(info.sitters), info.options
