"""`tefuda rules`: the rulebook, complete and readable, in the reader's language."""

import re

import pytest
from rich.cells import cell_len

from tefuda import cli
from tefuda.engine.game import game_slugs, load

GAME = load("kotori")


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["rules", *words]) == 0
    return capsys.readouterr().out


def letters_of(text: str) -> str:
    """Return the text without spaces, markup and line breaks."""
    return re.sub(r"[\s*_`•━─#-]", "", text)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_every_clause_is_printed_in_full(
    language: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    printed = output_of(capsys, "kotori", "--lang", language)
    letters = letters_of(printed)
    for clause in GAME.rulebook(language).clauses.values():
        assert letters_of(clause.id + clause.text) in letters
    for line in printed.splitlines():
        assert cell_len(line) <= min(columns, 100)
        assert line == line.rstrip()
        assert not line.lstrip(" •").startswith(("。", "、", "」", "）"))


@pytest.mark.parametrize("language", ["ja", "en"])
def test_invented_cards_are_listed(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "kotori", "--lang", language)
    _, _, ours = printed.rpartition("─" * 40)
    assert ("復元" if language == "ja" else "our reconstruction") in ours
    for rank in range(1, 11):
        assert f" • {GAME.say(GAME.card_text(str(rank)).name, language)}\n" in ours


def test_invented_cards_are_listed_by_name_not_id(capsys: pytest.CaptureFixture[str]) -> None:
    """Pool cards are named by number in the game; the ids of the card file mean nothing to a reader."""
    printed = output_of(capsys, "kotodama", "--lang", "en")
    _, _, ours = printed.rpartition("─" * 40)
    assert " • 書く (write)\n" in ours
    assert " • Quiet adjectives\n" in ours
    assert "recon-" not in ours
    assert " • 書く\n" in output_of(capsys, "kotodama", "--lang", "ja")


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("slug", game_slugs())
def test_every_reconstructed_entry_has_a_name(slug: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No entry is named by its position in the file, such as `style fold`."""
    game = load(slug)
    _, _, ours = output_of(capsys, slug, "--lang", language).rpartition(
        "復元したもの" if language == "ja" else "our reconstruction"
    )
    names = [line.removeprefix(" • ") for line in ours.splitlines() if line.startswith(" • ")]
    assert len(names) == len(set(names)) == len(game.cards.reconstructed)
    assert not set(names) & {str(entry) for entry in game.cards.entries}


def test_single_clause_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "kotori", "k4.3", "--lang", "en")
    assert re.findall(r"K\d+\.\d+", printed) == ["K4.3"]
    clause = GAME.rulebook("en")["K4.3"]
    assert printed.startswith(clause.section)
    assert letters_of(clause.text) in letters_of(printed)


@pytest.mark.parametrize(
    ("locale", "title"), [("ja_JP.UTF-8", "ことりあつめ"), ("en_US.UTF-8", "Kotori"), ("C", "Kotori")]
)
def test_language_follows_the_locale(
    locale: str, title: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert output_of(capsys, "kotori").lstrip().startswith(title)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["poker"], "no game 'poker'; there are "),
        (["kotori", "K99.1"], "kotori has no clause 'K99.1'; there are K1.1, K1.2"),
        (["kotori", "--lang", "de"], 'Invalid value "de" for --lang'),
    ],
)
def test_invalid_argument_gives_one_line_error(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["rules", *words]) == 2
    caught = capsys.readouterr()
    assert caught.err.startswith("tefuda: ")
    assert message in caught.err
    assert len(caught.err.splitlines()) == 1


def test_only_the_reconstructed_part_of_a_known_card_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """T7: name and effect of three abilities are facts, as is how two cards of KOTODAMA KOGEN are stacked."""
    ours = output_of(capsys, "tezuma", "--lang", "en").rpartition("─" * 40)[2]
    for name in ("Swallowing a Horse", "Merry Butterfly", "Sands of Five Colours"):
        assert f" • cost of {name}\n" in ours
    assert " • Swallowing Needles\n" in ours
    assert " • ないの効果\n" in output_of(capsys, "kotodama", "--lang", "ja")
    assert " • kana card コ: colours\n" in output_of(capsys, "doutotsu", "--lang", "en")
