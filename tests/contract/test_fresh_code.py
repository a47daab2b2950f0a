"""The cache of compiled code is never stale: a change to anything that a build binds recompiles it.

Each start is its own process, as for a player, but one that begins with Numba loaded; Numba's counters show what was
compiled and what was loaded.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

FILES = {
    "__init__.py": "",
    "rules.py": """
from tally.helper import doubled
from tally.numbers import FAR, Suit
from tefuda.engine.record import GameState, Record, Row, i8, i32

MAX_PLAYERS, NUM_ACTIONS, MAX_STEPS = 1, 8, 3
NEAR = 100


class Tables(Record):
    points: Row = i8(2)


class State(GameState):
    total: int = i32()


def setup(s, t, players, options):
    s.players = players


def legal(s, t, actions):
    actions[0] = 1
    return 1


def why_not(s, t, action):
    return 0


def apply(s, t, action):
    s.total = doubled(action) + 3 + NEAR + FAR + t.points[1] + 100000 * Suit.RED


def result(s, t, utilities, ranks):
    ranks[0] = 1


def determinize(s, t, viewer):
    pass


def information_state_key(s, t, viewer):
    return s.total
""",
    # integers in and out: the signature does not tell which game it belongs to
    "helper.py": """
def doubled(number):
    return 2 * number
""",
    "numbers.py": """
from enum import IntEnum

FAR = 1000


class Suit(IntEnum):
    RED = 1
""",
    "cards.toml": "points = 10\n",
}

STARTS = """
import json, os, sys, tomllib, traceback
import numba
import numpy as np
from tefuda.engine import backends


@numba.njit
def one_more(number):
    return number + 1


def start(folder, cards_file, environment, play):
    os.environ.clear()
    os.environ.update(environment)
    sys.path.insert(0, folder)
    from tally import rules

    build = backends.compiled(rules)
    if not play:
        return {"tag": build.tag}
    cards = rules.Tables()
    cards.points[1] = tomllib.load(open(cards_file, "rb"))["points"]
    states = build.states(1)
    build.step(states, 0, build.tables(cards), 2)
    stats = build.step.stats
    total, hits, misses = int(states["total"][0]), sum(stats.cache_hits.values()), sum(stats.cache_misses.values())
    return {"total": total, "loaded": hits, "compiled": misses, "tag": build.tag}


one_more(1)  # now there is all that a compilation needs
for line in sys.stdin:
    if os.fork() == 0:
        try:
            answer = start(*json.loads(line))
        except BaseException:
            answer = {"error": traceback.format_exc()}
        print(json.dumps(answer), flush=True)
        os._exit(0)
    _, status = os.wait()
    if status != 0:
        print(json.dumps({"error": f"the process ended with status {status}"}), flush=True)
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the folder of a small game outside the package."""
    folder = tmp_path / "tally"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def starts() -> Iterator[subprocess.Popen[str]]:
    """Run the process in which nothing of the game is loaded yet."""
    # Python compares bytecode files with sources by whole seconds, too coarse for these edits.
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-P", "-c", STARTS], env=environment, **pipes) as process:
        yield process


@pytest.fixture
def start(game: Path, tmp_path: Path, starts: subprocess.Popen[str]) -> Callable[..., dict[str, Any]]:
    """Return a function that runs one action of the game in the compiled build, in a new process.

    Without `play` it runs nothing, which takes a hundredth of the time: it asks for the tag of the build alone.
    """

    def start(
        cache: Path = tmp_path / "cache", folder: Path = tmp_path, *, play: bool = True, **environment: str | None
    ) -> dict[str, Any]:
        settings = {**os.environ, "TEFUDA_CACHE": str(cache), **environment}
        given = {name: value for name, value in settings.items() if value is not None}
        print(json.dumps([str(folder), str(game / "cards.toml"), given, play]), file=starts.stdin, flush=True)
        answer: dict[str, Any] = json.loads(starts.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer

    return start


def edit(path: Path, old: str, new: str) -> None:
    """Edit a file, keeping its length and modification time, so that neither can reveal the change."""
    before, text = path.stat(), path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    assert len(old) == len(new)
    path.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_every_change_is_noticed(game: Path, start: Callable[..., dict[str, Any]]) -> None:
    first = start()
    assert (first["total"], first["compiled"], first["loaded"]) == (101117, 1, 0)
    assert start() == {**first, "compiled": 0, "loaded": 1}, "the second start was not warm"
    tags = {first["tag"]}
    for name, old, new in (
        ("rules.py", "+ 3 +", "+ 5 +"),  # a rule
        ("helper.py", "2 * number", "3 * number"),  # a helper that takes only integers
        ("rules.py", "NEAR = 100", "NEAR = 200"),  # a constant
        ("numbers.py", "FAR = 1000", "FAR = 2000"),  # a constant of a third module
        ("numbers.py", "RED = 1", "RED = 2"),  # a name of an enumeration there
    ):
        edit(game / name, old, new)
        tag = start(play=False)["tag"]
        assert tag not in tags, new
        tags.add(tag)
    changed = start()
    assert (changed["total"], changed["compiled"], changed["tag"]) == (202221, 1, tag), "a change does not count"
    edit(game / "cards.toml", "points = 10", "points = 20")
    other_cards = start()
    assert (other_cards["total"], other_cards["compiled"], other_cards["loaded"]) == (202231, 0, 1)
    another_checkout(game)
    assert start(folder=game.parent / "elsewhere") == other_cards


def another_checkout(game: Path) -> None:
    """Copy the game to another place: neither that nor the times of the files matter."""
    moved = game.parent / "elsewhere" / game.name
    shutil.copytree(game, moved)
    for path in moved.iterdir():
        os.utime(path, (0, 0))


def test_unwritable_cache_compiles_in_memory(start: Callable[..., dict[str, Any]]) -> None:
    answer = start(Path("/dev/null/cache"))
    assert (answer["total"], answer["loaded"], answer["compiled"]) == (101117, 0, 1)


def test_missing_home_leaves_no_files_behind(start: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    missing = dict.fromkeys(("TEFUDA_CACHE", "HOME", "XDG_CACHE_HOME"))
    missing |= {"HOME": "/dev/null", "XDG_CACHE_HOME": None}
    assert start(**missing)["total"] == 101117
    assert sorted(tmp_path.iterdir()) == before
