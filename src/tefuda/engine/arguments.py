"""What public functions take: integers of any type, and errors that name the right call."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import index
from typing import Any, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
T = TypeVar("T")


def whole(value: Any) -> int | None:
    """Return an integer or truth value of any type, such as NumPy's, as an int; None for anything else."""
    try:
        return index(value)
    except TypeError:
        return int(value) if isinstance(value, np.bool_) else None


def integer(text: str) -> int:
    """Return the integer that a text writes; raises ValueError, which says that it is not one."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text[:40]!r} is not an integer") from None


def usage(right: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a function: a call with arguments that it does not take raises a TypeError that says what is right.

    Decorates the `__init__` of classes that are made by a function, too.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return function(*args, **kwargs)
            except TypeError as error:
                if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                    raise  # it comes from within the function
                why = f"{type(args[0]).__name__} is made by" if function.__name__ == "__init__" else f"{error}: write"
                raise TypeError(f"{why} {right}") from None

        return call

    return decorate
