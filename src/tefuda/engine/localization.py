"""Messages in Japanese and English, from Fluent files that lie beside what they describe."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from tefuda.engine.view import Seat, Text, Words

LANGUAGES = ("ja", "en")
_HERE = Path(__file__).parent
_LONG = 1000  # characters; fluent.runtime refuses to put texts of more than 2,500 into a message


class Localizer:
    """Says `Words` in one language.

    `folders` hold `ja.ftl` and `en.ftl`; a later folder's message replaces an earlier one's.
    """

    def __init__(self, language: str, *folders: Path) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        for folder in (_HERE, *folders):
            text = (folder / f"{language}.ftl").read_text(encoding="utf-8")
            self._bundle.add_resource(FluentResource(text), allow_overrides=True)

    def has(self, id: str) -> bool:
        """Is there a message of that id?"""
        return self._bundle.has_message(id)

    def say(self, words: Words | Text | str, names: Sequence[str] = (), **args: int | str) -> str:
        """The text of a message.  Seats are shown by `names`, or as "seat 2" where there is none.

        Raises KeyError for an unknown id and ValueError for a missing argument: both are defects of the caller.
        """
        if isinstance(words, Text):
            return words.ja if self.language == "ja" else words.en
        if isinstance(words, str):
            words = Words(words, dict(args))
        if not self._bundle.has_message(words.id):
            raise KeyError(f"{self.language}.ftl has no message {words.id!r}")
        pattern = self._bundle.get_message(words.id).value
        if pattern is None:
            raise KeyError(f"{self.language}.ftl: message {words.id!r} has no text")
        values = {key: self._value(value, names) for key, value in words.args.items()}
        long = {f"\ue000{key}\ue001": one for key, one in values.items() if isinstance(one, str) and len(one) > _LONG}
        short = {key: f"\ue000{key}\ue001" if f"\ue000{key}\ue001" in long else one for key, one in values.items()}
        text, problems = self._bundle.format_pattern(pattern, short)
        if problems:
            raise ValueError(f"message {words.id!r}: {'; '.join(map(str, problems))}")
        text = str(text)
        for stands_for, one in long.items():
            text = text.replace(stands_for, one)
        return text

    def _value(self, value: int | str | Seat | Text | Words, names: Sequence[str]) -> int | str:
        if isinstance(value, Words | Text):
            return self.say(value, names)
        if isinstance(value, Seat):
            return names[value.seat] if value.seat < len(names) else self.say("seat", number=value.seat + 1)
        return value


@cache
def localizer(language: str, *folders: Path) -> Localizer:
    """A `Localizer`, made once."""
    return Localizer(language, *folders)
