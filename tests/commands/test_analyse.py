"""`tefuda analyse`: reviews a record in both languages, and refuses what it cannot review."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda import cli
from tefuda.bots.players import search_build
from tefuda.commands import analyse
from tefuda.engine.game_record import write_record


@pytest.fixture(autouse=True)
def checked_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyse, "search_build", lambda package, _: search_build(package, "checked"))


def record(path: Path, moves: int = 10_000) -> Path:
    state = tefuda.load("kotori").start(seed=2)
    while not state.is_terminal and len(state.history) < moves:
        state.play("pass" if "pass" in state.legal_actions else "draw")
    path.write_text(write_record(state, ["Hana", "Taro"]), encoding="utf-8")
    return path


@pytest.mark.parametrize(("language", "word"), [("ja", "よりよい手"), ("en", "Better")])
def test_review_names_decisions_and_lessons(
    language: str, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["analyse", str(record(tmp_path / "game.txt")), "--lang", language, "--effort", "0.01"]
    assert cli.main(command) == 0
    shown = capsys.readouterr().out
    assert word in shown
    assert "Hana" in shown
    assert "Taro" in shown
    assert shown.count("·") == 6
    assert cli.main(command) == 0
    assert capsys.readouterr().out == shown, "the same record has the same review"


def test_name_in_a_record_is_shown_as_it_is_and_holds_no_command_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = record(tmp_path / "game.txt")
    file.write_text(file.read_text(encoding="utf-8").replace("Hana", "[bold]Hana[/x]\x1b[2J\x9b2J"), encoding="utf-8")
    assert cli.main(["analyse", str(file), "--lang", "en", "--effort", "0.01"]) == 0
    shown = capsys.readouterr().out
    assert "[bold]Hana[/x][2J2J:" in shown
    assert "\x1b" not in shown
    assert "\x9b" not in shown


def test_one_seat_can_be_reviewed_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(record(tmp_path / "game.txt"))
    assert cli.main(["analyse", file, "--seat", "2", "--every", "--lang", "en", "--effort", "0.01"]) == 0
    shown = capsys.readouterr().out
    assert "Taro:" in shown
    assert "Hana:" not in shown


@pytest.mark.parametrize(
    ("more", "reason"),
    [(["--seat", "3"], "--seat takes 1 to 2, not 3"), (["--effort", "0"], "--effort takes 0.01 to 100, not 0")],
)
def test_bad_arguments_are_refused(
    more: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["analyse", str(record(tmp_path / "game.txt")), *more]) == 2
    assert reason in capsys.readouterr().err


def test_unfinished_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyse", str(record(tmp_path / "game.txt", moves=4))]) == 2
    assert "this game is not over" in capsys.readouterr().err
