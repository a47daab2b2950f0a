"""Errors that a person can act on: each says what was wrong, where, and what would be right."""

from __future__ import annotations

from dataclasses import dataclass


class TefudaError(Exception):
    """Base of the errors that the package raises on purpose."""


class UnknownGame(TefudaError, LookupError):
    """No game of that name."""


class BadOption(TefudaError, ValueError):
    """An unknown option, or a value outside its bounds."""


class BadPosition(TefudaError, ValueError):
    """A position text that cannot be read, or a position that cannot be."""


class BadRecord(TefudaError, ValueError):
    """A game record that cannot be read or does not replay; names the line."""


class CardFileError(TefudaError, ValueError):
    """A card file that cannot be used; names file, entry and field."""


class GameOver(TefudaError):
    """Something asked of a finished game that only a running one has."""


@dataclass(frozen=True)
class Refusal:
    """Why an action is not allowed now."""

    clause: str  # the rulebook clause that forbids it, "K4.3"
    message: str
    name: str = ""  # the member of the game's `Clause` enumeration, "NOT_YOUR_TURN"; empty where it has none

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})"


class IllegalAction(TefudaError, ValueError):
    """An action that is no action of the game, or that a clause forbids now; nothing has changed."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal}")
        self.action, self.refusal = action, refusal
        self.clause = refusal.clause
        if refusal.name:
            self.add_note(f"{refusal.clause} is Clause.{refusal.name}")
