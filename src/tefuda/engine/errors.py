"""Errors of the package: each message says what was wrong, where, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tefuda.engine.view import Words


class TefudaError(Exception):
    """Base class of the package's errors."""


class UnknownGame(TefudaError, LookupError):
    """No game of that name."""


class BadOption(TefudaError, ValueError):
    """An unknown option, or a value outside its bounds."""


class BadPosition(TefudaError, ValueError):
    """A position text that cannot be parsed, or an impossible position."""


class BadRecord(TefudaError, ValueError):
    """A game record that cannot be parsed or replayed; names the line."""


class ImpossibleGame(BadRecord):
    """A game record with moves or ranks that the rules do not allow."""


class CardFileError(TefudaError, ValueError):
    """A card file that cannot be used; names file, entry and field."""


class GameOver(TefudaError):
    """An operation on a finished game that needs a running one, or the reverse."""


class BadOpening(TefudaError, ValueError):
    """A text that does not say what to play with; `words` is the game's message with the reason."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.id)
        self.words = words


class ChanceError(TefudaError):
    """An operation that a state's source of chance does not allow, such as an action where chance decides."""


@dataclass(frozen=True)
class Refusal:
    """Why an action is not allowed now."""

    clause: str  # the rulebook clause that forbids it, "K4.3"
    message: str
    name: str = ""  # the member of the game's `Clause` enumeration, "NOT_YOUR_TURN"; empty where it has none

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})"


class IllegalAction(TefudaError, ValueError):
    """An unknown action, or one that a clause forbids now; the state is unchanged."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal}")
        self._arguments = action, refusal
        self.action, self.refusal = action, refusal
        self.clause = refusal.clause
        if refusal.name:
            self.add_note(f"{refusal.clause} is Clause.{refusal.name}")

    def __reduce__(self) -> tuple[object, ...]:  # to reach another process with its clause
        return type(self), self._arguments
