"""The benches of attacks at a small scale: they run, and an attack that does harm misses the target."""

from unittest.mock import AsyncMock, MagicMock

import pytest

from benchmarks import hostile
from benchmarks.tests.output import output_of
from harness.contract.cases import large, sized
from tefuda import cli, game_slugs


@large
def test_hostile_frames_cause_no_crash(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "fuzz", "--frames", str(sized(1000)))
    assert "the rules accept every log: " in printed
    assert f"0 crashes and exceptions; afterwards {len(game_slugs())} games were played to their end" in printed
    for game in game_slugs():
        assert f"{game}: under attack " in printed


@large
def test_attacks_run_while_people_play(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(
        capsys, "hostile", "--tables", "1", "--seconds", "1", "--turns", "1", "--only", "silent, 1,100 addresses"
    )
    assert "silent, 1,100 addresses" in printed
    assert "ERRORS" not in printed


def window_of(*, p99: float = 0.01, turned_away: int = 0, grown: int = 0, actions: int = 100) -> hostile.Window:
    """Return a measurement window with these figures."""
    latencies = ([p99] * 2 + [0.001] * 98)[:actions]
    return hostile.Window([latencies], [0.01], turned_away, grown << 20, 0.1, 0)


@pytest.mark.parametrize(
    ("attacked", "verdict"),
    [
        (window_of(p99=0.0119, grown=49), "every visitor gets in: reached"),
        (window_of(p99=0.0121), "MISSED by flood of frames"),
        (window_of(turned_away=1), "MISSED by flood of frames"),
        (window_of(grown=50), "MISSED by flood of frames"),
        (window_of(actions=0), "MISSED by flood of frames"),
    ],
)
async def test_harmful_attack_misses_the_target(
    attacked: hostile.Window, verdict: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def window(served: object, crowd: object, seconds: float, name: str | None) -> hostile.Window:
        return window_of() if name is None else attacked

    monkeypatch.setattr(hostile, "window", window)
    monkeypatch.setattr(hostile, "SETTLE", 0)
    for name, double in (("Crowd", MagicMock()), ("ask", AsyncMock())):  # no clients: the measurements are replaced
        monkeypatch.setattr(hostile, name, double)
    hostile.Crowd.return_value.grow = hostile.Crowd.return_value.under_way = AsyncMock()
    await hostile.measure(MagicMock(), 1, 1, 2, ["flood of frames"])
    assert verdict in capsys.readouterr().out


def test_unknown_attack_is_refused_with_the_valid_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "hostile", "--only", "flood"]) == 2
    assert "endless header, small headers" in capsys.readouterr().err
