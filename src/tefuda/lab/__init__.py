"""Studies of games: matches, leagues, what-if studies over rules and constants, and data (docs/lab.md).

>>> import tefuda
>>> from tefuda.lab import match
>>> match(tefuda.load("kotori", players=3), ["easy", "random"], deals=2, seed=1).games
6
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tefuda.lab.exports import export, records
    from tefuda.lab.intervals import Estimate
    from tefuda.lab.leagues import LeagueResult, Rating, league
    from tefuda.lab.matches import MatchResult, Progress, Standing, match
    from tefuda.lab.report import write_report
    from tefuda.lab.sweeps import Games, Study, Variant, sweep

__all__ = [
    "Estimate",
    "Games",
    "LeagueResult",
    "MatchResult",
    "Progress",
    "Rating",
    "Standing",
    "Study",
    "Variant",
    "export",
    "league",
    "match",
    "records",
    "sweep",
    "write_report",
]

_MODULES = {
    **dict.fromkeys(("export", "records"), "exports"),
    "Estimate": "intervals",
    **dict.fromkeys(("LeagueResult", "Rating", "league"), "leagues"),
    **dict.fromkeys(("MatchResult", "Progress", "Standing", "match"), "matches"),
    "write_report": "report",
    **dict.fromkeys(("Games", "Study", "Variant", "sweep"), "sweeps"),
}


if not TYPE_CHECKING:  # which would take any name for one that there is

    def __getattr__(name: str) -> Any:
        """Import on first use, so that `tefuda.lab.intervals` alone stays cheap to import."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
