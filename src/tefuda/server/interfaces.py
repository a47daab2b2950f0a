"""Interfaces between a table's actor, its parts and the registry, as protocols, so that none of their modules import
each other in a cycle.

`TableActor` implements `Actor`, `TableRegistry` implements `Registry`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from tefuda.server.bot_service import BotService
from tefuda.server.connection import Connection
from tefuda.server.log_replay import TimeSlices
from tefuda.server.metrics import Metrics
from tefuda.server.peers import Peers
from tefuda.server.presence import PresenceTracker
from tefuda.server.protocol import FromTable
from tefuda.server.settings import Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.store import Guest, Phase, Seat, Store, TableRow
from tefuda.table.entries import Entry, Sitter
from tefuda.table.table import Table


class Sender(NamedTuple):
    """The message that asks for an entry: its connection, guest and id."""

    connection: Connection
    guest: int
    id: str  # of the message


class Actor(Protocol):
    """What the message handlers, the bots and the deal of a table need of its actor."""

    registry: Registry
    settings: Settings
    store: Store
    row: TableRow
    table: Table
    presence_tracker: PresenceTracker
    done: dict[tuple[int, str], int]

    @property
    def phase(self) -> Phase:
        """The phase of the table."""

    @property
    def leads(self) -> bool:
        """Whether this worker takes the next step that no message asks for."""

    def enqueue(self, work: Callable[[], Awaitable[object]]) -> None:
        """Run `work` on the table's queue without waiting for it."""

    async def has_changed(self) -> bool:
        """Whether other workers have appended entries that were not known here; they are applied."""

    async def append(
        self,
        entry: Entry,
        *,
        sender: Sender | None = None,
        seats: tuple[Seat, ...] = (),
        unseat: tuple[int, ...] = (),
        seated: int | None = None,
    ) -> None:
        """Store a proposed entry, apply it, answer its sender and broadcast the update."""

    async def change_seat(self, seat: int, sitter: Sitter, guest: Guest | None, sender: Sender | None = None) -> None:
        """Seat another sitter."""

    def broadcast(self, message: FromTable) -> None:
        """Send a message to every connection at the table."""

    def report(self, error: Exception) -> None:
        """Log an exception."""


class Registry(Protocol):
    """What a table's actor and its parts need of the registry."""

    settings: Settings
    store: Store
    bot_service: BotService
    metrics: Metrics
    keyring: Keyring
    time_slices: TimeSlices
    holding: bool  # nothing is stored any more, because another process continues the tables
    peers: Peers

    def table(self, row: TableRow, audiences: Sequence[int]) -> Table:
        """Return a table before the first entry of its log."""

    def level(self, slug: str, requested: str) -> str:
        """Return the requested bot level, or the middle one if the game has no such level."""

    def bot(self, slug: str, level: str, names: Sequence[str], language: str = "en") -> Sitter:
        """Return a bot to seat, with a name not in `names`."""

    async def rematch(self, before: Actor, guest: Guest) -> str:
        """Create the rematch of a table and return its id."""
