"""Builds of games with the functions of solvers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module

from tefuda.engine import backends
from tefuda.engine.backends import Build
from tefuda.engine.errors import BadOption
from tefuda.solve.regrets import minimize_regrets


@cache
def solver_build(package: str, kind: str) -> Build:
    """Return a game's build with `regrets`, "checked" or "compiled" (it compiles on first use); raises BadOption."""
    builders: dict[str, Callable[..., Build]] = {"checked": backends.checked, "compiled": backends.compiled}
    if kind not in builders:
        raise BadOption(f'there is no build {kind!r}: it is "compiled" or "checked"')
    return builders[kind](import_module(f"{package}.rules"), sys.modules[minimize_regrets.__module__])
