"""Breaks lines where a reader of either language expects it, in cells.

Japanese has no spaces to break at: a line may end after any character, but none begins with a closing mark or a small
kana, and none ends with an opening mark.  Words of Latin letters stay whole but for their hyphens.
"""

from __future__ import annotations

from rich.cells import cell_len

_NEVER_FIRST = frozenset(
    "、。，．・：；？！）」』】〕〉》”’…ー～％ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々,.:;?!)]}%"
)
_NEVER_LAST = frozenset("（「『【〔〈《“‘([{")


def line_starts(text: str, width: int) -> list[int]:
    """Where the second line and the following ones begin, so that each takes at most `width` cells."""
    starts: list[int] = []
    used = 0
    chance = 0  # the latest place on this line at which it may be broken; 0: none yet
    for at, character in enumerate(text):
        cells = cell_len(character)
        while used + cells > width and character != " " and used > 0:
            start = chance or at
            starts.append(start)
            used = cell_len(text[start:at])
            chance = 0
        used += cells
        if at + 1 < len(text) and _may_break(character, text[at + 1]):
            chance = at + 1
    return starts


def _may_break(before: str, after: str) -> bool:
    if after in _NEVER_FIRST or before in _NEVER_LAST or after == " ":
        return False
    if before == "-":  # between the parts of a word, not of a number
        return after.isalpha()
    return before == " " or cell_len(before) == 2 or cell_len(after) == 2
