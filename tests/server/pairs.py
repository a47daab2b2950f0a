"""Pairs of worlds that an audience cannot tell apart, and what is played in both.

The two worlds of a pair differ in what the audience must not know: in the cards that are hidden from it, or in the
table's secret, which decides the cards to come.  In kotori nothing lies hidden, so there only the secrets differ, and a
pair counts where the same commands would lead to different records.  Pairs that do not differ are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec

from tefuda.engine.chance import Table as TableChance
from tefuda.engine.errors import IllegalAction
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.table.table import draw_key_v1
from tests.contract.cases import Case, determinized, random_command, random_play, record_content
from tests.contract.leaks import Frame, compare_frames

SPOTS = 25  # pairs from one random game
LATE = 6  # the last so many positions of a game
OFTEN = 0.35  # of all pairs lie there
LENGTH = 4  # commands that are played in both worlds
TO_THE_END = 12  # at most, near the end of a game
ATTEMPTS = 3  # to find a command that shows the audience no difference
COMMANDS = 30  # looked at for one that is legal in both worlds
FUTURES = 12  # tried for one that agrees for a while
REFUSED = 4  # actions that are not allowed, tried at each step


class Pair(NamedTuple):
    """Two worlds that `viewer` cannot tell apart."""

    game: Game
    records: tuple[Any, Any]
    secrets: tuple[bytes, bytes]
    viewer: int
    length: int  # commands to play at most
    seed: int

    def states(self) -> tuple[State, State]:
        """The game in both worlds, as a server begins it."""
        one, other = (self.game.position(self.game.position_text(record), 1) for record in self.records)
        one.chance, other.chance = (TableChance(draw_key_v1(secret, [])) for secret in self.secrets)
        return one, other

    def __str__(self) -> str:
        one, other = (self.game.position_text(record) for record in self.records)
        return f"{self.game!r}, viewer {self.viewer}, {one} and {other}, seed {self.seed}"


class Step(NamedTuple):
    """A command, and what the viewer tries before it: commands that are refused."""

    seat: int
    command: str
    tries: tuple[tuple[str, ...], ...]


class Plan(NamedTuple):
    """What is played in both worlds of a pair."""

    steps: tuple[Step, ...]  # that show the viewer no difference
    parting: Step | None  # a last one that does
    over: bool  # do the steps end the game?
    leaks: tuple[str, ...]  # what the game showed though the viewer's knowledge was the same


def pairs(case: Case, seed: int) -> Iterator[Pair | None]:
    """Pairs from random games with random house rules, without end; None in place of one that does not differ."""
    random = Random(f"{case} {seed}")
    for number in count(seed * 1_000_000):
        if number % SPOTS == 0:
            play = random_play(case.game(random), random)
        late = random.random() < OFTEN
        state = random.choice(play.states[:-1][-LATE if late else 0 :])
        viewer = random.choice(case.viewers)
        yield _pair(state, viewer, TO_THE_END if late else LENGTH, number)


def _pair(state: State, viewer: int, length: int, seed: int) -> Pair | None:
    game, record = state.game, state.full_state
    other = determinized(game, record, viewer, seed)
    random = Random(seed)
    secret = random.randbytes(32)
    differs = record_content(record) != record_content(other)
    another = not differs or seed % 4 == 0
    pair = Pair(game, (record, other), (secret, random.randbytes(32) if another else secret), viewer, length, seed)
    if differs:
        return pair
    # What is hidden here is the future at most: of several secrets the one with which both go on alike for longest.
    futures = [pair._replace(secrets=(secret, random.randbytes(32))) for _ in range(FUTURES)]
    lasting = [(_commands_alike(future), place) for place, future in enumerate(futures)]
    alike, place = max((alike or 0, place) for alike, place in lasting)
    return futures[place] if alike else None


def _commands_alike(pair: Pair) -> int | None:
    """How many commands lead to the same records in both worlds, the first that does not included; None: all do."""
    (one, other), random = pair.states(), Random(pair.seed)
    while not one.over:
        command = random_command(one, random)
        one.redo(command)
        other.redo(command)
        if record_content(one.full_state) != record_content(other.full_state):
            return len(one.moves)
    return None


def plan(pair: Pair) -> Plan:
    """What is played in both worlds of a pair: commands that show the viewer no difference, as far as there are any."""
    states, random = pair.states(), Random(pair.seed)
    steps: list[Step] = []
    leaks: list[str] = []
    parting: Step | None = None
    while len(steps) < pair.length and not leaks:
        seat, parting = states[0].seat, None
        if seat is None:
            break
        tries = _tries(states[0], pair.viewer, random)
        before = [_frame(state.game, "", state.full_state, pair.viewer) for state in states]
        for command in _commands(states, random, leaks, by_viewer=seat == pair.viewer):
            step = Step(seat, command, tries)
            runs = [_frames(state, command, pair.viewer, frame) for state, frame in zip(states, before, strict=True)]
            found, same = compare_frames(*runs)
            leaks += found
            if same:
                break
            parting = step
        else:
            break
        steps.append(step)
        for state in states:
            state.play(step.command)
        parting = None
    return Plan(tuple(steps), parting, all(state.over for state in states), tuple(leaks))


def _commands(states: tuple[State, State], random: Random, leaks: list[str], *, by_viewer: bool) -> Iterator[str]:
    """A few random commands that are legal in both worlds.

    The viewer's own commands are legal in both or in none: one that is not is added to `leaks`.
    """
    found: set[str] = set()
    for _ in range(COMMANDS):
        command = random_command(states[0], random)
        if command in found:
            continue
        try:
            states[1].cancel(states[1].prepare(command))
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
        frame = _frame(state.game, state.game.observe(event, viewer), event.after, viewer)
        if frame.observation != b"null" or frame[1:] != frames[-1][1:]:
            frames.append(frame)
    return frames


def _frame(game: Game, heard: Any, record: Any, viewer: int) -> Frame:
    view = msgspec.json.encode(game.view(record, viewer, choices=False))
    return Frame(msgspec.json.encode(heard), view, game.build.information_state_key(record, game.tables, viewer))


def _tries(state: State, viewer: int, random: Random) -> tuple[tuple[str, ...], ...]:
    """Commands of the viewer that are refused: forbidden ones, unknown ones, and ones that go wrong half way."""
    legal = state.actions
    names = [name for name in state.game.action_names if name and (state.seat != viewer or name not in legal)]
    tries = [(name,) for name in random.sample(names, min(len(names), REFUSED))]
    return (*tries, ("nothing-like-it",), (random.choice(legal), "nothing-like-it"))
