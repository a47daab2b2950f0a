"""Cookies with a random token identify guests; the store keeps only the hash of the token.

Over https the name of the cookie begins with `__Host-`, so that no other host of the same domain can set it and make a
visitor act as a guest of its own.  The cookie without this prefix, from earlier releases and from plain http, is also
read, but a token issued over https is not accepted from it.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tefuda.server.protocol.limits import COOKIE, HTTPS_COOKIE
from tefuda.server.settings import Settings
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import Guest, Visitor
from tefuda.server.tables.retention import Retention

TOKEN_BYTES = 32
HTTPS_MARK = "h."  # prefix of a token issued over https
COOKIE_SECONDS = 400 * 86400  # the longest that browsers keep a cookie


class GuestCookies:
    """The cookies of the guests of one server."""

    def __init__(self, settings: Settings, store: SqlStore, retention: Retention) -> None:
        self._settings, self._store, self._retention = settings, store, retention

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """Return the guest with this cookie, None if there is none."""
        visitor = await self.visitor(connection)
        return None if visitor is None else visitor.guest

    async def visitor(self, connection: HTTPConnection, table: str = "") -> Visitor | None:
        """Return the guest with this cookie, with their notes at a table."""
        token = token_of(connection)
        if not token:
            return None
        visitor = await self._store.guest(_digest(token), table)
        if visitor is not None:
            self._retention.guest_seen(visitor.guest.id)
        return visitor

    async def new_guest(self, name: str, *, secure: bool) -> tuple[Guest, str]:
        """Create a guest; return them with the token of their cookie."""
        token = urlsafe_b64encode(self._settings.random_bytes(TOKEN_BYTES)).decode().rstrip("=")
        token = HTTPS_MARK + token if secure else token
        return await self._store.add_guest(_digest(token), name, int(self._settings.clock.time())), token


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the client uses https."""
    return connection.scope["scheme"] in ("https", "wss")


def token_of(connection: HTTPConnection) -> str:
    """Return the token in the cookie of a request, "" for none."""
    token = connection.cookies.get(COOKIE, "")
    if not is_secure(connection):
        return token
    return connection.cookies.get(HTTPS_COOKIE, "") or ("" if token.startswith(HTTPS_MARK) else token)


def renewed_token(connection: HTTPConnection) -> str | None:
    """Return the token to set again under the https name of the cookie, None if there is none."""
    return token_of(connection) or None if is_secure(connection) and HTTPS_COOKIE not in connection.cookies else None


def set_cookie(response: Response, token: str, *, secure: bool) -> None:
    """Let a client keep the token of its guest."""
    name = HTTPS_COOKIE if secure else COOKIE
    response.set_cookie(name, token, COOKIE_SECONDS, secure=secure, httponly=True, samesite="lax")


def delete_cookie(response: Response, *, secure: bool) -> None:
    """Let a client forget its guest."""
    response.delete_cookie(COOKIE, secure=secure)
    if secure:
        response.delete_cookie(HTTPS_COOKIE, secure=True)
