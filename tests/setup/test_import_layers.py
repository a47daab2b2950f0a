"""Import layers: a package imports only packages below it; games import no Numba, no server and no other game.

The packages of the server are layers as well.

No module imports itself by way of others.

Tests and benchmarks never import each other: what both need is in `harness`, which imports neither.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "tefuda"
LAYERS = {"engine": 0, "games": 1, "bots": 2, "solve": 2, "adapters": 3, "lab": 3, "table": 3, "server": 4}
LAYERS |= {"client": 5, "terminal": 6, "commands": 7, "cli": 8}
# Packages of the server, the lowest layer first.
SERVER_LAYERS = ("protocol", "store", "cluster", "push", "bots", "tables", "finished_games", "web", "workers")
MODULE_NAME = re.compile(r"[a-z_]+(\.\w+)+\.?")  # dotted, as in a string or at the beginning of one
WIRE = ["tefuda", "server", "protocol"]  # all that clients know of the server
NOT_FOR_GAMES = {"numba", "llvmlite", "multiprocessing", "asyncio", "starlette", "uvicorn", "textual", "rich"}

# Folders beside the package, with the other ones that each must not import.
APART = {"tests": {"benchmarks"}, "benchmarks": {"tests"}, "harness": {"tests", "benchmarks"}}

MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name == "cli.py")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Return all syntax nodes of a file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> Iterator[list[str]]:
    """Yield every module that the file imports anywhere, split at the dots."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}:{node.lineno}: imports are absolute"
            yield from ([*node.module.split("."), *alias.name.split(".")] for alias in node.names)


def broken_rules(path: Path) -> Iterator[str]:
    """Yield every module that the file imports although its own package must not, with the rule that it breaks."""
    package = path.relative_to(SOURCE).with_suffix("").parts
    game = package[0] == "games" and len(package) > 2
    for name in imports(path):
        inside = name[0] == "tefuda"
        rules = {
            "the package never imports what is beside it": name[0] in APART,
            "only packages of lower layers": (
                inside and name[1] in LAYERS and name[1] != package[0] and LAYERS[name[1]] >= LAYERS[package[0]]
            ),
            "only packages of the server's lower layers": (
                package[0] == "server"
                and name[:2] == WIRE[:2]
                and {package[1], *name[2:3]} <= set(SERVER_LAYERS)
                and SERVER_LAYERS.index(name[2]) > SERVER_LAYERS.index(package[1])
            ),
            "clients know only the server's protocol": (
                package[0] in ("client", "terminal") and name[:2] == WIRE[:2] and name[:3] != WIRE
            ),
            "games are plain Python": game and name[0] in NOT_FOR_GAMES,
            "games do not know each other": game and name[:2] == ["tefuda", "games"] and name[2] != package[1],
        }
        for rule in (rule for rule, broken in rules.items() if broken):
            yield f"{path.relative_to(SOURCE)} imports {'.'.join(name)}: {rule}"


def test_imports_keep_the_rules_of_layers() -> None:
    assert [found for path in MODULES for found in broken_rules(path)] == []


@pytest.mark.parametrize(
    ("file", "line", "rule"),
    [
        ("engine/new.py", "import benchmarks.load", "the package never imports what is beside it"),
        ("engine/new.py", "from tefuda.table.table import Table", "only packages of lower layers"),
        ("lab/new.py", "from tefuda.table.table import Table", "only packages of lower layers"),
        (
            "server/store/new.py",
            "from tefuda.server.tables.talk import TableTalk",
            "only packages of the server's lower layers",
        ),
        ("client/new.py", "from tefuda.server.errors import ServerError", "clients know only the server's protocol"),
        ("games/kotori/new.py", "import asyncio", "games are plain Python"),
        ("games/kotori/new.py", "from tefuda.games.llama.state import State", "games do not know each other"),
    ],
)
def test_broken_rule_is_named(file: str, line: str, rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", tmp_path)
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(f"{line}\nfrom tefuda.engine.view import View\n")
    found = list(broken_rules(path))
    assert len(found) == 1
    assert found[0].startswith(f"{file} imports ")
    assert found[0].endswith(f": {rule}")


def named_modules(path: Path) -> Iterator[str]:
    """Yield every module that the file imports or names in a string, such as the package of a game."""
    yield from (".".join(name) for name in imports(path))
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and MODULE_NAME.fullmatch(node.value):
            yield node.value


@pytest.mark.parametrize("folder", APART)
def test_tests_and_benchmarks_do_not_import_each_other(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    for path in paths:
        found = [name for name in named_modules(path) if name.partition(".")[0] in APART[folder]]
        assert not found, f"{path.relative_to(ROOT)} imports {', '.join(found)}"


def test_modules_import_each_other_without_cycles() -> None:
    """Imports for type checking and imports inside functions count as well."""
    modules = {".".join(("tefuda", *path.relative_to(SOURCE).with_suffix("").parts)): path for path in MODULES}
    modules = {name.removesuffix(".__init__"): path for name, path in modules.items()}
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        prefixes = (".".join(name[:length]) for name in imports(path) for length in (len(name), len(name) - 1))
        graph[module] = {name for name in prefixes if name in modules and name != module}
    assert "tefuda.server.tables.table_actor" in graph["tefuda.server.tables.table_registry"]
    TopologicalSorter(graph).prepare()  # raises CycleError
