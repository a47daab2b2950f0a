"""The whole tree of a small game, and the values of strategies in it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tefuda.engine.chance_nodes import DEAL, ChanceResult, results_of
from tefuda.engine.errors import BadOption, ChanceError, TefudaError
from tefuda.engine.game import Game, checked_game
from tefuda.engine.record import GameState
from tefuda.solve.best_response import BestResponse, respond
from tefuda.solve.build import solver_build
from tefuda.solve.policy import Policy

TERMINAL = -1
ROOT = -1  # parent of the root
LEAST_RESULTS = 1000  # of chance that can be gone through for a tree, however few nodes it may have
SURELY = 10_000  # times as many nodes as there may be: then no more is tried


class TreeTooLarge(TefudaError):
    """A game has more nodes than a tree may have."""


class GameTree:
    """All nodes of a game: every decision and every end, by way of all outcomes of chance with different effects.

    The lists have an entry for each node; a node comes after its parent.

    Args:
        game: from `tefuda.load`; small, such as with constants for two players.
        most_nodes: the most nodes that the tree may have; raises TreeTooLarge beyond, as soon as that is certain, and
            for a deal or an action with more than a hundredth of that many results of chance (or 1,000).

    Attributes:
        seat: the seat that decides, -1 at an end.
        key: of its information state; 0 at an end.
        parent: the node before it, -1 after the deal.
        action: the action that led to it, by its place among the legal ones of the parent.
        chance: the probability of the outcomes since the parent (or of the deal).
        actions: the codes of the legal actions; empty at an end.
        utilities: of each seat, at an end; empty elsewhere.
    """

    def __init__(self, game: Game, *, most_nodes: int = 1_000_000) -> None:
        self.game = checked_game(game, "GameTree")
        self.seat: list[int] = []
        self.key: list[int] = []
        self.parent: list[int] = []
        self.action: list[int] = []
        self.chance: list[float] = []
        self.actions: list[tuple[int, ...]] = []
        self.utilities: list[tuple[float, ...]] = []
        build, tables, players = solver_build(game.package, "checked"), game.tables, game.num_players
        waiting: list[tuple[GameState, list[int], int]] = []  # record and information states of a decision, its node
        dealt = self._results(game.build.State(), DEAL, most_nodes)
        self._refuse_far_too_large(dealt, most_nodes)
        for probability, record, _ in dealt:
            recall = [0] * players
            build.recall_deal(record, tables, recall, players)
            self._add(record, recall, ROOT, 0, float(probability), waiting)
        while waiting:
            record, before, node = waiting.pop()
            for place, code in enumerate(self.actions[node]):
                for probability, after, _ in self._results(record, code, most_nodes):
                    recall = [0] * players
                    build.recall_action(after, tables, before, recall, players, record.to_act, code)
                    self._add(after, recall, node, place, float(probability), waiting)
            if len(self.seat) > most_nodes:
                raise TreeTooLarge(f"the tree of {game!r} has more than {most_nodes:,} nodes: take a smaller game")

    def _results(self, record: GameState, action: int, most_nodes: int) -> list[ChanceResult]:
        """Return what an action or the deal can lead to; raises TreeTooLarge if that is too much for such a tree."""
        most = max(most_nodes // 100, LEAST_RESULTS)
        try:
            return results_of(self.game, record, action, most=most)
        except ChanceError as error:
            raise TreeTooLarge(f"{self.game!r} is too large for a tree of {most_nodes:,} nodes: {error}") from None

    def _refuse_far_too_large(self, results: list[ChanceResult], most_nodes: int) -> None:
        """Raise TreeTooLarge at once for a game that would take a million nodes and minutes to be refused.

        The product of the numbers of branches on a random path is the number of nodes at its end on average (Knuth,
        1975).  So it is SURELY times too large once in as many trees at most.
        """
        random, nodes = Random(0), float(len(results))
        record = random.choice(results).record
        while record.to_act >= 0 and nodes <= SURELY * most_nodes:
            actions = self.game.legal(record)
            results = self._results(record, random.choice(actions), most_nodes)
            nodes *= len(actions) * len(results)
            record = random.choice(results).record
        if nodes > SURELY * most_nodes:
            raise TreeTooLarge(f"the tree of {self.game!r} has far more than {most_nodes:,} nodes: take a smaller game")

    def _add(
        self,
        record: GameState,
        recall: list[int],
        parent: int,
        action: int,
        chance: float,
        waiting: list[tuple[GameState, list[int], int]],
    ) -> None:
        """Add a node; its record is kept until its children are added."""
        over = record.to_act < 0
        if not over:
            waiting.append((record, recall, len(self.seat)))
        self.seat.append(TERMINAL if over else record.to_act)
        self.key.append(0 if over else recall[record.to_act])
        self.parent.append(parent)
        self.action.append(action)
        self.chance.append(chance)
        self.actions.append(() if over else tuple(self.game.legal(record)))
        self.utilities.append(tuple(self.game.outcome(record)[0]) if over else ())

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def num_information_states(self) -> int:
        return len(set(self.key) - {0})

    def values(self, policy: Policy) -> tuple[float, ...]:
        """Return the expected utility of each seat if all play by a policy."""
        self._check(policy)
        ends = [(reach, u) for reach, u in zip(self._reach(self._strategies(policy)), self.utilities, strict=True) if u]
        return tuple(sum(reach * u[seat] for reach, u in ends) for seat in range(self.game.num_players))

    def best_response(self, policy: Policy, seat: int) -> BestResponse:
        """Return the best that a seat can do if all others play by a policy."""
        self._check(policy)
        if seat not in range(self.game.num_players):
            raise BadOption(f"there is no seat {seat}: seats are 0 to {self.game.num_players - 1}")
        reach = self._reach(self._strategies(policy), seat)
        value, chosen = respond(self.seat, self.key, self.parent, self.action, self.utilities, reach, seat)
        counts = {key: len(actions) for key, actions in zip(self.key, self.actions, strict=True)}
        table = {key: tuple(float(k == best) for k in range(counts[key])) for key, best in chosen.items()}
        return BestResponse(value, Policy(self.game, table))

    def nash_conv(self, policy: Policy) -> float:
        """Return by how much all seats together could gain, each by its best response to the others; 0: equilibrium."""
        values = self.values(policy)
        return sum(self.best_response(policy, seat).value - value for seat, value in enumerate(values))

    def exploitability(self, policy: Policy) -> float:
        """Return `nash_conv` divided by the number of seats, in the utilities of the game.

        With two players and zero sum, this is what an opponent that knows the policy wins on average above the value
        of the game, in both seats alike.
        """
        return self.nash_conv(policy) / self.game.num_players

    def _check(self, policy: Policy) -> None:
        if not isinstance(policy, Policy):
            raise BadOption(f"this takes a policy, such as solver.policy() or Policy(game), not {policy!r}")
        if policy.game != self.game:
            raise BadOption(f"this policy is of {policy.game!r}, not of {self.game!r}")

    def _strategies(self, policy: Policy) -> list[Sequence[float]]:
        """Return the probabilities of the legal actions at each node."""
        pairs = zip(self.key, self.actions, strict=True)
        return [policy.at(key, len(actions)) if actions else () for key, actions in pairs]

    def _reach(self, strategies: Sequence[Sequence[float]], without: int = ROOT) -> list[float]:
        """Return the probability of each node, without that of the choices of one seat."""
        reach: list[float] = []
        for node, parent in enumerate(self.parent):
            before = 1.0 if parent == ROOT else reach[parent]
            chosen = 1.0
            if parent != ROOT and self.seat[parent] != without:
                chosen = strategies[parent][self.action[node]]
            reach.append(before * chosen * self.chance[node])
        return reach

    def __repr__(self) -> str:
        return f"<tree of {self.game!r}: {len(self):,} nodes, {self.num_information_states:,} information states>"
