"""What all tests share: the mark that ties a test to clauses of a rulebook, and which tests run in one process.

And no test touches the tables of whoever runs it.
"""

import os
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
        folder = item.path.relative_to(HERE).parts[0]
        if folder not in COVERING:
            item.add_marker("no_cover")
        item.add_marker(pytest.mark.xdist_group(f"{folder} {_shared(item)}"))


def _shared(item: pytest.Item) -> str:
    """What a test has in common with others, so that it pays to run them in one process.

    That are the games played at random, for inherited tests, and whatever stands in its file, for all others.
    """
    arguments = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return str(arguments.get("case", item.path.stem))
