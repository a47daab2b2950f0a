"""The words of the card file: each fits its class, and each inflecting one is checked form by form."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from tefuda.games.kotodama import grammar
from tefuda.games.kotodama.grammar import joint, phrase
from tefuda.games.kotodama.vocabulary import PARTS, Word
from tests.games.kotodama.test_grammar import SIX_FORMS, TOGETHER

CARDS = Path(grammar.__file__).with_name("cards.toml")


def entries() -> list[dict[str, Any]]:
    """Return the word cards of the card file."""
    cards: list[dict[str, Any]] = tomllib.loads(CARDS.read_text(encoding="utf-8"))["card"]
    return [card for card in cards if card["part"] != "アイテム"]


def as_word(card: dict[str, Any]) -> Word:
    return Word(card["name"], card["part"], card.get("kind", ""), card["reading"], card["gloss"])


def pool() -> list[Word]:
    return [as_word(card) for card in entries()]


def fits(card: Word, classes: list[str]) -> bool:
    """Return whether a card is of a class: 動詞, 動詞/五段, or 用言 for all that inflects but the auxiliaries."""
    own = {card.part, f"{card.part}/{card.kind}"}
    return bool(own & set(classes)) or ("用言" in classes and card.part in ("動詞", "形容詞", "形容動詞"))


LAID_UNDER = [
    (upper, as_word(card), card["under"].get("form", ""))
    for card in entries()
    if "under" in card
    for upper in pool()
    if fits(upper, card["under"]["class"])
]


def test_every_inflecting_word_of_the_pool_is_checked_here() -> None:
    listed = {(name, part) for name, part, _ in SIX_FORMS}
    rows = {line.split(" ")[0].split("/")[0] for line in TOGETHER.strip().splitlines()}
    for card in pool():
        if card.part in ("動詞", "形容詞", "形容動詞", "助動詞"):
            assert (card.name, card.part) in listed
            assert card.name in rows


def test_every_word_of_the_pool_fits_its_class() -> None:
    assert len(pool()) >= 48
    for card in pool():
        assert card.part in PARTS
        assert grammar.fault(card) is None
        assert card.gloss
        assert all("ぁ" <= kana <= "ー" for kana in card.reading), card
        own = grammar.paradigm(card)
        assert own is None or own.reading == card.reading  # the card reads as the dictionary does


def test_placements_follow_school_grammar() -> None:
    assert len(LAID_UNDER) > 150
    for upper, lower, form in LAID_UNDER:
        assert joint(upper, lower) == form, f"{lower.name} under {upper.name}"


def test_every_pair_that_can_lie_together_is_a_phrase_in_both_languages() -> None:
    for upper, lower, form in LAID_UNDER:
        said = phrase([upper, lower], [form, ""])
        assert said.gloss.replace("…", "").isascii()
        assert "@" not in phrase([upper, replace(lower, gloss="@")], [form, ""]).gloss  # a clause, no mere addition
    for upper, card in ((as_word(card), card) for card in entries() if "over" in card):
        for lower in pool():
            if fits(lower, card["over"]["class"]):
                said = phrase([upper, lower], ["", ""])
                assert said.text == upper.name + lower.name
                assert said.gloss.isascii()


def test_verb_glosses_are_conjugated() -> None:
    assert [phrase([card], [""]).gloss for card in pool() if card.part == "動詞"] == [
        "runs",
        "writes",
        "speaks",
        "sees",
        "gets up",
        "eats",
        "comes",
        "does it",
    ]
