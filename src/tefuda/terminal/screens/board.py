"""The screen around a table: the drawing, the log, a line for what is asked or refused, and the keys.

`play.py` and `replay.py` add what happens on it.  This one only shows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from tefuda.engine.game import Game
from tefuda.engine.view import Observation, View
from tefuda.terminal.render_context import RenderContext, terminal_localizer
from tefuda.terminal.screens.rules import RulesScreen
from tefuda.terminal.widgets import ActionRows, Board, EventLog, KeyLine, Prose

WIDE = 116  # cells from which the log stands beside the table
FIXED_ROWS = 5  # title, two rows of prompt, actions, keys
LOG_ROWS = 5  # that the log below the table takes at least, its rule included
PACES = (0.0, 0.2, 0.4, 0.8, 1.2, 2.0)


class BoardScreen(Screen[None]):
    """A table to look at."""

    AUTO_FOCUS = ""  # so that Enter does nothing nobody meant
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules"),
        Binding("h", "helps"),
        Binding("plus,equals_sign,semicolon", "pace(-1)"),  # one key on keyboards of either country
        Binding("minus", "pace(1)"),
        Binding("pageup", "scroll_log(-1)"),
        Binding("pagedown", "scroll_log(1)"),
    ]

    def __init__(self, game: Game, language: str, names: Sequence[str], pace: float) -> None:
        super().__init__()
        self.game, self.language, self.names, self.pace = game, language, names, pace
        self.own = terminal_localizer(language)
        self.helps = True
        self.clause: str | None = None  # that the rules open at
        self._hurry = asyncio.Event()
        self._asked, self._noted = Content(), Content()
        self._refusal: Content | None = None

    def key_hints(self) -> list[tuple[str, str, str]]:
        """The keys shown on the last row."""
        return [
            ("question_mark", "?", self.own.say("key-rules")),
            ("h", "h", self.own.say("key-helps")),
            ("plus", "+-", self.own.say("key-pace")),
            ("t", "t", self.own.say("key-theme")),
            ("q", "q", self.own.say("key-quit")),
        ]

    def compose(self) -> ComposeResult:
        """Title, table, log, prompt, actions, keys."""
        with Horizontal(id="title"):
            yield Static(Content.styled(self.game.localizer(self.language).say("title"), "bold"), id="game")
            yield Static(id="about")
        with Container(id="middle"):
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
    def log_lines(self) -> EventLog:
        return self.query_one(EventLog)

    def on_resize(self, event: Resize) -> None:
        """Put the log beside the table where there is room, and tell the drawing how many rows it may take."""
        beside = event.size.width >= WIDE
        self.set_class(beside, "-wide")
        self.board.rows = event.size.height - FIXED_ROWS - (0 if beside else LOG_ROWS)

    # ------------------------------------------------------------- showing

    def show(self, view: View, fresh: frozenset[int] = frozenset()) -> None:
        """Draw a view."""
        self.board.context = RenderContext(view, self.game, self.language, self.names, 0, 0, self.helps, fresh)

    def say_title(self, about: str) -> None:
        """What stands at the right end of the first row, beside the name of the game."""
        self.query_one("#about", Static).update(Content.styled(about, "$text-muted"))

    def ask(self, words: str, style: str = "") -> None:
        """What is asked for, on the first row above the actions."""
        self._asked = Content.styled(words, style)
        self._say()

    def note(self, words: str) -> None:
        """Something by the way, on the second row, until the next event or action."""
        self._noted = Content.styled(words, "$text-muted")
        self._say()

    def refuse(self, message: str, clause: str | None) -> None:
        """Why something cannot be done, and how to read the rule, in place of both rows."""
        self.clause = clause
        hint = self.own.say("rule-hint", clause=clause) if clause else ""
        self._refusal = Content.assemble((message, "$text-error"), " ", (hint, "bold $accent"))
        self._say()

    def settle(self) -> None:
        """Take back what was said by the way, and the last refusal."""
        self._noted, self._refusal, self.clause = Content(), None, None
        self._say()

    def _say(self) -> None:
        said = self._refusal or Content("\n").join([self._asked, self._noted])
        self.query_one("#prompt", Prose).text = said

    def tell(self, heard: Observation) -> None:
        """An event in words, into the log."""
        text = self.game.say(heard.words, self.language, self.names)
        if not text:  # it goes on from the line before
            return
        clause = self.own.say("log-clause", clause=heard.clause) if heard.clause else ""
        self.log_lines.tell(text, clause)

    # -------------------------------------------------------------- pacing

    async def linger(self, share: float = 1.0) -> None:
        """Give the reader time for one event, unless they hurry on."""
        if self.pace == 0 or self._hurry.is_set():
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self._hurry.wait(), self.pace * share)
        except TimeoutError:
            return

    def action_pace(self, step: int) -> None:
        """Slower or faster."""
        nearest = min(range(len(PACES)), key=lambda place: abs(PACES[place] - self.pace))
        self.pace = PACES[min(max(nearest + step, 0), len(PACES) - 1)]
        seconds = self.pace or 0
        self.note(self.own.say("pace", seconds=0 if seconds == 0 else f"{seconds:g}"))

    # ---------------------------------------------------------------- keys

    def action_rules(self) -> None:
        """The rules, at the clause that was last refused."""
        self.app.push_screen(RulesScreen(self.game, self.language, self.clause))

    def action_helps(self) -> None:
        """Show or hide what is worked out to help."""
        self.helps = not self.helps
        self.note(self.own.say("helps-on" if self.helps else "helps-off"))
        if self.board.context is not None:
            self.show(self.board.context.view, self.board.context.fresh)

    def action_scroll_log(self, pages: int) -> None:
        """Look at earlier or later lines of the log."""
        if pages < 0:
            self.log_lines.scroll_page_up()
        else:
            self.log_lines.scroll_page_down()
