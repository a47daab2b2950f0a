"""`tefuda serve --keep`: retention periods in days, and errors for wrong ones."""

import math

import pytest

from tefuda.cli import main
from tefuda.commands import Mistake
from tefuda.commands.retention_options import KEPT, periods
from tefuda.server.settings import DAY, Settings


def test_periods_become_settings() -> None:
    parsed = periods(["finished=365", "abandoned=0.5", "undealt=forever"])
    assert parsed == {"keep_finished": 365 * DAY, "keep_abandoned": DAY / 2, "keep_undealt": math.inf}


def test_every_period_is_a_setting() -> None:
    assert [f"keep_{what}" for what in KEPT] == [name for name in Settings._fields if name.startswith("keep_")]


@pytest.mark.parametrize("option", ["finished", "=9", "games=9", "finished=", "finished=0", "guests=-1", "guests=nan"])
def test_invalid_period_is_refused_with_a_valid_example(option: str) -> None:
    with pytest.raises(Mistake, match=r"--keep .*(finished=90|days, more than 0)"):
        periods([option])


def test_period_from_the_environment_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEFUDA_KEEP", "finished=365 guests=soon")
    assert main(["serve", "--port", "0"]) == 2
    assert "guests takes days" in capsys.readouterr().err
