"""Players for the tests of studies: a function, a class with a seed, and players that break the rules."""

import os
import time
from pathlib import Path
from random import Random

from tefuda.engine.state import State


def first(state: State) -> str:
    return state.legal_actions[0]


def illegal(state: State) -> str:
    return "fly"


def confused(state: State) -> str:
    raise ZeroDivisionError("no idea")


def leaves(state: State) -> str:
    raise SystemExit(3)


class Demanding:
    """Needs an argument that nobody gives."""

    def __init__(self, books: int) -> None:
        self.books = books

    choose = staticmethod(first)


class Lazy:
    """Cannot even begin."""

    def __init__(self) -> None:
        raise OSError("no bed")

    choose = staticmethod(first)


def asleep(state: State) -> str:
    """Leave the id of its process in the folder $MARKS, and never answer."""
    Path(os.environ["MARKS"], str(os.getpid())).touch()
    time.sleep(3600)
    raise AssertionError


def deserter(state: State) -> str:
    """End its process at once."""
    os._exit(3)


def deserts_once(state: State) -> str:
    """End its process at the first decision of all; after that play as `first`."""
    try:
        Path(os.environ["MARKS"], "deserted").touch(exist_ok=False)
    except FileExistsError:
        return first(state)
    os._exit(3)


class Coin:
    """Chooses at random from its own seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, state: State) -> int:
        return self.random.choice(state.legal_actions.codes)
