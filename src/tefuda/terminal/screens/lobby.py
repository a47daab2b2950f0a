"""The screen of a table on a server before the deal: who sits there, and what the player can do about it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from textual.content import Content

from tefuda.client.errors import ClientError, client_localizer
from tefuda.client.remote_table import RemoteTable
from tefuda.client.visit import Visit
from tefuda.engine.game import Game
from tefuda.server.protocol.common import TableInfo
from tefuda.terminal.online_text import deal_notices, lobby_lines
from tefuda.terminal.screens.player import PlayerScreen
from tefuda.terminal.session import Chooser
from tefuda.terminal.widgets import ActionRows, KeyButton, KeyLine, Prose

# Answers of buttons that are no actions.
START, BOT, OPEN, SIT, TRUST, CHANGE, DECK = "!start", "!bot", "!open", "!sit", "!trust", "!change", "!deck"


class LobbyScreen(PlayerScreen):
    """Shows the lobby of a table on a server.  Subclasses connect to the table, and send what the player does."""

    table: RemoteTable

    def __init__(self, visit: Visit, info: TableInfo, game: Game, bots: Chooser, pace: float, deck: str) -> None:
        super().__init__(game, visit.language, [""] * game.num_players, pace, bots, info.you)
        self.visit = visit
        self.words = client_localizer(visit.language)
        self._deck = deck  # command that chooses it; "": none to choose on arrival
        self._deal_at_once = False
        self._unplayable: ClientError | None = None  # why the game that the host has chosen cannot be played here

    def _do(self, send: Callable[[], Awaitable[None]]) -> None:
        """Send something, and show why it is refused."""
        raise NotImplementedError

    def _show_lobby(self) -> None:
        lobby = self.query_one("#lobby", Prose)
        lobby.display = True
        self.query_one(KeyLine).offer(self.key_hints())
        notices = deal_notices(self.table, self.language)
        lobby.text = Content("\n").join([*lobby_lines(self.table, self.game, self.ui), *notices])
        self._actions = {}
        table, say, buttons = self.table, self.ui.say, []
        free = [seat for seat, one in enumerate(table.sitters) if one.kind == "open"]
        bots = [seat for seat, one in enumerate(table.sitters) if one.kind == "bot"]
        if self.seat < 0 and has_open_seat(table.info):
            buttons.append(("s", say("lobby-sit"), SIT))
        if table.info.host and not table.sealed:
            buttons += [("enter", say("lobby-start"), START)] if not free else [("b", say("lobby-bot"), BOT)]
            buttons += [("o", say("lobby-open-seat"), OPEN)] if bots else []
            buttons.append(("c", say("lobby-change"), CHANGE))
        if self.seat >= 0 and not table.sealed and self.game.openings:
            buttons.append(("d", self._choosing(), DECK))
        if table.giver.untrusted_key:
            buttons.append(("k", say("trust-key"), TRUST))
        self._actions = {key: answer for key, _, answer in buttons}
        shown = {"enter": "Enter"}
        self.query_one(ActionRows).offer(
            [KeyButton(shown.get(key, key), words, answer) for key, words, answer in buttons]
        )
        if table.update is not None and table.connection.link != "closed":
            self.ask(self._lobby_prompt(free))
        self._bring_deck()
        if self._deal_at_once and table.info.host and not free and not table.sealed:
            self._deal_at_once = False
            self._do(table.deal)

    def _choosing(self) -> str:
        return self.ui.say("opening-choose", opening=self.game.localizer(self.language).say("opening"))

    def _bring_deck(self) -> None:
        """Choose the deck of the command line once the player sits at a table where it can be played."""
        deck, self._deck = self._deck, "" if self.seat >= 0 else self._deck
        if deck and self.seat >= 0 and not self.table.sealed and self.table.update is not None:
            seat = self.seat
            self._do(lambda: self.table.bring(seat, deck))

    def _lobby_prompt(self, free: Sequence[int]) -> str:
        if self._unplayable is not None:
            return self._unplayable.text(self.language)
        if self.table.sealed:
            return self.words.say("standing-sealed")
        if free:
            return self.ui.say("lobby-wait-seats")
        return self.ui.say("lobby-ready" if self.table.info.host else "lobby-wait-host")


def has_open_seat(info: TableInfo) -> bool:
    """Whether a seat of a table is open to the player."""
    admitted = not info.barred and (info.host or not info.locked)
    return admitted and any(sitter.kind == "open" for sitter in info.sitters)
