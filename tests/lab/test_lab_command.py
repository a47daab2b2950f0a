"""`tefuda lab` at the command line, in both languages."""

from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tefuda.cli import main
from tefuda.commands import lab_common


def test_match_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", "match", "kotori", "easy", "random", "random", "--deals", "2", "--seed", "5"]
    assert main([*arguments, "--processes", "1", "--constant", "field-cards=4", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "Kotori Atsume (field_cards=4): 2 deals, each with every rotation of the seats, 6 games, seed 5"
    )
    assert [line.split()[:2] for line in lines[2:4]] == [["easy", "6"], ["random", "12"]]
    assert main([*arguments, "--processes", "1", "--lang", "ja"]) == 0
    assert capsys.readouterr().out.startswith("ことりあつめ：2ディール（席順をひと回りさせて6ゲーム）、シード5\n")


def test_progress_shows_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten of forty after 20 seconds, so that there are 60 left; the total of a match may shrink as it goes on."""
    now, screen = 0.0, StringIO()
    terminal = partial(Console, file=screen, force_terminal=True, width=100, get_time=lambda: now)
    monkeypatch.setattr(lab_common, "Console", terminal)
    with lab_common.progress_bar("Playing") as show:
        for done in range(11):
            now = 2.0 * done
            show(done, 100 if done < 5 else 40)
    last = screen.getvalue().rpartition("Playing")[2]
    assert "0:00:20" in last
    assert "0:01:00" in last


@pytest.mark.parametrize("processes", ["1", "2"])
def test_own_player_may_be_in_the_current_folder_and_print(
    processes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    source = "def play(state):\n    print('I draw')\n    return 'draw'\n"
    (tmp_path / "a_player_of_this_test.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    arguments = ["lab", "match", "kotori", "a_player_of_this_test:play", "--deals", "2", "--processes", processes]
    assert main(arguments) == 0
    shown = capfd.readouterr()
    assert "a_player_of_this_test:play" in shown.out
    assert "I draw" in shown.err
    assert "I draw" not in shown.out


def test_export_and_records_round_trip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, texts = tmp_path / "data", tmp_path / "texts"
    arguments = ["lab", "export", "kotori", str(data), "--games", "3", "--seed", "5", "--processes", "1"]
    assert main([*arguments, "--players", "3", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("Kotori Atsume: 3 games with ")
    assert main(["lab", "records", str(data), str(texts), "--games", "2"]) == 0
    assert sorted(path.name for path in texts.iterdir()) == ["game-0.txt", "game-1.txt"]
    assert main(["lab", "records", str(data), str(texts)]) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["match", "kotori", "strong"], "is not a player"),
        (["match", "kotori", "random", "--constant", "field_cards=7"], "takes an integer from 2 to 6, not 7"),
        (
            ["match", "kotori", "random", "--constant", "beaks=7"],
            "no constant 'beaks' that may vary; it has field_cards",
        ),
        (["match", "kotori", "random", "--constant", "field_cards"], "--constant takes NAME=INTEGER"),
        (["match", "kotori", "random", "--option", "constants=4"], "is not a house rule: use --constant 4"),
        (["match", "kotori", "random", "--players", "0"], "players, not 0"),
        (["match", "kotori", "random", "--timeout", "-1"], "timeout takes a number from 0.001 to 86400, not -1"),
        (["export", "kotori", "/proc/no", "--processes", "0"], "processes takes an integer from 1 to 1024, not 0"),
        (["export", "kotori", "/proc/no/such"], "/proc/no/such cannot be written"),
        (["records", ".", "/proc/no/such"], "/proc/no/such cannot be written"),
        (["records", ".", ".", "--games", "-1"], "--games takes an integer from 1 to 100000000, not -1"),
    ],
)
def test_mistakes_are_explained(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *words]) == 2
    assert expected in capsys.readouterr().err
