"""The screen of a player at a table on a server: seats, actions, hints, talk, stand-ins, result and rematch.

What is pressed goes to the server, and comes back as an update.
"""

from __future__ import annotations

import asyncio
import contextlib
import shlex
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from tefuda.client.errors import ClientError, ServerRefusal
from tefuda.client.proof import Proof
from tefuda.client.remote_table import RemoteTable
from tefuda.server.protocol.limits import MAX_LINE, MAX_NAME
from tefuda.terminal.action_keys import offered
from tefuda.terminal.online_text import deal_notices, seal_lines, seat_lines
from tefuda.terminal.screens.arranging import Arranging
from tefuda.terminal.screens.board import BoardScreen
from tefuda.terminal.screens.deck_choice import DeckChoice
from tefuda.terminal.screens.dialogs import LineDialog, MenuDialog, ResultDialog
from tefuda.terminal.screens.lobby import BOT, CHANGE, DECK, OPEN, SIT, START, TRUST
from tefuda.terminal.screens.player import SKIP
from tefuda.terminal.screens.remote import AGAIN, BACK, RemoteScreen
from tefuda.terminal.standings_text import standing_lines, standings_in_result
from tefuda.terminal.taking_back import AGREE, REFUSE, UNDO
from tefuda.terminal.talk_text import KEYS, PHRASES, voices_of


class OnlineScreen(RemoteScreen):
    """A table on a server, and its rematches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma,ideographic_comma", "say"),
        Binding("full_stop,ideographic_full_stop", "table"),
        Binding("asterisk", "standings"),
    ]

    def key_hints(self) -> list[tuple[str, str, str]]:
        """Return the keys of a table on a server."""
        rules, _, _, _, leave = BoardScreen.key_hints(self)
        playing = self.view is not None and not self._is_decided  # in the lobby, these would do nothing
        decides = playing and self.seat >= 0  # spectators do not
        return [
            rules,
            *([("h", "h", self.ui.say("key-hint"))] if decides else []),
            *([("space", "Space", self.ui.say("key-skip"))] if playing else []),
            *([("r", "r", self.ui.say("key-result"))] if self._is_decided else []),
            ("comma", ",", self.ui.say("key-say")),
            ("full_stop", ".", self.ui.say("key-table")),
            ("asterisk", "*", self.ui.say("key-standings")),
            *([("colon", ":", self.ui.say("key-command"))] if decides else []),
            leave,
        ]

    async def _take_seat(self) -> None:
        name = self._name or await self._ask_name()
        if not name:  # cancelled: watch
            return
        try:
            await self.table.sit(name)
        except ClientError as error:
            self.refuse(error.text(self.language), None)

    async def _ask_name(self) -> str:
        known = ""
        try:
            known = await asyncio.to_thread(self.visit.known_name)
        except ClientError:
            known = self.visit.folder.guest.name
        if known:
            return known
        dialog = LineDialog(self.ui.say("name-title"), self.ui.say("name-hint"), refuse=self._name_fault)
        return (await self.app.push_screen_wait(dialog))[:MAX_NAME]

    def _name_fault(self, name: str) -> str:
        return self.ui.say("name-long", most=MAX_NAME) if len(name) > MAX_NAME else ""

    # ------------------------------------------------------------- actions

    def attempt(self, command: str) -> None:
        """Send a command, or do what a button of the screen says; during playback skip to its end instead."""
        own: dict[str, Callable[[], None]] = {
            START: lambda: self._do(self.table.deal),
            BOT: lambda: self._do(lambda: self.table.seat_bot(self._first("open"))),
            OPEN: lambda: self._do(lambda: self.table.open_seat(self._first("bot"))),
            SIT: lambda: self._run(self._take_seat),
            BACK: lambda: self._do(lambda: self.table.stand_in(self.seat, on=False)),
            AGAIN: lambda: self._run(self._rematch),
            TRUST: self._trust,
            CHANGE: lambda: self._run(self._change_table),
            DECK: lambda: self._run(self._choose_deck),
            UNDO: lambda: self._do(self.table.take_back),
            AGREE: lambda: self._do(lambda: self.table.answer_back(agreed=True)),
            REFUSE: lambda: self._do(lambda: self.table.answer_back(agreed=False)),
        }
        if command in own:
            own[command]()
        elif self._playing_back or command == SKIP:
            self.action_hurry()
        elif self._view is not None and command.split() and not self._sending:
            self._sending = True
            self._do(lambda: self._play(command))

    async def _play(self, command: str) -> None:
        if self.table.connection.link != "open":
            self.note(self.ui.say("online-kept"))
        try:
            await self.table.play(self._turn, command.split())
        finally:
            self._sending = False

    async def _change_table(self) -> None:
        """Ask what to change about the table before the deal, and change it."""
        send = await Arranging(self, self.table, self.game, self.ui).chosen()
        if send is not None:
            self._do(send)

    async def _choose_deck(self) -> None:
        """Ask what to play with, as the host also for a bot."""
        table, seat = self.table, self.seat
        bots = [at for at, one in enumerate(table.sitters) if one.kind == "bot"]
        if table.info.host and bots:
            answers = [(str(at + 1), table.names[at], str(at)) for at in (seat, *bots)]
            answer = await self.app.push_screen_wait(MenuDialog(self._choosing(), (), answers))
            if not answer:
                return
            seat = int(answer)
        command = await DeckChoice(self, self.game, self.ui).chosen()
        if command is not None:
            self._do(lambda: self.table.bring(seat, command))

    def _first(self, kind: str) -> int:
        return next((seat for seat, one in enumerate(self.table.sitters) if one.kind == kind), 0)

    def _do(self, send: Callable[[], Awaitable[None]]) -> None:
        """Send something, and show why it is refused."""
        self.clear_notes()
        self._run(partial(self._attempted, send))

    def _run(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        self.in_background(work, group="sent")

    async def _attempted(self, send: Callable[[], Awaitable[None]]) -> None:
        try:
            await send()
        except ServerRefusal as refusal:
            self.refuse(refusal.message, refusal.clause)
        except ClientError as error:
            if error.words.id != "error-left" and self._shown:  # else the answer came too late
                self.refuse(error.text(self.language), None)

    def _trust(self) -> None:
        try:
            self.table.giver.trust()
        except ClientError as error:
            self.refuse(error.text(self.language), None)

    def action_hurry(self) -> None:
        """Skip pauses; when out of the game ask to skip to its end."""
        view = self._view
        if self._playing_back or (view is not None and view.result is None and view.to_act != self.seat):
            self._skip_pauses.set()
        if view is not None and self.seat in view.out and view.result is None:
            self._do(self.table.skip_to_end)

    def action_type(self) -> None:
        """Ask for an action in notation."""
        view = self._view
        mine = view is not None and view.to_act == self.seat
        self._ask_for_action([choice.action for choice in offered(view)] if view is not None and mine else [])

    def action_hint(self) -> None:
        """Ask the server for a hint about the player's decision."""
        view = self._view
        if self._playing_back or view is None or self.seat < 0 or view.to_act != self.seat:
            self.note(self.ui.say("hint-not-now"))
            return
        self.note(self.ui.say("hint-thinking"))
        self.in_background(partial(self._attempted, self._hint), group="hint", exclusive=True)

    async def _hint(self) -> None:
        turn = self._turn
        options = await self.table.hint()
        if turn == self._turn:
            self._show_advice(options)

    # --------------------------------------------------------------- menus

    def action_say(self) -> None:
        """Offer the preset phrases, free text where it may be said, and to mute people."""
        self.in_background(self._talk, group="talk", exclusive=True)

    async def _talk(self) -> None:
        table, ui = self.table, self.ui
        phrases = zip(KEYS, PHRASES.items(), strict=True)
        answers = [(key, ui.say(id), f"say {one}") for key, (one, id) in phrases] if table.voice else []
        if table.voice and table.chat:
            answers.append(("w", ui.say("talk-write"), "write"))
        voices = voices_of(table, ui)
        if voices:
            answers.append(("m", ui.say("talk-mute"), "mute"))
        note = "talk-silent" if not table.voice else "talk-no-chat" if not table.chat else ""
        lines = [Content.styled(ui.say(note), "$text-muted")] if note else []
        answer = await self.app.push_screen_wait(MenuDialog(ui.say("say-title"), lines, answers))
        if answer.startswith("say "):
            self._do(lambda: table.say(answer.removeprefix("say ")))
        elif answer == "write":
            text = await self.app.push_screen_wait(LineDialog(ui.say("talk-write"), refuse=self._line_fault))
            if text:
                self._do(lambda: table.write(text[:MAX_LINE]))
        elif answer == "mute":
            named = [(str(n), name, voice) for n, (voice, name) in enumerate(list(voices.items())[:9], 1)]
            voice = await self.app.push_screen_wait(MenuDialog(ui.say("talk-mute"), (), named))
            if voice:
                table.muted ^= {voice}

    def _line_fault(self, line: str) -> str:
        return self.ui.say("talk-long", most=MAX_LINE) if len(line) > MAX_LINE else ""

    def action_table(self) -> None:
        """Show who is there and the deal's seal, and offer what concerns the seats."""
        table, answers = self.table, list[tuple[str, str, str]]()
        playing = self._view is not None and self._view.result is None
        patient = table.info.clock is not None and table.info.clock.kind == "days"  # who has days may be away
        for seat, presence in enumerate(table.seats):
            if patient:
                break
            if playing and self.seat not in (seat, -1) and presence.state in ("idle", "gone") and not presence.stand_in:
                answers.append((str(seat + 1), self.ui.say("stand-in-for", who=table.names[seat]), f"for {seat}"))
        own = self._own_presence(table.seats)
        if playing and own is not None:
            answers.append(("b", self.ui.say("stand-in-back" if own.stand_in else "stand-in-own"), "own"))
            answers.append(("s", self.ui.say("hide-hand" if self.seat in self._hands else "show-hand"), "hand"))
        if self.seat >= 0 and (self._view is None or playing):
            answers.append(("l", self.ui.say("give-up-seat"), "leave"))
        if table.giver.untrusted_key:
            answers.append(("k", self.ui.say("trust-key"), "trust"))
        lines = [*seat_lines(table, self.ui), Content(), *seal_lines(table, self.ui)]
        lines += [Content(self._proof)] if self._proof else deal_notices(table, self.language)
        self.app.push_screen(MenuDialog(self.ui.say("table-title"), lines, answers), self._chosen)

    def _chosen(self, answer: str | None) -> None:
        own = self._own_presence(self.table.seats)
        if answer == "own" and own is not None:
            self._do(lambda: self.table.stand_in(self.seat, on=not own.stand_in))
        elif answer == "hand":
            on = self.seat not in self._hands
            self._do(lambda: self.table.show_hand(on=on))
        elif answer == "leave":
            self._do(self.table.leave)
        elif answer == "trust":
            self._trust()
        elif answer and answer.startswith("for "):
            seat = int(answer.removeprefix("for "))
            self._do(lambda: self.table.stand_in(seat, on=True))

    # ----------------------------------------------------------- standings

    def action_standings(self) -> None:
        """Show the standings of the games so far."""
        self.in_background(partial(self._show_standings, self.table), group="standings", exclusive=True)

    async def _show_standings(self, table: RemoteTable) -> None:
        try:
            series = await table.series()
            lines = await asyncio.to_thread(standing_lines, series, table, self.ui)  # it may load other games
        except ClientError as error:
            self.refuse(error.text(self.language), None)
            return
        if table is self.table and self.app.screen is self:
            self.app.push_screen(MenuDialog(self.ui.say("series-title"), lines, ()))

    async def _add_standings(self, table: RemoteTable) -> None:
        """Show the standings with the result."""
        with contextlib.suppress(ClientError):  # the key for the standings says what is wrong
            standings = standings_in_result(await table.series(), table, self.ui)
            if table is self.table:
                self._show_standings_in_result(standings)

    # -------------------------------------------------------------- result

    def _finish(self) -> None:
        """Show the result, and find out what is proven of the game."""
        if self.seat >= 0:
            self._learn_from_game(self.games)
        self.in_background(partial(self._prove, self.table), group="proof", exclusive=True)
        self.action_result()
        self.in_background(partial(self._add_standings, self.table), group="standings", exclusive=True)

    async def _prove(self, table: RemoteTable) -> None:
        proof: Proof = await table.prove()
        if table is not self.table:
            return
        self._proof = self.words.say(proof.words)
        self._tell(self._proof)
        if proof.record is not None:
            seen = ["--seen", str(proof.copy)] if proof.copy is not None else []
            command = shlex.join(["tefuda", "verify", str(proof.record), *seen])
            self._tell(self.ui.say("proof-command", command=command))
        self._report(self._proof)

    def _answered(self, answer: str | None) -> None:
        if answer == "again":
            self._run(self._rematch)
        else:
            super()._answered(answer)

    async def _rematch(self) -> None:
        """Go on to the next table."""
        table, first = self.table, self.table.info.next is None
        try:
            self.ask(self.ui.say("rematch-asked"))
            self._next_known.clear()
            await table.rematch()
            await self._next_known.wait()  # its announcement follows the answer
            self._deal_at_once = first and table.alone
            info = await table.next_table()
            game = self.visit.game_of(info)
        except ClientError as error:
            self.refuse(error.text(self.language), None)
            return
        if self.table is not table:
            return
        if isinstance(self.app.screen, ResultDialog):
            self.app.screen.dismiss("look")
        await table.connection.close()
        self.game = game
        self._open(info, "")
        self._reset()
        self.board.context = None
        self.clear_notes()
        self.in_background(self._show_steps, group="steps", exclusive=True)
        self.in_background(partial(self._keep_connection, self.table), group="table")

    def _save(self, path: Path) -> None:
        self._run(partial(self._save_signed, path))

    async def _save_signed(self, path: Path) -> None:
        try:
            text = await self.table.signed_record()
            await asyncio.to_thread(path.write_text, text, encoding="utf-8")
            self._report(self.ui.say("result-saved", file=str(path)))
        except ClientError as error:
            self._report(error.text(self.language))
        except OSError as error:
            reason = error.strerror or str(error)
            self._report(self.ui.say("result-not-saved", file=str(path), reason=reason))
