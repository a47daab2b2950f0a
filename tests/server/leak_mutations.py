"""Servers with a leak planted in them, one for each way by which something could reach somebody, to see it caught.

A table leaks by the name before the first dash of its id: `hint-3` in its hints.  What leaks is a number that depends
on everything that is hidden there: the record and the table's secret.
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

from tefuda.engine.view import View
from tefuda.server import bot_driver
from tefuda.server import table_actor as hosts
from tefuda.server.app import Server
from tefuda.server.clock import pause
from tefuda.server.protocol import SeatsNow, TableUpdate
from tefuda.server.serialization import encoded
from tefuda.server.table_registry import TableRegistry
from tefuda.table.table import Table
from tests.contract import leak_mutations
from tests.contract.cases import record_content
from tests.server.pairs import Pair, Plan

IN_THE_GAME = {
    "view": leak_mutations.leak_in_view,
    "event": leak_mutations.leak_in_event,
    "refusal": leak_mutations.leak_in_refusal,
    "choice": leak_mutations.leak_in_choices,
    "unheard": leak_mutations.leak_by_missing_event,
}
CHANNELS = (*IN_THE_GAME, "handle", "numbering", "size", "silence", "latecomer", "replay", "hint", "timing")


def suits(channel: str, pair: Pair, plan: Plan, *, bots: bool) -> bool:
    """Does enough happen in a pair for such a leak to come to light?"""
    if not plan.steps:
        return False
    first = plan.steps[0].seat
    if channel == "timing":
        return bots and first != pair.viewer
    if channel in ("refusal", "choice", "hint"):
        return first == pair.viewer
    return True


def leak(table: Any) -> str:
    """How a table leaks, "" for an honest one."""
    return str(getattr(table, "leak", ""))


def hidden(table: Table) -> int:
    """A number that depends on everything that is hidden at a table."""
    return _digest(table.state.full_state, table) if table.state is not None else 0


def _digest(record: Any, table: Table) -> int:
    return zlib.crc32(record_content(record) + (table._secret or b""))


@contextlib.contextmanager
def leaking() -> Iterator[None]:
    """Plant all leaks in the server's classes."""
    with contextlib.ExitStack() as stack:
        for target, name, plant in PATCHES:
            right = getattr(target, name)
            stack.enter_context(mock.patch.object(target, name, plant(right)))
        yield


def alter(server: Server) -> None:
    """Plant the leak in replays in one server."""
    server.app = _PaddedReplays(server.app, server.registry)  # type: ignore[assignment]


def _planting(right: Callable[..., Table]) -> Callable[..., Table]:
    def table(self: TableRegistry, row: Any, audiences: Any) -> Table:
        made = right(self, row, audiences)
        made.leak = row.id.partition("-")[0]  # type: ignore[attr-defined]
        if leak(made) in IN_THE_GAME:
            made.game = IN_THE_GAME[leak(made)](made.game, partial(_digest, table=made))
        return made

    return table


def _in_updates(right: Callable[..., TableUpdate]) -> Callable[..., TableUpdate]:
    def full_update(table: Table, audience: int) -> TableUpdate:
        update = right(table, audience)
        if leak(table) == "handle" and update.view is not None:
            return replace(update, view=_with_other_handles(update.view, hidden(table) % 7))
        if leak(table) == "numbering":
            return replace(update, version=update.version + hidden(table) % 5)
        if leak(table) == "size":
            padding = " " * (hidden(table) % 3)
            return replace(update, sitters=tuple(replace(one, name=one.name + padding) for one in update.sitters))
        return update

    return full_update


def _with_other_handles(view: View, more: int) -> View:
    zones = [
        replace(zone, cards=tuple(replace(card, handle=card.handle + more) for card in zone.cards))
        for zone in view.zones
    ]
    return replace(view, zones=tuple(zones))


def _more_messages(right: Callable[..., None]) -> Callable[..., None]:
    def broadcast(self: hosts.TableActor) -> None:
        right(self)
        if leak(self.table) == "silence":
            text = encoded(SeatsNow(self.presence_tracker.presences(), 0))
            for connection in self.presence_tracker.everybody() * (hidden(self.table) % 5):
                connection.send(text)

    return broadcast


def _to_latecomers(right: Callable[..., None]) -> Callable[..., None]:
    def welcome(self: hosts.TableActor, connection: Any, after: int | None, note: str) -> None:
        more = str(hidden(self.table) % 5) if leak(self.table) == "latecomer" and self.table.state else ""
        right(self, connection, after, note + more)

    return welcome


def _in_hints(right: Callable[..., Any]) -> Callable[..., Any]:
    async def advice(self: Any, connection: Any, id: str, turn: int) -> None:
        if leak(self._table) == "hint":
            padding, send = " " * (hidden(self._table) % 5), connection.send
            asker = {"guest": connection.guest, "seat": connection.seat, "language": connection.language}
            connection = SimpleNamespace(**asker, send=lambda text: send(text + padding))
        await right(self, connection, id, turn)

    return advice


def _in_time(right: Callable[..., Any]) -> Callable[..., Any]:
    async def think(self: Any, turn: int, seat: int, level: str) -> None:
        if leak(self._table) == "timing":
            await pause(self._settings.clock, hidden(self._table) % 100 / 1000)
        await right(self, turn, seat, level)

    return think


PATCHES: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (TableRegistry, "table", _planting),
    (hosts, "full_update", _in_updates),
    (hosts.TableActor, "_broadcast", _more_messages),
    (hosts.TableActor, "_welcome", _to_latecomers),
    (bot_driver.BotDriver, "_advice", _in_hints),
    (bot_driver.BotDriver, "_think", _in_time),
)


class _PaddedReplays:
    """The web interface, with replays that are longer by something hidden."""

    def __init__(self, app: Any, registry: TableRegistry) -> None:
        self._app, self._house = app, registry

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        found = re.fullmatch("/api/tables/(replay-[^/]+)/record", scope.get("path", ""))
        if found is None:
            await self._app(scope, receive, send)
            return

        async def padded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [pair for pair in message["headers"] if pair[0] != b"content-length"]
            elif not message.get("more_body"):
                message["body"] += b" " * (hidden(self._house.hosts[found[1]].table) % 5)
            await send(message)

        await self._app(scope, receive, padded)
