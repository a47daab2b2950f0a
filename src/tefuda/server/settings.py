"""Settings of a server: data folder, games, timeouts and limits.

`tefuda serve` reads them from the command line and the environment, the limits by the names in `LIMITS`; tests and
benchmarks set them directly.  `Settings` is immutable; `_replace` returns a changed copy.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tefuda.engine.game import game_packages
from tefuda.server.clock import Clock, SystemClock
from tefuda.server.protocol import MESSAGES_A_SECOND
from tefuda.server.rate_limit import Rate

GAMES = MappingProxyType(game_packages())
DAY = 86400
STATIC = Path(__file__).parent / "static"


class Settings(NamedTuple):
    """Settings of a server.  Times are in seconds; `_a_table`, `_a_guest` and `_an_address` mean "per"."""

    data: Path  # data folder
    games: Mapping[str, str] = GAMES  # slug -> package
    archive: Path | None = None  # folder of the archive for a restore to any moment; None: none
    signing_keys: Path | None = None  # file of the keys that sign seals and records; None: `data`/signing-keys.json
    cards: Mapping[str, Path] = MappingProxyType({})  # slug -> card file that replaces the game's own
    static: Path = STATIC  # the built front end
    clock: Clock = SystemClock()
    random_bytes: Callable[[int], bytes] = secrets.token_bytes  # source of secrets, tokens and ids
    allowed_hosts: tuple[str, ...] = ()  # accepted Host headers besides localhost and this machine's names; *: any
    proxies: tuple[str, ...] = ()  # trusted addresses and networks for X-Forwarded-For and -Proto
    operator_token: str = ""  # required for metrics and detailed health; "": allowed from this machine

    gone_after: float = 30  # without a connection
    idle_after: float = 60  # without a move on their turn
    share_seconds: float = 10  # to reveal a pledged share, before the attempt to deal is called off
    answered_within: float = 15  # clients that sent a message this recently take part in a deal

    bot_delay: float = 1  # bots move after a multiple of it, so that the time of a move reveals nothing
    store_pause: float = 1  # before a retry after a store error
    unload_after: float = 120  # idle time after which a table is evicted from memory
    updates_kept: int = 32  # per audience, for clients that reconnect
    updates_restored: int = 4  # of those, for a client that missed them before the table was loaded

    # Retention periods; `inf`: forever.  Explained in docs/server.md.
    keep_finished: float = 90 * DAY  # finished tables, from the end of the game
    keep_abandoned: float = 30 * DAY  # tables in play, from their last use
    keep_undealt: float = 7 * DAY  # tables that wait for the deal, from their last use
    keep_guests: float = 400 * DAY  # guests without data, from their last visit; as long as browsers keep a cookie
    keep_archive: float = 7 * DAY  # moments to which the archive can restore; its files live up to a day longer
    sweep_every: float = 600  # interval of sweeps for expired data
    sweep_pause: float = 0.02  # between two removals, so that players are not delayed

    send_timeout: float = 3.0  # a connection whose client reads nothing for this long is closed
    messages_waiting: int = 256  # longest queue of a connection; it is closed beyond
    connection_rate: Rate = Rate(MESSAGES_A_SECOND, 3 * MESSAGES_A_SECOND)
    reaction_rate: Rate = Rate(0.5, 4)
    hint_rate: Rate = Rate(0.5, 4)
    watchers_a_table: int = 200
    watchers_reserved: int = 100  # of `watchers_a_table`, for invited people
    watchers_an_address: int = 20  # without an invitation

    # Limits for clients.  An address is an IPv4 address or an IPv6 /64, which many people may share.
    connections: int = 10_000  # open at a time; fewer if the system allows fewer open files
    connections_an_address: int = 100
    arrival_rate: Rate = Rate(20, 200)  # new connections per address
    head_bytes: int = 16 << 10  # request line and headers together
    url_bytes: int = 4 << 10
    headers: int = 64
    head_timeout: float = 10.0  # from the connection, or the first byte of a request, to the end of its headers
    body_timeout: float = 10.0  # from the end of the headers to the end of the body
    idle_timeout: float = 15.0  # from an answer to the next request on the connection
    stall_timeout: float = 20.0  # a client that reads nothing of an answer for this long is cut off
    request_rate: Rate = Rate(5, 60)  # requests per guest
    address_rate: Rate = Rate(15, 180)  # requests per address
    page_rate: Rate = Rate(50, 500)  # pages and other files per address
    guest_rate: Rate = Rate(0.2, 30)  # new guests per address
    table_rate: Rate = Rate(0.1, 20)  # new tables per guest and per address
    sockets_a_guest: int = 20
    sockets_an_address: int = 80
    replays_an_address: int = 4  # game records being replayed or waiting, per address
    replays: int = 32  # in total
    replay_rest: float = 3.0  # pause after each slice of a replay, in multiples of its CPU time


LIMITS = (
    *("connections", "connections_an_address", "arrival_rate"),
    *("head_bytes", "url_bytes", "headers", "head_timeout", "body_timeout", "idle_timeout", "stall_timeout"),
    *("request_rate", "address_rate", "page_rate", "guest_rate", "table_rate"),
    *("connection_rate", "reaction_rate", "hint_rate"),
    *("sockets_a_guest", "sockets_an_address"),
    *("watchers_a_table", "watchers_reserved", "watchers_an_address"),
    *("replays_an_address", "replays", "send_timeout", "messages_waiting"),
)
