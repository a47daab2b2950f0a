"""Builds positions of ニワトリかラマか ポーカー: a round has just been dealt.

Notes are written as letters, `L` for llama and `C` for chicken; a hand "LC" is a llama and a chicken, "" a player who
is out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import tefuda
from tefuda.engine.events import GameEvent
from tefuda.engine.state import State
from tefuda.games.llama import state as game_state
from tefuda.games.llama.actions import PLACE_NAMES, STYLE_NAMES
from tefuda.games.llama.notes import memory
from tefuda.games.llama.state import PLACES, PUBLIC, Kind, Phase
from tests.games import asking

told = partial(asking.told, names=["Aki", "Ben", "Chie", "Dan", "Eri"])
NOTES = {"L": Kind.GOOD, "C": Kind.BAD}


def mark(name: str) -> int:
    """Return the bit of a mark by its name: `fold-nw`."""
    style, place = name.split("-")
    return 1 << STYLE_NAMES.index(style) * PLACES + PLACE_NAMES.index(place)


def scene(
    hands: Sequence[str],
    *,
    coins: Sequence[int] = (),
    dealer: int = 0,
    top: str = "",
    bottom: str = "",
    game: int = 1,
    looks: Mapping[int, str] | None = None,
    sure: Mapping[tuple[int, str, int], int] | None = None,
    good: int = 20,
    cards: str | None = None,
    **options: int,
) -> State:
    """Return a state in which a round has just been dealt.

    `top` and `bottom` are the next notes from either end of the deck, `looks` the marks of the notes at some places
    (hands first, two each, then the deck from its top), `sure` what a seat (PUBLIC: all) remembers, by seat, kind and
    place of a note of that look.
    """
    players = len(hands)
    start = 3
    living = [p for p in range(players) if hands[p]]
    s = game_state.State()
    s.players, s.dealer, s.lap, s.game = players, dealer, dealer, game
    loaded = tefuda.load("llama", players=players, cards=cards, **options)
    s.games, s.swap, s.limit, s.rounds, s.notes = loaded.option_values
    s.round = 1 if len(living) == players else 2
    held = "".join(hands[p] for p in living)
    notes = sum(loaded.tables.notes)
    llamas = "L" * (good - (held + top + bottom).count("L"))
    chickens = "C" * (notes - good - (held + top + bottom).count("C"))
    order = held + top + llamas[::2] + chickens + llamas[1::2] + bottom[::-1]
    assert len(order) == notes, "too many notes of one kind"
    for place, letter in enumerate(order):
        s.kind[place] = NOTES[letter]
    given = list(coins) or default_coins(players, living, start)
    for p in range(players):
        s.coins[p] = given[p]
        s.fell[p] = 0 if p in living else s.round - 1
    s.alive = sum(1 << p for p in living)
    s.unit = 2 if len(living) <= loaded.tables.late[players] else 1
    for p in living:
        for i in range(2):
            s.hand[p, i] = 1 + s.top + i
        s.held[p] = 2
        s.seen[p] = 3 << s.top
        s.top += 2
    s.bottom = notes - 1
    give_looks(s, looks or {}, notes)
    for (seat, kind, place), count in (sure or {}).items():
        s.sure[memory(seat, NOTES[kind]), s.look[place]] = count
        if seat == PUBLIC:
            for p in range(players):
                s.sure[memory(p, NOTES[kind]), s.look[place]] = count
    s.waiting, s.phase = s.alive, Phase.BETTING
    if len(living) == 2:
        s.phase = Phase.DRAWING
        for p in living:
            s.stake[p] = min(s.unit, s.coins[p])
            s.coins[p] -= s.stake[p]
    s.to_act = next(p % players for p in range(dealer, dealer + players) if p % players in living)
    return loaded.position(loaded.position_text(s), seed=1)


def default_coins(players: int, living: Sequence[int], start: int) -> list[int]:
    """Return three coins each; the last one in has those of the players who are out."""
    return [
        0 if p not in living else start + (start * (players - len(living)) if p == living[-1] else 0)
        for p in range(players)
    ]


def give_looks(s: game_state.State, looks: Mapping[int, str], notes: int) -> None:
    """Mark the notes at some places, with names separated by spaces."""
    patterns = [sum(map(mark, looks.get(place, "").split())) for place in range(notes)]
    kinds = sorted(set(patterns))
    s.looks = len(kinds)
    for c, pattern in enumerate(kinds):
        s.pattern[c], s.size[c] = pattern, patterns.count(pattern)
    for place in range(notes):
        s.look[place] = kinds.index(patterns[place])


# ---------------------------------------------------------------- play and events


def play(state: State, commands: str) -> list[GameEvent]:
    """Play commands, separated by commas, in the order of the seats; return the events."""
    events = []
    for command in commands.split(","):
        events += state.play(command.strip())
    return events


def wealth(state: State) -> list[int]:
    """Return all coins of each seat, including those put forward."""
    s = state.full_state
    return [s.coins[p] + s.stake[p] for p in range(s.players)]


def dealer(state: State) -> int:
    """Return the seat of the dealer."""
    return int(state.full_state.dealer)


def happened(events: Sequence[GameEvent], code: int) -> list[tuple[int, int, int]]:
    """Return the arguments of the events of one kind."""
    return [(event.a, event.b, event.c) for event in events if event.code == code]


def decisions(state: State) -> set[str]:
    """Return the legal actions other than marks."""
    return {action for action in state.legal_actions if not action.startswith("mark-")}
