"""Runs the notebooks in `docs/notebooks`: `python -m harness.notebooks [FILE ...]` stores what their cells show.

A notebook is the usual JSON file, with its outputs, and opens in Jupyter.  Its cells run here without Jupyter, in one
namespace: what they print, and the value of a last expression, as text or, with `_repr_svg_`, as a picture.  The site
shows what is stored; a test runs all cells again, with the source in a cell's metadata `small` in place of its own, and
compares what they show with `small_shows`.  Where this depends on the machine, the metadata have `varies` instead.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs/notebooks"


def run(notebook: dict[str, Any], *, small: bool = False) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Run the code cells of a notebook in order; yield each with its outputs.  Raises what a cell raises."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            if small:
                source = cell["metadata"].get("small", source)
            yield cell, _outputs(source, names, f"cell {number}")


def _outputs(source: str, names: dict[str, Any], place: str) -> list[dict[str, Any]]:
    """Run the source of a cell; return what it shows as a notebook stores it."""
    tree = ast.parse(source, place)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, place, "exec"), names)  # noqa: S102 (our own notebooks)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), place, "eval"), names)  # noqa: S307
    found: list[dict[str, Any]] = []
    if text := printed.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_().splitlines(keepends=True)
        found.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data})
    return found


def main(names: list[str]) -> None:
    for path in map(Path, names) if names else sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for count, (cell, outputs) in enumerate(run(notebook), 1):
            cell["execution_count"] = count
            for output in outputs:
                if "execution_count" in output:
                    output["execution_count"] = count
            cell["outputs"] = outputs
            print(f"{path.name}: cell {count}", file=sys.stderr)
        for cell, outputs in run(notebook, small=True):
            if not cell["metadata"].get("varies"):
                cell["metadata"]["small_shows"] = outputs
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
