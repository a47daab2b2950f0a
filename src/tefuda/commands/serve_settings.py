"""Reads the settings of `tefuda serve` from a file, the environment and the command line; the later ones win.

The settings and their bounds are declared in `server/settings.py`; this module gives each its name in the three places.
`head-timeout` of the group `limit` is `head-timeout = 4` below `[limit]` in the file, `TEFUDA_LIMIT=head-timeout=4` and
`--limit head-timeout=4`.  `port`, which is in no group, is `port = 80`, `TEFUDA_PORT=80` and `--port 80`.
"""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tefuda.commands import UsageError
from tefuda.commands.setting_values import is_list, kind_of
from tefuda.engine.localization import Localizer
from tefuda.server.settings import Declared, declared

VARIABLE = "TEFUDA_"
CONFIG = "TEFUDA_CONFIG"  # the variable that names a file
OTHER_VARIABLES = ("TEFUDA_CACHE", "TEFUDA_GAMES", "TEFUDA_STATE", CONFIG)  # that are no settings of a server
MASK = "(not shown)"
BY_GROUP = {
    group: {setting.name: setting for setting in declared() if setting.option.group == group}
    for group in ("", "limit", "keep")
}
GROUPS = ("limit", "keep", "cards")
NAMES = (*BY_GROUP[""], *GROUPS)


class Given(NamedTuple):
    """A value of a setting, and where it comes from."""

    value: Any
    source: str  # "default", or a file, variable or option


def read_settings(
    arguments: Mapping[str, Any], environment: Mapping[str, str], config: Path | None
) -> dict[str, Given]:
    """Return the given settings by field; `arguments` are those of the command line by name.  Raises UsageError."""
    file = config or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    found: dict[str, Given] = {}
    if file is not None:
        _read_file(file, found)
    for variable, text in environment.items():
        if variable.startswith(VARIABLE) and variable not in OTHER_VARIABLES and text:
            name = variable.removeprefix(VARIABLE).lower().replace("_", "-")
            _check_name(name, NAMES, f"${variable} is not a setting", lambda known: f"${_variable(known)}")
            several = name in GROUPS or is_list(BY_GROUP[""][name])
            try:
                _read_texts(name, text.split() if several else [text], f"${variable}", found)
            except UsageError as error:
                if several and "," in text:
                    raise UsageError(f"{error}; several values are separated by spaces in ${variable}") from error
                raise
    for name, value in arguments.items():
        if value is not None and value != ():
            _read_texts(name, value if isinstance(value, tuple) else [value], f"--{name}", found)
    return found


def _variable(name: str) -> str:
    return VARIABLE + name.upper().replace("-", "_")


def _check_name(name: str, known: Sequence[str], wrong: str, written: Callable[[str], str] = str) -> None:
    if name not in known:
        close = difflib.get_close_matches(name, known, 1)
        meant = f"did you mean {written(close[0])}? " if close else ""
        raise UsageError(f"{wrong}; {meant}the names are {', '.join(map(written, known))}")


def _read_texts(name: str, texts: Sequence[str], source: str, found: dict[str, Given]) -> None:
    """Read the values of one option or variable."""
    if name in GROUPS:
        for text in texts:
            one, equals, value = text.partition("=")
            if name == "cards":
                if not equals:
                    raise UsageError(f"{source} takes GAME=FILE, such as kotori=my-cards.toml, not {text}")
                _add_cards(one, value, source, found)
                continue
            one = one.replace("_", "-")
            names = tuple(BY_GROUP[name])
            if not equals and one not in names:
                raise UsageError(f"{source} takes NAME=VALUE, not {text}; the names are {', '.join(names)}")
            _check_name(one, names, f"{source} takes NAME=VALUE, not {text}")
            setting = BY_GROUP[name][one]
            found[setting.field] = Given(_parsed(setting, value, f"{source} {one}", None), source)
        return
    setting = BY_GROUP[""][name]
    values = [_parsed(setting, text, source, None) for text in texts]
    found[setting.field] = Given(tuple(values) if is_list(setting) else values[-1], source)


def _read_file(path: Path, found: dict[str, Given]) -> None:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: the settings cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from error
    for name, value in content.items():
        _check_name(name, NAMES, f"{path}: {name} is not a setting")
        if name in GROUPS:
            _read_section(path, name, value, found)
            continue
        setting, where = BY_GROUP[""][name], f"{path}: {name}"
        if not is_list(setting):
            found[setting.field] = Given(_parsed(setting, value, where, kind_of(setting).toml), str(path))
        elif isinstance(value, list):
            found[setting.field] = Given(tuple(_parsed(setting, one, where, (str,)) for one in value), str(path))
        else:
            wanted = kind_of(setting).wanted(setting)
            raise UsageError(f'{where} takes a list, ["…", "…"], each {wanted}, not {_in_file(value)}')


def _read_section(path: Path, name: str, section: object, found: dict[str, Given]) -> None:
    if not isinstance(section, dict):
        raise UsageError(
            f"{path}: {name} is a section, [{name}], with NAME = VALUE in each line, not {_in_file(section)}"
        )
    for one, value in section.items():
        where = f"{path}: [{name}] {one}"
        if name == "cards":
            if not isinstance(value, str):
                raise UsageError(f"{where} takes a path, not {_in_file(value)}")
            _add_cards(one, value, str(path), found)
        else:
            _check_name(one, tuple(BY_GROUP[name]), f"{where} is not a setting")
            setting = BY_GROUP[name][one]
            found[setting.field] = Given(_parsed(setting, value, where, kind_of(setting).toml), str(path))


def _add_cards(game: str, file: str, source: str, found: dict[str, Given]) -> None:
    from tefuda.engine.game import load

    load(game, cards=file)  # raises if the game is unknown or the file invalid
    before = found.get("cards", Given({}, ""))
    found["cards"] = Given({**before.value, game: Path(file)}, source)


def _parsed(setting: Declared, value: object, where: str, types: tuple[type, ...] | None) -> Any:
    """Return a value of a setting, from its text or, where `types` are given, from a value of one of these types."""
    kind = kind_of(setting)
    try:
        if types is not None and (not isinstance(value, types) or isinstance(value, bool)):
            raise TypeError
        return kind.parse(str(value), setting)
    except (ValueError, TypeError, OverflowError) as error:
        hidden = setting.option.secret or setting.option.private
        given = _short(value) if types is None else _in_file(value)
        # Of the URL of a database, the error says what is wrong and quotes nothing.
        wanted = str(error) if setting.option.private and isinstance(error, ValueError) else kind.wanted(setting)
        if hidden:
            raise UsageError(f"{where} takes {wanted}; the value given is not shown") from None
        raise UsageError(f"{where} takes {wanted}, not {given}") from error


def _in_file(value: object) -> str:
    """Return a value as it is written in a file: a number in quotation marks is text."""
    return _short(json.dumps(value, ensure_ascii=False) if isinstance(value, str | bool) else value)


def _short(value: object) -> str:
    text = str(value) or "nothing"
    return f"{text[:60]}…" if len(text) > 60 else text


def message_of(setting: Declared) -> str:
    """Return the id of the message that explains a setting."""
    return "-".join(("setting", *filter(None, (setting.option.group, setting.name))))


def as_file(settings: Mapping[str, Given], words: Localizer) -> str:
    """Return all settings as a file that `tefuda serve` reads, with what each is for and where its value comes from.

    Secrets are masked, and like settings without a value in a comment.
    """
    lines: list[str] = []
    for group in ("", "limit", "keep"):
        if group:
            lines += ["", f"# {words.say(f'setting-{group}')}", f"[{group}]"]
        for setting in BY_GROUP[group].values():
            given = settings.get(setting.field, Given(setting.default, "default"))
            lines += [f"# {words.say(message_of(setting))}", _line(setting, given)]
    lines += ["", f"# {words.say('setting-cards')}", "[cards]"]
    cards = settings.get("cards", Given({}, "default"))
    lines += [f"{game} = {_quoted(file)}  # {cards.source}" for game, file in cards.value.items()]
    return "\n".join(lines)


def _line(setting: Declared, given: Given) -> str:
    shown = kind_of(setting).shown
    if given.value is None or given.value == "":
        return f"# {setting.name} =  # {given.source}"
    if setting.option.secret:
        return f"# {setting.name} = {MASK}  # {given.source}"
    value = f"[{', '.join(map(shown, given.value))}]" if is_list(setting) else shown(given.value)
    if setting.option.private and str(given.value) != given.value.text:  # without its password and options
        return f"# {setting.name} = {value}  # {given.source}"
    return f"{setting.name} = {value}  # {given.source}"


def _quoted(path: Path) -> str:
    return kind_of(BY_GROUP[""]["data"]).shown(path)
