"""Home of a table: the server, and its worker, that serve it.

With several servers on one database (`passing.py`), and with several workers of a server (`tefuda serve --workers`),
all connections of a table are routed to one of them, so that each update of a table is made once.  The home is
computed from the id of the table and from the number of workers and servers.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection

PASSED = b"PASSED-ON"  # begins a connection that another server passes on; the id of the table follows
TABLE_ID = rb"[A-Za-z0-9_-]{1,64}"  # nothing else is the id of a table
_TARGET = re.compile(
    rb"" + PASSED + rb" (?P<passed>" + TABLE_ID + rb") "
    rb"|[A-Z]{3,7} /(?:(?:api|ws)/tables/(?P<table>" + TABLE_ID + rb")[/? ]"
    rb"|(?P<new>api/tables|ws/lessons/[a-z0-9_-]+)[? ]"
    rb"|metrics/(?P<worker>[0-9]{1,3})[? ])"
)
_TABLE_ID = re.compile(TABLE_ID.decode())
_NEW_TABLE_METHOD = b"POST"  # GET of the same path lists tables, from rows


def can_be_table(id: str) -> bool:
    """Whether there can be a table with an id, which a client may have made up."""
    return _TABLE_ID.fullmatch(id) is not None


def home_of(table: str, workers: int) -> int:
    """Return the slot of a table's home among `workers` slots, by a rendezvous hash.

    If the number of workers changes, only the tables of the added or removed slots get another home.
    """
    if workers == 1:
        return 0
    return max(range(workers), key=lambda slot: hashlib.blake2b(f"{slot} {table}".encode(), digest_size=8).digest())


def server_of(table: str, addresses: Collection[str]) -> str:
    """Return the address of a table's home among those of all servers, by a rendezvous hash."""
    return max(addresses, key=lambda one: hashlib.blake2b(f"{one} {table}".encode(), digest_size=8).digest())


def slot_for(request: bytes, workers: int) -> int | None:
    """Return the slot that should serve a request that begins with these bytes, None if any may.

    New tables and lessons are spread at random, because the system gives most connections to the same few workers.
    """
    found = _TARGET.match(request)
    if found is None:
        return None
    table: bytes | None = found["table"] or found["passed"]
    if table is not None:
        return home_of(table.decode(), workers)
    if found["worker"] is not None:
        slot = int(found["worker"])
        return slot if slot < workers else None
    if found["new"] == b"api/tables" and not request.startswith(_NEW_TABLE_METHOD):
        return None
    return secrets.randbelow(workers)


def share_of(total: int, slot: int, workers: int) -> int:
    """Return how many of `total` bot processes the worker of a slot has: an equal share, and at least one."""
    return max(1, total // workers + (slot < total % workers))
