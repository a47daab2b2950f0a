"""Parses house rules on the command line: `--option allow_yield=1`.

The engine checks names and values against the game's options.
"""

from collections.abc import Sequence

from tefuda.commands import Mistake

SWITCH = {"on": 1, "off": 0, "yes": 1, "no": 0, "true": 1, "false": 0}


def house_rules(words: Sequence[str]) -> dict[str, int]:
    """Return the options by name; a name without a value switches its option on.  Raises Mistake.

    >>> house_rules(["allow_yield"])
    {'allow_yield': 1}
    >>> house_rules(["allow-yield=off"])
    {'allow_yield': 0}
    """
    options: dict[str, int] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().replace("-", "_")
        value = value.strip().lower() if equals else "on"
        if name in ("players", "cards", "constants"):
            raise Mistake(
                f"{name} is no house rule: say --{name.removesuffix('s') if name == 'constants' else name} {value}"
            )
        try:
            options[name] = SWITCH[value] if value in SWITCH else int(value)
        except ValueError:
            raise Mistake(f"--option takes NAME=VALUE with an integer, on or off, not {word!r}") from None
    return options
