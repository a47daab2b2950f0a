"""The font of pictures: Noto Sans JP from the built front end, in many files by range of characters."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

_FACE = re.compile(r"url\([^)]*?(?P<file>[\w.-]+\.woff2)\)[^}]*?unicode-range:(?P<ranges>[^;}]+)")
MISSING = "〓"  # replaces characters that the font does not have
REGULAR, BOLD = 400, 700


class _Range(NamedTuple):
    first: int
    last: int
    file: Path


class Typeface:
    """The font files of one front end.  Raises FileNotFoundError if it is not built."""

    def __init__(self, static: Path) -> None:
        self._ranges: list[_Range] = []
        for sheet in sorted((static / "assets").glob("*.css")):
            for face in _FACE.finditer(sheet.read_text(encoding="utf-8")):
                for part in face["ranges"].split(","):
                    first, _, last = part.strip().removeprefix("U+").partition("-")
                    first, last = first.replace("?", "0"), last or first.replace("?", "F")
                    self._ranges.append(_Range(int(first, 16), int(last, 16), sheet.parent / face["file"]))
        if not self._ranges:
            raise FileNotFoundError(f"{static} has no font")
        self._file = lru_cache(4096)(self._file_of)
        self._font = lru_cache(256)(_font)

    def _file_of(self, letter: str) -> Path | None:
        code = ord(letter)
        return next((one.file for one in self._ranges if one.first <= code <= one.last), None)

    def letters(self, text: str, size: int, weight: int = REGULAR) -> list[tuple[str, ImageFont.FreeTypeFont]]:
        """Return the letters of a text, each with the font that has it."""
        known = [letter if self._file(letter) is not None else MISSING for letter in text]
        files = [(letter, self._file(letter)) for letter in known]
        return [(letter, self._font(file, size, weight)) for letter, file in files if file is not None]

    def width(self, text: str, size: int, weight: int = REGULAR) -> float:
        """Return the width of a text in pixels."""
        return sum(font.getlength(letter) for letter, font in self.letters(text, size, weight))

    def shortened(self, text: str, size: int, most: float, weight: int = REGULAR) -> str:
        """Return a text, shortened until it is no wider than `most`."""
        if self.width(text, size, weight) <= most:
            return text
        while text and self.width(f"{text}…", size, weight) > most:
            text = text[:-1]
        return f"{text}…" if text else ""


def _font(file: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(file), size)
    font.set_variation_by_axes([weight])
    return font
