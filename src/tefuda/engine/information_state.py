"""Information states as text with perfect recall: all that a seat has seen, heard and done, in order.

The text follows from the game and its history: it is replayed with the same outcomes, and of every command come the
seat's own actions, the events as it observes them, and what has changed in its view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from tefuda.engine.chance import Outcome, Tape
from tefuda.engine.chance_nodes import DEAL, Report, transition
from tefuda.engine.position_format import read_position
from tefuda.engine.record import GameState
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.view_text import observation_line, view_lines


class Told(NamedTuple):
    """The lines of a text that came last, and those before them, which all later texts share."""

    before: Told | None
    lines: str


@dataclass(frozen=True)
class Recall:
    """What one viewer recalls of the beginning of a game."""

    game: Ruleset
    viewer: int  # -1: a spectator
    record: GameState  # not to be changed: after the last command
    entries: int  # how many of the history
    drawn: int  # outcomes of the tape, if there is one
    view: tuple[str, ...]  # the lines of the last view
    told: Told

    @property
    def text(self) -> str:
        """All lines; not kept, as the texts of all positions of a game would take memory with its length squared."""
        parts: list[str] = []
        told: Told | None = self.told
        while told is not None:
            parts.append(told.lines)
            told = told.before
        return "\n".join(reversed(parts))

    @classmethod
    def beginning(
        cls, game: Ruleset, viewer: int, start: str | None, seed: int | None, tape: Sequence[Outcome] | None
    ) -> Self:
        """Return what a viewer knows after the deal from a seed or tape, or of the position `start`."""
        record = game.build.State()
        record.rng = seed if seed is not None and tape is None else 0
        options = [f"{name} {value}" for name, value in game.options.items()]
        head = " ".join([game.slug, f"players {game.num_players}", *options, f"seat {viewer}"])
        empty = cls(game, viewer, record, 0, 0, (), Told(None, head))
        if start is None:
            return empty._after(record, lambda s: transition(game, s, DEAL), (), tape)
        read_position(start, game.slug, record, game.field_formats)
        return empty._after(record, _leave, (), tape)

    def advanced(self, history: list[tuple[int, str]], tape: Sequence[Outcome] | None) -> Self:
        """Return what the viewer knows after all commands of a history that begins like the one before.

        Costs as much as the commands that were added.
        """
        recall = self
        for seat, command in history[self.entries :]:
            if seat < 0:  # an outcome, which is on the tape, too
                recall = replace(recall, entries=recall.entries + 1)
                continue
            codes = [self.game.action_code(name) for name in command.split()]

            def play(record: GameState, codes: Sequence[int | None] = codes) -> None:
                for code in codes:
                    assert code is not None
                    transition(self.game, record, code)

            own = (f"> {command}",) if seat == self.viewer else ()
            after = recall._after(recall.record, play, own, tape)  # noqa: SLF001 (of the same class)
            recall = replace(after, entries=recall.entries + 1)
        return recall

    def _after(
        self,
        before: GameState,
        change: Callable[[GameState], None],
        own: tuple[str, ...],
        tape: Sequence[Outcome] | None,
    ) -> Self:
        """Return what the viewer knows after a change of the record."""
        record, reports = before.copy(), list[Report]()
        source = None if tape is None else Tape(tape, self.drawn)
        record.listen(source, reports)
        change(record)
        record.listen(None, None)
        observed = (self.game.observe(event, self.viewer) for event in self.game.events(before, reports))
        heard = (observation_line(one) for one in observed if one is not None)
        view = tuple(view_lines(self.game.view(record, self.viewer)))
        seen = [f"  {line}" for line in view if line not in self.view]
        seen += [f"  no {' '.join(one)}" for one in map(_subject, self.view) if one not in map(_subject, view)]
        lines = [*own, *heard, *seen]
        told = Told(self.told, "\n".join(lines)) if lines else self.told
        return replace(self, record=record, view=view, told=told, drawn=source.place if source else 0)

    def of_world(self, record: GameState) -> Self:
        """Return the same knowledge in a world that the viewer cannot tell from this one, whose history begins here."""
        return replace(self, record=record, entries=0, drawn=0)


def replayed(
    game: Ruleset,
    start: str | None,
    seed: int | None,
    tape: Sequence[Outcome] | None,
    commands: Sequence[tuple[int, str]],
) -> Iterator[tuple[GameState, int]]:
    """Yield the record after the deal (or as the position `start`) with DEAL, and after every action with its code.

    It is one record, which changes from one to the next.
    """
    record = game.build.State()
    record.rng = seed if seed is not None and tape is None else 0
    record.listen(None if tape is None else Tape(tape), None)
    if start is None:
        transition(game, record, DEAL)
    else:
        read_position(start, game.slug, record, game.field_formats)
    yield record, DEAL
    for _, command in commands:
        for name in command.split():
            code = game.action_code(name)
            assert code is not None
            transition(game, record, code)
            yield record, code


def _leave(record: GameState) -> None:
    """Leave a record as it is."""


def _subject(line: str) -> list[str]:
    """Return what a line of a view is about, without the value that it gives."""
    words = line.split()
    return words[: 1 if words[0] in ("to_act", "actions", "result") else 2]
