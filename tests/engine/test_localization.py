"""Words: said in both languages, with names, within one another, and never quietly wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tefuda.engine.errors import BadOption
from tefuda.engine.localization import Localizer, localizer
from tefuda.engine.view import Seat, Text, Words

EN = """
bird = sparrow
passes = { $who } passes with { $card }
count = { $n ->
    [one] one card
   *[other] { $n } cards
}
seat = player { $number }
only-a-note =
    .note = nothing else
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en.ftl").write_text(EN, encoding="utf-8")
    (tmp_path / "ja.ftl").write_text("bird = 雀\npasses = { $who }は{ $card }でパス\n", encoding="utf-8")
    return tmp_path


def test_nested_messages_and_seat_names_are_formatted(folder: Path) -> None:
    words = Words("passes", {"who": Seat(1), "card": Words("bird")})
    assert Localizer("en", folder).say(words, ["Ann", "Bob"]) == "Bob passes with sparrow"
    assert Localizer("en", folder).say(words, ["Ann"]) == "player 2 passes with sparrow"
    assert Localizer("ja", folder).say(words, ["花子", "太郎"]) == "太郎は雀でパス"
    assert Localizer("ja", folder).say(words) == "席2は雀でパス", "a message of the engine where the game has none"


def test_card_file_text_is_shown_in_both_languages(folder: Path) -> None:
    words = Words("passes", {"who": Seat(0), "card": Text("鶯", "warbler")})
    assert Localizer("en", folder).say(words, ["Ann"]) == "Ann passes with warbler"
    assert Localizer("ja", folder).say(words, ["花子"]) == "花子は鶯でパス"
    assert Localizer("ja").say(Text("鶯", "warbler")) == "鶯"


def test_arguments_of_any_length_are_formatted(folder: Path) -> None:
    """A card file may say much, and a message quotes it within others."""
    long = "雀" * 3000
    words = Words("passes", {"who": Seat(0), "card": Words("passes", {"who": "x", "card": Text(long, long)})})
    assert Localizer("en", folder).say(words, ["Ann"]) == f"Ann passes with x passes with {long}"


def test_plural_forms_follow_numbers(folder: Path) -> None:
    speaks = Localizer("en", folder)
    assert [speaks.say("count", n=n) for n in (1, 2)] == ["one card", "2 cards"]
    assert speaks.has("count")
    assert not speaks.has("counts")


def test_unknown_message_or_missing_argument_raises(folder: Path) -> None:
    speaks = Localizer("en", folder)
    with pytest.raises(KeyError, match=r"en\.ftl has no message 'no-such'"):
        speaks.say("no-such")
    with pytest.raises(KeyError, match=r"en\.ftl: message 'only-a-note' has no text"):
        speaks.say("only-a-note")
    with pytest.raises(ValueError, match=r"message 'passes': .*card"):
        speaks.say("passes", who="Ann")
    with pytest.raises(BadOption, match="no language 'fr': there are ja, en"):
        Localizer("fr", folder)


def test_localizer_is_cached(folder: Path) -> None:
    assert localizer("en", folder) is localizer("en", folder)
    assert localizer("en", folder) is not localizer("ja", folder)
