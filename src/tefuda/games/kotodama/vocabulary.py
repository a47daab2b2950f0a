"""KOTODAMA KOGEN: the vocabulary in which cards are declared: parts of speech, forms, triggers, conditions, costs, verbs.

Each word of it stands in a card file as its key here, in the tables as its number, and in the text of a card as a message of
`ja.ftl` and `en.ftl`.  `cards.py` reads with it, `texts.py` speaks with it; `docs/kotodama-cards.md` explains it.
"""

from __future__ import annotations

from typing import NamedTuple

from tefuda.games.kotodama import record


class Term(NamedTuple):
    """A word of the vocabulary: its number in the tables, and its message."""

    code: int
    message: str


# Parts of speech with their subclasses, and the messages that name them.
PARTS: dict[str, tuple[str, dict[str, str]]] = {
    "動詞": (
        "verb",
        {"五段": "godan", "上一段": "kami-ichidan", "下一段": "shimo-ichidan", "カ変": "ka-irregular", "サ変": "sa-irregular"},
    ),
    "形容詞": ("adjective", {}),
    "形容動詞": ("adjectival-verb", {"だ": "da", "です": "desu"}),
    "名詞": ("noun", {"普通": "common", "固有": "proper", "数詞": "numeral", "形式": "formal"}),
    "代名詞": ("pronoun", {"人称": "personal", "指示": "demonstrative"}),
    "副詞": ("adverb", {"状態": "manner", "程度": "degree", "陳述": "declarative"}),
    "連体詞": ("attributive", {"の": "no", "な": "na", "る": "ru", "た": "ta", "が": "ga"}),
    "接続詞": (
        "conjunction",
        {
            "順接": "consequence",
            "逆接": "contrary",
            "添加": "addition",
            "対比": "contrast",
            "説明": "explanation",
            "転換": "change",
        },
    ),
    "感動詞": (
        "interjection",
        {"感動": "emotion", "呼びかけ": "call", "応答": "answer", "挨拶": "greeting", "掛け声": "shout"},
    ),
    "助動詞": (
        "auxiliary",
        {
            "使役": "causative",
            "受身": "passive",
            "打消": "negative",
            "意志": "volition",
            "希望": "desire",
            "丁寧": "polite",
            "過去": "past",
            "様態": "appearance",
            "推定": "conjecture",
            "比況": "likeness",
            "断定": "assertion",
            "打消推量": "negative-volition",
        },
    ),
    "助詞": ("particle", {"格": "case", "接続": "connective", "副": "adverbial", "終": "final"}),
}
ITEM = "アイテム"
INFLECTING = "用言"  # what conjugates besides auxiliaries: verbs, adjectives, adjectival verbs
GROUPS_OF_PARTS = {INFLECTING: ("動詞", "形容詞", "形容動詞"), "ことば": tuple(PARTS)}

# Every class a card may be of, in the order of their numbers, from 1.
CLASSES: tuple[tuple[str, str], ...] = (
    *((part, kind) for part, (_, kinds) in PARTS.items() for kind in (kinds or ("",))),
    (ITEM, ""),
)
CLASS_NUMBERS = {name: number for number, name in enumerate(CLASSES, 1)}

FORM_NAMES = ("未然形", "連用形", "終止形", "連体形", "仮定形", "命令形")
FORM_MESSAGES = ("form-1", "form-2", "form-3", "form-4", "form-5", "form-6")

TRIGGERS = {
    "on_play": Term(record.ON_PLAY, "when-on-play"),
    "conjugates": Term(record.CONJUGATES, "when-conjugates"),
    "conjugated": Term(record.CONJUGATED, "when-conjugated"),
    "modifies": Term(record.MODIFYING, "when-modifies"),
    "modified": Term(record.MODIFIED, "when-modified"),
    "all_present": Term(record.ALL_PRESENT, "when-all-present"),
    "activate": Term(record.ACTIVATE, "when-activate"),
    "static": Term(record.STATIC, "when-static"),
    "used": Term(record.ON_USE, "when-used"),
}
RELATIONS = ("conjugates", "conjugated", "modifies", "modified")  # with another card: `other` asks after it

VERBS = {
    "draw": Term(record.DRAW, "do-draw"),
    "opp_draw": Term(record.OPP_DRAW, "do-opp-draw"),
    "opp_score": Term(record.OPP_SCORE, "do-opp-score"),
    "own_score": Term(record.OWN_SCORE, "do-own-score"),
    "both_score": Term(record.BOTH_SCORE, "do-both-score"),
    "discard": Term(record.DISCARD, "do-discard"),
    "opp_discard": Term(record.OPP_DISCARD, "do-opp-discard"),
    "salvage": Term(record.SALVAGE, "do-salvage"),
    "bounce": Term(record.BOUNCE, "do-bounce"),
    "erase": Term(record.ERASE, "do-erase"),
    "scrap": Term(record.SCRAP, "do-scrap"),
    "extra_word": Term(record.EXTRA_WORD, "do-extra-word"),
    "peek": Term(record.PEEK, "do-peek"),
    "reveal": Term(record.REVEAL, "do-reveal"),
    "free_stacking": Term(record.FREE_STACKING, "do-free-stacking"),
}
TAKING_A_FILTER = ("salvage", "bounce", "erase", "scrap")

COSTS = {
    "discard_this": Term(record.DISCARD_THIS, "cost-discard-this"),
    "discard_one": Term(record.DISCARD_ONE, "cost-discard-one"),
}
