"""OpenSpiel's Leduc poker in C++: the reference for playouts and search.

Needs the extra `openspiel` (`pip install tefuda[openspiel]`), which is not needed to play.
"""

from __future__ import annotations

import random
from importlib import metadata
from typing import Any

from tefuda.engine.chance import Outcome, Tape
from tefuda.engine.game import Game


def available() -> bool:
    """Return whether OpenSpiel is installed."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


class OpenSpiel:
    """OpenSpiel's leduc_poker and its C++ bots."""

    def __init__(self) -> None:
        import pyspiel

        self._spiel = pyspiel
        self._game = pyspiel.load_game("leduc_poker")
        self.version = metadata.version("open_spiel")

    def playouts(self, seed: int, games: int) -> int:
        """Play random games by `evaluate_bots`, one C++ call per game; returns the number of games."""
        spiel, game = self._spiel, self._game
        bots = [spiel.make_uniform_random_bot(seat, (seed + seat) % (1 << 31)) for seat in range(2)]
        for i in range(games):
            spiel.evaluate_bots(game.new_initial_state(), bots, (seed + i) % (1 << 31))
        return games

    def dealt(self, dice: random.Random) -> Any:
        """Return a state at its first decision."""
        state = self._game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(dice.choice([action for action, _ in state.chance_outcomes()]))
        return state

    def search(self, seed: int, decisions: int, simulations: int, exploration: float) -> int:
        """Search the first decisions of fresh deals with its C++ ISMCTS bot; returns the number of simulations."""
        spiel = self._spiel
        dice = random.Random(seed)
        for i in range(decisions):
            number = (seed + i) % (1 << 31)
            rollouts = spiel.RandomRolloutEvaluator(1, number)
            most_visited = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            spiel.ISMCTSBot(number, rollouts, exploration, simulations, -1, most_visited, False, False).step(
                self.dealt(dice)
            )
        return decisions * simulations

    def assert_same_game(self, leduc: Game, seed: int, games: int) -> None:
        """Play random games on both sides, and compare choices, seats and payments after every move."""
        dice = random.Random(seed)
        for _ in range(games):
            theirs = self.dealt(dice)
            cards = [int(action) for action in theirs.history()]
            tape: list[Outcome] = []
            ours = leduc.build.State()
            ours.listen(Tape(tape), None)
            _put(tape, cards, 0)
            _put(tape, cards, 1)
            leduc.build.setup(ours, leduc.tables, 2, [])
            while not theirs.is_terminal():
                assert ours.to_act == theirs.current_player()
                assert leduc.legal(ours) == theirs.legal_actions()
                action = dice.choice(theirs.legal_actions())
                theirs.apply_action(action)
                if theirs.is_chance_node():
                    cards.append(dice.choice([card for card, _ in theirs.chance_outcomes()]))
                    theirs.apply_action(cards[-1])
                    _put(tape, cards, 2)
                leduc.build.apply(ours, leduc.tables, action)
            assert ours.to_act < 0
            assert [round(13 * share) for share in leduc.outcome(ours)[0]] == theirs.returns()


def _put(tape: list[Outcome], cards: list[int], at: int) -> None:
    """Append the draw of card `at` to the tape, as its index among the cards not drawn before."""
    undrawn = sorted(set(range(6)) - set(cards[:at]))
    tape.append(Outcome(undrawn.index(cards[at]), len(undrawn)))
