"""Light or dark is what the terminal says, and nobody waits for one that says nothing."""

import os
import pty
import subprocess
import sys
import threading
import time

import pytest

from tefuda.terminal.theme_detection import is_light

ASK = "from tefuda.terminal.theme_detection import is_light; import sys; print('light' if is_light({}) else 'dark')"


@pytest.mark.parametrize(
    ("value", "light"), [("0;15", True), ("15;0", False), ("0;default;15", True), ("12;7", True), ("15;8", False)]
)
def test_the_variable_of_some_terminals(value: str, light: bool) -> None:
    assert is_light({"COLORFGBG": value}) is light


def test_without_a_terminal_it_is_dark() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", ASK], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    assert answer.stdout == "dark\n"


def told(answer: bytes) -> tuple[str, bytes]:
    """What is made of a terminal's answer, and what is left of it for whoever reads the keyboard next."""
    ours, theirs = pty.openpty()
    script = f"{ASK}; import os, select; r = select.select([0], [], [], 0.2)[0]; print(len(os.read(0, 99)) if r else 0)"

    def terminal() -> None:
        asked = b""
        while b"\x1b[c" not in asked:
            asked += os.read(ours, 99)
        os.write(ours, answer)

    thread = threading.Thread(target=terminal, daemon=True)
    thread.start()
    process = subprocess.run(
        [sys.executable, "-c", script], stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, check=True
    )
    thread.join(5)
    os.close(ours)
    os.close(theirs)
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
def test_a_terminal_is_asked_and_its_whole_answer_is_read(answer: bytes, colour: str) -> None:
    assert told(answer) == (colour, b"0")


def test_a_silent_terminal_holds_nobody_up() -> None:
    start = time.monotonic()
    assert told(b"") == ("dark", b"0")
    assert time.monotonic() - start < 10  # the start of Python included, on a busy machine
