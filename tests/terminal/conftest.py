"""Textual's waits are as long as those of all tests."""

import pytest
from textual.pilot import Pilot


@pytest.fixture(scope="session", autouse=True)
def patient_pilots() -> None:
    from harness.server.doubles import PATIENCE  # not before the size of the tests is known

    Pilot._wait_for_screen.__defaults__ = (PATIENCE,)  # 30 s are too short on a very busy machine
