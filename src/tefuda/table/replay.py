"""Replays game records of both formats, signed and unsigned."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from tefuda.engine.arguments import usage
from tefuda.engine.errors import BadRecord
from tefuda.engine.game_record import Replay
from tefuda.table.table_record import FORMAT, read


def replay_text(text: str, *, cards: str | Path | None = None) -> Replay:
    """Replay a record from its text; raises BadRecord if it is malformed or breaks the rules.

    `cards` is a card file.  The signature and seals of a signed record are not checked.
    """
    return Replay(read(text).game_record() if text.startswith(f"tefuda {FORMAT}\n") else text, cards=cards)


@usage("replay(path)")
def replay(file: str | Path, *, cards: str | Path | None = None) -> Replay:
    """Replay a record file; raises BadRecord if it is unreadable or malformed or breaks the rules."""
    text = read_text(file)
    with naming(file):
        return replay_text(text, cards=cards)


@contextmanager
def naming(file: str | Path) -> Iterator[None]:
    """Put the name of a record file before the errors about its text."""
    try:
        yield
    except BadRecord as error:
        raise type(error)(f"{file}: {error}") from error


def read_text(file: str | Path) -> str:
    """Read a record file; raises BadRecord if it is unreadable or not UTF-8."""
    path: object = file
    if not isinstance(path, str | PathLike) or "\n" in str(path):
        raise BadRecord(f"write replay(path), or Replay(text) for a record's text: {str(file)[:40]!r} is not a path")
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise BadRecord(f"{file}: {error.strerror}") from error
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"{file}: line {line}: byte {error.start} of the file is not UTF-8") from error
