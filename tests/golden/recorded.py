"""Recorded games that detect rules changes without a new rules version.

    python -m tests.golden.recorded [SLUG ...]

records games of the current rules versions that have no file yet.  Files are never overwritten: a game that replays
differently needs a new rules version, because stored tables would continue with other cards.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from harness.contract.cases import CASES, Case, random_command
from tefuda.engine.chance import SecretSource
from tefuda.engine.errors import IllegalAction, TefudaError
from tefuda.engine.game import Game, game_slugs
from tefuda.engine.state import State

FOLDER = Path(__file__).parent / "records"
GAMES = 120  # of each game, shared among its numbers of players
MOST_COMMANDS = 150  # of one game: some are long


class Recorded(NamedTuple):
    """The beginning of a game, with digests of its states."""

    players: int
    options: dict[str, int]
    key: str  # of all draws, hex
    commands: list[str]
    digest: str  # of seat to act, legal actions and number of draws, before each command and at the end


def file_of(slug: str, version: str) -> Path:
    return FOLDER / f"{slug}-{version}.jsonl"


def stored(slug: str, version: str) -> list[Recorded]:
    """Read the games recorded with a rules version."""
    lines = file_of(slug, version).read_text(encoding="utf-8").splitlines()
    return [msgspec.json.decode(line, type=Recorded) for line in lines]


def digest(game: Game, recorded: Recorded) -> str:
    """Replay a game and return digests of what affects play; names of fields and files do not."""
    state = game.start(chance=SecretSource(bytes.fromhex(recorded.key)))
    seen = hashlib.sha256(_moment(state).encode())
    for command in recorded.commands:
        state.play(command)
        seen.update(_moment(state).encode())
    if state.is_terminal:
        seen.update(f"{state.ranking} {state.scores}".encode())
    return seen.hexdigest()


def _moment(state: State) -> str:
    assert state.chance is not None
    return f"{state.current_player} {' '.join(state.legal_actions)} {state.chance.mark()}\n"


def difference(game: Game, recorded: Recorded) -> str:
    """Return how a game replays differently, "" if it does not."""
    try:
        found = digest(game, recorded)
    except (IllegalAction, TefudaError, ArithmeticError, LookupError) as error:
        return f"{type(error).__name__}: {error}"
    return "" if found == recorded.digest else "whose turn it is, what is legal, what is drawn, or the result"


def record(case: Case, number: int) -> Recorded:
    """Play and record one game."""
    random = Random(f"golden {case} {number}")
    game, key = case.game(random), random.randbytes(32)
    state, commands = game.start(chance=SecretSource(key)), list[str]()
    while not state.is_terminal and len(commands) < MOST_COMMANDS:
        commands.append(random_command(state, random))
        state.play(commands[-1])
    bare = Recorded(case.players, game.options, key.hex(), commands, "")
    return bare._replace(digest=digest(game, bare))


def main(slugs: list[str]) -> None:
    """Record the games of the current rules versions that have no file yet."""
    for slug in slugs or game_slugs():
        cases = [case for case in CASES if case.slug == slug]
        file = file_of(slug, cases[0].game(Random(0)).description.rules_version)
        if file.exists():
            print(f"{file.name} is there already, and recorded games are never written again")
            continue
        games = [record(cases[number % len(cases)], number) for number in range(GAMES)]
        file.write_text("".join(msgspec.json.encode(one).decode() + "\n" for one in games), encoding="utf-8")
        print(f"recorded {len(games)} games in {file.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
