"""The screen of a match against bots.

The table is the same core that the server uses; this screen owns it, queries the bots, and shows the updates of the
person's seat.  Of the full state it reads only whose turn it is.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from tefuda.bots.advice import MOST_ADVISED, advised
from tefuda.bots.players import level_name
from tefuda.engine.errors import TefudaError
from tefuda.engine.view import View
from tefuda.table.entries import Entry, Played, Refused
from tefuda.table.table import Table
from tefuda.terminal.screens.player import OWN_EVENTS, SKIP, PlayerScreen
from tefuda.terminal.session import Chooser, Match, person_seat, save_record


class PlayScreen(PlayerScreen):
    """A match: game after game until the person leaves."""

    def __init__(self, match: Match, bots: Chooser) -> None:
        plan = match.plan
        self.match = match
        self.table = match.deal()
        super().__init__(match.game, plan.language, self.table.names, plan.pace, bots, person_seat(self.table))
        self._pending_play: asyncio.Future[Played] | None = None

    def on_mount(self) -> None:
        """Start the first game."""
        self.bots.prepare(self.game.package)
        self._begin()

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.table.state is not None and self.table.state.is_terminal

    @property
    def view(self) -> View | None:
        """Return the latest view of the person's seat."""
        return self.table.latest(self.seat).view

    def _begin(self) -> None:
        self.names = self.table.names
        self.seat = person_seat(self.table)
        self._reset()
        level = level_name(self.match.plan.level, self.language)
        title = [self.ui.say("title-again", game=self.match.games)] if self.match.games > 1 else []
        title.append(self.ui.say("title-players", count=self.game.num_players, level=level))
        self.say_title(" · ".join(title))
        self.in_background(partial(self._play, self.table), exclusive=True)

    # ------------------------------------------------------------ the game

    async def _play(self, table: Table) -> None:
        """Play one game from the deal to the result."""
        shown: View | None = None
        entry: Entry | None = None
        while True:
            assert table.state is not None
            seat = table.state.current_player
            thinking, chosen = None, table.openings.due(table.state)
            if chosen is None and seat is not None and table.sitters[seat].kind == "bot":
                thinking = asyncio.create_task(self.bots.choose(table, seat))
            try:
                share = OWN_EVENTS if isinstance(entry, Played) and entry.seat == self.seat else 1.0
                update = table.latest(self.seat)
                assert update.view is not None
                shown = await self._play_back(update.events, update.view, shown, share)
                if seat is None:
                    break
                if chosen is not None:  # before the deal
                    entry = table.propose_play(chosen[0], table.turn, chosen[1], self.language)
                elif thinking is None:
                    entry = await self._next_play()
                else:
                    entry = table.propose_play(seat, table.turn, await thinking, self.language)
            except TefudaError as error:  # a bot failure ends the game with a message
                self.refuse(self.ui.say("bot-failed", who=self.names[seat or 0], reason=str(error)), None)
                return
            finally:
                if thinking is not None:
                    thinking.cancel()
            table.apply(entry)
        self._finish()

    async def _next_play(self) -> Played:
        self._pending_play = asyncio.get_running_loop().create_future()
        return await self._pending_play

    # ------------------------------------------------------------- actions

    def attempt(self, command: str) -> None:
        """Play a command, or show which rule refuses it; during playback skip to its end instead."""
        if self._playing_back or command == SKIP:
            self.action_hurry()
            return
        try:
            entry = self.table.propose_play(self.seat, self.table.turn, command, self.language)
        except Refused as refused:
            self.refuse(refused.message, refused.clause)
            return
        if self._pending_play is not None and not self._pending_play.done():
            self._pending_play.set_result(entry)

    def action_hint(self) -> None:
        """Ask for a hint about the player's decision: the same as in the browser."""
        if self._pending_play is None or self._pending_play.done() or self._playing_back:
            self.note(self.ui.say("hint-not-now"))
            return
        self.note(self.ui.say("hint-thinking"))
        self.in_background(partial(self._hint, self.table, self.table.turn), group="hint", exclusive=True)

    async def _hint(self, table: Table, turn: int) -> None:
        assert table.state is not None
        record = table.state.full_state  # what is said of it is known to the seat
        try:
            analysis = await self.bots.analyse(table)
        except TefudaError as error:
            self.note(self.ui.say("hint-failed", reason=str(error)))
            return
        if (table, turn) == (self.table, self.table.turn):
            self._show_advice([advised(self.game, record, option) for option in analysis.options[:MOST_ADVISED]])

    # ---------------------------------------------------------------- keys

    def action_hurry(self) -> None:
        """Skip all pauses until it is the person's turn."""
        state = self.table.state
        if self._playing_back or (state is not None and state.current_player not in (None, self.seat)):
            self._skip_pauses.set()
            view = self.view
            if view is not None and self.seat in view.out:
                self._offer_skip(view)

    def action_type(self) -> None:
        """Ask for an action in notation."""
        state = self.table.state
        self._ask_for_action(
            list(state.legal_actions) if state is not None and state.current_player == self.seat else []
        )

    # -------------------------------------------------------------- result

    def _finish(self) -> None:
        """Write the record if the plan says so, and show the result."""
        self._learn_from_game(self.match.games)
        path = self.match.record_path()
        if path is not None:
            self._save(path)
        self.action_result()

    def _answered(self, answer: str | None) -> None:
        if answer == "again":
            self.table = self.match.deal()
            self._begin()
        else:
            super()._answered(answer)

    def _save(self, path: Path) -> None:
        """Write the record, and tell the outcome with the result."""
        try:
            save_record(self.table, path)
            self._report(self.ui.say("result-saved", file=str(path)))
        except OSError as error:
            reason = error.strerror or str(error)
            self._report(self.ui.say("result-not-saved", file=str(path), reason=reason))
