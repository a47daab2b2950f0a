"""What all benches of the server refuse."""

import pytest

from tefuda import cli


@pytest.mark.parametrize(
    "bench", ["cost", "fuzz", "leaks", "load", "restart", "scale", "soak", "split", "slow-clients"]
)
def test_unknown_game_is_refused(bench: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", bench, "--game", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bench", "option"),
    [
        ("durability", "--kills"),
        ("load", "--tables"),
        ("cost", "--actions"),
        ("slow-clients", "--watchers"),
        ("hostile", "--tables"),
        ("restart", "--tables"),
        ("soak", "--games"),
        ("retention", "--days"),
        ("fuzz", "--frames"),
        ("leaks", "--pairs"),
        ("scale", "--actions"),
    ],
)
def test_zero_size_is_rejected(bench: str, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", bench, option, "0"]) == 2
    assert option in capsys.readouterr().err
