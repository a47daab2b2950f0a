"""The entries of a table's log.

The table applies them, the server stores them as JSON, and records are made from them.  Every release reads the entries
of all earlier ones.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tefuda.engine.errors import TefudaError
from tefuda.table.clock_rule import ClockRule

Mover = Literal["person", "stand-in", "bot"]


class Refused(TefudaError):
    """A request that the table refuses; nothing has changed.

    `clause` names the rule of the game that forbids it; `reason` is the id of a message for all other reasons.
    """

    def __init__(self, message: str, clause: str | None = None, *, reason: str = "") -> None:
        super().__init__(message)
        self.message, self.clause, self.reason = message, clause, reason


class Sitter(Struct, frozen=True, gc=False, omit_defaults=True):
    """The occupant of a seat."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str = ""  # level of a bot

    def __str__(self) -> str:
        """Return the name of the seat in a deal's setup: "open", "person" or "bot LEVEL"."""
        return f"bot {self.level}" if self.kind == "bot" else self.kind


class Sat(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="sat"):
    """A person or a bot took a seat, or the seat was opened."""

    seat: int
    sitter: Sitter
    host: int | None = None  # seat of the host who did it, -1 for none; None: someone else, or unknown
    heir: int = -1  # seat whose person is the host from now on, as the host has left; -1: the host stays


class Setup(Struct, frozen=True, gc=False):
    """What is played at a table, and by how many."""

    game: str
    options: dict[str, int]  # all of them
    seats: int
    rules: str  # version
    cards: str  # SHA-256 of the card tables, hex


class Arranged(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="arranged"):
    """The host changed the table before the deal.  Fields that are None or empty stay as they were."""

    host: int = -1  # seat of the host before the change, -1 for none
    setup: Setup | None = None
    was: Setup | None = None  # the setup before, if it changes
    order: tuple[int, ...] = ()  # for each seat, the former seat of its new occupant; -1: open
    hints: bool | None = None
    public: bool | None = None
    locked: bool | None = None
    removed: int = -1  # seat from which a person was removed
    readmitted: bool = False  # everyone who was removed may sit again
    delay: int | None = None  # delay of the spectators, in decisions
    clock: ClockRule | None = None
    no_clock: bool = False  # the table has no clock any more


class Brought(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="brought"):
    """The opening of a seat, such as its deck, was chosen before the deal, or withdrawn after it."""

    seat: int
    command: str = ""  # of its first decision; "": it chooses at the table
    host: int | None = None  # seat of the host who chose for a bot, -1 for none; None: the person on the seat chose


class Seeded(Struct, frozen=True, gc=False, tag_field="kind", tag="seeded"):
    """A player added words to a deal of protocol 1; later protocols ignore this entry."""

    seat: int
    words: str


class Pledged(Struct, frozen=True, gc=False, tag_field="kind", tag="pledged"):
    """A person's client pledged its share in the deal."""

    seat: int
    pledge: str  # hex


class Sealed(Struct, frozen=True, gc=False, tag_field="kind", tag="sealed"):
    """An attempt to deal was sealed."""

    attempt: int
    server: str  # public key, hex
    pledges: dict[int, str]  # by seat, hex
    seal: str  # hex
    signature: str  # of the seal, hex
    at_once: bool  # seal again automatically if this attempt is called off


class Shared(Struct, frozen=True, gc=False, tag_field="kind", tag="shared"):
    """A client revealed its share to the server; it is published with the record after the game."""

    seat: int
    share: str  # hex


class CalledOff(Struct, frozen=True, gc=False, tag_field="kind", tag="called-off"):
    """An attempt to deal was called off because shares were missing."""

    silent: tuple[int, ...]  # seats whose share is missing


class Dealt(Struct, frozen=True, gc=False, tag_field="kind", tag="dealt"):
    """The game began."""


class Played(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="played"):
    """A seat played a command."""

    seat: int
    command: str
    by: Mover | None = None  # None in logs of protocol 1, which did not record it
    used: int = 0  # milliseconds of its time, at a table with a clock


class Ticked(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="ticked"):
    """The running decision of a seat has used time so far."""

    seat: int
    used: int  # milliseconds
    since: int | None = None  # kind "days": when the decision began, in seconds of the server's uptime


class Flagged(Struct, frozen=True, gc=False, tag_field="kind", tag="flagged"):
    """The time of a seat is over: a bot plays for its person until they return."""

    seat: int


class Resumed(Struct, frozen=True, gc=False, tag_field="kind", tag="resumed"):
    """The person whose time was over has returned to their seat."""

    seat: int


class BackAsked(Struct, frozen=True, gc=False, tag_field="kind", tag="back-asked"):
    """The person in a seat has asked the others to let them take back the last action."""

    seat: int


class BackAnswered(Struct, frozen=True, gc=False, tag_field="kind", tag="back-answered"):
    """A person has answered the request to take an action back; one refusal ends it."""

    seat: int
    agreed: bool


class TakenBack(Struct, frozen=True, gc=False, tag_field="kind", tag="taken-back"):
    """The last action was taken back with everyone's consent: the game is as it was before it."""

    seat: int  # whose action it was
    by: int  # seat of the last one to agree; the same seat if nobody had to
    version: int  # of the entry after which the game is again


class HandShown(Struct, frozen=True, gc=False, tag_field="kind", tag="hand-shown"):
    """A player lets the spectators see the view of their seat, or no longer does."""

    seat: int
    on: bool


class StandInCalled(Struct, frozen=True, gc=False, tag_field="kind", tag="stand-in-called"):
    """A bot plays for the person in a seat from now on, as a player asked: they themselves, or another one."""

    seat: int
    by: int  # seat of the player who asked


class StandInEnded(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind", tag="stand-in-ended"):
    """The person for whom a bot has played takes their seat back."""

    seat: int
    returned: bool = False  # by connecting again: they have yet to see what the bot has done


DealEntry = Pledged | Sealed | Shared | CalledOff
ClockEntry = Ticked | Flagged | Resumed
BackEntry = BackAsked | BackAnswered | TakenBack
StandInEntry = StandInCalled | StandInEnded
Entry = (
    Sat | Arranged | Brought | Seeded | DealEntry | Dealt | Played | ClockEntry | BackEntry | HandShown | StandInEntry
)
