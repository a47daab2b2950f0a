"""A lesson in progress: a guided first game, or a demonstration of one rule, on a real state with scripted opponents.

The run knows which step is shown, judges what the learner presses, and plays the commands of the script.  It has no
clock, network or storage: its caller (a server or a terminal) plays the opponents' commands when their time has come
(`advance`), and keeps the `place`, a short text from which the same lesson can be resumed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tefuda.engine.errors import IllegalAction, Refusal
from tefuda.engine.events import GameEvent
from tefuda.engine.view import Observation, View, Words
from tefuda.table.entries import Sitter
from tefuda.table.handles import HandleMap
from tefuda.table.lesson_script import LEARNER, Lesson, Step
from tefuda.table.table import out_of_turn
from tefuda.table.updates import Update

RING_AFTER = 3  # wrong answers at a step until the right thing is ringed
LONGEST_PLACE = 1000
_PLACE = re.compile(r"(\d{1,3})((?:~\d{1,4}(?:-\d{1,4})+)*)")


class BadPlace(ValueError):
    """A text that does not denote a place in this lesson."""


class Point(Struct, frozen=True):
    """A thing on the table that a step points at."""

    kind: Literal["zone", "card", "counter", "button", "result"]
    id: str = ""  # of the zone, the counter, or the action of the button
    handles: tuple[int, ...] = ()  # of the cards; for a zone, of all its cards


class Reply(NamedTuple):
    """The answer to something the learner pressed."""

    accepted: bool
    message: str = ""
    clause: str | None = None


class LessonRun:
    """One learner's run through a lesson.

    `names` are the opponents' names, `level` is that of the bots in the game after the script, and `place` is where to
    resume.  Raises BadPlace.
    """

    def __init__(self, lesson: Lesson, names: Sequence[str], place: str = "", *, level: str = "") -> None:
        self.lesson, self.game = lesson, lesson.game
        bots = [Sitter("bot", name, level) for name in names[: lesson.game.num_players - 1]]
        self.sitters = (Sitter("person"), *bots)
        self._handles = HandleMap()
        self._version = 0
        at, commands = self._parsed(place or "0")
        self._restore(at, commands)

    # --------------------------------------------------------------- place

    @property
    def place(self) -> str:
        """Where the learner is: the step, and the commands that differ from the script or come after it."""
        names = [command for _, command in self.lesson.moves]
        parts = [str(self._at)]
        for number, (_, command) in enumerate(self.state.history):
            if number >= len(names) or names[number] != command:
                parts.append("-".join(map(str, [number, *map(self.game.action_code, command.split())])))
        return "~".join(parts)

    def _parsed(self, place: str) -> tuple[int, dict[int, str]]:
        found = _PLACE.fullmatch(place) if len(place) <= LONGEST_PLACE else None
        if found is None or int(found[1]) > len(self.lesson.steps):
            raise BadPlace(f"{place[:80]!r} is not a place in this lesson")
        commands = {}
        for part in found[2].split("~")[1:]:
            number, *codes = map(int, part.split("-"))
            if max(codes) >= len(self.game.action_names):
                raise BadPlace(f"there is no action {max(codes)}")
            commands[number] = " ".join(self.game.action_names[code] for code in codes)
        return int(found[1]), commands

    def _restore(self, at: int, commands: Mapping[int, str]) -> None:
        """Play the script up to a step, with the learner's own commands where they differ."""
        steps, moves = self.lesson.steps, self.lesson.moves
        self.state, self._at, self.wrong = self.lesson.start(), at, 0
        self._held: tuple[GameEvent, ...] = ()
        self._handles = HandleMap(self._handles.last)
        events: tuple[GameEvent, ...] = ()
        try:
            for number in range(steps[at].before if at < len(steps) else len(moves)):
                command = commands.get(number, moves[number][1])
                accepted = (step.accepts(command) for step in steps if step.before == number)
                if command != moves[number][1] and not any(accepted):
                    raise BadPlace(f"{command} is not in this lesson")
                events = self._happen(command)
            if at == len(steps):
                self._end_script()
                for number in sorted(number for number in commands if number >= len(moves)):
                    self._happen(commands[number])
                events = ()
        except IllegalAction as error:
            raise BadPlace(str(error)) from error
        self._show(events, jump=True)

    # ---------------------------------------------------------------- state

    @property
    def step(self) -> Step | None:
        """The step shown now; None while opponents move, and after the last one."""
        steps = self.lesson.steps
        if self._at < len(steps) and steps[self._at].before == len(self.state.history):
            return steps[self._at]
        return None

    @property
    def turn(self) -> int:
        """Number of commands played so far."""
        return len(self.state.history)

    @property
    def number(self) -> int:
        """The number of the step shown now or next, from 1."""
        return self._at + 1

    @property
    def free(self) -> bool:
        """Whether the script has ended and the game goes on."""
        return self._at >= len(self.lesson.steps) and self.lesson.script.free_play and not self.state.is_terminal

    @property
    def finished(self) -> bool:
        """Whether the lesson is over, or shows its last step, after which nothing happens."""
        last = self.step is not None and self.number == len(self.lesson.steps) and not self.step.asks
        return (last and not self.lesson.script.free_play) or (self._at >= len(self.lesson.steps) and not self.free)

    @property
    def opponents_move(self) -> bool:
        """Whether a command of the script is due, which `advance` plays."""
        return self.step is None and self._at < len(self.lesson.steps)

    @property
    def bot_moves(self) -> bool:
        """Whether a bot is to choose a command, in the game after the script."""
        return self.free and self.state.current_player != LEARNER

    @property
    def ring(self) -> bool:
        """Whether the right thing is ringed, after several wrong answers."""
        return self.wrong >= RING_AFTER

    @property
    def words(self) -> Words | None:
        """The text of the step."""
        return None if self.step is None else self.lesson.words(self.number)

    def text(self, language: str) -> str:
        """Return the text of the step in a language, "" if none is shown."""
        return "" if self.words is None else self.game.say(self.words, language)

    @property
    def points(self) -> tuple[Point, ...]:
        """What the step points at."""
        return () if self.step is None else tuple(self._point(text) for text in self.step.point)

    @property
    def expected(self) -> tuple[str, ...]:
        """The legal actions that lead on, or belong to a command that does."""
        if self.step is None or not self.step.accept:
            return ()
        parts = [part for pattern in self.step.accept for part in pattern.split()]
        legal = [choice.action for choice in self.view.choices]
        return tuple(action for action in legal if any(fnmatchcase(action, part) for part in parts))

    @property
    def look(self) -> Point | None:
        """The card that the step waits for the learner to find; None: it waits for something else."""
        return self._point(self.step.look) if self.step is not None and self.step.look else None

    @property
    def view(self) -> View:
        """What the learner sees."""
        assert self.update.view is not None
        return self.update.view

    def _point(self, text: str) -> Point:
        kind, _, rest = text.partition(" ")
        id, _, chosen = rest.partition(" ")
        zone = next((zone for zone in self.view.zones if zone.id == id), None)
        handles: tuple[int, ...] = ()
        if zone is not None:
            handles = tuple(
                card.handle
                for index, card in enumerate(zone.cards, 1)
                if not chosen or chosen == f"#{index}" or (card.face is not None and fnmatchcase(card.face, chosen))
            )
        return Point(kind, id, handles)  # type: ignore[arg-type]  # a test checks the kinds

    # --------------------------------------------------------------- moving

    def press(self, command: str, language: str) -> Reply:
        """Judge a command of the learner, and play it if the step accepts it."""
        step, refusal = self.step, self._refusal(command, language)
        if self.free:
            if refusal is not None:
                return Reply(accepted=False, message=refusal.message, clause=refusal.clause)
            self._play(command)
            return Reply(accepted=True)
        if step is None:
            message = self._not_your_turn(language) if refusal is None else refusal
            return Reply(accepted=False, message=message.message, clause=message.clause)
        if refusal is None and step.accepts(command) and not self._held:
            self._at += 1
            self._play(command)
            return Reply(accepted=True)
        self.wrong += 1
        if number := step.wrong_answer(command):
            answer = Words(f"{self.lesson.words(self.number).id}-not-{number}")
            message_text = self.game.say(answer, language)
        elif refusal is not None and not self._held:
            message_text = refusal.message
        else:
            message_text = self._not_now(language)
        return Reply(accepted=False, message=message_text, clause=refusal.clause if refusal is not None else None)

    def press_card(self, handle: int, language: str) -> Reply:
        """Judge a press on a card that has no action."""
        if self.look is None or handle not in self.look.handles:
            self.wrong += 1
            return Reply(accepted=False, message=self.text(language) or self._not_your_turn(language).message)
        self._leave_step()
        return Reply(accepted=True)

    def next(self) -> bool:
        """Go on from a step that only has to be read; return whether there was one."""
        if self.step is None or self.step.asks:
            return False
        self._leave_step()
        return True

    def back(self) -> None:
        """Return to the step before."""
        commands = dict(enumerate(command for _, command in self.state.history[: len(self.lesson.moves)]))
        self._restore(max(self._at - 1, 0), commands)

    def advance(self) -> None:
        """Play the next command of the script."""
        self._play(self.lesson.moves[len(self.state.history)][1])

    def play_bot(self, command: str) -> None:
        """Play a bot's command, in the game after the script."""
        self._play(command)

    def _leave_step(self) -> None:
        self._at += 1
        self.wrong = 0
        if self._at == len(self.lesson.steps):
            self._end_script()
        if self._held or self.number == self.lesson.script.helps_from:
            self._show(self._held)

    def _play(self, command: str) -> None:
        self.wrong = 0
        self._show(self._happen(command))

    def _happen(self, command: str) -> tuple[GameEvent, ...]:
        """Play a complete command; raises IllegalAction."""
        prepared = self.state.prepare(command)
        self.state.commit(prepared)
        return prepared.events

    def _end_script(self) -> None:
        self.state.chance = None  # the tape has been used up: later draws come from the seed

    # ---------------------------------------------------------------- views

    def _show(self, events: tuple[GameEvent, ...], *, jump: bool = False) -> None:
        """Show the events up to the step's pause and the view at that point; a jump shows only the view."""
        pause = self.step.pause if self.step is not None else ""
        names = [getattr(event.code, "name", "") for event in events]
        cut = names.index(pause) if pause in names else len(events)
        self._held = events[cut:]
        record = self._held[0].before if self._held else self.state.full_state
        (view,) = self.game.views(record, (LEARNER,))
        if self._held:
            view = replace(view, choices=(), prompt=None)
        observed = [] if jump else [self.game.observe_all(event, (LEARNER,))[0] for event in events[:cut]]
        if self.number < self.lesson.script.helps_from:
            view, observed = _without_helps(view), [one and _without_help_counters(one) for one in observed]
        shown, view = self._handles.follow([one for one in observed if one is not None], view)
        self._version += 1
        self.update = Update(self._version, len(self.state.history), self.sitters, shown, view)

    # -------------------------------------------------------------- answers

    def _refusal(self, command: str, language: str) -> Refusal | None:
        """Return why the learner may not play a command now, None if the rules allow it."""
        if self.state.current_player != LEARNER:
            return self._not_your_turn(language)
        tape, self.state.chance = self.state.chance, None  # the tape has draws for the script's commands only
        try:
            self.state.cancel(self.state.prepare(command, language))
        except IllegalAction as error:
            return error.refusal
        finally:
            self.state.chance = tape
        return None

    def _not_your_turn(self, language: str) -> Refusal:
        return out_of_turn(self.state, self.sitters, language)

    def _not_now(self, language: str) -> str:
        return self.game.localizer(language).say("lesson-not-now", text=self.text(language))


def _without_helps(view: View) -> View:
    """Return a view without the play aids, which would give the answer away."""
    counters = tuple(one for one in view.counters if not one.help)
    return replace(view, counters=counters, helps=(), status=tuple(one for one in view.status if not one.help))


def _without_help_counters(observation: Observation) -> Observation:
    return replace(observation, counters=tuple(one for one in observation.counters if not one.help))
