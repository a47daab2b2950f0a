"""Plays the games of a study: by the compiled build if all players are searching or random, else player by player.

Every game follows from its own seeds, so that it depends neither on the games before it nor on the process that plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.bots.logged_games import OBSERVATIONS, STATES
from tefuda.bots.players import preliminary_actions, search_build
from tefuda.bots.search import Tree
from tefuda.engine.backends import NoTensors
from tefuda.engine.errors import BadOption, IllegalAction, TefudaError
from tefuda.engine.game import Game
from tefuda.engine.primitives import mix
from tefuda.engine.state import State
from tefuda.lab.players import Player, PlayerName, close_players, playing

DEALS, CHOICES, WORLDS = 1, 2, 3  # mixed into the seed of a study, for the seeds of its deals, players and worlds
FIRST_ROWS = 20_000  # of a log; it grows if a game needs more
TIMEOUT = 60.0  # seconds for an answer of another process


@dataclass(frozen=True)
class Task:
    """Games of a study that one process plays."""

    game: Game
    lineups: tuple[tuple[PlayerName, ...], ...]  # of each game, by seat
    seeds: tuple[int, ...]  # of each game's deal
    choices: tuple[int, ...]  # of each game's players
    keep: int = 0  # what the log holds: STATES, OBSERVATIONS
    timeout: float = TIMEOUT
    openings: tuple[tuple[str, ...], ...] = ()  # of each game, by seat: the first decision, in place of the player's


@dataclass(frozen=True)
class Log:
    """Every decision of some games, one after the other; a row is a decision."""

    rows: NDArray[np.int16]  # (decisions, 3): seat, code chosen, number of legal codes
    codes: NDArray[np.int16]  # (decisions, most legal): the legal codes
    values: NDArray[np.float32]  # (decisions, most legal): the estimated value of each, NaN without an estimate
    before: NDArray[np.void] | None  # the record before each decision
    seen: NDArray[np.void] | None  # what the seat to act sees of it, as the game's tensors


@dataclass(frozen=True)
class Played:
    """Some finished games."""

    task: Task
    utilities: NDArray[np.float64]  # (games, players)
    ranks: NDArray[np.int64]  # (games, players)
    ends: NDArray[np.int64]  # (games,): the row of the log after the last one of each game
    after: NDArray[np.void]  # (games,): the record at the end
    log: Log

    @property
    def firsts(self) -> NDArray[np.int64]:
        """The row of the log at which each game begins."""
        return np.concatenate([[0], self.ends[:-1]]).astype(np.int64)


def seeds_of(seed: int, deal: int, rotation: int) -> tuple[int, int]:
    """Return the seeds of a game of a study: of its deal, which all rotations share, and of its players."""
    return mix(mix(seed, DEALS), deal), mix(mix(mix(seed, CHOICES), deal), rotation)


def task_of(
    game: Game,
    lineups: Iterable[tuple[PlayerName, ...]],
    seed: int,
    numbers: Sequence[tuple[int, int]],
    *,
    keep: int = 0,
    timeout: float = TIMEOUT,
) -> Task:
    """Return the task to play some games of the study of a seed, each with its numbers of deal and rotation."""
    deals, choices = zip(*(seeds_of(seed, deal, rotation) for deal, rotation in numbers), strict=True)
    return Task(game, tuple(lineups), deals, choices, keep, timeout)


def play(task: Task) -> Played:
    """Play the games of a task; raises an error that names the player at fault."""
    names = {name for lineup in task.lineups for name in lineup}
    builtin = all(name.kind in ("random", "search") for name in names) and not task.openings
    if builtin and not (preliminary_actions(task.game.package) and any(name.simulations for name in names)):
        return _play_compiled(task)
    return _play_by_players(task)


def _play_compiled(task: Task) -> Played:
    """Play games of searching and random players on the compiled build."""
    game, count = task.game, len(task.seeds)
    build = search_build(game.package, "compiled")
    budgets = np.array([[name.simulations for name in lineup] for lineup in task.lineups], np.int64)
    options = np.array([*game.option_values, 0], np.int64)  # the zero, because an empty array has no type
    seeds, choices = np.array(task.seeds, np.int64), np.array(task.choices, np.int64)
    states, blank, generator = build.workspace(0, states=3)
    tree = Tree(*build.empty_tree(int(budgets.max())))
    tables = build.tables(game.tables)
    after = np.zeros(count, build.State.dtype)
    utilities, ranks = np.zeros((count, game.num_players)), np.zeros((count, game.num_players), np.int64)
    ends, size, first = np.zeros(count, np.int64), FIRST_ROWS, 0
    parts: list[Log] = []
    shift = 0
    while first < count:
        log = _empty_log(game, build.State.dtype, build.Tensors.dtype, size, task.keep)
        before = log.before if log.before is not None else np.zeros(1, build.State.dtype)
        seen = log.seen if log.seen is not None else np.zeros(1, build.Tensors.dtype)
        done = int(
            build.play_logged_games(
                *(states, blank, tables, generator, tree, game.num_players, options, seeds, choices, budgets, first),
                *(task.keep, before, seen, log.rows, log.codes, log.values, after, utilities, ranks, ends),
            )
        )
        if done == first:
            size *= 4  # no game fits
            continue
        parts.append(_cut(log, int(ends[done - 1])))
        ends[first:done] += shift
        shift, first = int(ends[done - 1]), done
    return Played(task, utilities, ranks, ends, after, _joined(parts))


def _empty_log(game: Game, state: np.dtype[Any], tensors: np.dtype[Any], size: int, keep: int) -> Log:
    width = min(game.max_branching, game.num_actions)
    return Log(
        np.zeros((size, 3), np.int16),
        np.zeros((size, width), np.int16),
        np.full((size, width), np.nan, np.float32),
        np.zeros(size, state) if keep & STATES else None,
        np.zeros(size, tensors) if keep & OBSERVATIONS else None,
    )


def _cut(log: Log, size: int) -> Log:
    parts: list[Any] = [None if part is None else part[:size].copy() for part in vars(log).values()]
    return Log(*parts)


def _joined(parts: Sequence[Log]) -> Log:
    if len(parts) == 1:
        return parts[0]
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    whole: list[Any] = [None if column[0] is None else np.concatenate(column) for column in columns]
    return Log(*whole)


def _play_by_players(task: Task) -> Played:
    """Play games decision by decision; each player gets only what its seat may know."""
    game, count = task.game, len(task.seeds)
    writer = _LogWriter(game, task.keep)
    utilities, ranks = np.zeros((count, game.num_players)), np.zeros((count, game.num_players), np.int64)
    ends = np.zeros(count, np.int64)
    after = np.zeros(count, game.build.State.dtype)
    try:
        for i, lineup in enumerate(task.lineups):
            numbers = [lineup[:seat].count(name) for seat, name in enumerate(lineup)]
            seats = [playing(name, number, game, task.timeout) for name, number in zip(lineup, numbers, strict=True)]
            for seat, player in enumerate(seats):
                try:
                    player.begin(game, seat, mix(task.choices[i], seat))
                except TefudaError as error:
                    raise BadOption(f"{lineup[seat]} at seat {seat}, before its first decision: {error}") from error
            openings = task.openings[i] if task.openings else ()
            state = _play_game(game, task.seeds[i], task.choices[i], lineup, seats, openings, writer.add)
            record = state.full_state
            record.store(after, i)
            utilities[i], ranks[i] = game.outcome(record)
            ends[i] = len(writer.rows)
    except BaseException:
        close_players()
        raise
    return Played(task, utilities, ranks, ends, after, writer.log())


def _play_game(
    game: Game,
    seed: int,
    choices: int,
    lineup: Sequence[PlayerName],
    seats: Sequence[Player],
    openings: Sequence[str],
    keep: Callable[[State, int, Mapping[int, float]], None],
) -> State:
    state = game.start(seed, events=False)
    decision = 0
    while state.current_player is not None:
        seat = state.current_player
        own = mix(choices, decision)
        opens = decision < len(openings)
        shown = state.determinize(seat, mix(mix(choices, WORLDS), decision))
        try:
            answer = openings[seat] if opens else seats[seat].choose(shown, own)
            actions: Sequence[str | int] = answer.split() if isinstance(answer, str) else (answer,)
            if not actions:
                raise BadOption("it answered nothing")
            values = () if opens else seats[seat].values
            for place, action in enumerate(actions):
                if state.current_player != seat:
                    raise BadOption(f"{answer!r} goes on after its decision")
                code = game.action_code(action)
                refused = state.why_not(action)
                if code is None or refused is not None:
                    assert refused is not None
                    raise IllegalAction(str(action), refused)
                keep(state, code, values[place] if place < len(values) else {})
                state.play(code)
                if not state.is_pending and place + 1 < len(actions):
                    raise BadOption(f"{answer!r} is more than one decision")
        except TefudaError as error:
            raise BadOption(f"{lineup[seat]} at seat {seat}, decision {decision}: {error}") from error
        decision += 1
    return state


class _LogWriter:
    """Logs decisions like the compiled build."""

    def __init__(self, game: Game, keep: int) -> None:
        self.game, self.keep = game, keep
        self.rows: list[tuple[int, int, int]] = []
        self._codes: list[tuple[int, ...]] = []
        self._values: list[list[float]] = []
        self._states: list[bytes] = []
        self._seen: list[bytes] = []

    def add(self, state: State, code: int, values: Mapping[int, float]) -> None:
        codes, record = state.legal_actions.codes, state.full_state
        self.rows.append((record.to_act, code, len(codes)))
        self._codes.append(codes)
        self._values.append([values.get(legal, np.nan) for legal in codes])
        if self.keep & STATES:
            self._states.append(record.to_bytes())
        if self.keep & OBSERVATIONS:
            tensors = self.game.build.Tensors()
            self.game.build.fill_tensors(record, self.game.tables, record.to_act, tensors)
            self._seen.append(tensors.to_bytes())

    def log(self) -> Log:
        build = self.game.build
        log = _empty_log(self.game, build.State.dtype, build.Tensors.dtype, len(self.rows), 0)
        log.rows[:] = np.array(self.rows, np.int16).reshape(-1, 3)
        for row, codes in enumerate(self._codes):
            log.codes[row, : len(codes)], log.values[row, : len(codes)] = codes, self._values[row]
        before = np.frombuffer(b"".join(self._states), build.State.dtype) if self.keep & STATES else None
        seen = np.frombuffer(b"".join(self._seen), build.Tensors.dtype) if self.keep & OBSERVATIONS else None
        return Log(log.rows, log.codes, log.values, before, seen)


def scores_of(game: Game, states: NDArray[np.void]) -> NDArray[np.int64]:
    """Return the scores in some states, (states, players)."""
    record, found = game.build.State(), []
    for place in range(len(states)):
        record.load(states, place)
        found.append(game.presentation.scores(record, game.tables))
    return np.array(found, np.int64)


def has_tensors(game: Game) -> bool:
    """Return whether a game declares what a seat sees as arrays."""
    return game.build.Tensors is not NoTensors
