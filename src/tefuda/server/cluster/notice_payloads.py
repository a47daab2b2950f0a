"""Payloads of PostgreSQL's NOTIFY with the notices of a worker.

Every role of a database may listen and notify, including that of `tefuda bots`.  So a payload is signed with the key
that the servers share, and numbered: a worker ignores a replayed payload if it has received it, or a later one of the
same worker.  A worker that has started since accepts the replay: it queries the database once more, or shows outdated
presence or share links of a table that it holds, until the next payload.  The database decides everything else.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from tefuda.server.cluster.peers import Notice

MAX_PAYLOAD = 7900  # bytes; PostgreSQL allows 7999
_SIGNATURE_BYTES = 16
_HEAD_BYTES = 100  # at most, before the notices

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(tuple[int, int, list[msgspec.Raw]]).decode
_decode_notice = msgspec.json.Decoder(Notice).decode


class Received(NamedTuple):
    """A verified payload of a worker."""

    worker: int
    number: int  # of the payload; increases
    notices: list[Notice]
    unknown: int  # notices of kinds that only another release knows


def payloads(key: bytes, worker: int, numbers: Iterator[int], notices: Sequence[Notice]) -> list[str]:
    """Return the notices of a worker as payloads within PostgreSQL's limit; an empty one if there are no notices."""
    groups: list[list[bytes]] = [[]]
    for part in map(_encode, notices):
        if groups[-1] and sum(map(len, groups[-1])) + len(groups[-1]) + len(part) > MAX_PAYLOAD - _HEAD_BYTES:
            groups.append([])
        groups[-1].append(part)
    texts = (f"[{worker},{next(numbers)},[{b','.join(group).decode()}]]" for group in groups)
    return [f"{_signature(key, text)} {text}" for text in texts]


def read_payload(key: bytes, payload: str) -> Received | None:
    """Return the content of a payload, None unless a server with this key has made it.

    Raises msgspec.MsgspecError if only another release can read it.
    """
    signature, _, text = payload.partition(" ")
    if not hmac.compare_digest(signature.encode(), _signature(key, text).encode()):
        return None
    worker, number, raw = _decode(text)
    notices = list[Notice]()
    for one in raw:
        try:
            notices.append(_decode_notice(one))
        except msgspec.ValidationError:
            continue
    return Received(worker, number, notices, len(raw) - len(notices))


def _signature(key: bytes, text: str) -> str:
    return hmac.digest(key, f"tefuda/notices {text}".encode(), hashlib.sha256)[:_SIGNATURE_BYTES].hex()
