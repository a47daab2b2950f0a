"""The scripts of a guided first game and of demonstrations: `lesson.toml` in a game's package, optional.

A lesson is a deal chosen draw by draw, the commands of all seats, and steps that teach.  A step comes before a command
and points at something on the table.  It waits for "next", for an accepted command of the learner, or for a press on a
card (`look`).  The texts are messages of the game: `lesson-3` is that of the third step, `lesson-3-not-1` the answer to
its first wrong command.

A demonstration (`more`) is a short lesson about one clause that the lesson leaves out: a position, one to three
presses, and the text of that clause's card.  Its texts are `more-K3-2-step-1` for the first step, and so on; the last
step has that of the card, `more-K3-2-text`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec

from tefuda.engine.chance import Outcome, Tape
from tefuda.engine.game import Game, open_game
from tefuda.engine.state import State
from tefuda.engine.view import Words

FILE = "lesson.toml"
LEARNER = 0  # the seat of the person who learns
SEED = 1  # of draws after the script: a lesson is the same whenever it is taken


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: what it points at, and what it waits for."""

    before: int  # the number of commands before it
    point: tuple[str, ...]  # things on the table: "zone field", "card hand-0 ba-*", "counter total", "button pass"
    clauses: tuple[str, ...]  # that it teaches
    pause: str = ""  # event of the preceding command before which playback pauses until this step is done
    accept: tuple[str, ...] = ()  # commands, of which the first is the one in the script; may have wildcards
    look: str = ""  # the card to press, as in `point`
    wrong: dict[str, str] = {}  # foreseen wrong commands: "legal", or the clause that forbids them

    @property
    def asks(self) -> bool:
        """Whether the learner must do something other than read."""
        return bool(self.accept or self.look)

    def accepts(self, command: str) -> bool:
        return any(fnmatchcase(command, pattern) for pattern in self.accept)

    def wrong_answer(self, command: str) -> int:
        """Return the number of the answer to a foreseen wrong command, from 1; 0 if it was not foreseen."""
        found = (number for number, pattern in enumerate(self.wrong, 1) if fnmatchcase(command, pattern))
        return next(found, 0)


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What happens in a lesson or a demonstration."""

    moves: tuple[str, ...]  # a seat and its command: "0 draw"
    step: tuple[Step, ...]
    position: str = ""  # from which it starts; "": from the deal
    tape: str = ""  # the outcomes of all draws: "3/10 0/9"; "", from a position: no draw matters
    helps_from: int = 0  # the step from which play aids are shown
    free_play: bool = False  # whether the game goes on with bots after the script


class LessonScript(Script, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The contents of a `lesson.toml`."""

    players: int
    minutes: int  # duration
    weight: int  # of the game, from 1 (light) to 5
    order: int  # in which games are offered to newcomers, easiest first
    more: dict[str, Script] = {}  # demonstrations, by the clause that they show


@dataclass(frozen=True)
class Lesson:
    """A script with its game; `card` is the clause that a demonstration shows, "" for the guided first game."""

    game: Game
    script: Script
    card: str = ""

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.script.step

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """The seat and command of each move."""
        split = (move.partition(" ") for move in self.script.moves)
        return tuple((int(seat), command) for seat, _, command in split)

    def words(self, number: int) -> Words:
        """Return the text of a step, numbered from 1."""
        if not self.card:
            return Words(f"lesson-{number}")
        id = self.card.replace(".", "-")
        return Words(f"more-{id}-text" if number == len(self.steps) else f"more-{id}-step-{number}")

    def start(self) -> State:
        """Return the state before the first command."""
        tape = Tape([Outcome.parse(word) for word in self.script.tape.split()])
        if not self.script.position:
            return self.game.start(chance=tape)
        state = self.game.position(self.script.position, SEED)
        state.chance = tape if tape.outcomes else None
        return state


# Builds the type information that `convert` needs: msgspec 0.22 crashes if two threads of a server build it at once.
msgspec.json.Decoder(LessonScript)


@cache
def script_of(package: str) -> LessonScript | None:
    """Return the script of the game in a package, None if it has none; does not open the game."""
    path = Path(str(import_module(package).__file__)).parent / FILE
    if not path.is_file():
        return None
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), LessonScript)


@cache
def lesson_of(package: str, card: str = "") -> Lesson | None:
    """Return the lesson of the game in a package, or the demonstration of a clause; None if there is none."""
    script = script_of(package)
    chosen = script.more.get(card) if script is not None and card else script
    if script is None or chosen is None:
        return None
    return Lesson(open_game(package, players=script.players), chosen, card)
