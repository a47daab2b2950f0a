"""Server messages: one for every error, in the client's language."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message

from tefuda.server import errors
from tefuda.server.errors import STATUS, preferred_language

SERVER = Path(errors.__file__).parent


def ids(language: str) -> set[str]:
    parsed = FluentParser().parse((SERVER / f"{language}.ftl").read_text(encoding="utf-8"))
    return {entry.id.name for entry in parsed.body if isinstance(entry, Message)}


def test_every_error_has_a_message() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    table = "\n".join(path.read_text(encoding="utf-8") for path in (SERVER.parent / "table").glob("*.py"))
    raised = set(re.findall(r'ServerError\(\s*"([a-z-]+)"', code)) | set(re.findall(r'reason="([a-z-]+)"', table))
    assert raised - ids("en") == set()
    assert set(STATUS) <= raised


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en-US,en;q=0.9,ja;q=0.1", "en"),
        ("en;q=0.1, ja;q=0.2", "ja"),
        ("fr, ja;q=0.5", "ja"),
        ("fr", "en"),
        ("", "en"),
        ("ja;q=x,;;;,\x00", "en"),
        ("fr," * 31 + "ja", "ja"),
        ("fr," * 32 + "ja", "en"),  # no browser names so many; 16,000 would take longer than the answer
    ],
)
def test_preferred_language_is_chosen(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language
