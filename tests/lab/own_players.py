"""Players for the tests of studies: a function, a class with a seed, and players that break the rules."""

from random import Random

from tefuda.engine.state import State


def first(state: State) -> str:
    return state.legal_actions[0]


def illegal(state: State) -> str:
    return "fly"


def confused(state: State) -> str:
    raise ZeroDivisionError("no idea")


class Coin:
    """Chooses at random from its own seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, state: State) -> int:
        return self.random.choice(state.legal_actions.codes)
