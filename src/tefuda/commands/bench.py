"""`tefuda bench`: runs the measurements that lie in `benchmarks/` of a checkout.

They are no part of an installed package, and where they are missing the command says so.  It measures nothing itself.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

from cyclopts import App, Parameter

from tefuda.commands import Mistake
from tefuda.engine.game import load

CHECKOUT = Path(__file__).parents[3]  # where this file lies in src/tefuda/commands
bench = App(name="bench")


def _benchmark(name: str) -> ModuleType:
    """The module `benchmarks.<name>` of this checkout."""
    if not (CHECKOUT / "benchmarks" / f"{name}.py").is_file():
        raise Mistake(
            "the benchmarks are part of a checkout, not of an installed package: run ./tefuda bench in a clone"
        )
    sys.path.insert(0, str(CHECKOUT))
    return import_module(f"benchmarks.{name}")


@bench.default
@bench.command
def speed(*, repeat: int = 11, brief: Annotated[bool, Parameter(negative=())] = False) -> None:
    """Measure how fast the rules run, beside C and beside OpenSpiel.

    Parameters
    ----------
    repeat: int
        How often everything is measured; the median counts.
    brief: bool
        Measure a tenth as long, which shows that it works but not how fast it is.
    """
    if repeat < 1:
        raise Mistake(f"--repeat is at least 1, not {repeat}")
    _benchmark("speed").run(repeat=repeat, brief=brief)


@bench.command
def bots(
    game: str,
    /,
    *,
    deals: int = 100,
    players: Annotated[tuple[int, ...], Parameter(negative=(), show_default=False)] = (),
    level: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)] = (),
    seed: int = 1,
) -> None:
    """Measure how strong the bots are: every level against the one below it, the heuristic and random play.

    Parameters
    ----------
    game: str
        Its name, such as kotori.
    deals: int
        How many deals; each is played once from every seat.
    players: int
        A number of players; may be given several times. Without it all that the game takes.
    level: str
        A level, the lowest first; may be given several times. Without it all there are.
    seed: int
        Deals are numbered from here on; the same numbers give the same games.
    """
    from tefuda.bots.players import BUDGETS

    for count in players or (None,):
        load(game, players=count)  # says what is wrong with either
    for name in level:
        if name not in BUDGETS:
            raise Mistake(f"no level {name!r} to measure; there are {', '.join(BUDGETS)}")
    if deals < 2:
        raise Mistake(f"--deals is at least 2, not {deals}")
    if not 0 <= seed < 1 << 32:
        raise Mistake(f"--seed takes 0 to 2**32 - 1, not {seed}")
    _benchmark("bots").run(game, deals=deals, players=players, levels=level or tuple(BUDGETS), seed=seed)
