"""What all tests share: the mark that ties a test to clauses of a rulebook, and which tests run in one process.

And no test touches the tables of whoever runs it.
"""

import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COVERING = {"engine", "fixtures", "games"}  # coverage is asked of the engine and the games, and costs time


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the game's rulebook that this test shows at work")


@pytest.fixture(scope="session", autouse=True)
def tables_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["TEFUDA_DATA"] = str(tmp_path_factory.mktemp("tables"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.xdist_group(f"{_folder(item)} {_shared(item)}"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Trace nothing where coverage does not count.

    pytest-cov has a mark for that, which has no effect in the processes of pytest-xdist: coverage runs twice in them.
    """
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    if _folder(item) in COVERING or tracer is None:
        return (yield)
    sys.settrace(None)
    threading.settrace(None)  # type: ignore[arg-type]  # typeshed does not know it, and threading says it takes None
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
        threading.settrace(of_threads)  # type: ignore[arg-type]


def _folder(item: pytest.Item) -> str:
    return item.path.relative_to(HERE).parts[0]


def _shared(item: pytest.Item) -> str:
    """What a test has in common with others, so that it pays to run them in one process.

    That is the game, which is then compiled once, for inherited tests, and whatever stands in its file, for all others.
    """
    arguments = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    game = arguments.get("slug") or getattr(arguments.get("case"), "slug", None)
    return str(game or item.path.stem)
