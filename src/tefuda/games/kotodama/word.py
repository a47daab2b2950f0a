"""A word of KOTODAMA KOGEN as grammar sees it, and the names of the forms and of the parts of speech."""

from __future__ import annotations

from dataclasses import dataclass

FORMS = ("未然形", "連用形", "終止形", "連体形", "仮定形", "命令形")
PARTS = ("名詞", "代名詞", "動詞", "形容詞", "形容動詞", "連体詞", "副詞", "接続詞", "感動詞", "助動詞", "助詞")


@dataclass(frozen=True)
class Word:
    """A word card without its effect.

    `gloss` is English: a verb's with its principal parts ("write, wrote, written"; "walk" if they are regular).
    """

    name: str
    part: str  # one of PARTS
    kind: str  # the subclass, "" if there is none
    reading: str  # in kana
    gloss: str
