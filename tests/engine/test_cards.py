"""Card files: every mistake in one is named, all of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.engine.cards import Cards, Checker, Entry, read_entries
from tefuda.engine.errors import CardFileError
from tefuda.engine.record import Record, i8

GOOD = """
[[card]]
id = "stone"
copies = 3
provenance = "fact"
source = "rulebook, page 2"

[[card]]
copies = 1
provenance = "reconstruction"
source = "our own"

[[bird]]
id = "1"
provenance = "ruling"
source = "our own"
"""


class Tables(Record):
    unused: int = i8()


def written(folder: Path, text: str) -> Path:
    path = folder / "cards.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_entries_come_in_order_with_what_they_say(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    entries = read_entries(path, ("card", "bird"))
    assert [str(entry) for entry in entries] == ["card stone", "card 2", "bird 1"]
    assert [entry.provenance for entry in entries] == ["fact", "reconstruction", "ruling"]
    assert [str(entry) for entry in Cards(Tables(), entries, path).reconstructed] == ["card 2"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[card]]", "[[card]", "is not TOML"),
        ("[[bird]]", "[[fish]]", "fish: unknown table; a card file of this game has card, bird"),
        ("[[bird]]", "[bird]", "bird: must be a list of entries, [[bird]]"),
        (GOOD, "card = [1, 2]", "card: must be a list of entries, [[card]]"),
        ('provenance = "ruling"', "", "bird 1: provenance must be a text, not None"),
        ('"ruling"', '"guess"', "bird 1: provenance must be one of fact, ruling, reconstruction, not 'guess'"),
        ('source = "rulebook, page 2"', "source = 2", "card stone: source must be a text, not 2"),
        ('source = "rulebook, page 2"', 'source = ""', "card stone: source must be a text, not ''"),
    ],
)
def test_what_can_be_wrong_with_any_card_file(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(CardFileError) as error:
        read_entries(path, ("card", "bird"))
    assert message in str(error.value)
    assert str(path) in str(error.value)


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD.replace('"fact"', '"hearsay"').replace("[[bird]]", "[[fish]]"))
    with pytest.raises(CardFileError, match=r"fish: unknown table.*; card stone: provenance must be one of"):
        read_entries(path, ("card", "bird"))


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match="cannot be read: No such file"):
        read_entries(tmp_path / "none.toml", ("card",))
    path = tmp_path / "latin.toml"
    path.write_bytes("# Vögel".encode("latin-1"))
    with pytest.raises(CardFileError, match="is not TOML"):
        read_entries(path, ("card",))


@pytest.mark.parametrize("value", [None, "3", 2.0, True, 0, 5])
def test_integers_are_integers_within_bounds(value: object) -> None:
    checker = Checker(Path("cards.toml"))
    entry = Entry("card", 1, {"copies": value})
    assert checker.integer(entry, "copies", 1, 4) == 1
    with pytest.raises(CardFileError, match=f"card 1: copies must be an integer from 1 to 4, not {value!r}"):
        checker.done()


def test_what_is_right_is_returned_as_it_stands() -> None:
    checker = Checker(Path("cards.toml"))
    entry = Entry("card", 1, {"id": "x", "copies": 4, "bird": "雀"})
    assert checker.integer(entry, "copies", 1, 4) == 4
    assert checker.text(entry, "bird") == "雀"
    assert checker.text(entry, "id", ("x", "y")) == "x"
    checker.done()
    checker.wrong("card", "there are too few")
    with pytest.raises(CardFileError, match=r"cards\.toml: card: there are too few"):
        checker.done()
