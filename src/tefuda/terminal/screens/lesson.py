"""The screen of a lesson: a table whose text is shown above the prompt and waits for the reader.

It shows and asks like any game against bots; the lesson judges what is pressed and plays for the opponents.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key

from tefuda.bots.players import bot_names
from tefuda.engine.view import View
from tefuda.table.lesson import LessonRun
from tefuda.table.lesson_script import LEARNER, Lesson, lesson_of
from tefuda.terminal.after_game import rule_cards
from tefuda.terminal.render_context import terminal_localizer
from tefuda.terminal.screens.board import FIXED_ROWS, BoardScreen
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.screens.player import PlayerScreen
from tefuda.terminal.session import Chooser, Match, Plan
from tefuda.terminal.widgets import ActionRows, KeyButton, Prose

LEVEL = "easy"  # of the bots in the game after a script, and in the real game after a lesson
TEXT_ROWS = 4
NEXT, REAL, RETURN, SHOW = "!next", "!real", "!return", "!show "  # answers of buttons that are no actions


class LessonScreen(PlayerScreen):
    """A lesson from a step to its end."""

    fixed_rows = FIXED_ROWS + TEXT_ROWS
    goal_first = False  # the number of the step matters more
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next"),
        Binding("backspace", "back"),
        Binding("asterisk", "show_me"),
    ]

    def __init__(self, lesson: Lesson, bots: Chooser, language: str, pace: float, place: str = "") -> None:
        self.lesson = LessonRun(lesson, bot_names(language), place, level=LEVEL)
        me = terminal_localizer(language).say("person")
        names = [sitter.name or me for sitter in self.lesson.sitters]
        super().__init__(lesson.game, language, names, pace, bots, LEARNER)
        self._sought: dict[str, int] = {}  # key -> handle, where a step asks to find a card
        self._cards_told = False
        self._changed = asyncio.Event()

    def key_hints(self) -> list[tuple[str, str, str]]:
        """Return the keys of every table and those of the learner."""
        rules, _, _, theme, leave = BoardScreen.key_hints(self)
        back, show = ("backspace", "⌫", self.ui.say("key-back")), ("asterisk", "*", self.ui.say("key-show-me"))
        return self._without_actions([rules, back, show, ("colon", ":", self.ui.say("key-command")), theme, leave])

    def on_mount(self) -> None:
        """Start the lesson."""
        self.bots.prepare(self.game.package)
        self._reset()
        self.in_background(self._learn, exclusive=True)

    @property
    def over(self) -> bool:
        """Return whether leaving loses nothing, which is always so."""
        return True

    @property
    def view(self) -> View:
        """Return the view of the learner."""
        return self.lesson.view

    # ----------------------------------------------------------- the lesson

    async def _learn(self) -> None:
        """Show the lesson from here to its end."""
        await self.mount(Prose(id="lesson"), before="#prompt")
        shown: View | None = None
        version = 0
        while True:
            lesson = self.lesson
            if lesson.update.version != version:
                version = lesson.update.version
                self._tell("")
                shown = await self._play_back(lesson.update.events, lesson.view, shown, 1.0)
            if lesson.opponents_move:
                await self.pause()
                lesson.advance()
            elif lesson.bot_moves:
                assert lesson.state.current_player is not None
                lesson.play_bot(await self.bots.choose(lesson, lesson.state.current_player))
            else:
                self._skip_pauses.clear()
                self._changed.clear()
                self._present()
                await self._changed.wait()

    def _present(self) -> None:
        """Show the step, and what may be pressed."""
        lesson = self.lesson
        count = len(lesson.lesson.steps)
        self.say_title(self.ui.say("lesson-title", step=min(lesson.number, count), steps=count))
        self._sought = {}
        if lesson.finished:
            self._tell(lesson.text(self.language) or self.ui.say("lesson-end", rank=lesson.state.ranking[LEARNER]))
            if lesson.lesson.card:
                offered = [KeyButton("Enter", self.ui.say("lesson-return"), RETURN)]
            else:
                self._tell_more()
                offered = [KeyButton("Enter", self.ui.say("lesson-real"), REAL), *self._cards()]
            self.query_one(ActionRows).offer(offered)
            self.ask(self.ui.say("lesson-demonstrations") if len(offered) > 1 else "")
            return
        self._tell(lesson.text(self.language))
        self._offer(lesson.view)
        if lesson.look is not None:
            self._seek()
        elif lesson.step is not None and not lesson.step.asks:
            self.query_one(ActionRows).offer([KeyButton("Enter", self.ui.say("lesson-next"), NEXT)])
            self.ask("")
        if lesson.ring:
            self.action_show_me()

    def _tell_more(self) -> None:
        """Put the cards with the rules that the lesson leaves out into the log, once."""
        cards, self._cards_told = ([] if self._cards_told else rule_cards(self.game, self.language)), True
        if cards:
            self.event_log.append(self.ui.say("lesson-more"))
        for title, text, clause in [(card.title, card.text, card.clause) for card in cards]:
            self.event_log.append(self.ui.say("rule-card", title=title, text=text, clause=clause))

    def _cards(self) -> list[KeyButton]:
        """Return a button for each card whose rule can be shown."""
        cards = [one for one in rule_cards(self.game, self.language) if lesson_of(self.game.package, one.clause)]
        return [KeyButton(str(number), card.title, SHOW + card.clause) for number, card in enumerate(cards, 1)]

    def _seek(self) -> None:
        """Give a number to every card that may be the one that a step asks to find."""
        handles = [handle for point in self.lesson.points for handle in point.handles]
        self._sought = {str(number): handle for number, handle in enumerate(handles[:9], 1)}
        self.query_one(ActionRows).offer(())
        parts, first = [], 1
        for point in self.lesson.points:
            zone = next(zone for zone in self.lesson.view.zones if zone.id == point.id)
            last = first + len(point.handles) - 1
            parts.append(self.ui.say("lesson-cards", who=self.names[zone.owner], first=first, last=last))
            first = last + 1
        self.ask(self.ui.say("lesson-find", cards=" · ".join(parts)))

    def _tell(self, words: str) -> None:
        self.query_one("#lesson", Prose).text = Content.styled(words, "bold")

    # -------------------------------------------------------------- actions

    def on_key(self, event: Key) -> None:
        """Answer a step that asks to find a card; other keys play actions, as at every table."""
        if event.key.isdecimal() and self.lesson.finished and not self.lesson.lesson.card and not self._playing_back:
            event.stop()
            event.prevent_default()
            cards = dict(enumerate(self._cards(), 1))
            if chosen := cards.get(int(event.key)):
                self.attempt(chosen.answer)
        elif event.key in self._sought and not self._playing_back:
            event.stop()
            event.prevent_default()  # Textual calls the handler of the base class, too
            reply = self.lesson.press_card(self._sought[event.key], self.language)
            self._react(accepted=reply.accepted, message=reply.message, clause=None)

    def attempt(self, command: str) -> None:
        """Let the lesson judge a command; during playback skip to its end instead."""
        if self._playing_back:
            self.action_hurry()
        elif command == NEXT:
            self.action_next()
        elif command == REAL:
            self._play_real_game()
        elif command == RETURN:
            self.dismiss()
        elif command.startswith(SHOW):
            self.demonstrate(command.removeprefix(SHOW))
        else:
            reply = self.lesson.press(command, self.language)
            self._react(accepted=reply.accepted, message=reply.message, clause=reply.clause)

    def _react(self, *, accepted: bool, message: str, clause: str | None) -> None:
        if accepted:
            self.clear_notes()
            self._changed.set()
            return
        self.refuse(message, clause)
        if self.lesson.ring:
            self.action_show_me()

    def action_next(self) -> None:
        """Go on from a step that has been read."""
        if self._playing_back:
            self.action_hurry()
        elif self.lesson.finished:
            self.attempt(RETURN if self.lesson.lesson.card else REAL)
        elif self.lesson.next():
            self._react(accepted=True, message="", clause=None)

    def action_back(self) -> None:
        """Return to the step before."""
        if not self._playing_back and not self.lesson.free:
            self.lesson.back()
            self._react(accepted=True, message="", clause=None)

    def action_show_me(self) -> None:
        """Name the actions or cards with which the lesson goes on."""
        labels = {choice.action: choice.label for choice in self.lesson.view.choices}
        known = [self.game.say(labels[action], self.language, self.names) for action in self.lesson.expected[:3]]
        if self.lesson.look is not None:
            known = [key for key, handle in self._sought.items() if handle in self.lesson.look.handles]
        if known:
            self.ask(self.ui.say("lesson-shown", what=" / ".join(known)), "bold $accent")

    def action_hurry(self) -> None:
        """Skip all pauses until the next step."""
        if self._playing_back or self.lesson.step is None:
            self._skip_pauses.set()
        elif not self.lesson.step.asks:
            self.action_next()

    def action_type(self) -> None:
        """Ask for an action in notation."""
        state = self.lesson.state
        self._ask_for_action(list(state.legal_actions) if state.current_player == self.seat else [])

    def action_leave(self) -> None:
        """Leave the lesson; nothing is lost."""
        self.dismiss()

    def action_result(self) -> None:
        """Do nothing: the lesson says how it ended."""

    def _play_real_game(self) -> None:
        plan = Plan(self.game.slug, self.game.num_players, LEVEL, self.language, pace=self.pace)
        self.app.push_screen(PlayScreen(Match(plan), self.bots), lambda _: self.dismiss())
