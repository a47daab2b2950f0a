"""A person at a table with bots: tells what happens at a pace one can follow, and takes the person's actions.

The table is the same core that a server keeps; this screen only holds it, asks the bots, and shows what the person's
own updates say.  It never looks at the true state beyond whose turn it is.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

from tefuda.bots.players import level_name
from tefuda.engine.errors import TefudaError
from tefuda.engine.view import Choice, View
from tefuda.table.entries import Entry, Played, Refused
from tefuda.table.table import Table, Update
from tefuda.terminal.event_playback import scenes
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.screens.board import BoardScreen
from tefuda.terminal.screens.dialogs import LineDialog, QuitDialog, ResultDialog, free_name
from tefuda.terminal.session import Chooser, Match, person_seat, save_record
from tefuda.terminal.table_renderer import game_keys, is_offered
from tefuda.terminal.widgets import ActionRows, KeyButton

SPARE_KEYS = "123456789acefgijklmnosuvwxz"  # for actions without a key of their own; the others have a meaning
OWN_EVENTS = 0.5  # of the pace: what one does oneself needs less time to be seen,
PLAIN_EVENTS = 0.5  # and so does what no rule has to explain


class PlayScreen(BoardScreen):
    """One match: game after game until the person leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "hurry"),
        Binding("colon,slash", "type"),
        Binding("q", "leave"),
        Binding("left", "app.focus_previous"),
        Binding("right", "app.focus_next"),
        Binding("r", "result"),
    ]

    def __init__(self, match: Match, bots: Chooser) -> None:
        plan = match.plan
        self.match, self.bots = match, bots
        self.table = match.deal()
        self.seat = person_seat(self.table)
        super().__init__(match.game, plan.language, self.table.names, plan.pace)
        self._narrating = False
        self._wish: asyncio.Future[Played] | None = None
        self._actions: dict[str, str] = {}  # key -> action in notation
        self._said = ""  # how writing the record went

    def key_hints(self) -> list[tuple[str, str, str]]:
        """Those of every table, and the player's own."""
        rules, helps, pace, theme, leave = super().key_hints()
        return [
            rules,
            ("space", "Space", self.own.say("key-skip")),
            helps,
            pace,
            ("colon", ":", self.own.say("key-command")),
            theme,
            leave,
        ]

    def on_mount(self) -> None:
        """Begin the first game."""
        self.bots.prepare(self.game.package)
        self._begin()

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.table.state is not None and self.table.state.over

    def _begin(self) -> None:
        self.names = self.table.names
        self.seat = person_seat(self.table)
        self._said = ""
        self.log_lines.forget()
        level = level_name(self.match.plan.level, self.language)
        title = [self.own.say("title-again", game=self.match.games)] if self.match.games > 1 else []
        title.append(self.own.say("title-players", count=self.game.players, level=level))
        self.say_title(" · ".join(title))
        self.run_worker(self._play(self.table), exclusive=True)

    # ------------------------------------------------------------ the game

    async def _play(self, table: Table) -> None:
        """One game from the deal to the result."""
        shown: View | None = None
        entry: Entry | None = None
        while True:
            assert table.state is not None
            seat = table.state.seat
            thinking = None
            if seat is not None and table.sitters[seat].kind == "bot":
                thinking = asyncio.create_task(self.bots.choose(table, seat))
            try:
                share = OWN_EVENTS if isinstance(entry, Played) and entry.seat == self.seat else 1.0
                shown = await self._narrate(table.latest(self.seat), shown, share)
                if seat is None:
                    break
                if thinking is None:
                    entry = await self._wished()
                else:
                    entry = table.propose_play(seat, table.turn, await thinking, self.language)
            except TefudaError as error:  # a bot that cannot choose ends the game with a sentence
                self.refuse(self.own.say("bot-failed", who=self.names[seat or 0], reason=str(error)), None)
                return
            finally:
                if thinking is not None:
                    thinking.cancel()
            table.apply(entry)
        self._finish()

    async def _narrate(self, update: Update, before: View | None, share: float) -> View:
        """Show an update event by event, then the table as it is now; returns the view it ends with."""
        assert update.view is not None
        mine = update.view.to_act == self.seat
        self._narrating = True
        self._offer(())
        for scene in scenes(before, update.events, update.view):
            self.settle()
            self.ask(self.own.say("hurrying") if self._hurry.is_set() else "", "$text-muted")
            self.show(scene.view, scene.fresh)
            self.tell(scene.heard)
            if not (mine and scene.heard is update.events[-1]):
                await self.linger(share if scene.heard.clause else share * PLAIN_EVENTS)
        self._narrating = False
        if mine or update.view.result is not None:
            self._hurry.clear()
        self.show(update.view)
        if update.view.prompt is not None:
            self.ask(self.game.say(update.view.prompt, self.language, self.names))
        self._offer(update.view.choices)
        return update.view

    async def _wished(self) -> Played:
        self._wish = asyncio.get_running_loop().create_future()
        return await self._wish

    # ------------------------------------------------------------- actions

    def _offer(self, choices: tuple[Choice, ...]) -> None:
        """Show what may be done now, each with a key; a game's own keys stay known all the time."""
        keys = game_keys(self.game.slug)
        by_action = {action: key for key, action in keys.items()}
        spare = (key for key in SPARE_KEYS)
        self._actions = dict(keys)
        buttons = []
        choices = tuple(choice for choice in choices if is_offered(self.game.slug, choice.action))
        order = list(by_action)  # a game's own keys come in the order it names them
        for choice in sorted(choices, key=lambda one: order.index(one.action) if one.action in order else len(order)):
            key = by_action.get(choice.action) or next(spare, "")
            if key:
                self._actions[key] = choice.action
            label = self.game.say(choice.label, self.language, self.names)
            buttons.append(KeyButton(key or ":", label if key else f"{choice.action} {label}", choice.action))
        self.query_one(ActionRows).offer(buttons)

    def on_button_pressed(self, event: KeyButton.Pressed) -> None:
        """An action by mouse, or by Enter on the button."""
        if isinstance(event.button, KeyButton):
            event.stop()
            self.attempt(event.button.does)

    def on_key(self, event: Key) -> None:
        """An action by its key."""
        if event.key in self._actions:
            event.stop()
            self.attempt(self._actions[event.key])

    def attempt(self, command: str) -> None:
        """Play a command, or say which rule refuses it; while things are still being told, hear the end of it first."""
        if self._narrating:
            self.action_hurry()
            return
        try:
            entry = self.table.propose_play(self.seat, self.table.turn, command, self.language)
        except Refused as refused:
            self.refuse(refused.message, refused.clause)
            return
        if self._wish is not None and not self._wish.done():
            self._wish.set_result(entry)

    # ---------------------------------------------------------------- keys

    def action_hurry(self) -> None:
        """Skip all pauses until it is the person's turn."""
        state = self.table.state
        if self._narrating or (state is not None and state.seat not in (None, self.seat)):
            self._hurry.set()

    def action_type(self) -> None:
        """Type an action in notation."""
        state = self.table.state
        known = ", ".join(state.actions) if state is not None and state.seat == self.seat else ""
        hint = self.own.say("command-known", known=known) if known else ""
        self.app.push_screen(LineDialog(self.own.say("command-title"), hint), self._typed)

    def _typed(self, line: str | None) -> None:
        if line:
            self.attempt(line)

    def action_leave(self) -> None:
        """Leave the table; ask first where a game is going on."""
        if self.over:
            self.dismiss()
        else:
            self.app.push_screen(QuitDialog(self.own), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "quit":
            self.dismiss()

    # -------------------------------------------------------------- result

    def _finish(self) -> None:
        """Write the record where that was wished, and show the result."""
        path = self.match.record_path()
        if path is not None:
            self._save(path)
        self.action_result()

    def action_result(self) -> None:
        """How the game ended."""
        view = self.table.latest(self.seat).view
        if view is not None and view.result is not None:
            context = RenderContext(view, self.game, self.language, self.names, self.app.size.width, 0)
            self.app.push_screen(ResultDialog(context, self._said, self._ask_where, self.action_rules), self._answered)

    def _answered(self, answer: str | None) -> None:
        if answer == "again":
            self.table = self.match.deal()
            self._begin()
        elif answer == "quit":
            self.dismiss()
        else:
            self.ask(self.own.say("result-keys"))

    def _ask_where(self) -> None:
        name = free_name(self.game.slug, Path.cwd())
        dialog = LineDialog(self.own.say("save-title"), value=name, refuse=self._taken)
        self.app.push_screen(dialog, lambda line: self._save(Path(line)) if line else None)

    def _taken(self, line: str) -> str:
        return self.own.say("save-exists", file=line) if Path(line).exists() else ""

    def _save(self, path: Path) -> None:
        """Write the record, and remember how that went for the result to say."""
        try:
            save_record(self.table, path)
            self._said = self.own.say("result-saved", file=str(path))
        except OSError as error:
            self._said = self.own.say("result-not-saved", file=str(path), reason=error.strerror or str(error))
        if isinstance(self.app.screen, ResultDialog):
            self.app.screen.report(self._said)
