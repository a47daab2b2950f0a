"""The modules of the engine import each other in one direction."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "src/tefuda/engine"


def test_engine_modules_import_without_cycles() -> None:
    """Imports for type checking and imports inside functions count as well."""
    graph: dict[str, set[str]] = {}
    for path in ENGINE.glob("*.py"):
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "tefuda.engine":
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tefuda.engine."):
                names.add(node.module.rsplit(".", 1)[1])
        graph[path.stem] = names
    assert "state" in graph["game"]
    TopologicalSorter(graph).prepare()  # raises CycleError
