"""Strength of the search of ニワトリかラマか ポーカー against fixed policies, and the value of marks.

`python -m benchmarks.llama_strength [DEALS [SESSIONS [SIMULATIONS]]]` prints the tables of docs/bots-llama.md.  One
player sits among equals of another kind, once at every seat of each deal; statistics are per deal, which are
independent samples.
"""

from __future__ import annotations

import sys
import time
from random import Random

from rich.console import Console

from tefuda.bots.players import put, search_build
from tefuda.bots.search import Tree
from tefuda.engine.game import load
from tefuda.engine.state import State
from tefuda.games.llama.actions import Action
from tefuda.games.llama.notes import memory
from tefuda.games.llama.state import PUBLIC, Kind, Phase
from tefuda.games.llama.state import State as Record
from tefuda.lab import match

SESSION = 10  # games
PLAYERS = (4, 3, 5)


class Fixed:
    """Plays by a fixed policy: "random", "folds exactly the hands with chickens" or "always all-in"."""

    def __init__(self, policy: str) -> None:
        self._policy, self._random = policy, Random(1)

    def __repr__(self) -> str:
        return self._policy

    def choose(self, state: State) -> int:
        action = None if self._policy == "random" else self._decision(state.full_state)
        return self._random.choice(state.game.candidate_actions(state.full_state)) if action is None else action

    def _decision(self, s: Record) -> int | None:
        """Return the action of the policy, None for any action."""
        places = [s.hand[s.to_act, i] - 1 for i in range(s.held[s.to_act])]
        bust = any(s.seen[s.to_act] >> place & 1 and s.kind[place] == Kind.BAD for place in places)
        plays = not bust or self._policy == "always all-in"
        match s.phase:
            case Phase.BETTING:
                return Action.PLAY if plays else Action.FOLD
            case Phase.DRAWING:
                return Action.STOP if bust or len(places) == 4 else self._random.choice((Action.TOP, Action.BOTTOM))
            case Phase.RAISING if plays:
                return Action.ALL_IN
            case Phase.RAISING:
                return Action.DECLINE if s.allin == 0 else Action.DROP
            case Phase.CONFIRMING:
                return Action.REVEAL
        return None


class Unmarking:
    """Searches without making marks; unless it `reads`, all notes look alike to it."""

    def __init__(self, simulations: int, *, reads: bool) -> None:
        self._simulations, self._reads, self._random = simulations, reads, Random(1)

    def __repr__(self) -> str:
        return "searches" if self._reads else "neither marks nor reads"

    def choose(self, state: State) -> int:
        record, build = state.full_state.copy(), search_build(state.game.package, "compiled")
        if len(candidates := state.game.candidate_actions(record)) == 1:
            return candidates[0]
        if not self._reads:
            forget(record)
        states, tree = build.states(2), Tree(*build.empty_tree(self._simulations))
        put(record, states)
        generator = build.generator(self._random.getrandbits(62))
        build.run_simulations(states, build.tables(state.game.tables), generator, tree, self._simulations)
        return int(build.best_action(tree, build.ints(build.NUM_ACTIONS), build.floats(build.NUM_ACTIONS)))


def forget(s: Record) -> None:
    """Erase what the seat to act and the public remember from earlier rounds."""
    for pattern in range(s.looks):
        for kind in Kind:
            s.sure[memory(s.to_act, kind), pattern] = 0
            s.sure[memory(PUBLIC, kind), pattern] = 0


def run(deals: int = 200, sessions: int = 20, budget: int = 200, console: Console | None = None) -> None:
    """Print both tables line by line as they are played."""
    console = console or Console()
    reader, searcher = f"search:{budget}", Unmarking(budget, reads=True)
    console.print(f"search, {budget} simulations, {deals} deals, each from every seat")
    for players in PLAYERS if deals else ():
        for policy in ("random", "folds exactly the hands with chickens", "always all-in"):
            row(console, players, (searcher, Fixed(policy)), deals)
    console.print(f"marks: {sessions} sessions of {SESSION} games, {budget} simulations")
    other = Unmarking(budget, reads=False)
    for players in PLAYERS if sessions else ():
        row(console, players, (reader, other), sessions, SESSION)
        row(console, players, (other, reader), sessions, SESSION)


def row(console: Console, players: int, pair: tuple[str | Fixed | Unmarking, ...], deals: int, games: int = 1) -> None:
    """Print one line: the pairing, the utility with its 95 % interval, and the seconds it took."""
    start = time.perf_counter()
    utility = match(load("llama", players=players, games=games), pair, deals=deals).standings[0].utility
    seconds, margin = time.perf_counter() - start, (utility.high - utility.low) / 2
    told = f"{players} players, {pair[0]} among {pair[1]}: {utility.value:+.3f} ± {margin:.3f} ({seconds:.1f} s)"
    console.print(told, soft_wrap=True)


if __name__ == "__main__":
    run(*map(int, sys.argv[1:]))
