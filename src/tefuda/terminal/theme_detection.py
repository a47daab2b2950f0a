"""Is this terminal's background light or dark?  Asked once, before anything is drawn.

The variable COLORFGBG answers where a terminal sets it; else the terminal itself is asked for its background colour,
together with a question that every terminal answers, so that nobody waits for one that does not know the first.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Mapping

_QUESTION = b"\x1b]11;?\x1b\\\x1b[c"  # the background colour, and what kind of terminal this is
_COLOUR = re.compile(rb"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})")
_KIND = re.compile(rb"\x1b\[\?[0-9;]*c")
_WAIT = 0.3  # seconds that even a distant terminal has to answer


def has_screen() -> bool:
    """Is there a person to play: a keyboard, and a screen to draw on?  Textual draws on standard error."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def is_light(environment: Mapping[str, str] = os.environ) -> bool:
    """True for a light background, False for a dark one or where nobody knows."""
    told = _from_variable(environment.get("COLORFGBG", ""))
    return told if told is not None else _from_answer(_ask())


def _from_variable(value: str) -> bool | None:
    """COLORFGBG is "foreground;background" in the sixteen colours; 7 and 9 to 15 are light ones."""
    background = value.rpartition(";")[2]
    return int(background) in {7, *range(9, 16)} if background.isdecimal() else None


def _from_answer(answer: bytes) -> bool:
    found = _COLOUR.search(answer)
    if found is None:
        return False
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return bool(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)


def _ask() -> bytes:
    """What the terminal answers; nothing where there is none, or where it keeps silent."""
    if os.name != "posix" or not has_screen():
        return b""
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    answer = b""
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        os.write(sys.stderr.fileno(), _QUESTION)
        until = time.monotonic() + _WAIT
        while not _KIND.search(answer) and (left := until - time.monotonic()) > 0:
            if select.select([terminal], [], [], left)[0]:
                answer += os.read(terminal, 256)
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)  # an answer that comes late is no key that was pressed
    return answer
