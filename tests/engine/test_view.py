"""Views: parts found by their names, and an error that says what there is."""

from __future__ import annotations

import msgspec
import pytest

from tefuda.engine.view import Card, Counter, Text, View, Zone

VIEW = View(
    "game", 0, 2, 1, (Zone("deck", "pile", 9), Zone("hand-0", "fan", 1, (Card("7"),), 0)), (Counter("coins", 3, 1),)
)


def test_zones_and_counters_are_found_by_name() -> None:
    assert VIEW.zone("hand-0").cards[0].face == "7"
    assert VIEW.counter("coins", 1) == 3
    with pytest.raises(KeyError, match="no zone 'hand-1'; there are deck, hand-0"):
        VIEW.zone("hand-1")
    with pytest.raises(KeyError, match="no counter 'coins' of seat -1"):
        VIEW.counter("coins")


def test_views_are_immutable_values() -> None:
    with pytest.raises(AttributeError):
        VIEW.zones[0].count = 3  # type: ignore[misc]
    assert Card("7") == Card("7")
    assert Card("7") != Card("7", "down")


def test_note_is_part_of_its_zone() -> None:
    """A place can say what its cards say together; where they say nothing, nothing is sent."""
    noted = Zone("group-0", "stack", 1, (Card("7"),), 0, Text("書か|ない", "does not write"))
    assert msgspec.json.decode(msgspec.json.encode(noted), type=Zone) == noted
    assert b"note" not in msgspec.json.encode(VIEW.zones[0])
