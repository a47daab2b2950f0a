"""The Textual application: themes, first screen, and navigation between the home screen and a table.

`tefuda play`, `tefuda replay` and bare `tefuda` each run one `TefudaApp`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen
from textual.theme import Theme

from tefuda.engine.game import game_packages
from tefuda.table.lesson_script import lesson_of
from tefuda.terminal.screens.dialogs import QuitDialog
from tefuda.terminal.screens.home import HomeScreen
from tefuda.terminal.screens.lesson import LessonScreen
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.screens.player import Demonstrate, PlayerScreen
from tefuda.terminal.session import Chooser, Match, Plan

# In both themes cards are lighter than the background, so that they stand out from the table.
LIGHT = Theme(
    name="tefuda-light",
    dark=False,
    primary="#6f5a40",
    secondary="#4f6b80",
    accent="#a83e26",
    warning="#8a5a12",
    error="#a02c22",
    success="#4f6d38",
    foreground="#2f2a24",
    background="#f3eee2",
    surface="#f8f4ea",
    panel="#e8e0cf",
    variables={
        "card": "#fffdf7",
        "card-ink": "#2f2a24",
        "card-back": "#ddd2ba",
        "card-fresh": "#ffe3a3",
        "text-muted": "#7a6f60",
    },
)
DARK = Theme(
    name="tefuda-dark",
    dark=True,
    primary="#b59a73",
    secondary="#8aa5b8",
    accent="#ee9b75",
    warning="#d9b060",
    error="#ef8a7a",
    success="#a3bd85",
    foreground="#e6dfd1",
    background="#23201c",
    surface="#2a2622",
    panel="#38332c",
    variables={
        "card": "#efe7d6",
        "card-ink": "#2a251f",
        "card-back": "#a5977d",
        "card-fresh": "#ffd98a",
        "text-muted": "#a39a8a",
    },
)


class TefudaApp(App[None]):
    """Runs the given first screen, or the home screen and the matches chosen there."""

    CSS_PATH = "tefuda.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("t", "turn_theme")]

    def __init__(
        self,
        *,
        light: bool,
        bots: Chooser | None = None,
        first: Callable[[], Screen[None]] | None = None,
        home: Plan | None = None,
    ) -> None:
        super().__init__()
        self.register_theme(LIGHT)
        self.register_theme(DARK)
        self.theme = (LIGHT if light else DARK).name
        self._bots, self._first, self._home = bots, first, home

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the card colours as defaults, for the time before a theme is active."""
        return LIGHT.variables

    def on_mount(self) -> None:
        """Open the first screen."""
        # Else the terminal keeps the alternate screen and the mouse; only the main thread may handle signals.
        if os.name == "posix" and threading.current_thread() is threading.main_thread():
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit, None, 128 + signal.SIGTERM)
        if self._first is not None:
            self.push_screen(self._first(), lambda _: self.exit())
        elif self._home is not None:
            self.open_home(self._home)

    def open_home(self, plan: Plan) -> None:
        """Push the home screen with `plan` preselected."""
        self.push_screen(HomeScreen(plan), self._play)

    def _play(self, plan: Plan | None) -> None:
        if plan is None or self._bots is None:
            return
        screen: PlayerScreen
        if plan.learn:
            lesson = lesson_of(game_packages()[plan.slug])
            assert lesson is not None
            screen = LessonScreen(lesson, self._bots, plan.language, plan.pace)
        else:
            screen = PlayScreen(Match(plan), self._bots)
        self.push_screen(screen, lambda _: self.open_home(replace(plan, learn=False)))

    def on_demonstrate(self, wanted: Demonstrate) -> None:
        """Show a rule on a table over the screen that asks for it."""
        self.push_screen(LessonScreen(wanted.lesson, wanted.bots, wanted.language, wanted.pace))

    def action_turn_theme(self) -> None:
        """Switch between the light and the dark theme."""
        self.theme = (DARK if self.theme == LIGHT.name else LIGHT).name

    async def action_quit(self) -> None:
        """Handle Ctrl+Q."""
        self._leave()

    def action_help_quit(self) -> None:
        """Handle Ctrl+C."""
        self._leave()

    def _leave(self) -> None:
        """Quit; during a game ask for confirmation first, and treat a second request as confirmation."""
        table = next((screen for screen in self.screen_stack if isinstance(screen, PlayerScreen)), None)
        if table is None or table.over or isinstance(self.screen, QuitDialog):
            self.exit()
        elif self.screen is table:
            table.action_leave()
        else:
            self.push_screen(QuitDialog(table.ui, table.quit_title), self._left)

    def _left(self, answer: str | None) -> None:
        if answer == "quit":
            self.exit()

    def on_key(self, event: Key) -> None:
        """Map full-width characters from an input method, and letters typed with Caps Lock, to the plain key."""
        plain_key = unicodedata.normalize("NFKC", event.key).removeprefix("fullwidth_").lower()
        plain_key = {"ideographic_space": "space"}.get(plain_key, plain_key)
        if plain_key != event.key:
            self.simulate_key(plain_key)
