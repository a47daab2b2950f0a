"""Addresses of tables, as a person gets them: an invite link, or the address of a table's page."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from tefuda.client.errors import ClientError
from tefuda.engine.localization import clean

_TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SIGNATURE = re.compile(r"[A-Za-z0-9_-]{0,128}")
_NO_SIGNATURE = "public"  # stands for a signature in links of public tables


class Address(NamedTuple):
    """A table on a server."""

    server: str  # scheme, host and port: "https://example.org"
    table: str
    invitation: str = ""  # signature
    watch: bool = False  # the link is for watching only


def is_table(id: str) -> bool:
    """Whether a text is a valid id of a table; ids become parts of addresses and of file names."""
    return _TABLE.fullmatch(id) is not None


def parse_address(link: str) -> Address:
    """Parse a link; raises ClientError if it does not lead to a table.

    >>> parse_address("http://example.org:8750/join/AbCd/SiGn")
    Address(server='http://example.org:8750', table='AbCd', invitation='SiGn', watch=False)
    >>> parse_address("https://example.org/table/AbCd?invitation=SiGn").watch
    True
    """
    wrong = ClientError("error-link", link=clean(link[:200]))
    text = link.strip()
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise wrong from error
    path = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or not host or parts.username is not None or len(path) not in (2, 3):
        raise wrong
    name = f"[{host}]" if ":" in host else host
    server = f"{parts.scheme}://{name}" + (f":{port}" if port is not None else "")
    kind, table, *rest = path
    invitation = rest[0] if rest else next(iter(parse_qs(parts.query).get("invitation", [])), "")
    watch = kind == "table" and bool(invitation)
    if kind not in ("join", "table") or bool(rest) != (kind == "join") or not is_table(table):
        raise wrong
    if not _SIGNATURE.fullmatch(invitation) or not clean(name).isprintable() or not name.isprintable():
        raise wrong
    return Address(server, table, "" if invitation == _NO_SIGNATURE else invitation, watch)
