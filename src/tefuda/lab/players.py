"""The players of a study: their names, and the objects that choose actions.

A player is named by a level (`hard`), a search with a number of simulations (`search:500`), a class or function of your
own (`module:name`) or another process (`process:COMMAND`, see `process_player.py`).  No player has a time limit, so
that equal seeds give equal games on any machine.  In one process, an object itself may be given.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module, util
from pathlib import Path
from traceback import extract_tb
from typing import Any, Protocol

from tefuda.bots.players import (
    BUDGETS,
    HeuristicBot,
    RandomBot,
    Request,
    SearchBot,
    search_build,
    simulations_of,
)
from tefuda.bots.players import Bot as LevelPlayer
from tefuda.engine.errors import BadOption
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.lab.process_player import ProcessPlayer, kill_processes

NOT_OWN = ("<", f"{Path(__file__).parents[1]}{os.sep}", f"{Path(os.__file__).parent}{os.sep}")  # Tefuda's, Python's
FORMS = f"random, heuristic, {', '.join(BUDGETS)}, search:SIMULATIONS, module:name or process:COMMAND"


@dataclass(frozen=True)
class PlayerName:
    """The name of a player, checked.  Made by `player_name`."""

    text: str
    kind: str  # "random", "heuristic", "search", "own", "process" or "object"
    simulations: int = 0  # of a search
    place: str = ""  # "module:name" of a user's own player, or the command of a process
    found: Any = field(default=None, compare=False)  # an object of this process

    def __str__(self) -> str:
        return self.text


class Player(Protocol):
    """A player at a seat of a study."""

    @property
    def values(self) -> Sequence[Mapping[int, float]]:
        """Estimated values of the codes for each action of the last answer, as far as there are estimates."""

    def choose(self, state: State, seed: int) -> str | int:
        """Return the action, by notation or code; `state` is determinized for the seat to act."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Begin a new game."""

    def close(self) -> None:
        """Close the player: no other game will follow."""


def player_name(player: object, game: Game) -> PlayerName:
    """Return a player by its name; raises BadOption with the forms there are, or if the game has no such player.

    An object that plays is named by its repr, if its class defines one, or by its class.
    """
    if not isinstance(player, str):
        return _object_name(player)
    text = player
    kind, _, rest = text.strip().partition(":")
    if text in ("random", "heuristic"):
        if text == "heuristic" and util.find_spec(f"{game.package}.heuristic") is None:
            raise BadOption(f"{game.slug} has no heuristic player")
        return PlayerName(text, text)
    if (simulations := simulations_of(text)) is not None:
        return PlayerName(text, "search", simulations)
    if kind == "process" and rest.strip():
        return PlayerName(text, "process", place=rest.strip())
    if rest and kind.replace(".", "").isidentifier() and rest.isidentifier():
        _own(text)
        return PlayerName(text, "own", place=text)
    raise BadOption(f"{text!r} is not a player: use {FORMS}")


def _object_name(player: object) -> PlayerName:
    if not callable(player) and not hasattr(player, "choose"):
        raise BadOption(f"{player!r} is not a player: use {FORMS}, or give an object with choose(state)")
    named = hasattr(player, "__qualname__") or type(player).__repr__ is object.__repr__
    return PlayerName(_definition(player).__qualname__ if named else repr(player), "object", found=player)


def _definition(player: object) -> Any:
    """Return a function or class itself, or the class of an object."""
    return player if hasattr(player, "__qualname__") else type(player)


def own_name(player: object) -> str:
    """Return the name under which other processes find the class or function of a player."""
    found = _definition(player)
    return f"{'mine' if found.__module__ == '__main__' else found.__module__}:{found.__qualname__}"


def modules_of(names: Iterable[PlayerName]) -> list[str]:
    """Return the modules of the user's own players."""
    return [name.place.partition(":")[0] for name in names if name.kind == "own"]


def check_arguments(call: str, game: object, players: object) -> None:
    """Raise BadOption, which shows how to call a function, for anything but a game and a list of players."""
    if not isinstance(game, Game):
        slug = game if isinstance(game, str) else "kotori"
        raise BadOption(f"{call} takes a game, not {game!r}: write {call}(tefuda.load({slug!r}), …)")
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise BadOption(f"{call} takes a list of players, not {players!r}: write {call}(game, [{players!r}], …)")


def open_player(name: PlayerName, game: Game, timeout: float) -> Player:
    """Return the player of a name, ready for its first game; `timeout` (seconds) is for an answer of a process."""
    if name.kind in ("own", "object"):
        return _OwnPlayer(_own(name.place) if name.kind == "own" else name.found)
    if name.kind == "process":
        return ProcessPlayer(name.place, game, timeout)
    return _BuiltIn(name, game)


_playing: dict[tuple[PlayerName, int, Game, float], Player] = {}  # in this process, from task to task


def playing(name: PlayerName, number: int, game: Game, timeout: float) -> Player:
    """Return a player of a name; the same one as before for the same arguments, since opening one may take long.

    `number` distinguishes players of one name at a table.
    """
    key = name, number, game, timeout
    if key not in _playing:
        _playing[key] = open_player(name, game, timeout)
    return _playing[key]


def close_players(*, last: bool = False) -> None:
    """Close all players of this process, also one that is starting; `last` if the process exits afterwards."""
    while _playing:
        _playing.popitem()[1].close()
    kill_processes(last=last)


def _own(place: str) -> Any:
    """Import `module:name`: a function of a state, or a class whose objects have `choose(state)`."""
    module, _, name = place.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (Exception, SystemExit) as error:
        raise _failed(place, error) from error
    if not callable(found) and not hasattr(found, "choose"):
        raise BadOption(f"{place} is neither a function of a state nor a class with choose(state)")
    return found


def _failed(text: str, error: BaseException) -> BadOption:
    """Return the error of a player whose own code raised, with the last line of its file that ran."""
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(NOT_OWN)]
    lines = [frame.lineno for frame in frames if frame.filename == frames[0].filename]
    where = f" at {frames[0].filename}, line {lines[-1]}" if frames else ""
    return BadOption(f"{text} failed{where}: {type(error).__name__}: {error}")


class _OwnPlayer:
    """A user's own player; a class gets a new object for every game, so that games are independent of their order."""

    values: Sequence[Mapping[int, float]] = ()

    def __init__(self, found: Any) -> None:
        self._found = found
        self._player: Any = found

    def begin(self, game: Game, seat: int, seed: int) -> None:
        if isinstance(self._found, type):
            try:
                seeded = "seed" in inspect.signature(self._found).parameters
                self._player = self._found(seed=seed) if seeded else self._found()
            except (Exception, SystemExit) as error:
                raise _failed("it", error) from error

    def choose(self, state: State, seed: int) -> str | int:
        choose = getattr(self._player, "choose", self._player)
        try:
            action: str | int = choose(state)
        except (Exception, SystemExit) as error:
            raise _failed("it", error) from error
        return action

    def close(self) -> None:
        pass


class _BuiltIn:
    """A bot of Tefuda, without a time limit."""

    def __init__(self, name: PlayerName, game: Game) -> None:
        self.values: Sequence[Mapping[int, float]] = ()
        self._name, self._package, self._tables = name, game.package, game.tables.to_bytes()
        self._bot: LevelPlayer
        if name.kind == "search":
            self._bot = SearchBot(name.simulations, search_build(game.package, "compiled"), skip_forced=True)
        else:
            self._bot = HeuristicBot() if name.kind == "heuristic" else RandomBot()

    def begin(self, game: Game, seat: int, seed: int) -> None:
        pass

    def choose(self, state: State, seed: int) -> str:
        record = state.full_state.to_bytes()
        request = Request(self._package, self._tables, record, self._name.text, seed)
        if not isinstance(self._bot, SearchBot):
            return self._bot.choose(request).command
        answer, self.values = self._bot.search(request)
        return answer.command

    def close(self) -> None:
        pass
