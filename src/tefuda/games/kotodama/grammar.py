"""School grammar for KOTODAMA KOGEN: which form a word takes before which, and how a group of cards is spelled.

The views spell groups with it and the card loader checks words with it. The spellings come from forms.toml; which words
follow which form is stated here. It never decides what may be played: that is on the cards.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

from tefuda.engine.view import Text
from tefuda.games.kotodama import english
from tefuda.games.kotodama.vocabulary import FORM_NAMES, Word

VERB_KINDS = ("五段", "上一段", "下一段", "カ変", "サ変")
STEM = "語幹"  # no form of a word, but what らしい and そうだ follow
PLAIN = "一般"  # the variant of a form that most followers ask for
VOLITIONAL = "推量"  # 書こ and 高かろ, before う
EUPHONIC = "音便"  # 書い, 読ん and 高かっ, before た

GOOD = "形容詞 いい"  # いい and かっこいい, with forms of よい
NOT_GOOD = "かわいい"  # ends in いい, and inflects like other adjectives

# How many letters at a word's end change, by what it inflects like.
CHANGING = {"五段": 1, "上一段": 1, "下一段": 1, "カ変": 2, "サ変": 2, "形容詞": 1, GOOD: 2, "だ": 1, "です": 2}
VOICING = {"五段 ガ", "五段 ナ", "五段 バ", "五段 マ"}  # after these た and て become だ and で
VOICED = {("助動詞", "た"): "だ", ("助詞", "て"): "で", ("助詞", "ても"): "でも", ("助詞", "たり"): "だり"}


@dataclass(frozen=True)
class Spelling:
    """One way to write a word: the form it is in, which variant of it, the letters and their kana."""

    form: str
    variant: str
    text: str
    reading: str


@dataclass(frozen=True)
class Paradigm:
    """All spellings of a word, and its inflection class: 五段 with its row, 形容詞, 形容詞 いい, だ …"""

    name: str
    reading: str
    like: str
    spellings: tuple[Spelling, ...]

    def find(self, form: str, variants: Sequence[str]) -> Spelling | None:
        """Return the spelling of a form in the first of these variants that exists."""
        for variant in variants:
            for spelling in self.spellings:
                if (spelling.form, spelling.variant) == (form, variant):
                    return spelling
        return None


@dataclass(frozen=True)
class Rule:
    """A condition that a word sets for the word above it."""

    after: tuple[str, ...]  # what the word above inflects like; "体言" is a noun or pronoun, "格助詞" such a particle
    form: str  # one of FORM_NAMES, the stem, or "" where the word above stays as it is
    variant: str = PLAIN
    full_words: bool = False  # not after auxiliaries
    but: tuple[str, ...] = ()  # not after these


@dataclass(frozen=True)
class Segment:
    """One card of a group as it reads there."""

    text: str
    reading: str
    form: str  # one of FORM_NAMES or ""


@dataclass(frozen=True)
class Phrase:
    """The phrase of a group, top to bottom."""

    segments: tuple[Segment, ...]
    gloss: str

    @property
    def text(self) -> str:
        return "".join(segment.text for segment in self.segments)

    @property
    def reading(self) -> str:
        return "".join(segment.reading for segment in self.segments)

    @property
    def parted(self) -> str:
        """The text with the borders of the words: 書か|ない."""
        return "|".join(segment.text for segment in self.segments)

    @cached_property
    def note(self) -> Text:
        """The phrase with its reading, where that differs, and in English with its gloss."""
        ja = f"{self.parted}（{self.reading}）" if self.reading != self.text else self.parted
        return Text(ja, f"{self.parted}: {self.gloss}" if self.gloss else self.parted)


# ------------------------------------------------------ what follows which form

VERBS = VERB_KINDS
NOT_GODAN = VERB_KINDS[1:]
PREDICATES = (*VERBS, "形容詞", "だ", "です", "ます", "た")
NOUNS = ("名詞", "代名詞")

UNDER_NOUN = (Rule(("体言",), ""),)
UNDER_TOPIC = (Rule(("体言", "格助詞"), ""),)
UNDER_SENTENCE = (Rule((*PREDICATES, "無変化", "伝聞"), "終止形"),)
UNDER_ATTRIBUTE = (Rule(PREDICATES, "連体形"),)
DESCRIBING = (Rule(PREDICATES, "連体形", but=("だ",)),)  # 書くとき, 静かな犬; but 犬だ takes の there
UNDER_TA = (Rule((*VERBS, "形容詞", "だ", "です", "ます"), "連用形", EUPHONIC),)
UNDER_TE = (Rule((*VERBS, "です", "ます"), "連用形", EUPHONIC), Rule(("形容詞",), "連用形"))
UNDER_SERU = (Rule(("五段",), "未然形"), Rule(("サ変",), "未然形", "サ"))
UNDER_CONTINUATIVE = (Rule(VERBS, "連用形"),)

RULES: dict[tuple[str, ...], tuple[Rule, ...]] = {
    ("助動詞", "ない"): (Rule(VERBS, "未然形"),),
    ("助動詞", "せる"): UNDER_SERU,
    ("助動詞", "れる"): UNDER_SERU,
    ("助動詞", "させる"): (Rule(("上一段", "下一段", "カ変"), "未然形", full_words=True),),
    ("助動詞", "られる"): (Rule(("上一段", "下一段", "カ変"), "未然形", but=("れる", "られる")),),
    ("助動詞", "う"): (Rule(("五段", "形容詞", "だ", "です", "ます", "た"), "未然形", VOLITIONAL),),
    ("助動詞", "よう"): (Rule(NOT_GODAN, "未然形"),),
    ("助動詞", "まい"): (Rule(("五段", "ます"), "終止形"), Rule(NOT_GODAN, "未然形")),
    ("助動詞", "たい"): UNDER_CONTINUATIVE,
    ("助動詞", "ます"): UNDER_CONTINUATIVE,
    ("助動詞", "た"): UNDER_TA,
    ("助動詞", "らしい"): (
        Rule((*VERBS, "形容詞", "た"), "終止形", but=("らしい",)),
        Rule(("だ", "です"), STEM),
        *UNDER_NOUN,
    ),
    ("助動詞", "ようだ"): (
        Rule((*VERBS, "形容詞", "た"), "連体形", but=("らしい",)),
        Rule(("だ",), "連体形", full_words=True),
    ),
    ("助動詞", "そうだ", "様態"): (Rule(VERBS, "連用形"), Rule(("形容詞",), STEM, "サ"), Rule(("だ", "です"), STEM)),
    ("助動詞", "そうだ", "伝聞"): (Rule((*VERBS, "形容詞", "だ", "た"), "終止形", but=("らしい", "ようだ", "そうだ")),),
    ("助動詞", "だ"): UNDER_NOUN,
    ("助動詞", "です"): (*UNDER_NOUN, Rule(("形容詞",), "終止形")),
    ("助詞", "ば"): (Rule((*VERBS, "形容詞", "だ", "ます", "た"), "仮定形"),),
    ("助詞", "て"): UNDER_TE,
    ("助詞", "ても"): UNDER_TE,
    ("助詞", "たり"): UNDER_TA,
    ("助詞", "ながら"): UNDER_CONTINUATIVE,
    ("助詞", "つつ"): UNDER_CONTINUATIVE,
    ("助詞", "から", "接続"): UNDER_SENTENCE,
    ("助詞", "が", "接続"): UNDER_SENTENCE,
    ("助詞", "と", "接続"): UNDER_SENTENCE,
    ("助詞", "けれど"): UNDER_SENTENCE,
    ("助詞", "けれども"): UNDER_SENTENCE,
    ("助詞", "し"): UNDER_SENTENCE,
    ("助詞", "ので"): UNDER_ATTRIBUTE,
    ("助詞", "のに"): UNDER_ATTRIBUTE,
    # よ urges after a 命令形; after words that have none it only stresses.
    ("助詞", "よ"): (Rule(VERBS, "命令形"), Rule((*PREDICATES, "無変化", "伝聞"), "終止形"), *UNDER_NOUN),
    ("助詞", "か"): (*UNDER_SENTENCE, *UNDER_NOUN),
    ("助詞", "ね"): (*UNDER_SENTENCE, *UNDER_NOUN),
    ("形容詞", "ない"): (Rule(("形容詞", "だ"), "連用形"),),
}
RULES |= {("助詞", name, "格"): UNDER_NOUN for name in ("が", "を", "に", "へ", "と", "から", "より", "で", "の", "や")}
RULES |= {("助詞", name, "副"): UNDER_TOPIC for name in ("は", "も", "こそ", "さえ", "だけ", "など", "まで", "しか")}


def joint(upper: Word, lower: Word) -> str | None:
    """Return the form of a word before another in school grammar: "" if it stays as it is, None if they do not join.

    >>> write = Word("書く", "動詞", "五段", "かく", "write, wrote, written")
    >>> joint(write, Word("ない", "助動詞", "打消", "ない", "not"))
    '未然形'
    >>> joint(write, Word("が", "助詞", "格", "が", "(subject)")) is None
    True
    """
    found = _rule(upper, lower)
    if found is None:
        return None
    return found.form if found.form in FORM_NAMES else ""


def phrase(words: Sequence[Word], forms: Sequence[str | None]) -> Phrase:
    """Return the phrase of a group: cards top to bottom, each with its form on the table (None or "" for none).

    Never fails: where grammar knows no such neighbours, the words stand side by side in the forms they are in.

    >>> write = Word("書く", "動詞", "五段", "かく", "write, wrote, written")
    >>> make = Word("せる", "助動詞", "使役", "せる", "make someone")
    >>> said = phrase([write, make, Word("た", "助動詞", "過去", "た", "(past)")], ["未然形", "連用形", ""])
    >>> said.parted, said.reading, said.gloss
    ('書か|せ|た', 'かかせた', 'made someone write')
    """
    segments: list[Segment] = []
    for i, word in enumerate(words):
        form = forms[i] or ""
        rule = _rule(word, words[i + 1]) if i + 1 < len(words) else None
        name = VOICED.get((word.part, word.name)) if i > 0 and _voices(words[i - 1]) else None
        segments.append(_segment(replace(word, name=name, reading=name) if name else word, form, rule))
    return Phrase(tuple(segments), english.gloss(words))


def fault(word: Word) -> str | None:
    """Return why a word cannot be of its part and kind, or None: an inflecting word must end as its kind does."""
    if word.part not in ("動詞", "形容詞", "形容動詞"):
        return None
    if word.part == "動詞" and word.kind not in VERB_KINDS:
        return f"a 動詞 is one of {', '.join(VERB_KINDS)}, not {word.kind!r}"
    if paradigm(word) is not None:
        return None
    whose = word.kind or word.part
    alike = [entry for key, entry in _table().items() if _same_kind(key, word) and entry.like != GOOD]
    endings = sorted({entry.name[-_changing(entry) :] for entry in alike})
    return f"{word.name} ({word.reading}) must end like a word of {whose}, spelled and read: {', '.join(endings)}"


# ------------------------------------------------------------------- spelling


def _segment(word: Word, form: str, rule: Rule | None) -> Segment:
    """Return a card in a form, in the variant that the word under it asks for."""
    inflects = paradigm(word)
    spelling = None
    if inflects is not None and form:
        asked = rule.variant if rule is not None and rule.form == form else PLAIN
        spelling = inflects.find(form, (asked, PLAIN, VOLITIONAL))
    elif inflects is not None and rule is not None and rule.form == STEM:
        spelling = inflects.find(STEM, (rule.variant, PLAIN))
    if spelling is None:
        return Segment(word.name, word.reading, form)
    return Segment(spelling.text, spelling.reading, form)


def _voices(upper: Word) -> bool:
    """Return whether た and て are voiced after this word."""
    inflects = paradigm(upper)
    return inflects is not None and inflects.like in VOICING


def _rule(upper: Word, lower: Word) -> Rule | None:
    """Return the rule by which the lower word joins the upper one; None if the two do not join."""
    inflects = paradigm(upper)
    like = inflects.like.split(" ")[0] if inflects is not None else ""
    if upper.part in NOUNS:
        like = "体言"
    elif upper.part == "助詞" and upper.kind == "格":
        like = "格助詞"
    for rule in _rules_of(lower):
        fits = like in rule.after and upper.name not in rule.but and not (rule.full_words and upper.part == "助動詞")
        if fits and _can_take(inflects, rule):
            return rule
    return None


def _rules_of(lower: Word) -> tuple[Rule, ...]:
    """Return the conditions of a word for the word above it, the most specific first."""
    by_kind = RULES.get((lower.part, lower.name, lower.kind)) or RULES.get((lower.part, lower.name))
    if by_kind is not None:
        return by_kind
    return DESCRIBING if lower.part in NOUNS else ()


def _can_take(inflects: Paradigm | None, rule: Rule) -> bool:
    """Return whether the word above has the form.  らしい has no 未然形, so う cannot follow it."""
    if not rule.form:
        return True
    return inflects is not None and inflects.find(rule.form, (rule.variant, PLAIN)) is not None


# ---------------------------------------------------------------- the table


@cache
def paradigm(word: Word) -> Paradigm | None:
    """Return the spellings of a word, from the table or by analogy with the word there that ends most like it."""
    table = _table()
    own = table.get((word.part, word.name, word.kind))
    if own is not None and (own.like != GOOD or _ends_like(word, own)):  # 良い may be read よい
        return own
    if word.part == "助動詞":  # an auxiliary inflects as it does: one of the same name, or not at all
        return next((entry for key, entry in table.items() if key[:2] == (word.part, word.name)), None)
    models = [entry for key, entry in table.items() if _same_kind(key, word) and _ends_like(word, entry)]
    if not models:
        return None
    return _analogy(word, max(models, key=lambda entry: _shared(word.name, entry.name)))


def _same_kind(key: tuple[str, str, str], word: Word) -> bool:
    """Return whether an entry of the table has the word's part of speech and kind."""
    kind = word.kind if word.part == "動詞" or word.kind == "です" else ""  # other kinds inflect alike
    return (key[0], key[2]) == (word.part, kind)


def _changing(entry: Paradigm) -> int:
    """Return how many letters at the end of a word like this one change."""
    return CHANGING[entry.like if entry.like in CHANGING else entry.like.split(" ")[0]]


def _ends_like(word: Word, entry: Paradigm) -> bool:
    """Return whether the word ends in the changing letters of the model, as spelled and as read."""
    if entry.like == GOOD and word.reading.endswith(NOT_GOOD):
        return False
    end = _changing(entry)
    written = word.name.endswith((entry.name[-end:], entry.reading[-end:]))
    return written and word.reading.endswith(entry.reading[-end:])


def _shared(one: str, other: str) -> int:
    """Return the number of letters that two words share at their ends."""
    count = 0
    for a, b in zip(reversed(one), reversed(other), strict=False):
        if a != b:
            break
        count += 1
    return count


def _analogy(word: Word, model: Paradigm) -> Paradigm:
    """Return a word inflected as the model is."""
    end = _changing(model)
    kana = not word.name.endswith(model.name[-end:])  # くる beside 来る
    return Paradigm(word.name, word.reading, model.like, tuple(_like(word, model, end, kana=kana)))


def _like(word: Word, model: Paradigm, end: int, *, kana: bool) -> Iterator[Spelling]:
    for spelling in model.spellings:
        read = spelling.reading[len(model.reading) - end :]
        written = read if kana else spelling.text[len(model.name) - end :]
        yield Spelling(spelling.form, spelling.variant, word.name[:-end] + written, word.reading[:-end] + read)


@cache
def _table() -> dict[tuple[str, str, str], Paradigm]:
    """Return the words of forms.toml by part of speech, name and kind."""
    entries = tomllib.loads(Path(__file__).with_name("forms.toml").read_text(encoding="utf-8"))["word"]
    table = {}
    for entry in entries:
        spellings = tuple(Spelling(*line.split(" ")) for line in entry["forms"])
        reading = next(spelling.reading for spelling in spellings if spelling.form == "終止形")
        key = (entry["part"], entry["name"], entry["kind"])
        table[key] = Paradigm(entry["name"], reading, entry["like"], spellings)
    return table
