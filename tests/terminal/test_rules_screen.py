"""The rules screen: complete, in the reader's language, with jumps to clauses."""

import time

import pytest
from textual.pilot import Pilot

import tefuda
from harness.server.doubles import PATIENCE
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.screens.rules import Passage, RulesScreen, join_lines, split_passages, styled
from tests.terminal.screen import SMALL, rows, screen_text, tap

GAME = tefuda.load("kotori")


async def open_rules(pilot: Pilot[None], language: str) -> RulesScreen:
    screen = RulesScreen(GAME, language)
    pilot.app.push_screen(screen)
    await pilot.pause()
    await pilot.pause()
    return screen


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_every_clause_is_shown_and_reachable_by_jump(language: str) -> None:
    app = TefudaApp(light=True)
    async with app.run_test(size=SMALL) as pilot:
        screen = await open_rules(pilot, language)
        book = GAME.rulebook(language)
        assert [passage.clause for passage in screen.query(Passage) if passage.clause] == list(book.clauses)
        for clause in ("K1.1", "K4.3", "K7.2", list(book.clauses)[-1]):
            await pilot.press("slash", *clause, "enter")
            start = book[clause].text.replace("**", "").replace("*", "")[:8]
            deadline = time.monotonic() + PATIENCE
            while not any(clause in row and start in row for row in rows(screen)):
                assert time.monotonic() < deadline, f"{clause} is not shown"
                await pilot.pause(0.02)


async def test_unknown_clause_names_the_valid_range() -> None:
    app = TefudaApp(light=True)
    async with app.run_test(size=SMALL) as pilot:
        screen = await open_rules(pilot, "en")
        await tap(pilot, "slash", *"99.9", "enter")
        assert "There is no clause K99.9: they run from K1.1" in screen_text(screen)
        await tap(pilot, "slash", *"4.3", "enter")
        assert "There is no clause" not in screen_text(screen)
        assert any(row.lstrip().startswith("K4.3") for row in rows(screen))


async def test_sections_pages_and_ends_are_reached_by_keys() -> None:
    app = TefudaApp(light=True)
    async with app.run_test(size=SMALL) as pilot:
        screen = await open_rules(pilot, "ja")
        headings = [passage for passage in screen.query(Passage) if passage.heading]
        await tap(pilot, "n", "n")
        assert headings[2].text.plain in rows(screen)[1]
        await tap(pilot, "b")
        assert headings[1].text.plain in rows(screen)[1]
        await tap(pilot, "pagedown", "end")
        assert screen.text.scroll_y == screen.text.max_scroll_y > 0
        await tap(pilot, "home", "down")
        assert screen.text.scroll_y == 1
        await tap(pilot, "slash", "escape")
        assert app.screen is screen
        await tap(pilot, "escape")
        assert app.screen is not screen


@pytest.mark.parametrize("language", ["ja", "en"])
def test_passages_contain_the_whole_rulebook(language: str) -> None:
    book = GAME.rulebook(language)
    letters = "".join(sorted("".join(split_passages(book)).replace(" ", "").replace("\n", "")))
    assert letters == "".join(sorted(book.text.replace(" ", "").replace("\n", "")))


def test_paragraph_lines_are_joined_and_list_items_kept() -> None:
    assert join_lines(["a bird", "in the hand"]) == "a bird in the hand"
    assert join_lines(["ことりを", "あつめる"]) == "ことりをあつめる"
    assert join_lines(["- one", "- two", "lines"]) == "- one\n- two lines"


def test_markdown_becomes_styles() -> None:
    text = styled("a **bold** and an *odd* `draw`")
    assert text.plain == "a bold and an odd draw"
    assert [str(span.style) for span in text.spans] == ["bold", "italic", "bold"]
