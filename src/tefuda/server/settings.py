"""Settings of a server: data folder, games, timeouts and limits.

A field with an `Option` in its annotation is set by the operator, who sees them all with `tefuda serve --check`; the
messages in `commands/*.ftl` explain it.  All others are set by tests and benchmarks only.  `Settings` is immutable;
`_replace` returns a changed copy.
"""

from __future__ import annotations

import math
import secrets
import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, get_type_hints

from tefuda.engine.game import game_packages
from tefuda.server.clock import Clock, SystemClock
from tefuda.server.protocol.limits import MESSAGES_A_SECOND
from tefuda.server.rate_limit import Rate
from tefuda.server.store.database_url import DatabaseUrl

GAMES = MappingProxyType(game_packages())
DAY = 86400
STATIC = Path(__file__).parent / "static"


class Option(NamedTuple):
    """Marks a field of `Settings` as an option of `tefuda serve`."""

    group: str = ""  # of options that are given as NAME=VALUE: `limit`, `keep` or `cards`; "": an option of its own
    low: float = 0  # bounds of a number, and of both numbers of a rate
    high: float = math.inf
    name: str = ""  # by default that of the field, without the group
    secret: bool = False  # never shown, and not accepted on the command line, which other users can read
    private: bool = False  # may contain a password: never quoted, and shown without it


Number = Annotated[int, Option("limit", 1, 1_000_000)]
Bytes = Annotated[int, Option("limit", 256, 1 << 20)]
Seconds = Annotated[float, Option("limit", 0.1, 3600)]
PerSecond = Annotated[Rate, Option("limit", 0.001, 1_000_000)]
Days = Annotated[float, Option("keep")]  # in seconds here, in days for the operator


class Settings(NamedTuple):
    """Settings of a server.  Times are in seconds; `_a_table`, `_a_guest` and `_an_address` mean "per"."""

    data: Annotated[Path, Option()]  # data folder
    host: Annotated[str, Option()] = "127.0.0.1"  # where to listen
    port: Annotated[int, Option(low=0, high=65535)] = 8750  # 0: a free one
    # A PostgreSQL database; None: SQLite in `data`.
    database: Annotated[DatabaseUrl | None, Option(private=True)] = None
    workers: Annotated[int, Option(low=1, high=64)] = 1  # processes that serve; more than one need PostgreSQL
    slot: int = 0  # of this process, below `workers`
    # Where other servers on the database pass connections on to this one, as HOST:PORT; "": they do not, nor does it.
    passing: Annotated[str, Option()] = ""
    # Of bots; 0: requests go to the processes of `tefuda bots` through the database.
    bot_processes: Annotated[int, Option(low=0, high=256)] = 2
    games: Mapping[str, str] = GAMES  # slug -> package
    archive: Annotated[Path | None, Option()] = None  # folder of the archive for point-in-time recovery; None: none
    signing_keys: Annotated[Path | None, Option()] = None  # file of the keys that sign; None: `data`/signing-keys.json
    cards: Annotated[Mapping[str, Path], Option("cards")] = MappingProxyType({})  # slug -> file, instead of the game's
    static: Path = STATIC  # the built front end
    clock: Clock = SystemClock()
    random_bytes: Callable[[int], bytes] = secrets.token_bytes  # source of secrets, tokens and ids
    # Accepted Host headers in addition to localhost and this machine's names; *: any.
    allowed_hosts: Annotated[tuple[str, ...], Option(name="allow-host")] = ()
    proxies: Annotated[tuple[str, ...], Option(name="proxy")] = ()  # trusted for X-Forwarded-For and -Proto
    # Push messages: "off", "on", or "on" with a contact for push services, given as a mailto: or https: URL.
    push: Annotated[str, Option()] = "on"
    push_trusted: str = ""  # origin of a push service that is accepted without https or a public address
    push_tls: ssl.SSLContext | None = None  # for push services; None: the certificates of the system
    notice_after: float = 10  # after the start of a turn, before an absent player is notified
    notice_present_after: float = 300  # the same for a player with an open page, at tables with a clock of days

    operator_token: Annotated[str, Option(secret=True)] = ""  # for metrics and health; "": allowed from this machine

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
    keep_finished: Days = 90 * DAY  # finished tables, from the end of the game
    keep_abandoned: Days = 30 * DAY  # tables in play, from their last use
    keep_undealt: Days = 7 * DAY  # tables that wait for the deal, from their last use
    keep_guests: Days = 400 * DAY  # guests without data, from their last visit; as long as browsers keep a cookie
    keep_archive: Days = 7 * DAY  # moments to which the archive can restore; its files live up to a day longer
    sweep_every: float = 600  # interval of sweeps for expired data
    sweep_pause: float = 0.02  # between two removals, so that players are not delayed

    send_timeout: Seconds = 3.0  # a connection whose client reads nothing for this long is closed
    messages_waiting: Number = 256  # longest queue of a connection; it is closed beyond
    connection_rate: PerSecond = Rate(MESSAGES_A_SECOND, 3 * MESSAGES_A_SECOND)
    message_rate: PerSecond = Rate(40, 200)  # messages on all WebSockets of an address
    talk_rate: PerSecond = Rate(0.5, 5)  # lines of a guest at a table
    hint_rate: PerSecond = Rate(0.5, 4)
    arrange_rate: PerSecond = Rate(2, 20)  # changes of a table by its host before the deal
    push_rate: PerSecond = Rate(0.005, 3)  # push messages to a guest about a table
    watchers_a_table: Number = 200
    watchers_reserved: Number = 100  # of `watchers_a_table`, for invited people
    watchers_an_address: Number = 20  # without an invitation

    # Limits for clients.  An address is an IPv4 address or an IPv6 /64, which many people may share.
    connections: Number = 10_000  # open at a time; fewer if the system allows fewer open files
    connections_an_address: Number = 100
    arrival_rate: PerSecond = Rate(20, 200)  # new connections per address
    head_bytes: Bytes = 16 << 10  # request line and headers together
    url_bytes: Bytes = 4 << 10
    headers: Number = 64
    head_timeout: Seconds = 10.0  # from the connection, or the first byte of a request, to the end of its headers
    body_timeout: Seconds = 10.0  # from the end of the headers to the end of the body
    idle_timeout: Seconds = 15.0  # from an answer to the next request on the connection
    stall_timeout: Seconds = 20.0  # a client that reads nothing of an answer for this long is cut off
    request_rate: PerSecond = Rate(5, 60)  # requests per guest
    address_rate: PerSecond = Rate(15, 180)  # requests per address
    page_rate: PerSecond = Rate(50, 500)  # pages and other files per address
    guest_rate: PerSecond = Rate(0.2, 30)  # new guests per address
    table_rate: PerSecond = Rate(0.1, 20)  # new tables per guest and per address
    sockets_a_guest: Number = 20
    sockets_an_address: Number = 80
    replays_an_address: Number = 4  # game records being replayed or waiting, per address
    replays: Number = 32  # in total
    replay_rest: float = 3.0  # pause after each slice of a replay, in multiples of its CPU time


class Declared(NamedTuple):
    """A setting for operators."""

    name: str  # within its group
    field: str
    kind: Any  # type
    option: Option
    default: Any  # None for the data folder: the caller knows it


def declared() -> tuple[Declared, ...]:
    """Return all settings for operators, in the order of the fields of `Settings`."""
    found = []
    for field, hint in get_type_hints(Settings, include_extras=True).items():
        for option in getattr(hint, "__metadata__", ()):
            name = option.name or field.removeprefix(f"{option.group}_").replace("_", "-")
            found.append(Declared(name, field, hint.__origin__, option, Settings._field_defaults.get(field)))
    return tuple(found)
