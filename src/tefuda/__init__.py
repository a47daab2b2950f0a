"""Tefuda (手札): a card table for rare Japanese card games.

>>> import tefuda
>>> game = tefuda.load("kotori", players=3)
>>> state = game.start(seed=7)
>>> state.current_player in range(3)
True
>>> _ = state.play("draw")
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tefuda import adapters as adapters
    from tefuda import lab as lab
    from tefuda import solve as solve
    from tefuda.bots.analysis import Analysis, Interval, Option, analyse
    from tefuda.bots.in_process import Bot, bot, play_game
    from tefuda.bots.players import UnknownLevel
    from tefuda.bots.vector import Vector, vector
    from tefuda.engine.chance_nodes import ChanceOutcome, ChanceResult
    from tefuda.engine.errors import (
        BadOption,
        BadPosition,
        BadRecord,
        CardFileError,
        ChanceError,
        GameOver,
        IllegalAction,
        Refusal,
        TefudaError,
        UnknownGame,
    )
    from tefuda.engine.events import GameEvent
    from tefuda.engine.game import Game, game_slugs, load
    from tefuda.engine.game_record import Replay, write_record
    from tefuda.engine.legal_actions import Actions
    from tefuda.engine.state import CHANCE, State
    from tefuda.engine.tensors import TensorSpec
    from tefuda.engine.view import View
    from tefuda.table.replay import replay

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Actions",
    "Analysis",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Bot",
    "CardFileError",
    "ChanceError",
    "ChanceOutcome",
    "ChanceResult",
    "Game",
    "GameEvent",
    "GameOver",
    "IllegalAction",
    "Interval",
    "Option",
    "Refusal",
    "Replay",
    "State",
    "TefudaError",
    "TensorSpec",
    "UnknownGame",
    "UnknownLevel",
    "Vector",
    "View",
    "analyse",
    "bot",
    "game_slugs",
    "load",
    "play_game",
    "replay",
    "vector",
    "write_record",
]

# Packages that are imported when they are first named, and their extras only by the modules in them that need one.
_PACKAGES = ("adapters", "lab", "solve")

_MODULES = {
    **dict.fromkeys(("Analysis", "Interval", "Option", "analyse"), "bots.analysis"),
    **dict.fromkeys(("Bot", "bot", "play_game"), "bots.in_process"),
    "UnknownLevel": "bots.players",
    **dict.fromkeys(("Vector", "vector"), "bots.vector"),
    "Actions": "engine.legal_actions",
    **dict.fromkeys(("CHANCE", "State"), "engine.state"),
    "ChanceOutcome": "engine.chance_nodes",
    "ChanceResult": "engine.chance_nodes",
    "GameEvent": "engine.events",
    "TensorSpec": "engine.tensors",
    "View": "engine.view",
    "Game": "engine.game",
    "game_slugs": "engine.game",
    "load": "engine.game",
    **dict.fromkeys(("Replay", "write_record"), "engine.game_record"),
    "replay": "table.replay",
}


if not TYPE_CHECKING:  # which would take any name for one that there is

    def __getattr__(name: str) -> Any:
        """Import the engine on first use, so that `tefuda --help` does not import NumPy."""
        if name in _PACKAGES:
            return import_module(f"tefuda.{name}")
        if name not in __all__:
            if name.startswith("__"):
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            from tefuda.engine.other_names import hint

            raise AttributeError(hint("tefuda", name), name=name, obj=sys.modules[__name__])
        return getattr(import_module(f"tefuda.{_MODULES.get(name, 'engine.errors')}"), name)


def __dir__() -> list[str]:
    return sorted([*(name for name in globals() if name.startswith("__")), *__all__, *_PACKAGES])
