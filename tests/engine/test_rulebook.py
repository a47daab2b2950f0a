"""Rulebooks: clauses by their ids, as one paragraph each, under their headings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.engine.rulebook import Rulebook

TEXT = """# A game

Some words before the rules.

## Set-up

- **A1.1** Deal the
  cards, one
  by one.
- **A1.2** 山札を
  よく混ぜます。
- a plain item
  with a second line

## Play

- **A2.10** Play.

What follows a clause is not part of it.
  Nor is this.

### Finer points
- **A3.1** Think.
"""


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    path = tmp_path / "rulebook.en.md"
    path.write_text(TEXT, encoding="utf-8")
    return Rulebook(path)


def test_clauses_have_text_section_and_order_of_the_rulebook(book: Rulebook) -> None:
    assert book.title == "A game"
    assert list(book.clauses) == ["A1.1", "A1.2", "A2.10", "A3.1"]
    assert book["A1.1"].text == "Deal the cards, one by one."
    assert book["A1.2"].text == "山札をよく混ぜます。", "no space between two Japanese characters"
    assert book["A2.10"].text == "Play."
    assert [clause.section for clause in book.clauses.values()] == ["Set-up", "Set-up", "Play", "Finer points"]
    assert book.text == TEXT


def test_unknown_clause_lists_known_clauses(book: Rulebook) -> None:
    with pytest.raises(KeyError, match=r"no clause 'A9\.9'; there are A1\.1, A1\.2, A2\.10, A3\.1"):
        book["A9.9"]


def test_duplicate_clause_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.ja.md"
    path.write_text("- **A1.1** Once.\n- **A1.1** Twice.\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"rulebook\.ja\.md: clause A1\.1 appears twice"):
        Rulebook(path)
