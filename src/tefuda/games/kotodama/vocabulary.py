"""KOTODAMA KOGEN: the vocabulary in which cards are declared: parts of speech, forms, triggers, costs, verbs.

Each term is a key of a card file, a number of the tables, and a message of `ja.ftl` and `en.ftl`.  `cards.py` reads
card files with it, `text.py` makes texts of cards with it.  `docs/kotodama-cards.md` explains it.
"""

from __future__ import annotations

from dataclasses import dataclass
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


# W1.4: parts of speech with their subclasses, and the messages that name them.
PARTS: dict[str, tuple[str, dict[str, str]]] = {
    "動詞": (
        "class-verb",
        {
            "五段": "class-verb-godan",
            "上一段": "class-verb-kami-ichidan",
            "下一段": "class-verb-shimo-ichidan",
            "カ変": "class-verb-ka-irregular",
            "サ変": "class-verb-sa-irregular",
        },
    ),
    "形容詞": ("class-adjective", {}),
    "形容動詞": ("class-adjectival-verb", {"だ": "class-adjectival-verb-da", "です": "class-adjectival-verb-desu"}),
    "名詞": (
        "class-noun",
        {
            "普通": "class-noun-common",
            "固有": "class-noun-proper",
            "数詞": "class-noun-numeral",
            "形式": "class-noun-formal",
        },
    ),
    "代名詞": ("class-pronoun", {"人称": "class-pronoun-personal", "指示": "class-pronoun-demonstrative"}),
    "副詞": (
        "class-adverb",
        {"状態": "class-adverb-manner", "程度": "class-adverb-degree", "陳述": "class-adverb-declarative"},
    ),
    "連体詞": (
        "class-attributive",
        {
            "の": "class-attributive-no",
            "な": "class-attributive-na",
            "る": "class-attributive-ru",
            "た": "class-attributive-ta",
            "が": "class-attributive-ga",
        },
    ),
    "接続詞": (
        "class-conjunction",
        {
            "順接": "class-conjunction-consequence",
            "逆接": "class-conjunction-contrary",
            "添加": "class-conjunction-addition",
            "対比": "class-conjunction-contrast",
            "説明": "class-conjunction-explanation",
            "転換": "class-conjunction-change",
        },
    ),
    "感動詞": (
        "class-interjection",
        {
            "感動": "class-interjection-emotion",
            "呼びかけ": "class-interjection-call",
            "応答": "class-interjection-answer",
            "挨拶": "class-interjection-greeting",
            "掛け声": "class-interjection-shout",
        },
    ),
    "助動詞": (
        "class-auxiliary",
        {
            "使役": "class-auxiliary-causative",
            "受身": "class-auxiliary-passive",
            "打消": "class-auxiliary-negative",
            "意志": "class-auxiliary-volition",
            "希望": "class-auxiliary-desire",
            "丁寧": "class-auxiliary-polite",
            "過去": "class-auxiliary-past",
            "様態": "class-auxiliary-appearance",
            "推定": "class-auxiliary-conjecture",
            "比況": "class-auxiliary-likeness",
            "断定": "class-auxiliary-assertion",
            "打消推量": "class-auxiliary-negative-volition",
        },
    ),
    "助詞": (
        "class-particle",
        {
            "格": "class-particle-case",
            "接続": "class-particle-connective",
            "副": "class-particle-adverbial",
            "終": "class-particle-final",
        },
    ),
}
ITEM = "アイテム"
AUXILIARY = "助動詞"
INFLECTING = "用言"  # what conjugates besides auxiliaries: verbs, adjectives, adjectival verbs
GROUPS_OF_PARTS = {INFLECTING: ("動詞", "形容詞", "形容動詞"), "ことば": tuple(PARTS)}

# What the subclasses of auxiliaries are called where several are in one pair of brackets.
AUXILIARY_KINDS = {
    "使役": "kind-auxiliary-causative",
    "受身": "kind-auxiliary-passive",
    "打消": "kind-auxiliary-negative",
    "意志": "kind-auxiliary-volition",
    "希望": "kind-auxiliary-desire",
    "丁寧": "kind-auxiliary-polite",
    "過去": "kind-auxiliary-past",
    "様態": "kind-auxiliary-appearance",
    "推定": "kind-auxiliary-conjecture",
    "比況": "kind-auxiliary-likeness",
    "断定": "kind-auxiliary-assertion",
    "打消推量": "kind-auxiliary-negative-volition",
}

# Every class of cards, in the order of their numbers, from 1.
CLASSES: tuple[tuple[str, str], ...] = (
    *((part, kind) for part, (_, kinds) in PARTS.items() for kind in (kinds or ("",))),
    (ITEM, ""),
)
CLASS_NUMBERS = {name: number for number, name in enumerate(CLASSES, 1)}

FORM_NAMES = ("未然形", "連用形", "終止形", "連体形", "仮定形", "命令形")  # W5.3, from Form.IRREALIS on

TRIGGERS = {
    "on_play": Term(Trigger.ON_PLAY, "when-on-play"),
    "conjugates": Term(Trigger.CONJUGATES, "when-conjugates"),
    "conjugated": Term(Trigger.CONJUGATED, "when-conjugated"),
    "modifies": Term(Trigger.MODIFYING, "when-modifies"),
    "modified": Term(Trigger.MODIFIED, "when-modified"),
    "all_present": Term(Trigger.ALL_PRESENT, "when-all-present"),
    "activate": Term(Trigger.ACTIVATE, "when-activate"),
    "static": Term(Trigger.STATIC, "when-static"),
    "used": Term(Trigger.ON_USE, "when-used"),
}
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

VERBS = {
    "draw": Term(Verb.DRAW, "do-draw"),
    "opp_draw": Term(Verb.OPP_DRAW, "do-opp-draw"),
    "opp_score": Term(Verb.OPP_SCORE, "do-opp-score"),
    "own_score": Term(Verb.OWN_SCORE, "do-own-score"),
    "both_score": Term(Verb.BOTH_SCORE, "do-both-score"),
    "discard": Term(Verb.DISCARD, "do-discard"),
    "opp_discard": Term(Verb.OPP_DISCARD, "do-opp-discard"),
    "salvage": Term(Verb.SALVAGE, "do-salvage"),
    "bounce": Term(Verb.BOUNCE, "do-bounce"),
    "erase": Term(Verb.ERASE, "do-erase"),
    "scrap": Term(Verb.SCRAP, "do-scrap"),
    "extra_word": Term(Verb.EXTRA_WORD, "do-extra-word"),
    "peek": Term(Verb.PEEK, "do-peek"),
    "reveal": Term(Verb.REVEAL, "do-reveal"),
    "free_stacking": Term(Verb.FREE_STACKING, "do-free-stacking"),
}
TAKING_A_FILTER = ("salvage", "bounce", "erase", "scrap")

COSTS = {
    "discard_this": Term(Cost.DISCARD_THIS, "cost-discard-this"),
    "discard_one": Term(Cost.DISCARD_ONE, "cost-discard-one"),
}
