"""Messages in Japanese and English, from the Fluent files `ja.ftl` and `en.ftl` of each package."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import VariableReference
from fluent.syntax.visitor import Visitor

from tefuda.engine.errors import BadOption
from tefuda.engine.view import Seat, Text, Words

LANGUAGES = ("ja", "en")
_HERE = Path(__file__).parent
_LONG = 1000  # characters; fluent.runtime refuses arguments of more than 2,500
# Control characters, invisible ones that format or reorder a line, halves of surrogate pairs, and line separators.
_UNSAFE = ("Cc", "Cf", "Cs", "Zl", "Zp")


class Localizer:
    """Formats `Words` in one language.

    `folders` contain `ja.ftl` and `en.ftl`; messages of later folders override earlier ones.
    """

    def __init__(self, language: str, *folders: Path) -> None:
        if language not in LANGUAGES:
            raise BadOption(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        for folder in (_HERE, *folders):
            text = (folder / f"{language}.ftl").read_text(encoding="utf-8")
            self._bundle.add_resource(FluentResource(text), allow_overrides=True)

    def has(self, id: str) -> bool:
        """Return whether there is a message of that id."""
        return self._bundle.has_message(id)

    def variables(self, id: str) -> set[str]:
        """Return the names of the arguments that a message uses."""
        return set(_Variables(self._bundle.get_message(id).value).names)

    def say(self, words: Words | Text | str, names: Sequence[str] = (), **args: int | str) -> str:
        """Return the text of a message.  Seats are shown by `names`, or as "seat 2" without a name.

        Raises KeyError for an unknown id and ValueError for a missing argument: both are bugs of the caller.
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
        # Long arguments are formatted as placeholders and inserted afterwards.
        long = {f"\ue000{k}\ue001": v for k, v in values.items() if isinstance(v, str) and len(v) > _LONG}
        short = {k: f"\ue000{k}\ue001" if f"\ue000{k}\ue001" in long else v for k, v in values.items()}
        text, problems = self._bundle.format_pattern(pattern, short)
        if problems:
            raise ValueError(f"message {words.id!r}: {'; '.join(map(str, problems))}")
        text = str(text)
        for placeholder, value in long.items():
            text = text.replace(placeholder, value)
        return text

    def _value(self, value: int | str | Seat | Text | Words, names: Sequence[str]) -> int | str:
        if isinstance(value, Words | Text):
            return self.say(value, names)
        if isinstance(value, Seat):
            return names[value.seat] if value.seat < len(names) else self.say("seat", number=value.seat + 1)
        return value


class _Variables(Visitor):
    """Collects the names of the arguments in a pattern."""

    def __init__(self, pattern: object) -> None:
        self.names: list[str] = []
        self.visit(pattern)

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802  # the name is the library's
        self.names.append(node.id.name)


@cache
def localizer(language: str, *folders: Path) -> Localizer:
    """Return the cached `Localizer` of a language and folders."""
    return Localizer(language, *folders)


def clean(text: str) -> str:
    """Return a text as one line of visible characters and spaces."""
    if text.isprintable():
        return text
    spaced = "".join(" " if letter in "\t\n\r\v\f\x85\u2028\u2029" else letter for letter in text)
    return "".join(letter for letter in spaced if unicodedata.category(letter) not in _UNSAFE)
