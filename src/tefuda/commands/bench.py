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
def speed(*, repeat: int = 7, brief: Annotated[bool, Parameter(negative=())] = False) -> None:
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
