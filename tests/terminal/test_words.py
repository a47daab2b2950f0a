"""The terminal's messages name no game, and its key rows fit 80 cells."""

from pathlib import Path

import pytest
from rich.cells import cell_len

import tefuda
import tefuda.terminal
from tefuda.engine.game_record import Replay, write_record
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.screens.replay import ReplayScreen
from tefuda.terminal.session import Match
from tests.terminal.screen import QuickBots, plan

FOLDER = Path(tefuda.terminal.__file__).parent


def test_terminal_names_no_game() -> None:
    """The terminal's messages and modules are the same for all games; only `games/` draws single ones."""
    names = [name for slug in tefuda.game_slugs() for name in (slug, *titles(slug))]
    paths = [path for path in FOLDER.rglob("*") if path.suffix in (".py", ".ftl", ".tcss")]
    for path in (path for path in paths if path.parent != FOLDER / "games"):
        text = path.read_text(encoding="utf-8").lower()
        assert [name for name in names if name in text] == [], path


def titles(slug: str) -> list[str]:
    return [tefuda.load(slug).localizer(language).say("title").lower() for language in ("ja", "en")]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_key_row_fits_80_cells(language: str) -> None:
    match = Match(plan(language))
    played = PlayScreen(match, QuickBots())
    replayed = ReplayScreen(Replay(write_record(match.deal().state)), language, -1, 0.0)
    for screen in (played, replayed):
        assert 2 + sum(cell_len(f"{shown} {words}") + 2 for _, shown, words in screen.key_hints()) <= 80 + 2
