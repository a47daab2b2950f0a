"""A sensible player of ドウトツくじゃん that reads only the view: the baseline for bots that search.

It goes out whenever it can.  Otherwise it aims at the three names of which it has most letters and discards a card
that they do not need: the one that leaves the most useful draws, of its rarer colours.  It takes a discard only if that
brings it nearer to going out.  With two players one of its names has to be of one colour.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import fsum
from random import Random
from typing import NamedTuple

from tefuda.engine.view import Choice, View

Card = tuple[str, str]  # kana and colour, as in the face id "ra-red"
CARDS_TO_GO_OUT = 12
ONE_COLOUR_DRAW = 0.4  # usefulness of a letter that is needed in one colour only


class Goal(NamedTuple):
    """Three names to aim for; with two players one of them in a colour."""

    names: tuple[int, ...]  # places on the list
    letters: dict[str, Letters]  # by kana: how many of it
    colour: str


class Letters(NamedTuple):
    """How many letters of a kana a goal needs."""

    loose: int  # in any colour
    strict: int  # of the name that is to be of one colour


NO_LETTERS = Letters(0, 0)


class Holding(NamedTuple):
    """A player's cards, by kana and by kana and colour; `dict`, as a `Counter` takes long to say that there is none."""

    kana: dict[str, int]
    cards: dict[Card, int]


def choose(view: View, random: Random) -> str:
    """Return the action of this player in notation; `random` decides between equally good ones."""
    actions = [choice.action for choice in view.choices]
    if "out" in actions:
        return "out"
    mine = held(view)
    goals = goals_of(tuple(card.face or "" for card in view.zone("list").cards), view.players == 2)
    if "draw" in actions:
        return take_or_draw(view, goals, mine, random)
    if actions[0].startswith("lay"):
        return lay(view, random)
    return discard(view, goals, mine, random)


def take_or_draw(view: View, goals: tuple[Goal, ...], mine: list[Card], random: Random) -> str:
    """Take the top discard for the name that brings the hand nearest to going out; draw if none brings it nearer."""
    now = max(met(goal, holding(mine)) for goal in goals)
    with_discard = holding([*mine, split(view.zone("discard").cards[-1].face)])
    gains: dict[str, int] = {"draw": now}
    for choice in view.choices:
        if choice.zone == "list" and choice.card is not None:
            able = [met(goal, with_discard) for goal in goals if choice.card in goal.names]
            gains[choice.action] = max(able, default=0)
    most = max(gains.values())
    return "draw" if most == now else random.choice([action for action, gain in gains.items() if gain == most])


def lay(view: View, random: Random) -> str:
    """Return the action that lays the letter in a colour already used in the name, if there is one."""
    laid = Counter(split(card.face)[1] for card in view.zone(f"exposed-{view.seat}").cards)
    return most_valued({choice.action: laid[face_of(view, choice)[1]] for choice in view.choices}, random)


def discard(view: View, goals: tuple[Goal, ...], mine: list[Card], random: Random) -> str:
    """Return the discard of the least useful card that the nearest goals do not need."""
    have, seen = holding(mine), Counter(kana for kana, _ in visible(view))
    near = [met(goal, have) for goal in goals]
    most = max(near)
    nearest = [goal for goal, cards in zip(goals, near, strict=True) if cards == most]
    lacks = [lacking(goal, have) for goal in nearest]
    values: dict[str, float] = {}
    for choice in view.choices:
        card = face_of(view, choice)
        kept = [lack for goal, lack in zip(nearest, lacks, strict=True) if is_spare(goal, card, have)]
        draws: dict[str, float] = {}
        for lack in kept:
            for kana, use in lack.items():
                draws[kana] = max(draws.get(kana, 0), use / (1 + seen[kana]))
        alike = sum(colour == card[1] for _, colour in mine)
        # `fsum` as the sum must not depend on the order of goals: equally good discards have to be equal.
        values[choice.action] = 10 * bool(kept) + fsum(draws.values()) - alike / 100
    return most_valued(values, random)


def most_valued(values: dict[str, float], random: Random) -> str:
    """Return an action of the highest value."""
    return random.choice([action for action, value in values.items() if value == max(values.values())])


# -------------------------------------------------------------------- goals


@cache
def goals_of(entries: tuple[str, ...], one_colour: bool) -> tuple[Goal, ...]:
    """Return every three names with twelve letters, each with every name and colour if one has to be of one colour."""
    spelled = [entry.split("+") for entry in entries]
    found = []
    for names in combinations_with_replacement(range(len(entries)), 3):
        letters = Counter(kana for name in names for kana in spelled[name])
        if letters.total() != CARDS_TO_GO_OUT:
            continue
        if not one_colour:
            found.append(Goal(names, {kana: Letters(count, 0) for kana, count in letters.items()}, ""))
            continue
        for name in set(names):
            strict = Counter(spelled[name])
            needed = {kana: Letters(count - strict[kana], strict[kana]) for kana, count in letters.items()}
            found += [Goal(names, needed, colour) for colour in ("red", "blue", "yellow", "green")]
    return tuple(found)


def met(goal: Goal, have: Holding) -> int:
    """Return how many of the player's cards a goal can use."""
    return sum(used(goal, kana, letters, have) for kana, letters in goal.letters.items() if kana in have.kana)


def used(goal: Goal, kana: str, letters: Letters, have: Holding) -> int:
    """Return how many of the player's cards of a kana a goal can use, which needs these letters of it."""
    in_colour = min(have.cards.get((kana, goal.colour), 0), letters.strict) if letters.strict else 0
    return min(have.kana.get(kana, 0), letters.loose + in_colour)


def is_spare(goal: Goal, card: Card, have: Holding) -> bool:
    """Return whether a goal can spare one of these cards."""
    kana, colour = card
    letters = goal.letters.get(kana, NO_LETTERS)
    if have.kana[kana] == used(goal, kana, letters, have):
        return False
    return colour != goal.colour or have.cards[card] > letters.strict


def lacking(goal: Goal, have: Holding) -> dict[str, float]:
    """Return the kana that a goal still lacks, and how useful it is to draw one."""
    found: dict[str, float] = {}
    for kana, letters in goal.letters.items():
        strict = letters.strict - min(have.cards.get((kana, goal.colour), 0), letters.strict)
        loose = letters.loose + letters.strict - strict - used(goal, kana, letters, have)
        if strict or loose > 0:
            found[kana] = 1.0 if loose > 0 else ONE_COLOUR_DRAW
    return found


# ----------------------------------------------------------------- the view


def split(face: str | None) -> Card:
    """Return kana and colour of a face id."""
    kana, _, colour = (face or "").partition("-")
    return kana, colour


def cards(view: View, zone: str) -> list[Card]:
    """Return the cards seen in a zone."""
    return [split(card.face) for card in view.zone(zone).cards if card.face is not None]


def held(view: View) -> list[Card]:
    """Return the player's cards, exposed ones included."""
    return cards(view, f"hand-{view.seat}") + cards(view, f"exposed-{view.seat}")


def visible(view: View) -> list[Card]:
    """Return every card that lies open or is in the player's hand."""
    zones = [zone.id for zone in view.zones if zone.id != "list"]
    return [card for zone in zones for card in cards(view, zone)]


def holding(mine: list[Card]) -> Holding:
    """Return cards counted by kana, and by kana and colour."""
    return Holding(dict(Counter(kana for kana, _ in mine)), dict(Counter(mine)))


def face_of(view: View, choice: Choice) -> Card:
    """Return the card that a choice is about."""
    assert choice.zone is not None
    assert choice.card is not None
    return split(view.zone(choice.zone).cards[choice.card].face)
