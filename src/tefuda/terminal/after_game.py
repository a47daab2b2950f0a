"""Lessons of a finished game for newcomers: one thing to try next time, and cards with one rule each.

Both are messages of the game.  `try-1`, `try-2`, ... are filled with counts of what the person observed in this game;
the first one that is not empty is shown.  `more-K3-2` and `more-K3-2-text` are the card about clause K3.2.  The browser
reads the same messages (`frontend/src/lib/breakdown.ts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tefuda.engine.game import Game
from tefuda.engine.view import Observation, Seat, Words

NEWCOMER_GAMES = 3  # of a kind, after which hardly anything is new


class RuleCard(NamedTuple):
    """A card about one rule that the lesson leaves out."""

    clause: str
    title: str
    text: str


def counts_of(history: Sequence[Observation], seat: int, wanted: Iterable[str]) -> dict[str, int]:
    """Return the counts that a message asks for.

    `event-won` counts the seat's observations of this message and of those that begin with `event-won-`,
    `others-event-won` those of the other seats, and `all-event-won` all.
    """
    counts = {}
    for argument in wanted:
        whose, _, id = argument.partition("-") if argument.startswith(("others-", "all-")) else ("own", "", argument)
        found = [one.words for one in history if one.words.id == id or one.words.id.startswith(f"{id}-")]
        own = sum(words.args.get("who") == Seat(seat) for words in found)
        counts[argument] = {"own": own, "others": len(found) - own, "all": len(found)}[whose]
    return counts


def try_next(game: Game, language: str, history: Sequence[Observation], seat: int) -> str:
    """Return one thing to try next time, "" if no advice applies to this game."""
    messages, number = game.localizer(language), 1
    while messages.has(id := f"try-{number}"):
        words = Words(id, dict(counts_of(history, seat, messages.variables(id))))
        if text := messages.say(words).strip():
            return text
        number += 1
    return ""


def rule_cards(game: Game, language: str) -> list[RuleCard]:
    """Return a game's cards in the order of their clauses."""
    messages = game.localizer(language)
    cards = []
    for clause in game.rulebook(language).clauses:
        id = f"more-{clause.replace('.', '-')}"
        if messages.has(id):
            cards.append(RuleCard(clause, messages.say(id), messages.say(f"{id}-text")))
    return cards


def card_of(cards: Sequence[RuleCard], history: Sequence[Observation], shown: Iterable[str]) -> RuleCard | None:
    """Return a card that has not been shown before, if possible one whose rule has mattered in a game.

    For some rules, no event shows that they have mattered.
    """
    mattered, before = {one.clause for one in history}, set(shown)
    left = [card for card in cards if card.clause not in before]
    return next((card for card in left if card.clause in mattered), left[0] if left else None)
