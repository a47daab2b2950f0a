"""The services that all tables of a server share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tefuda.server.bot_service import BotService
from tefuda.server.game_library import GameLibrary
from tefuda.server.loaded_table import LoadedTable
from tefuda.server.log_replay import TimeSlices
from tefuda.server.metrics import Metrics
from tefuda.server.peers import Peers
from tefuda.server.push_sender import PushSender
from tefuda.server.settings import Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.sql_store import SqlStore
from tefuda.server.stored_data import Guest
from tefuda.server.table_creator import TableCreator
from tefuda.server.uptime import Uptime


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
    fenced: bool = False  # another process continues the tables: nothing more is stored
