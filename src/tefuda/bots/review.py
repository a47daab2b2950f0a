"""Review of a finished game: every decision compared with its alternatives, from what its seat knew at the time.

Pure: it turns a played game into requests for analyses, and their answers into a `Review`; the caller gets the answers,
from worker processes or in its own.  Equal games give equal reviews.

All values are in the game's own unit (`Ruleset.amount`): the chance to win, coins, points of lead.  What a seat expects
changes for two reasons, which the review keeps apart: by its own decisions, which can only cost (the loss against the
best option), and between two of them, by the cards and the other players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from tefuda.bots.advice import MOST_ADVISED, AdvisedOption, advised
from tefuda.bots.analysis import Analysis, AnalysisRequest, make_request
from tefuda.engine.record import GameState
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.state import State
from tefuda.engine.view import Words

BUDGET = 40_000_000  # work of a whole review: 5 to 20 s of one core
LEAST_WORK, MOST_WORK = 40_000, 500_000  # bounds of the work for one decision
TURNING_POINTS = 3  # shown for each seat


class Decision(NamedTuple):
    """A decision of a played game: the state before it, and what was played."""

    move: int  # number of commands before it
    state: State
    action: int  # code


class ReviewedTurn(Struct, frozen=True):
    """A decision of the game with its alternatives."""

    move: int  # number of commands played before it
    seat: int
    options: tuple[AdvisedOption, ...]  # the best ones and the one played, best first
    played: int  # index of the one played
    value: float  # what the best option was worth
    loss: float  # how much less the one played was worth
    mistake: bool  # certainly worse, and by more than the threshold


class Lesson(Struct, frozen=True):
    """Something to learn from the game."""

    words: Words
    turn: int  # index of the turn it is about; -1: the whole game


class ReviewedSeat(Struct, frozen=True):
    """The game of one seat."""

    decisions: int
    good: int  # of them the best option, or one not shown to be worse
    mistakes: int
    skill: float  # what its decisions cost altogether: 0 or less
    luck: float  # what the cards and the other players brought
    result: float
    turning: tuple[int, ...]  # indices of the turns at which its prospects changed most
    lessons: tuple[Lesson, ...]


class Review(Struct, frozen=True):
    """A reviewed game.  An unfinished one has the turns analysed so far, and no seats."""

    decisions: int  # number of decisions to analyse
    unit: str  # message of a value, with the argument "value"
    threshold: float  # smallest loss that can be a mistake
    turns: tuple[ReviewedTurn, ...]
    seats: tuple[ReviewedSeat, ...]


def decision_of(state: State, move: int, command: str) -> Decision | None:
    """Return the decision that a command made after `move` others.

    None if there was no choice, and for a deck put together card by card.
    """
    game, record = state.game, state.full_state
    action = game.action_code(command.rsplit(maxsplit=1)[-1])  # what precedes it are preliminaries, such as marks
    legal = game.legal(record)
    if action is None or action not in legal or len(legal) < 2:
        return None
    return Decision(move, state.copy(), action)


def work_of_each(decisions: int) -> int:
    """Return the budget of each decision of a game."""
    return max(LEAST_WORK, min(MOST_WORK, BUDGET // max(1, decisions)))


def request_of(decision: Decision, work: int) -> AnalysisRequest:
    """Return the request that analyses a decision and compares the action played."""
    return make_request(decision.state, work, decision.action)


def reviewed_turn(decision: Decision, analysis: Analysis) -> ReviewedTurn:
    """Judge a decision by its analysis."""
    state, name = decision.state, decision.state.game.action_names[decision.action]
    game, record = state.game, state.full_state
    played = next(option for option in analysis.options if option.action == name)
    shown = list(analysis.options[:MOST_ADVISED])
    if played not in shown:
        shown.append(played)
    value = game.amount(record, analysis.best.utility.value)
    loss = value - game.amount(record, played.utility.value)
    return ReviewedTurn(
        decision.move,
        analysis.seat,
        tuple(advised(game, record, option) for option in shown),
        shown.index(played),
        value,
        loss,
        mistake=not played.equal and loss >= game.noticeable,
    )


def begun(game: Ruleset, record: GameState, decisions: int, turns: Iterable[ReviewedTurn] = ()) -> Review:
    """Return an unfinished review."""
    return Review(decisions, game.measured(record, 0.0).id, game.noticeable, tuple(turns), ())


def completed(final: State, turns: Sequence[ReviewedTurn]) -> Review:
    """Return the review of a finished game from all of its turns, in their order."""
    game, record = final.game, final.full_state
    utilities, _ = game.outcome(record)
    seats = tuple(
        _seat(game, record, seat, game.amount(record, utilities[seat]), turns) for seat in range(game.num_players)
    )
    return Review(len(turns), game.measured(record, 0.0).id, game.noticeable, tuple(turns), seats)


def _seat(game: Ruleset, record: GameState, seat: int, result: float, turns: Sequence[ReviewedTurn]) -> ReviewedSeat:
    own = [(place, turn) for place, turn in enumerate(turns) if turn.seat == seat]
    skill = -sum(turn.loss for _, turn in own)
    luck = result - (own[0][1].value if own else result) - skill
    values = [*((place, turn.value) for place, turn in own), (-1, result)]
    changes = [(abs(after - before), place) for (place, before), (_, after) in pairwise(values)]
    turning = sorted(place for _, place in sorted(changes, reverse=True)[:TURNING_POINTS])
    return ReviewedSeat(
        len(own),
        sum(turn.options[turn.played].equal for _, turn in own),
        sum(turn.mistake for _, turn in own),
        skill,
        luck,
        result,
        tuple(turning),
        tuple(_lessons(game, record, own, skill, luck, max(changes, default=(0.0, -1))[1])),
    )


# ------------------------------------------------------------------ lessons


def _lessons(
    game: Ruleset, record: GameState, own: Sequence[tuple[int, ReviewedTurn]], skill: float, luck: float, biggest: int
) -> list[Lesson]:
    """Return three things to learn: the costliest mistake, what else stands out, and how much was luck."""
    if not own:
        return []
    mistakes = sorted((one for one in own if one[1].mistake), key=lambda one: -one[1].loss)
    balance = Lesson(
        Words("review-balance", {"skill": _signed(game, record, skill), "luck": _signed(game, record, luck)}), -1
    )
    if not mistakes:
        good = sum(turn.options[turn.played].equal for _, turn in own)
        clean = Lesson(Words("review-no-mistake", {"good": good, "count": len(own)}), -1)
        return [clean, Lesson(Words("review-swing"), biggest), balance]
    first = _of_mistake(game, record, *mistakes[0])
    kinds = Counter(_kinds(turn) for _, turn in mistakes)
    (played, best), count = kinds.most_common(1)[0]
    if count > 1 and played != best:
        place, turn = next(one for one in mistakes[1:] if _kinds(one[1]) == (played, best))
        args = {"played": turn.options[turn.played].label, "best": turn.options[0].label}
        pattern = Words("review-pattern", {"count": count, "mistakes": len(mistakes), **args})
        return [first, Lesson(pattern, place), balance]
    second = _of_mistake(game, record, *mistakes[1]) if len(mistakes) > 1 else Lesson(Words("review-swing"), biggest)
    return [first, second, balance]


def _of_mistake(game: Ruleset, record: GameState, place: int, turn: ReviewedTurn) -> Lesson:
    args = {"played": turn.options[turn.played].label, "best": turn.options[0].label}
    return Lesson(Words("review-mistake", {**args, "loss": game.measured(record, turn.loss)}), place)


def _signed(game: Ruleset, record: GameState, amount: float) -> Words:
    """Return an amount in words, with its sign."""
    words = game.measured(record, amount)
    value = str(words.args["value"])
    return Words(words.id, {"value": f"+{value}"}) if amount > 0 and value.strip("0.") else words


def _kinds(turn: ReviewedTurn) -> tuple[str, str]:
    """Return the kinds of the action played and of the best one: the first words of their notation."""
    played, best = (turn.options[one].action.partition("-")[0] for one in (turn.played, 0))
    return played, best
