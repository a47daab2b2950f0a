"""Strategies for small games: regret minimization, and how far a strategy is from an equilibrium.

>>> import tefuda
>>> from tefuda.solve import ExternalSampling, GameTree
>>> game = tefuda.load("tezuma", constants={"hand": 1})
>>> solver = ExternalSampling(game, seed=1, build="checked")
>>> solver.run(100)
>>> GameTree(game).exploitability(solver.policy()) < 0.1
True
"""

from typing import TYPE_CHECKING, NoReturn

from tefuda.solve.best_response import BestResponse
from tefuda.solve.external_sampling import ExternalSampling
from tefuda.solve.game_tree import GameTree, TreeTooLarge
from tefuda.solve.policy import Policy

__all__ = ["BestResponse", "ExternalSampling", "GameTree", "Policy", "TreeTooLarge"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> NoReturn:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
