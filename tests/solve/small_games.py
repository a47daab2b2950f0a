"""Games that are small enough for a whole tree."""

from functools import cache

import tefuda
from tefuda.engine.game import Game, open_game
from tefuda.solve import GameTree

KUHN = open_game("harness.fixtures.kuhn")
LEDUC = open_game("harness.fixtures.leduc")
KUHN_CHIPS, LEDUC_CHIPS = 2, 13  # what a utility of 1 is in chips, the unit of OpenSpiel
TEZUMA = tefuda.load("tezuma", constants={"hand": 2})
LLAMA = tefuda.load("llama", constants={"notes": 7}, marks=0, rounds=1)


@cache
def tree(game: Game) -> GameTree:
    return GameTree(game)
