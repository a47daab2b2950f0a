"""The services that all tables of a server share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tefuda.server.bots.bot_service import BotService
from tefuda.server.cluster.peers import Peers
from tefuda.server.metrics import Metrics
from tefuda.server.push.push_sender import PushSender
from tefuda.server.rate_limit import Rate, RateLimiter
from tefuda.server.settings import Settings
from tefuda.server.store.signing_keys import Keyring
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import Guest
from tefuda.server.tables.game_library import GameLibrary
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.log_replay import TimeSlices
from tefuda.server.tables.table_creator import TableCreator
from tefuda.server.tables.uptime import Uptime

# At each table, of a guest, an address or a seat: taking a seat, a new name there, showing a hand, letting a bot take
# over the own seat.
ENTRY_RATE = Rate(0.05, 10)


@dataclass(eq=False)
class Services:
    """The services that the tables of one server use."""

    settings: Settings
    store: SqlStore
    metrics: Metrics
    peers: Peers
    bot_service: BotService
    keyring: Keyring
    games: GameLibrary
    table_creator: TableCreator
    seat_at_rematch: Callable[[str, Guest, int], Awaitable[str]]  # see `TableRegistry.seat_at_rematch`
    voice: Callable[[str, int], str]  # see `Invitations.voice`
    uptime: Uptime
    push: PushSender
    time_slices: TimeSlices = field(default_factory=TimeSlices)  # time slices of replays
    on_finished: Callable[[LoadedTable], object] = lambda _: None  # called when a game has ended
    entry_limiter: RateLimiter = field(init=False)  # of all tables: unloading one refills no bucket
    fenced: bool = False  # another process continues the tables: nothing more is stored

    def __post_init__(self) -> None:
        self.entry_limiter = RateLimiter(ENTRY_RATE, self.settings.clock)
