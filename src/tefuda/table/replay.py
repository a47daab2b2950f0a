"""Reads a recorded game of either format and plays it again."""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.errors import BadRecord
from tefuda.engine.game_record import Replay
from tefuda.table.table_record import FORMAT, read


def replay_text(text: str, *, cards: str | Path | None = None, package: str | None = None) -> Replay:
    """Replay a record from its text; raises BadRecord where it cannot be read or is not true.

    `package` names the game's package where it is not one of ours.  The proof of a signed record is not checked.
    """
    if text.startswith(f"tefuda {FORMAT}\n"):
        return Replay(read(text).transcript(), cards=cards, package=package)
    return Replay(text, cards=cards, package=package)


def replay(file: str | Path, *, cards: str | Path | None = None) -> Replay:
    """Replay a game record file; raises BadRecord where it cannot be read or is not true."""
    return replay_text(read_text(file), cards=cards)


def read_text(file: str | Path) -> str:
    """Return the text of a record file; raises BadRecord where it is no UTF-8 text."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise BadRecord(f"{file}: {error.strerror}") from error
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"{file}: line {line}: byte {error.start} of the file is no UTF-8") from error
