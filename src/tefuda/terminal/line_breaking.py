"""Line breaking for Japanese and English text, measured in cells.

Japanese may break after any character, but no line starts with a closing mark or a small kana, and none ends with an
opening mark (kinsoku).  Words in katakana stay whole where they fit on a line.  Latin words break only at spaces and
hyphens.
"""

from __future__ import annotations

from rich.cells import cell_len

_NEVER_FIRST = frozenset(
    "、。，．・：；？！）」』】〕〉》”’…ー～％ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々,.:;?!)]}%"
)
_NEVER_LAST = frozenset("（「『【〔〈《“‘([{")


def line_starts(text: str, width: int) -> list[int]:
    """Return the indices where the second and later lines start, so that each line takes at most `width` cells."""
    starts: list[int] = []
    used = 0
    break_at = 0  # latest break opportunity on this line; 0: none yet
    for at, character in enumerate(text):
        cells = cell_len(character)
        while used + cells > width and character != " " and used > 0:
            start = break_at or at
            starts.append(start)
            used = cell_len(text[start:at])
            break_at = 0
        used += cells
        if at + 1 < len(text) and _may_break(character, text[at + 1]):
            break_at = at + 1
    return starts


def _is_katakana(character: str) -> bool:
    return "ァ" <= character <= "ヺ" or character == "ー"


def _may_break(before: str, after: str) -> bool:
    if after in _NEVER_FIRST or before in _NEVER_LAST or after == " ":
        return False
    if _is_katakana(before) and _is_katakana(after):
        return False
    if before == "-":  # within a word, not within a number
        return after.isalpha()
    return before == " " or cell_len(before) == 2 or cell_len(after) == 2
