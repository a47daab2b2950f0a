"""Export and deletion of a guest's data.

A deleted guest leaves the tables in play, where a bot takes the seat.  Tables at which no other guest has a seat are
removed.  At all others the guest's name is removed from the log; games, seals and results do not depend on names and
stay the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tefuda.server.cluster.peers import Changed, Forgotten, Removed
from tefuda.server.errors import UNPLAYABLE, ServerError
from tefuda.server.logs import log
from tefuda.server.protocol.http import OwnData, OwnEntry, OwnLine, OwnPush, OwnResult, OwnTable
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import Guest
from tefuda.server.tables.table_actor import TableActor
from tefuda.server.tables.table_registry import TableRegistry

MAX_ATTEMPTS = 5  # the guest may keep taking seats from a second page

ENTRIES_AT_ONCE = 500  # that an export decodes before other tasks run

_encode = msgspec.json.encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode
_decode_line = msgspec.json.Decoder(OwnLine).decode


async def own_data(store: SqlStore, guest: Guest | None) -> msgspec.Raw:
    """Return all data stored about a guest as JSON of `OwnData`; empty for None.

    It is made in parts, so that nobody else waits for a guest with hundreds of thousands of entries.
    """
    data = await store.guest_data(guest.id) if guest is not None else None
    if guest is None or data is None:
        return msgspec.Raw(_encode(OwnData("", 0, 0, ())))
    tables = [await _own_table(store, guest, id) for id in data.tables]
    push = tuple(OwnPush(one.endpoint, one.language) for one in await store.push_subscriptions(guest.id))
    own = OwnData(data.name, data.created, data.seen, (), push)
    return msgspec.Raw(_encoded_with(own, "tables", [table for table in tables if table is not None]))


async def _own_table(store: SqlStore, guest: Guest, id: str) -> bytes | None:
    """Return the data stored about a guest at one table as JSON of `OwnTable`, None if there is no such table."""
    data = await store.guest_table_data(guest.id, id)
    if data is None:
        return None
    seat, sits = data.seat or (-1, False)
    table = OwnTable(
        id=id,
        game=data.game,
        options=data.options,
        public=data.public,
        phase=data.phase,
        created=data.created,
        host=data.host,
        seat=seat,
        seated=bool(sits),
        note=data.note,
        entries=(),
        result=None if data.result is None else OwnResult(data.result[0], *map(tuple, data.result[1:])),
        talk=tuple(map(_decode_line, data.talk)),
        shared=data.shared,
    )
    parts, last = [], 0
    while found := await store.guest_entries(guest.id, id, last, ENTRIES_AT_ONCE):
        parts.append(_encode([OwnEntry(version, _decode(entry)) for version, entry in found])[1:-1])
        last = found[-1][0]
    return _encoded_with(table, "entries", parts)


def _encoded_with(value: msgspec.Struct, field: str, parts: Sequence[bytes]) -> bytes:
    """Return JSON of a value whose field is a list of these encoded parts."""
    return _encode(msgspec.structs.asdict(value) | {field: msgspec.Raw(b"[" + b",".join(parts) + b"]")})


async def leave(actor: TableActor, guest: Guest, language: str) -> None:
    """Give up a guest's seat; waits for the end of a sealed attempt to deal that does not need their share."""
    if not actor.dealing.owes_share(actor.presence_tracker.seat_of(guest)):
        await actor.dealing.settled()
    await actor.submit(lambda: actor.handlers.leave(guest, language))


async def forget(registry: TableRegistry, guest: Guest, language: str) -> list[str]:
    """Delete a guest and their data; return the ids of the tables whose logs have changed.

    Raises ServerError if that is not possible now; the request may be retried.
    """
    for _ in range(MAX_ATTEMPTS):
        registry.disconnect(guest.id)
        registry.peers.send(Forgotten(guest.id))
        stuck = await _leave_all(registry, guest, language)
        changed = await registry.store.forget(guest.id, stuck)
        if changed is not None:
            break
    else:
        raise ServerError("store-error")
    registry.disconnect(guest.id)
    registry.peers.send(Forgotten(guest.id))
    for id in changed:
        actor = await registry.loaded_actor(id)
        if actor is not None:
            await actor.submit(actor.entries.reload_sitters)
    for id in set(changed).difference(await registry.peers.unheld(changed)):
        registry.peers.send(Changed(id, names=True))
    log.info("guest-deleted", tables=len(changed))
    return changed


async def _leave_all(registry: TableRegistry, guest: Guest, language: str) -> set[str]:
    """Leave all unfinished tables and remove those without other guests; return the ids of those that do not load."""
    stuck = set()
    for table in await registry.store.guest_tables(guest.id):
        if table.alone:
            await registry.retention.remove(table.id)
            registry.peers.send(Removed(table.id))
        elif table.sits and table.phase != "over":
            try:
                await leave(await registry.actor(table.id), guest, language)
            except ServerError as error:
                if error.id not in UNPLAYABLE:
                    raise
                stuck.add(table.id)
    return stuck
