"""Signed header line that precedes a passed connection: names the table and the client.

An HTTP header could be forged by any client.  The line is valid for one minute and for one server; within that minute,
an attacker who reads the traffic between the servers can replay it to be counted as that client.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import NamedTuple
from urllib.parse import quote, unquote

from tefuda.server.cluster.homes import PASSED, TABLE_ID

END = b"\r\n"
MAX_BYTES = 512  # largest first line
VALID_SECONDS = 60.0  # validity of the line; covers clock skew
_LINE = re.compile(PASSED + rb" (" + TABLE_ID + rb") ([0-9]{1,12}) (https?) ([!-~]{1,256}) ([0-9a-f]{64})")
_NOBODY = "-"  # an unknown address


class Passed(NamedTuple):
    """A connection that is passed on."""

    table: str
    client: str  # address of the client, "" if unknown
    scheme: str  # of the client's request: http or https


def header_line(key: bytes, passed: Passed, server: str, now: float) -> bytes:
    """Return the signed line for the server at an address, with its line end; `now` is in seconds since 1970."""
    said = f"{passed.table} {int(now)} {passed.scheme} {quote(passed.client[:64], safe=':.') or _NOBODY}"
    return PASSED + f" {said} {_signature(key, server, said)}".encode() + END


def read_header(key: bytes, line: bytes, server: str, now: float) -> Passed | None:
    """Return the content of a line without its end; None unless a server has made it recently for this address."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    table, time, scheme, client, signature = (part.decode() for part in found.groups())
    expected = _signature(key, server, f"{table} {time} {scheme} {client}")
    if not hmac.compare_digest(signature, expected) or abs(now - int(time)) > VALID_SECONDS:
        return None
    return Passed(table, "" if client == _NOBODY else unquote(client), scheme)


def _signature(key: bytes, server: str, said: str) -> str:
    return hmac.new(key, f"passed {server} {said}".encode(), hashlib.sha256).hexdigest()
