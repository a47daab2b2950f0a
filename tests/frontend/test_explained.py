"""Marks that explain themselves: a short text in both languages, and a clause of the rulebook."""

import re
from pathlib import Path

import pytest

import tefuda
from tefuda.engine.localization import LANGUAGES

GAMES = Path(__file__).parents[2] / "frontend/src/games"
MARK = re.compile(r'\{ id: "([\w-]+)", at: "(?:[^"\\]|\\.)+", clause: "(\w+\.\d+)" \}')
MOST_WORDS = 13


def marks(slug: str) -> list[tuple[str, str]]:
    """Return the id and clause of each mark in the art of a game."""
    found: list[tuple[str, str]] = MARK.findall((GAMES / slug / "index.ts").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("slug", ["doutotsu", "kotodama", "kotori", "llama", "tezuma"])
def test_every_mark_has_a_short_text_in_both_languages_and_a_clause(slug: str) -> None:
    ids = [id for id, _ in marks(slug)]
    assert ids
    for language in LANGUAGES:
        text = (GAMES / slug / f"{language}.ftl").read_text(encoding="utf-8")
        messages = dict(re.findall(r"^explain-([\w-]+) = (.+)$", text, re.MULTILINE))
        assert list(messages) == ids
        for id in ids if language == "en" else ():
            assert len(messages[id].split()) <= MOST_WORDS, messages[id]
    clauses = tefuda.load(slug).rulebook().clauses
    assert {clause for _, clause in marks(slug)} <= set(clauses)
