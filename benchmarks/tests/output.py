"""What a bench prints."""

import pytest

from tefuda import cli


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run `tefuda bench` and return its output."""
    assert cli.main(["bench", *words]) == 0
    return capsys.readouterr().out
