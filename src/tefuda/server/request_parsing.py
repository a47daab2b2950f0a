"""Reads what comes in from outside: messages, bodies, headers, names.

Nothing that arrives is trusted here.  Whatever cannot be used is answered by a `ServerError` that says why, never by a
crash; what passes is of the types in `protocol.py`.
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

from tefuda.server import protocol
from tefuda.server.errors import ServerError, preferred

T = TypeVar("T")

_decode_message = msgspec.json.Decoder(protocol.ToTable).decode


def read_message(text: str) -> protocol.ToTable:
    """A message to a table from its text; raises Problem saying what is wrong with it."""
    size = len(text.encode(errors="replace"))
    if size > protocol.MAX_MESSAGE_BYTES:
        raise ServerError("too-large", size=size, most=protocol.MAX_MESSAGE_BYTES)
    try:
        message: protocol.ToTable = _decode_message(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ServerError("unreadable", why=_reason(error)) from error
    return message


def _reason(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def id_of(text: str) -> str:
    """The id of a message that cannot be read as a whole, "" where not even that can."""
    try:
        return msgspec.json.decode(text[: protocol.MAX_MESSAGE_BYTES], type=_WithId).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


class _WithId(msgspec.Struct):
    id: protocol.Id


async def read_body(request: Request, decode: Callable[[bytes], T]) -> T:
    """The body of a POST; raises Problem where it is foreign, no JSON, too large or not what is wanted."""
    if foreign(request):
        raise ServerError("foreign-origin")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ServerError("json-only")
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > protocol.MAX_MESSAGE_BYTES:
                raise ServerError("too-large", size=len(body), most=protocol.MAX_MESSAGE_BYTES)
    except ClientDisconnect:  # by themselves or by us, and nobody hears the answer
        raise ServerError("too-slow") from None
    try:
        return decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ServerError("unreadable", why=_reason(error)) from error


def foreign(connection: HTTPConnection) -> bool:
    """Does a page of another site ask?  Browsers name the page's origin with every POST and WebSocket."""
    host = connection.headers.get("host", "").lower()
    origins = connection.headers.getlist("origin")
    if not origins:
        return connection.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
    return any(not host or urlsplit(origin).netloc.lower() != host for origin in origins)


def language_of(connection: HTTPConnection) -> str:
    """The language to answer in: `?lang=`, or what the browser prefers."""
    return preferred(connection.query_params.get("lang") or connection.headers.get("accept-language", ""))


def clean_name(name: str) -> str:
    """A name as others may see it: one line of visible characters.  Raises Problem where nothing is left."""
    visible = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFC", name))
    cleaned = " ".join(visible.split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in cleaned):
        raise ServerError("bad-name")
    return cleaned


def seen_before(socket: WebSocket) -> int | None:
    """The last update that a client says it has seen."""
    text = socket.query_params.get("after", "")
    return int(text) if text.isdecimal() and len(text) < 16 else None


def seat_wanted(request: Request) -> int | None:
    """The seat that `?seat=` names, -1 for spectators; None where it names nothing."""
    text = request.query_params.get("seat")
    if text is None:
        return None
    if not re.fullmatch("-1|[0-9]{1,3}", text):
        raise ServerError("unreadable", why="?seat= takes a seat's number from 0, or -1 for spectators")
    return int(text)


def accepted_codings(connection: HTTPConnection) -> list[str]:
    """The content codings that the client takes."""
    wishes = connection.headers.get("accept-encoding", "").lower().split(",")
    parted = [wish.replace(" ", "").partition(";q=") for wish in wishes]
    return [coding for coding, _, weight in parted if weight.strip("0.") or not weight]
