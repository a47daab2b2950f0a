"""English glosses of groups of word cards, built up card by card as the Japanese is.

書く|せる|たい: "writes", "makes someone write", "wants to make someone write".

Only grammar.py uses it. A gloss is no translation: Japanese leaves out who acts, so a clause that needs a subject
says "one" or "it". A word without a rule here is added with its own gloss, so that it never fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tefuda.games.kotodama.vocabulary import Word

NOUNS = ("名詞", "代名詞")
MODIFIERS = ("副詞", "連体詞")
AS_OBJECT = {"I": "me", "who": "whom"}
ALL_OF_THEM = ("every", "all", "this", "that", "some")  # "every mountain" takes no article


# ----------------------------------------------------------------------- verbs


@dataclass(frozen=True)
class Verb:
    """An English verb: write, writes, wrote, written, writing."""

    base: str
    third: str
    past: str
    participle: str
    ing: str


ONE_SYLLABLE = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")  # run, stop: the last letter is doubled


def verb(parts: str) -> Verb:
    """Return a verb from its principal parts, "write, wrote, written", or from its base alone if it is regular."""
    base, *others = (part.strip() for part in parts.split(","))
    stem, _, particle = base.partition(" ")  # get up
    doubled = stem + stem[-1] if ONE_SYLLABLE.fullmatch(stem) else stem
    studied = re.search("[^aeiou]y$", stem) is not None
    if stem.endswith(("s", "x", "z", "ch", "sh", "o")):
        third = f"{stem}es"
    elif studied:
        third = f"{stem[:-1]}ies"
    else:
        third = f"{stem}s"
    ing = f"{stem[:-2]}y" if stem.endswith("ie") else stem[:-1] if re.search("[^eoy]e$", stem) else doubled
    past = f"{stem[:-1]}ied" if studied else f"{stem.removesuffix('e')}ed" if stem.endswith("e") else f"{doubled}ed"
    past = words(past, particle)
    if others:
        past = others[0]
    participle = others[1] if len(others) > 1 else past
    return Verb(base, words(third, particle), past, participle, words(f"{ing}ing", particle))


def words(*parts: str) -> str:
    """Join the parts that are not empty with spaces."""
    return " ".join(part for part in parts if part)


BE = Verb("be", "is", "was", "been", "being")
LEFT_OUT = Verb("…", "does …", "did …", "…", "doing …")  # stands for the verb of an auxiliary without one
WANT = verb("want")
SEEM = verb("seem")
LOOK = verb("look")
APPEAR = verb("appear")


# ----------------------------------------------------- what has been said so far


@dataclass(frozen=True)
class Clause:
    """A statement about a subject: a verb, its complements, and its modality."""

    verb: Verb
    rest: str = ""
    subject: str = "one"
    negative: bool = False
    never: bool = False  # けっして above; it waits for a ない below
    past: bool = False
    polite: bool = False
    willed: bool = True  # whether う reads as "let us" rather than "probably"

    def finite(self, how: str = "") -> str:
        """Return the clause with person and tense, and an adverb if there is one: "probably does not write"."""
        if self.never and not self.negative:
            how = words(how, "by no means")
        tensed = self.verb.past if self.past else self.verb.third
        if self.verb == BE:
            return words(tensed, how, self._no(), self.rest)
        if self.negative and not self.never:
            return words(how, "did not" if self.past else "does not", self.verb.base, self.rest)
        return words(how, self._no(), tensed, self.rest)

    def whole(self) -> str:
        """Return the clause with its subject: "one does not write"."""
        return f"{self.subject} {self.finite()}"

    def bare(self) -> str:
        """Return the clause without person or tense: "not write"."""
        return words(self._no(), self.verb.base, self.rest)

    def to(self) -> str:
        """Return the infinitive: "not to have written"."""
        if self.past:
            return words(self._no(), "to have", self.verb.participle, self.rest)
        return words(self._no(), "to", self.verb.base, self.rest)

    def ing(self) -> str:
        """Return the gerund: "not having written"."""
        if self.past:
            return words(self._no(), "having", self.verb.participle, self.rest)
        return words(self._no(), self.verb.ing, self.rest)

    def within(self, verb: Verb, rest: str, *, willed: bool = True) -> Clause:
        """Put the clause inside a larger one; a "never" that has not found its ない yet belongs to the whole."""
        return Clause(verb, rest, self.subject, never=self.never and not self.negative, willed=willed)

    def _no(self) -> str:
        if not self.negative:
            return ""
        return "never" if self.never else "not"


@dataclass(frozen=True)
class Thing:
    """Something named: "big mountain"; fixed things such as "when one writes" take no article."""

    text: str
    fixed: bool = False

    def definite(self) -> str:
        return self.text if self.fixed else f"the {self.text}"

    def indefinite(self) -> str:
        if self.fixed:
            return self.text
        return f"{'an' if self.text[0] in 'aeiou' else 'a'} {self.text}"


Said = Clause | Thing | str  # a str is finished: nothing changes it any more
Rule = TypeVar("Rule")


def gloss(cards: Sequence[Word]) -> str:
    """Gloss the cards of a group, top to bottom."""
    first = next((i for i, card in enumerate(cards) if card.part not in MODIFIERS), len(cards) - 1)
    said = modified(head(cards[first]), cards[:first])
    for i in range(first + 1, len(cards)):
        said = followed(said, cards[i], cards[i - 1])
    if isinstance(said, Clause):
        return said.finite() + polite(said)
    return said.text if isinstance(said, Thing) else said


def head(card: Word) -> Said:
    """Return the word that a group is about."""
    if card.part == "動詞":
        return Clause(verb(card.gloss))
    if card.part in ("形容詞", "形容動詞"):
        return Clause(BE, card.gloss, "it", willed=False)
    if card.part in NOUNS:
        return named(card)
    if _rule(CLAUSES, card) is not None:  # an auxiliary on its own
        return followed(Clause(LEFT_OUT), card, card)
    if _rule(THINGS, card) is not None:
        return followed(Thing("…", fixed=True), card, card)
    return card.gloss


def named(card: Word) -> Thing:
    """Return the thing that a noun or pronoun names; proper names, numbers and pronouns take no article."""
    fixed = card.part == "代名詞" or card.kind in ("固有", "数詞") or card.gloss[:1].isupper()
    return Thing(card.gloss, fixed)


def modified(said: Said, above: Sequence[Word]) -> Said:
    """Add to the head the adverbs and adnominals that lie on it, nearest first: かなり|ゆっくり|走る."""
    adverb = ""  # adverbs gather until something else is above them: かなりゆっくり is one
    for card in reversed(above):
        if isinstance(said, Thing):
            said = Thing(f"{card.gloss} {said.text}", said.fixed or card.gloss in ALL_OF_THEM)
        elif isinstance(said, Clause) and card.kind == "陳述":
            said = replace(said, never=True)
        else:
            adverb = words(card.gloss, adverb)
    if isinstance(said, Clause) and adverb:
        rest = words(adverb, said.rest) if said.verb == BE else words(said.rest, adverb)
        return replace(said, rest=rest)
    return words(adverb, said) if isinstance(said, str) else said


def followed(said: Said, card: Word, above: Word) -> Said:
    """Add one more card under what has been said so far."""
    if isinstance(said, Clause):
        if card.part in NOUNS:
            return attributed(said, card)
        wrap = _rule(CLAUSES, card)
        return wrap(said) if wrap else f"{said.finite()} {card.gloss}"
    if isinstance(said, Thing):
        wrap_thing = _rule(THINGS, card)
        return wrap_thing(said) if wrap_thing else f"{said.definite()} {card.gloss}"
    if above.part == "助詞" and card.name == "は":  # 犬には: the case has been said
        return f"{said} (topic)"
    after = FINISHED.get((card.part, card.name))
    return after(said) if after else f"{said} {card.gloss}"


def _rule(rules: dict[tuple[str, ...], Rule], card: Word) -> Rule | None:
    """Return the rule of a word for what is above it: by name and kind, or by name."""
    return rules.get((card.part, card.name, card.kind)) or rules.get((card.part, card.name))


# --------------------------------------------------------------------- clauses


def causative(said: Clause) -> Said:
    """せる and させる."""
    return said.within(verb("make, made, made"), words("someone", said.bare()))


def passive(said: Clause) -> Said:
    """れる."""
    if said.verb.base == "make" and said.rest.startswith("someone "):  # 書かせられる
        return replace(said, verb=BE, rest=f"made to {said.rest.removeprefix('someone ')}")
    return said.within(BE, words(said.verb.participle, said.rest), willed=False)


def potential(said: Clause) -> Said:
    """られる after a causative is passive, and what one can do after other words: 食べられる."""
    if said.rest.startswith("someone "):
        return passive(said)
    return said.within(BE, words("able to", said.bare()), willed=False)


def looks(said: Clause) -> Said:
    """そうだ of appearance: 高そうだ, 書きそうだ."""
    if said.verb == BE:
        return replace(said.within(LOOK, said.rest, willed=False), negative=said.negative, never=said.never)
    if said.negative:
        return said.within(LOOK, words("unlikely to", replace(said, negative=False).bare()), willed=False)
    return said.within(LOOK, words("about to", said.bare()), willed=False)


def supposed(said: Clause) -> Said:
    """う and よう: a plan of one's own will, or a guess."""
    if said.willed and not said.never:
        return f"let us {said.bare()}{polite(said)}"
    return said.finite("probably") + polite(said)


def attributed(said: Clause, card: Word) -> Said:
    """A noun under a clause: とき, こと, or any other that the clause describes."""
    if card.name == "とき":
        return Thing(f"when {said.whole()}{polite(said)}", fixed=True)
    if card.name == "こと":
        return Thing(said.ing() + polite(said), fixed=True)
    return replace(named(card), text=f"{card.gloss} that {said.finite()}{polite(said)}")


def command(said: Clause) -> Said:
    """よ urges what can be done, and stresses the rest."""
    if said.willed and not said.polite:
        return f"{said.bare()}!"
    return f"{said.whole()}{polite(said)}!"


def polite(said: Clause) -> str:
    """Return the mark of ます and です, once, behind everything."""
    return " (polite)" if said.polite else ""


def ends(pattern: str) -> Callable[[Clause], Said]:
    """Return a rule that makes a finished phrase of a clause, as it stands or (with `one`) as a sentence."""
    return lambda said: (
        pattern.format(said=said.finite(), one=said.whole(), ing=said.ing(), bare=said.bare()) + polite(said)
    )


CLAUSES: dict[tuple[str, ...], Callable[[Clause], Said]] = {
    ("助動詞", "ない"): lambda said: replace(said, negative=True, willed=False),
    ("形容詞", "ない"): lambda said: replace(said, negative=True, willed=False),
    ("助動詞", "せる"): causative,
    ("助動詞", "させる"): causative,
    ("助動詞", "れる"): passive,
    ("助動詞", "られる"): potential,
    ("助動詞", "たい"): lambda said: said.within(WANT, said.to(), willed=False),
    ("助動詞", "ます"): lambda said: replace(said, polite=True),
    ("助動詞", "です"): lambda said: replace(said, polite=True),
    ("助動詞", "た"): lambda said: replace(said, past=True, willed=False),
    ("助動詞", "らしい"): lambda said: said.within(SEEM, said.to(), willed=False),
    ("助動詞", "ようだ"): lambda said: said.within(APPEAR, said.to(), willed=False),
    ("助動詞", "そうだ", "様態"): looks,
    ("助動詞", "そうだ", "伝聞"): ends("{one}, they say"),
    ("助動詞", "う"): supposed,
    ("助動詞", "よう"): supposed,
    ("助動詞", "まい"): ends("surely will not {bare}"),
    ("助詞", "ば"): ends("if {one}"),
    ("助詞", "て"): ends("{said}, and"),
    ("助詞", "ても"): ends("even if {one}"),
    ("助詞", "たり"): ends("{ing}, among other things"),
    ("助詞", "ながら"): ends("while {ing}"),
    ("助詞", "つつ"): ends("while {ing}"),
    ("助詞", "から", "接続"): ends("because {one}"),
    ("助詞", "ので"): ends("because {one}"),
    ("助詞", "が", "接続"): ends("{one}, but"),
    ("助詞", "けれど"): ends("although {one}"),
    ("助詞", "けれども"): ends("although {one}"),
    ("助詞", "のに"): ends("even though {one}"),
    ("助詞", "と", "接続"): ends("whenever {one}"),
    ("助詞", "し"): ends("{said}, and what is more"),
    ("助詞", "よ"): command,
    ("助詞", "か"): ends("{one}?"),
    ("助詞", "ね"): ends("{one}, right?"),
}

# ---------------------------------------------------------------------- things


def case(pattern: str) -> Callable[[Thing], Said]:
    """Return a rule that makes a finished phrase of a thing."""
    return lambda said: pattern.format(said=said.definite())


def being(verb_of: str, rest: str, *, courteous: bool = False) -> Callable[[Thing], Said]:
    """Return a rule that makes of a thing a clause about its identity."""
    return lambda said: Clause(
        BE if verb_of == "be" else SEEM, rest.format(said=said.indefinite()), "it", polite=courteous, willed=False
    )


THINGS: dict[tuple[str, ...], Callable[[Thing], Said]] = {
    ("助詞", "が", "格"): case("{said} (subject)"),
    ("助詞", "を"): case("{said} (object)"),
    ("助詞", "に"): case("to {said}"),
    ("助詞", "へ"): case("towards {said}"),
    ("助詞", "と", "格"): case("with {said}"),
    ("助詞", "から", "格"): case("from {said}"),
    ("助詞", "より"): case("than {said}"),
    ("助詞", "で"): case("at {said}"),
    ("助詞", "の"): case("of {said}"),
    ("助詞", "や"): case("{said}, and such"),
    ("助詞", "は"): lambda said: f"as for {AS_OBJECT.get(said.text, said.definite())}",
    ("助詞", "も"): case("{said} too"),
    ("助詞", "こそ"): case("{said}, of all"),
    ("助詞", "さえ"): case("even {said}"),
    ("助詞", "だけ"): case("only {said}"),
    ("助詞", "しか"): case("nothing but {said}"),
    ("助詞", "など"): case("{said} and the like"),
    ("助詞", "まで"): case("up to {said}"),
    ("助詞", "よ"): lambda said: f"{said.text}!",
    ("助詞", "か"): lambda said: f"{said.text}?",
    ("助詞", "ね"): lambda said: f"{said.text}, right?",
    ("助動詞", "だ"): being("be", "{said}"),
    ("助動詞", "です"): being("be", "{said}", courteous=True),
    ("助動詞", "らしい"): being("seem", "to be {said}"),
}

FINISHED: dict[tuple[str, str], Callable[[str], str]] = {
    ("助詞", "よ"): lambda said: f"{said}!",
    ("助詞", "か"): lambda said: f"{said}?",
    ("助詞", "ね"): lambda said: f"{said}, right?",
    ("助詞", "から"): lambda said: f"because {said}",
    ("助詞", "けれど"): lambda said: f"although {said}",
}
