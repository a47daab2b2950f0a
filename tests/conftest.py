"""What all tests share: the mark that ties a test to clauses of a rulebook, and which tests run in one process.

And no test touches the tables of whoever runs it.
"""

import os
import re
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

HERE = Path(__file__).parent
ROOTS = (HERE.parent / "src/tefuda/games", HERE / "fixtures")
GAMES = sorted(path.parent.name for root in ROOTS for path in root.glob("*/rules.py"))
COVERING = {"engine", "fixtures", "games"}  # coverage is asked of the engine and the games, and costs time


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--card-files", type=int, default=8, help="valid random card files to play with, of each game")


@pytest.fixture
def card_files(request: pytest.FixtureRequest) -> int:
    """How many random card files a test makes of each game: few in the suite, as many as one likes for a long run."""
    count: int = request.config.getoption("--card-files")
    return count


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the game's rulebook that this test shows at work")
    config.addinivalue_line("markers", "untraced: plays so much that coverage would cost more than it shows")


@pytest.fixture(scope="session", autouse=True)
def tables_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["TEFUDA_DATA"] = str(tmp_path_factory.mktemp("tables"))


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> "TogetherByGame":
    return TogetherByGame(config, log)


class TogetherByGame(LoadScopeScheduling):
    """Runs in one process what has something in common: a game, which is then compiled once, or else a file.

    (pytest-xdist has a mark for groups, which has no effect with this pytest: tests keep the names they have.)
    """

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        game = re.search(rf"\[(?:.*-)?({'|'.join(GAMES)})\b", test)
        return game[1] if game is not None else file


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Trace nothing where coverage does not count.

    pytest-cov has a mark for that, which has no effect in the processes of pytest-xdist: coverage runs twice in them.
    """
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    if tracer is None or (_folder(item) in COVERING and item.get_closest_marker("untraced") is None):
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
