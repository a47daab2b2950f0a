"""Which store a server uses: SQLite in the data folder, or a PostgreSQL database.

PostgreSQL needs the optional package psycopg, which is imported only then.
"""

from __future__ import annotations

from tefuda.server.database_url import DatabaseUrl
from tefuda.server.settings import Settings
from tefuda.server.sqlite import SqliteStore
from tefuda.server.store import Store, StoreError

SQLITE = ("", "sqlite:")
WANTED = (
    "sqlite: or a URL such as postgresql://tefuda@db.example:5432/tefuda?sslmode=verify-full; "
    "in a password, write special characters as % and two digits, such as %40 for @"
)


def parse_database(text: str) -> DatabaseUrl | None:
    """Return the PostgreSQL database that a setting names, None for SQLite.

    Raises ValueError, which says what would be right and never quotes the text.
    """
    if text in SQLITE:
        return None
    try:
        return DatabaseUrl(text)
    except ValueError:
        raise ValueError(WANTED) from None


def open_store(settings: Settings) -> Store:
    """Open the store of a server; raises StoreError."""
    if settings.database is None:
        return SqliteStore(settings.data)
    check_psycopg()
    from tefuda.server.postgres import PostgresStore

    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)  # for the signing keys
    except OSError as error:
        raise StoreError(f"cannot keep anything in {settings.data}: {error.strerror}") from error
    return PostgresStore(settings.database)


def check_psycopg() -> None:
    """Raise a StoreError that names the missing package if psycopg is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise StoreError("PostgreSQL needs the package psycopg: pip install 'tefuda[postgresql]'") from error
