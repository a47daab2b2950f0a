"""The URL of a PostgreSQL database, which may hold a password."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

# Stricter than libpq: parts that it would misread, such as an @ in a password, could end up in its error messages.
_HOST = r"(?:[A-Za-z0-9._%-]+|\[[0-9A-Fa-f:.]+\])?(?::[0-9]*)?"
_URL = re.compile(
    rf"postgres(?:ql)?://(?:(?P<user>[^@:/?#\[\]\s]*)(?::[^@:/?#\[\]\s]*)?@)?"
    rf"(?P<hosts>{_HOST}(?:,{_HOST})*)(?:/(?P<database>[^@/?#\s]*))?(?:\?(?P<options>[^?#\s]*))?"
)
_BROKEN_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_OPTION = re.compile("[a-z_]+")
_SSLMODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_PORT = re.compile(r":([0-9]+)(?=,|$)")  # in the hosts; matches nothing within the brackets of an IPv6 address
_LAST_PORT = 65535

SQLITE = ("", "sqlite:")
WANTED = (
    "sqlite: or a URL such as postgresql://tefuda@db.example:5432/tefuda?sslmode=verify-full; "
    "in a password, write special characters as % and two digits, such as %40 for @"
)


class DatabaseUrl:
    """A URL as libpq takes it; `str` and `repr` omit password and options.

    Raises ValueError, whose message says what would be valid and never quotes the text.
    """

    def __init__(self, text: str) -> None:
        parts = _URL.fullmatch(text)
        if parts is None or _BROKEN_PERCENT.search(text):
            raise ValueError(WANTED)
        options = dict(parse_qsl(parts["options"] or "", keep_blank_values=True))
        if not all(map(_OPTION.fullmatch, options)):
            raise ValueError(WANTED)
        if options.get("sslmode", "prefer") not in _SSLMODES:
            raise ValueError(f"a URL with one of these for sslmode: {', '.join(_SSLMODES)}")
        ports = [*_PORT.findall(parts["hosts"]), *options.get("port", "").split(",")]
        if not all(port.isdecimal() and 0 < int(port) <= _LAST_PORT for port in ports if port):
            raise ValueError(f"a URL with ports from 1 to {_LAST_PORT}")
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
    """Return the PostgreSQL database that a setting names, None for SQLite; raises ValueError as `DatabaseUrl` does."""
    return None if text in SQLITE else DatabaseUrl(text)
