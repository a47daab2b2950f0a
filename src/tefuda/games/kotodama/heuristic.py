"""A sensible player of KOTODAMA KOGEN that reads only its view: the baseline for bots that search.

The label of every choice says what will happen; this player weighs those words.  It wants the opponent's score cards,
then cards and plays, then groups to stack on; it never looks at a record, knows no card by heart, and so plays any card
file.
"""

from __future__ import annotations

from math import fsum
from random import Random

from tefuda.engine.view import Choice, Text, View, Words

# The worth of each action of an effect, in cards of the hand, each time it is done.
WORTH = {
    "do-draw": 1.0,
    "do-opp-draw": -0.8,
    "do-opp-score": 3.0,
    "do-own-score": -3.0,
    "do-both-score": 0.0,
    "do-discard": -0.8,
    "do-opp-discard": 0.9,
    "do-salvage": 1.0,
    "do-bounce": -0.3,
    "do-erase": -0.5,
    "do-scrap": -2.0,
    "do-extra-word": 1.2,
    "do-peek": 0.2,
    "do-reveal": 0.2,
}
NEW_GROUP = 0.5  # something to stack on later
STACKED = 0.1  # leaves the room on the field as it was
UNUSED_ITEM = -0.6  # an item is worth keeping until it does something
WINS = 100.0
SHORT_DECK = 4  # cards left at which drawing becomes dangerous


def choose(view: View, random: Random) -> str:
    """Return the action, in notation, that a sensible player takes who sees this view."""
    me = view.seat
    scores = (view.counter("score-left", me), view.counter("score-left", 1 - me))
    choices = list(view.choices)
    decks = [choice for choice in choices if choice.label.id == "action-deck"]
    if decks:
        return random.choice(decks).action
    random.shuffle(choices)
    return max(choices, key=lambda choice: worth(choice, view, scores)).action


def worth(choice: Choice, view: View, scores: tuple[int, int]) -> float:
    """Return the worth of a choice to the seat that has it; ending the turn is worth nothing."""
    label, worth_of_happening = choice.label, happening(choice.label, view, scores)
    match label.id:
        case "action-end" | "action-no":
            return 0.0
        case "action-yes":
            return happening(view.prompt, view, scores) if isinstance(view.prompt, Words) else 0.0
        case "action-item":
            return UNUSED_ITEM + worth_of_happening
        case "action-play" | "action-then" | "action-new":
            return NEW_GROUP + worth_of_happening
        case "action-under" | "action-under-form" | "action-on":
            return STACKED
        case _:
            return worth_of_happening


def happening(words: Words | Text, view: View, scores: tuple[int, int]) -> float:
    """Return the worth of everything that is said to happen; of several places the best."""
    if isinstance(words, Text):
        return 0.0
    inner = [happening(one, view, scores) for one in words.args.values() if isinstance(one, Words)]
    if words.id == "action-places":
        return max(inner)
    if words.id not in WORTH:
        return fsum(inner)
    times = int(str(words.args.get("n", 1)))
    mine, others = scores
    if words.id == "do-opp-score" and times >= others:
        return WINS
    if words.id in ("do-own-score", "do-both-score") and times >= mine:
        return -WINS
    if words.id == "do-draw" and view.counter("deck-left", view.seat) < times + SHORT_DECK and mine <= others:
        return -times
    return WORTH[words.id] * times
