"""The screen of a player, at a table here or on a server: plays back events, offers actions, takes keys.

Of the game it reads only the views and observations of one audience.  Subclasses say where a command goes (`attempt`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.message import Message

from tefuda.bots.advice import AdvisedOption
from tefuda.engine.game import Game
from tefuda.engine.view import Observation, View
from tefuda.table.lesson_script import Lesson, lesson_of
from tefuda.terminal.action_keys import action_keys, offered, word_keys
from tefuda.terminal.after_game import NEWCOMER_GAMES, card_of, rule_cards, try_next
from tefuda.terminal.event_playback import playback
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.screens.board import BoardScreen
from tefuda.terminal.screens.deck_choice import DeckChoice
from tefuda.terminal.screens.dialogs import LineDialog, QuitDialog, ResultDialog, unused_name
from tefuda.terminal.session import Chooser
from tefuda.terminal.widgets import ActionRows, KeyButton, KeyLine

SKIP, TYPE = "!skip", "!type"  # answers of buttons that are no actions
OWN_EVENTS = 0.5  # share of the pace: the player's own actions need less time
PLAIN_EVENTS = 0.5  # share of the pace: events without a clause to read need less time


class Demonstrate(Message):
    """Asks the app for the demonstration of a rule, over this screen."""

    def __init__(self, lesson: Lesson, bots: Chooser, language: str, pace: float) -> None:
        super().__init__()
        self.lesson, self.bots, self.language, self.pace = lesson, bots, language, pace


class PlayerScreen(BoardScreen):
    """Base screen of a player."""

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

    def __init__(
        self, game: Game, language: str, names: Sequence[str], pace: float, bots: Chooser, seat: int = -1
    ) -> None:
        super().__init__(game, language, names, pace)
        self.bots, self.seat = bots, seat
        self._playing_back = False
        self._actions: dict[str, str] = {}  # key -> action in notation
        self._history: list[Observation] = []  # observations of this game
        self._lessons: list[str] = []  # what a newcomer may take from this game
        self._card = ""  # clause of the rule card among them
        self._cards_shown: list[str] = []  # clauses of the rule cards shown so far
        self._result_status = ""  # shown with the result, such as where the record is
        self._standings = Content()  # of several games, shown with the result

    def key_hints(self) -> list[tuple[str, str, str]]:
        """Return the keys of every table and those of the player."""
        rules, helps, pace, theme, leave = super().key_hints()
        if self._is_decided:
            return [rules, ("r", "r", self.ui.say("key-result")), helps, theme, leave]
        return self._without_actions(
            [
                rules,
                ("h", "h", self.ui.say("key-hint")),
                ("space", "Space", self.ui.say("key-skip")),
                helps,
                pace,
                ("colon", ":", self.ui.say("key-command")),
                theme,
                leave,
            ]
        )

    def _without_actions(self, keys: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """Return the keys without those that play an action in this game."""
        taken = set(self._word_keys().values())
        return [key for key in keys if key[0] not in taken]

    def _word_keys(self) -> dict[str, str]:
        return word_keys(self.game.action_names, self.game.localizer(self.language))

    @property
    def over(self) -> bool:
        """Return whether leaving loses nothing."""
        raise NotImplementedError

    @property
    def view(self) -> View | None:
        """Return the latest view of this seat, None before the deal."""
        raise NotImplementedError

    @property
    def _is_decided(self) -> bool:
        """Return whether the game has a result."""
        return self.view is not None and self.view.result is not None

    def attempt(self, command: str) -> None:
        """Play a command, or show which rule refuses it; during playback skip to its end instead."""
        raise NotImplementedError

    def action_type(self) -> None:
        """Ask for an action in notation."""
        raise NotImplementedError

    def action_hurry(self) -> None:
        """Skip all pauses until it is the person's turn."""
        raise NotImplementedError

    def _reset(self) -> None:
        """Begin to show another game."""
        self._history, self._lessons, self._card, self._result_status = [], [], "", ""
        self._standings = Content()
        self.query_one(KeyLine).offer(self.key_hints())
        self.event_log.reset()
        self.event_log.append(self.game.localizer(self.language).say("goal"))

    # ------------------------------------------------------------ playback

    async def _play_back(self, events: Sequence[Observation], view: View, before: View | None, share: float) -> View:
        """Play back an update event by event, then show the current table; returns the final view."""
        mine = view.to_act == self.seat
        self._playing_back = True
        self._offer_skip(view)
        for step in playback(before, events, view):
            self.clear_notes()
            self.ask(self.ui.say("hurrying") if self._skip_pauses.is_set() else "", "$text-muted")
            self.show(step.view, step.fresh)
            self.log_event(step.observation)
            self._history.append(step.observation)
            if not (mine and step.observation is events[-1]):
                await self.pause(share if step.observation.clause else share * PLAIN_EVENTS)
        self._playing_back = False
        if mine or view.result is not None:
            self._skip_pauses.clear()
        self._present_view(view)
        return view

    def _present_view(self, view: View) -> None:
        """Show a view with its prompt, its actions and its keys."""
        self.show(view)
        self.query_one(KeyLine).offer(self.key_hints())
        if view.prompt is not None:
            self.ask(self.game.say(view.prompt, self.language, self.names))
        if self.seat in view.out and view.result is None:
            self._offer_skip(view)
        else:
            self._offer(view)

    def _offer_skip(self, view: View) -> None:
        """Offer nothing, except to skip to the end where the person is out of the game and watches."""
        watches = self.seat in view.out and view.result is None and not self._skip_pauses.is_set()
        buttons = [KeyButton("Space", self.ui.say("skip-to-end"), SKIP)] if watches else []
        self.query_one(ActionRows).offer(buttons)

    # ------------------------------------------------------------- actions

    def _offer(self, view: View) -> None:
        """Show the actions as buttons with keys; those of words stay bound between turns, until the game is over.

        Permanent buttons and modes that are closed now are muted: pressing one shows the rule that closes it.  So is
        the button that says how to type choices with marks.
        """
        choices = offered(view)
        keys = action_keys(view, self._word_keys()) if view.result is None else {}
        self._actions = {key: action for action, key in keys.items()}
        buttons = self._own_buttons()
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
            marking = next((choice.action for choice in view.choices if choice.marks), "")
            if marking and choices:
                text = self.ui.say("command-joined", example=f"{marking} {choices[0].action}")
                buttons.append(KeyButton(":", text, TYPE, muted=True))
            if view.page and self.game.openings:
                buttons.append(KeyButton(":", self.game.localizer(self.language).say("opening-typed"), TYPE))
        self.query_one(ActionRows).offer(buttons)

    def _own_buttons(self) -> list[KeyButton]:
        """Return the buttons of the screen itself, before those of the game."""
        return []

    def on_button_pressed(self, event: KeyButton.Pressed) -> None:
        """Play an action by mouse, or by Enter on its button."""
        if isinstance(event.button, KeyButton):
            event.stop()
            if event.button.answer == TYPE:
                self.action_type()
            else:
                self.attempt(event.button.answer)

    def on_key(self, event: Key) -> None:
        """Play an action by its key."""
        if event.key in self._actions:
            event.stop()
            self.attempt(self._actions[event.key])

    def _ask_for_action(self, known: Sequence[str]) -> None:
        """Ask for an action in notation, or for a deck where one is chosen; `known` are the actions legal now."""
        if known and self.view is not None and self.view.page and self.game.openings:
            choice = DeckChoice(self, self.game, self.ui)
            self.app.push_screen(choice.dialog(), lambda line: self._typed(choice.command(line or "") or line))
            return
        hint = self.ui.say("command-known", known=", ".join(known)) if known else ""
        self.app.push_screen(LineDialog(self.ui.say("command-title"), hint), self._typed)

    def _typed(self, line: str | None) -> None:
        if line:
            self.attempt(line)

    def action_leave(self) -> None:
        """Leave the table; ask first during a game."""
        if self.over:
            self.dismiss()
        else:
            self.app.push_screen(QuitDialog(self.ui, self.quit_title), self._left)

    @property
    def quit_title(self) -> str:
        """Return the question before leaving during a game."""
        return self.ui.say("quit-title")

    def _left(self, answer: str | None) -> None:
        if answer == "quit":
            self.dismiss()

    # ---------------------------------------------------------------- hint

    def _show_advice(self, options: Sequence[AdvisedOption]) -> None:
        """Show the best option above the actions, and all advised options with their reasons in the log."""
        for place, option in enumerate(options):
            label, prospect = (self.game.say(one, self.language, self.names) for one in (option.label, option.prospect))
            rank = "hint-best" if place == 0 else "hint-equal" if option.equal else "hint-other"
            said = self.ui.say(rank, label=label, prospect=prospect)
            why = self.game.say(option.reason.words, self.language, self.names) if option.reason is not None else ""
            clause = option.reason.clause if option.reason is not None else ""
            self.event_log.append(f"{said}  {why}".rstrip(), self.ui.say("log-clause", clause=clause) if clause else "")
            if place == 0:
                self.advise(said, why)

    # -------------------------------------------------------------- result

    def _learn_from_game(self, games: int) -> None:
        """Note what a newcomer may take from this game, the `games`-th in a row."""
        if games > NEWCOMER_GAMES:
            return
        advice = try_next(self.game, self.language, self._history, self.seat)
        self._lessons = [self.ui.say("result-try", advice=advice)] if advice else []
        card = card_of(rule_cards(self.game, self.language), self._history, self._cards_shown)
        if card is not None:
            self._card = card.clause
            self._cards_shown.append(card.clause)
            self._lessons.append(self.ui.say("rule-card", title=card.title, text=card.text, clause=card.clause))

    def action_result(self) -> None:
        """Show the result."""
        view = self.view
        if view is not None and view.result is not None:
            context = RenderContext(view, self.game, self.language, self.names, self.app.size.width, 0)
            show: Callable[[], None] | None = partial(self.demonstrate, self._card)
            if lesson_of(self.game.package, self._card or "-") is None:
                show = None
            save, rules = self.ask_where_to_save, self.action_rules
            self.app.push_screen(
                ResultDialog(context, self._result_status, save, rules, self._lessons, show, self._standings),
                self._answered,
            )

    def ask_where_to_save(self) -> None:
        """Ask for a file for the record of the game."""
        name = unused_name(self.game.slug, Path.cwd())
        dialog = LineDialog(self.ui.say("save-title"), value=name, refuse=self._taken)
        self.app.push_screen(dialog, lambda line: self._save(Path(line)) if line else None)

    def _taken(self, line: str) -> str:
        return self.ui.say("save-exists", file=line) if Path(line).exists() else ""

    def _save(self, path: Path) -> None:
        """Write the record, and tell the outcome with the result."""
        raise NotImplementedError

    def _answered(self, answer: str | None) -> None:
        """React to the answer of the result dialog."""
        if answer == "quit":
            self.dismiss()
        else:
            self.ask(self.ui.say("result-keys"))

    def _report(self, status: str) -> None:
        """Show something with the result, now and when it is opened again."""
        self._result_status = status
        if isinstance(self.app.screen, ResultDialog):
            self.app.screen.report(status)

    def _show_standings_in_result(self, standings: Content) -> None:
        """Show the standings with the result, now and when it is opened again."""
        self._standings = standings
        if isinstance(self.app.screen, ResultDialog):
            self.app.screen.show_standings(standings)

    def demonstrate(self, clause: str) -> None:
        """Show a rule on a table of its own, from which the person returns here."""
        lesson = lesson_of(self.game.package, clause)
        if lesson is not None:
            self.post_message(Demonstrate(lesson, self.bots, self.language, self.pace))
