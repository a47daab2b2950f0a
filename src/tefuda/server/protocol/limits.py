"""Limits and value types of the protocol, and the codes with which a connection is closed."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Self

from msgspec import Meta

from tefuda.table.delay import MAX_DELAY

MAX_NAME = 24  # characters
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
OptionalName = Annotated[str, Meta(max_length=MAX_NAME)]  # "": as before
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Action = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=1 << 53)]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]  # 32 bytes in hex
OptionalHash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$")]  # "": none
Delay = Annotated[int, Meta(ge=0, le=MAX_DELAY)]  # delay of the spectators, in decisions
PushText = Annotated[str, Meta(max_length=128, pattern=r"^[A-Za-z0-9_=-]+$")]  # base64url
OPEN_TABLES_SECONDS = 2  # for which the list of open tables is cached
COOKIE = "tefuda"  # holds the token that identifies a guest
HTTPS_COOKIE = "__Host-tefuda"  # over https: browsers accept it from no other host, not even from a subdomain
MAX_MESSAGE_BYTES = 4096
MAX_LINE = 200  # characters of a line of the talk
MAX_RECORD_BYTES = 60_000  # of a record that is sent to be checked
MAX_RECORD_BODY_BYTES = MAX_RECORD_BYTES + 4096  # of the request that sends it
MESSAGES_A_SECOND = 10  # per connection; bursts may be three times as large


class CloseCode(IntEnum):
    """Close codes with which the server closes a WebSocket."""

    def __new__(cls, code: int, about: str) -> Self:
        """Return the member for a code with its meaning."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.about = about
        return member

    about: str

    SHUTTING_DOWN = 1012, "the server is restarting: reconnect in a moment"
    SET_BACK = 4011, "the server has lost what it sent last: reconnect in a moment, without `after`"
    TOO_BIG = 1009, "a message was too large"
    TOO_MUCH = 4008, "too many messages, requests, connections or spectators: reconnect after a pause"
    NOT_READING = 4009, "the client did not read its messages in time"
    NO_TABLE = 4004, "this table cannot be shown, and `refused` says why, or it was removed: do not reconnect"
    FORGOTTEN = 4010, "your data was deleted: reconnect only as a new guest"
    FOREIGN = 4003, "the connection was opened by a page of another site: do not reconnect"
