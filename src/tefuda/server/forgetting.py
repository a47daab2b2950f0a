"""A guest's right to their own: everything that is kept of them as one file, and its end.

Who asks to be forgotten leaves the tables that go on, as anybody may, and a bot plays on.  Tables that nobody else had
a seat at are removed.  At all others their name is taken out of the log: games, seals and results stay as they were,
for names decide nothing in them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.server.protocol import CloseCode, OwnData, OwnEntry, OwnResult, OwnTable
from tefuda.server.store import Guest, Store
from tefuda.server.table_actor import TableActor
from tefuda.server.table_registry import TableRegistry

ATTEMPTS = 5  # a guest may sit down somewhere by another page while they are leaving
UNPLAYABLE = ("other-rules", "other-cards", "bad-log")  # tables that this server cannot load

_decode = msgspec.json.Decoder(dict[str, Any]).decode


async def own_data(store: Store, guest: Guest | None) -> OwnData:
    """Return everything that is kept of a guest; nothing for nobody."""
    left = await store.left_behind(guest.id) if guest is not None else None
    if guest is None or left is None:
        return OwnData("", 0, 0, ())
    tables = [await _own_table(store, guest, id) for id in left.tables]
    return OwnData(left.name, left.created, left.seen, tuple(table for table in tables if table is not None))


async def _own_table(store: Store, guest: Guest, id: str) -> OwnTable | None:
    left = await store.left_at(guest.id, id)
    if left is None:
        return None
    seat, sits = left.seat or (-1, False)
    return OwnTable(
        id=id,
        game=left.game,
        options=left.options,
        public=left.public,
        phase=left.phase,
        created=left.created,
        host=left.host,
        seat=seat,
        seated=bool(sits),
        note=left.note,
        entries=tuple(OwnEntry(version, _decode(entry)) for version, entry in left.entries),
        result=None if left.result is None else OwnResult(left.result[0], *map(tuple, left.result[1:])),
    )


async def leave(host: TableActor, guest: Guest, language: str) -> None:
    """Give a guest's seat up, between two attempts to deal if one is under way that does not wait for them."""
    if not host.dealing.owes_share(host.presence_tracker.seat_of(guest)):
        await host.dealing.settled()
    await host.ask(lambda: host.handlers.leave(guest, language))


async def forget(registry: TableRegistry, guest: Guest, language: str) -> list[str]:
    """Forget a guest and what they left; return the tables whose logs have changed.

    Raises Problem where that cannot be done now, and may be asked again.
    """
    for _ in range(ATTEMPTS):
        _send_away(registry, guest)
        stuck = await _leave_all(registry, guest, language)
        changed = await registry.store.forget(guest.id, stuck)
        if changed is not None:
            break
    else:
        raise ServerError("store-trouble")
    _send_away(registry, guest)
    for id in changed:
        host = await registry.loaded(id)
        if host is not None:
            await host.ask(host.forgotten)
    log.info("forgotten", tables=len(changed))
    return changed


def _send_away(registry: TableRegistry, guest: Guest) -> None:
    for host in registry.hosts.values():
        for connection in host.presence_tracker.everybody():
            if connection.guest is not None and connection.guest.id == guest.id:
                connection.close(CloseCode.FORGOTTEN)


async def _leave_all(registry: TableRegistry, guest: Guest, language: str) -> set[str]:
    """Leave every table that goes on, and remove those that nobody else sat at; return those that cannot be loaded."""
    stuck = set()
    for one in await registry.store.belongings(guest.id):
        if one.alone:
            await registry.retention.remove(one.id)
        elif one.sits and one.phase != "over":
            try:
                await leave(await registry.host(one.id), guest, language)
            except ServerError as problem:
                if problem.id not in UNPLAYABLE:
                    raise
                stuck.add(one.id)
    return stuck
