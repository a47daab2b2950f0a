"""The words of the card file: each is checked form by form, and any two that can lie together are a phrase."""

from dataclasses import replace
from itertools import product

import pytest

from tefuda.engine.record import Row
from tefuda.games.kotodama import grammar
from tefuda.games.kotodama.card_file import Pool
from tefuda.games.kotodama.cards import load
from tefuda.games.kotodama.field import fits
from tefuda.games.kotodama.grammar import joint, phrase
from tefuda.games.kotodama.state import State
from tefuda.games.kotodama.vocabulary import FORM_NAMES
from tests.games.kotodama.test_grammar import SIX_FORMS, TOGETHER

POOL = load().tables
assert isinstance(POOL, Pool)
WORDS = {number: card.word for number, card in POOL.cards.items() if not card.is_item}


def test_every_inflecting_word_of_the_pool_is_checked_here() -> None:
    listed = {(name, part) for name, part, _ in SIX_FORMS}
    rows = {line.split(" ")[0].split("/")[0] for line in TOGETHER.strip().splitlines()}
    for word in WORDS.values():
        if word.part in ("動詞", "形容詞", "形容動詞", "助動詞"):
            assert (word.name, word.part) in listed
            assert word.name in rows


def test_every_word_is_read_in_kana_as_the_dictionary_reads_it() -> None:
    assert len(WORDS) >= 48
    for word in WORDS.values():
        assert word.gloss
        assert all("ぁ" <= kana <= "ー" for kana in word.reading), word
        own = grammar.paradigm(word)
        assert own is None or own.reading == word.reading


def laid(filters: Row) -> list[tuple[int, int]]:
    """Return the pairs of cards of which a filter lets the first lie at the second."""
    return [
        (one, other)
        for one, other in product(WORDS, WORDS)
        if filters[one] and fits(State(), POOL, 0, filters[one], other)
    ]


@pytest.mark.clause("W5.1")
def test_forms_are_those_of_school_grammar() -> None:
    """Wherever a card may be laid under another, grammar joins the two, in the form that the card says."""
    assert len(laid(POOL.under)) > 150
    for below, above in laid(POOL.under):
        assert joint(WORDS[above], WORDS[below]) == form_by(below), f"{WORDS[below].name} under {WORDS[above].name}"


def form_by(card: int) -> str:
    """Return the form that a card gives to the one it is laid under."""
    form = POOL.under_form[card]
    return FORM_NAMES[form - 1] if form else ""


def test_every_pair_that_can_lie_together_is_a_phrase_in_both_languages() -> None:
    for below, above in laid(POOL.under):
        upper, lower, form = WORDS[above], WORDS[below], form_by(below)
        assert phrase([upper, lower], [form, ""]).gloss.replace("…", "").isascii()
        assert "@" not in phrase([upper, replace(lower, gloss="@")], [form, ""]).gloss  # a clause, no mere addition
    for above, below in laid(POOL.over):
        said = phrase([WORDS[above], WORDS[below]], ["", ""])
        assert said.text == WORDS[above].name + WORDS[below].name
        assert said.gloss.isascii()
