"""Menus to choose a deck before the deal, also from a link or a file."""

from __future__ import annotations

from pathlib import Path

from textual.screen import Screen

from tefuda.engine.errors import BadOpening
from tefuda.engine.game import Game
from tefuda.engine.localization import Localizer
from tefuda.terminal.screens.dialogs import LineDialog, MenuDialog

MOST_BYTES = 16384  # largest file with a deck


def deck_text(text: str) -> str:
    """Return a deck given as a text, or the content of the file of that name; raises OSError or UnicodeDecodeError."""
    path = Path(text).expanduser()
    if "\n" in text or "://" in text or len(text) > 255 or not path.is_file():  # bytes in a file's name
        return text
    with path.open("rb") as file:
        return file.read(MOST_BYTES).decode()


class DeckChoice:
    """The menus of one screen."""

    def __init__(self, screen: Screen[None], game: Game, ui: Localizer) -> None:
        self._screen, self._game, self._ui = screen, game, ui

    async def chosen(self) -> str | None:
        """Ask what to play with; return its command, "" for a choice at the table, None if cancelled."""
        ui, words = self._ui, self._game.localizer(self._ui.language)
        ready_made = enumerate(self._game.openings.items(), 1)
        answers = [(str(n), words.say(opening.name), action) for n, (action, opening) in ready_made]
        answers += [("l", words.say("opening-typed"), "link"), ("t", ui.say("opening-later"), "later")]
        answer = await self._screen.app.push_screen_wait(MenuDialog(ui.say("opening-title"), (), answers))
        if answer == "link":
            return self.command(await self._screen.app.push_screen_wait(self.dialog())) or None
        return "" if answer == "later" else answer or None

    def dialog(self) -> LineDialog:
        """Return the dialog that asks for a deck as a link, a text or a file."""
        words = self._game.localizer(self._ui.language)
        return LineDialog(words.say("opening-typed"), words.say("opening-typed-help"), refuse=self._fault)

    def command(self, line: str) -> str:
        """Return the command of the deck that was typed, "" if it is not one."""
        return self._game.read_opening(deck_text(line)) if line and not self._fault(line) else ""

    def _fault(self, line: str) -> str:
        """Return why a line is not a deck, "" if it is one."""
        try:
            self._game.read_opening(deck_text(line))
        except BadOpening as error:
            return self._game.say(error.words, self._ui.language)
        except (OSError, UnicodeDecodeError) as error:
            return str(error)
        return ""
