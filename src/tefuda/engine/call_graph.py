"""Which function calls which, among those that a build binds: the game's, its generic text's, and their helpers'.

A function goes by its module and name: a build copies functions, and their copies keep both.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterable
from types import FunctionType, ModuleType

from tefuda.engine import primitives, record, rules_interface

ENGINE = (primitives.__name__, rules_interface.__name__)  # a build puts its own functions in their place
Name = tuple[str, str]


def modules_of(*roots: ModuleType) -> list[ModuleType]:
    """The modules and those they take functions from, each once, in order of discovery."""
    found = list(roots)
    for module in found:
        for value in vars(module).values():
            if isinstance(value, FunctionType) and followed(value):
                origin = sys.modules[value.__module__]
                if origin not in found:
                    found.append(origin)
    return found


def followed(thing: FunctionType | type) -> bool:
    """Is this imported function or class the game's: neither the engine's own nor a library's?"""
    package = thing.__module__.partition(".")[0]
    libraries = (*sys.stdlib_module_names, "numpy", "numba", "llvmlite")
    return thing.__module__ not in (*ENGINE, record.__name__) and package not in libraries


def check_recursion(*roots: ModuleType) -> None:
    """Refuse functions that call one another in a circle: Numba compiles them, and crashes when its cache is read."""
    modules = modules_of(*roots)
    circle = _circle(modules, lambda function: function.__code__.co_names) and _circle(modules, _globals_of)
    if circle:
        one, other = circle
        raise TypeError(
            f"{one.__module__}.{one.__name__} calls itself through {other.__name__}: "
            "a function that is compiled may call itself, but not through others"
        )


def _circle(
    modules: list[ModuleType], names: Callable[[FunctionType], Iterable[str]]
) -> tuple[FunctionType, FunctionType] | None:
    """A function that calls itself through others, and the last of these; `names` are what a function refers to."""
    calls = {
        function: [called for name in names(function) if isinstance(called := given.get(name), FunctionType)]
        for given in map(vars, modules)
        for function in given.values()
        if isinstance(function, FunctionType) and followed(function)
    }
    for function, called_by_it in calls.items():
        reached = [called for called in called_by_it if called is not function]
        for called in reached:
            if function in calls.get(called, ()):
                return function, called
            reached += [further for further in calls.get(called, ()) if further not in reached]
    return None


def _globals_of(function: FunctionType) -> list[str]:
    """What a function takes from its module, other than the names of attributes, each as often as it does."""
    return [step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"]


def calls_itself(function: FunctionType) -> bool:
    """Does a function call itself by its name?"""
    name = function.__code__.co_name
    return name in function.__code__.co_names and name in _globals_of(function)


def on_one_path(modules: list[ModuleType], entries: set[Name]) -> set[Name]:
    """Names of the functions that are called in one place, which is itself come to in one way only from an entry.

    They are put into their callers: the code is faster, and hardly larger.  Of an entry only calls by name count, not
    those by generic text, which is bound to it.
    """
    callers: dict[Name, list[Name]] = {}
    for module in modules:
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                for called in map(vars(module).get, _globals_of(function)):
                    if isinstance(called, FunctionType):
                        callers.setdefault(name_of(called), []).append(name_of(function))

    def once(name: Name) -> bool:
        places = callers.get(name, [])
        return not places if name in entries else len(places) == 1 and places[0] != name and once(places[0])

    return {name for name in callers if name not in entries and once(name)}


def name_of(function: FunctionType) -> Name:
    """The name by which a function is known here."""
    return function.__module__, function.__name__
