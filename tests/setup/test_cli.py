"""The bare `tefuda` command: version, help, import cost, and errors."""

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


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == tefuda.__version__ + "\n"


def commands() -> list[str]:
    return [name for name in cli.app if not name.startswith("-")]


def test_help_describes_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    rows = dict(re.findall(r"^│ (\S+)(?: \(-h\))?  +(\S.*?) *│$", capsys.readouterr().out, flags=re.MULTILINE))
    assert rows.keys() == {"--help", "--version", *commands()}


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for name in commands():
        assert cli.main([name, "--help"]) == 0
        assert f"Usage: tefuda {name}" in capsys.readouterr().out


def test_help_imports_no_heavy_module() -> None:
    heavy = "{'numba', 'llvmlite', 'textual', 'asyncio', 'multiprocessing'}"
    script = f"import sys; from tefuda.cli import main; main(['--help']); sys.exit(str({heavy} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True)
    assert answer.stderr == "set()\n"


@pytest.mark.parametrize("words", [["no-such-command"], ["--no-such-option"], ["--version=7"]])
def test_unknown_command_or_option_exits_with_2(words: list[str]) -> None:
    answer = subprocess.run([*TEFUDA, *words], capture_output=True, text=True)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("tefuda: ")
    assert len(answer.stderr.splitlines()) == 1


def exit_code_of(monkeypatch: pytest.MonkeyPatch, outcome: object) -> int:
    """Return the exit code if the command returns the outcome, or raises it."""

    def app(arguments: list[str]) -> object:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    monkeypatch.setattr(cli, "app", app)
    return cli.main(["some-command"])


def test_user_error_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code_of(monkeypatch, Mistake("--games is at least 1,\n  not 0")) == 2
    assert capsys.readouterr().err == "tefuda: --games is at least 1, not 0\n"
    assert exit_code_of(monkeypatch, UnknownGame("no game of that name: 'poker'")) == 2
    assert capsys.readouterr().err == "tefuda: no game of that name: 'poker'\n"


def test_unexpected_exception_is_not_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        exit_code_of(monkeypatch, ZeroDivisionError())


@pytest.mark.parametrize(("outcome", "code"), [(None, 0), (0, 0), (3, 3), (KeyboardInterrupt(), 130)])
def test_outcome_determines_the_exit_code(monkeypatch: pytest.MonkeyPatch, outcome: object, code: int) -> None:
    assert exit_code_of(monkeypatch, outcome) == code


def test_closed_output_pipe_is_no_error() -> None:
    script = (
        "from tefuda import cli; cli.app = lambda arguments: print('x' * 1_000_000); "
        "raise SystemExit(cli.main(['some-command']))"
    )
    reader, writer = os.pipe()
    os.close(reader)
    answer = subprocess.run([sys.executable, "-P", "-c", script], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert (answer.returncode, answer.stderr) == (0, "")
