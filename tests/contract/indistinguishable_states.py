"""Exact enumeration of the states that a viewer cannot distinguish, given its observations.

Independent of `determinize`.  Starts before the deal, replays the game with every chance outcome and every choice of
the other players that look the same to the viewer, and keeps the resulting records with their probabilities.  The
choices of others carry no evidence: in each world, commands that look alike are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from harness.contract.cases import Play, record_content
from tefuda.engine.chance import Outcome, enumerate_outcomes
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game

Weights = dict[bytes, Fraction]  # record content -> probability


class BudgetExceeded(Exception):
    """The enumeration exceeds its budget."""


class Enumeration:
    """Enumerates for one viewer; raises BudgetExceeded after `budget` steps in total."""

    def __init__(self, game: Game, viewer: int, budget: int) -> None:
        self.game, self.viewer, self.budget = game, viewer, budget

    def along(self, play: Play) -> Iterator[tuple[Any, Weights]]:
        """Yield each record of a game with the probability of every world that is consistent for the viewer."""
        observed = self._observed(play.states[0].opening, play.states[0].full_state)
        worlds = _scaled(self._outcomes(self.game.build.State(), self._setup, observed))
        yield play.states[0].full_state, worlds
        for k in range(len(play.commands)):
            worlds = self._after(worlds, play, k)
            yield play.states[k + 1].full_state, worlds

    def determinized(self, record: Any) -> Weights:
        """Return the probability of each world under `determinize`."""
        result: Weights = {}
        for probability, world in enumerate_outcomes(record, self._determinize):
            self._spend()
            result[record_content(world)] = result.get(record_content(world), Fraction(0)) + probability
        return result

    # ------------------------------------------------------------ one command

    def _after(self, worlds: Weights, play: Play, k: int) -> Weights:
        """Return the worlds after the k-th command of a game, given those before it."""
        state = play.states[k].copy()
        actor, command = state.current_player, tuple(play.commands[k].split())
        observed = self._observed(state.play(play.commands[k]), state.full_state)
        after: Weights = {}
        for bytes_, weight in worlds.items():
            record = self.game.build.State.from_bytes(bytes_)
            same_looking = [command]
            if actor != self.viewer:
                same_looking = [one for one in self._commands(record) if self._looks_like(record, one, observed)]
            for one in same_looking:
                for reached, probability in self._outcomes(record, self._play(one), observed).items():
                    after[reached] = after.get(reached, Fraction(0)) + weight * probability / len(same_looking)
        return _scaled(after)

    def _commands(self, record: Any) -> Iterator[tuple[str, ...]]:
        """Yield every legal command in a record."""
        for code in self.game.legal(record):
            name, applied = self.game.action_names[code], record.copy()
            self.game.build.apply(applied, self.game.tables, code)
            if applied.pending:
                for rest in self._commands(applied):
                    self._spend()  # building a deck card by card has a huge number of orders
                    yield (name, *rest)
            else:
                yield (name,)

    def _looks_like(self, record: Any, command: Sequence[str], observed: Sequence[bytes]) -> bool:
        """Return whether a command matches what the viewer observed, as far as it can be run without chance."""
        copied, emitted = record.copy(), []
        copied.listen(NoChance(), emitted)
        try:
            self._play(command)(copied)
        except Impossible:
            return self._agrees(record, emitted, observed)
        copied.listen(None, None)
        return self._observed(_events(record, emitted), copied) == list(observed)

    def _play(self, command: Sequence[str]) -> Callable[[Any], None]:
        def run(s: Any) -> None:
            for name in command:
                code = self.game.action_code(name)
                assert code is not None
                assert self.game.build.why_not(s, self.game.tables, code) == 0
                self.game.build.apply(s, self.game.tables, code)

        return run

    def _setup(self, s: Any) -> None:
        self.game.build.setup(s, self.game.tables, self.game.num_players, self.game.option_values)

    def _determinize(self, s: Any) -> None:
        self.game.build.determinize(s, self.game.tables, self.viewer)

    def _outcomes(self, record: Any, run: Callable[[Any], None], observed: Sequence[bytes]) -> Weights:
        """Return every record that `run` can lead to given the viewer's observations, with its probability."""
        result: Weights = {}
        chance = EveryOutcome()
        while not chance.done:
            self._spend()
            copied, emitted = record.copy(), []
            copied.listen(chance.restart(partial(self._agrees, record, emitted, observed)), emitted)
            with suppress(Impossible):
                run(copied)
                copied.listen(None, None)
                if self._observed(_events(record, emitted), copied) == list(observed):
                    result[record_content(copied)] = (
                        result.get(record_content(copied), Fraction(0)) + chance.probability
                    )
            chance.advance()
        return result

    def _agrees(self, record: Any, emitted: Sequence[Any], observed: Sequence[bytes]) -> bool:
        """Return whether the observations so far are a prefix of the observed ones."""
        so_far = self._observations(_events(record, emitted))
        return so_far == list(observed[: len(so_far)])

    def _observations(self, events: Sequence[GameEvent]) -> list[bytes]:
        observations = (self.game.observe(event, self.viewer) for event in events)
        return [msgspec.json.encode(observation) for observation in observations if observation is not None]

    def _observed(self, events: Sequence[GameEvent], after: Any) -> list[bytes]:
        """Return the viewer's observations, and its view at the end."""
        return [*self._observations(events), msgspec.json.encode(self.game.view(after, self.viewer))]

    def _spend(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise BudgetExceeded


class Impossible(Exception):
    """Raised for a command that is illegal in a world, or outcomes that contradict the observations."""


class NoChance:
    """A chance source that raises on every draw."""

    def below(self, s: Any, n: int) -> int:
        raise Impossible


class EveryOutcome:
    """A chance source that goes through all sequences of outcomes, one per run.

    `fits` is asked before each new draw and can end the run.
    """

    def __init__(self) -> None:
        self.done = False
        self._tape: list[Outcome] = []

    def restart(self, fits: Callable[[], bool]) -> EveryOutcome:
        self._position, self._fits = 0, fits
        return self

    @property
    def probability(self) -> Fraction:
        """Return the probability of the run that has just ended."""
        probability = Fraction(1)
        for outcome in self._tape:
            probability /= outcome.n
        return probability

    def below(self, s: Any, n: int) -> int:
        if self._position == len(self._tape):
            if not self._fits():
                raise Impossible
            self._tape.append(Outcome(0, n))
        self._position += 1
        return self._tape[self._position - 1].value

    def advance(self) -> None:
        """Go to the next sequence of outcomes."""
        while self._tape and self._tape[-1].value == self._tape[-1].n - 1:
            self._tape.pop()
        if self._tape:
            last = self._tape.pop()
            self._tape.append(Outcome(last.value + 1, last.n))
        else:
            self.done = True


def _events(before: Any, emitted: Sequence[Any]) -> list[GameEvent]:
    events = []
    for code, a, b, c, after in emitted:
        events.append(GameEvent(code, a, b, c, before, after))
        before = after
    return events


def _scaled(weights: Weights) -> Weights:
    """Return the weights normalized to sum 1."""
    total = sum(weights.values())
    return {record: weight / total for record, weight in weights.items()}
