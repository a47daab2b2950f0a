"""`tefuda analyse`: reviews a recorded game in the terminal, like the browser's review.

Every decision is compared with its alternatives from what its seat knew; mistakes, luck apart from skill, and three
things to learn are printed for each seat.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tefuda.bots import review
from tefuda.bots.analysis import answer
from tefuda.bots.players import search_build
from tefuda.bots.review import Decision, Review, ReviewedTurn
from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer
from tefuda.engine.game_record import Replay
from tefuda.engine.localization import Localizer
from tefuda.table.replay import replay as read_replay

LEAST_PART, MOST_PART = 0.01, 100.0


def analyse(
    file: Path,
    /,
    *,
    seat: int | None = None,
    every: bool = False,
    effort: float = 1.0,
    lang: Language | None = None,
    cards: Path | None = None,
) -> None:
    """Review a recorded game: mistakes, luck and skill, and what to learn.

    Parameters
    ----------
    file: Path
        The record of a finished game, as `tefuda play --save` or the browser writes it.
    seat: int
        Review only this seat, 1 for the first; by default all.
    every: bool
        Print every decision, not only mistakes and turning points.
    effort: float
        How much work to spend, as a multiple of the usual: 0.01 to 100.
    lang: str
        Language, ja or en; by default that of your locale.
    cards: Path
        The card file that the game was played with, if not its own.
    """
    if not LEAST_PART <= effort <= MOST_PART:
        raise UsageError(f"--effort takes {LEAST_PART:g} to {MOST_PART:g}, not {effort:g}")
    recorded = read_replay(file, cards=cards)
    players = recorded.game.num_players
    if seat is not None and not 1 <= seat <= players:
        raise UsageError(f"--seat takes 1 to {players}, not {seat}")
    final = recorded.steps[-1].state if recorded.steps else recorded.initial
    if not final.is_terminal:
        raise UsageError(f"{file}: this game is not over; only finished games can be reviewed")

    console, words = Console(highlight=False, markup=False), command_localizer(lang)
    decisions = list(decisions_of(recorded))
    turns = [turn for turn in analysed(decisions, effort, words) if seat in (None, turn.seat + 1)]
    found = review.completed(final, turns)
    names = [name or words.say("seat", number=place + 1) for place, name in enumerate(recorded.names)]
    for place in range(players) if seat is None else (seat - 1,):
        print_seat(console, words, recorded, found, place, names, every=every)


def decisions_of(recorded: Replay) -> Iterator[Decision]:
    """Yield the decisions of a recorded game."""
    before = recorded.initial
    for move, step in enumerate(recorded.steps):
        decision = review.decision_of(before, move, step.command)
        if decision is not None:
            yield decision
        before = step.state


def analysed(decisions: Sequence[Decision], effort: float, words: Localizer) -> Iterator[ReviewedTurn]:
    """Yield the decisions with their analyses; shows its progress if there is someone to see it."""
    work = round(review.work_of_each(len(decisions)) * effort)
    shown = track(
        decisions,
        words.say("analyse-running"),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    for decision in shown:
        request = review.request_of(decision, work)
        yield review.reviewed_turn(decision, answer(request, search_build(request.package, "compiled")))


def print_seat(
    console: Console, words: Localizer, recorded: Replay, found: Review, seat: int, names: Sequence[str], *, every: bool
) -> None:
    """Print the review of one seat."""
    summary, game = found.seats[seat], recorded.game
    says = game.localizer(words.language)
    title = words.say("analyse-seat", who=names[seat], good=summary.good, count=summary.decisions)
    table = Table(title=title, title_justify="left", show_edge=False, expand=False)
    for id in ("turn", "played", "value", "best"):
        table.add_column(words.say(f"analyse-{id}"), justify="right" if id == "turn" else "left")
    for place, turn in enumerate(found.turns):
        if turn.seat == seat and (every or turn.mistake or place in summary.turning):
            table.add_row(*row(turn, says, names))
    console.print(table)
    for lesson in summary.lessons:
        text = says.say(lesson.words, names)
        about = found.turns[lesson.turn].move + 1 if lesson.turn >= 0 else 0
        console.print("·", words.say("analyse-lesson", turn=about, text=text) if about else text)
    console.print()


def row(turn: ReviewedTurn, says: Localizer, names: Sequence[str]) -> tuple[str, str, str, str]:
    """Return the cells of a decision: its number, what was played, its prospect, and what was better and why."""
    played, best = turn.options[turn.played], turn.options[0]
    why = f"\n  {says.say(best.reason.words, names)}" if best.reason is not None else ""
    better = says.say(best.label, names) + why if turn.played else ""
    mark = "✗ " if turn.mistake else ""
    return str(turn.move + 1), mark + says.say(played.label, names), says.say(played.prospect, names), better
