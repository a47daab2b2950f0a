"""Parses host names, proxies and limits of `tefuda serve` into server settings.

Each option is a list of arguments from the command line or the environment.  An invalid one raises a `Mistake` that
names it and says what would be valid.
"""

from __future__ import annotations

import ipaddress
import math
import re
from collections.abc import Sequence
from typing import Any

from tefuda.commands import Mistake

HOST_NAME = re.compile(r"\*|\.?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


def host_names(names: Sequence[str], listens_at: str) -> tuple[str, ...]:
    """Return the names given by `--allow-host`, and the one the server listens at if that is a name."""
    for name in names:
        if HOST_NAME.fullmatch(name.lower()) is None:
            raise Mistake(
                f"--allow-host takes a name such as cards.example, .example for all below it, or *, not {name}"
            )
    from tefuda.server.host_names import is_address

    if HOST_NAME.fullmatch(listens_at.lower()) and not is_address(listens_at):
        return (*names, listens_at)
    return tuple(names)


def proxies(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return the addresses and networks given by `--proxy`."""
    found = []
    for address in addresses:
        try:
            found.append(str(ipaddress.ip_network(address, strict=False)))
        except ValueError as error:
            raise Mistake(
                f"--proxy takes an address or a network such as 127.0.0.1 or 10.0.0.0/8, not {address}"
            ) from error
    return tuple(found)


def limits(arguments: Sequence[str]) -> dict[str, Any]:
    """Return the settings given by `--limit`, by field; each argument is NAME=VALUE."""
    from tefuda.server.rate_limit import Rate
    from tefuda.server.settings import LIMITS, Settings

    found: dict[str, Any] = {}
    for argument in arguments:
        name, _, text = argument.partition("=")
        field = name.replace("-", "_")
        if field not in LIMITS:
            names = ", ".join(limit.replace("_", "-") for limit in LIMITS)
            raise Mistake(f"--limit takes NAME=VALUE, not {argument}; the names are {names}")
        usual = Settings._field_defaults[field]
        try:
            if isinstance(usual, Rate):
                rate, _, burst = text.partition("/")
                found[field] = Rate(_positive(rate), _positive(burst))
            else:
                found[field] = _positive(text) if isinstance(usual, float) else _whole(text)
        except ValueError as error:
            raise Mistake(f"--limit {name} takes {_example(usual)}, not {text or 'nothing'}") from error
    return found


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError(text)
    return number


def _whole(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or int(text) < 1:
        raise ValueError(text)
    return int(text)


def _example(usual: object) -> str:
    from tefuda.server.rate_limit import Rate

    if isinstance(usual, Rate):
        return f"so many a second over time and so many at once, such as {usual.rate:g}/{usual.burst:g}"
    if isinstance(usual, float):
        return f"seconds, such as {usual:g}"
    return f"a whole number from 1, such as {usual}"
