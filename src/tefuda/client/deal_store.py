"""The client's data on fair deals: shares, checked seals, call-offs, the server's keys, and its copy of a game.

Every share and call-off has its own file, so that two clients on one machine never overwrite each other's.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from tefuda.client.state_folder import ServerFolder, append, read, write
from tefuda.table import fair_deal

MAX_COPY_BYTES = 32 << 20


class Shown(msgspec.Struct, frozen=True):
    """The setup of a game as the screen showed it before the seal."""

    game: str
    options: dict[str, int]
    rules: str
    cards: str


class KeptShare(msgspec.Struct, frozen=True):
    """A random share of this client; bytes in hex."""

    pledge: str
    share: str
    table: str
    seat: int
    at: float  # seconds since 1970
    shown: Shown
    seal: str = ""  # under which it was revealed; "": still secret
    signature: str = ""
    server: str = ""  # key in that seal
    attempt: int = 0
    given: bool = False  # the server has confirmed that it arrived


class KeptCallOff(msgspec.Struct, frozen=True):
    """A call-off that this client saw."""

    table: str
    number: int
    seal: str
    silent: tuple[int, ...]
    call_off: str


class _KeptKey(msgspec.Struct, frozen=True):
    key: str
    at: float


class DealStore:
    """The store of one server.  Failed writes raise ClientError, so that nothing is sent that was not stored before."""

    def __init__(self, folder: ServerFolder) -> None:
        self._folder = folder
        self._copied: dict[str, set[int]] = {}  # versions in the copy of each table
        self._sizes: dict[str, int] = {}

    # --------------------------------------------------------------- shares

    def draw(self, table: str, seat: int, shown: Shown) -> KeptShare:
        """Draw a share and store it; its pledge may be sent afterwards."""
        share = secrets.token_bytes(fair_deal.HASH_BYTES)
        kept = KeptShare(fair_deal.pledge(share).hex(), share.hex(), table, seat, time.time(), shown)
        self.keep(kept)
        return kept

    def keep(self, share: KeptShare) -> None:
        """Store a share with its current state."""
        write(self._folder.table(share.table) / f"share-{share.pledge}.json", msgspec.json.encode(share))

    def share(self, table: str, pledge: str) -> KeptShare | None:
        """Return the share of a pledge."""
        return next((share for share in self.shares(table) if share.pledge == pledge), None)

    def shares(self, table: str) -> list[KeptShare]:
        """Return all shares of a table, oldest first."""
        found = (read(file, KeptShare) for file in self._folder.table(table).glob("share-*.json"))
        return sorted((share for share in found if share is not None), key=lambda share: share.at)

    # ------------------------------------------------------------ call-offs

    def keep_call_off(self, call_off: KeptCallOff) -> None:
        """Keep a call-off; a contradicting one of the same seal does not replace it."""
        file = self._folder.table(call_off.table) / f"call-off-{_name(call_off.seal, call_off.call_off)}.json"
        if not file.exists():
            write(file, msgspec.json.encode(call_off))

    def call_offs(self, table: str) -> list[KeptCallOff]:
        """Return all call-offs of a table that this client saw."""
        found = (read(file, KeptCallOff) for file in self._folder.table(table).glob("call-off-*.json"))
        return sorted((one for one in found if one is not None), key=lambda one: one.number)

    # ---------------------------------------------------------- server keys

    def servers(self) -> list[str]:
        """Return the server's keys that this client trusts, oldest first."""
        found = (read(file, _KeptKey) for file in self._folder.folder.glob("key-*.json"))
        return [one.key for one in sorted((one for one in found if one is not None), key=lambda one: one.at)]

    def trust(self, key: str) -> None:
        """Trust a key of the server."""
        write(self._folder.folder / f"key-{_name(key)}.json", msgspec.json.encode(_KeptKey(key, time.time())))

    # ----------------------------------------------------------------- copy

    def collect(self, table: str, version: int, update: Mapping[str, Any]) -> None:
        """Add an update with a view, unchanged, to the copy of a game, unless that has its version already."""
        file = self._folder.table(table) / "seen.jsonl"
        if table not in self._copied:
            self._copied[table] = {int(one["version"]) for one in self.seen(table)}
            self._sizes[table] = file.stat().st_size if file.exists() else 0
        line = msgspec.json.encode(update)
        if version in self._copied[table] or self._sizes[table] + len(line) > MAX_COPY_BYTES:
            return
        append(file, line)
        self._copied[table].add(version)
        self._sizes[table] += len(line) + 1

    def seen(self, table: str) -> list[dict[str, Any]]:
        """Return the collected updates of a game, oldest first."""
        try:
            lines = (self._folder.table(table) / "seen.jsonl").read_bytes().splitlines()
        except OSError:
            return []
        found = (_update(line) for line in lines)
        return sorted((one for one in found if one is not None), key=lambda one: int(one["version"]))


def _name(*received: str) -> str:
    """Return a file name for values that a server sent, which may be anything."""
    return hashlib.sha256("\0".join(received).encode()).hexdigest()[:32]


def _update(line: bytes) -> dict[str, Any] | None:
    """Read a line of a copy; None for one that was cut off."""
    try:
        update = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError):
        return None
    return update if isinstance(update.get("version"), int) else None
