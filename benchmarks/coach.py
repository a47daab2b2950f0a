"""Quality of hints: stability, honesty, speed and benefit.  `tefuda bench coach` runs it.

- *Stable*: a position is asked several times with other seeds of the analysis; all askings name the same best option,
  or options that one of them declares equal.  (With its own seed a hint is the same each time anyway.)
- *Honest*: the whole answer, with intervals and reasons, is the same in other worlds that the seat cannot tell apart.
- *Of use*: a heuristic player that follows the first hint in every decision, among heuristic players, once at every
  seat of each deal.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from benchmarks.options import AtLeastOne, NotNegative, OfTests, OneGame
from harness.contract.cases import determinized
from harness.strength import Estimate
from tefuda.bots.analysis import HINT_WORK, Analysis, answer, make_request
from tefuda.bots.players import HeuristicBot, search_build
from tefuda.bots.players import make_request as make_bot_request
from tefuda.engine.backends import Build
from tefuda.engine.game import Game, game_slugs, load
from tefuda.engine.state import State

SPACING = 7  # decisions between two positions of one game
FEWEST_DEALS = 2  # for an interval


class Answers(NamedTuple):
    """What the positions of one game showed."""

    positions: int
    same_best: int  # positions in which all askings name the same best option,
    stable: int  # or options that one of two askings declares equal
    honest: int  # positions with the same answer in all worlds
    slowest: float  # seconds of processor time of a hint


def run(
    *,
    game: OneGame = None,
    positions: AtLeastOne = 100,
    asks: AtLeastOne = 5,
    deals: NotNegative = 20,
    work: Annotated[int, OfTests] = HINT_WORK,
    kind: Annotated[str, OfTests] = "compiled",
    console: Annotated[Console | None, OfTests] = None,
) -> list[tuple[str, Answers, Estimate | None]]:
    """Measure the hints: their stability, honesty, speed and benefit.

    Parameters
    ----------
    positions: int
        In how many positions of each game hints are asked for.
    asks: int
        How many times each is asked, every time with another seed.
    deals: int
        Deals, from every seat, in which a player follows all hints among heuristic players; 0 or 1: none.
    """
    console = console or Console()
    table = Table(title=f"hints of {work:,} units of work, asked {asks} times", title_justify="left")
    for head in ("game", "positions", "same best", "or equal", "honest", "slowest", f"use, {deals} deals"):
        table.add_column(head, justify="left" if head == "game" else "right")
    found = []
    for slug in (game,) if game is not None else game_slugs():
        opened = load(slug)
        build = search_build(opened.package, kind)
        console.print(f"{slug} …")
        answers = ask(opened, build, positions, asks, work)
        use = Estimate.of(follow(opened, build, deals, work)) if deals >= FEWEST_DEALS else None
        found.append((slug, answers, use))
        shares = (answers.same_best, answers.stable, answers.honest)
        percent = [f"{100 * one / max(answers.positions, 1):.0f} %" for one in shares]
        table.add_row(slug, str(answers.positions), *percent, f"{answers.slowest:.2f} s", str(use) if use else "-")
    console.print(table)
    return found


def ask(game: Game, build: Build, positions: int, asks: int, work: int) -> Answers:
    """Ask for hints in positions of heuristic games."""
    same = stable = honest = count = 0
    slowest = 0.0
    for state in decisions(game, positions):
        count += 1
        request = make_request(state, work)
        start = time.process_time()
        first = answer(request, build)
        slowest = max(slowest, time.process_time() - start)
        others = [answer(replace(request, seed=request.seed ^ (ask << 32)), build) for ask in range(1, asks)]
        same += all(other.best.action == first.best.action for other in others)
        stable += all(agrees(first, other) for other in others)
        honest += all(answer(make_request(world, work), build) == first for world in worlds(state))
    return Answers(count, same, stable, honest, slowest)


def agrees(first: Analysis, other: Analysis) -> bool:
    """Return whether two askings name the same best option, or options that either declares equal."""
    equal = {option.action for option in first.options if option.equal}
    return other.best.action in equal or first.best.action in {one.action for one in other.options if one.equal}


def decisions(game: Game, count: int) -> Iterator[State]:
    """Yield positions with a choice from games between heuristic players."""
    bot, found, seed = HeuristicBot(), 0, 0
    while found < count:
        state, seen = game.start(seed), 0
        while not state.is_terminal and found < count:
            if len(game.candidate_actions(state.full_state)) > 1:
                seen += 1
                if seen % SPACING == 0:
                    found += 1
                    yield state
            state.play(bot.choose(make_bot_request(state, "heuristic", seed)).command)
        seed += 1


def worlds(state: State, count: int = 2) -> Iterator[State]:
    """Yield worlds that the seat to act cannot tell from this one."""
    assert state.current_player is not None
    for seed in range(count):
        record = determinized(state.game, state.full_state, state.current_player, seed + 10)
        yield State(state.game, record, seed=None, chance=None)


def follow(game: Game, build: Build, deals: int, work: int) -> np.ndarray:
    """Return the utilities of a player that follows every first hint, at every seat of each deal."""
    utilities = np.zeros((deals, game.num_players))
    for deal in range(deals):
        for seat in range(game.num_players):
            utilities[deal, seat] = play(game, build, 1_000 + deal, seat, work)[seat]
    return utilities


def play(game: Game, build: Build, seed: int, seat: int, work: int) -> Sequence[float]:
    """Play a deal; return all utilities."""
    state, bot = game.start(seed, events=False), HeuristicBot()
    while not state.is_terminal:
        if state.current_player == seat and len(game.candidate_actions(state.full_state)) > 1:
            state.redo(answer(make_request(state, work), build).best.action)
        else:
            state.redo(bot.choose(make_bot_request(state, "heuristic", seed)).command)
    return game.outcome(state.full_state)[0]
