"""`tefuda rules`: the rulebook, complete and readable, in the reader's language."""

import re

import pytest
from rich.cells import cell_len

from tefuda import cli
from tefuda.engine.game import game_slugs, load

GAME = load("kotori")


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["rules", *words]) == 0
    return capsys.readouterr().out


def words_of(text: str) -> str:
    """A text without blanks, marks and line breaks: what is said and not how it is set."""
    return re.sub(r"[\s*_`•━─#-]", "", text)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_every_clause_is_printed_whole(
    language: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    printed = answer(capsys, "kotori", "--lang", language)
    said = words_of(printed)
    for clause in GAME.rulebook(language).clauses.values():
        assert words_of(clause.id + clause.text) in said
    for line in printed.splitlines():
        assert cell_len(line) <= min(columns, 100)
        assert line == line.rstrip()
        assert not line.lstrip(" •").startswith(("。", "、", "」", "）"))


@pytest.mark.parametrize("language", ["ja", "en"])
def test_what_is_ours_in_the_cards_is_named(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, "kotori", "--lang", language)
    _, _, ours = printed.rpartition("─" * 40)
    assert ("復元" if language == "ja" else "our reconstruction") in ours
    for rank in range(1, 11):
        assert f" • {GAME.speaker(language).say(f'face-{rank}')}\n" in ours


def test_an_entry_is_called_as_its_game_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Cards of a pool have numbers in it, not the ids of their file; nobody reads `card recon-002`."""
    printed = answer(capsys, "kotodama", "--lang", "en")
    _, _, ours = printed.rpartition("─" * 40)
    assert " • 書く (write)\n" in ours
    assert " • Quiet adjectives\n" in ours
    assert "recon-" not in ours
    assert " • 書く\n" in answer(capsys, "kotodama", "--lang", "ja")


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("slug", game_slugs())
def test_every_entry_of_our_own_making_has_a_name(slug: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody reads where an entry stands in the file, such as `style fold`."""
    game = load(slug)
    assert game.cards is not None
    _, _, ours = answer(capsys, slug, "--lang", language).rpartition(
        "復元したもの" if language == "ja" else "our reconstruction"
    )
    names = [line.removeprefix(" • ") for line in ours.splitlines() if line.startswith(" • ")]
    assert len(names) == len(set(names)) == len(game.cards.reconstructed)
    assert not set(names) & {str(entry) for entry in game.cards.entries}


def test_one_clause(capsys: pytest.CaptureFixture[str]) -> None:
    printed = answer(capsys, "kotori", "k4.3", "--lang", "en")
    assert re.findall(r"K\d+\.\d+", printed) == ["K4.3"]
    clause = GAME.rulebook("en")["K4.3"]
    assert printed.startswith(clause.section)
    assert words_of(clause.text) in words_of(printed)


@pytest.mark.parametrize(
    ("locale", "title"), [("ja_JP.UTF-8", "ことりあつめ"), ("en_US.UTF-8", "Kotori"), ("C", "Kotori")]
)
def test_the_language_is_that_of_the_locale(
    locale: str, title: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert answer(capsys, "kotori").lstrip().startswith(title)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["poker"], "no game 'poker'; there are "),
        (["kotori", "K99.1"], "kotori has no clause 'K99.1'; there are K1.1, K1.2"),
        (["kotori", "--lang", "de"], 'Invalid value "de" for --lang'),
    ],
)
def test_what_it_cannot_use_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", *words]) == 2
    caught = capsys.readouterr()
    assert caught.err.startswith("tefuda: ")
    assert said in caught.err
    assert len(caught.err.splitlines()) == 1
