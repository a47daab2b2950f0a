"""Handles, the numbers of cards in a view: read from updates, and taken out of them where others are as good."""

from typing import Any

import msgspec


def numbers(*updates: object) -> list[int]:
    """The handles of all cards that these updates show on the table."""
    views = [msgspec.to_builtins(update)["view"] for update in updates]
    return [card["handle"] for view in views for zone in view["zones"] for card in zone.get("cards", ())]


def unnumbered(update: object) -> Any:
    """An update, in plain values, without handles."""
    return _bare(msgspec.to_builtins(update))


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(one) for key, one in value.items() if key != "handle"}
    return [_bare(one) for one in value] if isinstance(value, list | tuple) else value
