"""Tefuda (手札): a card table for rare Japanese card games.

>>> import tefuda
>>> game = tefuda.load("kotori", players=3)
>>> state = game.start(seed=7)
>>> state.seat in range(3)
True
>>> _ = state.play("draw")
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tefuda.bots.analysis import Analysis, Interval, Option, analyse
    from tefuda.engine.errors import (
        BadOption,
        BadPosition,
        BadRecord,
        CardFileError,
        GameOver,
        IllegalAction,
        Refusal,
        TefudaError,
        UnknownGame,
    )
    from tefuda.engine.game import Game, game_slugs, load
    from tefuda.engine.game_record import Replay
    from tefuda.engine.state import State
    from tefuda.table.replay import replay

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "CardFileError",
    "Game",
    "GameOver",
    "IllegalAction",
    "Interval",
    "Option",
    "Refusal",
    "Replay",
    "State",
    "TefudaError",
    "UnknownGame",
    "analyse",
    "game_slugs",
    "load",
    "replay",
]

_MODULES = {
    **dict.fromkeys(("Analysis", "Interval", "Option", "analyse"), "bots.analysis"),
    "Game": "engine.game",
    "game_slugs": "engine.game",
    "load": "engine.game",
    "State": "engine.state",
    "Replay": "engine.game_record",
    "replay": "table.replay",
}


def __getattr__(name: str) -> Any:
    """Import the engine on first use, so that `tefuda --help` does not import NumPy."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"tefuda.{_MODULES.get(name, 'engine.errors')}"), name)
