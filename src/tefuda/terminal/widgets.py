"""What several screens are made of: the drawn table, the log, and the line that shows the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Button, RichLog, Static

from tefuda.terminal.line_breaking import line_starts
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import draw, fit, wrap


class Prose(Widget):
    """A text that wraps, with a label in the margin before its first line if it has one."""

    text: reactive[Content] = reactive(Content())

    def __init__(
        self, text: Content | str = "", *, label: str = "", margin: int = 0, id: str | None = None, classes: str = ""
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.set_reactive(Prose.text, Content(text) if isinstance(text, str) else text)
        self.label, self.margin = label, margin

    def watch_text(self) -> None:
        """Another text may take more rows or fewer, unless they are fixed."""
        height = self.styles.height
        self.refresh(layout=height is None or height.is_auto)

    def _lines(self, width: int) -> list[Content]:
        first = fit(Content.styled(self.label, "bold"), self.margin)
        lines = wrap(self.text, max(1, width - self.margin))
        return [(Content(" " * self.margin) if place else first) + line for place, line in enumerate(lines)]

    def render(self) -> Content:
        """The lines for the width there is."""
        return Content("\n").join(self._lines(self.size.width))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the longest paragraph, where there is room."""
        widest = max(line.cell_length for line in self.text.split("\n", allow_blank=True))
        return min(container.width, widest + self.margin)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as there are lines."""
        return max(1, len(self._lines(width)))


class Board(Widget):
    """The table as one audience sees it."""

    context: reactive[RenderContext | None] = reactive(None, layout=True)
    rows = reactive(0, layout=True)  # that the drawing may take without being scrolled

    def _lines(self, width: int) -> list[Content]:
        if self.context is None:
            return []
        return draw(replace(self.context, width=width, height=self.rows))

    def render(self) -> Content:
        """The lines of the drawing."""
        return Content("\n").join(self._lines(self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as there are lines."""
        return max(1, len(self._lines(width)))


class EventLog(RichLog, can_focus=False):
    """What has happened, in words, the newest at the bottom; wrapped anew when its width changes."""

    def __init__(self) -> None:
        super().__init__(id="log")
        self.told: list[Text] = []

    def tell(self, words: str, clause: str = "") -> None:
        """Add one event, and the clause behind it."""
        line = Text.assemble(words, (f" {clause}" if clause else "", "dim"))
        self.told.append(line)
        self._write(line)

    def _write(self, line: Text) -> None:
        width = self.scrollable_content_region.width
        if width > 0:  # else it has no place on the screen yet, and is told when it gets one
            for part in line.divide(line_starts(line.plain, width)):
                part.rstrip()
                self.write(part, width=width)

    def forget(self) -> None:
        """Begin an empty log."""
        self.told.clear()
        self.clear()

    def on_resize(self, event: Resize) -> None:
        """Wrap what was told for the new width."""
        super().on_resize(event)
        self.clear()
        for line in self.told:
            self._write(line)


class KeyButton(Button):
    """A button that shows the key that presses it.  `does` says what for; the screen does it."""

    def __init__(self, key: str, words: str, does: str) -> None:
        super().__init__(Content.assemble((key, "bold underline"), " ", words), compact=True)
        self.does = does
        self.cells = cell_len(f"{key} {words}") + 3  # with its margin


class ActionRows(Vertical):
    """The buttons of what may be done now, on as many rows as they take."""

    def offer(self, buttons: Sequence[KeyButton]) -> None:
        """Show these buttons in place of those before."""
        rows: list[list[KeyButton]] = [[]]
        for button in buttons:
            if rows[-1] and sum(one.cells for one in rows[-1]) + button.cells > self.size.width:
                rows.append([])
            rows[-1].append(button)
        with self.app.batch_update():
            self.remove_children()
            self.mount(*(Horizontal(*row) for row in rows))


class KeyHint(Static):
    """One key and what it does; a click on it is a press of it."""

    def __init__(self, key: str, shown: str, words: str) -> None:
        super().__init__(Content.assemble((shown, "bold $accent"), " ", words))
        self.key = key

    def on_click(self, event: Click) -> None:
        """Press the key."""
        event.stop()
        self.app.simulate_key(self.key)


class KeyLine(Horizontal):
    """The keys of a screen, on its last row: (key as Textual names it, as it is shown, what it does)."""

    def __init__(self, keys: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(classes="keys")
        self._keys = keys

    def compose(self) -> ComposeResult:
        """A hint for every key."""
        for key, shown, words in self._keys:
            yield KeyHint(key, shown, words)
