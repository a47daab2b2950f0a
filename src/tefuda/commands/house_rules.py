"""Parses house rules on the command line: `--option allow_yield=1`.

The engine checks names and values against the game's options.
"""

from collections.abc import Sequence

from tefuda.commands import UsageError

SWITCH = {"on": 1, "off": 0, "yes": 1, "no": 0, "true": 1, "false": 0}
OTHER_OPTIONS = {"players": "--players", "cards": "--cards", "constants": "--constant"}  # arguments of `tefuda.load`


def house_rules(words: Sequence[str]) -> dict[str, int]:
    """Return the options by name; a name without a value switches its option on.  Raises UsageError.

    >>> house_rules(["allow_yield"])
    {'allow_yield': 1}
    >>> house_rules(["allow-yield=off"])
    {'allow_yield': 0}
    """
    options: dict[str, int] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().replace("-", "_")
        if name in OTHER_OPTIONS:
            raise UsageError(f"{name} is not a house rule: use {OTHER_OPTIONS[name]} {value or 'VALUE'}")
        try:
            options[name] = int_of(value) if equals else 1
        except ValueError:
            raise UsageError(f"--option takes NAME=VALUE with an integer, on or off, not {word!r}") from None
    return options


def int_of(value: str) -> int:
    """Return the value of an integer or a switch; raises ValueError.

    >>> int_of(" 4"), int_of("Off")
    (4, 0)
    """
    value = value.strip().lower()
    return SWITCH[value] if value in SWITCH else int(value)
