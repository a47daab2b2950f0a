"""What may be chosen about a server: where it keeps things, what it offers, its times and its limits.

`tefuda serve` takes these from the command line and the environment, the limits by the names in `LIMITS`; tests and
benches set them directly.  A `Settings` never changes; `_replace` makes another.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tefuda.engine.game import GAMES_PACKAGE, game_slugs
from tefuda.server.clock import Clock, SystemClock
from tefuda.server.protocol import MESSAGES_A_SECOND
from tefuda.server.rate_limit import Rate

GAMES = MappingProxyType({slug: f"{GAMES_PACKAGE}.{slug}" for slug in game_slugs()})
DAY = 86400
STATIC = Path(__file__).parent / "static"


class Settings(NamedTuple):
    """A server's choices.  Times are seconds."""

    data: Path  # the folder it keeps everything in
    games: Mapping[str, str] = GAMES  # their packages
    signing_keys: Path | None = None  # file of the keys that sign seals and records; None: `data`/signing-keys.json
    cards: Mapping[str, Path] = MappingProxyType({})  # card files to play with instead of the games' own
    static: Path = STATIC  # the built front end
    clock: Clock = SystemClock()
    random_bytes: Callable[[int], bytes] = secrets.token_bytes  # secrets, tokens and ids come from here
    allowed_hosts: tuple[str, ...] = ()  # names in the Host header besides localhost and this machine's own; * is any
    proxies: tuple[str, ...] = ()  # addresses and networks whose X-Forwarded-For and -Proto are believed
    operator_token: str = ""  # shows metrics and detailed health to its holder; "": to requests from this machine

    gone_after: float = 30  # without a connection
    idle_after: float = 60  # without a move, on one's turn
    share_seconds: float = 10  # to reveal a pledged share, before the attempt to deal is called off
    answered_within: float = 15  # whose client said something this recently takes part in a deal

    bot_delay: float = 1  # a bot answers after this, or after a multiple of it, so that its time says nothing
    store_pause: float = 1  # before something is tried again that could not be stored
    unload_after: float = 120  # a table that nobody watches leaves the memory after this
    updates_kept: int = 32  # for those who come back
    updates_restored: int = 4  # of those, when a table wakes up: working them out is what takes time

    # What is kept for how long; `inf` keeps it for ever.  docs/server.md explains each.
    keep_finished: float = 90 * DAY  # tables, after the game
    keep_abandoned: float = 30 * DAY  # tables in play, after somebody was there last
    keep_undealt: float = 7 * DAY  # tables that wait for the deal, likewise
    keep_guests: float = 400 * DAY  # who left nothing, after they came last; browsers keep a cookie no longer either
    sweep_every: float = 600  # what is older is removed this often, ...
    sweep_pause: float = 0.02  # ... one table after another with this between them: players come first

    send_timeout: float = 3.0  # a connection that takes nothing for this long is dropped
    messages_waiting: int = 256  # so is one with more than this many messages to be sent
    connection_rate: Rate = Rate(MESSAGES_A_SECOND, 3 * MESSAGES_A_SECOND)
    reaction_rate: Rate = Rate(0.5, 4)
    hint_rate: Rate = Rate(0.5, 4)
    watchers_a_table: int = 200
    watchers_reserved: int = 100  # of those places, for people who are invited
    watchers_an_address: int = 20  # of the others

    # What strangers may take.  An address is an IPv4 address or an IPv6 /64, and many people may share one.
    connections: int = 10_000  # open at a time; fewer where the system allows fewer open files
    connections_an_address: int = 100
    arrival_rate: Rate = Rate(20, 200)  # new connections of one address
    head_bytes: int = 16 << 10  # request line and headers of a request, in all
    url_bytes: int = 4 << 10
    headers: int = 64
    head_timeout: float = 10.0  # from a connection, or the first byte of a request, to the end of its headers
    body_timeout: float = 10.0  # from there to the end of its body
    idle_timeout: float = 15.0  # from an answer to the next request on the connection
    stall_timeout: float = 20.0  # a client that takes nothing of an answer for this long is cut off
    request_rate: Rate = Rate(5, 60)  # of one guest
    address_rate: Rate = Rate(15, 180)  # of all who come from one address
    page_rate: Rate = Rate(50, 500)  # pages, pictures and other files for one address
    guest_rate: Rate = Rate(0.2, 30)  # new guests from one address
    table_rate: Rate = Rate(0.1, 20)  # tables one guest or address may make
    sockets_a_guest: int = 20
    sockets_an_address: int = 80
    replays_an_address: int = 4  # game records that are being put together for one address
    replays: int = 32  # and for everybody
    replay_rest: float = 3.0  # after each slice of that work, times as long as it took: nobody at the tables notices


LIMITS = (
    *("connections", "connections_an_address", "arrival_rate"),
    *("head_bytes", "url_bytes", "headers", "head_timeout", "body_timeout", "idle_timeout", "stall_timeout"),
    *("request_rate", "address_rate", "page_rate", "guest_rate", "table_rate"),
    *("connection_rate", "reaction_rate", "hint_rate"),
    *("sockets_a_guest", "sockets_an_address"),
    *("watchers_a_table", "watchers_reserved", "watchers_an_address"),
    *("replays_an_address", "replays", "send_timeout", "messages_waiting"),
)
