"""Line breaking follows Japanese and English rules and keeps to the width."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content

from tefuda.terminal.line_breaking import line_starts
from tefuda.terminal.table_renderer import wrap


def lines(text: str, width: int) -> list[str]:
    return [line.plain for line in wrap(Content(text), width)]


def test_english_breaks_between_words() -> None:
    assert lines("the deck has run out", 10) == ["the deck", "has run", "out"]


def test_word_breaks_at_its_hyphen_but_a_number_does_not() -> None:
    assert lines("long-tailed tit", 10) == ["long-", "tailed tit"]
    assert lines("see R0-14", 7) == ["see", "R0-14"]


def test_word_longer_than_the_line_is_split() -> None:
    assert lines("donaudampf", 4) == ["dona", "udam", "pf"]


def test_japanese_breaks_between_any_characters() -> None:
    assert lines("山札が尽きた", 6) == ["山札が", "尽きた"]


@pytest.mark.parametrize("mark", list("。、）」ーっ"))
def test_no_line_starts_with_a_closing_mark_or_small_kana(mark: str) -> None:
    assert lines(f"あいう{mark}え", 6) == ["あい", f"う{mark}え"]


def test_no_line_ends_with_an_opening_mark() -> None:
    assert lines("あい（うえ）", 6) == ["あい", "（う", "え）"]


def test_latin_word_in_japanese_stays_whole() -> None:
    assert lines("ことりK4.3です", 8) == ["ことり", "K4.3です"]


def test_word_in_katakana_stays_whole_if_it_fits_on_a_line() -> None:
    assert lines("次はバースト率です", 10) == ["次は", "バースト率", "です"]
    assert lines("コップ・グラス", 10) == ["コップ・", "グラス"]
    assert lines("オットセイ", 6) == ["オット", "セイ"]


def test_line_breaks_and_styles_are_kept() -> None:
    wrapped = wrap(Content.assemble(("ab", "bold"), " cd\n\nef"), 3)
    assert [line.plain for line in wrapped] == ["ab", "cd", "", "ef"]
    assert [span.style for span in wrapped[0].spans] == ["bold"]


@settings(deadline=None)
@given(st.text(alphabet="aB3 、。（）「」あっアッー漢字-.", max_size=60), st.integers(4, 20))
def test_no_line_exceeds_the_width_and_no_character_is_lost(text: str, width: int) -> None:
    wrapped = lines(text, width)
    assert all(cell_len(line) <= width for line in wrapped)
    assert "".join(wrapped).replace(" ", "") == text.replace(" ", "")
    assert line_starts(text, width) == sorted(set(line_starts(text, width)))
