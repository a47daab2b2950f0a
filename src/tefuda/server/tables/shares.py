"""Share links: let anyone open a finished private game.

Everyone who sat at the table at the end may make one link and take it back.  A link gives access only to what each
player could pass on as a file: the finished game from every seat, and its signed record.  It carries a signature of a
nonce that is stored with the table; without that row the link is invalid.  The finished games of public tables need no
link.
"""

from __future__ import annotations

import hmac

from tefuda.server.cluster.peers import Shown
from tefuda.server.protocol.http import Sharing
from tefuda.server.store.stored_data import Guest, Share
from tefuda.server.tables.invitations import Invitations
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.services import Services
from tefuda.server.tables.table_actor import TableActor

NONCE_BYTES = 32
MAX_TOKEN = 64  # characters of a token that are compared


class ShareLinks:
    """The links of all tables of one server."""

    def __init__(self, services: Services, invitations: Invitations) -> None:
        self._settings, self._store, self._peers = services.settings, services.store, services.peers
        self._invitations = invitations

    async def opens(self, table: str, token: str) -> bool:
        """Whether a token is that of a link to the table, which must be finished."""
        if not token:
            return False
        given = token[: MAX_TOKEN + 1].encode()
        tokens = [self._invitations.share(table, share.nonce) for share in await self._store.shares(table)]
        return sum(hmac.compare_digest(one.encode(), given) for one in tokens) > 0  # constant time: compares all

    async def sharing(self, loaded: LoadedTable, guest: Guest) -> Sharing:
        """Return the link of a guest, and who else has made one."""
        id, shares = loaded.row.id, await self._store.shares(loaded.row.id)
        own = next((share for share in shares if share.guest == guest.id), None)
        path = f"/replay/{id}"
        if not loaded.row.public:
            path = "" if own is None else f"{path}?share={self._invitations.share(id, own.nonce)}"
        return Sharing(path, shown_by(loaded, shares))

    async def change(self, actor: TableActor, guest: Guest, *, on: bool) -> Sharing:
        """Make the link of a guest, or take it back, and notify everyone at the table."""
        loaded = actor.loaded
        if not loaded.row.public:
            nonce = self._settings.random_bytes(NONCE_BYTES) if on else None
            await self._store.set_share(loaded.row.id, guest.id, nonce, int(self._settings.clock.time()))
            seats = shown_by(loaded, await self._store.shares(loaded.row.id))
            actor.audiences.send_shares(seats)
            if self._peers.others(loaded.row.id):
                self._peers.send(Shown(loaded.row.id, seats))
        return await self.sharing(loaded, guest)


def shown_by(loaded: LoadedTable, shares: list[Share]) -> tuple[int, ...]:
    """Return the seats whose players have made a link."""
    seats = loaded.presence_tracker.seats
    return tuple(sorted(seats[share.guest].seat for share in shares if share.guest in seats))
