"""Which actions the play screen offers, and the key of each, from what a view says of its buttons and choices."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.engine.localization import Localizer
from tefuda.engine.view import Choice, View

SCREEN_KEYS = "hq"  # letters that every table screen binds, and that a player may want during a turn
SPARE_KEYS = "123456789acefgijklmnosuvwxz"  # for actions that are named by cards; the other letters are bound


def offered(view: View) -> list[Choice]:
    """Return the choices that can be played alone: neither marks nor the steps of a page."""
    return [choice for choice in view.choices if not choice.marks and choice.mode != "page"]


def action_keys(view: View, choices: Sequence[Choice], messages: Localizer) -> dict[str, str]:
    """Return the keys of the permanent buttons, the given choices, and the modes that are closed, by action.

    A button, or a choice that belongs to no card, has a letter of its name; a game's message `key-<action>` overrides
    it.  All others are numbered.
    """
    named = [button.action for button in view.buttons]
    named += [choice.action for choice in choices if choice.zone is None and choice.action.replace("-", "").isalpha()]
    others = [choice.action for choice in choices] + [mode.action for mode in view.modes]
    keys: dict[str, str] = {}
    for action in dict.fromkeys(named):
        own = messages.say(f"key-{action}") if messages.has(f"key-{action}") else action
        free = [key for key in own if key.isalpha() and key not in SCREEN_KEYS and key not in keys.values()]
        if free:
            keys[action] = free[0]
    spare = (key for key in SPARE_KEYS if key not in keys.values())
    for action in others:
        if action not in keys and (key := next(spare, "")):
            keys[action] = key
    return keys
