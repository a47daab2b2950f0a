"""Builds positions of ドウトツくじゃん: the cards of each seat, exposed names, and the cards to be drawn.

A card is written as its kana and the first letter of its colour: `カr`, `ンb`, `ッy`.  Other cards are dealt at random
to the hands that are not given, then to the deck and the discards, so every position has all cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import tefuda
from tefuda.engine.record import GameState, Grid
from tefuda.engine.state import State
from tefuda.games.doutotsu.bags import add, card_of, count_of
from tefuda.games.doutotsu.cards import COLOURS
from tefuda.games.doutotsu.kana import KANA, ROMAJI
from tefuda.games.doutotsu.state import HAND, MAX_COLOURS, MAX_KANA, Phase, Tables
from tefuda.games.doutotsu.text import cards_of

NEXT_TO_NOTHING = "パr パb パy ダr ダb ダy クr クb クy バr バb"  # far from going out
OTHERWISE = "ルr ルb ルy セr セb セy バy トr トb トy ラr"  # and so are these


class Stacked:
    """A source of chance that draws given cards one after the other, then always the first."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order, self.place = list(order), 0

    def below(self, s: GameState, n: int) -> int:
        if self.place >= len(self.order):
            return 0
        card = self.order[self.place]
        self.place += 1
        pile = s.pile  # type: ignore[attr-defined]  # our own record's
        before = [one for one in all_cards(pile) if (one % 4, one // 4) < (card % 4, card // 4)]
        assert count_of(pile, card) > 0, f"no card {card} is left in the deck"
        return len(before)

    def mark(self) -> int:
        return self.place

    def reset(self, mark: int) -> None:
        self.place = mark


def all_cards(bag: Grid) -> list[int]:
    """Return all cards in a bag, whatever the card file."""
    kinds = [card_of(kana, colour) for kana in range(MAX_KANA) for colour in range(MAX_COLOURS)]
    words = bag.values()
    counts = [words[2 * (card % 4) + card // 60] >> 4 * (card // 4 % 15) & 15 for card in kinds]
    return [card for card, copies in zip(kinds, counts, strict=True) for _ in range(copies)]


def scene(
    *,
    players: int = 3,
    to_act: int = 0,
    hands: Mapping[int, str] | None = None,
    exposed: Mapping[int, tuple[str, str]] | None = None,
    top: str | None = None,
    under: str | None = None,
    left: int | None = None,
    draws: str = "",
    scores: Sequence[int] = (),
    game: int = 1,
    card_file: Path | None = None,
    **options: int,
) -> State:
    """Return a position.  The seat to act chooses, or discards if it already has twelve cards.

    `exposed` gives a name and its cards; `left` is the number of cards in the deck (default: few discards); `draws`
    are what comes next.  Which seat began follows from the number of turns that this takes.
    """
    opened = tefuda.load("doutotsu", players=players, cards=card_file, **options)
    t, record = opened.tables, opened.build.State()
    assert isinstance(t, Tables)
    record.players, record.to_act, record.game = players, to_act, game
    for option in opened.description.options:
        setattr(record, option.name, opened.options[option.name])
    for seat, points in enumerate(scores):
        record.scores[seat] = points
    laid = {seat: parsed(t, cards) for seat, (_, cards) in (exposed or {}).items()}
    held = {seat: laid[seat].copy() for seat in laid}
    for seat, cards in (hands or {}).items():
        held[seat] = held.get(seat, []) + parsed(t, cards)
    lying = [parsed(t, card)[0] for card in (under, top) if card]
    coming = parsed(t, draws)
    rest = Counter(cards_of(t.deck[record.core]))
    rest.subtract([*lying, *coming, *(card for cards in held.values() for card in cards)])
    assert min(rest.values()) >= 0, "more cards than there are"
    loose = list(rest.elements())
    Random(0).shuffle(loose)
    for seat in range(players):
        if seat not in (hands or {}):
            lacking = HAND - len(held.setdefault(seat, []))
            held[seat], loose = held[seat] + loose[:lacking], loose[lacking:]
        for card in held[seat]:
            add(record.held[seat], card)
    for seat, (name, _) in (exposed or {}).items():
        record.name[seat] = 1 + names_of(t).index(name)
        for place, card in enumerate(laid[seat]):
            record.exposed[seat, place] = card + 1
    record.phase = Phase.DISCARD if len(held[to_act]) > HAND else Phase.CHOOSE
    if left is None:
        left = len(loose) + len(coming) - (0 if len(lying) == 1 else 4)
    pile, loose = coming + loose[: left - len(coming)], loose[left - len(coming) :]
    if loose and len(lying) < 2:
        lying = [loose.pop(), *lying]
    if loose and len(lying) < 2:
        lying = [loose.pop(), *lying]
    for card in pile:
        add(record.pile, card)
    for card in loose:
        add(record.buried, card)
    record.left, record.top = len(pile), lying[-1] + 1
    record.under = lying[-2] + 1 if len(lying) > 1 else 0
    turns = len(loose) + len(lying) + len(laid)
    record.first = (to_act - turns) % players
    state = opened.position(opened.position_text(record))
    state.chance = Stacked(coming)
    return state


def parsed(t: Tables, text: str) -> list[int]:
    """Return the cards that a text such as `オr ッb` names."""
    colours = {colour[0]: number for number, colour in enumerate(COLOURS)}
    return [card_of(t.slot[KANA.index(word[0])] - 1, colours[word[1]]) for word in text.split()]


def names_of(t: Tables) -> list[str]:
    """Return the list of animals."""
    return ["".join(KANA[t.glyph[t.letter[n, place]]] for place in range(t.length[n])) for n in range(t.names[1])]


def written(face: str | None) -> str:
    """Return a face id as scenes write the card: `ra-red` is `ラr`."""
    if face is None:
        return "?"
    kana, colour = face.split("-")
    return KANA[ROMAJI.index(kana)] + colour[0]


def face(card: str) -> str:
    """Return the face id of a card as scenes write it: `ラr` is `ra-red`."""
    return f"{ROMAJI[KANA.index(card[0])]}-{next(colour for colour in COLOURS if colour[0] == card[1])}"


def cards(state: State, zone: str, seat: int | None = None) -> str:
    """Return the cards of a zone, as scenes write them."""
    return " ".join(written(card.face) for card in state.view(seat).zone(zone).cards)


def take(state: State, name: str) -> str:
    """Return the command that takes the top discard for a name."""
    return f"take-{1 + names_of(state.game.tables).index(name)}"


def discard(card: str) -> str:
    """Return the command that discards a card."""
    return f"discard-{face(card)}"


def count(state: State, zone: str) -> int:
    """Return the number of cards in a zone."""
    return state.view().zone(zone).count


def points(state: State) -> list[int]:
    """Return the points of each seat."""
    return (
        list(state.scores)
        if state.is_terminal
        else [state.view().counter("points", p) for p in range(state.game.num_players)]
    )
