"""Worlds that an audience cannot tell apart, and what is played in all of them.

The worlds of a group differ in what the audience must not know: in the cards that are hidden from it, or in the
table's secret, which decides the cards to come.  In kotori nothing lies hidden, so there only the secrets differ, and
two worlds are a pair where the same commands lead to different records.  Equal worlds are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count
from random import Random
from typing import Any, NamedTuple

import msgspec

from tefuda.engine.chance import Table as TableChance
from tefuda.engine.errors import IllegalAction
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.table.table import draw_key_v1
from tests.contract.cases import Case, plain, random_command, random_play, redealt
from tests.contract.leaks import Frame, compared

SPOTS = 25  # pairs from one random game
LATE = 6  # the last so many positions of a game
OFTEN = 0.35  # of all pairs lie there
LENGTH = 4  # commands that are played in all worlds
TO_THE_END = 12  # at most, near the end of a game
DEALS = 3  # tried for each further world that differs from the others
ATTEMPTS = 10  # to find a command that shows the audience no difference
COMMANDS = 30  # looked at for one that is legal in all worlds
FUTURES = 12  # tried for one that agrees for a while
REFUSED = 4  # actions that are not allowed, tried at each step


class Pair(NamedTuple):
    """Two worlds, or more of which each two are a pair, that `viewer` cannot tell apart."""

    game: Game
    records: tuple[Any, ...]
    secrets: tuple[bytes, ...]
    viewer: int
    length: int  # commands to play at most
    seed: int
    differing: int  # pairs among these worlds that differ

    def states(self) -> tuple[State, ...]:
        """The game in every world, as a server begins it."""
        states = tuple(self.game.position(self.game.position_text(record), 1) for record in self.records)
        for state, secret in zip(states, self.secrets, strict=True):
            state.chance = TableChance(draw_key_v1(secret, []))
        return states

    def __str__(self) -> str:
        texts = " and ".join(self.game.position_text(record) for record in self.records)
        return f"{self.game!r}, viewer {self.viewer}, {texts}, seed {self.seed}"


class Step(NamedTuple):
    """A command, and what the viewer tries before it: commands that are refused."""

    seat: int
    command: str
    tries: tuple[tuple[str, ...], ...]


class Plan(NamedTuple):
    """What is played in all worlds of a pair."""

    steps: tuple[Step, ...]  # that show the viewer no difference
    parting: Step | None  # a last one that does
    over: bool  # do the steps end the game?
    leaks: tuple[str, ...]  # what the game showed though the viewer's knowledge was the same


def pairs(case: Case, seed: int, worlds: int = 2) -> Iterator[Pair | None]:
    """Yield groups of worlds from random games with random house rules; None in place of one of equal worlds."""
    random = Random(f"{case} {seed}")
    for number in count(seed * 1_000_000):
        if number % SPOTS == 0:
            play = random_play(case.game(random), random)
        late = random.random() < OFTEN
        state = random.choice(play.states[:-1][-LATE if late else 0 :])
        viewer = random.choice(case.viewers)
        yield _pair(state, viewer, TO_THE_END if late else LENGTH, number, worlds)


def _pair(state: State, viewer: int, length: int, seed: int, worlds: int) -> Pair | None:
    game, record = state.game, state.truth
    random = Random(seed)
    secret = random.randbytes(32)
    records = [record]
    for attempt in range(DEALS * (worlds - 1)):
        if len(records) == worlds:
            break
        other = redealt(game, record, viewer, seed if attempt == 0 else random.getrandbits(63))
        if all(plain(other) != plain(one) for one in records):
            records.append(other)
    distinct = len(records)
    another = distinct == 1 or seed % 4 == 0
    records += [record.copy() for _ in range(worlds - distinct)]
    secrets = (secret, *(random.randbytes(32) if another else secret for _ in range(worlds - 1)))
    pair = Pair(game, tuple(records), secrets, viewer, length, seed, 0)
    if distinct > 1:
        equal = worlds - distinct + 1  # worlds with the true record
        return pair._replace(differing=worlds * (worlds - 1) // 2 - equal * (equal - 1) // 2)
    # What is hidden here is the future at most: of several secrets those with which all go on alike for longest.
    futures = [
        pair._replace(secrets=(secret, *(random.randbytes(32) for _ in range(worlds - 1)))) for _ in range(FUTURES)
    ]
    alike, differing, place = max((*_commands_alike(future), place) for place, future in enumerate(futures))
    return futures[place]._replace(differing=differing) if alike else None


def _commands_alike(pair: Pair) -> tuple[int, int]:
    """Count the commands that lead to the same records in all worlds, the first that does not included.

    Returns that count, 0 where all commands do, and how many pairs of worlds differ then.
    """
    states, random = pair.states(), Random(pair.seed)
    while not states[0].over:
        command = random_command(states[0], random)
        for state in states:
            state.redo(command)
        differing = sum(plain(one.truth) != plain(other.truth) for one, other in combinations(states, 2))
        if differing:
            return len(states[0].moves), differing
    return 0, 0


def plan(pair: Pair) -> Plan:
    """What is played in all worlds of a group: commands that show the viewer no difference, as far as there are any."""
    states, random = pair.states(), Random(pair.seed)
    steps: list[Step] = []
    leaks: list[str] = []
    parting: Step | None = None
    while len(steps) < pair.length and not leaks:
        seat, parting = states[0].seat, None
        if seat is None:
            break
        tries = _tries(states[0], pair.viewer, random)
        before = [_frame(state.game, "", state.truth, pair.viewer) for state in states]
        for command in _commands(states, random, leaks, by_viewer=seat == pair.viewer):
            step = Step(seat, command, tries)
            runs = [_frames(state, command, pair.viewer, frame) for state, frame in zip(states, before, strict=True)]
            found = [compared(runs[0], run) for run in runs[1:]]
            leaks += [leak for one, _ in found for leak in one]
            if all(same for _, same in found):
                break
            parting = step
        else:
            break
        steps.append(step)
        for state in states:
            state.play(step.command)
        parting = None
    return Plan(tuple(steps), parting, all(state.over for state in states), tuple(leaks))


def _commands(states: tuple[State, ...], random: Random, leaks: list[str], *, by_viewer: bool) -> Iterator[str]:
    """A few random commands that are legal in all worlds.

    The viewer's own commands are legal in all or in none: one that is not is added to `leaks`.
    """
    found: set[str] = set()
    for _ in range(COMMANDS):
        command = random_command(states[0], random)
        if command in found:
            continue
        try:
            for state in states[1:]:
                state.cancel(state.prepare(command))
        except IllegalAction:
            if by_viewer:
                leaks.append(f"refusal of {command} in one world only")
            continue
        found.add(command)
        yield command
        if len(found) == ATTEMPTS:
            return


def _frames(state: State, command: str, viewer: int, before: Frame) -> list[Frame]:
    """Every moment of a command as the viewer notices it, by the game alone."""
    prepared = state.prepare(command)
    state.cancel(prepared)
    frames = [before]
    for event in prepared.events:
        frame = _frame(state.game, state.game.hear(event, viewer), event.after, viewer)
        if frame.heard != b"null" or frame[1:] != frames[-1][1:]:
            frames.append(frame)
    return frames


def _frame(game: Game, heard: Any, record: Any, viewer: int) -> Frame:
    view = msgspec.json.encode(game.view(record, viewer, choices=False))
    return Frame(msgspec.json.encode(heard), view, game.build.info_key(record, game.tables, viewer))


def _tries(state: State, viewer: int, random: Random) -> tuple[tuple[str, ...], ...]:
    """Commands of the viewer that are refused: forbidden ones, unknown ones, and ones that go wrong half way."""
    legal = state.actions
    names = [name for name in state.game.action_names if name and (state.seat != viewer or name not in legal)]
    tries = [(name,) for name in random.sample(names, min(len(names), REFUSED))]
    return (*tries, ("nothing-like-it",), (random.choice(legal), "nothing-like-it"))
