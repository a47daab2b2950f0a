"""`tefuda cards`: what stands on the cards of a game, and whether a card file is in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from tefuda import cli
from tefuda.engine.game import game_slugs, load

WITH_TEXTS = [slug for slug in game_slugs() if load(slug).catalogue]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["cards", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("slug", game_slugs())
@pytest.mark.parametrize("language", ["ja", "en"])
def test_all_cards_of_a_game_are_listed_a_line_each(
    slug: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    game = load(slug)
    assert game.cards is not None
    *lines, verdict = answer(capsys, slug, "--lang", language).splitlines()
    assert str(game.cards.path) in verdict
    assert len(lines) >= len(game.catalogue or game.cards.entries)
    if game.catalogue:
        for card in game.catalogue.values():
            assert any(game.say(card.name, language) in line for line in lines)
            assert all(cell_len(line) <= 90 for line in lines)


@pytest.mark.parametrize("slug", WITH_TEXTS)
def test_one_card_is_shown_whole_by_its_number_or_name(
    slug: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    game = load(slug)
    face, card = next((face, card) for face, card in game.catalogue.items() if card.text)
    assert card.text is not None
    shown = answer(capsys, slug, face, "--lang", "en")
    squeezed = "".join(shown.split())
    assert "".join(game.say(card.text, "en").split()) in squeezed
    name = game.say(card.name, "en").partition(" ")[0]
    assert "".join(game.say(card.name, "en").split()) in "".join(answer(capsys, slug, name, "--lang", "en").split())


def test_a_card_that_there_is_not_and_a_file_with_mistakes_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["cards", "kotori", "phoenix"]) == 2
    assert "has no card 'phoenix'" in capsys.readouterr().err
    path = tmp_path / "mine.toml"
    path.write_text('[[card]]\nid = "1"\n')
    assert cli.main(["cards", "kotori", "--file", str(path)]) == 2
    refused = capsys.readouterr().err
    assert str(path) in refused
    assert "card 1: provenance must be" in refused
