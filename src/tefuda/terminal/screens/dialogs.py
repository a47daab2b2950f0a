"""Modal dialogs: leaving a game, typing a line, and the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tefuda.engine.localization import Localizer
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import NAME_WIDTH, fit, result_line
from tefuda.terminal.widgets import KeyButton, Prose


class Dialog(ModalScreen[str]):
    """A centred box with buttons; every button has a key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "app.quit"),  # app-level bindings do not apply while a modal dialog is open
        Binding("left", "app.focus_previous"),
        Binding("right", "app.focus_next"),
    ]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Choose the button's answer."""
        if isinstance(event.button, KeyButton):
            event.stop()
            self.choose(event.button.answer)

    def choose(self, answer: str) -> None:
        """Close with this answer."""
        self.dismiss(answer)


class QuitDialog(Dialog):
    """Asks whether to leave a running game.  Answers "quit" or "stay"."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,q", "choose('quit')"),
        Binding("n,escape", "choose('stay')"),
    ]

    def __init__(self, ui: Localizer, title: str) -> None:
        super().__init__()
        self.ui, self._title = ui, title

    def compose(self) -> ComposeResult:
        """Yield the question and its two answers."""
        with Vertical(classes="box"):
            yield Prose(Content.styled(self._title, "bold"))
            with Horizontal(classes="buttons"):
                yield KeyButton("y", self.ui.say("quit-yes"), "quit")
                yield KeyButton("n", self.ui.say("quit-no"), "stay")

    def action_choose(self, answer: str) -> None:
        """Choose by key."""
        self.choose(answer)


class MenuDialog(Dialog):
    """Shows lines of text and offers answers, each with its key.  Answers "" if it is closed without one."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss('')")]

    def __init__(self, title: str, lines: Sequence[Content], answers: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self._title, self._lines, self._answers = title, lines, answers  # (key, text, answer)

    def compose(self) -> ComposeResult:
        """Yield title, lines and answers."""
        with Vertical(classes="box menu"):
            yield Static(Content.styled(self._title, "bold"))
            if self._lines:
                yield Prose(Content("\n").join(self._lines))
            for key, text, answer in self._answers:
                with Horizontal(classes="buttons"):
                    yield KeyButton(key, text, answer)

    def on_key(self, event: Key) -> None:
        """Answer by key."""
        answer = next((answer for key, _, answer in self._answers if key == event.key), None)
        if answer is not None:
            event.stop()
            self.choose(answer)


class LineDialog(ModalScreen[str]):
    """Asks for one line of text; answers "" if cancelled.

    `refuse` returns why a line is not acceptable, or "".  Entering the same line again overrides the refusal.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')"), Binding("ctrl+q", "app.quit")]

    def __init__(self, title: str, hint: str = "", value: str = "", refuse: Callable[[str], str] | None = None) -> None:
        super().__init__()
        self._title, self._hint, self._value, self._refuse = title, hint, value, refuse
        self._refused: str | None = None

    def compose(self) -> ComposeResult:
        """Yield title, input and hint."""
        with Vertical(classes="box"):
            yield Static(Content.styled(self._title, "bold"))
            yield Input(self._value, compact=True, id="line")
            yield Prose(Content.styled(self._hint, "$text-muted"), id="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept the line, or show once why not."""
        line = event.value.strip()
        reason = self._refuse(line) if self._refuse is not None and line and line != self._refused else ""
        if reason:
            self._refused = line
            self.query_one("#hint", Prose).text = Content.styled(reason, "$text-error")
        else:
            self.dismiss(line)


class ResultDialog(Dialog):
    """Shows how the game ended.  Answers "again", "look" or "quit"; "save", "rules" and "show" keep the dialog open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "choose('again')"),
        Binding("s", "choose('save')"),
        Binding("v,escape", "choose('look')"),
        Binding("question_mark", "choose('rules')"),
        Binding("d", "choose('show')"),
        Binding("q", "choose('quit')"),
    ]

    def __init__(
        self,
        context: RenderContext,
        save_status: str,
        save: Callable[[], None],
        rules: Callable[[], None],
        lessons: Sequence[str] = (),
        show: Callable[[], None] | None = None,
        standings: Content | None = None,
    ) -> None:
        super().__init__()
        self.context, self._save, self._rules = context, save, rules
        self._lessons, self._show = lessons, show
        # Made here, as what they show may come before the dialog has its contents.
        self._saved, self._standings = Prose(id="saved"), Prose(id="standings")
        self.report(save_status)
        self.show_standings(Content() if standings is None else standings)

    def compose(self) -> ComposeResult:
        """Yield the ranking and the answers."""
        ui_text = self.context.ui_text
        with Vertical(classes="box"):
            yield Static(Content.styled(headline(self.context), "bold"))
            yield Static(Content("\n").join(ranking(self.context)), id="ranking")
            yield self._standings
            for line in self._lessons:
                yield Prose(Content(line), classes="learned")
            yield self._saved
            if self._show is not None:
                with Horizontal(classes="buttons"):
                    yield KeyButton("d", ui_text("result-show"), "show")
            with Horizontal(classes="buttons"):
                yield KeyButton("a", ui_text("result-again"), "again")
                yield KeyButton("s", ui_text("result-save"), "save")
                yield KeyButton("v", ui_text("result-look"), "look")
                yield KeyButton("?", ui_text("result-rules"), "rules")
                yield KeyButton("q", ui_text("result-quit"), "quit")

    def action_choose(self, answer: str) -> None:
        """Choose by key."""
        self.choose(answer)

    def choose(self, answer: str) -> None:
        """Save, open the rules, show the card's rule, or close with this answer."""
        if answer == "save":
            self._save()
        elif answer == "rules":
            self._rules()
        elif answer == "show":
            if self._show is not None:
                self._show()
        else:
            self.dismiss(answer)

    def show_standings(self, standings: Content) -> None:
        """Show the standings of several games."""
        self._standings.text = standings
        self._standings.set_class(not standings, "hidden")

    def report(self, words: str) -> None:
        """Show the outcome of saving."""
        self._saved.text = Content.styled(words, "$text-muted")


def headline(context: RenderContext) -> str:
    """Return the title of a result: a draw if all players share the first rank."""
    result = context.view.result
    assert result is not None
    return context.ui_text("result-drawn" if set(result.ranks) == {1} else "result-title")


def ranking(context: RenderContext) -> list[Content]:
    """Return the ranking: one line per player with rank, name and score, best first."""
    result = context.view.result
    assert result is not None
    order = sorted(range(context.view.players), key=lambda seat: (result.ranks[seat], seat))
    points = [*map(context.say, result.words)] or [
        context.ui_text("result-score", score=score) for score in result.scores
    ]
    width = max(map(cell_len, points))
    lines = []
    for seat in order:
        style = "bold $accent" if result.ranks[seat] == 1 else ""
        rank = Content.styled(context.ui_text("result-rank", rank=result.ranks[seat]), style)
        name = fit(Content.styled(context.name(seat), style), NAME_WIDTH)
        score = Content(points[seat]).pad_left(width - cell_len(points[seat]))
        lines.append(Content("  ").join([rank, name, result_line(context, seat, score)]))
    return lines


def unused_name(slug: str, folder: Path) -> str:
    """Return an unused file name: the slug with the first free number."""
    number = 1
    while (folder / f"{slug}-{number}.tefuda").exists():
        number += 1
    return f"{slug}-{number}.tefuda"
