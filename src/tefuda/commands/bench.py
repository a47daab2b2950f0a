"""`tefuda bench`: runs the benchmarks of a checkout.

Each is the function `run` of a module in `benchmarks/`; its signature and docstring give the options.
The folder is not part of an installed package; without it the command fails and says so.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from tefuda.commands import UsageError

CHECKOUT = Path(__file__).parents[3]
BENCHMARKS = {
    "speed": "Speed of the rules of every game: kotori beside C, Leduc poker beside OpenSpiel.",
    "vector": "Batches of games as arrays, as learners use them, beside the bare rules.",
    "lab": "Time that studies take: what if kotori had four birds, and exports.",
    "bots": "Strength of the bots: every level against the one below it, the heuristic and random play.",
    "coach": "Hints: their stability, honesty, speed and benefit.",
    "durability": "Kills under play: all acknowledged entries are stored exactly once.",
    "split": "Workers on one database that fail at random: nothing is lost or duplicated.",
    "scale": "What a second worker is worth in processor time.",
    "load": "Latency of actions at many tables, and how many tables one core serves.",
    "cost": "Processor time of an action, against an echo server on the same stack.",
    "slow-clients": "How much spectators who have stopped reading delay the players.",
    "hostile": "Attacks while people play: their latency, the server's memory, new visitors.",
    "restart": "How soon all players are back at their tables after a restart.",
    "soak": "Growth of memory over thousands of games.",
    "retention": "Hundreds of simulated days: the store stops growing.",
    "store": "Appends a second and their latency: SQLite beside PostgreSQL.",
    "jobs": "Time that the queue of tefuda bots adds to a request.",
    "fuzz": "Malformed and hostile frames while games are played: nothing fails.",
    "leaks": "What servers send in states that a viewer cannot tell apart; planted leaks are found.",
}


def benchmarks() -> App:
    """Return the command, with a subcommand for each benchmark."""
    app = App(name="bench")
    if not (CHECKOUT / "benchmarks").is_dir():
        return _unavailable(app, "the benchmarks are part of a checkout, not of an installed package: "
                                 "run ./tefuda bench in a clone")  # fmt: skip
    if find_spec("pytest") is None:
        return _unavailable(app, "pytest is missing, which ./tefuda installs in a clone together with this")
    sys.path.insert(0, str(CHECKOUT))
    for name, about in BENCHMARKS.items():
        app.command(f"benchmarks.{name.replace('-', '_')}:run", name=name, help=about)

    app.default(import_module("benchmarks.speed").run)
    return app


def _unavailable(app: App, reason: str) -> App:
    app.help_epilogue = f"Not here: {reason}."

    @app.default
    def fail(*_: Annotated[str, Parameter(allow_leading_hyphen=True, show=False)]) -> None:
        raise UsageError(reason)

    return app


bench = benchmarks()
