"""Which actions the play screen offers, and the key of each: from a view and the names of the game's actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tefuda.engine.localization import Localizer
from tefuda.engine.view import Choice, View

SCREEN_KEYS = "hq"  # letters that every table screen binds, and that a player may want during a turn
MOST_ALIKE = 9  # actions that begin with the same word
SPARE_KEYS = "123456789acefgijklmnosuvwxz"  # for actions that are named by cards; the other letters are bound


def offered(view: View) -> list[Choice]:
    """Return the choices that can be played alone: neither marks nor the steps of a page."""
    return [choice for choice in view.choices if not choice.marks and choice.mode != "page"]


def word_keys(actions: Iterable[str], messages: Localizer) -> dict[str, str]:
    """Return a letter for each action that is a plain word, such as "draw": the first one of its own that is free.

    A game's message `key-<action>` overrides it.  These keys stay bound, so that pressing one at the wrong time shows
    the rule.  Words that differ by card, such as "discard-a-red", get none: they would use up the letters.
    """
    keys: dict[str, str] = {}
    actions = list(actions)
    alike = Counter(action.partition("-")[0] for action in actions)
    for action in actions:
        if not action.replace("-", "").isalpha() or alike[action.partition("-")[0]] > MOST_ALIKE:
            continue
        own = messages.say(f"key-{action}") if messages.has(f"key-{action}") else action
        free = [key for key in own if key.isalpha() and key not in SCREEN_KEYS and key not in keys.values()]
        if free:
            keys[action] = free[0]
    return keys


def action_keys(view: View, words: Mapping[str, str]) -> dict[str, str]:
    """Return the keys of all actions that have one: those of words, and numbers for other choices and for modes.

    Choices with marks have none: they are typed, with the decision that they are added to.
    """
    marking = {choice.action for choice in view.choices if choice.marks}
    keys = {action: key for action, key in words.items() if action not in marking}
    spare = (key for key in SPARE_KEYS if key not in words.values())
    others = [choice.action for choice in offered(view)] + [mode.action for mode in view.modes]
    for action in [*(button.action for button in view.buttons), *others]:
        if action not in keys and (key := next(spare, "")):
            keys[action] = key
    return keys
