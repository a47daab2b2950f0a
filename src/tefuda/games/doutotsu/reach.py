"""What ドウトツくじゃん works out for people from what they see: how twelve cards are laid out, and helps for a hand.

Used by the face alone.  It looks at one seat's own cards and never at anybody else's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from tefuda.engine.view import Words
from tefuda.games.doutotsu.bags import add, card_of, colour_of, kana_of, remove
from tefuda.games.doutotsu.cards import COLOURS
from tefuda.games.doutotsu.record import HALF, HAND, NAMES_TO_GO_OUT, State, Tables
from tefuda.games.doutotsu.spelling import (
    in_hand,
    letters,
    met,
    nearest,
    next_triple,
    smaller,
    wait_points,
)
from tefuda.games.doutotsu.wording import card_face, card_words, cards_of, kana_text, name_text, spelling


class Laid(NamedTuple):
    """One of the names that a seat's cards are laid out as."""

    name: int
    cards: list[int]  # in the order of its letters
    colour: str | None  # its one colour; None: it is mixed


# -------------------------------------------------------------- laying out


def laid_out(s: State, t: Tables, p: int) -> list[Laid]:
    """A seat's cards as three names, as many as possible of one colour; of eleven cards, those it waited with."""
    cards = cards_held(s, t, p)
    if sum(cards.values()) > HAND:
        return best_layout(s, t, p, cards)
    card = max(waits(s, t, p), key=lambda card: wait_points(s, t, p, card))
    add(s.held[p], card)
    laid = best_layout(s, t, p, cards + Counter([card]))
    remove(s.held[p], card)
    lacking = next(name for name in laid if card in name.cards)
    lacking.cards.remove(card)
    return laid


def best_layout(s: State, t: Tables, p: int, cards: Counter[int]) -> list[Laid]:
    """Twelve cards as three names, as many as possible of one colour."""
    found: list[list[Laid]] = []
    i = next_triple(s, t, p, 0)
    while i >= 0:
        names = [t.triple[i, place] for place in range(NAMES_TO_GO_OUT)]
        wishes = product((*range(t.colours), None), repeat=NAMES_TO_GO_OUT)
        found += [laid for wish in wishes if (laid := layout(t, names, wish, cards)) is not None]
        i = next_triple(s, t, p, i + 1)
    return max(found, key=lambda laid: sum(name.colour is not None for name in laid))


def layout(t: Tables, names: list[int], wish: tuple[int | None, ...], cards: Counter[int]) -> list[Laid] | None:
    """Cards as these names, each in the colour wished or in any; None where that is impossible."""
    left = Counter(cards)
    laid: dict[int, Laid] = {}
    for place in sorted(range(len(names)), key=lambda place: wish[place] is None):  # one-coloured names take first
        taken = []
        for kana in spelling(t, names[place]):
            wished = [card_of(kana, c) for c in range(t.colours) if wish[place] in (None, c)]
            card = next((card for card in wished if left[card] > 0), None)
            if card is None:
                return None
            left[card] -= 1
            taken.append(card)
        colour = {colour_of(card) for card in taken}
        laid[place] = Laid(names[place], taken, COLOURS[colour.pop()] if len(colour) == 1 else None)
    return [laid[place] for place in range(len(names))]


def cards_held(s: State, t: Tables, p: int) -> Counter[int]:
    """All cards of a seat, exposed ones included."""
    return Counter(cards_of(s.held[p], t))


# -------------------------------------------------------------------- helps


def help_words(s: State, t: Tables, p: int) -> tuple[Words, ...]:
    """For a seat: how far it is from going out, what it waits for, and which names are in reach."""
    near = nearest(s, t, p)
    words = [Words("help-short", {"count": HAND + 1 - near})] if near <= HAND else []
    if sum(cards_held(s, t, p).values()) == HAND:
        words += [_wait("help-wait", s, t, p, card) for card in waits(s, t, p)]
    elif near == HAND:
        words += _waits_after_discarding(s, t, p)
    return (*words, *_names_in_reach(s, t, p))


def _wait(id: str, s: State, t: Tables, p: int, card: int, discard: int | None = None) -> Words:
    words = Words(id, {"card": card_words(t, card), "face": card_face(t, card), "points": wait_points(s, t, p, card)})
    if discard is not None:
        words.args.update({"discard": card_words(t, discard), "discard-face": card_face(t, discard)})
    return words


def waits(s: State, t: Tables, p: int) -> Iterator[int]:
    """The cards with which a seat that has eleven could go out."""
    lacking = {kana for _, kana in _one_short(s, t, p)}
    for card in (card_of(kana, colour) for kana in sorted(lacking) for colour in range(t.colours)):
        if wait_points(s, t, p, card) > 0:
            yield card


def _waits_after_discarding(s: State, t: Tables, p: int) -> list[Words]:
    """What each discard of a seat with twelve cards would let it wait for."""
    words = []
    spare = {kana for kana, _ in _one_short(s, t, p)}
    for discard in (card_of(kana, colour) for kana in sorted(spare) for colour in range(t.colours)):
        if in_hand(s, t, p, discard) > 0:
            remove(s.held[p], discard)
            words += [_wait("help-discard", s, t, p, card, discard) for card in waits(s, t, p)]
            add(s.held[p], discard)
    return words


def _one_short(s: State, t: Tables, p: int) -> Iterator[tuple[int, int]]:
    """For three names that a seat's cards make but for one letter: a kana they do not need (-1), the one lacking."""
    have = letters(s, p)
    for i in range(t.triples[s.core]):
        need = [t.whole[half, i] for half in range(2)]
        if sum(map(met, have, need)) == HAND:
            used = list(map(smaller, have, need))
            yield (
                _kana([h - u for h, u in zip(have, used, strict=True)]),
                _kana([n - u for n, u in zip(need, used, strict=True)]),
            )


def _kana(words: list[int]) -> int:
    """The one kana in two words of a bag; -1 where there is none."""
    for half, word in enumerate(words):
        if word:
            return (word.bit_length() - 1) // 4 + HALF * half
    return -1


def _names_in_reach(s: State, t: Tables, p: int) -> list[Words]:
    """The names that a seat's cards spell, and those for which one letter is lacking."""
    have = Counter(kana_of(card) for card in cards_held(s, t, p).elements())
    words = []
    for name in range(t.names[s.core]):
        lacking = list((Counter(spelling(t, name)) - have).elements())
        entry = Words("help-name", {"name": name_text(t, name), "entry": name + 1})
        if not lacking:
            words.append(entry)
        elif len(lacking) == 1:
            words.append(Words("help-lacks", {**entry.args, "kana": kana_text(t, lacking[0])}))
    return words
