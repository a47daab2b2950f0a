"""`tefuda bench lab`: its exports run, and its figures are those of all games."""

import pytest

from benchmarks import lab
from tefuda import cli


def test_time_of_an_export_is_that_of_all_its_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a second for the start of the process and one for each game; the study, which is not run, takes 61."""

    def timed(words: tuple[str, ...], environment: dict[str, str]) -> tuple[float, float]:
        if words[0] == "sweep":
            return 61.0, 30.0
        assert cli.main(["lab", *words]) == 0
        return 0.0, 1.0 + float(words[words.index("--games") + 1])

    monkeypatch.setattr(lab, "timed", timed)
    monkeypatch.setattr(lab, "EXPORTED", {"random": 1.0, "search:5": 0.2})
    lab.run(games=60)
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if " target 60 s: " in line]
    assert [line[-1] for line in lines] == ["MISSED", "MISSED", "MISSED", "MISSED"]
    assert [line[:4] for line in lines[2:]] == [["60", "games,", player, "61.0"] for player in ("random", "search:5")]
