"""KOTODAMA KOGEN: the vocabulary in which cards are declared: parts of speech, forms, triggers, costs, verbs.

Each term is a key of a card file, a number of the tables, and a message of `ja.ftl` and `en.ftl`.  `cards.py` reads
card files with it, `text.py` makes texts of cards with it.  `docs/kotodama-cards.md` explains it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from tefuda.games.kotodama.state import Cost, Trigger, Verb


class Term(NamedTuple):
    """A term of the vocabulary: its number in the tables, and its message."""

    code: int
    message: str


@dataclass(frozen=True)
class Word:
    """A word card as grammar sees it, without placement and effects.

    `gloss` is English: a verb's with its principal parts ("write, wrote, written"; "walk" if they are regular).
    """

    name: str
    part: str  # one of PARTS
    kind: str  # the subclass, "" if there is none
    reading: str  # the word in kana
    gloss: str


def part(name: str, **kinds: str) -> tuple[str, dict[str, str]]:
    """Return the message that names a part of speech, and those of its subclasses."""
    return f"class-{name}", {kind: f"class-{name}-{called}" for kind, called in kinds.items()}


# W1.4: parts of speech with their subclasses.
PARTS = {
    "動詞": part(
        "verb", 五段="godan", 上一段="kami-ichidan", 下一段="shimo-ichidan", カ変="ka-irregular", サ変="sa-irregular"
    ),
    "形容詞": part("adjective"),
    "形容動詞": part("adjectival-verb", だ="da", です="desu"),
    "名詞": part("noun", 普通="common", 固有="proper", 数詞="numeral", 形式="formal"),
    "代名詞": part("pronoun", 人称="personal", 指示="demonstrative"),
    "副詞": part("adverb", 状態="manner", 程度="degree", 陳述="declarative"),
    "連体詞": part("attributive", の="no", な="na", る="ru", た="ta", が="ga"),
    "接続詞": part(
        "conjunction",
        順接="consequence",
        逆接="contrary",
        添加="addition",
        対比="contrast",
        説明="explanation",
        転換="change",
    ),
    "感動詞": part("interjection", 感動="emotion", 呼びかけ="call", 応答="answer", 挨拶="greeting", 掛け声="shout"),
    "助動詞": part(
        "auxiliary",
        使役="causative",
        受身="passive",
        打消="negative",
        意志="volition",
        希望="desire",
        丁寧="polite",
        過去="past",
        様態="appearance",
        推定="conjecture",
        比況="likeness",
        断定="assertion",
        打消推量="negative-volition",
    ),
    "助詞": part("particle", 格="case", 接続="connective", 副="adverbial", 終="final"),
}
ITEM = "アイテム"
AUXILIARY = "助動詞"
INFLECTING = "用言"  # what conjugates besides auxiliaries: verbs, adjectives, adjectival verbs
GROUPS_OF_PARTS = {INFLECTING: ("動詞", "形容詞", "形容動詞"), "ことば": tuple(PARTS)}

# What the subclasses of auxiliaries are called where several are in one pair of brackets.
AUXILIARY_KINDS = {kind: message.replace("class-", "kind-", 1) for kind, message in PARTS[AUXILIARY][1].items()}

# Every class of cards, in the order of their numbers, from 1.
CLASSES: tuple[tuple[str, str], ...] = (
    *((part, kind) for part, (_, kinds) in PARTS.items() for kind in (kinds or ("",))),
    (ITEM, ""),
)
CLASS_NUMBERS = {name: number for number, name in enumerate(CLASSES, 1)}

FORM_NAMES = ("未然形", "連用形", "終止形", "連体形", "仮定形", "命令形")  # W5.3, from Form.IRREALIS on


def terms(members: Iterable[IntEnum], messages: str) -> dict[str, Term]:
    """Return a term for each member of an enumeration, by its name in lower case."""
    return {one.name.lower(): Term(one, f"{messages}-{one.name.lower().replace('_', '-')}") for one in members}


TRIGGERS = terms(Trigger, "when")
VERBS = terms(Verb, "do")
COSTS = terms([Cost.DISCARD_THIS, Cost.DISCARD_ONE], "cost")
TAKING_A_FILTER = ("salvage", "bounce", "erase", "scrap")

# W6.5: the conditions that mean something with each trigger.
_OF_A_CARD = ("form", "by", "modified", "group_cards", "groups")
_OF_A_RELATION = (*_OF_A_CARD, "other")  # there is another card
CONDITIONS = {
    "on_play": _OF_A_CARD,
    "conjugates": _OF_A_RELATION,
    "conjugated": _OF_A_RELATION,
    "modifies": _OF_A_RELATION,
    "modified": _OF_A_RELATION,
    "all_present": (*_OF_A_CARD, "all"),
    "activate": _OF_A_CARD,
    "static": ("groups",),
    "used": ("groups",),
}
