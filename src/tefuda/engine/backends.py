"""Build a game's rules twice from one source: checked and compiled.

`checked(rules)` runs the rules unchanged in CPython over checked records; `compiled(rules)` runs the same functions
compiled by Numba over NumPy records.  Generic modules (simulation, search) are bound to the same game.  A build copies
every function into a closed namespace, in which the engine's primitives and, for generic modules, the game's functions
replace the names that the module imported.
"""

from __future__ import annotations

import contextlib
import math
import sys
import threading
from collections.abc import Callable
from enum import Enum, EnumMeta, IntEnum
from functools import cache
from importlib import import_module, util
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from tefuda.engine import batch, primitives, rules_interface, simulation
from tefuda.engine.build_cache import build_tag, cache_folder
from tefuda.engine.call_graph import (
    REPLACED,
    Name,
    calls_itself,
    check_recursion,
    is_bound,
    modules_of,
    name_of,
)
from tefuda.engine.record import GameState, Generator, Record, i8

# Modules beside `rules` that may define functions of the rules interface.
PARTS = ("state", "actions", "determinize", "search_hints", "tensors")
PRIMITIVES = (
    *("rand_below", "mix", "low_bit", "high_bit", "ones", "mark_bits", "mark_copies", "mark_counts"),
    *("copy_row", "mark_cell", "copy_seats", "write_seats", "mark_seat_values", "mark_seat_sets"),
    *("clear", "prefetch", "prefetch_row", "emit", "at", "copy", "ints", "floats"),
)


class NoTables(Record):
    """The table record of a game without card tables."""

    unused: int = i8()


class NoTensors(Record):
    """The observation record of a game that declares none."""

    unused: int = i8()


class Build:
    """The functions of one game and of the generic modules bound to it, as attributes (`build.legal`, `build.trace`).

    `tag` is a hash of everything bound, empty for the checked build.  `states(n)`, `tables(record)` and
    `generator(seed)` create arguments in the form that the build takes.
    """

    def __init__(self, rules: ModuleType, kind: str, tag: str, names: dict[str, Any]) -> None:
        self.rules, self.kind, self.tag = rules, kind, tag
        self.State: type[GameState] = interface_of(rules)["State"]
        self.Tables: type[Record] = interface_of(rules).get("Tables", NoTables)
        self.Tensors: type[Record] = interface_of(rules).get("Tensors", NoTensors)
        self.__dict__.update(names)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the {self.kind} build of {self.rules.__name__} has no {name!r}")

    def states(self, count: int) -> Any:
        """Return an array of `count` zeroed game records."""
        if self.kind == "checked":
            return [self.State() for _ in range(count)]
        return np.zeros(count, self.State.dtype)

    def tables(self, table: Record) -> Any:
        """Return an array of one table record, filled from a checked one."""
        if self.kind == "checked":
            return [table]
        array = np.zeros(1, self.Tables.dtype)
        table.store(array, 0)
        return array

    def generator(self, seed: int) -> Any:
        """Return an array of one generator."""
        if self.kind == "checked":
            generator = Generator()
            generator.rng = seed
            return [generator]
        array = np.zeros(1, Generator.dtype)
        array["rng"] = seed
        return array

    def workspace(self, seed: int, states: int = 2) -> tuple[Any, Any, Any]:
        """Return (states, blank, generator), the arguments of generic entry points besides the tables."""
        return self.states(states), self.states(1), self.generator(seed)


def checked(rules: ModuleType, *generic: ModuleType) -> Build:
    """Return the interpreted build, used by tables and tests: every store and index is checked."""
    given = {name: getattr(primitives, name) for name in PRIMITIVES}
    return _build(rules, (simulation, batch, *generic), "checked", "", given, lambda function: function)


_configuring = threading.Lock()  # Numba's settings are global, and a worker prepares several games in threads


def compiled(rules: ModuleType, *generic: ModuleType, boundscheck: bool = False) -> Build:
    """Return the compiled build, used by bots and simulation.

    A function is compiled (seconds) or loaded from the cache when it is first called.  `boundscheck` raises IndexError
    for indices out of range.  Raises TypeError for rules outside the contract or with indirect recursion.
    """
    from numba import config, njit

    from tefuda.engine import numba_cache, numba_primitives

    generic, parts = (simulation, batch, *generic), parts_of(rules)
    check_recursion(*parts, *generic)
    tag = _tag((*parts, *generic, numba_primitives), boundscheck)
    folder = cache_folder(tag)
    options = {"error_model": "numpy", "nogil": True, "boundscheck": boundscheck, "no_cfunc_wrapper": True}
    entries = _entries(rules, (*generic, numba_primitives, rules_interface))

    def wrap(function: FunctionType) -> Any:
        dispatcher = njit(**options, no_cpython_wrapper=name_of(function) not in entries)(function)
        if folder is not None:
            with contextlib.suppress(RuntimeError):  # no cache locator: the source is not a plain file
                dispatcher.enable_caching()
        return _once_compiled(dispatcher) if calls_itself(function) else dispatcher

    with _configuring:
        before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
        config.CACHE_DIR = str(folder or "")
        config.CACHE_LOCATOR_CLASSES = f"{numba_cache.__name__}.{numba_cache.BuildFolder.__name__}"
        try:
            bound = _Binder({}, wrap, tag).bind(numba_primitives)
            given = {name: bound[name] for name in PRIMITIVES}
            build = _build(rules, generic, "compiled", tag, given, wrap)
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
    return build


def _entries(rules: ModuleType, generic: tuple[ModuleType, ...]) -> set[Name]:
    """Return the functions that Python calls; all others are called by compiled code only."""
    given = list(interface_of(rules).values())
    for module in generic:
        given += vars(module).values()
    return {name_of(function) for function in given if isinstance(function, FunctionType)}


def _build(
    rules: ModuleType,
    generic: tuple[ModuleType, ...],
    kind: str,
    tag: str,
    given: dict[str, Any],
    wrap: Callable[[FunctionType], Any],
) -> Build:
    _check_contract(rules)
    game, public = _Binder(given, wrap, tag), dict[str, Any]()
    for name, value in interface_of(rules).items():
        if isinstance(value, FunctionType):
            public[name] = game.bind(sys.modules[value.__module__])[value.__name__]
        elif name in rules_interface.CONSTANTS:
            public[name] = value
    default = _Binder({**given, **public}, wrap, tag).bind(rules_interface)
    public |= {name: default[name] for name in rules_interface.OPTIONAL if name not in public}
    names = dict(public)
    binder = _Binder({**given, **public}, wrap, tag)
    for module in generic:
        names |= {k: v for k, v in binder.bind(module).items() if not k.startswith("__")}
    return Build(rules, kind, tag, names)


class _Binder:
    """Copies the functions of modules into closed namespaces, each module once."""

    def __init__(self, given: dict[str, Any], wrap: Callable[[FunctionType], Any], tag: str) -> None:
        self.given, self.wrap, self.tag = given, wrap, tag
        self.done: dict[str, dict[str, Any]] = {}

    def bind(self, module: ModuleType) -> dict[str, Any]:
        if module.__name__ in self.done:
            return self.done[module.__name__]
        names: dict[str, Any] = {"__name__": module.__name__, "__builtins__": __builtins__}
        self.done[module.__name__] = names
        later: list[str] = []
        for key, value in vars(module).items():
            if key in self.given and (not isinstance(value, FunctionType) or value.__module__ in REPLACED):
                names[key] = self.given[key]
            elif key.startswith("__"):
                continue
            elif not isinstance(value, FunctionType):
                names[key] = _constant(value)
            elif value.__module__ == module.__name__:
                names[key] = self._copy(value, names)
            elif is_bound(value):
                later.append(key)
        for key in later:  # helpers from sibling modules
            helper = vars(module)[key]
            names[key] = self.bind(sys.modules[helper.__module__])[helper.__name__]
        return names

    def _copy(self, function: FunctionType, names: dict[str, Any]) -> Any:
        copied = FunctionType(function.__code__, names, function.__name__, _constant(function.__defaults__))
        copied.__kwdefaults__ = function.__kwdefaults__
        copied.__module__, copied.__doc__ = function.__module__, function.__doc__  # Numba's cache imports it by name
        copied.__qualname__ = f"{function.__qualname__}_{self.tag}" if self.tag else function.__qualname__
        return self.wrap(copied)


def _constant(value: Any) -> Any:
    """Return a global or default as both builds bind it: members of integer enumerations become plain integers.

    An enumeration becomes a module of integers.  Numba resolves a module's attributes when it compiles, so `Phase.BID`
    is an int64 like any other and a function is not compiled again for each enumeration passed to it.
    """
    if isinstance(value, EnumMeta):
        members: dict[str, Any] = dict(value.__members__)
        if not members or not all(isinstance(member, int) for member in members.values()):
            return value
        namespace = ModuleType(value.__name__)
        vars(namespace).update((name, int(member)) for name, member in members.items())
        return namespace
    if isinstance(value, Enum) and isinstance(value, int):
        return int(value)
    if type(value) is tuple:
        return tuple(map(_constant, value))
    return value


def parts_of(rules: ModuleType) -> list[ModuleType]:
    """Return the modules that define a game's part of the rules interface: `rules` and those beside it."""
    package = rules.__name__.removesuffix(".rules")
    if package == rules.__name__:
        return [rules]
    names = [f"{package}.{part}" for part in PARTS]
    return [rules, *(import_module(name) for name in names if util.find_spec(name) is not None)]


def interface_of(rules: ModuleType) -> dict[str, Any]:
    """Return what a game defines of the rules interface, by name: functions, constants, `State` and `Tables`."""
    names = (
        *rules_interface.REQUIRED,
        *rules_interface.OPTIONAL,
        *rules_interface.CONSTANTS,
        "State",
        "Tables",
        "Tensors",
    )
    parts = parts_of(rules)
    return {
        name: next(getattr(part, name) for part in parts if hasattr(part, name))
        for name in names
        if any(hasattr(part, name) for part in parts)
    }


def enumeration(rules: ModuleType, name: str) -> dict[int, IntEnum]:
    """Return the members, by value, of the IntEnum of that name in the game's modules; empty where there is none."""
    for module in modules_of(*parts_of(rules)):
        value = vars(module).get(name)
        if isinstance(value, EnumMeta) and issubclass(value, IntEnum):
            return {int(member): member for member in value}
    return {}


def _check_contract(rules: ModuleType) -> None:
    interface = interface_of(rules)
    missing = [
        name for name in (*rules_interface.REQUIRED, *rules_interface.CONSTANTS, "State") if name not in interface
    ]
    if missing:
        raise TypeError(f"{rules.__name__} lacks {', '.join(missing)} of the rules contract")
    if not 1 <= interface["NUM_ACTIONS"] <= 512:
        raise TypeError(f"{rules.__name__}.NUM_ACTIONS is {interface['NUM_ACTIONS']}; the contract allows 1 to 512")
    for module in modules_of(*parts_of(rules)):
        for key, value in vars(module).items():
            if isinstance(value, ModuleType) and value not in (np, math):
                raise TypeError(
                    f"{module.__name__} imports the module {key}: rules import functions and constants by name"
                )


def _once_compiled(dispatcher: Any) -> Any:
    """Restrict a recursive function to one compiled signature: with several, its cached code crashes."""
    keep = dispatcher.add_overload

    def add_overload(compiled: Any) -> None:
        if dispatcher.overloads and compiled.signature.args not in dispatcher.overloads:
            dispatcher._cache.flush()  # noqa: SLF001 (it may hold the first signature already)
            name = f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__name__}"
            raise TypeError(
                f"{name} calls itself with arguments of other types than it is called with: make all of them full "
                "integers (x + 0 of a field x), and a constant an argument from outside"
            )
        keep(compiled)

    dispatcher.add_overload = add_overload
    return dispatcher


@cache
def rules_hash(rules: ModuleType) -> str:
    """Return a hash of all code and constants of a game's rules, and of the versions that run them."""
    return _tag((*parts_of(rules), simulation, batch), boundscheck=False)


def _tag(modules: tuple[ModuleType, ...], boundscheck: bool) -> str:
    return build_tag((*modules, sys.modules[__name__]), boundscheck)
