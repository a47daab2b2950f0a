"""The commands `tefuda play`, `tefuda replay`, `tefuda learn` and bare `tefuda`: arguments, and one-line errors."""

import asyncio
import contextlib
import os
import pty
import select
import signal
import sys
import time
from pathlib import Path
from typing import Self

import pytest

import tefuda
from harness.server.killed_server import ServerProcess
from tefuda import cli
from tefuda.commands import play as play_command
from tefuda.terminal import run, theme_detection
from tefuda.terminal.session import Match
from tests.server.clients import Person
from tests.terminal.online import table_of
from tests.terminal.test_replay import record


def error_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the one-line error of a failing command."""
    assert cli.main(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "poker"], "no game 'poker'; there are doutotsu"),
        (["play", "kotori", "--players", "7"], "takes 2 to 4 players, not 7"),
        (["play", "kotori", "--players", "two"], "two"),
        (["play", "kotori", "--level", "godlike"], "there are random, easy, medium, hard, heuristic"),
        (["play", "kotori", "--lang", "fr"], '"ja", "en"'),
        (["play", "kotori", "--option", "wings=1"], "no option 'wings'; it has allow_yield"),
        (["play", "kotori", "--option", "allow_yield=2"], "takes true or false, not 2"),
        (["play", "kotori", "--seed", "-1"], "--seed takes 0 to"),
        (["play", "kotori", "--pace", "-1"], "--pace takes 0 to 10 seconds"),
        (["play", "kotori", "--name", "x" * 40], "at most 24 characters"),
        (["play", "kotori", "--save", "/no/such/folder/game"], "there is no folder /no/such/folder"),
        (["play", "kotori", "--cards", "/no/such/cards.toml"], "cannot be read"),
        (["play", "kotori"], "needs a terminal"),
        (["play", "--level", "hard"], "needs a terminal"),
        (["play", "--players", "4"], "--players goes with a game; say which, as in `tefuda play doutotsu --players"),
        (["play", "--option", "allow-yield"], "--option goes with a game"),
        (["play", "--join", "http://127.0.0.1:1/join/AbCd/SiGn"], "needs a terminal"),
        (["play", "--join", "kotori"], "kotori is not a link to a table"),
        (["play", "--join", "kotori", "--lang", "ja"], "kotori は卓のリンクではありません"),
        (["play", "kotori", "--join", "http://127.0.0.1:1/table/AbCd"], "as it is, without GAME"),
        (["play", "--option", "core=1", "--join", "http://127.0.0.1:1/table/AbCd"], "as it is, without --option"),
        (["play", "kotori", "--watch"], "--watch goes with --join"),
        (["replay", "/no/such/file"], "No such file"),
        (["learn", "poker"], "no game 'poker'; there are doutotsu"),
        (["learn", "kotori", "--step", "20"], "--step takes 1 to 19 for kotori, not 20"),
        (["learn", "kotori", "--pace", "-1"], "--pace takes 0 to 10 seconds"),
        (["learn", "kotori"], "learn needs a terminal to draw on"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_invalid_argument_gives_one_line_error(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert message in error_of(capsys, *words)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("tefuda 1", "teabag 1"), "begins with"),
        (("game kotori", "game poker"), "no game 'poker'"),
        (("chance seed 5", "chance seed six"), "chance"),
        (("\nranks", "\n0 fly\nranks"), "line"),
        (("0 draw", "2 draw"), "line"),
        (("players 3", "players 9"), "2 to 4 players"),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_broken_record_gives_one_line_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    file = tmp_path / "broken.tefuda"
    file.write_text(record().replace(*change, 1), encoding="utf-8")
    assert message in error_of(capsys, "replay", str(file))


def test_unknown_seat_is_rejected(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.tefuda"
    file.write_text(record(), encoding="utf-8")
    assert "--seat takes 1 to 3, not 4" in error_of(capsys, "replay", str(file), "--seat", "4")


def test_locale_that_is_not_utf_8_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch, tmp_path: Path) -> None:
    file = tmp_path / "game.tefuda"
    file.write_text(record(), encoding="utf-8")
    monkeypatch.setattr(theme_detection, "has_screen", lambda: True)
    monkeypatch.setattr(theme_detection, "screen_encoding", lambda: "euc_jp")
    for words in (["play"], ["play", "kotori"], ["learn"], ["replay", str(file)]):
        assert f"{words[0]} needs a UTF-8 locale" in error_of(capsys, *words)


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Return the list of matches that the command would run."""
    started: list[Match] = []
    monkeypatch.setattr(theme_detection, "has_screen", lambda: True)
    monkeypatch.setattr(run, "run_match", started.append)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    return started


def test_play_uses_the_defaults(matches: list[Match]) -> None:
    assert cli.main(["play", "kotori"]) == 0
    plan = matches[0].plan
    assert (plan.players, plan.level, plan.language, plan.rules, plan.seed) == (3, "medium", "ja", {}, None)
    assert matches[0].deal().names[0] == "あなた"


def test_play_passes_on_every_option(matches: list[Match], tmp_path: Path) -> None:
    cards = Path(play_command.__file__).parents[1] / "games" / "kotori" / "cards.toml"
    words = ["--players", "4", "--level", "random", "--lang", "en", "--name", "Hanako"]
    words += ["--seed", "3", "--option", "allow-yield", "--pace", "0"]
    save = tmp_path / "game.tefuda"
    assert cli.main(["play", "kotori", *words, "--save", str(save), "--cards", str(cards)]) == 0
    match = matches[0]
    assert match.game.options == {"allow_yield": 1}
    table = match.deal()
    assert table.names[0] == "Hanako"
    assert {sitter.level for sitter in table.sitters[1:]} == {"random"}
    assert table.state.seed == 3
    assert (match.plan.language, match.plan.pace, match.record_path()) == ("en", 0.0, save)


RIGHT = "\x1b[C"


class Terminal:
    """A program in a pseudo-terminal of 80 by 24; what a failed test leaves running is killed."""

    def __init__(self, *words: str) -> None:
        self.shown, self.running = b"", True
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", COLORFGBG="0;15", COLUMNS="80", LINES="24")
            os.execv(sys.executable, [sys.executable, "-P", "-m", "tefuda", *words])  # noqa: S606  # our own command

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.running:
            os.kill(self.pid, signal.SIGKILL)
            self._ended()

    def wait_for(self, text: str, seconds: float = 300.0) -> None:  # bots may have to be compiled first
        deadline = time.monotonic() + seconds
        while text.encode() not in self.shown:
            assert time.monotonic() < deadline, self.shown[-2000:].decode(errors="replace")
            if select.select([self.file], [], [], 0.1)[0]:
                self.shown += os.read(self.file, 65536)  # raises OSError when the program ends

    def wait_until_idle(self) -> None:
        """Wait until drawing stops and the program waits, too: keys typed before a list is shown are lost."""
        while True:
            if select.select([self.file], [], [], 0.5)[0]:
                self.shown += os.read(self.file, 65536)
            elif all(state == "S" for state in thread_states(self.pid)):
                return

    def type(self, keys: str) -> None:
        self.shown = b""
        os.write(self.file, keys.encode())

    def end(self) -> int:
        """Wait for the program to end and return its exit code."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if select.select([self.file], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.file, 65536)
                except OSError:  # the other end is closed
                    return self._ended()
        raise AssertionError("the program does not end")

    def _ended(self) -> int:
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self.running = False
        os.close(self.file)
        return code


def thread_states(pid: int) -> list[str]:
    """Return what each thread of a process does: S if it sleeps, R if it runs or would, but for other processes."""
    states = []
    for path in Path(f"/proc/{pid}/task").glob("*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            states.append(path.read_text().rpartition(")")[2].split()[0])
    return states


def children(pid: int) -> list[int]:
    parents = {int(path.parent.name): path.read_text().rpartition(")")[2] for path in Path("/proc").glob("[0-9]*/stat")}
    return [child for child, line in parents.items() if int(line.split()[1]) == pid]


def test_home_screen_opens_a_table_with_bot_processes_and_quits() -> None:
    with Terminal("play", "--level", "easy") as terminal:
        slugs = tefuda.game_slugs()
        terminal.wait_for(tefuda.load(slugs[0]).localizer("en").say("title"))
        terminal.wait_until_idle()
        kotori = tefuda.load("kotori").localizer("en").say("title")
        terminal.type(RIGHT * slugs.index("kotori") + "\r")  # all keys at once, as from a fast typist
        terminal.wait_for(kotori)
        terminal.wait_for(tefuda.load("kotori").localizer("en").say("goal"))
        terminal.wait_for("Your turn")  # the bots in front have played
        workers = children(terminal.pid)
        assert workers
        terminal.type("q")
        terminal.wait_for("Quit?")
        terminal.type("y")
        terminal.wait_for(kotori)  # the settings are kept
        terminal.wait_for("Players")
        terminal.type("q")
        assert terminal.end() == 0
    assert [pid for pid in workers if Path(f"/proc/{pid}").exists()] == []


def test_terminated_replay_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.tefuda"
    file.write_text(record(), encoding="utf-8")
    with Terminal("replay", str(file), "--lang", "ja", "--seat", "3") as terminal:
        terminal.wait_for("はるこの視点")
        terminal.wait_until_idle()
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM
    for mode in (1000, 1049):  # mouse, alternate screen
        assert f"\x1b[?{mode}l".encode() in terminal.shown


async def invitation(address: str) -> str:
    async with Person(address) as host:
        return (await table_of(host, "me", "open"))[1]


def test_table_on_a_server_is_joined_in_a_real_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TEFUDA_STATE", str(tmp_path / "state"))
    server = ServerProcess(tmp_path / "server")
    link = asyncio.run(invitation(server.address))
    with Terminal("play", "--join", link, "--name", "Aki", "--lang", "ja") as terminal:
        terminal.wait_for("ロビー")
        terminal.wait_for("Aki")
        terminal.type("q")
        assert terminal.end() == 0
    monkeypatch.setenv("TEFUDA_STATE", str(tmp_path / "someone-else"))
    monkeypatch.setattr(theme_detection, "has_screen", lambda: True)
    assert "この卓はもう席がありません" in error_of(capsys, "play", "--join", link, "--lang", "ja")
    assert "does not exist or is private" in error_of(capsys, "play", "--join", f"{server.address}/table/AbCd")
    server.kill()
    assert f"Cannot reach {server.address}" in error_of(capsys, "play", "--join", link)
