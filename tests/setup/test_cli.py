"""The bare `tefuda` command: version, help, import cost, and errors."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tefuda
from tefuda import cli
from tefuda.commands import UsageError
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("migrate", "no server may be running on them"),
        ("lab match", "search:SIMULATIONS"),
        ("bench", "without a command, speed"),
    ],
)
def test_help_of_a_command_says_more_than_the_list_of_commands(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*words.split(), "--help"]) == 0
    assert said in " ".join(capsys.readouterr().out.split())


def test_help_of_serve_is_in_the_language_of_the_locale() -> None:
    environment = {**os.environ, "LC_ALL": "ja_JP.UTF-8"}
    answer = subprocess.run([*TEFUDA, "serve", "--help"], capture_output=True, text=True, env=environment)
    assert answer.stdout.startswith("使い方：tefuda serve")
    assert "待ち受けるアドレス" in answer.stdout
    assert not {"Usage", "Parameters"} & set(answer.stdout.replace(":", " ").split()), "headings in another language"


def test_help_shows_no_default_of_a_switch(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "--watch " in shown
    assert "--no-watch" not in shown
    assert "default: False" not in shown


def test_help_imports_no_heavy_module() -> None:
    heavy = "{'numba', 'llvmlite', 'textual', 'asyncio', 'multiprocessing'}"
    script = f"import sys; from tefuda.cli import main; main(['--help']); sys.exit(str({heavy} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True)
    assert answer.stderr == "set()\n"


def test_unknown_command_or_option_exits_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    answer = subprocess.run([*TEFUDA, "no-such-command"], capture_output=True, text=True)
    said = [(answer.returncode, answer.stdout, answer.stderr)]
    said += [
        (cli.main([word]), *capsys.readouterr()) for word in ("no-such-command", "--no-such-option", "--version=7")
    ]
    for code, output, error in said:
        assert (code, output) == (2, "")
        assert error.startswith("tefuda: ")
        assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("rules", "rules needs GAME; see `tefuda rules --help`"),
        ("rules kotori K1.1 K1.2", "rules does not take 'K1.2'; see `tefuda rules --help`"),
        ("lab match kotori --deals", "--deals needs a value; see `tefuda lab match --help`"),
        ("lab match kotori --deals many", "--deals takes a whole number, not 'many'"),
        ("lab match kotori --deals 2.5", "--deals takes a whole number, not '2.5'"),
        ("lab match kotori --until soon", "--until takes a number, not 'soon'"),
        ("bots --processes 0", "--processes takes at least 1, not 0"),
        ("bots --processes 257", "--processes takes at most 256, not 257"),
        ("play kotori --zzz", "Unknown option: --zzz; see `tefuda play --help`"),
        ("play kotori --plyers 3", "Unknown option: --plyers. Did you mean --players?"),
    ],
)
def test_wrong_command_line_names_what_is_wrong_and_what_would_be_right(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words.split()) == 2
    assert capsys.readouterr().err == f"tefuda: {said}\n"


@pytest.mark.parametrize("command", ["replay", "analyse", "verify"])
def test_file_that_is_no_record_is_named(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("milk\n")
    assert cli.main([command, str(file)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"tefuda: {file}: line 1: a ")
    assert "record begins with “tefuda" in error


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
    assert exit_code_of(monkeypatch, UsageError("--games is at least 1,\n  not 0")) == 2
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
