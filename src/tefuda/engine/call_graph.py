"""Static call graph of the functions that a build binds: those of the game, its generic modules and their helpers.

A function is identified by its module and name, which the copies in a build keep.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType

from tefuda.engine import primitives, record, rules_interface

REPLACED = (primitives.__name__, rules_interface.__name__)  # modules whose functions each build replaces by its own
Name = tuple[str, str]


def modules_of(*roots: ModuleType) -> list[ModuleType]:
    """Return the modules and all modules they import functions from, in order of discovery."""
    found = list(roots)
    for module in found:
        for value in vars(module).values():
            if isinstance(value, FunctionType) and is_bound(value):
                origin = sys.modules[value.__module__]
                if origin not in found:
                    found.append(origin)
    return found


def is_bound(thing: FunctionType | type) -> bool:
    """Return whether a build binds an imported function or class: neither a primitive nor from a library."""
    package = thing.__module__.partition(".")[0]
    libraries = (*sys.stdlib_module_names, "numpy", "numba", "llvmlite")
    return thing.__module__ not in (*REPLACED, record.__name__) and package not in libraries


def check_recursion(*roots: ModuleType) -> None:
    """Raise TypeError for indirect recursion: Numba compiles it, but crashes when it reads it from its cache."""
    modules = modules_of(*roots)
    cycle = _cycle(modules, lambda function: function.__code__.co_names) and _cycle(modules, _globals_of)
    if cycle:
        one, other = cycle
        raise TypeError(
            f"{one.__module__}.{one.__name__} calls itself through {other.__name__}: "
            "a function that is compiled may call itself, but not through others"
        )


def _cycle(
    modules: list[ModuleType], names: Callable[[FunctionType], Iterable[str]]
) -> tuple[FunctionType, FunctionType] | None:
    """Return a function in a call cycle and its caller there; `names` gives the globals a function refers to."""
    calls = {
        function: [called for name in names(function) if isinstance(called := given.get(name), FunctionType)]
        for given in map(vars, modules)
        for function in given.values()
        if isinstance(function, FunctionType) and is_bound(function)
    }
    for function, called_by_it in calls.items():
        reached = [called for called in called_by_it if called is not function]
        for called in reached:
            if function in calls.get(called, ()):
                return function, called
            reached += [further for further in calls.get(called, ()) if further not in reached]
    return None


def _globals_of(function: FunctionType) -> list[str]:
    """Return the globals that a function loads, without attribute names, one entry per load."""
    return [step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"]


def calls_itself(function: FunctionType) -> bool:
    """Return whether a function calls itself directly."""
    name = function.__code__.co_name
    return name in function.__code__.co_names and name in _globals_of(function)


def name_of(function: FunctionType) -> Name:
    """Return the module and name of a function."""
    return function.__module__, function.__name__
