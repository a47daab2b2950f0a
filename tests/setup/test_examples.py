"""Every example in docstrings and documents runs, or says in the document why not.

`>>>` examples print what they show, other Python blocks run, and so do console blocks (`sh`), unless the comment
`<!-- not run: REASON -->` stands above; with the reason "an excerpt of FILE" it is part of that file. Every `tefuda`
command line in a document, run or not, is one that it takes.
"""

import contextlib
import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from cyclopts import CycloptsError, MissingArgumentError

from tefuda.cli import app
from tefuda.server.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SOURCES = [*(ROOT / "src").rglob("*.py"), *DOCUMENTS]
WITH_EXAMPLES = sorted(path for path in SOURCES if ">>> " in path.read_text(encoding="utf-8"))

FENCE = re.compile(
    r"^(?:<!-- not run: (?P<reason>[^>]+) -->\n+)?```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
COMMAND = re.compile(r"^(\$ |\./tefuda|tefuda( [a-z-]|$)|\.venv/|\.ci/|python )", re.MULTILINE)
EXCERPT = "an excerpt of "  # the reason of a block that is part of a file
INLINE = re.compile(r"`(?:\./)?(tefuda [a-z][^`]*)`")
PLACEHOLDERS = {"N": "1", "GAME": "kotori"}


class Block(NamedTuple):
    """A fenced block of a document."""

    place: str
    language: str
    text: str
    reason: str | None  # why it does not run


def blocks() -> list[Block]:
    found = []
    for path in DOCUMENTS:
        document = path.read_text(encoding="utf-8")
        for block in FENCE.finditer(document):
            line = document.count("\n", 0, block.start("language")) + 1
            found.append(Block(f"{path.relative_to(ROOT)}:{line}", block["language"], block["text"], block["reason"]))
    return found


BLOCKS = blocks()
PYTHON = [block for block in BLOCKS if block.language == "python" and ">>> " not in block.text]
CONSOLE = [block for block in BLOCKS if block.language == "sh"]


def running(found: list[Block]) -> list[object]:
    return [pytest.param(block, id=block.place) for block in found if block.reason is None]


def command_lines() -> set[str]:
    """Return the `tefuda` command lines of the console blocks, without the script's own `test`."""
    lines = [line.partition("#")[0].strip() for block in CONSOLE for line in block.text.splitlines()]
    return {line for line in (line.removeprefix("./") for line in lines) if re.match("tefuda (?!test)", line)}


def mentions() -> set[str]:
    """Return the `tefuda` commands that text mentions, which may leave out arguments."""
    found = [line for path in DOCUMENTS for line in INLINE.findall(path.read_text(encoding="utf-8"))]
    return {" ".join(line.split()) for line in found if not line.startswith("tefuda test")}


def parse(line: str) -> None:
    """Raise what a user would read, if `tefuda` does not take this command line."""
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(line)[1:]]
    app.parse_args(words, print_error=False, exit_on_error=False)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # an example may write files
    if sys.platform == "darwin" and "import pyspiel" in path.read_text(encoding="utf-8"):
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheels for Macs with Intel")
    if path.suffix == ".md":
        outcome = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    else:
        dotted = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
        outcome = doctest.testmod(importlib.import_module(dotted))
    assert outcome.attempted > 0
    assert outcome.failed == 0


@pytest.mark.parametrize("block", running(PYTHON))
def test_python_block_runs(block: Block, tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(block.text, encoding="utf-8")
    command = [sys.executable, "-P", tmp_path / "example.py"]
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr


EXCERPTS = [pytest.param(block, id=block.place) for block in BLOCKS if (block.reason or "").startswith(EXCERPT)]


@pytest.mark.parametrize("block", EXCERPTS)
def test_excerpt_is_part_of_its_file(block: Block) -> None:
    assert block.text in (ROOT / block.reason.removeprefix(EXCERPT)).read_text(encoding="utf-8")


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """Return the data folder of a server that is not running."""
    await SqliteStore(tmp_path / "data").close()
    return tmp_path / "data"


@pytest.mark.parametrize("block", running(CONSOLE))
def test_console_block_runs(block: Block, tmp_path: Path, data: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment["TEFUDA_DATA"] = str(data)
    command = ["bash", "-e", "-c", block.text]
    answer = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("line", sorted(command_lines()))
def test_documented_command_line_is_one_that_tefuda_takes(line: str) -> None:
    parse(line)


@pytest.mark.parametrize("line", sorted(mentions()))
def test_mentioned_command_exists(line: str) -> None:
    with contextlib.suppress(MissingArgumentError):
        parse(line)


def test_unknown_command_or_option_is_noticed() -> None:
    for line in ("tefuda recieve", "tefuda serve --prot 1", "tefuda verify --prot"):
        with pytest.raises(CycloptsError) as error:
            parse(line)
        assert not isinstance(error.value, MissingArgumentError)


def test_every_console_block_says_that_it_is_one() -> None:
    assert [block.place for block in BLOCKS if block.language == "" and COMMAND.search(block.text)] == []
