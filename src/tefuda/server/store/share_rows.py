"""SQL of the links by which players share a finished game; functions of a connection, run by the store's threads."""

from __future__ import annotations

from tefuda.server.store.sql import SqlConnection
from tefuda.server.store.stored_data import Share


def shares(connection: SqlConnection, table: str) -> list[Share]:
    """Return the links of a table, oldest first."""
    rows = connection.execute("SELECT guest, nonce FROM shares WHERE table_id = ? ORDER BY created, guest", (table,))
    return [Share(guest, bytes(nonce)) for guest, nonce in rows.fetchall()]


def set_share(connection: SqlConnection, table: str, guest: int, nonce: bytes | None, now: int) -> None:
    """Add a guest's link to a finished table unless they have one or were deleted, or remove it (`nonce` is None)."""
    if nonce is None:
        connection.execute("DELETE FROM shares WHERE table_id = ? AND guest = ?", (table, guest))
        return
    connection.execute(
        f"""
        INSERT INTO shares (table_id, guest, nonce, created)
        SELECT tables.id, guests.id, ?3, ?4 FROM tables, guests
        WHERE tables.id = ?1 AND phase = 'over' AND guests.id = ?2 AND guests.created > 0{connection.dialect.keep}
        ON CONFLICT (table_id, guest) DO NOTHING""",  # noqa: S608  # constants
        (table, guest, nonce, now),
    )
