"""Random games in full, as text: two checkouts that play alike print the same.

    python -m benchmarks.corpus GAME [--games 50] [--first 0]

It plays from fixed seeds with every number of players and random house rules, and prints for every state its fields,
what is legal, what is refused and worth searching, what every seat sees, and a world that a seat considers possible;
for every event what every seat observes; and each game's record.  `diff` shows what a change has changed; `sed` takes
back intended renames before; `sha256sum` is enough where nothing may change.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from harness.contract.cases import CASES, Case, determinized, random_command
from tefuda.engine.events import GameEvent
from tefuda.engine.game_record import write_record
from tefuda.engine.state import State

MOST_COMMANDS = 600  # of one game


def play(case: Case, number: int) -> Iterator[str]:
    """Play one game, determined by its number, and yield the lines about it."""
    random = Random(f"{case} {number}")
    game = case.game(random)
    state = game.start(random.getrandbits(63))
    yield f"{case} game {number} {text(game.options)}"
    yield from heard(case, state, state.opening)
    yield from seen(case, state, random)
    while not state.is_terminal and len(state.history) < MOST_COMMANDS:
        command = random_command(state, random)
        yield f"command {command}"
        yield from heard(case, state, state.play(command))
        yield from seen(case, state, random)
    yield from write_record(state).splitlines()


def seen(case: Case, state: State, random: Random) -> Iterator[str]:
    """Yield what a state holds, allows and shows."""
    game, record = state.game, state.full_state
    yield from (f"state.{name} {text(value)}" for name, value in record.values().items())
    yield state.position
    if not state.is_terminal:
        asked = random.randrange(len(game.action_names))
        yield f"legal {text(game.legal(record))} candidates {text(game.candidate_actions(record))}"
        yield f"refusal {asked} {game.build.why_not(record, game.tables, asked)}"
    for viewer, view in zip(case.viewers, game.views(record, case.viewers), strict=True):
        yield from parts(f"view {viewer}", view)
        yield f"key {viewer} {game.build.information_state_key(record, game.tables, viewer)}"
    viewer = random.choice(case.viewers)
    world = determinized(game, record, viewer, seed=random.getrandbits(63))
    utilities = [0.0] * game.num_players
    ends = game.build.evaluate(world, game.tables, utilities)
    yield f"world {viewer} {text(world.values())} evaluated {ends} {text(utilities if ends else [])}"


def heard(case: Case, state: State, events: Iterable[GameEvent]) -> Iterator[str]:
    """Yield what spectators and each seat observe of some events."""
    for event in events:
        for viewer, observation in zip(case.viewers, state.game.observe_all(event, case.viewers), strict=True):
            if observation is not None:
                yield from parts(f"event {viewer}", observation)


def parts(label: str, struct: msgspec.Struct) -> Iterator[str]:
    """Yield a line for each field of a view or an observation that says something."""
    for name in struct.__struct_fields__:
        if (value := getattr(struct, name)) not in (None, False, "", (), {}):
            yield f"{label} {name} {text(value)}"


def text(value: Any) -> str:
    """Return a value as text that does not depend on the order of its names."""
    return msgspec.json.encode(value, order="sorted").decode()


def main() -> None:
    """Print the games that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted({case.slug for case in CASES}))
    parser.add_argument("--games", type=int, default=50, help="of every number of players")
    parser.add_argument("--first", type=int, default=0, help="number of the first of them")
    chosen = parser.parse_args()
    for case in (one for one in CASES if one.slug == chosen.game):
        for number in range(chosen.first, chosen.first + chosen.games):
            print(*play(case, number), sep="\n")


if __name__ == "__main__":
    main()
