"""`tefuda cards`: lists the cards of a game, shows single ones, and checks card files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import tefuda
from tefuda import cli
from tefuda.engine.game import game_slugs, load

WITH_TEXTS = [slug for slug in game_slugs() if any(card.text for card in load(slug).catalogue.values())]


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["cards", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("slug", game_slugs())
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_card_of_a_game_is_listed(
    slug: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    game = load(slug)
    *lines, verdict = output_of(capsys, slug, "--lang", language).splitlines()
    assert str(game.cards.path) in verdict
    cards = [entry for entry in game.cards.entries if isinstance(entry.values.get("copies"), int)]
    assert len(lines) == len(game.catalogue or cards)
    if cards:  # nothing is written on them: how many there are, and not where the file has that from
        for line, entry in zip(lines, cards, strict=True):
            assert game.say(game.card_text(entry.values["id"]).name, language) in line
            assert re.search(rf"\b{entry.values['copies']}(枚| in the deck)$", line)
    else:
        for card in game.catalogue.values():
            assert any(game.say(card.name, language) in line for line in lines)
            assert all(cell_len(line) <= 90 for line in lines)


def test_list_shows_names_and_numbers_but_no_internal_ids(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\nラット ratto " in output_of(capsys, "doutotsu", "--lang", "en")
    assert output_of(capsys, "llama", "--lang", "en").startswith("llama    20 in the deck\n")
    assert output_of(capsys, "kotori", "--lang", "en").startswith("1 kingfisher ")
    assert output_of(capsys, "kotodama", "--lang", "ja").startswith("   1  走る ")


@pytest.mark.parametrize("slug", WITH_TEXTS)
def test_single_card_is_shown_in_full_by_face_or_name(
    slug: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    game = load(slug)
    face, card = next((face, card) for face, card in game.catalogue.items() if card.text)
    shown = output_of(capsys, slug, face, "--lang", "en")
    squeezed = "".join(shown.split())
    assert "".join(game.say(card.text, "en").split()) in squeezed
    name = game.say(card.name, "en").partition(" ")[0]
    assert "".join(game.say(card.name, "en").split()) in "".join(output_of(capsys, slug, name, "--lang", "en").split())


def test_unknown_card_and_invalid_file_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["cards", "kotori", "phoenix"]) == 2
    assert "has no card 'phoenix'; `tefuda cards kotori` lists them" in capsys.readouterr().err
    path = tmp_path / "mine.toml"
    path.write_text('[[card]]\nid = "1"\n')
    assert cli.main(["cards", "kotori", "--file", str(path)]) == 2
    error = capsys.readouterr().err
    assert str(path) in error
    assert "card 1: provenance must be" in error


HOSTILE = {
    "deep": ("a = " + "[" * 100_000, "line 1: brackets are nested too deep; a card file goes 8 levels deep at most"),
    "integer": ("a = " + "9" * 5000, "line 1: a number of more than 30 digits must be an integer from -2^63"),
    "hexadecimal": ('[[card]]\nid = "1"\ncopies = 0x' + "f" * 5000, "card 1: copies must be an integer from -2^63"),
    "large": ("#" * 1_000_000, "is too large; a card file has at most 524,288 bytes"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "command", ["cards kotori --file FILE", "play kotori --cards FILE", "serve --port 0 --cards kotori=FILE"]
)
def test_hostile_card_file_gives_one_line_error(
    name: str, command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    text, message = HOSTILE[name]
    path.write_text(text, encoding="utf-8")
    assert cli.main(command.replace("FILE", str(path)).split()) == 2
    error = capsys.readouterr().err
    assert f"tefuda: {path}: {message}" in error
    assert error.count("\n") == 1
    with pytest.raises(tefuda.CardFileError, match=re.escape(message)):
        tefuda.load("kotori", cards=path)
