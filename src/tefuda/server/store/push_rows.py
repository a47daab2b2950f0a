"""SQL of push subscriptions; functions of a connection, run by the store's threads.

A subscription is identified by its endpoint, an address that the push service has given to one browser.
"""

from __future__ import annotations

from tefuda.server.store.sql import SqlConnection
from tefuda.server.store.stored_data import PushSubscription

MAX_SUBSCRIPTIONS = 8  # subscriptions of a guest, one for each browser; a further one replaces the oldest

_ADD = """
    INSERT INTO push_subscriptions (endpoint, guest, p256dh, auth, language, origin, since)
    SELECT ?1, id, ?3, ?4, ?5, ?6, ?7 FROM guests WHERE id = ?2 AND created > 0{keep}
    ON CONFLICT (endpoint) DO UPDATE SET guest = excluded.guest, p256dh = excluded.p256dh, auth = excluded.auth,
        language = excluded.language, origin = excluded.origin, since = excluded.since"""
_LIMIT = """
    DELETE FROM push_subscriptions WHERE guest = ?1 AND endpoint NOT IN (
        SELECT endpoint FROM push_subscriptions WHERE guest = ?1 ORDER BY since DESC, endpoint = ?2 DESC, endpoint
        LIMIT ?3)"""


def add(connection: SqlConnection, guest: int, subscription: PushSubscription, now: int) -> None:
    """Add or replace a push subscription; of a guest's, only the newest few are kept."""
    endpoint, *fields = subscription
    connection.execute(_ADD.format(keep=connection.dialect.keep), (endpoint, guest, *fields, now))
    connection.execute(_LIMIT, (guest, endpoint, MAX_SUBSCRIPTIONS))


def remove(connection: SqlConnection, endpoint: str, guest: int | None) -> None:
    """Remove the push subscription with this endpoint, if there is one; only of one guest if given."""
    statement = "DELETE FROM push_subscriptions WHERE endpoint = ?1"
    if guest is None:
        connection.execute(statement, (endpoint,))
    else:
        connection.execute(f"{statement} AND guest = ?2", (endpoint, guest))


def subscriptions(connection: SqlConnection, guest: int) -> list[PushSubscription]:
    """Return the push subscriptions of a guest, oldest first."""
    statement = """
        SELECT endpoint, p256dh, auth, language, origin FROM push_subscriptions WHERE guest = ? ORDER BY since"""
    rows = connection.execute(statement, (guest,)).fetchall()
    return [PushSubscription(row[0], bytes(row[1]), bytes(row[2]), *row[3:]) for row in rows]
