"""Every `>>>` example in docstrings and documents runs and prints what it shows."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [*(ROOT / "src").rglob("*.py"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
WITH_EXAMPLES = sorted(path for path in SOURCES if ">>> " in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # an example may write files
    if path.suffix == ".md":
        outcome = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    else:
        dotted = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        outcome = doctest.testmod(importlib.import_module(dotted))
    assert outcome.attempted > 0
    assert outcome.failed == 0
