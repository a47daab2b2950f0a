"""Builds positions of KOTODAMA KOGEN from hands, groups on the field, and the cards drawn next.

Cards are given by name. A group is written as it is read, from its top to its bottom: "けっして 書く ない";
forms and modifications follow from the cards. Every result is a position of the game: decks are filled up to
forty cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import tefuda
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game
from tefuda.engine.record import GameState, Row
from tefuda.engine.state import State
from tefuda.engine.view import Card
from tefuda.games.kotodama.bags import copies, nth, put, size
from tefuda.games.kotodama.card_file import Pool
from tefuda.games.kotodama.cards import OWN
from tefuda.games.kotodama.field import fits
from tefuda.games.kotodama.state import COPIES, SMALLEST_DECK, Event, Mark, Phase
from tefuda.games.kotodama.state import State as Record
from tests.games import asking

NAMES = ["Aki", "Ben"]
said = partial(asking.told, names=NAMES)
USUAL_DECK = 40
FILLERS = (
    *("はい", "とても", "高い", "山", "する", "とき", "だれ", "楽しい", "来る"),
    *("ああ", "三つ", "走る", "は", "富士山", "らしい"),
)


def pool_with(folder: Path, *cards: str) -> Path:
    """Write a card file of our own cards and these."""
    path = folder / "mine.toml"
    path.write_text(OWN.read_text(encoding="utf-8") + "".join(cards), encoding="utf-8")
    return path


class Coming:
    """A source of chance that draws given cards, each for a seat, and then at random."""

    def __init__(self, pool: Pool, cards: Iterable[tuple[int, str]]) -> None:
        self.pool, self.cards, self.place = pool, list(cards), 0

    def below(self, s: GameState, n: int) -> int:
        if self.place == len(self.cards):
            return 0
        seat, name = self.cards[self.place]
        self.place += 1
        bag: Row = s.unseen[seat]  # type: ignore[attr-defined]  # the game's own State
        assert size(bag) == n, f"not seat {seat} draws {name}"
        found = [k for k in range(n) if nth(bag, k) == number(self.pool, name)]
        assert found, f"{name} is not among the unseen cards of seat {seat}"
        return found[0]

    def mark(self) -> int:
        return self.place

    def reset(self, mark: int) -> None:
        self.place = mark


def number(pool: Pool, name: str) -> int:
    """Return the number of a card by its name (of several, the lowest), or by name and part of speech."""
    return min(card for card, entry in pool.cards.items() if name in (entry.name, entry.key))


def scene(
    hands: Sequence[str] = ("", ""),
    fields: Sequence[Sequence[str]] = ((), ()),
    *,
    score: Sequence[int] = (5, 5),
    decks: Sequence[int | None] = (None, None),
    gone: Sequence[str] = ("", ""),
    shown: Sequence[str] = ("", ""),
    coming: Sequence[tuple[int, str]] = (),
    turn: int = 0,
    words: int = 1,
    plays: int = 0,
    fired: int = 0,
    stacked: bool = False,
    met: Sequence[str] = (),
    used: Sequence[str] = (),
    cards: Path | None = None,
    **options: int,
) -> State:
    """Return a position within a turn, after its card was drawn.

    `decks` are the cards left to draw (default: as many as needed); `coming` are the cards that will be drawn, looked
    at or taken as score cards, in that order, each for a seat.
    """
    game = tefuda.load("kotodama", cards=cards, **options)
    pool = game.tables
    assert isinstance(pool, Pool)
    s = Record()
    s.players, s.phase, s.turn, s.to_act, s.turns = 2, Phase.TURN, turn, turn, 3
    s.words, s.plays, s.fired, s.stacked = words, plays, fired, int(stacked)
    s.open_lists, s.wipe_at_ten = options.get("open_lists", 0), options.get("wipe_at_ten", 0)
    for p in range(2):
        s.score[p] = score[p]
        for bag, names in ((s.hand, hands[p]), (s.gone, gone[p]), (s.shown, shown[p])):
            for name in names.split():
                put(bag[p], number(pool, name))
        for place, group in enumerate(fields[p]):
            lay_group(s, pool, p, place, group.split())
        for seat, name in coming:
            if seat == p:
                put(s.unseen[p], number(pool, name))
        fill_deck(s, pool, p, decks[p])
    for i in range(s.lying[turn]):
        name = pool.cards[s.card[turn, i]].name
        s.marks[turn, i] |= (Mark.MET if name in met else 0) | (Mark.USED if name in used else 0)
    state = game.position(game.position_text(s), seed=1)
    state.chance = Coming(pool, coming)
    return state


def lay_group(s: Record, pool: Pool, p: int, place: int, names: Sequence[str]) -> None:
    """Lay a group from its top to its bottom, with the forms that its cards give each other."""
    numbers = [number(pool, name) for name in names]
    for at, card in enumerate(numbers):
        i = s.lying[p]
        s.card[p, i], s.place[p, i] = card, place
        s.lying[p] += 1
        if at + 1 < len(numbers):
            below = numbers[at + 1]
            if pool.under[below] and fits(s, pool, p, pool.under[below], card):
                s.form[p, i] = pool.under_form[below]
            else:
                s.marks[p, i] |= Mark.MODIFIES


def fill_deck(s: Record, pool: Pool, p: int, left: int | None) -> None:
    """Fill the unseen cards up with others, and then the discards if needed for a legal deck."""

    def owned(card: int) -> int:
        lying = [s.card[p, i] for i in range(s.lying[p])]
        return lying.count(card) + sum(copies(bag[p], card) for bag in (s.hand, s.gone, s.unseen))

    def total() -> int:
        return s.lying[p] + sum(size(bag[p]) for bag in (s.hand, s.gone, s.unseen))

    fillers = [number(pool, name) for name in FILLERS if name in {entry.name for entry in pool.cards.values()}]
    fillers += [card for card in pool.cards if card not in fillers]
    wanted = None if left is None else left + s.score[p]
    for bag, enough in (
        (s.unseen[p], lambda: size(s.unseen[p]) >= wanted if wanted is not None else total() >= USUAL_DECK),
        (s.gone[p], lambda: total() >= SMALLEST_DECK),
    ):
        for card in fillers * 2:
            if not enough() and owned(card) < COPIES:
                put(bag, card)
    for card in pool.cards:
        for _ in range(owned(card)):
            put(s.deck[p], card)
    s.size[p] = size(s.deck[p])


# ------------------------------------------------------------------ playing


def command(state: State, action: str) -> str:
    """ "play ない" as it is written in the notation."""
    verb, _, what = action.partition(" ")
    if verb in ("play", "pick", "add"):
        assert isinstance(state.game.tables, Pool)
        return f"{verb}-{number(state.game.tables, what)}"
    return f"{verb}-{what}" if what else verb


def play(state: State, *actions: str) -> list[GameEvent]:
    """Play actions one after the other; return the events."""
    happened: list[GameEvent] = []
    for one in actions:
        happened += state.play(command(state, one))
    return happened


def refused(state: State, action: str) -> str | None:
    """Return the clause that forbids an action; None if it is legal."""
    return asking.clause_against(state, command(state, action))


# ------------------------------------------------------------------ looking


def names_in(state: State, zone: str, seat: int = 0) -> list[str]:
    """Return the names of the cards that a seat sees in a zone, in order; "?" for a back."""
    return [name_of(state.game, card) for card in state.view(seat).zone(zone).cards]


def name_of(game: Game, card: Card) -> str:
    return "?" if card.face is None else game.say(game.card_text(card.face).name, "ja")


def groups(state: State, p: int = 0) -> list[str]:
    """Return the groups of a seat, written as in `scene`."""
    zones = [zone for zone in state.view(p).zones if zone.id.startswith("group") and zone.owner == p]
    return [" ".join(name_of(state.game, card) for card in zone.cards) for zone in zones]


def form_of(state: State, name: str) -> str:
    """Return the displayed form of a card on the field of the first seat; "" for none."""
    for zone in state.view(0).zones:
        for card in zone.cards if zone.id.startswith("group") and zone.owner == 0 else ():
            if name_of(state.game, card) == name:
                return "".join(
                    state.game.localizer("ja").say(f"mark-{mark}") for mark in card.marks if mark.startswith("form")
                )
    raise AssertionError(f"{name} is not on the field")


def score(state: State) -> tuple[int, int]:
    """Return the score cards that both seats have left."""
    first, second = (state.view().counter("score-left", p) for p in range(2))
    return first, second


def in_hand(state: State, p: int = 0) -> int:
    return state.view().zone(f"hand-{p}").count


def codes(happened: Sequence[GameEvent]) -> list[int]:
    return [event.code for event in happened]


def fired(state: State, happened: Sequence[GameEvent]) -> list[str]:
    """Return the names of the cards whose effects were carried out, in order."""
    pool: Any = state.game.tables
    return [pool.cards[pool.owner[event.b]].name for event in happened if event.code == Event.FIRED]
