"""The terminal's messages: complete in both languages, all used, and key rows that fit 80 cells."""

import re
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


def messages(language: str) -> dict[str, set[str]]:
    """Return the message ids with their arguments."""
    arguments: dict[str, set[str]] = {}
    for block in re.split(r"\n(?=[a-z])", (FOLDER / f"{language}.ftl").read_text(encoding="utf-8")):
        if name := re.match(r"([a-z][a-z0-9-]*) =", block):
            arguments[name[1]] = set(re.findall(r"\$(\w+)", block))
    return arguments


def test_terminal_names_no_game() -> None:
    """The terminal's messages and modules are the same for all games; only `games/` draws single ones."""
    names = [name for slug in tefuda.game_slugs() for name in (slug, *titles(slug))]
    paths = [path for path in FOLDER.rglob("*") if path.suffix in (".py", ".ftl", ".tcss")]
    for path in (path for path in paths if path.parent != FOLDER / "games"):
        text = path.read_text(encoding="utf-8").lower()
        assert [name for name in names if name in text] == [], path


def titles(slug: str) -> list[str]:
    return [tefuda.load(slug).localizer(language).say("title").lower() for language in ("ja", "en")]


def test_both_languages_have_the_same_messages() -> None:
    assert messages("ja").keys() == messages("en").keys()


def test_no_message_is_unused() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    unused = [name for name in messages("ja") if not re.search(rf"[\"']{name}[\"']", source)]
    assert unused == []


@pytest.mark.parametrize("language", ["ja", "en"])
def test_both_languages_use_the_same_arguments(language: str) -> None:
    other = messages("en" if language == "ja" else "ja")
    assert {name: args for name, args in messages(language).items() if not args <= other[name] | {"count"}} == {}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_key_row_fits_80_cells(language: str) -> None:
    match = Match(plan(language))
    played = PlayScreen(match, QuickBots())
    replayed = ReplayScreen(Replay(write_record(match.deal().state)), language, -1, 0.0)
    for screen in (played, replayed):
        assert 2 + sum(cell_len(f"{shown} {words}") + 2 for _, shown, words in screen.key_hints()) <= 80 + 2
