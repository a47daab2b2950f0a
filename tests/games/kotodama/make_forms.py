# /// script
# requires-python = ">=3.11"
# dependencies = ["sudachipy==0.7.0", "sudachidict_core==20261015"]
# ///
"""Makes forms.toml of KOTODAMA KOGEN: how each inflecting word is spelled in each form, from SudachiDict.

A tool for adding words; the game reads only the table. `uv run tests/games/kotodama/make_forms.py` brings the
dictionary along and rewrites the file. The dictionary has far more than school grammar: contractions, classical and
regional forms, spellings without their kana. This script lists what it leaves out, and fails unless one spelling
remains for each form.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

FILE = Path(__file__).parents[3] / "src/tefuda/games/kotodama/forms.toml"

HEAD = """\
# How the inflecting words are spelled: one line a spelling, "form variant spelling reading".
# Made by tests/games/kotodama/make_forms.py from SudachiDict core {version}; run it again instead of editing.
#
# SudachiDict by Works Applications Co., Ltd. (https://github.com/WorksApplications/SudachiDict) is licensed under the
# Apache License, Version 2.0. It contains a part of UniDic, Copyright (c) 2011-2013, The UniDic Consortium, whose terms
# stand in forms.license.txt, and a part of NEologd, Copyright (C) 2015-2019 Toshinori Sato, under the Apache License,
# Version 2.0.
#
# What we made of it: the six forms of school grammar from the dictionary's finer ones. Its 意志推量形 is the 未然形
# before う (推量), its 音便 the 連用形 before た and て. An adjectival verb is its stem with the forms of だ or です.
# A stem (語幹) is no form; it is what そうだ and らしい follow. `like` says what the word inflects like.
# いい (also written 良い) has the forms of よい, but for 終止形 and 連体形.
"""

# Name, kind, reading, the dictionary's conjugation. There is a model of every row and class: other words go like these.
VERBS = [
    ("書く", "五段", "かく", "五段-カ行"),
    ("泳ぐ", "五段", "およぐ", "五段-ガ行"),
    ("話す", "五段", "はなす", "五段-サ行"),
    ("立つ", "五段", "たつ", "五段-タ行"),
    ("死ぬ", "五段", "しぬ", "五段-ナ行"),
    ("遊ぶ", "五段", "あそぶ", "五段-バ行"),
    ("読む", "五段", "よむ", "五段-マ行"),
    ("走る", "五段", "はしる", "五段-ラ行"),
    ("買う", "五段", "かう", "五段-ワア行"),
    ("行く", "五段", "いく", "五段-カ行"),
    ("見る", "上一段", "みる", "上一段-マ行"),
    ("起きる", "上一段", "おきる", "上一段-カ行"),
    ("食べる", "下一段", "たべる", "下一段-バ行"),
    ("来る", "カ変", "くる", "カ行変格"),
    ("する", "サ変", "する", "サ行変格"),
]
ADJECTIVES = [("高い", "たかい"), ("美しい", "うつくしい"), ("楽しい", "たのしい"), ("よい", "よい"), ("ない", "ない")]
GOOD, GOOD_FORMS = "よい", ("終止形 一般", "連体形 一般")  # the forms in which いい is not よい
STEMS = [("静か", "しずか"), ("元気", "げんき"), ("きれい", "きれい")]  # of adjectival verbs
AUXILIARIES = [  # name, kind, what it inflects like, the dictionary's conjugation
    ("ない", "打消", "形容詞", "助動詞-ナイ"),
    ("たい", "希望", "形容詞", "助動詞-タイ"),
    ("らしい", "推定", "形容詞", "助動詞-ラシイ"),
    ("せる", "使役", "下一段", "下一段-サ行"),
    ("させる", "使役", "下一段", "下一段-サ行"),
    ("れる", "受身", "下一段", "助動詞-レル"),
    ("られる", "受身", "下一段", "助動詞-レル"),
    ("ます", "丁寧", "ます", "助動詞-マス"),
    ("た", "過去", "た", "助動詞-タ"),
    ("だ", "過去", "た", "助動詞-タ"),  # た after 読ん and 泳い
    ("です", "丁寧", "です", "助動詞-デス"),
    ("だ", "断定", "だ", "助動詞-ダ"),
    ("まい", "打消推量", "無変化", "助動詞-マイ"),
]
UNCHANGING = ("う", "よう")  # no words of their own in the dictionary, which has 書こう in one piece

# The dictionary's form: ours. What is not here is left out: contractions, classical and abbreviated forms.
FORMS = {
    "未然形-一般": "未然形 一般",
    "未然形-サ": "未然形 サ",
    "未然形-セ": "未然形 セ",
    "意志推量形": "未然形 推量",
    "連用形-一般": "連用形 一般",
    "連用形-イ音便": "連用形 音便",
    "連用形-促音便": "連用形 音便",
    "連用形-撥音便": "連用形 音便",
    "連用形-ニ": "連用形 ニ",
    "終止形-一般": "終止形 一般",
    "連体形-一般": "連体形 一般",
    "仮定形-一般": "仮定形 一般",
    "命令形": "命令形 一般",
    "語幹-一般": "語幹 一般",
    "語幹-サ": "語幹 サ",
}
ORDER = list(dict.fromkeys(FORMS.values()))

# Endings that the dictionary lists under a form and school grammar doesn't: spoken, classical or with う in them.
NOT_TAUGHT = {
    "五段-ラ行": {("命令形 一般", "ろ"), ("連用形 音便", "ん")},
    "下一段-サ行": {("連用形 一般", "し")},
    "サ行変格": {("未然形 一般", "せえ"), ("連用形 一般", "しい"), ("命令形 一般", "せい")},
    "助動詞-レル": {("命令形 一般", "れい")},
    "助動詞-ナイ": {
        ("未然形 一般", "なから"),
        ("連用形 一般", "なくっ"),
        ("連用形 音便", "んかっ"),
        ("連体形 一般", "無ぇ"),
    },
    "助動詞-タイ": {("未然形 一般", "たく"), ("連体形 一般", "てえ")},
    "助動詞-マス": {
        ("未然形 一般", "まへ"),
        ("未然形 推量", "まひょ"),
        ("未然形 推量", "まっしゃろ"),
        ("命令形 一般", "ませい"),
        ("連体形 一般", "まする"),
    },
    "助動詞-タ": {("未然形 一般", "たら"), ("未然形 一般", "だら")},
    "助動詞-ダ": {("未然形 一般", "だら"), ("未然形 推量", "たろ"), ("連用形 音便", "ん")},
    "助動詞-デス": {("未然形 推量", "しょ"), ("未然形 推量", "っしょ"), ("未然形 推量", "でっしゃろ")},
    "形容詞": {("連用形 一般", "くっ")},
}
WITH_U = ("う", "っ", "ー", "ろ〜", "よ〜")  # 書こう and its spoken sisters: う is a word of its own
TAKES_YOU = (
    "上一段",
    "下一段",
    "カ行変格",
    "サ行変格",
    "助動詞-レル",
)  # よう follows their 未然形, which 意志推量形 repeats

WHOLLY = ("カ行変格", "サ行変格", "助動詞-タ", "助動詞-ダ", "助動詞-デス", "助動詞-マス")  # no stem that stays
VOLITIONAL, COMMAND = "未然形 推量", "命令形 一般"

Spelling = tuple[str, str]  # as written, as read


def hiragana(text: str) -> str:
    """Return kana converted to hiragana."""
    return "".join(chr(ord(kana) - 0x60) if "ァ" <= kana <= "ヶ" else kana for kana in text)


def paradigms(wanted: set[tuple[str, str, str]]) -> dict[tuple[str, str, str], dict[str, set[Spelling]]]:
    """Return the spellings of each (part of speech, conjugation, word), by form; forms as FORMS has them."""
    from sudachipy import Dictionary

    found: dict[tuple[str, str, str], dict[str, set[Spelling]]] = defaultdict(lambda: defaultdict(set))
    for entry in Dictionary(dict="core").entries():
        part, _, _, _, conjugation, form = entry.part_of_speech()
        key = (part, conjugation, entry.dictionary_form())
        if key in wanted and form in FORMS:
            found[key][FORMS[form]].add((entry.surface(), hiragana(entry.reading_form())))
    return found


def rows(spellings: dict[str, set[Spelling]], name: str, reading: str, conjugation: str) -> list[str]:
    """Return the lines of one word, in the order of the forms."""
    wholly = conjugation in WHOLLY
    ending = 2 if wholly else 1
    stem, stem_read = name[:-ending], reading[:-ending]
    lines = []
    for form in ORDER:
        left = [
            (written, read)
            for written, read in spellings.get(form, ())
            if wholly or (written.startswith(stem) and read == stem_read + written.removeprefix(stem))
            if not any(
                written == tail or (written.endswith(tail) and not wholly)
                for where, tail in NOT_TAUGHT.get(conjugation, ())
                if where == form
            )
            if form != VOLITIONAL or not (conjugation.startswith(TAKES_YOU) or written.endswith(WITH_U))
        ]
        if len(left) > 1 and form != COMMAND:
            raise SystemExit(f"{name} {form}: {left}; say in NOT_TAUGHT which of them schools don't teach")
        left.sort(key=lambda spelling: spelling[0].endswith(("よ", "まし")))  # 食べろ before 食べよ, ませ before まし
        lines += [f"{form} {written} {read}" for written, read in left]
    return lines


def before(stem: str, reading: str, lines: list[str]) -> list[str]:
    """Return the lines of an adjectival verb or of ようだ: the stem before だ or です."""
    made = []
    for line in lines:
        form, variant, written, read = line.split(" ")
        made.append(f"{form} {variant} {stem}{written} {reading}{read}")
    return made


def good(name: str, stem: str, lines: list[str]) -> list[str]:
    """Return the lines of いい, derived from those of よい."""
    made = []
    for line in lines:
        form, variant, written, read = line.split(" ")
        own = f"{form} {variant}" in GOOD_FORMS
        made.append(f"{form} {variant} {name if own else stem + written[1:]} {'いい' if own else read}")
    return made


def table(version: str) -> str:
    """Return the text of the whole file."""
    wanted = {("動詞", conjugation, name) for name, _, _, conjugation in VERBS}
    wanted |= {("形容詞", "形容詞", name) for name, _ in ADJECTIVES}
    wanted |= {("助動詞", conjugation, name) for name, _, _, conjugation in AUXILIARIES}
    found = paradigms(wanted)
    blocks = []

    def put(
        name: str, part: str, kind: str, like: str, lines: list[str], source: str = f"SudachiDict {version}"
    ) -> None:
        fields = {"name": name, "part": part, "kind": kind, "like": like, "provenance": "fact", "source": source}
        quoted = [f'    "{line}",' for line in lines]
        told = [f'{field} = "{value}"' for field, value in fields.items()]
        blocks.append("\n".join(["[[word]]", *told, "forms = [", *quoted, "]", ""]))

    for name, kind, reading, conjugation in VERBS:
        like = f"{kind} {conjugation[-2]}" if kind == "五段" else kind
        put(name, "動詞", kind, like, rows(found["動詞", conjugation, name], name, reading, conjugation))
    for name, reading in ADJECTIVES:
        put(name, "形容詞", "", "形容詞", rows(found["形容詞", "形容詞", name], name, reading, "形容詞"))
    yoi = rows(found["形容詞", "形容詞", GOOD], GOOD, GOOD, "形容詞")
    for name, stem in (("いい", "よ"), ("良い", "良")):
        put(name, "形容詞", "", "形容詞 いい", good(name, stem, yoi), "school grammar")
    da = rows(found["助動詞", "助動詞-ダ", "だ"], "だ", "だ", "助動詞-ダ")
    desu = rows(found["助動詞", "助動詞-デス", "です"], "です", "です", "助動詞-デス")
    for stem, reading in STEMS:
        put(f"{stem}だ", "形容動詞", "", "だ", [*before(stem, reading, da), f"語幹 一般 {stem} {reading}"])
    stem, reading = STEMS[0]
    put(f"{stem}です", "形容動詞", "です", "です", [*before(stem, reading, desu), f"語幹 一般 {stem} {reading}"])
    for name, kind, like, conjugation in AUXILIARIES:
        put(name, "助動詞", kind, like, rows(found["助動詞", conjugation, name], name, name, conjugation))
    for name in UNCHANGING:
        lines = [f"{form} 一般 {name} {name}" for form in ("終止形", "連体形")]
        put(name, "助動詞", "意志", "無変化", lines, "school grammar")
    put("ようだ", "助動詞", "比況", "だ", before("よう", "よう", da))
    put("そうだ", "助動詞", "様態", "だ", before("そう", "そう", da))
    hearsay = [line for line in da if line.startswith(("連用形 一般", "終止形"))]
    put("そうだ", "助動詞", "伝聞", "伝聞", before("そう", "そう", hearsay))
    return "\n".join([HEAD.format(version=version), *blocks])


if __name__ == "__main__":
    from importlib.metadata import version

    FILE.write_text(table(version("sudachidict_core")), encoding="utf-8")
    print(f"{FILE} written")
