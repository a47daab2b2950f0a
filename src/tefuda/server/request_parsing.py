"""Parses and validates untrusted input: messages, request bodies, headers, query parameters and names.

Invalid input raises a `ServerError` that names the problem; valid input is returned as the types of `protocol`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.websockets import WebSocket

from tefuda.server.errors import ServerError, preferred_language
from tefuda.server.protocol.limits import MAX_MESSAGE_BYTES, Id
from tefuda.server.protocol.messages import ToLesson, ToTable
from tefuda.table.clock_rule import ClockRule

T = TypeVar("T")
D = TypeVar("D", str, bytes)
MOST_MARKS = 4  # on one letter: Vietnamese and Hebrew need up to three
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # invisible, but letters, marks or symbols in Unicode

decode_to_table = msgspec.json.Decoder(ToTable).decode
decode_to_lesson = msgspec.json.Decoder(ToLesson).decode


def read_message(text: str, decode: Callable[[str], T]) -> T:
    """Parse a message of a WebSocket; raises ServerError if it is too large or malformed."""
    size = len(text.encode(errors="replace"))
    if size > MAX_MESSAGE_BYTES:
        raise ServerError("too-large", size=size, most=MAX_MESSAGE_BYTES)
    return _decoded(text, decode)


def _decoded(data: D, decode: Callable[[D], T]) -> T:
    try:
        return decode(data)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise ServerError("unreadable", why=str(error)) from error
    except RecursionError as error:
        raise ServerError("unreadable", why="it is nested too deeply") from error


def message_id(text: str) -> str:
    """Return the id of a malformed message, "" if it has no valid one."""
    try:
        return msgspec.json.decode(text[:MAX_MESSAGE_BYTES], type=_WithId).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


class _WithId(msgspec.Struct):
    id: Id


async def read_body(request: Request, decode: Callable[[bytes], T], most: int) -> T:
    """Read and decode the body of a POST; raises ServerError if it is cross-origin, too large or not valid JSON."""
    if is_cross_origin(request):
        raise ServerError("foreign-origin")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ServerError("json-only")
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise ServerError("too-large", size=len(body), most=most)
    except ClientDisconnect:  # no client reads this answer
        raise ServerError("too-slow") from None
    return _decoded(body, decode)


def is_cross_origin(connection: HTTPConnection) -> bool:
    """Whether a page of another site sends a request; browsers send Origin with every POST and WebSocket."""
    host = connection.headers.get("host", "").lower()
    origins = connection.headers.getlist("origin")
    if not origins:
        return connection.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
    secure = connection.scope["scheme"] in ("https", "wss")
    return any(not host or _netloc(origin, secure=secure) != host for origin in origins)


def _netloc(origin: str, *, secure: bool) -> str:
    """Return host and port of an origin; "" if it has none, is malformed, or lacks https although `secure`.

    Without https, an attacker in the network can serve a page of their own under the same name.
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return "" if secure and parts.scheme != "https" else parts.netloc.lower()


def language_of(connection: HTTPConnection) -> str:
    """Return the language of the answer: `?lang=`, else the best one in Accept-Language."""
    return preferred_language(connection.query_params.get("lang") or connection.headers.get("accept-language", ""))


def clean_name(name: str) -> str:
    """Normalize a name to one line of visible characters; raises ServerError if none are left."""
    cleaned = _cleaned(name, "")
    if not cleaned:
        raise ServerError("bad-name")
    return cleaned


def clean_line(text: str) -> str:
    """Normalize a line of talk to visible characters and the joiners of emoji and of some scripts.

    Raises ServerError if no visible ones are left.
    """
    cleaned = _cleaned(text, _JOINERS)
    if not cleaned:
        raise ServerError("bad-line")
    return cleaned


def _cleaned(text: str, joiners: str) -> str:
    """Return a text as one line without what would change the text around it; "" if nothing visible is left.

    Drops control characters, characters that reorder a line, and all but a few marks on one letter.
    """
    kept, marks = list[str](), 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if letter in _BLANK or category in ("Zs", "Zl", "Zp", "Cc"):
            kept.append(" ")
        elif letter in joiners or (category not in ("Cf", "Cs", "Co", "Cn") and marks <= MOST_MARKS):
            kept.append(letter)
    cleaned = " ".join("".join(kept).split())
    return cleaned if any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned) else ""


def last_seen_version(socket: WebSocket) -> int | None:
    """Return the version of the last update that a client has seen, from `?after=`; None if missing or malformed."""
    text = socket.query_params.get("after", "")
    return int(text) if text.isdecimal() and len(text) < 16 else None


def requested_seat(request: Request) -> int | None:
    """Return the seat in `?seat=` (-1: spectators), None if missing; raises ServerError if malformed."""
    text = request.query_params.get("seat")
    if text is None:
        return None
    if not re.fullmatch("-1|[0-9]{1,3}", text):
        raise ServerError("unreadable", why="?seat= takes a seat's number from 0, or -1 for spectators")
    return int(text)


def requested_step(request: Request) -> int:
    """Return the number of a moment in `?step=`, 1 if missing; raises ServerError if malformed."""
    text = request.query_params.get("step", "1")
    if not re.fullmatch("[0-9]{1,6}", text):
        raise ServerError("unreadable", why="?step= takes the number of a moment, from 1")
    return int(text)


def check_clock(rule: ClockRule | None) -> None:
    """Raise ServerError if a clock has a value out of its bounds."""
    if rule is not None and (fault := rule.fault()):
        low, high = rule.bounds(fault)
        raise ServerError("bad-clock", field=fault, low=low, high=high)


def is_cached(connection: HTTPConnection, tag: str) -> bool:
    """Whether If-None-Match names an entity tag; a proxy that compresses may have made a strong tag weak."""
    return tag in connection.headers.get("if-none-match", "")


def accepted_codings(connection: HTTPConnection) -> list[str]:
    """Return the content codings in Accept-Encoding, without those of weight 0."""
    items = connection.headers.get("accept-encoding", "").lower().split(",")
    parsed = [item.replace(" ", "").partition(";q=") for item in items]
    return [coding for coding, _, weight in parsed if weight.strip("0.") or not weight]
