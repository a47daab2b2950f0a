"""Random card files, valid and garbled, for every game with cards.

Each game provides `random_file(random)` in the `card_files.py` beside its tests: the content of a valid file, drawn
from the effects that its loader declares, so that new kinds of effects are included automatically.  It may also
provide `check(play)`, which compares a played game with the file, and `MISTAKES`, changes of our own file with words of
the error.  Files are numbered; a number is a seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module, util
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from harness.contract.cases import PACKAGES, Play, description, house_rules
from tefuda.engine.game import Game, open_game

Content = dict[str, list[dict[str, Any]]]  # entries by table, as in TOML

WITH_CARDS = [slug for slug, package in PACKAGES.items() if util.find_spec(f"{package}.cards")]


@dataclass(frozen=True)
class Literal:
    """A value of a garbled file, written verbatim as TOML."""

    text: str


# Values that no card file contains or that exceed any limit of a field.
JUNK = (
    *("", " ", "x", "1", "-", "動詞", "a\nb", "\x1b[31m", "[/b]", "{ $x }", "\u202e", "長" * 3000),
    *(0, 1, -1, 2, 3, 99, 127, 128, 1 << 31, 1 << 63, -(1 << 63) - 1, True, False),
    *([], [[]], [""], [0], [None], {}, {"a": 1}, {"class": []}, {"card": 1}),
    *map(Literal, ("0.5", "nan", "inf", "-0.0", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "1e400")),
    *map(Literal, ("0x" + "f" * 5000, "9" * 5000, "-" + "9" * 30, "[" * 200 + "]" * 200)),
    *map(Literal, ("{a=" * 200 + "1" + "}" * 200, "[" * 100_000, "{" + "a." * 500 + "b=1}", "'''\n''' ")),
)
FRAGMENTS = (*"[]{}\"'=.,#\n\r\0\x7f\ufeff", "[[card]]\n", '"""', "a.b.c=1\n")


def toml(value: Any) -> str:
    """Return a value in TOML syntax."""
    match value:
        case Literal():
            return value.text
        case bool():
            return str(value).lower()
        case None:
            return '""'
        case int():
            return f"{value}" if abs(value) < 1 << 64 else f"{value:#x}"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(toml, value))}]"
        case _:
            return "{" + ", ".join(f"{toml(str(name))} = {toml(one)}" for name, one in value.items()) + "}"


def toml_file(content: dict[str, Any]) -> str:
    """Return the content as a TOML file; values that are not lists of entries go to the top."""
    top, below = [], []
    for table, entries in content.items():
        if isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries):
            for entry in entries:
                below += [f"[[{table}]]", *(f"{toml(name)} = {toml(value)}" for name, value in entry.items()), ""]
        else:
            top.append(f"{table} = {toml(entries)}")
    return "\n".join([*top, *below])


def card_file_module(slug: str) -> ModuleType:
    """Return the module of a game's tests that makes its card files."""
    _, folder, _ = PACKAGES[slug].split(".")
    return import_module(f"tests.{folder}.{slug}.card_files")


def random_content(slug: str, number: int) -> Content:
    """Return the content of a valid card file of a game."""
    content: Content = card_file_module(slug).random_file(Random(f"{slug} {number}"))
    return content


def open_with_cards(slug: str, file: Path, random: Random) -> Game:
    """Open the game with a card file, a random number of players and random house rules."""
    fewest, most = description(slug).players
    players = random.randint(fewest, most)
    return open_game(PACKAGES[slug], players=players, cards=file, **house_rules(slug, random))


def check(play: Play) -> None:
    """Compare a game with the declarations of its card file, if the game's tests can."""
    check_play: Callable[[Play], None] | None = getattr(card_file_module(play.game.slug), "check", None)
    if check_play is not None:
        check_play(play)


def mistakes(slug: str) -> list[tuple[str, str, list[str]]]:
    """Return a game's mistakes: a text of our own file, what replaces it, and words of the error."""
    return getattr(card_file_module(slug), "MISTAKES", [])


def own_text(slug: str) -> str:
    """Return our own card file of a game without comments."""
    file = Path(str(import_module(PACKAGES[slug]).__file__)).with_name("cards.toml")
    lines = file.read_text(encoding="utf-8").splitlines(True)
    return "".join(line for line in lines if not line.startswith("#"))


# ------------------------------------------------------------------ garbling


def garbled_file(slug: str, number: int) -> bytes:
    """Return a card file with a few errors in its values, its text or its bytes."""
    random = Random(f"garbled {slug} {number}")
    content = random_content(slug, random.randrange(1 << 40))
    for _ in range(random.choice((0, 1, 1, 1, 2, 4))):
        change_value(content, random)
    text = toml_file(content)
    if random.random() < 0.2:
        for _ in range(random.choice((1, 1, 2, 5))):
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice(FRAGMENTS) + text[at + random.choice((0, 0, 1, 1, 40)) :]
    data = text.encode()
    if random.random() < 0.05:
        at = random.randrange(len(data) + 1)
        data = data[:at] + random.randbytes(random.choice((0, 1, 3))) + data[at + random.choice((0, 1)) :]
    return data[: random.randrange(len(data) + 1)] if random.random() < 0.02 else data


def change_value(content: Content, random: Random) -> None:
    """Change, remove, add, duplicate or move one value somewhere in the content of a file."""
    all_containers = list(containers(content))
    container = random.choice(all_containers)
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    if not keys:
        return
    key, kind = random.choice(keys), random.randrange(8)
    if kind == 0:
        del container[key]
    elif kind == 1 and isinstance(container, list):
        container.insert(key, deepcopy(container[random.choice(keys)]))
    elif kind == 1:
        container[random.choice(("extra", "under", "groups", "id", "copies", "\x1b[2J"))] = deepcopy(
            random.choice(JUNK)
        )
    elif kind == 2:
        other = random.choice(all_containers)
        container[key] = deepcopy(random.choice(list(other.values() if isinstance(other, dict) else other) or [other]))
    elif kind == 3 and isinstance(container[key], int) and not isinstance(container[key], bool):
        container[key] += random.choice((-100, -2, -1, 1, 2, 100))
    else:
        container[key] = deepcopy(random.choice(JUNK))


def containers(value: Any) -> Iterator[Any]:
    """Yield every table and list in the content."""
    if isinstance(value, dict | list):
        yield value
        for one in value.values() if isinstance(value, dict) else value:
            yield from containers(one)
