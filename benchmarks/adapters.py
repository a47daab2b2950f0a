"""Time of serialising long games, at two lengths: nothing may cost more than in proportion to the history.

`tefuda bench adapters` runs it, on ドウトツくじゃん, whose random games are the longest. Needs the extra `openspiel`.
"""

from __future__ import annotations

import pickle
import statistics
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from tefuda.engine.game import Game, load
from tefuda.engine.game_record import Replay, write_record
from tefuda.engine.state import State

GAME = "doutotsu"


class Long(NamedTuple):
    """A long game, here and in OpenSpiel."""

    state: State
    game: Any
    spiel: Any


def play(game: Game, decisions: int, seed: int) -> Long:
    """Play at random, on both sides alike, to a decision after so many; raises ValueError if the game ends before."""
    import pyspiel

    import tefuda.adapters.open_spiel  # noqa: F401 (registers the games)

    theirs = pyspiel.load_game(f"tefuda_{game.slug}", {"players": game.num_players, "merge_chance": False})
    spiel, ours, random = theirs.new_initial_state(), game.start(0, explicit_chance=True), Random(seed)
    made = 0
    while made < decisions or ours.is_chance_node:
        if ours.is_terminal:
            raise ValueError(f"the game was over after {made} decisions: ask for fewer")
        if ours.is_chance_node:
            action = random.choice(ours.chance_outcomes(merged=False)).value
            ours.play_chance(action)
        else:
            action = random.choice(ours.legal_actions.codes)
            ours.play(action)
            made += 1
        spiel.apply_action(action)
    return Long(ours, theirs, spiel)


def contenders(long: Long) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name."""
    import pyspiel

    text, record, dumped = long.state.position, write_record(long.state), pickle.dumps(long.state)
    serialised = pyspiel.serialize_game_and_state(long.game, long.spiel)
    seat = long.state.current_player
    long.state.information_state_string(seat)
    return {
        "position written": lambda: long.state.position,
        "position read": lambda: long.state.game.position(text, 0),
        "state pickled": lambda: pickle.dumps(long.state),
        "state unpickled": lambda: pickle.loads(dumped),  # noqa: S301 (our own)
        "information state, asked again": lambda: long.state.information_state_string(seat),
        "record written": lambda: write_record(long.state),
        "record replayed": lambda: Replay(record),
        "OpenSpiel: copied": long.spiel.clone,
        "OpenSpiel: serialised": lambda: pyspiel.serialize_game_and_state(long.game, long.spiel),
        "OpenSpiel: restored": lambda: pyspiel.deserialize_game_and_state(serialised),
    }


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one call."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def run(*, decisions: int = 1000, repeat: int = 7, seed: int = 1) -> None:
    """Measure games of `decisions` and of twice as many in turn, and print medians and the median of the ratios."""
    game = load(GAME)
    lengths = (decisions, 2 * decisions)
    works = [contenders(play(game, length, seed)) for length in lengths]
    print(f"Processor time after {lengths[0]:,} and {lengths[1]:,} random decisions in {GAME}, and their ratio:")
    print("1 is constant, 2 is in proportion to the history, 4 would be quadratic.\n")
    for name in works[0]:
        rounds = [[seconds(work[name]) for work in works] for _ in range(repeat + 1)][1:]  # the first warms up
        print(row(name, rounds), flush=True)


def row(name: str, rounds: Sequence[Sequence[float]]) -> str:
    """Return a line of the report."""
    short, long = (statistics.median(times) * 1e3 for times in zip(*rounds, strict=True))
    ratio = statistics.median(one[1] / one[0] for one in rounds)
    return f"{name:32} {short:10.3f} ms {long:10.3f} ms   {ratio:5.2f}"


if __name__ == "__main__":
    run()
