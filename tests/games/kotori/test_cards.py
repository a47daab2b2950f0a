"""The card file of ことりあつめ: its content, and errors of invalid files."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda.games.kotori.cards import load
from tests.games.asking import changed_cards


def test_deck_is_documented_and_birds_are_reconstructed() -> None:
    own = load()
    assert {str(entry) for entry in own.reconstructed} == {f"bird {value}" for value in range(1, 11)}


def test_card_name_has_value_and_bird() -> None:
    game = tefuda.load("kotori")
    for entry in load().entries:
        if entry.table == "bird":
            value, bird = entry.values["id"], entry.values["bird"].replace("-", " ")
            assert game.say(game.card_text(value).name, "en").lower().replace("-", " ") == f"{value} {bird}"
            assert game.say(game.card_text(value).name, "ja").startswith(f"{value} ")


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
