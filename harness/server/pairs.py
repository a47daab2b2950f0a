"""Worlds that an audience cannot distinguish, and plans of commands to play in all of them.

The worlds of a group differ in what the audience must not know: in hidden cards, or in the table's secret, which
decides future cards.  Kotori hides no cards, so only the secrets differ; two worlds are a pair if the same commands
lead to different records.  Equal worlds do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count
from random import Random
from typing import Any, NamedTuple

import msgspec

from harness.contract.cases import Case, determinized, random_command, random_play, record_content
from harness.contract.leaks import Frame, compare_frames
from tefuda.engine.chance import SecretSource
from tefuda.engine.errors import IllegalAction
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.table.table import draw_key_v1

PAIRS_PER_GAME = 25  # pairs from one random game
LATE_POSITIONS = 6  # number of last positions of a game that count as late
LATE_SHARE = 0.35  # of all pairs are late ones
LENGTH = 4  # commands played in all worlds, at most,
LATE_LENGTH = 12  # and in late pairs, to reach the end of games
DEALS_TRIED = 3  # tried for each further world that differs from the others
ATTEMPTS = 10  # commands tried that might show the audience no difference
CANDIDATES = 30  # random commands tried to find ATTEMPTS that are legal in all worlds
SECRETS_TRIED = 12  # secrets tried to find one whose game stays equal for long
REFUSED_COMMANDS = 4  # illegal actions tried at each step


class Pair(NamedTuple):
    """Two worlds, or more of which each two are a pair, that `viewer` cannot distinguish."""

    game: Game
    records: tuple[Any, ...]
    secrets: tuple[bytes, ...]
    viewer: int
    length: int  # commands to play at most
    seed: int
    differing: int  # pairs among these worlds that differ

    def states(self) -> tuple[State, ...]:
        """Return the game in every world, as a server starts it."""
        states = tuple(self.game.position(self.game.position_text(record), 1) for record in self.records)
        for state, secret in zip(states, self.secrets, strict=True):
            state.chance = SecretSource(draw_key_v1(secret, []))
        return states

    def __str__(self) -> str:
        texts = " and ".join(self.game.position_text(record) for record in self.records)
        return f"{self.game!r}, viewer {self.viewer}, {texts}, seed {self.seed}"


class Step(NamedTuple):
    """A command, and illegal commands that the viewer tries before it."""

    seat: int
    command: str
    attempts: tuple[tuple[str, ...], ...]


class Plan(NamedTuple):
    """The commands to play in all worlds of a pair."""

    steps: tuple[Step, ...]  # these show the viewer no difference
    revealing: Step | None  # a last one that reveals a difference
    over: bool  # do the steps end the game?
    leaks: tuple[str, ...]  # differences the game showed although the viewer's knowledge was equal


def pairs(case: Case, seed: int, worlds: int = 2) -> Iterator[Pair | None]:
    """Yield groups of worlds from random games with random house rules endlessly; None replaces a group of equals."""
    random = Random(f"{case} {seed}")
    for number in count(seed * 1_000_000):
        if number % PAIRS_PER_GAME == 0:
            play = random_play(case.game(random), random)
        late = random.random() < LATE_SHARE
        state = random.choice(play.states[:-1][-LATE_POSITIONS if late else 0 :])
        viewer = random.choice(case.viewers)
        yield _pair(state, viewer, LATE_LENGTH if late else LENGTH, number, worlds)


def _pair(state: State, viewer: int, length: int, seed: int, worlds: int) -> Pair | None:
    game, record = state.game, state.full_state
    random = Random(seed)
    secret = random.randbytes(32)
    records = [record]
    for attempt in range(DEALS_TRIED * (worlds - 1)):
        if len(records) == worlds:
            break
        other = determinized(game, record, viewer, seed if attempt == 0 else random.getrandbits(63))
        if all(record_content(other) != record_content(one) for one in records):
            records.append(other)
    distinct = len(records)
    another = distinct == 1 or seed % 4 == 0
    records += [record.copy() for _ in range(worlds - distinct)]
    secrets = (secret, *(random.randbytes(32) if another else secret for _ in range(worlds - 1)))
    pair = Pair(game, tuple(records), secrets, viewer, length, seed, 0)
    if distinct > 1:
        equal = worlds - distinct + 1  # worlds with the actual record
        return pair._replace(differing=worlds * (worlds - 1) // 2 - equal * (equal - 1) // 2)
    # Only the future is hidden here: choose the secrets with which all worlds stay equal for longest.
    futures = [
        pair._replace(secrets=(secret, *(random.randbytes(32) for _ in range(worlds - 1))))
        for _ in range(SECRETS_TRIED)
    ]
    alike, differing, index = max((*_commands_until_difference(future), index) for index, future in enumerate(futures))
    return futures[index]._replace(differing=differing) if alike else None


def _commands_until_difference(pair: Pair) -> tuple[int, int]:
    """Return after how many commands the records differ, and how many pairs of worlds differ then.

    Both are 0 if the records never differ.
    """
    states, random = pair.states(), Random(pair.seed)
    while not states[0].is_terminal:
        command = random_command(states[0], random)
        for state in states:
            state.redo(command)
        contents = [record_content(state.full_state) for state in states]
        differing = sum(one != other for one, other in combinations(contents, 2))
        if differing:
            return len(states[0].history), differing
    return 0, 0


def plan(pair: Pair) -> Plan:
    """Return commands that show the viewer no difference, as many as possible."""
    states, random = pair.states(), Random(pair.seed)
    steps: list[Step] = []
    leaks: list[str] = []
    revealing: Step | None = None
    while len(steps) < pair.length and not leaks:
        seat, revealing = states[0].current_player, None
        if seat is None:
            break
        attempts = _illegal_commands(states[0], pair.viewer, random)
        before = [_frame(state.game, "", state.full_state, pair.viewer) for state in states]
        for command in _commands(states, random, leaks, by_viewer=seat == pair.viewer):
            step = Step(seat, command, attempts)
            runs = [_frames(state, command, pair.viewer, frame) for state, frame in zip(states, before, strict=True)]
            comparisons = [compare_frames(runs[0], run) for run in runs[1:]]
            leaks += [leak for frame_leaks, _ in comparisons for leak in frame_leaks]
            if all(same for _, same in comparisons):
                break
            revealing = step
        else:
            break
        steps.append(step)
        for state in states:
            state.play(step.command)
        revealing = None
    return Plan(tuple(steps), revealing, all(state.is_terminal for state in states), tuple(leaks))


def _commands(states: tuple[State, ...], random: Random, leaks: list[str], *, by_viewer: bool) -> Iterator[str]:
    """Yield a few random commands that are legal in all worlds.

    The viewer's own commands must be legal in all or in none; a violation is added to `leaks`.
    """
    tried: set[str] = set()
    for _ in range(CANDIDATES):
        command = random_command(states[0], random)
        if command in tried:
            continue
        try:
            for state in states[1:]:
                state.cancel(state.prepare(command))
        except IllegalAction:
            if by_viewer:
                leaks.append(f"refusal of {command} in one world only")
            continue
        tried.add(command)
        yield command
        if len(tried) == ATTEMPTS:
            return


def _frames(state: State, command: str, viewer: int, before: Frame) -> list[Frame]:
    """Return every step of a command as the viewer notices it, by the game alone."""
    prepared = state.prepare(command)
    state.cancel(prepared)
    frames = [before]
    for event in prepared.events:
        frame = _frame(state.game, state.game.observe(event, viewer), event.after, viewer)
        if frame.observation != b"null" or frame[1:] != frames[-1][1:]:
            frames.append(frame)
    return frames


def _frame(game: Game, observation: Any, record: Any, viewer: int) -> Frame:
    view = msgspec.json.encode(game.view(record, viewer, choices=False))
    return Frame(msgspec.json.encode(observation), view, game.build.information_state_key(record, game.tables, viewer))


def _illegal_commands(state: State, viewer: int, random: Random) -> tuple[tuple[str, ...], ...]:
    """Return commands of the viewer that must be refused: forbidden, unknown, and half-valid ones."""
    legal = state.legal_actions
    names = [name for name in state.game.action_names if name and (state.current_player != viewer or name not in legal)]
    commands = [(name,) for name in random.sample(names, min(len(names), REFUSED_COMMANDS))]
    return (*commands, ("nothing-like-it",), (random.choice(legal), "nothing-like-it"))
