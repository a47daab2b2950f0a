"""What may be chosen about a server: where it keeps things, what it offers, its times and its limits.

`tefuda serve` takes the first few from the command line; tests and benches set the others.  A `Settings` never changes;
`_replace` makes another.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tefuda.engine.game import GAMES_PACKAGE, game_slugs
from tefuda.server.clock import Clock, SystemClock
from tefuda.server.limits import Rate
from tefuda.server.protocol import MESSAGES_A_SECOND

GAMES = MappingProxyType({slug: f"{GAMES_PACKAGE}.{slug}" for slug in game_slugs()})
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

    gone_after: float = 30  # without a connection
    idle_after: float = 60  # without a move, on one's turn
    share_seconds: float = 10  # to reveal a pledged share, before the attempt to deal is called off
    answered_within: float = 15  # whose client said something this recently takes part in a deal

    bot_delay: float = 1  # a bot answers after this, or after a multiple of it, so that its time says nothing
    store_pause: float = 1  # before something is tried again that could not be stored
    unload_after: float = 120  # a table that nobody watches leaves the memory after this
    updates_kept: int = 32  # for those who come back
    updates_restored: int = 4  # of those, when a table wakes up: working them out is what takes time

    send_timeout: float = 3  # a connection that takes nothing for this long is dropped
    messages_waiting: int = 256  # so is one with more than this many messages to be sent
    connection_rate: Rate = Rate(MESSAGES_A_SECOND, 3 * MESSAGES_A_SECOND)
    request_rate: Rate = Rate(5, 60)  # of one guest or address
    table_rate: Rate = Rate(0.1, 20)  # tables one guest or address may make
    reaction_rate: Rate = Rate(0.5, 4)
    hint_rate: Rate = Rate(0.5, 4)
    sockets_a_guest: int = 20
    watchers_a_table: int = 200
