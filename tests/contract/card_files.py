"""Random card files, valid and garbled, of every game that has cards.

A game brings `random_file(random)` in the `card_files.py` beside its tests: the content of a valid file, drawn from
what its loader declares, so that a new kind of effect is drawn as soon as there is one. It may also bring
`check(play)`, which compares a game with what the file declares. Every file has a number, and the same number gives
the same file.
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

from tefuda.engine.game import Game, open_game
from tests.contract.cases import PACKAGES, Play, description, house_rules

Content = dict[str, list[dict[str, Any]]]  # entries by table, as TOML has them

WITH_CARDS = [slug for slug, package in PACKAGES.items() if util.find_spec(f"{package}.cards")]


@dataclass(frozen=True)
class Literal:
    """A value in a garbled file as TOML writes it."""

    text: str


# Values that no card file has, or that are outside whatever limits a field has.
JUNK = (
    *(
        "",
        " ",
        "x",
        "1",
        "-",
        "動詞",
        "a\nb",
        "\x1b[31m",
        "[/b]",
        "{ $x }",
        "\u202e",
        "長" * 3000,
        0,
        1,
        -1,
        2,
        3,
        99,
        127,
        128,
    ),
    *(
        1 << 31,
        1 << 63,
        -(1 << 63) - 1,
        True,
        False,
        [],
        [[]],
        [""],
        [0],
        [None],
        {},
        {"a": 1},
        {"class": []},
        {"card": 1},
    ),
    *(
        Literal(text)
        for text in ("0.5", "nan", "inf", "-0.0", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "1e400")
    ),
    *(Literal(text) for text in ("0x" + "f" * 5000, "9" * 5000, "-" + "9" * 30, "[" * 200 + "]" * 200)),
    *(Literal(text) for text in ("{a=" * 200 + "1" + "}" * 200, "[" * 100_000, "{" + "a." * 500 + "b=1}", "'''\n''' ")),
)
FRAGMENTS = (
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "=",
    ".",
    ",",
    "#",
    "\n",
    "\r",
    "\0",
    "\x7f",
    "\ufeff",
    "[[card]]\n",
    '"""',
    "a.b.c=1\n",
)


def toml(value: Any) -> str:
    """A value as TOML writes it."""
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
    """A card file of some content; what is no list of entries, as a garbled file may have it, stands at the top."""
    top, below = [], []
    for table, entries in content.items():
        if isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries):
            for entry in entries:
                below += [f"[[{table}]]", *(f"{toml(name)} = {toml(value)}" for name, value in entry.items()), ""]
        else:
            top.append(f"{table} = {toml(entries)}")
    return "\n".join([*top, *below])


def maker(slug: str) -> ModuleType:
    """What a game's tests bring to make card files."""
    package = PACKAGES[slug]
    tests = package if package.startswith("tests.") else package.replace("tefuda", "tests", 1)
    return import_module(f"{tests}.card_files")


def random_content(slug: str, number: int) -> Content:
    """The content of a valid card file of a game."""
    content: Content = maker(slug).random_file(Random(f"{slug} {number}"))
    return content


def open_with(slug: str, file: Path, random: Random) -> Game:
    """The game with a card file, for a random number of players, with random house rules."""
    fewest, most = description(slug).players
    players = random.randint(fewest, most)
    return open_game(PACKAGES[slug], players=players, cards=file, **house_rules(slug, random))


def check(play: Play) -> None:
    """Compare a game with what its card file declares, where its tests bring that."""
    compare: Callable[[Play], None] | None = getattr(maker(play.game.slug), "check", None)
    if compare is not None:
        compare(play)


# ------------------------------------------------------------------ garbling


def garbled(slug: str, number: int) -> bytes:
    """A card file with a few mistakes: in its values, in its text, or in its bytes."""
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
    """Change, remove, add, double or move one thing somewhere in the content of a file."""
    places = list(containers(content))
    within = random.choice(places)
    keys = list(within) if isinstance(within, dict) else list(range(len(within)))
    if not keys:
        return
    key, kind = random.choice(keys), random.randrange(8)
    if kind == 0:
        del within[key]
    elif kind == 1 and isinstance(within, list):
        within.insert(key, deepcopy(within[random.choice(keys)]))
    elif kind == 1:
        within[random.choice(("extra", "under", "groups", "id", "copies", "\x1b[2J"))] = deepcopy(random.choice(JUNK))
    elif kind == 2:
        other = random.choice(places)
        within[key] = deepcopy(random.choice(list(other.values() if isinstance(other, dict) else other) or [other]))
    elif kind == 3 and isinstance(within[key], int) and not isinstance(within[key], bool):
        within[key] += random.choice((-100, -2, -1, 1, 2, 100))
    else:
        within[key] = deepcopy(random.choice(JUNK))


def containers(value: Any) -> Iterator[Any]:
    """Every table and list in some content."""
    if isinstance(value, dict | list):
        yield value
        for one in value.values() if isinstance(value, dict) else value:
            yield from containers(one)
