"""What helps a player of ドウトツくじゃん to read their own cards: what they are near to, wait for, and may become.

Used by the face alone.  It looks at one seat's own cards and never at anybody else's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tefuda.engine.view import Words
from tefuda.games.doutotsu.bags import add, card_of, colour_of, kana_of, remove
from tefuda.games.doutotsu.hand_distance import met_coloured, nearest
from tefuda.games.doutotsu.spelling import in_hand, letters, met, smaller, wait_points
from tefuda.games.doutotsu.state import HALF, HALVES, HAND, NAMES_TO_GO_OUT, State, Tables
from tefuda.games.doutotsu.text import (
    card_face,
    card_words,
    cards_of,
    kana_text,
    kana_texts,
    name_text,
    name_words,
    spelling,
)

ANY = -1  # colour


class Plan(NamedTuple):
    """Three names to aim for, and which of a seat's cards go to each."""

    names: list[int]
    colour: int  # that the first of them has to be of; ANY: none has to
    cards: list[list[int]]  # for each name, in the order of its letters
    lacking: list[int]  # kana

    @property
    def alike(self) -> int:
        """How many cards lie with another one of their colour before them in the same name."""
        return sum(len(cards) - len({colour_of(card) for card in cards}) for cards in self.cards)


class Own(NamedTuple):
    """All that helps are made of: one seat's cards, and what they are played by."""

    players: int
    core: int
    held: tuple[int, ...]
    name: int
    exposed: tuple[int, ...]

    @staticmethod
    def of(s: State, p: int) -> Own:
        """What a seat has."""
        return Own(s.players, s.core, tuple(s.held[p].values()), s.name[p], tuple(s.exposed[p].values()))

    def record(self) -> State:
        """A record that holds this alone, as its seat 0."""
        s = State()
        s.players, s.core = self.players, self.core
        s.held[0].flat[: len(self.held)] = self.held
        s.name[0] = self.name
        s.exposed[0].flat[: len(self.exposed)] = self.exposed
        return s


class Listed:
    """The tables of a card file, told apart by which they are and not by what stands in them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Listed) and other.tables is self.tables

    def __hash__(self) -> int:
        return id(self.tables)


def help_words(s: State, t: Tables, p: int) -> tuple[Words, ...]:
    """For a seat: how far it is from going out and by which names, what it waits for, and which names are in reach.

    A table asks again after every move, and most moves change nobody's cards or one seat's.
    """
    return _help_words(Own.of(s, p), Listed(t))


@lru_cache(maxsize=1024)
def _help_words(own: Own, listed: Listed) -> tuple[Words, ...]:
    s, t, p = own.record(), listed.tables, 0
    near = nearest(s, t, p)
    cards = cards_of(s.held[p], t)
    spelled = [spelling(t, name) for name in range(t.names[s.core])]
    words = [plan_words(t, best_plan(s, t, p, near, cards, spelled))]
    if near <= HAND:
        words.append(Words("help-short", {"count": HAND + 1 - near}))
    if len(cards) == HAND:
        words += [wait_words("help-wait", s, t, p, card) for card in waits(s, t, p)]
    elif near == HAND:
        words += waits_after_discarding(s, t, p)
    return (*words, *names_in_reach(t, Counter(map(kana_of, cards)), spelled))


# -------------------------------------------------------------------- waits


def wait_words(id: str, s: State, t: Tables, p: int, card: int, discard: int | None = None) -> Words:
    """One card that lets a seat go out, after a discard where it still has to make one."""
    words = Words(id, {"card": card_words(t, card), "face": card_face(t, card), "points": wait_points(s, t, p, card)})
    if discard is not None:
        words.args.update({"discard": card_words(t, discard), "discard-face": card_face(t, discard)})
    return words


def waits(s: State, t: Tables, p: int) -> Iterator[int]:
    """The cards with which a seat that has eleven could go out."""
    lacking = {kana for _, kana in one_short(s, t, p)}
    for card in (card_of(kana, colour) for kana in sorted(lacking) for colour in range(t.colours)):
        if wait_points(s, t, p, card) > 0:
            yield card


def waits_after_discarding(s: State, t: Tables, p: int) -> Iterator[Words]:
    """What each discard of a seat with twelve cards would let it wait for."""
    spare = {kana for kana, _ in one_short(s, t, p)}
    for discard in (card_of(kana, colour) for kana in sorted(spare) for colour in range(t.colours)):
        if in_hand(s, t, p, discard) > 0:
            remove(s.held[p], discard)
            yield from [wait_words("help-discard", s, t, p, card, discard) for card in waits(s, t, p)]
            add(s.held[p], discard)


def one_short(s: State, t: Tables, p: int) -> Iterator[tuple[int, int]]:
    """For three names that a seat's cards make but for one letter: a kana they do not need (-1), the one lacking."""
    have = letters(s, p)
    for i in range(t.triples[s.core]):
        need = [t.whole[half, i] for half in range(HALVES)]
        if sum(map(met, have, need)) == HAND:
            used = list(map(smaller, have, need))
            yield (
                the_kana([h - u for h, u in zip(have, used, strict=True)]),
                the_kana([n - u for n, u in zip(need, used, strict=True)]),
            )


def the_kana(words: list[int]) -> int:
    """The one kana in two words of a bag; -1 where there is none."""
    for half, word in enumerate(words):
        if word:
            return (word.bit_length() - 1) // 4 + HALF * half
    return -1


# -------------------------------------------------------------------- names


def names_in_reach(t: Tables, have: Counter[int], spelled: list[list[int]]) -> Iterator[Words]:
    """The names that a seat's kana spell, and those for which one letter is lacking."""
    for name, word in enumerate(spelled):
        lacking = [kana for place, kana in enumerate(word) if word[:place].count(kana) >= have[kana]]
        if len(lacking) > 1:
            continue
        words = Words("help-name", {"name": name_text(t, name), "entry": name + 1})
        yield Words("help-lacks", {**words.args, "kana": kana_text(t, lacking[0])}) if lacking else words


# --------------------------------------------------------------------- plan


def plan_words(t: Tables, plan: Plan) -> Words:
    """A plan in words; `groups` are its names' cards by face id, and `entries` its names by number on the list."""
    one, two, three = (name_text(t, name) for name in plan.names)
    first = one if plan.colour == ANY else name_words(t, plan.names[0], plan.colour)
    groups = " / ".join(" ".join(card_face(t, card) for card in cards) or "-" for cards in plan.cards)
    entries = " ".join(str(name + 1) for name in plan.names)
    words = Words("help-plan", {"one": first, "two": two, "three": three, "groups": groups, "entries": entries})
    return Words("help-plan-lacks", {**words.args, "kana": kana_texts(t, plan.lacking)}) if plan.lacking else words


def best_plan(s: State, t: Tables, p: int, near: int, cards: list[int], spelled: list[list[int]]) -> Plan:
    """Of the names to which a seat is nearest, those that it can lay with the most cards of like colour together."""
    plans = []
    word0, word1 = letters(s, p)
    for i in range(t.triples[s.core]):
        if met(word0, t.whole[0, i]) + met(word1, t.whole[1, i]) < near:
            continue
        names = [t.triple[i, place] for place in range(NAMES_TO_GO_OUT)]
        if s.players > 2:
            plans.append(planned(t, names, ANY, cards, spelled))
            continue
        for name in sorted(set(names)):  # D4.4: one of them in one colour
            rest = names.copy()
            rest.remove(name)
            colours = [
                colour for colour in range(t.colours) if met_coloured(s, t, p, i, name, colour, word0, word1) == near
            ]
            plans += [planned(t, [name, *rest], colour, cards, spelled) for colour in colours]
    return max(plans, key=lambda plan: plan.alike)


def planned(t: Tables, names: list[int], colour: int, cards: list[int], spelled: list[list[int]]) -> Plan:
    """Cards spread over names, one name after the other in the colour it has most of; then what is left, in any."""
    left = Counter(cards)
    places: list[list[int | None]] = []
    for name in names:
        word = spelled[name]
        colours = [colour] if colour != ANY and not places else range(t.colours)
        places.append(
            max((in_colour(word, c, left) for c in colours), key=lambda taken: len(taken) - taken.count(None))
        )
        left.subtract(card for card in places[-1] if card is not None)
    lacking = []
    for number, name in enumerate(names):
        for place, kana in enumerate(spelled[name]):
            if places[number][place] is not None:
                continue
            anyone = [card_of(kana, c) for c in range(t.colours) if left[card_of(kana, c)] > 0]
            if anyone and (colour == ANY or number > 0):
                left[anyone[0]] -= 1
                places[number][place] = anyone[0]
            else:
                lacking.append(kana)
    return Plan(names, colour, [[card for card in taken if card is not None] for taken in places], lacking)


def in_colour(word: list[int], colour: int, left: Counter[int]) -> list[int | None]:
    """The cards of one colour that a name can take from those left, letter by letter; None where there is none."""
    taken: list[int | None] = []
    for kana in word:
        card = card_of(kana, colour)
        taken.append(card if left[card] > taken.count(card) else None)
    return taken
