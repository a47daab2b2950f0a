"""The legal actions of a state: their notations, codes and mask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray


class Actions(Sequence[str]):
    """The legal actions of a state, in notation, by ascending code; empty when no seat is to act.

    A sequence of notations, which equals a tuple or list of the same ones; `in` takes a code as well.
    """

    def __init__(self, codes: Sequence[int], names: Sequence[str]) -> None:
        self.codes = tuple(codes)  # of the same actions in the same order
        self._all = names  # of every action of the game, by code
        self._names = tuple(names[code] for code in codes)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """An array with one element for each action code of the game, True where it is legal."""
        mask = np.zeros(len(self._all), np.bool_)
        mask[list(self.codes)] = True
        return mask

    @overload
    def __getitem__(self, at: SupportsIndex) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...

    def __getitem__(self, at: SupportsIndex | slice) -> str | tuple[str, ...]:
        return self._names[at]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, action: object) -> bool:
        return action in (self._names if isinstance(action, str) else self.codes)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Actions):
            return self.codes == other.codes and self._names == other._names
        return self._names == tuple(other) if isinstance(other, tuple | list) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._names)

    def __call__(self) -> NoReturn:
        raise TypeError(
            "legal_actions is a property: write state.legal_actions, and state.legal_actions.codes for codes"
        )

    def __repr__(self) -> str:
        return f"<{len(self)} actions: {', '.join(self._names)}>"
