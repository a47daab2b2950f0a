"""The other workers: servers with the same database, any of which may serve any table.

The log in the database is the source of truth, and entries are appended by compare-and-set, so a table needs no owner.
A worker that has a table in memory *holds* it: `Peers` notifies the other holders of new entries, and of state that is
not in the log, such as who is connected.  Notices may be lost, so each worker also polls all tables that it holds every
few seconds.  No notice contains an entry, a card or a name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

FOLLOW_SECONDS = 2.0  # delay before another worker takes over a due step


class SeatFacts(Struct, frozen=True, gc=False, array_like=True):
    """What a worker knows about the person in a seat."""

    guest: int
    connected: bool = False  # to this worker
    idle: bool = False
    answers: bool = False  # their client sent a message recently
    gone: bool = False
    skips: bool = False  # has asked to skip to the end


class Facts(Struct, frozen=True, gc=False, array_like=True, tag="facts"):
    """The clients of a table that are connected to a worker."""

    table: str
    seats: dict[int, SeatFacts]
    watchers: int
    stint: int = 0  # of the clock, see `Clock`
    used: int = 0  # milliseconds of it, as this worker has measured


class Grown(Struct, frozen=True, gc=False, array_like=True, tag="grown"):
    """The log of a table has grown to this version."""

    table: str
    version: int


class Changed(Struct, frozen=True, gc=False, array_like=True, tag="changed"):
    """Data of a table outside its log has changed; with `names`, a name was removed from its log."""

    table: str
    names: bool = False


class Removed(Struct, frozen=True, gc=False, array_like=True, tag="removed"):
    """A table was removed."""

    table: str


class Hello(Struct, frozen=True, gc=False, array_like=True, tag="hello"):
    """A worker holds a table from now on, and asks the others for their facts."""

    table: str


class Talked(Struct, frozen=True, gc=False, array_like=True, tag="talked"):
    """A line was added to the talk of a table."""

    table: str


class Wrote(Struct, frozen=True, gc=False, array_like=True, tag="wrote"):
    """A guest has changed their notes at a table."""

    table: str
    guest: int


class Shown(Struct, frozen=True, gc=False, array_like=True, tag="shown"):
    """The players on these seats share a finished game by a link."""

    table: str
    seats: tuple[int, ...]


class Renamed(Struct, frozen=True, gc=False, array_like=True, tag="renamed"):
    """A guest has changed their name."""

    guest: int


class Forgotten(Struct, frozen=True, gc=False, array_like=True, tag="forgotten"):
    """A guest was deleted."""

    guest: int


class Bye(Struct, frozen=True, gc=False, array_like=True, tag="bye"):
    """A worker stops."""


Notice = Facts | Grown | Changed | Removed | Hello | Talked | Wrote | Shown | Renamed | Forgotten | Bye


class Held(NamedTuple):
    """A table that has changed, is gone, or is held by other workers too."""

    table: str
    version: int | None  # None: there is no such table
    changed: bool  # outside its log
    others: frozenset[int]  # workers that hold it


class Entered(NamedTuple):
    """The servers on the database that accept passed connections."""

    addresses: frozenset[str]
    fresh: bool  # this worker was not registered before: at its start, or after a crash of the database
    rivals: frozenset[str]  # other servers that have registered the same address


class PeerListener(Protocol):
    """Receiver of the other workers' notices: the tables of this worker."""

    def versions(self) -> Mapping[str, int]:
        """Return the versions of the tables in memory."""

    def on_notice(self, worker: int, notice: Notice) -> None:
        """Handle a notice of another worker."""

    def on_check(self, tables: Sequence[Held], *, lost: int) -> None:
        """Handle the result of polling the database; this worker alone holds all tables that are not named.

        `lost` is the number of workers that have stopped without `Bye`.
        """

    def on_set_back(self, tables: Collection[str]) -> None:
        """Load tables again whose stored logs have become shorter than those in memory.

        As when a standby becomes the primary before it has received the latest entries.
        """

    def reconnected(self) -> None:
        """Exchange all facts with the other workers again, as notices were lost."""


class Peers(Protocol):
    """The other workers on the same database."""

    possible: bool  # whether there can be any

    async def start(self, listener: PeerListener, key: bytes) -> None:
        """Begin to receive the notices of other workers; `key` is the secret that the servers share."""

    async def hold(self, table: str) -> None:
        """Begin to hold a table, before it is read; raises StoreError."""

    async def release(self, table: str) -> None:
        """Stop holding a table."""

    def others(self, table: str) -> Collection[int]:
        """Return the other workers that hold a table."""

    async def grown(self, table: str, version: int) -> bool:
        """Return whether other workers have appended to the log of a table that has this version here."""

    def appended(self, table: str, version: int, holders: Sequence[int]) -> None:
        """Notify the other holders of a table of an appended entry."""

    def send(self, notice: Notice) -> None:
        """Send a notice to the others."""

    async def unheld(self, tables: Sequence[str]) -> list[str]:
        """Return those of the tables that no other worker holds."""

    async def enter(self, address: str, server: str) -> Entered:
        """Register the address for passed connections ("": none), and return the registered ones; raises StoreError.

        `server` is the same for all workers of one server, and for no other.
        """

    async def close(self) -> None:
        """Notify the others that this worker stops."""


class Alone:
    """`Peers` of a server that is alone on its database."""

    possible = False

    async def start(self, listener: PeerListener, key: bytes) -> None:
        pass

    async def hold(self, table: str) -> None:
        pass

    async def release(self, table: str) -> None:
        pass

    def others(self, table: str) -> Collection[int]:
        return ()

    async def grown(self, table: str, version: int) -> bool:
        return False

    def appended(self, table: str, version: int, holders: Sequence[int]) -> None:
        pass

    def send(self, notice: Notice) -> None:
        pass

    async def unheld(self, tables: Sequence[str]) -> list[str]:
        return list(tables)

    async def enter(self, address: str, server: str) -> Entered:
        return Entered(frozenset(filter(None, [address])), fresh=False, rivals=frozenset())

    async def close(self) -> None:
        pass
