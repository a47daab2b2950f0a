"""The screen around a table: drawing, log, prompt line, actions and keys.

Display only; `play.py` and `replay.py` add the behaviour.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker

from tefuda.engine.game import Game
from tefuda.engine.view import Observation, View
from tefuda.terminal.render_context import RenderContext, terminal_localizer
from tefuda.terminal.screens.rules import RulesScreen
from tefuda.terminal.widgets import ActionRows, Board, EventLog, KeyLine, Prose, TableAndLog

WIDE = 116  # width in cells from which the log is shown beside the table
FIXED_ROWS = 5  # title, two rows of prompt, actions, keys
LOG_ROWS = 5  # rows that the drawing leaves to the log below the table, with its rule
PACES = (0.0, 0.2, 0.4, 0.8, 1.2, 2.0)


class BoardScreen(Screen[None]):
    """Base screen that shows a table."""

    fixed_rows = FIXED_ROWS
    goal_first = False  # in a narrow title row, whether the goal of the game precedes the text at its right end
    AUTO_FOCUS = ""  # no initial focus: Enter must not press a button by accident
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules"),
        Binding("percent_sign", "helps"),
        Binding("plus,equals_sign,semicolon", "pace(-1)"),  # faster; the same key on Japanese and American keyboards
        Binding("minus", "pace(1)"),
        Binding("pageup", "scroll_log(-1)"),
        Binding("pagedown", "scroll_log(1)"),
        Binding("up", "scroll_table(-1)"),
        Binding("down", "scroll_table(1)"),
    ]

    def __init__(self, game: Game, language: str, names: Sequence[str], pace: float) -> None:
        super().__init__()
        self.game, self.language, self.names, self.pace = game, language, names, pace
        self.ui = terminal_localizer(language)
        self.helps = True
        self._about = self._time = ""
        self.clause: str | None = None  # clause of the last refusal, where the rules open
        self._skip_pauses = asyncio.Event()
        self._prompt, self._note = Content(), Content()
        self._refusal: Content | None = None

    def in_background(
        self, work: Callable[[], Coroutine[None, None, None]], *, group: str = "default", exclusive: bool = False
    ) -> Worker[None]:
        """Run an asynchronous function in a worker; `exclusive` cancels the other workers of the group.

        It takes no coroutine, as Python warns of a coroutine whose worker is cancelled before it begins.
        """
        return self.run_worker(work, group=group, exclusive=exclusive)

    def key_hints(self) -> list[tuple[str, str, str]]:
        """Return the keys for the last row: (Textual key name, shown key, description)."""
        return [
            ("question_mark", "?", self.ui.say("key-rules")),
            ("percent_sign", "%", self.ui.say("key-helps")),
            ("plus", "+-", self.ui.say("key-pace")),
            ("t", "t", self.ui.say("key-theme")),
            ("q", "q", self.ui.say("key-quit")),
        ]

    def compose(self) -> ComposeResult:
        """Yield title, table, log, prompt, actions and keys."""
        with Horizontal(id="title"):
            yield Static(Content.styled(self.game.localizer(self.language).say("title"), "bold"), id="game")
            yield Static(id="about")
        with TableAndLog(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield Board(id="board")
            yield EventLog()
        yield Prose(id="prompt")
        yield ActionRows(id="actions")
        yield KeyLine(self.key_hints())

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    @property
    def event_log(self) -> EventLog:
        return self.query_one(EventLog)

    def on_resize(self, event: Resize) -> None:
        """Put the log beside the table if there is room, and set how many rows the table may take."""
        self._update_title()
        beside = event.size.width >= WIDE
        self.set_class(beside, "-wide")
        self.board.rows = event.size.height - self.fixed_rows - (0 if beside else LOG_ROWS)

    # ------------------------------------------------------------- showing

    def show(self, view: View, fresh: frozenset[int] = frozenset()) -> None:
        """Draw a view."""
        self.board.context = RenderContext(view, self.game, self.language, self.names, 0, 0, self.helps, fresh)

    def say_title(self, about: str, time: str = "") -> None:
        """Set the text at the right end of the title row; a running time comes first, and before the goal."""
        self._about, self._time = about, time
        self._update_title()

    def _update_title(self) -> None:
        """Show title, goal and the text at the right end; what does not fit is left out."""
        words = self.game.localizer(self.language)
        title, goal, about, time = words.say("title"), words.say("goal"), self._about, self._time
        parts = [part for part in f"{time} · {about}".split(" · ") if part]
        shorter = [" · ".join(parts[:count]) for count in range(len(parts), 0 if time else -1, -1)]
        ways = [(goal, about) for about in (shorter if self.goal_first else shorter[:1])]
        ways += [("", about) for about in shorter]
        fitting = (way for way in ways if cell_len(f" {title}  {way[0]}  {way[1]} ") <= self.size.width)
        goal, about = next(fitting, ways[-1])
        self.query_one("#game", Static).update(Content.assemble((title, "bold"), "  ", (goal, "$text-muted")))
        self.query_one("#about", Static).update(Content.styled(about, "$text-muted"))

    def ask(self, words: str, style: str = "") -> None:
        """Set the prompt, on the first row above the actions."""
        self._prompt = Content.styled(words, style)
        self._update_prompt()

    def note(self, words: str) -> None:
        """Show a transient note on the second row, until the next event or action."""
        self._note = Content.styled(words, "$text-muted")
        self._update_prompt()

    def advise(self, option: str, reason: str) -> None:
        """Show a hint in place of both rows, until the next event or action."""
        self._refusal = Content.assemble((option, "bold $accent"), "\n", reason)
        self._update_prompt()

    def refuse(self, message: str, clause: str | None) -> None:
        """Show in place of both rows why a command was refused, and how to open the rule."""
        self.clause = clause
        hint = self.ui.say("rule-hint", clause=clause) if clause else ""
        room = self.query_one("#prompt").content_size.width
        between = " " if cell_len(f"{message} {hint}") <= room or cell_len(message) > room else "\n"
        self._refusal = Content.assemble((message, "$text-error"), between, (hint, "bold $accent"))
        self._update_prompt()

    def clear_notes(self) -> None:
        """Clear the transient note and the last refusal."""
        self._note, self._refusal, self.clause = Content(), None, None
        self._update_prompt()

    def _update_prompt(self) -> None:
        prompt = self._refusal or Content("\n").join([self._prompt, self._note])
        self.query_one("#prompt", Prose).text = prompt

    def log_event(self, observation: Observation) -> None:
        """Append an event to the log, in words."""
        text = self.game.say(observation.words, self.language, self.names)
        if not text:  # part of the previous line
            return
        clause = self.ui.say("log-clause", clause=observation.clause) if observation.clause else ""
        words, past = observation.words, ""
        if self.game.localizer(self.language).has(later := f"past-{words.id}"):
            past = self.game.say(replace(words, id=later), self.language, self.names)
        self.event_log.append(text, clause, message=words.id, past=past)

    # -------------------------------------------------------------- pacing

    async def pause(self, share: float = 1.0) -> None:
        """Wait `share` of the pace, so that the reader can follow one event; returns early when pauses are skipped."""
        if self.pace == 0 or self._skip_pauses.is_set():
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self._skip_pauses.wait(), self.pace * share)
        except TimeoutError:
            return

    def action_pace(self, step: int) -> None:
        """Step through the paces; -1 is faster."""
        nearest = min(range(len(PACES)), key=lambda place: abs(PACES[place] - self.pace))
        self.pace = PACES[min(max(nearest + step, 0), len(PACES) - 1)]
        seconds = self.pace or 0
        self.note(self.ui.say("pace", seconds=0 if seconds == 0 else f"{seconds:g}"))

    # ---------------------------------------------------------------- keys

    def action_rules(self) -> None:
        """Open the rules, at the clause of the last refusal."""
        self.app.push_screen(RulesScreen(self.game, self.language, self.clause))

    def action_helps(self) -> None:
        """Show or hide the play aids."""
        self.helps = not self.helps
        self.note(self.ui.say("helps-on" if self.helps else "helps-off"))
        if self.board.context is not None:
            self.show(self.board.context.view, self.board.context.fresh)

    def action_scroll_log(self, pages: int) -> None:
        """Scroll the log by pages."""
        if pages < 0:
            self.event_log.scroll_page_up()
        else:
            self.event_log.scroll_page_down()

    def action_scroll_table(self, rows: int) -> None:
        """Scroll a table that is taller than its room."""
        self.query_one("#table", VerticalScroll).scroll_relative(y=rows, animate=False)
