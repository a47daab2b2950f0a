"""Options of a decision as people read them: in the messages of their game, with prospect and reason."""

from __future__ import annotations

from msgspec import Struct

from tefuda.bots.analysis import Option
from tefuda.engine.record import GameState
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.view import Reason, Words

MOST_ADVISED = 3  # options in a hint


class AdvisedOption(Struct, frozen=True):
    """An option of a decision, as a hint or a review shows it."""

    action: str
    label: Words
    prospect: Words  # what it is worth to the seat, in the game's own unit, with a 95 % confidence interval
    equal: bool  # the best option is not shown to be better
    reason: Reason | None  # what speaks for or against it, with numbers, if the game explains it


def advised(game: Ruleset, record: GameState, option: Option) -> AdvisedOption:
    """Return an option in words; uses only information that the seat to act has."""
    utility = option.utility
    code = game.action_code(option.action)
    assert code is not None
    prospect = game.prospect(record, utility.value, utility.low, utility.high)
    return AdvisedOption(option.action, game.label(record, code), prospect, option.equal, option.reason)
