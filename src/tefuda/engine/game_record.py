"""Game records: a whole game as a text file, written, parsed and replayed.

    tefuda 1
    game kotori
    players 3
    option allow_yield 1
    seat 0 Hanako
    chance seed 7
    0 draw
    0 pass
    ...
    ranks 1 3 2

`docs/notation.md` describes every line.  Parsing checks the syntax, replaying checks the game: every action, every seat
and the final ranks.  The signed record of a server's table has its own format, `tefuda.table.table_record`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tefuda.engine.arguments import integer, usage
from tefuda.engine.chance import Outcome, Recorder, SecretSource, Source, Tape, WrongTape
from tefuda.engine.errors import BadOption, BadRecord, IllegalAction, ImpossibleGame, TefudaError
from tefuda.engine.events import GameEvent
from tefuda.engine.explicit_state import ExplicitState
from tefuda.engine.game import Game, load, open_game
from tefuda.engine.localization import clean
from tefuda.engine.record import Record
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.state import CHANCE, State

FORMAT = "1"
PARAMETERS = {"slug", "package", "players", "cards", "constants"}  # of the functions that open a game: no options


@dataclass
class RecordContent:
    """The content of a game record."""

    slug: str
    players: int
    options: dict[str, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    cards: str | None = None  # digest of the card tables if they are not the game's own
    chance: tuple[str, str] = ("", "")  # ("seed", "7"), ("tape", "3/55 0/2"), ("table", hex)
    start: str | None = None  # position text
    moves: list[tuple[int, str, int]] = field(default_factory=list)  # seat, command, line number
    ranks: tuple[int, ...] | None = None
    rules: str | None = None  # version of the game's rules; None: unknown
    constants: dict[str, int] = field(default_factory=dict)  # of a variant: those that differ from their defaults


def table_digest(tables: Record) -> str:
    """Return the SHA-256 of a table record in hex, which identifies the cards of a game."""
    return hashlib.sha256(tables.to_bytes()).hexdigest()


@usage("write_record(state, names)")
def write_record(state: State, names: Sequence[str] = (), key: bytes | None = None) -> str:
    """Return the game record of a state, finished or not, as text: write it to a file for `replay`.

    `names` are those of the players by seat.  `key` is the key of a table's draws.  Raises BadRecord without it, since
    a running table's key stays secret, and for a state in the middle of a decision or at a chance node.
    """
    if not isinstance(state, State):
        raise BadOption(f"write_record takes a state: write write_record(game.start(seed)), not {state!r}")
    if not _are_names(names, state.num_players):
        raise BadOption(f"names are a list with one for each of {state.num_players} seats at most, not {names!r}")
    game = state.game
    if state.is_chance_node or state.is_pending:
        raise BadRecord("a game record ends with a complete decision: " + repr(state))
    if state.start is not None and " | pending " in state.start:
        raise BadRecord(f"a game record begins with a complete decision, and this one in the middle of one: {state!r}")
    return text_of(
        RecordContent(
            game.slug,
            game.num_players,
            game.options,
            {seat: " ".join(name.split()) for seat, name in enumerate(names) if name.split()},
            None if _own_cards(game) else table_digest(game.tables),
            _chance(state) if key is None else ("table", key.hex()),
            state.start,
            [(seat, command, 0) for seat, command in state.history if seat != CHANCE],
            state.ranking if state.is_terminal else None,
            constants=game.constants,
        )
    )


def _are_names(names: Any, seats: int) -> bool:
    """Return whether this is a list of texts, no more than there are seats."""
    is_list = isinstance(names, Sequence) and not isinstance(names, str)
    return is_list and len(names) <= seats and all(isinstance(name, str) for name in names)


def text_of(record: RecordContent) -> str:
    """Return the canonical text of a game record."""
    lines = [f"tefuda {FORMAT}", f"game {record.slug}", f"players {record.players}"]
    lines += [f"option {name} {value}" for name, value in record.options.items()]
    lines += [f"constant {name} {value}" for name, value in record.constants.items()]
    if record.cards is not None:
        lines.append(f"cards {record.cards}")
    lines += [f"seat {seat} {name}" for seat, name in record.names.items()]
    if record.start is not None:
        lines.append(f"position {record.start}")
    lines.append(f"chance {' '.join(record.chance).strip()}")
    lines += [f"{seat} {command}" for seat, command, _ in record.moves]
    if record.ranks is not None:
        lines.append(f"ranks {' '.join(map(str, record.ranks))}")
    return "\n".join(lines) + "\n"


def _chance(state: State) -> tuple[str, str]:
    if isinstance(state, ExplicitState):
        return "tape", " ".join(outcome for seat, outcome in state.history if seat == CHANCE)
    if state.chance is None:
        return "seed", str(state.seed)
    if isinstance(state.chance, Recorder):
        return "tape", " ".join(map(str, state.chance.outcomes))
    if isinstance(state.chance, Tape):
        return "tape", " ".join(map(str, state.chance.outcomes[: state.chance.place]))
    raise BadRecord("the outcomes of this game are secret: its record can only be written by the table that holds it")


def _own_cards(game: Ruleset) -> bool:
    own = Ruleset(game.package, game.num_players, game.options, None, game.constants)
    return own.tables == game.tables


def read_record(text: str) -> RecordContent:
    """Parse a game record; raises BadRecord naming the line and what would be right."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1].split() != ["tefuda", FORMAT]:
        raise BadRecord(f"line 1: a game record begins with “tefuda {FORMAT}”")
    record = RecordContent("", 0)
    for number, line in lines[1:]:
        word, _, rest = line.partition(" ")
        try:
            _read_line(record, word, rest.strip(), number)
        except ValueError as error:
            raise BadRecord(f"line {number}: {error}") from None
    missing = [name for name, value in (("game", record.slug), ("players", record.players)) if not value]
    if not record.chance[0]:
        missing.append("chance")
    if missing:
        raise BadRecord(f"the record has no line {', '.join(missing)}")
    if record.names and not max(record.names) < record.players:
        raise BadRecord(f"there is no seat {max(record.names)} to name: seats are 0 to {record.players - 1}")
    return record


def _read_line(record: RecordContent, word: str, rest: str, number: int) -> None:
    # Words of protocol 1 are not read.
    if word not in ("seat", "words") and not rest.replace("\t", " ").isprintable():
        raise ValueError(f"no line holds control characters, as in {rest[:40]!r}")
    if record.ranks is not None and word != "digest":
        raise ValueError("nothing may follow the ranks")
    if word in ("commitment", "secret", "words", "digest"):
        pass  # of protocol 1, whose deals were predictable: proves nothing
    elif word.isdecimal():
        record.moves.append((integer(word), rest, number))
    elif word == "game":
        record.slug = rest
    elif word == "players":
        record.players = integer(rest)
    elif word in ("option", "constant"):
        name, _, value = rest.partition(" ")
        (record.options if word == "option" else record.constants)[name] = integer(value)
    elif word == "seat":
        seat, _, name = rest.partition(" ")
        if not seat.isdecimal():
            raise ValueError(f"{seat!r} is not a seat: they are 0, 1, ...")
        record.names[integer(seat)] = name
    elif word == "cards":
        record.cards = rest
    elif word == "chance":
        kind, _, value = rest.partition(" ")
        if kind not in ("seed", "tape", "table"):
            raise ValueError(f"chance is a seed, a tape or a table's secret, not {kind!r}")
        record.chance = (kind, value.strip())
    elif word == "position":
        record.start = rest
    elif word == "ranks":
        record.ranks = tuple(map(integer, rest.split()))
    else:
        raise ValueError(f"{word[:40]!r} begins no line of a game record")


def open_recorded(record: RecordContent, *, cards: str | Path | None = None, package: str | None = None) -> Game:
    """Open the game of a game record; raises BadRecord if this release has other rules or cards, or not this game.

    `package` names the game's package if it is not in `tefuda.games`.
    """
    if own := PARAMETERS & record.options.keys():
        raise BadRecord(f"no game has an option {min(own)!r}, which has a line of its own")
    try:
        if package is None:
            game = load(record.slug, players=record.players, cards=cards, constants=record.constants, **record.options)
        else:
            game = open_game(package, players=record.players, cards=cards, constants=record.constants, **record.options)
    except TefudaError as error:
        raise BadRecord(str(error)) from error
    rules = game.description.rules_version
    if record.rules not in (None, rules):
        raise BadRecord(f"this game was played by version {record.rules} of the rules, and this release has {rules}")
    if record.cards is not None and record.cards != table_digest(game.tables):
        raise BadRecord("this game was played with another card file: give that file as `cards`")
    return game


def _secret(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ValueError(f"a table's secret is written in hexadecimal digits, not {text[:40]!r}") from None


@dataclass(frozen=True)
class Step:
    """A command of a replayed game."""

    seat: int
    command: str
    events: tuple[GameEvent, ...]
    state: State  # an independent copy, after the command


class Replay:
    """A recorded game, replayed and verified; raises BadRecord naming the line of the first error.

    `package` names the game's package if it is not in `tefuda.games`.  `initial` is the state before the first command;
    iterating yields the `Step`s.
    """

    def __init__(
        self, source: str | RecordContent, *, cards: str | Path | None = None, package: str | None = None
    ) -> None:
        if not isinstance(source, str | RecordContent):
            raise BadRecord(f"write Replay(text), or replay(path) for a file: {source!r} is not text")
        self.record = read_record(source) if isinstance(source, str) else source
        self.game = open_recorded(self.record, cards=cards, package=package)
        # A record may be from anyone, and control characters in a name are commands to a terminal.
        self.names = tuple(clean(self.record.names.get(seat, "")) for seat in range(self.record.players))
        self.initial = self._begin()
        self.steps: tuple[Step, ...] = tuple(self._steps())

    def _begin(self) -> State:
        kind, value = self.record.chance
        seed: int | None = None
        chance: Source | None = None
        try:
            if kind == "seed":
                seed = integer(value)
            elif kind == "tape":
                chance = Tape([Outcome.parse(word) for word in value.split()])
            else:
                chance = SecretSource(_secret(value))
        except ValueError as error:
            raise BadRecord(f"chance: {error}") from None
        try:
            if self.record.start is None:
                return self.game.start(seed, chance=chance)
            state = self.game.position(self.record.start, seed)
            state.chance = chance
            return state
        except TefudaError as error:
            raise BadRecord(str(error)) from error
        except WrongTape as error:
            raise BadRecord(f"chance: {error}") from error

    def _steps(self) -> Iterator[Step]:
        state = self._begin()
        for seat, command, line in self.record.moves:
            if seat != state.current_player:
                who = "no seat: the game is over" if state.current_player is None else f"seat {state.current_player}"
                raise ImpossibleGame(f"line {line}: seat {seat} plays, but the turn is that of {who}")
            try:
                prepared = state.prepare(command)
            except (IllegalAction, WrongTape) as error:
                raise ImpossibleGame(f"line {line}: {error}") from error
            state.commit(prepared)
            yield Step(seat, command, prepared.events, state.copy())
        if self.record.ranks is not None and (not state.is_terminal or state.ranking != self.record.ranks):
            found = f"the ranks {' '.join(map(str, state.ranking))}" if state.is_terminal else "a game that goes on"
            raise ImpossibleGame(f"the ranks at the end of the record are not those of its moves, which give {found}")

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)
