"""Theme detection reads the terminal's background and never waits for long."""

import os
import pty
import subprocess
import sys
import threading

import pytest

from harness.server.doubles import PATIENCE
from tefuda.terminal.theme_detection import is_light

ASK = "from tefuda.terminal.theme_detection import is_light; import sys; print('light' if is_light({}) else 'dark')"


@pytest.mark.parametrize(
    ("value", "light"), [("0;15", True), ("15;0", False), ("0;default;15", True), ("12;7", True), ("15;8", False)]
)
def test_colorfgbg_decides(value: str, light: bool) -> None:
    assert is_light({"COLORFGBG": value}) is light


def test_missing_terminal_means_dark() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", ASK], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    assert answer.stdout == "dark\n"


LEFT = "import os, select; print(len(os.read(0, 99)) if select.select([0], [], [], 0.2)[0] else 0)"
PATIENT = "from tefuda.terminal import theme_detection; theme_detection._TIMEOUT = 60"  # on a busy machine


def detected(answer: bytes, before: str = PATIENT) -> tuple[str, bytes]:
    """Return the detected theme for a terminal's answer, and how many bytes of it are left on stdin."""
    master, slave = pty.openpty()
    script = f"{before}; {ASK}; {LEFT}"

    def terminal() -> None:
        query = b""
        while b"\x1b[c" not in query:
            query += os.read(master, 99)
        os.write(master, answer)

    thread = threading.Thread(target=terminal, daemon=True)
    thread.start()
    process = subprocess.run(
        [sys.executable, "-c", script], stdin=slave, stdout=subprocess.PIPE, stderr=slave, check=True, timeout=PATIENCE
    )
    thread.join(PATIENCE)
    os.close(master)
    os.close(slave)
    colour, left = process.stdout.split()
    return colour.decode(), left


@pytest.mark.parametrize(
    ("answer", "colour"),
    [
        (b"\x1b]11;rgb:ffff/fafa/f0f0\x1b\\\x1b[?62;22c", "light"),
        (b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07\x1b[?62;22c", "dark"),
        (b"\x1b]11;rgb:f/f/f\x07\x1b[?6c", "light"),
        (b"\x1b[?1;2c", "dark"),
    ],
    ids=["xterm light", "dark", "short", "does not know colours"],
)
def test_whole_answer_of_the_terminal_is_consumed(answer: bytes, colour: str) -> None:
    assert detected(answer) == (colour, b"0")


def test_silent_terminal_times_out() -> None:
    assert detected(b"", before="pass") == ("dark", b"0")
