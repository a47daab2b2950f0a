"""The `tefuda` command before any subcommand: what it says, what it costs, and how it fails."""

import os
import re
import subprocess
import sys

import pytest

import tefuda
from tefuda import cli
from tefuda.commands import Mistake
from tefuda.engine.errors import UnknownGame

TEFUDA = [sys.executable, "-P", "-m", "tefuda"]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == tefuda.__version__ + "\n"


def commands() -> list[str]:
    return [name for name in cli.app if not name.startswith("-")]


def test_help_lists_every_command_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    rows = dict(re.findall(r"^│ (\S+)(?: \(-h\))?  +(\S.*?) *│$", capsys.readouterr().out, flags=re.MULTILINE))
    assert rows.keys() == {"--help", "--version", *commands()}


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for name in commands():
        assert cli.main([name, "--help"]) == 0
        assert f"Usage: tefuda {name}" in capsys.readouterr().out


def test_help_waits_for_nothing_heavy() -> None:
    heavy = "{'numba', 'llvmlite', 'textual', 'asyncio', 'multiprocessing'}"
    script = f"import sys; from tefuda.cli import main; main(['--help']); sys.exit(str({heavy} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True)
    assert answer.stderr == "set()\n"


@pytest.mark.parametrize("words", [["no-such-command"], ["--no-such-option"], ["--version=7"]])
def test_what_it_does_not_know_is_one_line_and_exit_code_2(words: list[str]) -> None:
    answer = subprocess.run([*TEFUDA, *words], capture_output=True, text=True)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("tefuda: ")
    assert len(answer.stderr.splitlines()) == 1


def answer_of(monkeypatch: pytest.MonkeyPatch, outcome: object) -> int:
    """The exit code where the command that runs returns the outcome, or raises it."""

    def app(arguments: list[str]) -> object:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    monkeypatch.setattr(cli, "app", app)
    return cli.main(["some-command"])


def test_a_mistake_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer_of(monkeypatch, Mistake("--games is at least 1,\n  not 0")) == 2
    assert capsys.readouterr().err == "tefuda: --games is at least 1, not 0\n"
    assert answer_of(monkeypatch, UnknownGame("no game of that name: 'poker'")) == 2
    assert capsys.readouterr().err == "tefuda: no game of that name: 'poker'\n"


def test_a_bug_is_not_dressed_up_as_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        answer_of(monkeypatch, ZeroDivisionError())


@pytest.mark.parametrize(("outcome", "code"), [(None, 0), (0, 0), (3, 3), (KeyboardInterrupt(), 130)])
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, outcome: object, code: int) -> None:
    assert answer_of(monkeypatch, outcome) == code


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    script = (
        "from tefuda import cli; cli.app = lambda arguments: print('x' * 1_000_000); "
        "raise SystemExit(cli.main(['some-command']))"
    )
    reader, writer = os.pipe()
    os.close(reader)
    answer = subprocess.run([sys.executable, "-P", "-c", script], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert (answer.returncode, answer.stderr) == (0, "")
