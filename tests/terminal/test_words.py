"""The terminal's own words: the same in both languages, each used, and each row of keys short enough for 80 cells."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import tefuda.terminal
from tefuda.engine.game_record import Replay, write_record
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.screens.replay import ReplayScreen
from tefuda.terminal.session import Match
from tests.terminal.screen import QuickBots, plan

FOLDER = Path(tefuda.terminal.__file__).parent


def messages(language: str) -> dict[str, set[str]]:
    """Message ids with the arguments each takes."""
    found: dict[str, set[str]] = {}
    for block in re.split(r"\n(?=[a-z])", (FOLDER / f"{language}.ftl").read_text(encoding="utf-8")):
        if name := re.match(r"([a-z][a-z0-9-]*) =", block):
            found[name[1]] = set(re.findall(r"\$(\w+)", block))
    return found


def test_both_languages_say_the_same_things() -> None:
    assert messages("ja").keys() == messages("en").keys()


def test_no_message_is_unused() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    unused = [name for name in messages("ja") if not re.search(rf"[\"']{name}[\"']", source)]
    assert unused == []


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_message_knows_no_argument_that_the_other_language_lacks(language: str) -> None:
    other = messages("en" if language == "ja" else "ja")
    assert {name: args for name, args in messages(language).items() if not args <= other[name] | {"count"}} == {}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_keys_of_every_table_fit_into_80_cells(language: str) -> None:
    match = Match(plan(language))
    played = PlayScreen(match, QuickBots())
    replayed = ReplayScreen(Replay(write_record(match.deal().state)), language, -1, 0.0)
    for screen in (played, replayed):
        assert 2 + sum(cell_len(f"{shown} {words}") + 2 for _, shown, words in screen.key_hints()) <= 80 + 2
