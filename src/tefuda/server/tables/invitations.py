"""Invitations to tables, access to tables, and the ids that distinguish the authors of talk.

A table is public, or visible only to its players, its host and holders of its invitation: a signature of its id.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Container

from tefuda.server.errors import ServerError
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import Guest, TableRow
from tefuda.server.tables.loaded_table import LoadedTable

VOICE_BYTES = 8


class Invitations:
    """The invitations of one server."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._key = b""

    async def start(self) -> None:
        """Read the signing key; before that, no invitation is valid."""
        self._key = await self._store.server_key()

    def invitation(self, id: str) -> str:
        """Return the signature that allows its holder to see and join a table."""
        return self._signature(b"invitation " + id.encode())

    def share(self, id: str, nonce: bytes) -> str:
        """Return the signature in a link to a finished game; `nonce` is that of the link."""
        return self._signature(b"share " + id.encode() + b" " + nonce)

    def _signature(self, text: bytes) -> str:
        signature = hmac.digest(self._key, text, hashlib.sha256)
        return base64.urlsafe_b64encode(signature).decode().rstrip("=")

    def invited(self, id: str, signature: str) -> bool:
        """Whether `signature` is that of an invitation to the table."""
        return hmac.compare_digest(self.invitation(id).encode(), signature.encode())

    def voice(self, series: str, guest: int) -> str:
        """Return an id that distinguishes the lines of a guest within a series, and reveals nothing else."""
        return hmac.digest(self._key, f"voice {series} {guest}".encode(), hashlib.sha256)[:VOICE_BYTES].hex()

    def check_visible(self, loaded: LoadedTable, guest: Guest | None, invitation: str) -> bool:
        """Raise ServerError unless a guest may see a table; return whether they are invited, a member or the host."""
        try:
            return self.check_row_visible(loaded.row, loaded.members, guest, invitation)
        except ServerError:
            if guest is not None and guest.id in loaded.presence_tracker.removed:
                raise ServerError("removed-by-host") from None
            raise

    def check_row_visible(self, row: TableRow, members: Container[int], guest: Guest | None, invitation: str) -> bool:
        """Same as `check_visible`, for a table that is not loaded; `members` are the guests with a seat."""
        known = guest is not None and (guest.id == row.host or guest.id in members)
        invited = known or self.invited(row.id, invitation)
        if not (invited or row.public):
            raise ServerError("no-such-table")
        return invited
