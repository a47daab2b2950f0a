"""Tefuda's games for other libraries: OpenSpiel, PettingZoo and Gymnasium, each an extra of the package."""

from importlib import import_module
from types import ModuleType

_LIBRARIES = ("gymnasium", "open_spiel", "pettingzoo")


def __getattr__(name: str) -> ModuleType:
    """Import an adapter when it is first named; raises ImportError, which names the extra, without its library."""
    if name not in _LIBRARIES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: it has {', '.join(_LIBRARIES)}")
    return import_module(f"{__name__}.{name}")
