"""HTTP requests to a server, with the guest's cookie.

Blocking: callers in an event loop use `asyncio.to_thread`.  Redirects are not followed, because they could take the
cookie elsewhere.
"""

from __future__ import annotations

import http.client
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import Message
from http.cookies import CookieError, SimpleCookie
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from tefuda import __version__
from tefuda.client.errors import ClientError, ServerRefusal
from tefuda.client.wire import decode
from tefuda.engine.localization import clean
from tefuda.server.protocol.common import ErrorMessage, TableInfo
from tefuda.server.protocol.http import GameRecord, Join, Me, Series, SigningKeys
from tefuda.server.protocol.limits import COOKIE, HTTPS_COOKIE

T = TypeVar("T")

TIMEOUT = 15.0  # seconds
MAX_ANSWER_BYTES = 64 << 20  # a long game as one seat saw it has about a megabyte
USER_AGENT = f"tefuda/{__version__}"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


class HttpClient:
    """The HTTP interface of one server; every method raises ClientError.

    `token` is the guest's cookie, "" for none; `keep_token` is called with a new one.
    """

    def __init__(self, server: str, language: str, token: str, keep_token: Callable[[str], None]) -> None:
        self.server, self.language, self.token, self._keep_token = server, language, token, keep_token
        self._opener = urllib.request.build_opener(_NoRedirects())

    def me(self) -> Me:
        """Return the guest's name and tables."""
        return self._ask("/api/me", Me)

    def table(self, id: str, invitation: str) -> TableInfo:
        """Return a table."""
        return self._ask(f"/api/tables/{id}", TableInfo, invitation=invitation)

    def join(self, id: str, name: str, invitation: str) -> TableInfo:
        """Take a seat: the former one, else the first open one."""
        return self._ask(f"/api/tables/{id}/join", TableInfo, body=Join(name, invitation))

    def leave(self, id: str) -> TableInfo:
        """Give up the seat."""
        return self._ask(f"/api/tables/{id}/leave", TableInfo, body={})

    def series(self, id: str, invitation: str) -> Series:
        """Return the standings of a table and all that rematches link to it."""
        return self._ask(f"/api/tables/{id}/series", Series, invitation=invitation)

    def record(self, id: str, invitation: str) -> GameRecord:
        """Return the game so far as the guest saw it."""
        return self._ask(f"/api/tables/{id}/record", GameRecord, invitation=invitation)

    def signed_record(self, id: str, invitation: str) -> str:
        """Return the text of the signed record of a finished game, exactly as it came."""
        try:
            return self._request(f"/api/tables/{id}/record.txt", None, invitation=invitation).decode()
        except UnicodeError as error:
            raise ClientError("error-answer", server=self.server, reason=str(error)) from error

    def keys(self) -> SigningKeys:
        """Return all keys of the server."""
        return self._ask("/.well-known/tefuda-keys", SigningKeys)

    def _ask(self, path: str, kind: type[T], *, body: Any = None, **query: str) -> T:
        answer = self._request(path, body, **query)
        try:
            return decode(answer, kind)
        except ValueError as error:
            raise ClientError("error-answer", server=self.server, reason=str(error)) from error

    def _request(self, path: str, body: Any, **query: str) -> bytes:
        text = urlencode({name: value for name, value in query.items() if value})
        address = f"{self.server}{quote(path)}" + (f"?{text}" if text else "")
        headers = {"Accept-Language": self.language, "User-Agent": USER_AGENT}
        if self.token:
            headers["Cookie"] = cookies(self.server, self.token)
        data = None
        if body is not None:
            data, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
        request = urllib.request.Request(address, data, headers)  # noqa: S310  # the address is http or https
        try:
            with self._opener.open(request, timeout=TIMEOUT) as response:
                self._note_cookie(response.headers)
                answer = response.read(MAX_ANSWER_BYTES + 1)
        except urllib.error.HTTPError as error:
            self._note_cookie(error.headers)
            raise self._refusal(error) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise unreachable(self.server, error) from error
        if len(answer) > MAX_ANSWER_BYTES:
            raise ClientError("error-answer", server=self.server, reason=f"> {MAX_ANSWER_BYTES} bytes")
        return bytes(answer)

    def _note_cookie(self, headers: Message) -> None:
        for header in headers.get_all("Set-Cookie", []):
            try:
                found = SimpleCookie(header)
            except CookieError:
                continue
            cookie = found.get(HTTPS_COOKIE) or found.get(COOKIE)
            if cookie is not None and cookie.value and cookie.value != self.token:
                self.token = cookie.value
                self._keep_token(self.token)

    def _refusal(self, error: urllib.error.HTTPError) -> ClientError:
        with error:  # it holds the connection
            if 300 <= error.code < 400:
                to = clean(error.headers.get("Location", "?")[:200])
                return ClientError("error-redirect", server=self.server, to=to)
            try:
                answer = error.read(1 << 16)
            except (OSError, http.client.HTTPException):
                answer = b""
        return refusal(self.server, error.code, answer)


def refusal(server: str, status: int, answer: bytes) -> ClientError:
    """Return the error that an answer with this status holds."""
    try:
        message = decode(answer, ErrorMessage)
    except ValueError:
        return ClientError("error-answer", server=server, reason=f"HTTP {status}")
    return ServerRefusal(message.message, message.clause, status)


def cookies(server: str, token: str) -> str:
    """Return the value of the Cookie header; over https the token also has the name that earlier releases expect."""
    plain = f"{COOKIE}={token}"
    return f"{plain}; {HTTPS_COOKIE}={token}" if server.startswith("https:") else plain


def unreachable(server: str, error: BaseException) -> ClientError:
    """Return the error that says why a server cannot be reached."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, ssl.SSLCertVerificationError):
        return ClientError("error-certificate", server=server, reason=clean(reason.verify_message))
    if isinstance(reason, http.client.HTTPException):
        return ClientError("error-answer", server=server, reason=clean(str(reason) or type(reason).__name__))
    said = reason.strerror if isinstance(reason, OSError) and reason.strerror else str(reason)
    return ClientError("error-unreachable", server=server, reason=clean(said or type(reason).__name__))
