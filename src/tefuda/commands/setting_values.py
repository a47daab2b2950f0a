"""The values of settings as an operator writes them: in a TOML file, on the command line and in the environment.

Each type of a setting has one `Kind`, which says what values it takes.  A wrong value raises ValueError; the caller
says where it was given, and what would be right by `Kind.wanted`.
"""

from __future__ import annotations

import ipaddress
import json
import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tefuda.server.host_names import parsed_address
from tefuda.server.rate_limit import Rate
from tefuda.server.settings import DAY, Declared
from tefuda.server.store.database_url import SQLITE, WANTED, DatabaseUrl, parse_database

HOST_NAME = re.compile(r"\*|\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
CONTACT = re.compile(r"mailto:[!-?A-~]+@[!-?A-~]+|https://[!-~]+")  # what push services accept
FOREVER = "forever"


class Kind(NamedTuple):
    """How values of one type are written."""

    toml: tuple[type, ...]  # types of such a value in a file
    parse: Callable[[str, Declared], Any]  # of its text; raises ValueError
    wanted: Callable[[Declared], str]  # what would be right
    shown: Callable[[Any], str]  # writes a value as in a file


def kind_of(setting: Declared) -> Kind:
    """Return how the values of a setting are written; of a list, each of its items."""
    if setting.option.group == "keep":
        return _DAYS
    if setting.field in _BY_FIELD:
        return _BY_FIELD[setting.field]
    return _BY_TYPE[setting.kind]


def is_list(setting: Declared) -> bool:
    """Whether a setting may be given several times."""
    return bool(setting.kind == tuple[str, ...])


def _within(number: float, setting: Declared) -> bool:
    return setting.option.low <= number <= setting.option.high


def _whole(text: str, setting: Declared) -> int:
    if not (text.isdecimal() and text.isascii() and _within(int(text), setting)):
        raise ValueError(text)
    return int(text)


def _seconds(text: str, setting: Declared) -> float:
    if not _within(seconds := float(text), setting):
        raise ValueError(text)
    return seconds


def _rate(text: str, setting: Declared) -> Rate:
    rate, _, burst = text.partition("/")
    return Rate(_seconds(rate, setting), _seconds(burst, setting))


def _days(text: str, setting: Declared) -> float:
    days = math.inf if text == FOREVER else float(text)
    if not days > 0 or (math.isinf(days) and text != FOREVER):
        raise ValueError(text)
    return days * DAY


def _text(text: str, setting: Declared) -> str:
    if not text or not text.isprintable():
        raise ValueError(text)
    return text


def _path(text: str, setting: Declared) -> Path:
    return Path(_text(text, setting)).expanduser()


def _host_name(text: str, setting: Declared) -> str:
    if HOST_NAME.fullmatch(text.lower()) is None:
        raise ValueError(text)
    return text


def _network(text: str, setting: Declared) -> str:
    return str(ipaddress.ip_network(text, strict=False))


def _push(text: str, setting: Declared) -> str:
    if text not in ("on", "off") and CONTACT.fullmatch(text) is None:
        raise ValueError(text)
    return text


def _passing(text: str, setting: Declared) -> str:
    parsed_address(text)
    return text


def _database(text: str, setting: Declared) -> DatabaseUrl | None:
    return parse_database(text)


def _bounds(setting: Declared) -> str:
    low, high = setting.option.low, setting.option.high
    return f"from {low:.12g} to {high:.12g}"


_BY_TYPE: Mapping[Any, Kind] = {
    int: Kind(
        (int,), _whole, lambda setting: f"a whole number {_bounds(setting)}, such as {setting.default}", "{}".format
    ),
    float: Kind(
        (int, float),
        _seconds,
        lambda setting: f"seconds {_bounds(setting)}, such as {setting.default:g}",
        "{:g}".format,
    ),
    Rate: Kind(
        (str,),
        _rate,
        lambda setting: (
            f"RATE/BURST, a number a second over time and a number at once, each {_bounds(setting)}, "
            f"such as {setting.default.rate:g}/{setting.default.burst:g}"
        ),
        lambda rate: f'"{rate.rate:.12g}/{rate.burst:.12g}"',
    ),
    str: Kind((str,), _text, lambda _: "text in one line", json.dumps),
    DatabaseUrl | None: Kind((str,), _database, lambda _: WANTED, lambda url: json.dumps(str(url or SQLITE[1]))),
    Path: Kind((str,), _path, lambda _: "a path", lambda path: json.dumps(str(path), ensure_ascii=False)),
}
_BY_TYPE = {**_BY_TYPE, Path | None: _BY_TYPE[Path], Mapping[str, Path]: _BY_TYPE[Path]}
_DAYS = Kind(
    (int, float, str),
    _days,
    lambda setting: f"days, more than 0, or {FOREVER}, such as {setting.default / DAY:g}",
    lambda seconds: f'"{FOREVER}"' if math.isinf(seconds) else f"{seconds / DAY:.12g}",
)
_BY_FIELD: Mapping[str, Kind] = {
    "allowed_hosts": Kind(
        (str,), _host_name, lambda _: "a name such as cards.example, .example for all below it, or *", json.dumps
    ),
    "passing": Kind(
        (str,), _passing, lambda _: "an address of this machine and a port, such as 10.0.0.5:8760", json.dumps
    ),
    "push": Kind(
        (str,), _push, lambda _: "on, off, or a contact such as mailto:me@cards.example or an https URL", json.dumps
    ),
    "proxies": Kind((str,), _network, lambda _: "an address or a network such as 127.0.0.1 or 10.0.0.0/8", json.dumps),
}
