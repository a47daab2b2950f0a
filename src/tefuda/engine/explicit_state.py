"""States in which chance is a player: they stop before every draw, until it is decided or sampled.

>>> import tefuda
>>> state = tefuda.load("kotori").start(seed=7, explicit_chance=True)
>>> state.current_player == tefuda.CHANCE
True
>>> [str(outcome.probability) for outcome in state.chance_outcomes()]
['1/2', '1/2']
>>> state.play_chance(1)
()
>>> len(state.chance_outcomes())
10
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from tefuda.engine.arguments import usage, whole
from tefuda.engine.chance import Outcome, Source
from tefuda.engine.chance_nodes import DEAL, ChanceNode, ChanceOutcome, ChanceResult, outcomes_of, results_of, run
from tefuda.engine.errors import ChanceError, IllegalAction
from tefuda.engine.events import GameEvent
from tefuda.engine.legal_actions import Actions
from tefuda.engine.primitives import fast_below
from tefuda.engine.record import GameState, Generator
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.state import CHANCE, Prepared, State

DRAWS_AT_ONCE = "prepare, commit and redo draw at once: with explicit chance write play(action), then play_chance()"


class ExplicitState(State):
    """A game in progress with explicit chance.  Made by `Game.start` and `Game.position`."""

    def __init__(
        self,
        game: Ruleset,
        record: GameState,
        *,
        seed: int | None,
        chance: Source | None,
        start: str | GameState | None = None,
    ) -> None:
        super().__init__(game, record, seed=seed, chance=chance, start=start)
        self._node: ChanceNode | None = None
        self._decided: list[Outcome] | None = []  # the outcomes in the history; None: not read from it yet
        self._sampler = Generator()
        self._sampler.rng = seed or 0
        record.rng = 0  # not used: equal states have equal records

    @classmethod
    def dealt_explicitly(cls, game: Ruleset, seed: int) -> Self:
        """Begin a new game; it stops at the first draw of the deal, if it has any."""
        state = cls(game, game.build.State(), seed=seed, chance=None)
        state.opening = state._continue(state._record, DEAL, (), 0)
        return state

    @property
    def current_player(self) -> int | None:
        return super().current_player if self._node is None else CHANCE

    @property
    def is_terminal(self) -> bool:
        return self._node is None and super().is_terminal

    @property
    def is_chance_node(self) -> bool:
        return self._node is not None

    @property
    def legal_actions(self) -> Actions:
        return super().legal_actions if self._node is None else Actions((), self.game.action_names)

    @property
    def before_chance(self) -> Self | None:
        node = self._chance_node()
        if node.action == DEAL:
            return None
        before = type(self)(self.game, node.before.copy(), seed=self.seed, chance=None, start=self._start)
        before._sampler, before.opening = self._sampler.copy(), self.opening  # noqa: SLF001 (of the same class)
        command_at = len(self.history) - len(node.outcomes) - 1
        before.history, before._decided = self.history[:command_at], None  # noqa: SLF001
        before._begun = tuple(self.history[command_at][1].split()[:-1])  # noqa: SLF001
        before._recalls = {  # noqa: SLF001
            viewer: recall for viewer, recall in self._recalls.items() if recall.entries <= command_at
        }
        return before

    def chance_outcomes(self, *, merged: bool = True) -> list[ChanceOutcome]:
        return outcomes_of(self.game, self._chance_node(), merged=merged)

    def chance_results(self, *, most: int = 1000) -> list[ChanceResult]:
        node = self._chance_node()
        return results_of(self.game, node.before, node.action, node.outcomes, most=most)

    @usage("state.play(action): the seat to act plays it")
    def play(self, action: str | int, *, language: str = "en") -> tuple[GameEvent, ...]:
        before, begun = self._settled(), self._begun
        events: tuple[GameEvent, ...] = ()
        command = action if isinstance(action, str) else self._name(action, language)
        for place, name in enumerate(command.split() or [""]):
            try:
                self._check_pending(self._record, place, name, language)
                code = self._code(self._record, name, language)
            except IllegalAction:
                self._record, self._begun = before, begun
                raise
            seat, self._begun = self._record.to_act, (*self._begun, name)
            events += self._continue(self._record, code, (), 0)
            if self._node is not None or not self._record.pending:
                self.history.append((seat, " ".join(self._begun)))
                self._begun = ()
        return events

    def prepare(self, command: str, language: str = "en") -> Prepared:
        raise ChanceError(DRAWS_AT_ONCE)

    def commit(self, prepared: Prepared) -> None:
        raise ChanceError(DRAWS_AT_ONCE)

    def redo(self, command: str) -> None:
        raise ChanceError(DRAWS_AT_ONCE)

    def play_chance(self, outcome: int | None = None) -> tuple[GameEvent, ...]:
        node = self._chance_node()
        if outcome is None:
            outcome = fast_below(self._sampler, node.n)
        value = whole(outcome)
        if value is None or not 0 <= value < node.n:
            raise ChanceError(f"an outcome of this draw is a value from 0 to {node.n - 1}, not {outcome!r}")
        decided = Outcome(value, node.n)
        self.history.append((CHANCE, str(decided)))
        if self._decided is not None:
            self._decided.append(decided)
        events = self._continue(node.before, node.action, (*node.outcomes, decided), node.reports)
        if node.action == DEAL:
            self.opening += events
        return events

    def _continue(
        self, before: GameState, action: int, outcomes: tuple[Outcome, ...], told: int
    ) -> tuple[GameEvent, ...]:
        """Run a transition as far as its outcomes go; return its events but for the first `told`."""
        done = run(self.game, before, action, outcomes)
        self._node = done.node
        if done.node is None:
            self._record = done.record
        return self.game.events(before, done.reports)[told:]

    def _chance_node(self) -> ChanceNode:
        if self._node is None:
            raise ChanceError(f"chance does not decide now: {self._turn()}")
        return self._node

    def _settled(self) -> GameState:
        if self._node is not None:
            n = self._node.n
            raise ChanceError(f"chance decides among {n} now: play_chance(outcome) decides, play_chance() samples")
        return self._record

    def _tape(self) -> Sequence[Outcome]:
        if self._decided is None:
            self._decided = [Outcome.parse(text) for seat, text in self.history if seat == CHANCE]
        return self._decided

    def _turn(self) -> str:
        return super()._turn() if self._node is None else f"chance decides among {self._node.n}"

    def __str__(self) -> str:
        if self._node is None:
            return super().__str__()
        node = self._node
        deal = node.action == DEAL
        before = self.game.slug if deal else self.game.position_text(node.before).replace(" | ", "\n  ")
        done = ["deal" if deal else self.game.action_names[node.action], *map(str, node.outcomes)]
        return f"{before}\n  {' '.join(done)}\n  {self._turn()}"

    def copy(self) -> Self:
        other = super().copy()
        other._node, other._sampler = self._node, self._sampler.copy()  # noqa: SLF001 (of the same class)
        other._decided = None if self._decided is None else self._decided.copy()  # noqa: SLF001
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_decided": None}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExplicitState) and super().__eq__(other) is True and self._node == other._node

    __hash__ = None  # mutable
