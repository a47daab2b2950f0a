"""Card files: every mistake in one is named, all of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda.engine.cards import LARGEST_FILE, LONGEST_TEXT, Cards, Checker, Entry
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


FIELDS = {"card": ("copies", *"abcdefgs"), "bird": ()}


class Tables(Record):
    unused: int = i8()


def written(folder: Path, text: str) -> Path:
    path = folder / "cards.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_entries_are_read_in_order(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    entries = Checker(path).read(FIELDS)
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
        ('source = "rulebook, page 2"', 'source = " "', "card stone: source must be a text, not ' '"),
    ],
)
def test_each_fault_of_a_card_file_is_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(CardFileError) as error:
        Checker(path).read(FIELDS)
    assert message in str(error.value)
    assert str(path) in str(error.value)


def test_all_problems_are_reported_together(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD.replace('"fact"', '"hearsay"').replace("[[bird]]", "[[fish]]"))
    with pytest.raises(CardFileError, match=r"fish: unknown table.*; card stone: provenance must be one of"):
        Checker(path).read(FIELDS)


def test_unreadable_file_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match="cannot be read: No such file"):
        Checker(tmp_path / "none.toml").read(FIELDS)
    path = tmp_path / "latin.toml"
    path.write_bytes("# Vögel".encode("latin-1"))
    with pytest.raises(CardFileError, match=r"line 1: is not TOML, which is UTF-8 text"):
        Checker(path).read(FIELDS)
    with pytest.raises(CardFileError, match="cannot be read: Is a directory"):
        Checker(tmp_path).read(FIELDS)
    with pytest.raises(CardFileError, match="cannot be read: embedded null"):
        Checker(Path("a\0b")).read(FIELDS)
    with pytest.raises(CardFileError, match="is too large"):
        Checker(Path("/dev/zero")).read(FIELDS)
    with pytest.raises(CardFileError, match="the path of the card file is empty"):
        tefuda.load("kotori", cards="")


def test_errors_show_a_path_without_its_control_characters(tmp_path: Path) -> None:
    file = tmp_path / "red\x1b[31m\n.toml"
    for text in (None, "[[fish]]", "[[card]", "a = " + "[" * 9, "# " + "x" * LARGEST_FILE):
        if text is not None:
            file.write_text(text, encoding="utf-8")
        with pytest.raises(CardFileError) as error:
            Checker(file).read(FIELDS)
        assert str(error.value).isprintable()
        assert "red\\x1b[31m\\n.toml" in str(error.value)


# --------------------------------------------------- what no file may hold

ONE_LINE = "must be one line of text without control characters"
FIVE = "line 5: brackets are nested too deep; a card file goes 8 levels deep at most"
HEAD = '[[card]]\nid = "stone"\nprovenance = "fact"\nsource = "x"\n'
INTEGER = "must be an integer from -2^63 to 2^63 - 1"


HOSTILE = {
    "endless brackets": (HEAD + "a = " + "[" * 100_000, FIVE),
    "nine brackets": (HEAD + "a = " + "[" * 9 + "]" * 9, FIVE),
    "inline tables": (HEAD + "a = " + "{b=" * 200 + "1" + "}" * 200, FIVE),
    "after four quotes": (HEAD + 's = """a"""" # four\na = ' + "[" * 9 + "]" * 9, FIVE.replace("5", "6")),
    "after a text of lines": (HEAD + "s = '''[\n['''\na = " + "[" * 9 + "]" * 9, FIVE.replace("5", "7")),
    "dotted key": (HEAD + ".".join(["a"] * 10) + " = 1", "line 5: a dotted key is nested too deep"),
    "dotted header": (HEAD + "[" + ".".join(['"a"'] * 100_000) + "]", "line 5: a dotted key is nested too deep"),
    "decimal number": (HEAD + "a = " + "9" * 5000, f"line 5: a number of more than 30 digits {INTEGER}"),
    "hexadecimal number": (HEAD + "a = [1, {b = [0, 0x" + "f" * 5000 + "]}]", f"card stone: a[2].b[2] {INTEGER}"),
    "number of 65 bits": (HEAD + f"a = {1 << 63}", f"card stone: a {INTEGER}"),
    "size": (HEAD + "#" * LARGEST_FILE, f"is too large; a card file has at most {LARGEST_FILE:,} bytes"),
    "long text": (HEAD + f"a = '{'x' * (LONGEST_TEXT + 1)}'", "card stone: a must be a text of at most 500 "),
    "escape sequence": (HEAD + 'a = "\\u001b[2J"', f"card stone: a {ONE_LINE}, not with U+001B"),
    "right-to-left override": (HEAD + 'a = ["x", "\u202e"]', f"card stone: a[2] {ONE_LINE}"),
    "line break": (HEAD.replace("stone", "sto\\nne"), f"card 1: id {ONE_LINE}"),
    "control character in a name": (HEAD + '"\\u001b" = 1', r"card stone: '\x1b' is not a field; names of fields have"),
    "space in a name": (HEAD + 'a = { "b c" = 1 }', "card stone: a.'b c' is not a field"),
    "table twice": (HEAD + "[fish]\n[fish]", "is not TOML: Cannot declare ('fish',) twice (at line 6, column 6)"),
    "null": ("\0", "is not TOML: "),
    "no date": ("a = 1979-99-99", "is not TOML: "),
    "unended text": ("a = '" + "[" * 9, "is not TOML: "),
    "unended text of lines": ('a = """' + "[" * 9, "is not TOML: "),
    "table with a control character": (
        '"\\u0007" = 1',
        r"'\x07': unknown table; a card file of this game has card, bird",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_file_is_rejected_with_line_and_reason(name: str, tmp_path: Path) -> None:
    text, message = HOSTILE[name]
    path = written(tmp_path, text)
    with pytest.raises(CardFileError) as error:
        Checker(path).read(FIELDS)
    assert f"{path}: {message}" in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 1000


def test_unusual_but_valid_file_is_read(tmp_path: Path) -> None:
    """Brackets and numbers in texts and comments; the deepest nesting, the largest integers, emoji, a mark of UTF-8."""
    path = tmp_path / "cards.toml"
    texts = f"""a = "{"[" * 99}\\"{"{" * 99}"\nb = \'{"[" * 99}\'\nc = "{"9" * 99}" # {"[" * 99}\n"""
    numbers = f"d = [{-(1 << 63)}, {(1 << 63) - 1}, 3.5]\ne = {'[' * 8 + ']' * 8}\nf = '👩\u200d👧 話す\u3000'\n"
    path.write_text("\ufeff" + HEAD + texts + numbers + "g.h.i = 1\n", encoding="utf-8")
    (entry,) = Checker(path).read(FIELDS)
    assert entry.values["c"] == "9" * 99
    assert entry.values["d"][:2] == [-(1 << 63), (1 << 63) - 1]
    assert entry.values["f"] == "👩\u200d👧 話す\u3000"


def test_many_problems_are_counted_and_long_values_shortened(tmp_path: Path) -> None:
    path = written(tmp_path, "".join(f'[[card]]\nid = "{n}"\nprovenance = "fact"\n' for n in range(100)))
    with pytest.raises(CardFileError, match=r"; and 88 more problems$"):
        Checker(path).read(FIELDS)
    long = written(tmp_path, HEAD.replace('"fact"', f"[{', '.join(['1'] * 1000)}]"))
    with pytest.raises(CardFileError, match=r"card stone: provenance must be a text, not \[1, 1, .*…$") as error:
        Checker(long).read(FIELDS)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize("value", [None, "3", 2.0, True, 0, 5])
def test_integers_are_integers_within_bounds(value: object) -> None:
    checker = Checker(Path("cards.toml"))
    entry = Entry("card", 1, {"copies": value})
    assert checker.integer(entry, "copies", 1, 4) == 1
    with pytest.raises(CardFileError, match=f"card 1: copies must be an integer from 1 to 4, not {value!r}"):
        checker.done()


def test_valid_values_are_returned_unchanged() -> None:
    checker = Checker(Path("cards.toml"))
    entry = Entry("card", 1, {"id": "x", "copies": 4, "bird": "雀"})
    assert checker.integer(entry, "copies", 1, 4) == 4
    assert checker.text(entry, "bird") == "雀"
    assert checker.text(entry, "id", ("x", "y")) == "x"
    checker.done()
    checker.wrong("card", "there are too few")
    with pytest.raises(CardFileError, match=r"cards\.toml: card: there are too few"):
        checker.done()
