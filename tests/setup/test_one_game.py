"""`./tefuda test --game SLUG` runs all tests of that game and none of another."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import is_of
from tefuda.engine.game import game_slugs

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
GAME = "kotori"
OF_EVERY_GAME = {"every_case", "every_game", "every_lesson"}  # decorators of tests that every of our games has


def functions(folder: Path, decorators: set[str] | None = None) -> Iterator[str]:
    """Yield the tests that are written in a folder, as `file::function`; only those with one of the decorators."""
    for path in folder.rglob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                having = {one.id for one in node.decorator_list if isinstance(one, ast.Name)}
                if decorators is None or decorators & having:
                    yield f"{path.relative_to(ROOT).as_posix()}::{node.name}"


@pytest.fixture(scope="module")
def collected() -> list[str]:
    command = [sys.executable, "-m", "pytest", "--game", GAME, "--collect-only", "-q", "-n", "0"]
    shown = subprocess.run([*command, "-p", "no:cacheprovider"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line for line in shown.stdout.splitlines() if "::" in line]


def test_all_tests_of_the_game_are_run(collected: list[str]) -> None:
    wanted = {*functions(TESTS / "games" / GAME)}
    shared = {*functions(TESTS / "contract", OF_EVERY_GAME), *functions(TESTS / "golden", OF_EVERY_GAME)}
    assert len(wanted) > 50
    assert len(shared) > 50
    assert (wanted | shared) - {id.partition("[")[0] for id in collected} == set()


def test_no_test_of_another_game_is_run(collected: list[str]) -> None:
    shared = [id for id in collected if not id.startswith(f"tests/games/{GAME}/")]
    named = {id: set(re.findall("|".join(game_slugs()), id.partition("[")[2])) for id in shared}
    assert {id for id, games in named.items() if games != {GAME}} == set()


@pytest.mark.parametrize(
    ("path", "parameters", "expected"),
    [
        ("tests/games/kotori/test_rules.py", "", True),
        ("tests/games/kotori/test_rules.py", "[tezuma]", True),  # its own folder decides
        ("tests/games/kotodama/test_rules.py", "", False),
        ("tests/fixtures/kotori/test_played.py", "", True),  # where it would be, were it one of the fixtures
        ("tests/contract/test_leaks.py", "[kotori-3]", True),
        ("tests/contract/test_leaks.py", "[kotodama-3]", False),
        ("tests/contract/test_leaks.py", "[kotori_card-kotodama-3]", False),
        ("tests/contract/test_wording.py", "[src/tefuda/games/kotori]", True),
        ("tests/contract/test_wording.py", "", False),  # of no game
        ("kotori/tests/games/tezuma/test_rules.py", "", False),  # the checkout has the name of the game
    ],
)
def test_own_folder_or_parameter_makes_a_test_one_of_the_game(path: str, parameters: str, expected: bool) -> None:
    assert is_of(GAME, ROOT / path, f"{path}::test_something{parameters}") == expected
