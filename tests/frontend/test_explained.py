"""Marks that explain themselves: a short text in both languages, and a clause of the rulebook."""

from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message
from fluent.syntax.serializer import serialize_pattern

import tefuda
from tefuda.engine.game import game_slugs
from tefuda.engine.localization import LANGUAGES

ART = Path(__file__).parents[2] / "frontend/src/games"
START = "explain-"
POSES = ("sideways", "down")
MOST_WORDS = 13


def explained(slug: str, language: str) -> dict[str, tuple[str, str]]:
    """Return the text and the clause of each mark that explains itself, by id."""
    found = {}
    for file in (tefuda.load(slug).folder / f"{language}.ftl", ART / slug / f"{language}.ftl"):
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            if isinstance(entry, Message) and entry.id.name.startswith(START):
                assert entry.value is not None
                (clause,) = (one.value for one in entry.attributes if one.id.name == "clause")
                found[entry.id.name[len(START) :]] = (serialize_pattern(entry.value), serialize_pattern(clause).strip())
    return found


@pytest.mark.parametrize("slug", game_slugs())
def test_every_mark_has_a_short_text_in_both_languages_and_a_clause(slug: str) -> None:
    japanese, english = (explained(slug, language) for language in LANGUAGES)
    assert list(japanese) == list(english) != []
    assert all(len(text.split()) <= MOST_WORDS for text, _ in english.values())
    clauses = tefuda.load(slug).rulebook().clauses
    for marks in (japanese, english):
        assert {clause for _, clause in marks.values()} <= set(clauses)


@pytest.mark.parametrize("slug", game_slugs())
def test_every_explanation_is_of_something_that_the_view_or_the_art_shows(slug: str) -> None:
    words = tefuda.load(slug).localizer("en")
    drawn = "".join(file.read_text(encoding="utf-8") for file in (ART / slug).glob("*.svelte"))
    for id in explained(slug, "en"):
        shown = any(words.has(message) for message in (id, f"counter-{id}", f"mark-{id}", f"role-{id}"))
        assert shown or id in POSES or (f'"{id}"' in drawn and "data-explain" in drawn), id
