"""`tefuda serve --keep`: periods in days from the command line, refused by name where they are wrong."""

import math

import pytest

from tefuda.cli import main
from tefuda.commands import Mistake
from tefuda.commands.retention_options import KEPT, periods
from tefuda.server.settings import DAY, Settings


def test_periods_become_settings() -> None:
    found = periods(["finished=365", "abandoned=0.5", "undealt=forever"])
    assert found == {"keep_finished": 365 * DAY, "keep_abandoned": DAY / 2, "keep_undealt": math.inf}


def test_every_period_is_a_setting() -> None:
    assert [f"keep_{what}" for what in KEPT] == [name for name in Settings._fields if name.startswith("keep_")]


@pytest.mark.parametrize("wish", ["finished", "=9", "games=9", "finished=", "finished=0", "guests=-1", "guests=nan"])
def test_wrong_period_is_refused_with_what_would_be_right(wish: str) -> None:
    with pytest.raises(Mistake, match=r"--keep .*(finished=90|days, more than 0)"):
        periods([wish])


def test_period_from_the_environment_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEFUDA_KEEP", "finished=365 guests=soon")
    assert main(["serve", "--port", "0"]) == 2
    assert "guests takes days" in capsys.readouterr().err
