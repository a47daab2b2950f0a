"""The card file of ことりあつめ: its content, and errors of invalid files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tefuda
from tefuda import cli
from tefuda.engine.localization import LANGUAGES
from tefuda.games.kotori.cards import DRAWINGS, load
from tests.games.asking import changed_cards

OWN = Path(tefuda.__file__).parent / "games/kotori/cards.toml"


def test_deck_is_documented_and_birds_are_reconstructed() -> None:
    own = load()
    assert {str(entry) for entry in own.reconstructed} == {f"bird {value}" for value in range(1, 11)}


def test_own_file_has_every_drawing_once() -> None:
    assert sorted(load().extra["birds"].values()) == sorted(DRAWINGS)


def test_real_names_of_an_owner_replace_ours_on_screen_and_are_no_reconstruction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = OWN.read_text(encoding="utf-8").replace('provenance = "reconstruction"', 'provenance = "fact"')
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("スズメ", "コマドリ").replace("sparrow", "robin").replace('bird = "robin"\n', ""))
    assert cli.main(["cards", "kotori", "--file", str(file), "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^10 robin +10 in the deck$", printed, re.MULTILINE)
    assert "sparrow" not in printed
    assert "0 reconstructed" in printed
    game = tefuda.load("kotori", cards=file)
    state = game.start(seed=1)
    while state.view().zone("top").cards[0].face != "10":
        state.play(state.legal_actions[0])
    said = [game.say(state.view(state.current_player).choices[0].label, language) for language in LANGUAGES]
    assert sorted(said) == sorted(["bid 10 robin", "値付け（10 コマドリ）"])


@pytest.mark.parametrize(
    ("copies", "values", "said"),
    [(1, range(3, 11), "cards"), (12, range(1, 11), "20 to 110 cards, not 120")],
    ids=["too small", "too large"],
)
def test_deck_of_unplayable_size_is_refused(tmp_path: Path, copies: int, values: range, said: str) -> None:
    card = 'id = "{}"\ncopies = {}\n'.format
    file = changed_cards("kotori", tmp_path, *((card(value, value), card(value, copies)) for value in values))
    with pytest.raises(tefuda.CardFileError, match=said):
        load(file)
