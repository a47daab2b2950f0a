"""What `tefuda serve` is told about names, proxies and limits, read into the server's settings.

Each of them is a list of words from the command line or from the environment; a wrong one is a `Mistake` that names it
and says what would be right.
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
    """Return the names that `--allow-host` gives, and the one the server listens at if that is a name."""
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
    """Return the addresses and networks that `--proxy` gives."""
    found = []
    for address in addresses:
        try:
            found.append(str(ipaddress.ip_network(address, strict=False)))
        except ValueError as error:
            raise Mistake(
                f"--proxy takes an address or a network such as 127.0.0.1 or 10.0.0.0/8, not {address}"
            ) from error
    return tuple(found)


def limits(wishes: Sequence[str]) -> dict[str, Any]:
    """Return the settings that `--limit` gives, by field; each wish is NAME=VALUE."""
    from tefuda.server.rate_limit import Rate
    from tefuda.server.settings import LIMITS, Settings

    found: dict[str, Any] = {}
    for wish in wishes:
        name, _, text = wish.partition("=")
        field = name.replace("-", "_")
        if field not in LIMITS:
            names = ", ".join(limit.replace("_", "-") for limit in LIMITS)
            raise Mistake(f"--limit takes NAME=VALUE, not {wish}; the names are {names}")
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
