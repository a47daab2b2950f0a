"""The screen of a match against bots: plays back events at a readable pace and takes the person's actions.

The table is the same core that the server uses; this screen owns it, queries the bots, and shows the updates of the
person's seat.  Of the full state it reads only whose turn it is.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message

from tefuda.bots.advice import MOST_ADVISED, advised
from tefuda.bots.players import level_name
from tefuda.engine.errors import TefudaError
from tefuda.engine.state import State
from tefuda.engine.view import Observation, View
from tefuda.table.entries import Entry, Played, Refused
from tefuda.table.lesson_script import Lesson, lesson_of
from tefuda.table.table import Table, Update
from tefuda.terminal.action_keys import action_keys, offered, word_keys
from tefuda.terminal.after_game import NEWCOMER_GAMES, card_of, rule_cards, try_next
from tefuda.terminal.event_playback import playback
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.screens.board import BoardScreen
from tefuda.terminal.screens.dialogs import LineDialog, QuitDialog, ResultDialog, unused_name
from tefuda.terminal.session import Chooser, Match, person_seat, save_record
from tefuda.terminal.widgets import ActionRows, KeyButton

OWN_EVENTS = 0.5  # share of the pace: one's own actions need less time,
SKIP = "!skip"  # answer of a button that is no action
PLAIN_EVENTS = 0.5  # and so do events without a clause to read


class Demonstrate(Message):
    """Asks the app for the demonstration of a rule, over this screen."""

    def __init__(self, lesson: Lesson, bots: Chooser, language: str, pace: float) -> None:
        super().__init__()
        self.lesson, self.bots, self.language, self.pace = lesson, bots, language, pace


class PlayScreen(BoardScreen):
    """A match: game after game until the person leaves."""

    goal_first = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "hurry"),
        Binding("h", "hint"),
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
        self._pending_play: asyncio.Future[Played] | None = None
        self._actions: dict[str, str] = {}  # key -> action in notation
        self._save_status = ""  # outcome of writing the record
        self._history: list[Observation] = []  # of this game
        self._lessons: list[str] = []  # what a newcomer may take from this game
        self._card = ""  # clause of the rule card among them
        self._cards_shown: list[str] = []  # clauses of the rule cards shown so far

    def key_hints(self) -> list[tuple[str, str, str]]:
        """Return the keys of every table and those of the player."""
        rules, helps, pace, theme, leave = super().key_hints()
        return [
            rules,
            ("h", "h", self.ui.say("key-hint")),
            ("space", "Space", self.ui.say("key-skip")),
            helps,
            pace,
            ("colon", ":", self.ui.say("key-command")),
            theme,
            leave,
        ]

    def on_mount(self) -> None:
        """Start the first game."""
        self.bots.prepare(self.game.package)
        self._begin()

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.table.state is not None and self.table.state.over

    def _begin(self) -> None:
        self.names = self.table.names
        self.seat = person_seat(self.table)
        self._save_status, self._history, self._lessons, self._card = "", [], [], ""
        self.event_log.reset()
        self.event_log.append(self.game.localizer(self.language).say("goal"))
        level = level_name(self.match.plan.level, self.language)
        title = [self.ui.say("title-again", game=self.match.games)] if self.match.games > 1 else []
        title.append(self.ui.say("title-players", count=self.game.players, level=level))
        self.say_title(" · ".join(title))
        self.run_worker(self._play(self.table), exclusive=True)

    # ------------------------------------------------------------ the game

    async def _play(self, table: Table) -> None:
        """Play one game from the deal to the result."""
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

    async def _narrate(self, update: Update, before: View | None, share: float) -> View:
        """Play back an update event by event, then show the current table; returns the final view."""
        assert update.view is not None
        mine = update.view.to_act == self.seat
        self._narrating = True
        self._offer_skip(update.view)
        for step in playback(before, update.events, update.view):
            self.clear_notes()
            self.ask(self.ui.say("hurrying") if self._skip_pauses.is_set() else "", "$text-muted")
            self.show(step.view, step.fresh)
            self.log_event(step.observation)
            self._history.append(step.observation)
            if not (mine and step.observation is update.events[-1]):
                await self.pause(share if step.observation.clause else share * PLAIN_EVENTS)
        self._narrating = False
        if mine or update.view.result is not None:
            self._skip_pauses.clear()
        self.show(update.view)
        if update.view.prompt is not None:
            self.ask(self.game.say(update.view.prompt, self.language, self.names))
        if self.seat in update.view.out:
            self._offer_skip(update.view)
        else:
            self._offer(update.view)
        return update.view

    def _offer_skip(self, view: View) -> None:
        """Offer nothing, except to skip to the end where the person is out of the game and watches."""
        watches = self.seat in view.out and view.result is None and not self._skip_pauses.is_set()
        buttons = [KeyButton("Space", self.ui.say("skip-to-end"), SKIP)] if watches else []
        self.query_one(ActionRows).offer(buttons)

    async def _next_play(self) -> Played:
        self._pending_play = asyncio.get_running_loop().create_future()
        return await self._pending_play

    # ------------------------------------------------------------- actions

    def _offer(self, view: View) -> None:
        """Show the actions as buttons with keys; the keys of actions that are words stay bound between turns.

        Permanent buttons and modes that are closed now are muted: pressing one shows the rule that closes it.
        """
        choices = offered(view)
        keys = action_keys(view, word_keys(self.game.action_names, self.game.localizer(self.language)))
        self._actions = {key: action for action, key in keys.items()}
        buttons = []
        if view.choices:
            legal = {choice.action: choice.label for choice in choices}
            closed = {button.action: button.label for button in view.buttons if button.action not in legal}
            modes = {choice.mode for choice in choices}
            closed |= {mode.action: mode.label for mode in view.modes if mode.id not in modes}
            first = [button.action for button in view.buttons if button.action in legal]
            for action in dict.fromkeys([*first, *legal, *closed]):
                label = self.game.say(legal.get(action) or closed[action], self.language, self.names)
                key = keys.get(action, "")
                text = label if key else f"{action} {label}"
                buttons.append(KeyButton(key or ":", text, action, muted=action in closed))
        self.query_one(ActionRows).offer(buttons)

    def on_button_pressed(self, event: KeyButton.Pressed) -> None:
        """Play an action by mouse, or by Enter on its button."""
        if isinstance(event.button, KeyButton):
            event.stop()
            self.attempt(event.button.answer)

    def on_key(self, event: Key) -> None:
        """Play an action by its key."""
        if event.key in self._actions:
            event.stop()
            self.attempt(self._actions[event.key])

    def attempt(self, command: str) -> None:
        """Play a command, or show which rule refuses it; during playback skip to its end instead."""
        if self._narrating or command == SKIP:
            self.action_hurry()
            return
        try:
            entry = self.table.propose_play(self.seat, self.table.turn, command, self.language)
        except Refused as refused:
            self.refuse(refused.message, refused.clause)
            return
        if self._pending_play is not None and not self._pending_play.done():
            self._pending_play.set_result(entry)

    # ---------------------------------------------------------------- hint

    def action_hint(self) -> None:
        """Ask for a hint about one's decision: the same as in the browser."""
        if self._pending_play is None or self._pending_play.done() or self._narrating:
            self.note(self.ui.say("hint-not-now"))
            return
        self.note(self.ui.say("hint-thinking"))
        self.run_worker(self._hint(self.table, self.table.turn), group="hint", exclusive=True)

    async def _hint(self, table: Table, turn: int) -> None:
        """Show the best option above the actions, and all advised options with their reasons in the log."""
        assert table.state is not None
        record = table.state.full_state  # what is said of it is known to the seat
        try:
            analysis = await self.bots.analyse(table)
        except TefudaError as error:
            self.note(self.ui.say("hint-failed", reason=str(error)))
            return
        if (table, turn) != (self.table, self.table.turn):
            return
        for place, option in enumerate(analysis.options[:MOST_ADVISED]):
            shown = advised(self.game, record, option)
            label, prospect = (self.game.say(one, self.language, self.names) for one in (shown.label, shown.prospect))
            rank = "hint-best" if place == 0 else "hint-equal" if shown.equal else "hint-other"
            said = self.ui.say(rank, label=label, prospect=prospect)
            why = self.game.say(shown.reason.words, self.language, self.names) if shown.reason is not None else ""
            clause = shown.reason.clause if shown.reason is not None else ""
            self.event_log.append(f"{said}  {why}".rstrip(), self.ui.say("log-clause", clause=clause) if clause else "")
            if place == 0:
                self.advise(said, why)

    # ---------------------------------------------------------------- keys

    def action_hurry(self) -> None:
        """Skip all pauses until it is the person's turn."""
        state = self.table.state
        if self._narrating or (state is not None and state.seat not in (None, self.seat)):
            self._skip_pauses.set()
            view = self.table.latest(self.seat).view
            if view is not None and self.seat in view.out:
                self._offer_skip(view)

    def action_type(self) -> None:
        """Ask for an action in notation."""
        self._ask_for_action(self.table.state)

    def _ask_for_action(self, state: State | None) -> None:
        known = ", ".join(state.actions) if state is not None and state.seat == self.seat else ""
        hint = self.ui.say("command-known", known=known) if known else ""
        self.app.push_screen(LineDialog(self.ui.say("command-title"), hint), self._typed)

    def _typed(self, line: str | None) -> None:
        if line:
            self.attempt(line)

    def action_leave(self) -> None:
        """Leave the table; ask first during a game."""
        if self.over:
            self.dismiss()
        else:
            self.app.push_screen(QuitDialog(self.ui), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "quit":
            self.dismiss()

    # -------------------------------------------------------------- result

    def _finish(self) -> None:
        """Write the record if the plan says so, and show the result."""
        if self.match.games <= NEWCOMER_GAMES:
            self._lessons = self._learned()
        path = self.match.record_path()
        if path is not None:
            self._save(path)
        self.action_result()

    def _learned(self) -> list[str]:
        """Return one thing to try next time, and a card about a rule that has mattered for the first time."""
        advice = try_next(self.game, self.language, self._history, self.seat)
        lines = [self.ui.say("result-try", advice=advice)] if advice else []
        card = card_of(rule_cards(self.game, self.language), self._history, self._cards_shown)
        if card is not None:
            self._card = card.clause
            self._cards_shown.append(card.clause)
            lines.append(self.ui.say("rule-card", title=card.title, text=card.text, clause=card.clause))
        return lines

    def action_result(self) -> None:
        """Show the result."""
        view = self.table.latest(self.seat).view
        if view is not None and view.result is not None:
            context = RenderContext(view, self.game, self.language, self.names, self.app.size.width, 0)
            show = partial(self.demonstrate, self._card) if lesson_of(self.game.package, self._card or "-") else None
            dialog = ResultDialog(context, self._save_status, self._ask_where, self.action_rules, self._lessons, show)
            self.app.push_screen(dialog, self._answered)

    def demonstrate(self, clause: str) -> None:
        """Show a rule on a table of its own, from which the person returns here."""
        lesson = lesson_of(self.game.package, clause)
        if lesson is not None:
            self.post_message(Demonstrate(lesson, self.bots, self.language, self.pace))

    def _answered(self, answer: str | None) -> None:
        if answer == "again":
            self.table = self.match.deal()
            self._begin()
        elif answer == "quit":
            self.dismiss()
        else:
            self.ask(self.ui.say("result-keys"))

    def _ask_where(self) -> None:
        name = unused_name(self.game.slug, Path.cwd())
        dialog = LineDialog(self.ui.say("save-title"), value=name, refuse=self._taken)
        self.app.push_screen(dialog, lambda line: self._save(Path(line)) if line else None)

    def _taken(self, line: str) -> str:
        return self.ui.say("save-exists", file=line) if Path(line).exists() else ""

    def _save(self, path: Path) -> None:
        """Write the record, and keep the outcome for the result dialog."""
        try:
            save_record(self.table, path)
            self._save_status = self.ui.say("result-saved", file=str(path))
        except OSError as error:
            self._save_status = self.ui.say("result-not-saved", file=str(path), reason=error.strerror or str(error))
        if isinstance(self.app.screen, ResultDialog):
            self.app.screen.report(self._save_status)
