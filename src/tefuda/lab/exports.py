"""Games and decisions as Parquet, for data frames and learners, and back as game records.

A folder gets `games.parquet`, a row for each game, and `decisions.parquet`, a row for each decision, in order.  What is
constant, such as the names of the actions, is in the key "tefuda" of each file's metadata, as JSON.  docs/lab.md
describes the columns.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda import __version__
from tefuda.bots.in_process import Bot
from tefuda.bots.logged_games import CHOSEN, COUNT, OBSERVATIONS, SEAT, STATES
from tefuda.engine.arguments import usage
from tefuda.engine.errors import BadOption, BadRecord, TefudaError
from tefuda.engine.extras import library
from tefuda.engine.game import Game, load
from tefuda.engine.game_record import RecordContent, table_digest, text_of
from tefuda.engine.record import Record
from tefuda.lab.arguments import MOST_GAMES, checked, integer, path, writing
from tefuda.lab.games import TIMEOUT, Played, Task, has_tensors, play, scores_of, task_of
from tefuda.lab.matches import lineup_of
from tefuda.lab.pool import in_order

FORMAT = 1
KEY = b"tefuda"
GAMES, DECISIONS = "games.parquet", "decisions.parquet"
GAMES_A_TASK = 25  # of random players: those of doutotsu make 2,000 decisions a game
SLOW_GAMES_A_TASK = 10
ROWS_A_GROUP = 20_000  # decisions that are collected and then written: small groups take more space and time
HIDDEN = ("rng",)  # fields of a record that affect nothing but the next draws


@usage("export(game, players, folder, games=..., seed=...)")
def export(
    game: Game,
    players: Sequence[str | Bot],
    folder: str | Path,
    *,
    games: int = 1000,
    seed: int = 1,
    processes: int = 1,
    timeout: float = TIMEOUT,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[int, int]:
    """Play games and write them into a folder; return the numbers of games and decisions.

    `players` are given by seat as in a match, and move on by one seat from game to game.  Equal seeds give equal files.
    Until all games are played, the files are in a temporary folder within; an export that is stopped leaves none.
    `on_progress` is called with the numbers of finished games and of all games.  Raises BadOption, also if a file
    exists or cannot be written.
    """
    seed, processes, timeout = checked(seed, processes, timeout)
    games, folder = integer("games", games, 1, MOST_GAMES), path(folder)
    names = lineup_of("export", game, players, alone=processes == 1)
    arrow, parquet = library("pyarrow"), library("pyarrow.parquet")
    tables = _Tables(arrow, game, observed=has_tensors(game))
    done = decisions = 0
    tasks = _tasks(game, names, games, seed, timeout, tables.keep)
    with ExitStack() as outer:
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            for name in (GAMES, DECISIONS):
                if (folder / name).exists():
                    raise BadOption(f"{folder / name} is there already: choose another folder")
            unfinished = Path(outer.enter_context(TemporaryDirectory(prefix=".unfinished-", dir=folder)))
        with ExitStack() as stack:
            results = stack.enter_context(closing(in_order(play, tasks, processes)))
            writers: dict[str, Any] = {}
            group: dict[str, list[Any]] = {GAMES: [], DECISIONS: []}
            for played in results:
                group[GAMES].append(tables.games(played, done))
                group[DECISIONS].append(tables.decisions(played, done))
                done += len(played.ends)
                decisions += len(played.log.rows)
                if done == games or sum(map(len, group[DECISIONS])) >= ROWS_A_GROUP:
                    with writing(folder):
                        for name, parts in group.items():
                            if name not in writers:
                                writer = parquet.ParquetWriter(unfinished / name, parts[0].schema, compression="zstd")
                                writers[name] = stack.enter_context(writer)
                            writers[name].write_table(arrow.concat_tables(parts))
                            parts.clear()
                if on_progress is not None:
                    on_progress(done, games)
        with writing(folder):
            for name in writers:
                (unfinished / name).rename(folder / name)
    return done, decisions


def _tasks(game: Game, names: Sequence[Any], games: int, seed: int, timeout: float, keep: int) -> Iterator[Task]:
    seats = game.num_players
    most = GAMES_A_TASK if all(name.kind == "random" for name in names) else SLOW_GAMES_A_TASK
    for first in range(0, games, most):
        numbers = range(first, min(games, first + most))
        lineups = (tuple(names[(seat - number) % seats] for seat in range(seats)) for number in numbers)
        yield task_of(game, lineups, seed, [(number, 0) for number in numbers], keep=keep, timeout=timeout)


class _Tables:
    """Makes Arrow tables of played games."""

    def __init__(self, arrow: Any, game: Game, *, observed: bool) -> None:
        self._arrow, self._game, self._observed = arrow, game, observed
        self.keep = STATES | OBSERVATIONS if observed else STATES
        description = game.description
        own = Game(game.package, game.num_players, game.options, None, game.constants)
        about = {
            "format": FORMAT,
            "tefuda": __version__,
            "game": game.slug,
            "rules": description.rules_version,
            "players": game.num_players,
            "options": game.options,
            "constants": game.constants,
            "cards": None if own.tables == game.tables else table_digest(game.tables),
            "actions": list(game.action_names),
            "state": _shapes(game.build.State),
            "view": _shapes(game.build.Tensors) if observed else None,
        }
        self._metadata = {KEY: json.dumps(about, ensure_ascii=False).encode()}

    def games(self, played: Played, first: int) -> Any:
        """Return the rows of games; `first` is the number of the first one."""
        arrow, task = self._arrow, played.task
        count = len(task.seeds)
        columns = {
            "game": arrow.array(np.arange(first, first + count, dtype=np.int32)),
            "seed": arrow.array(np.array(task.seeds, np.int64)),
            "players": arrow.array([[name.text for name in lineup] for lineup in task.lineups]),
            "decisions": arrow.array((played.ends - played.firsts).astype(np.int32)),
            "utilities": self._lists(played.utilities.astype(np.float64)),
            "ranks": self._lists(played.ranks.astype(np.int8)),
            "scores": self._lists(scores_of(self._game, played.after).astype(np.int32)),
        }
        return arrow.table(columns).replace_schema_metadata(self._metadata)

    def decisions(self, played: Played, first: int) -> Any:
        """Return the rows of decisions; `first` is the number of the first game."""
        arrow, log = self._arrow, played.log
        lengths = played.ends - played.firsts
        game = np.repeat(np.arange(len(lengths)), lengths)
        seat, counts = log.rows[:, SEAT], log.rows[:, COUNT]
        assert log.before is not None
        columns = {
            "game": arrow.array((first + game).astype(np.int32)),
            "decision": arrow.array((np.arange(len(game)) - played.firsts[game]).astype(np.int32)),
            "seat": arrow.array(seat.astype(np.int8)),
            "continued": arrow.array(log.before["pending"] == 1),
            "state": self._struct(log.before),
            "view": self._struct(log.seen) if log.seen is not None else arrow.nulls(len(game)),
            "legal": self._ragged(log.codes, counts),
            "chosen": arrow.array(log.rows[:, CHOSEN].astype(np.int16)),
            "values": self._ragged(log.values, counts),
            "outcome": arrow.array(played.utilities[game, seat]),
        }
        return arrow.table(columns).replace_schema_metadata(self._metadata)

    def _struct(self, array: NDArray[np.void]) -> Any:
        """Return records as a struct of integers, and of lists of integers with the first index slowest."""
        names = [name for name in array.dtype.names or () if name not in HIDDEN]
        fields = []
        for name in names:
            cells = np.ascontiguousarray(array[name])
            fields.append(self._lists(cells.reshape(len(array), -1)) if cells.ndim > 1 else self._arrow.array(cells))
        return self._arrow.StructArray.from_arrays(fields, names)

    def _lists(self, cells: NDArray[Any]) -> Any:
        """Return rows of equal length."""
        flat = self._arrow.array(np.ascontiguousarray(cells).ravel())
        return self._arrow.FixedSizeListArray.from_arrays(flat, cells.shape[1])

    def _ragged(self, cells: NDArray[Any], counts: NDArray[np.int16]) -> Any:
        """Return the first counts[i] cells of each row i; NaN is null."""
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        flat = cells[np.arange(cells.shape[1]) < counts[:, None]]
        values = self._arrow.array(flat, from_pandas=True)
        return self._arrow.ListArray.from_arrays(self._arrow.array(offsets), values)


def _shapes(record: type[Record]) -> dict[str, list[int]]:
    """Return the shape of each array of a record; [] is a single integer."""
    return {name: list(field.shape) for name, field in record.fields.items() if name not in HIDDEN}


@usage("records(folder), which yields the text of each game")
def records(folder: str | Path) -> Iterator[str]:
    """Yield the games of a folder that `export` has written as game records, which `tefuda.replay` reads.

    Raises BadRecord for files that are missing, or were not written by `export` for this version of the rules.
    """
    parquet = library("pyarrow.parquet")
    paths = [path(folder) / name for name in (GAMES, DECISIONS)]
    with ExitStack() as stack:
        files = []
        for one in paths:
            with _reading(one):
                files.append(stack.enter_context(parquet.ParquetFile(one)))
        about = _about(files[0], paths[0])
        if about != _about(files[1], paths[1]):
            raise BadRecord(f"{folder}: {GAMES} and {DECISIONS} are not of one export")
        games = _rows(files[0], paths[0], ("game", "seed", "players", "decisions", "ranks"))
        decisions = _rows(files[1], paths[1], ("game", "seat", "chosen", "continued"))
        for number, seed, players, count, ranks in games:
            with _reading(paths[1]):
                rows = list(islice(decisions, count))
                if len(rows) < count or any(row[0] != number for row in rows):
                    raise BadRecord(f"{paths[1]}: the {count} decisions of game {number} are not there")
                record = _record(about, seed, players, rows, ranks)
            yield record


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """Raise BadRecord for a file that cannot be read, or holds anything but what an export writes."""
    try:
        yield
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error}") from error
    except TefudaError as error:
        raise error if isinstance(error, BadRecord) else BadRecord(f"{file}: {error}") from error
    except (ArithmeticError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError) as error:
        raise BadRecord(f"{file} is not as an export of Tefuda writes it: {type(error).__name__}: {error}") from error


def _about(file: Any, path: Path) -> dict[str, Any]:
    """Return the metadata of a file."""
    with _reading(path):
        about = json.loads((file.schema_arrow.metadata or {}).get(KEY, b"null"))
        if not isinstance(about, dict):
            raise BadRecord(f"{path} was not written by an export of Tefuda")
        if about["format"] != FORMAT:
            raise BadRecord(f"{path} has format {about['format']}, and this release reads {FORMAT}")
        rules = load(about["game"]).description.rules_version
        if about["rules"] != rules:
            raise BadRecord(f"{path}: played by version {about['rules']} of the rules, and this release has {rules}")
    return about


def _rows(file: Any, path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of some columns."""
    if missing := set(columns).difference(file.schema_arrow.names):
        raise BadRecord(f"{path} has no column {' or '.join(sorted(missing))}, which its export wrote")
    batches = file.iter_batches(columns=list(columns))
    while True:
        with _reading(path):
            batch = next(batches, None)
            if batch is None:
                return
            rows = list(zip(*(batch.column(name).to_pylist() for name in columns), strict=True))
        yield from rows


def _record(
    about: dict[str, Any], seed: int, players: Sequence[str], rows: Sequence[tuple[Any, ...]], ranks: Sequence[int]
) -> str:
    moves: list[tuple[int, str, int]] = []
    for _, seat, chosen, continued in rows:
        action = about["actions"][chosen]
        if continued:  # an action of the same compound decision
            moves[-1] = seat, f"{moves[-1][1]} {action}", 0
        else:
            moves.append((seat, action, 0))
    return text_of(
        RecordContent(
            about["game"],
            about["players"],
            about["options"],
            dict(enumerate(players)),
            about["cards"],
            ("seed", str(seed)),
            moves=moves,
            ranks=tuple(ranks),
            constants=about["constants"],
        )
    )
