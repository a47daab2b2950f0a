"""Decodes what a server sends.

Everything it sends may end up on a screen, where control characters are commands to the terminal, and some of it was
written by other people.  So all strings are cleaned here, in one place, before anything else sees them.  Messages and
fields that this release does not know are ignored.
"""

from __future__ import annotations

from typing import Any, TypeVar, get_args

import msgspec

from tefuda.engine.localization import clean
from tefuda.server.protocol.messages import FromTable

T = TypeVar("T")

_MESSAGES: dict[str, type[msgspec.Struct]] = {str(kind.__struct_config__.tag): kind for kind in get_args(FromTable)}
_NEEDED = ("welcome", "update")  # without which nothing can be shown


def cleaned(value: Any) -> Any:
    """Return a JSON value with all its strings cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(name): cleaned(part) for name, part in value.items()}
    if isinstance(value, list):
        return [cleaned(part) for part in value]
    return value


def decode(data: bytes | str, kind: type[T]) -> T:
    """Decode a response; raises ValueError if it is not of this type."""
    try:
        return msgspec.convert(cleaned(msgspec.json.decode(data)), kind, str_keys=True)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(clean(str(error))) from error


def read_message(data: bytes | str) -> FromTable | None:
    """Decode a message of a table; None for one that this release does not know.

    Raises ValueError if it is not a message, or one without which nothing can be shown.
    """
    kind = ""
    try:
        value = cleaned(msgspec.json.decode(data))
        kind = str(value.get("t", "")) if isinstance(value, dict) else ""
        return msgspec.convert(value, _MESSAGES[kind], str_keys=True) if kind in _MESSAGES else None  # type: ignore[return-value]  # the union's members
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        if kind and kind not in _NEEDED:
            return None
        raise ValueError(clean(str(error))) from error
