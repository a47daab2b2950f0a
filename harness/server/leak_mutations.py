"""Servers with planted leaks, one for each channel to a client, to check that the leak tests find them.

The part of a table's id before the first dash names its leak: `hint-3` leaks in hints.  The leaked value is a number
that depends on everything hidden at the table: the record and the table's secret.
"""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

from msgspec.structs import replace

from harness.contract import leak_mutations
from harness.contract.cases import record_content
from harness.server.pairs import Pair, Plan
from tefuda.engine.view import SPECTATOR, View
from tefuda.server.app import Server
from tefuda.server.clock import pause
from tefuda.server.protocol.messages import ClockNow, SeatsNow, TableUpdate
from tefuda.server.tables import audiences, bot_driver, spectators, talk
from tefuda.server.tables.game_library import GameLibrary
from tefuda.server.tables.serialization import encoded
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.table.table import Table

GAME_LEAKS = {
    "view": leak_mutations.leak_in_view,
    "event": leak_mutations.leak_in_event,
    "refusal": leak_mutations.leak_in_refusal,
    "choice": leak_mutations.leak_in_choices,
    "unheard": leak_mutations.leak_by_missing_event,
}
# What spectators who see the game later are sent, and the channels that are used on an evening with friends
LATE_CHANNELS = ("view", "event", "handle", "numbering", "size", "silence", "latecomer")
EVENING_CHANNELS = ("talk", "clock", "back", "shown", "picture")
CHANNELS = (*GAME_LEAKS, "handle", "numbering", "size", "silence", "latecomer", "replay", "hint", "timing")


def can_reveal(channel: str, pair: Pair, plan: Plan, *, bots: bool) -> bool:
    """Return whether enough happens in a pair to reveal a leak in this channel."""
    if not plan.steps:
        return False
    first = plan.steps[0].seat
    if channel == "timing":
        return bots and first != pair.viewer
    if channel in ("refusal", "choice", "hint"):
        return first == pair.viewer
    return True


def leak(table: Any) -> str:
    """Return the name of a table's leak, "" if it has none."""
    return str(getattr(table, "leak", ""))


def hidden_value(table: Table) -> int:
    """Return a number that depends on everything hidden at a table."""
    return _digest(table.state.full_state, table) if table.state is not None else 0


def _digest(record: Any, table: Table) -> int:
    return zlib.crc32(record_content(record) + (table._secret or b""))


@contextlib.contextmanager
def planted_leaks() -> Iterator[None]:
    """Patch all leaks into the server's classes."""
    with contextlib.ExitStack() as stack:
        for target, name, mutate in PATCHES:
            original = getattr(target, name)
            stack.enter_context(mock.patch.object(target, name, mutate(original)))
        yield


def plant_replay_leak(server: Server) -> None:
    """Plant the replay leak in one server."""
    server.app = _PaddedReplays(server.app, server.registry)


def _leak_in_game(original: Callable[..., Table]) -> Callable[..., Table]:
    def table(self: GameLibrary, row: Any, audiences: Any, log: Any) -> Table:
        table_ = original(self, row, audiences, log)
        table_.leak = row.id.partition("-")[0]
        if leak(table_) in GAME_LEAKS:
            table_._game = GAME_LEAKS[leak(table_)](table_.game, partial(_digest, table=table_))
        return table_

    return table


def _leak_in_updates(original: Callable[..., TableUpdate]) -> Callable[..., TableUpdate]:
    def live_update(table: Table, audience: int) -> TableUpdate:
        update = original(table, audience)
        if leak(table) == "handle" and update.view is not None:
            return replace(update, view=_shift_handles(update.view, hidden_value(table) % 7))
        if leak(table) == "numbering":
            return replace(update, version=update.version + hidden_value(table) % 5)
        if leak(table) == "size":
            padding = " " * (hidden_value(table) % 3)
            return replace(update, sitters=tuple(replace(one, name=one.name + padding) for one in update.sitters))
        if leak(table) == "back" and update.back is not None:
            return replace(update, back=replace(update.back, waiting=(hidden_value(table) % 97,)))
        return update

    return live_update


def _shift_handles(view: View, offset: int) -> View:
    zones = [
        replace(zone, cards=tuple(replace(card, handle=card.handle + offset) for card in zone.cards))
        for zone in view.zones
    ]
    return replace(view, zones=tuple(zones))


def _leak_in_message_count(original: Callable[..., Any]) -> Callable[..., Any]:
    async def send_updates(self: audiences.Audiences, *more: Any) -> None:
        await original(self, *more)
        if leak(self._table) == "silence":
            message = encoded(SeatsNow(self._presence_tracker.presences(), 0))
            for connection in self._presence_tracker.connections() * (hidden_value(self._table) % 5):
                connection.send(message)

    return send_updates


def _leak_in_welcome(original: Callable[..., None]) -> Callable[..., None]:
    def welcome(self: audiences.Audiences, connection: Any, after: int | None, note: str) -> None:
        more = str(hidden_value(self._table) % 5) if leak(self._table) == "latecomer" and self._table.state else ""
        original(self, connection, after, note + more)

    return welcome


def _leak_in_hints(original: Callable[..., Any]) -> Callable[..., Any]:
    async def advice(self: Any, connection: Any, id: str, turn: int) -> None:
        if leak(self._table) == "hint":
            padding, send = b" " * (hidden_value(self._table) % 5), connection.send
            fields = {name: getattr(connection, name) for name in ("guest", "seat", "language", "address")}
            connection = SimpleNamespace(**fields, send=lambda message: send(message + padding))
        await original(self, connection, id, turn)

    return advice


def _leak_in_timing(original: Callable[..., Any]) -> Callable[..., Any]:
    async def think(self: Any, turn: int, seat: int, level: str) -> None:
        if leak(self._table) == "timing":
            await pause(self._settings.clock, hidden_value(self._table) % 100 / 1000)
        await original(self, turn, seat, level)

    return think


def _leak_in_talk(original: Callable[..., Any]) -> Callable[..., Any]:
    def visible(self: talk.TableTalk, *more: Any) -> Any:
        lines, table = original(self, *more), self._loaded.table
        if leak(table) != "talk":
            return lines
        return tuple(replace(line, name=line.name + " " * (hidden_value(table) % 7)) for line in lines)

    return visible


def _leak_in_clock(original: Callable[..., None]) -> Callable[..., None]:
    def broadcast(self: audiences.Audiences, message: Any) -> None:
        if leak(self._table) == "clock" and isinstance(message, ClockNow):
            message = replace(message, grace=message.grace + hidden_value(self._table) % 97)
        original(self, message)

    return broadcast


def _leak_in_take_back(original: Callable[..., Iterator[bool]]) -> Callable[..., Iterator[bool]]:
    def back_checks(self: Table, seat: int) -> Iterator[bool]:
        checks = original(self, seat)
        return iter(()) if leak(self) == "back" else checks  # it is asked whatever was revealed

    return back_checks


def _leak_in_shown_hand(original: Callable[..., TableUpdate]) -> Callable[..., TableUpdate]:
    def update(self: spectators.Spectators, seat: int) -> TableUpdate:
        made = original(self, seat)
        if seat == SPECTATOR or leak(self.table) != "shown" or self.table.state is None:
            return made
        return replace(made, shown=(*made.shown, hidden_value(self.table) % 97))

    return update


PATCHES: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (GameLibrary, "table", _leak_in_game),
    (audiences, "live_update", _leak_in_updates),
    (spectators, "live_update", _leak_in_updates),
    (audiences.Audiences, "send_updates", _leak_in_message_count),
    (audiences.Audiences, "welcome", _leak_in_welcome),
    (bot_driver.BotDriver, "_send_hint", _leak_in_hints),
    (bot_driver.BotDriver, "_choose_move", _leak_in_timing),
    (talk.TableTalk, "_visible", _leak_in_talk),
    (audiences.Audiences, "broadcast", _leak_in_clock),
    (Table, "back_checks", _leak_in_take_back),
    (spectators.Spectators, "update", _leak_in_shown_hand),
)


class _PaddedReplays:
    """The web application with replays whose length depends on the hidden value."""

    def __init__(self, app: Any, registry: TableRegistry) -> None:
        self._app, self._registry = app, registry

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        pattern = r"/api/tables/((?=replay-.*record$|picture-.*png$)[^/]+)/(record|picture\.png)"
        match = re.fullmatch(pattern, scope.get("path", ""))
        if match is None:
            await self._app(scope, receive, send)
            return

        async def padded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [pair for pair in message["headers"] if pair[0] != b"content-length"]
            elif not message.get("more_body"):
                message["body"] += b" " * (hidden_value(self._registry.actors[match[1]].table) % 5)
            await send(message)

        await self._app(scope, receive, padded)
