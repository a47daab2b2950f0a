"""The URL of a PostgreSQL database, which may hold a password."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

# Stricter than libpq: what it would misread, such as an @ in a password, could end up in its messages.
_HOST = r"(?:[A-Za-z0-9._%-]+|\[[0-9A-Fa-f:.]+\])?(?::[0-9]*)?"
_URL = re.compile(
    rf"postgres(?:ql)?://(?:(?P<user>[^@:/?#\[\]\s]*)(?::[^@:/?#\[\]\s]*)?@)?"
    rf"(?P<hosts>{_HOST}(?:,{_HOST})*)(?:/(?P<database>[^@/?#\s]*))?(?:\?(?P<options>[^?#\s]*))?"
)
_BROKEN_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_OPTION = re.compile("[a-z_]+")

SQLITE = ("", "sqlite:")
WANTED = (
    "sqlite: or a URL such as postgresql://tefuda@db.example:5432/tefuda?sslmode=verify-full; "
    "in a password, write special characters as % and two digits, such as %40 for @"
)


class DatabaseUrl:
    """A URL as libpq takes it; shown without password and options.  Raises ValueError if it is malformed."""

    def __init__(self, text: str) -> None:
        parts = _URL.fullmatch(text)
        if parts is None or _BROKEN_PERCENT.search(text):
            raise ValueError("not a URL of PostgreSQL")
        options = dict(parse_qsl(parts["options"] or "", keep_blank_values=True))
        if not all(map(_OPTION.fullmatch, options)):
            raise ValueError("not a URL of PostgreSQL")
        self.text = text
        user = options.get("user", parts["user"])
        hosts = options.get("host", parts["hosts"]) or "localhost"
        port = f":{options['port']}" if "port" in options else ""
        database = options.get("dbname", parts["database"] or "")
        self._shown = f"postgresql://{f'{user}@' if user else ''}{hosts}{port}/{database}"

    def __str__(self) -> str:
        return self._shown

    def __repr__(self) -> str:
        return f"DatabaseUrl({self._shown!r})"


def parse_database(text: str) -> DatabaseUrl | None:
    """Return the PostgreSQL database that a setting names, None for SQLite.

    Raises ValueError, which says what would be right and never quotes the text.
    """
    if text in SQLITE:
        return None
    try:
        return DatabaseUrl(text)
    except ValueError:
        raise ValueError(WANTED) from None
