"""Checks that the positions of all games share: bounds of fields, seats in play, conservation of cards.

A game's `validation` declares its bounds and counts its cards; each check returns its faults as English sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from tefuda.engine.record import GameState

CHECKED_BY_THE_ENGINE = ("rng", "players", "to_act", "pending")

Kind = TypeVar("Kind", bound="int | str")


def out_of_bounds(record: GameState, bounds: Mapping[str, tuple[int, int]]) -> list[str]:
    """Return a fault for every field with a value outside its bounds (inclusive); each field needs bounds.

    Raises KeyError for a field without bounds: a new field must not go unchecked.
    """
    faults = []
    for name, value in record.values().items():
        if name in CHECKED_BY_THE_ENGINE:
            continue
        low, high = bounds[name]
        cells = value if isinstance(value, list) else [value]
        worst = max(cells, key=lambda cell: max(low - cell, cell - high))
        if not low <= worst <= high:
            faults.append(f"{name} takes {low} to {high}, not {worst}")
    return faults


def beyond_last_seat(record: GameState, names: Iterable[str], max_players: int) -> list[str]:
    """Return a fault for every named field that has something at a seat beyond the last player's.

    The fields have one equal part for each of `max_players` seats.
    """
    last, values = record.players - 1, record.values()
    faults = []
    for name in names:
        cells = values[name]
        assert isinstance(cells, list)
        if any(cells[len(cells) // max_players * record.players :]):
            faults.append(f"{name} has something beyond seat {last}, the last")
    return faults


def not_conserved(
    counted: Mapping[Kind, int], expected: Mapping[Kind, int], describe: Callable[[Kind], str]
) -> list[str]:
    """Return a fault for every kind of card of which there are more or fewer than expected, kinds ascending."""
    return [
        f"there are {counted.get(kind, 0)} {describe(kind)}, not {expected.get(kind, 0)}"
        for kind in sorted(counted.keys() | expected.keys())
        if counted.get(kind, 0) != expected.get(kind, 0)
    ]
