"""The card file of ことりあつめ: its content, and errors of invalid files."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda.games.kotori.cards import load

OWN = Path(tefuda.__file__).parent / "games/kotori/cards.toml"


def test_deck_is_documented_and_birds_are_reconstructed() -> None:
    own = load()
    assert {str(entry) for entry in own.reconstructed} == {f"bird {value}" for value in range(1, 11)}
    assert all(entry.values["source"] for entry in own.entries)


def test_card_name_has_value_and_bird() -> None:
    game = tefuda.load("kotori")
    for entry in load().entries:
        if entry.table == "bird":
            value, bird = entry.values["id"], entry.values["bird"].replace("-", " ")
            assert game.say(game.card_text(value).name, "en").lower().replace("-", " ") == f"{value} {bird}"
            assert game.say(game.card_text(value).name, "ja").startswith(f"{value} ")


def test_game_is_playable_with_another_deck(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(OWN.read_text(encoding="utf-8").replace('id = "1"\ncopies = 1', 'id = "1"\ncopies = 3'))
    state = tefuda.load("kotori", players=2, cards=file).start(seed=1)
    assert sum(zone.count for zone in state.view().zones) == 57


@pytest.mark.parametrize(
    ("copies", "values", "said"),
    [(1, range(3, 11), "cards"), (12, range(1, 11), "20 to 110 cards, not 120")],
    ids=["too small", "too large"],
)
def test_deck_of_unplayable_size_is_refused(tmp_path: Path, copies: int, values: range, said: str) -> None:
    text = OWN.read_text(encoding="utf-8")
    for value in values:
        text = text.replace(f'id = "{value}"\ncopies = {value}\n', f'id = "{value}"\ncopies = {copies}\n')
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(tefuda.CardFileError, match=said):
        load(file)
