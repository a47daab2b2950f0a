"""What all tests share: the marker that ties a test to the clauses of a rulebook."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the game's rulebook that this test shows at work")
