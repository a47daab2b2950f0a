"""Strength of the search of ニワトリかラマか ポーカー against fixed policies, and the value of marks.

`python -m benchmarks.llama_strength [deals]` prints the tables of docs/bots-llama.md.  One player sits among equals of
another kind, once at every seat of each deal; statistics are per deal, which are independent samples.  Everything runs
in the compiled build.
"""

from __future__ import annotations

import sys
import time
from functools import cache

import numpy as np
from rich.console import Console

from benchmarks import llama_contest as kinds
from harness.strength import Deals, Estimate
from tefuda.bots import search
from tefuda.bots.search import Tree
from tefuda.engine import backends as builds
from tefuda.engine.backends import Build
from tefuda.engine.game import load
from tefuda.games.llama import rules

READER = kinds.SEARCHES | kinds.MARKING | kinds.READING
FIXED_POLICIES = {
    "random": 0,
    "folds exactly the hands with chickens": kinds.NO_CHICKENS,
    "always all-in": kinds.ALWAYS_ALL_IN,
}
SESSION = 10  # games


@cache
def build() -> Build:
    """Return the compiled game with the search and the fixed policies."""
    return builds.compiled(rules, search, kinds)


def contest(players: int, one: int, others: int, deals: int, *, games: int = 1, budget: int, seed: int = 1) -> Deals:
    """Return the utilities of the lone player, shape (deals, seats)."""
    game, compiled = load("llama", players=players, games=games), build()
    states, blank, rngs = compiled.workspace(0, states=3)
    tree = Tree(*compiled.empty_tree(budget))
    utilities = np.zeros(deals * players)
    seeds, options = np.arange(seed, seed + deals), np.array(game.option_values, np.int64)
    tables = compiled.tables(game.tables)
    compiled.sessions(states, blank, tables, rngs, tree, players, options, seeds, one, others, budget, utilities)
    return utilities.reshape(deals, players)


def run(deals: int = 200, sessions: int = 20, budget: int = 200, console: Console | None = None) -> None:
    """Print both tables line by line as they are played."""
    console = console or Console()
    console.print(f"search, {budget} simulations, {deals} deals, each from every seat")
    for players in (4, 3, 5):
        for name, kind in FIXED_POLICIES.items():
            row(console, players, ("searches", name), kinds.SEARCHES | kinds.READING, kind, deals, 1, budget)
    console.print(f"marks: {sessions} sessions of {SESSION} games, {budget} simulations")
    for players in (4, 3, 5):
        row(console, players, ("marks and reads", "neither"), READER, kinds.SEARCHES, sessions, SESSION, budget)
        row(console, players, ("neither", "marks and reads"), kinds.SEARCHES, READER, sessions, SESSION, budget)


def row(
    console: Console, players: int, names: tuple[str, str], one: int, others: int, deals: int, games: int, budget: int
) -> None:
    """Print one line: the pairing, the utility with its 95 % interval, and the seconds it took."""
    start = time.perf_counter()
    estimate = Estimate.of(contest(players, one, others, deals, games=games, budget=budget))
    seconds = time.perf_counter() - start
    console.print(f"{players} players, {names[0]} among {names[1]}: {estimate} ({seconds:.1f} s)", soft_wrap=True)


if __name__ == "__main__":
    run(*map(int, sys.argv[1:]))
