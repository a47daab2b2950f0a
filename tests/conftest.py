"""What all tests share: the mark that ties a test to clauses of a rulebook, and which tests come last.

And no test touches the tables of whoever runs it.
"""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
BROWSER = HERE / "browser"
COVERING = {"engine", "fixtures", "games"}  # coverage is asked of the engine and the games, and costs time


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the game's rulebook that this test shows at work")


@pytest.fixture(scope="session", autouse=True)
def tables_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["TEFUDA_DATA"] = str(tmp_path_factory.mktemp("tables"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # From the browser's first test on, Playwright's event loop runs in this process to the end.
    items.sort(key=lambda item: BROWSER in item.path.parents)
    for item in items:
        if item.path.relative_to(HERE).parts[0] not in COVERING:
            item.add_marker("no_cover")
