"""The part of the store about push subscriptions, the same for SQLite and PostgreSQL.

A subscription is known by its endpoint, an address that the push service has given to one browser.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tefuda.server.sql import SqlConnection
from tefuda.server.stored_data import PushSubscription

R = TypeVar("R")
MOST = 8  # subscriptions of a guest, that is browsers; a further one replaces the oldest

_ADD = """
    INSERT INTO push_subscriptions (endpoint, guest, p256dh, auth, language, origin, since)
    SELECT ?1, id, ?3, ?4, ?5, ?6, ?7 FROM guests WHERE id = ?2 AND created > 0
    ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, p256dh = excluded.p256dh, auth = excluded.auth,
        language = excluded.language, origin = excluded.origin, since = excluded.since"""
_LIMIT = """
    DELETE FROM push_subscriptions WHERE guest = ?1 AND endpoint NOT IN (
        SELECT endpoint FROM push_subscriptions WHERE guest = ?1 ORDER BY since DESC, endpoint = ?2 DESC, endpoint
        LIMIT ?3)"""


class PushRows:
    """Methods of the store about push subscriptions, and the key by which push services know the server."""

    async def _change(self, work: Callable[[SqlConnection], Any], method: str = "", **arguments: Any) -> Any:
        raise NotImplementedError

    async def _read(self, work: Callable[[SqlConnection], R]) -> R:
        raise NotImplementedError

    async def adopt_push_key(self, key: bytes) -> bytes:
        """Store the private key by which push services know this server, unless there is one; return the one stored."""

        def change(connection: SqlConnection) -> bytes:
            connection.execute("INSERT INTO keys VALUES ('push', ?) ON CONFLICT DO NOTHING", (key,))
            return bytes(connection.execute("SELECT value FROM keys WHERE name = 'push'").fetchone()[0])

        stored: bytes = await self._change(change, "adopt_push_key", key=key)
        return stored

    async def add_push(self, guest: int, subscription: PushSubscription, now: int) -> None:
        """Add or replace a push subscription; of a guest's, only the newest few are kept."""
        endpoint, *fields = subscription

        def change(connection: SqlConnection) -> None:
            connection.execute(_ADD, (endpoint, guest, *fields, now))
            connection.execute(_LIMIT, (guest, endpoint, MOST))

        await self._change(change, "add_push", guest=guest, subscription=subscription, now=now)

    async def remove_push(self, endpoint: str, guest: int | None = None) -> None:
        """Remove the push subscription with this endpoint, if there is one; only of one guest if given."""

        def change(connection: SqlConnection) -> None:
            statement = "DELETE FROM push_subscriptions WHERE endpoint = ?1"
            if guest is None:
                connection.execute(statement, (endpoint,))
            else:
                connection.execute(f"{statement} AND guest = ?2", (endpoint, guest))

        await self._change(change, "remove_push", endpoint=endpoint, guest=guest)

    async def push_subscriptions(self, guest: int) -> list[PushSubscription]:
        """Return the push subscriptions of a guest, oldest first."""
        statement = """
            SELECT endpoint, p256dh, auth, language, origin FROM push_subscriptions WHERE guest = ? ORDER BY since"""
        rows = await self._read(lambda connection: connection.execute(statement, (guest,)).fetchall())
        return [PushSubscription(row[0], bytes(row[1]), bytes(row[2]), *row[3:]) for row in rows]
