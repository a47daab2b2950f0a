"""Widgets shared by several screens: text, table, event log, buttons and the row of keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click, Resize
from textual.geometry import NULL_OFFSET, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Button, RichLog, Static

from tefuda.terminal.line_breaking import line_starts
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import draw, fit, wrap


class Prose(Widget):
    """Wrapping text, optionally with a label in the margin of its first line."""

    text: reactive[Content] = reactive(Content())

    def __init__(
        self, text: Content | str = "", *, label: str = "", margin: int = 0, id: str | None = None, classes: str = ""
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.set_reactive(Prose.text, Content(text) if isinstance(text, str) else text)
        self.label, self.margin = label, margin

    def watch_text(self) -> None:
        """Redraw, with a new layout unless the height is fixed."""
        height = self.styles.height
        self.refresh(layout=height is None or height.is_auto)

    def _lines(self, width: int) -> list[Content]:
        first = fit(Content.styled(self.label, "bold"), self.margin)
        lines = wrap(self.text, max(1, width - self.margin))
        return [(Content(" " * self.margin) if place else first) + line for place, line in enumerate(lines)]

    def render(self) -> Content:
        """Return the lines for the current width."""
        return Content("\n").join(self._lines(self.size.width))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the longest paragraph, at most that of the container."""
        widest = max(line.cell_length for line in self.text.split("\n", allow_blank=True))
        return min(container.width, widest + self.margin)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines."""
        return max(1, len(self._lines(width)))


class Board(Widget):
    """The table as one audience sees it."""

    context: reactive[RenderContext | None] = reactive(None, layout=True)
    rows = reactive(0, layout=True)  # rows available without scrolling
    _drawn: tuple[RenderContext | None, list[Content]] = (None, [])

    def _lines(self, width: int) -> list[Content]:
        """Draw the table, once for its height and for what is shown."""
        context = self.context and replace(self.context, width=width, height=self.rows)
        if context != self._drawn[0]:
            self._drawn = context, draw(context) if context is not None else []
        return self._drawn[1]

    def render(self) -> Content:
        """Return the drawn lines."""
        return Content("\n").join(self._lines(self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines."""
        return max(1, len(self._lines(width)))


class TableAndLog(Container):
    """The table with the log below or beside it; below a tall table two lines of the log stay in view."""

    LEAST_LOG_ROWS = 3  # two lines and the rule above them

    def on_resize(self) -> None:
        """Limit the height of the table to the room that the log leaves."""
        below = self.styles.layout is not None and self.styles.layout.name == "vertical"
        self.query_one("#table").styles.max_height = max(1, self.size.height - self.LEAST_LOG_ROWS) if below else "100%"


class EventLog(RichLog, can_focus=False):
    """The log of events in words, newest last; rewrapped when its width changes."""

    def __init__(self) -> None:
        super().__init__(id="log")
        self._entries: list[Text] = []
        self._past: dict[str, tuple[int, Text]] = {}  # message -> (its latest entry, what that becomes)

    def append(self, words: str, clause: str = "", *, message: str = "", past: str = "") -> None:
        """Add one event, with its clause; if there is a `past`, the next one of the same message turns it into that."""
        dim = (f" {clause}" if clause else "", "dim")
        line = Text.assemble(words, dim)
        self._entries.append(line)
        if not past:
            self._write(line)
            return
        before = self._past.get(message)
        self._past[message] = len(self._entries) - 1, Text.assemble(past, dim)
        if before is None:
            self._write(line)
        else:
            self._entries[before[0]] = before[1]
            self._write_all()

    def _write(self, line: Text) -> None:
        width = self.scrollable_content_region.width
        if width > 0:  # else not laid out yet: on_resize writes it
            for part in line.divide(line_starts(line.plain, width)):
                part.rstrip()
                self.write(part, width=width)

    def reset(self) -> None:
        """Empty the log."""
        self._entries.clear()
        self._past.clear()
        self.clear()

    def on_resize(self, event: Resize) -> None:
        """Rewrap the log for the new width."""
        super().on_resize(event)
        self._write_all()

    def _write_all(self) -> None:
        """Write all entries again, where the reader has scrolled to."""
        row = None if self.is_vertical_scroll_end else self.scroll_y
        self.clear()
        for line in self._entries:
            self._write(line)
        if row is not None:
            self.scroll_to(y=row, animate=False)


class KeyButton(Button):
    """A button that shows its key.  `answer` identifies it to the screen."""

    def __init__(self, key: str, words: str, answer: str, *, muted: bool = False) -> None:
        text = Content.assemble((key, "bold underline"), " ", words)
        super().__init__(text.stylize("$text-muted") if muted else text, compact=True)
        self.answer, self.muted = answer, muted


class InRows(Layout):
    """Buttons one after another, on as many rows as the width asks for."""

    name = "in-rows"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Place the buttons."""
        parent.pre_layout(self)
        placements, x, y = [], 0, 0
        for button in children:
            width, margin = button.get_content_width(size, parent.app.size), button.styles.margin
            if x and x + width > size.width:
                x, y = 0, y + 1
            placements.append(WidgetPlacement(Region(x, y, width, 1), NULL_OFFSET, margin, button))
            x += width + margin.width
        return placements


class ActionRows(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The action buttons, on as many rows as they need; they scroll if the screen has no room for all."""

    _in_rows = InRows()

    @property
    def layout(self) -> Layout:
        return self._in_rows

    def offer(self, buttons: Sequence[KeyButton]) -> None:
        """Replace the buttons, unless the application is quitting."""
        if not self.is_attached:
            return
        with self.app.batch_update():
            self.remove_children()
            self.mount(*buttons)


class KeyHint(Static):
    """A key and its description; clicking it presses the key."""

    def __init__(self, key: str, shown: str, words: str) -> None:
        super().__init__(Content.assemble((shown, "bold $accent"), " ", words))
        self.key = key
        self.cells = cell_len(f"{shown} {words}") + 2  # width with the margin

    def on_click(self, event: Click) -> None:
        """Press the key."""
        event.stop()
        self.app.simulate_key(self.key)


class KeyLine(Horizontal):
    """The last row of a screen: its keys as (Textual key name, shown key, description).

    Where there is no room for all, those before the last one, which closes the screen, are left out.
    """

    def __init__(self, keys: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(classes="keys")
        self._keys = list(keys)
        self._hints = [KeyHint(*key) for key in keys]

    def compose(self) -> ComposeResult:
        """Yield a hint per key."""
        yield from self._hints

    def offer(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Show other keys, unless the application is quitting."""
        if self.is_attached and self._keys != list(keys):
            self._keys, self._hints = list(keys), [KeyHint(*key) for key in keys]
            with self.app.batch_update():
                self.remove_children()
                self.mount(*self._hints)
            self.on_resize()

    def on_resize(self) -> None:
        """Show the keys that there is room for."""
        *others, last = self._hints
        room = self.size.width - last.cells + 2  # the last margin may be cut off
        for hint in others:
            room -= hint.cells
            hint.display = room >= 0
