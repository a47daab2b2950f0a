"""A visit to a server: the guest, the stored data, and the games of which both sides have the same rules."""

from __future__ import annotations

from pathlib import Path

from tefuda.client.address import Address
from tefuda.client.deal_store import DealStore
from tefuda.client.errors import ClientError
from tefuda.client.http_client import HttpClient
from tefuda.client.state_folder import ServerFolder
from tefuda.engine.errors import TefudaError
from tefuda.engine.game import Game, game_slugs, load
from tefuda.engine.game_record import table_digest
from tefuda.server.protocol.common import TableInfo
from tefuda.table import fair_deal


class Visit:
    """A visit to the server of an address; every method raises ClientError.

    `cards` is a card file that the server plays with in place of the game's own.
    """

    def __init__(self, address: Address, language: str, root: Path, cards: Path | None = None) -> None:
        self.address, self.language, self.cards = address, language, cards
        self.folder = ServerFolder(root, address.server)
        self.store = DealStore(self.folder)
        self.http = HttpClient(address.server, language, self.folder.guest.token, self._keep_token)

    def _keep_token(self, token: str) -> None:
        self.folder.keep_guest(token=token)

    def look(self) -> TableInfo:
        """Return the table of the address."""
        return self.http.table(self.address.table, self.address.invitation)

    def entitled(self, info: TableInfo) -> TableInfo:
        """Return the table if the guest has a seat there or may take one; a former seat is taken again at once."""
        if info.you >= 0:
            return info
        if info.phase == "over":
            raise ClientError("error-over")
        if info.phase == "playing":
            name = self.folder.guest.name
            if name and self.folder.table(info.id).is_dir():
                return self.sit(info.id, name, self.address.invitation)
            raise ClientError("error-playing")
        if info.barred:
            raise ClientError("error-barred")
        if info.locked and not info.host:
            raise ClientError("error-locked")
        if all(sitter.kind != "open" for sitter in info.sitters):
            raise ClientError("error-full")
        return info

    def known_name(self) -> str:
        """Return the name that the server or this client knows the guest by, "" for none."""
        return (self.http.me().name if self.http.token else "") or self.folder.guest.name

    def sit(self, table: str, name: str, invitation: str) -> TableInfo:
        """Take a seat: the former one, else the first open one."""
        info = self.http.join(table, name, invitation)
        self.folder.keep_guest(name=name)
        return info

    def forget_token(self) -> None:
        """Forget the identity on the server, which has deleted it."""
        self.http.token = ""
        self.folder.keep_guest(token="")

    def game_of(self, info: TableInfo) -> Game:
        """Return the game of a table, played by the same rules and with the same cards as on the server."""
        if info.game not in game_slugs():
            raise ClientError("error-game", game=info.game)
        try:
            game = load(info.game, players=len(info.sitters), cards=self.cards, **info.options)
        except TefudaError as error:
            raise ClientError("error-options", reason=str(error)) from error
        deal = info.deal
        if deal is None or deal.protocol < fair_deal.PROTOCOL:
            return game
        ours = game.description.rules_version
        if deal.protocol > fair_deal.PROTOCOL:
            raise ClientError("error-protocol", theirs=deal.protocol, ours=fair_deal.PROTOCOL)
        if deal.rules != ours:
            raise ClientError("error-rules", theirs=deal.rules, ours=ours)
        if deal.cards != table_digest(game.tables):
            raise ClientError("error-cards")
        return game
