"""The worlds that a viewer must reckon with, enumerated exactly from what it has seen and heard.

This knows nothing of `determinize`. It begins before the deal; replays what has happened with every outcome of chance
and every choice of the others that would have looked the same; and keeps the records that agree with the viewer's
observations, with their probabilities. The others' choices are no evidence: in each world, the commands that look alike
when they are given are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from tefuda.engine.chance import Outcome, enumerate_outcomes
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game
from tests.contract.cases import Play, plain

Weights = dict[bytes, Fraction]  # probability of each record, by its content


class TooMany(Exception):
    """There are more outcomes than are worth enumerating."""


class Enumeration:
    """Enumerates for one viewer; at most `budget` pieces of play in all, then raises TooMany."""

    def __init__(self, game: Game, viewer: int, budget: int) -> None:
        self.game, self.viewer, self.budget = game, viewer, budget

    def along(self, play: Play) -> Iterator[tuple[Any, Weights]]:
        """Each record of a game, with the probability of every world that the viewer then has to reckon with."""
        noticed = self._noticed(play.states[0].opening, play.states[0].full_state)
        worlds = _scaled(self._outcomes(self.game.build.State(), self._setup, noticed))
        yield play.states[0].full_state, worlds
        for k in range(len(play.commands)):
            worlds = self._after(worlds, play, k)
            yield play.states[k + 1].full_state, worlds

    def determinized(self, record: Any) -> Weights:
        """The probability of each world as `determinize` deals it."""
        found: Weights = {}
        for probability, world in enumerate_outcomes(record, self._redeal):
            self._spend()
            found[plain(world)] = found.get(plain(world), Fraction(0)) + probability
        return found

    # ------------------------------------------------------------ one command

    def _after(self, worlds: Weights, play: Play, k: int) -> Weights:
        """The worlds after the k-th command of a game, given those before it."""
        state = play.states[k].copy()
        actor, command = state.seat, tuple(play.commands[k].split())
        noticed = self._noticed(state.play(play.commands[k]), state.full_state)
        after: Weights = {}
        for content, weight in worlds.items():
            record = self.game.build.State.from_bytes(content)
            alike = [command]
            if actor != self.viewer:
                alike = [one for one in self._commands(record) if self._looks_like(record, one, noticed)]
            for one in alike:
                for reached, probability in self._outcomes(record, self._playing(one), noticed).items():
                    after[reached] = after.get(reached, Fraction(0)) + weight * probability / len(alike)
        return _scaled(after)

    def _commands(self, record: Any) -> Iterator[tuple[str, ...]]:
        """Every legal command in a record."""
        for code in self.game.legal(record):
            name, after = self.game.action_names[code], record.copy()
            self.game.build.apply(after, self.game.tables, code)
            if after.pending:
                for rest in self._commands(after):
                    self._spend()  # a deck put together card by card can be begun in more ways than anybody can count
                    yield (name, *rest)
            else:
                yield (name,)

    def _looks_like(self, record: Any, command: Sequence[str], noticed: Sequence[bytes]) -> bool:
        """Does a command look like what the viewer noticed, as far as it goes without any chance?"""
        copied, heard = record.copy(), []
        copied.listen(NoChance(), heard)
        try:
            self._playing(command)(copied)
        except Impossible:
            return self._agrees(record, heard, noticed)
        copied.listen(None, None)
        return self._noticed(_events(record, heard), copied) == list(noticed)

    def _playing(self, command: Sequence[str]) -> Callable[[Any], None]:
        def run(s: Any) -> None:
            for name in command:
                code = self.game.action_code(name)
                assert code is not None
                assert self.game.build.why_not(s, self.game.tables, code) == 0
                self.game.build.apply(s, self.game.tables, code)

        return run

    def _setup(self, s: Any) -> None:
        self.game.build.setup(s, self.game.tables, self.game.players, self.game.option_values)

    def _redeal(self, s: Any) -> None:
        self.game.build.determinize(s, self.game.tables, self.viewer)

    def _outcomes(self, record: Any, run: Callable[[Any], None], noticed: Sequence[bytes]) -> Weights:
        """Every record that `run` can lead to while the viewer notices just this, with its probability."""
        found: Weights = {}
        every = EveryOutcome()
        while not every.done:
            self._spend()
            copied, heard = record.copy(), []
            copied.listen(every.again(partial(self._agrees, record, heard, noticed)), heard)
            with suppress(Impossible):
                run(copied)
                copied.listen(None, None)
                if self._noticed(_events(record, heard), copied) == list(noticed):
                    found[plain(copied)] = found.get(plain(copied), Fraction(0)) + every.probability
            every.advance()
        return found

    def _agrees(self, record: Any, heard: Sequence[Any], noticed: Sequence[bytes]) -> bool:
        """Does what the viewer has heard so far fit what it noticed?"""
        so_far = self._heard(_events(record, heard))
        return so_far == list(noticed[: len(so_far)])

    def _heard(self, events: Sequence[GameEvent]) -> list[bytes]:
        heard = (self.game.observe(event, self.viewer) for event in events)
        return [msgspec.json.encode(one) for one in heard if one is not None]

    def _noticed(self, events: Sequence[GameEvent], after: Any) -> list[bytes]:
        """What the viewer hears, and what it sees at the end."""
        return [*self._heard(events), msgspec.json.encode(self.game.view(after, self.viewer))]

    def _spend(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise TooMany


class Impossible(Exception):
    """A command that is not legal in a world, or outcomes that do not fit what was heard."""


class NoChance:
    """A source that has nothing to give."""

    def below(self, s: Any, n: int) -> int:
        raise Impossible


class EveryOutcome:
    """A source that gives, run after run, every sequence of outcomes; `fits` can end a run before its next new draw."""

    def __init__(self) -> None:
        self.done = False
        self._tape: list[Outcome] = []

    def again(self, fits: Callable[[], bool]) -> EveryOutcome:
        self._place, self._fits = 0, fits
        return self

    @property
    def probability(self) -> Fraction:
        """That of the run that has just ended."""
        probability = Fraction(1)
        for outcome in self._tape:
            probability /= outcome.n
        return probability

    def below(self, s: Any, n: int) -> int:
        if self._place == len(self._tape):
            if not self._fits():
                raise Impossible
            self._tape.append(Outcome(0, n))
        self._place += 1
        return self._tape[self._place - 1].value

    def advance(self) -> None:
        """Go to the next sequence."""
        while self._tape and self._tape[-1].value == self._tape[-1].n - 1:
            self._tape.pop()
        if self._tape:
            last = self._tape.pop()
            self._tape.append(Outcome(last.value + 1, last.n))
        else:
            self.done = True


def _events(before: Any, heard: Sequence[Any]) -> list[GameEvent]:
    events = []
    for code, a, b, c, after in heard:
        events.append(GameEvent(code, a, b, c, before, after))
        before = after
    return events


def _scaled(weights: Weights) -> Weights:
    """Probabilities that sum to 1."""
    total = sum(weights.values())
    return {content: weight / total for content, weight in weights.items()}
