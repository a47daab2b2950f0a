"""Every notebook in the documents runs, and shows what it should with small sizes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harness.notebooks import FOLDER, run

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs_and_its_outputs_are_stored(path: Any) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"]), "Jupyter requires them"
    shown = 0
    for cell, outputs in run(notebook, small=True):
        source = "".join(cell["source"])
        assert [kind(one) for one in cell["outputs"]] == [kind(one) for one in outputs], source
        if not cell["metadata"].get("varies"):
            assert outputs == cell["metadata"]["small_shows"], source
            shown += len(outputs)
    assert shown >= 2


def kind(output: dict[str, Any]) -> list[str]:
    """Return what an output is, without its content, which depends on sizes."""
    return [output["output_type"], *output.get("data", {})]
