"""Detects whether the terminal's background is light or dark, before the first drawing.

Reads COLORFGBG if set, else queries the terminal for its background colour.  The query ends with one that every
terminal answers (device attributes), so that a terminal without colour queries causes no timeout.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from codecs import lookup
from collections.abc import Mapping

_QUERY = b"\x1b]11;?\x1b\\\x1b[c"  # OSC 11 (background colour), then DA1 (device attributes)
_COLOUR = re.compile(rb"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})")
_DEVICE_ATTRIBUTES = re.compile(rb"\x1b\[\?[0-9;]*c")
_TIMEOUT = 0.3  # seconds; enough for a terminal over a slow connection


def has_screen() -> bool:
    """Return whether a person can play here: keyboard on stdin, screen on stderr, where Textual draws."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def screen_encoding() -> str:
    """Return the encoding of what is drawn."""
    return lookup(sys.stderr.encoding or "ascii").name


def is_light(environment: Mapping[str, str] = os.environ) -> bool:
    """Return True for a light background, False for a dark or unknown one."""
    light = _from_variable(environment.get("COLORFGBG", ""))
    return light if light is not None else _from_answer(_query_terminal())


def _from_variable(value: str) -> bool | None:
    """Parse COLORFGBG, "foreground;background" in the 16 ANSI colours, of which 7 and 9 to 15 are light."""
    background = value.rpartition(";")[2]
    return int(background) in {7, *range(9, 16)} if background.isdecimal() else None


def _from_answer(answer: bytes) -> bool:
    match = _COLOUR.search(answer)
    if match is None:
        return False
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in match.groups())
    return bool(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)


def _query_terminal() -> bytes:
    """Return the terminal's answer; b"" without a terminal or after the timeout."""
    if os.name != "posix" or not has_screen():
        return b""
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    answer = b""
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        os.write(sys.stderr.fileno(), _QUERY)
        deadline = time.monotonic() + _TIMEOUT
        while not _DEVICE_ATTRIBUTES.search(answer) and (left := deadline - time.monotonic()) > 0:
            if select.select([terminal], [], [], left)[0]:
                answer += os.read(terminal, 256)
    finally:
        # TCSAFLUSH drops a late answer, which would otherwise look like key presses.
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
    return answer
