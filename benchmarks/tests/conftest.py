"""Fixtures of the tests of the benches."""

import pytest


@pytest.fixture(autouse=True)
def brief_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses that make figures steady, and those of faults: no test looks at them."""
    from benchmarks import load, slow_clients, soak, split  # not before the size of the tests is known
    from harness.server.client import PATIENCE

    monkeypatch.setattr(load, "SETTLE", 0.1)
    monkeypatch.setattr(load, "PATIENCE", PATIENCE)  # a busy machine is no server at its limit
    monkeypatch.setattr(slow_clients, "SETTLE", 0.1)
    monkeypatch.setattr(soak, "RESTING", 1.0)
    monkeypatch.setattr(split, "STOP_SECONDS", 1.0)
    monkeypatch.setattr(split, "SILENT_SECONDS", 1.0)
