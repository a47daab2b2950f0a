"""Small questions in front of a table: leave it? type an action; where to write the record; how the game ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tefuda.engine.localization import Localizer
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import NAME_WIDTH, fit, trophies
from tefuda.terminal.widgets import KeyButton, Prose


class Dialog(ModalScreen[str]):
    """A box in the middle with buttons; every button has a key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "app.quit"),  # in front of a dialog Textual forgets the app's own keys
        Binding("left", "app.focus_previous"),
        Binding("right", "app.focus_next"),
    ]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        if isinstance(event.button, KeyButton):
            event.stop()
            self.choose(event.button.does)

    def choose(self, what: str) -> None:
        """Close, saying what was chosen."""
        self.dismiss(what)


class QuitDialog(Dialog):
    """Leave a game that is not over?  Answers "quit" or "stay"."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,q", "choose('quit')"),
        Binding("n,escape", "choose('stay')"),
    ]

    def __init__(self, own: Localizer) -> None:
        super().__init__()
        self.own = own

    def compose(self) -> ComposeResult:
        """The question and two answers."""
        with Vertical(classes="box"):
            yield Static(Content.styled(self.own.say("quit-title"), "bold"))
            with Horizontal(classes="buttons"):
                yield KeyButton("y", self.own.say("quit-yes"), "quit")
                yield KeyButton("n", self.own.say("quit-no"), "stay")

    def action_choose(self, what: str) -> None:
        """By key."""
        self.choose(what)


class LineDialog(ModalScreen[str]):
    """Asks for one line of text; answers "" where it is called off.

    `refuse` says why a line will not do, or nothing; the same line entered again is taken all the same.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')"), Binding("ctrl+q", "app.quit")]

    def __init__(self, title: str, hint: str = "", value: str = "", refuse: Callable[[str], str] | None = None) -> None:
        super().__init__()
        self._title, self._hint, self._value, self._refuse = title, hint, value, refuse
        self._refused: str | None = None

    def compose(self) -> ComposeResult:
        """Title, line, and what is worth knowing."""
        with Vertical(classes="box"):
            yield Static(Content.styled(self._title, "bold"))
            yield Input(self._value, compact=True, id="line")
            yield Prose(Content.styled(self._hint, "$text-muted"), id="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the line, or say once why not."""
        line = event.value.strip()
        reason = self._refuse(line) if self._refuse is not None and line and line != self._refused else ""
        if reason:
            self._refused = line
            self.query_one("#hint", Prose).text = Content.styled(reason, "$text-error")
        else:
            self.dismiss(line)


class ResultDialog(Dialog):
    """How the game ended.  Answers "again", "look" or "quit"; "save" and "rules" are done without closing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "choose('again')"),
        Binding("s", "choose('save')"),
        Binding("v,escape", "choose('look')"),
        Binding("question_mark", "choose('rules')"),
        Binding("q", "choose('quit')"),
    ]

    def __init__(self, context: RenderContext, said: str, save: Callable[[], None], rules: Callable[[], None]) -> None:
        super().__init__()
        self.context, self._said, self._save, self._rules = context, said, save, rules

    def compose(self) -> ComposeResult:
        """The ranking, and what may be done now."""
        own = self.context.own
        with Vertical(classes="box"):
            yield Static(Content.styled(own("result-title"), "bold"))
            yield Static(Content("\n").join(ranking(self.context)), id="ranking")
            yield Prose(Content.styled(self._said, "$text-muted"), id="saved")
            with Horizontal(classes="buttons"):
                yield KeyButton("a", own("result-again"), "again")
                yield KeyButton("s", own("result-save"), "save")
                yield KeyButton("v", own("result-look"), "look")
                yield KeyButton("?", own("result-rules"), "rules")
                yield KeyButton("q", own("result-quit"), "quit")

    def action_choose(self, what: str) -> None:
        """By key."""
        self.choose(what)

    def choose(self, what: str) -> None:
        """Save and rules leave the result open."""
        if what == "save":
            self._save()
        elif what == "rules":
            self._rules()
        else:
            self.dismiss(what)

    def report(self, words: str) -> None:
        """Say how saving went."""
        self.query_one("#saved", Prose).text = Content.styled(words, "$text-muted")


def ranking(context: RenderContext) -> list[Content]:
    """The players by rank, with their scores."""
    result = context.view.result
    assert result is not None
    order = sorted(range(context.view.players), key=lambda seat: (result.ranks[seat], seat))
    points = [*map(context.say, result.words)] or [context.own("result-score", score=score) for score in result.scores]
    width = max(map(cell_len, points))
    lines = []
    for seat in order:
        best = "bold $accent" if result.ranks[seat] == 1 else ""
        rank = Content.styled(context.own("result-rank", rank=result.ranks[seat]), best)
        name = fit(Content.styled(context.name(seat), best), NAME_WIDTH)
        score = trophies(context, seat) or Content(points[seat]).pad_left(width - cell_len(points[seat]))
        lines.append(Content("  ").join([rank, name, score]))
    return lines


def free_name(slug: str, folder: Path) -> str:
    """A file name that is not taken: kotori-1.tefuda, kotori-2.tefuda ..."""
    number = 1
    while (folder / f"{slug}-{number}.tefuda").exists():
        number += 1
    return f"{slug}-{number}.tefuda"
