"""Helpers for card handles: collect them from updates, or strip them for comparison."""

from typing import Any

import msgspec


def card_handles(*updates: object) -> list[int]:
    """Return the handles of all cards that these updates show on the table."""
    views = [msgspec.to_builtins(update)["view"] for update in updates]
    return [card["handle"] for view in views for zone in view["zones"] for card in zone.get("cards", ())]


def without_handles(update: object) -> Any:
    """Return an update as builtins, without handles."""
    return _strip_handles(msgspec.to_builtins(update))


def _strip_handles(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _strip_handles(one) for key, one in value.items() if key != "handle"}
    return [_strip_handles(one) for one in value] if isinstance(value, list | tuple) else value
