"""The rulebook screen: scroll, or jump to a clause."""

from __future__ import annotations

import re
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from tefuda.engine.game import Game
from tefuda.engine.rulebook import Rulebook
from tefuda.terminal.render_context import terminal_localizer
from tefuda.terminal.widgets import KeyLine, Prose

_CLAUSE = re.compile(r"- \*\*([A-Z]\d+\.\d+)\*\*\s*")
_STYLED = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")
CLAUSE_MARGIN = 7


class Passage(Prose):
    """A paragraph, heading or clause of the rulebook."""

    def __init__(self, markdown: str) -> None:
        match = _CLAUSE.match(markdown)
        self.clause = match[1] if match else None
        self.heading = markdown.startswith("#")
        if match is not None:
            super().__init__(styled(markdown[match.end() :]), label=match[1], margin=CLAUSE_MARGIN, classes="clause")
        elif self.heading:
            super().__init__(styled(markdown.lstrip("# ")), classes="heading")
        else:
            super().__init__(styled(markdown))


def styled(markdown: str) -> Content:
    """Convert a paragraph of Markdown: bold, italics and code become styles."""
    parts: list[Content] = []
    end = 0
    for match in _STYLED.finditer(markdown):
        parts.append(Content(markdown[end : match.start()]))
        style = ("bold", "italic", "bold")[(match.lastindex or 1) - 1]
        parts.append(Content.styled(match[match.lastindex or 1], style))
        end = match.end()
    return Content("").join([*parts, Content(markdown[end:])])


def split_passages(book: Rulebook) -> list[str]:
    """Split the rulebook into headings, clauses, and the paragraphs between them."""
    parts: list[list[str]] = [[]]
    for line in book.text.splitlines():
        if line.startswith("#") or _CLAUSE.match(line) or not line:
            parts.append([])
        parts[-1].append(line.strip())
    return [text for part in parts if (text := join_lines(part))]


def join_lines(lines: list[str]) -> str:
    """Join the lines of a paragraph; list items keep their own lines, and Japanese joins without spaces."""
    text = ""
    for line in lines:
        if line.startswith(("- ", "* ")) and text:
            text += f"\n{line}"
        elif text and not (cell_len(text[-1]) == 2 and cell_len(line[:1]) == 2):
            text += f" {line}"
        else:
            text += line
    return text.strip()


class RulesScreen(Screen[None]):
    """Shows the rules, opened at a clause or at the start."""

    AUTO_FOCUS = ""  # the clause input gets the focus only on request
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "close"),
        Binding("n,right", "section(1)"),
        Binding("b,left", "section(-1)"),
        Binding("slash,g", "jump"),
        Binding("down,j", "scroll(1)"),
        Binding("up,k", "scroll(-1)"),
        Binding("pagedown,space", "page(1)"),
        Binding("pageup", "page(-1)"),
        Binding("home", "end(-1)"),
        Binding("end", "end(1)"),
    ]

    def __init__(self, game: Game, language: str, clause: str | None = None) -> None:
        super().__init__()
        self.ui = terminal_localizer(language)
        self.book = game.rulebook(language)
        self.clause = clause
        self._title = self.ui.say("rules-title", game=game.localizer(language).say("title"))

    def compose(self) -> ComposeResult:
        """Yield title, rulebook, the hidden clause input, and keys."""
        with Horizontal(id="title"):
            yield Static(Content.styled(self._title, "bold"), id="game")
        with VerticalScroll(id="rulebook", can_focus=False):
            for text in split_passages(self.book):
                yield Passage(text)
        example = next(iter(self.book.clauses))
        yield Input(placeholder=self.ui.say("rules-jump", example=example), id="jump", classes="hidden")
        yield Prose(id="prompt", classes="one-row")
        yield KeyLine(
            [
                ("down", "↑↓", self.ui.say("key-scroll")),
                ("n", "n b", self.ui.say("key-section")),
                ("slash", "/", self.ui.say("key-jump")),
                ("escape", "Esc", self.ui.say("key-close")),
            ]
        )

    def on_mount(self) -> None:
        """Scroll to the requested clause."""
        if self.clause is not None:
            self.call_after_refresh(self.open_at, self.clause)

    @property
    def text(self) -> VerticalScroll:
        return self.query_one("#rulebook", VerticalScroll)

    def open_at(self, clause: str) -> bool:
        """Scroll to a clause and mark it; returns False if there is no such clause."""
        found = next((passage for passage in self.query(Passage) if passage.clause == clause), None)
        if found is None:
            return False
        for passage in self.query(Passage):
            passage.set_class(passage is found, "here")
        self.text.scroll_to_widget(found, animate=False, top=True)
        return True

    # ---------------------------------------------------------------- keys

    def action_close(self) -> None:
        """Close the clause input if it is open, else the screen."""
        jump = self.query_one("#jump", Input)
        if jump.has_class("hidden"):
            self.dismiss()
        else:
            self._hide(jump)

    def action_jump(self) -> None:
        """Open the clause input."""
        jump = self.query_one("#jump", Input)
        jump.remove_class("hidden")
        jump.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Jump to the entered clause: "K4.3", "k4.3" and "4.3" are equivalent."""
        wanted = event.value.strip().upper()
        letter = next(iter(self.book.clauses))[0]
        clause = wanted if wanted[:1].isalpha() else letter + wanted
        first, last = next(iter(self.book.clauses)), list(self.book.clauses)[-1]
        error = "" if self.open_at(clause) else self.ui.say("rules-none", clause=clause, first=first, last=last)
        self.query_one("#prompt", Prose).text = Content.styled(error, "$text-error")
        self._hide(event.input)

    def _hide(self, jump: Input) -> None:
        jump.clear()
        jump.add_class("hidden")
        self.set_focus(None)

    def action_section(self, step: int) -> None:
        """Go to the next or the previous heading."""
        places = [passage.virtual_region.y for passage in self.query(Passage) if passage.heading]
        here = round(self.text.scroll_y)
        ahead = [y for y in places if (y > here if step > 0 else y < here)]
        if ahead:
            self.text.scroll_to(y=min(ahead) if step > 0 else max(ahead), animate=False)

    def action_scroll(self, rows: int) -> None:
        """Scroll by rows."""
        self.text.scroll_relative(y=rows, animate=False)

    def action_page(self, pages: int) -> None:
        """Scroll by pages."""
        self.text.scroll_relative(y=pages * (self.text.size.height - 2), animate=False)

    def action_end(self, which: int) -> None:
        """Scroll to the start (-1) or the end (1)."""
        if which < 0:
            self.text.scroll_home(animate=False)
        else:
            self.text.scroll_end(animate=False)
