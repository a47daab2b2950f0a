"""Kinds of options that benchmarks share: annotations of the parameters of their `run`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from tefuda.engine.game import load


def _known_game(_: object, game: str | None) -> None:
    """Raise an error that lists the games if `game` is not one of them."""
    if game is not None:
        load(game)


AtLeastOne = Annotated[int, Parameter(validator=Number(gte=1))]
AtLeastTwo = Annotated[int, Parameter(validator=Number(gte=2))]
NotNegative = Annotated[int, Parameter(validator=Number(gte=0))]
Seconds = Annotated[float, Parameter(validator=Number(gte=1))]
Flag = Annotated[bool, Parameter(negative=())]
OneGame = Annotated[
    str | None,
    Parameter(validator=_known_game, help="The name of one game, such as tezuma; without it all games."),
]
OfTests = Parameter(parse=False)  # no option of the command line
