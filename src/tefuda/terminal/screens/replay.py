"""Steps through a finished game as one seat, or a spectator, saw it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.worker import Worker

from tefuda.engine.game_record import Replay
from tefuda.engine.state import State
from tefuda.engine.view import SPECTATOR, Observation, View
from tefuda.table.handles import HandleMap
from tefuda.terminal.event_playback import scenes
from tefuda.terminal.render_context import RenderContext, terminal_localizer
from tefuda.terminal.screens.board import BoardScreen
from tefuda.terminal.screens.dialogs import ranking


class Frame(NamedTuple):
    """One command as an audience heard and saw it; the first frame is the deal."""

    title: str
    events: tuple[Observation, ...]
    view: View


def frames(replay: Replay, audience: int, language: str, names: tuple[str, ...]) -> list[Frame]:
    """A recorded game for one audience (a seat, or -1 for a spectator)."""
    own = terminal_localizer(language)
    handles = HandleMap()
    titles = [own.say("replay-start")]
    titles += [own.say("replay-command", who=names[step.seat], command=step.command) for step in replay]
    moments = [(replay.initial.opening, replay.initial), *((step.events, step.state) for step in replay)]
    found = []
    for title, (events, state) in zip(titles, moments, strict=True):
        heard = [one for event in events if (one := replay.game.observe(event, audience)) is not None]
        found.append(Frame(title, *handles.follow(heard, _view(state, audience))))
    return found


def _view(state: State, audience: int) -> View:
    return state.view(None if audience == SPECTATOR else audience)


class ReplayScreen(BoardScreen):
    """A game to look back at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n,enter", "step(1)"),
        Binding("left,b", "step(-1)"),
        Binding("space,p", "run"),
        Binding("home", "go(0)"),
        Binding("end", "go(-1)"),
        Binding("v", "seat"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self, replay: Replay, language: str, audience: int, pace: float) -> None:
        own = terminal_localizer(language)
        names = tuple(name or own.say("seat", number=seat + 1) for seat, name in enumerate(replay.names))
        super().__init__(replay.game, language, names, pace)
        self.replay, self.audience = replay, audience
        self.frames = frames(replay, audience, language, names)
        self.place = 0
        self._runner: Worker[None] | None = None

    def key_hints(self) -> list[tuple[str, str, str]]:
        """Those of every table, and those to move about."""
        rules, helps, pace, _theme, leave = super().key_hints()
        return [
            ("right", "←→", self.own.say("key-step")),
            ("space", "Space", self.own.say("key-play")),
            ("end", "Home End", self.own.say("key-ends")),
            ("v", "v", self.own.say("key-seat")),
            pace,
            rules,
            helps,
            leave,
        ]

    def on_mount(self) -> None:
        """Begin at the deal."""
        self._show_place()

    def _show_place(self) -> None:
        """The table after the present command, and everything told up to it."""
        self.log_lines.forget()
        for place, frame in enumerate(self.frames[: self.place + 1]):
            for heard in frame.events:
                self.tell(heard)
            self._tell_result(place)
        self.show(self.frames[self.place].view)
        self._say_place()

    def _say_place(self) -> None:
        who = self.own.say("replay-spectator")
        if self.audience != SPECTATOR:
            who = self.own.say("replay-seat", who=self.names[self.audience])
        self.say_title(who)
        place = self.own.say("replay-place", turn=self.place, turns=len(self.frames) - 1)
        self.ask(f"{place}  {self.frames[self.place].title}")

    def _tell_result(self, place: int) -> None:
        view = self.frames[place].view
        if view.result is not None:
            for line in ranking(RenderContext(view, self.game, self.language, self.names, self.app.size.width, 0)):
                self.log_lines.tell(line.plain.rstrip())

    # ---------------------------------------------------------------- keys

    def action_step(self, step: int) -> None:
        """One command on or back."""
        self._stop()
        place = min(max(self.place + step, 0), len(self.frames) - 1)
        if place != self.place:
            self.place = place
            self._show_place()

    def action_go(self, place: int) -> None:
        """To the deal (0) or the end (-1)."""
        self._stop()
        self.place = place % len(self.frames)
        self._show_place()

    def action_run(self) -> None:
        """Let the game run on by itself, or halt it where it is."""
        if self._stop():
            self._show_place()
        elif self.place < len(self.frames) - 1:
            self._runner = self.run_worker(self._run_on(), exclusive=True)

    def action_seat(self) -> None:
        """Look from the next seat, then as a spectator."""
        self._stop()
        self.audience = self.audience + 1 if self.audience + 1 < self.game.players else SPECTATOR
        self.frames = frames(self.replay, self.audience, self.language, tuple(self.names))
        self._show_place()

    def action_leave(self) -> None:
        """Close the record."""
        self._stop()
        self.dismiss()

    def _stop(self) -> bool:
        """Halt a game that runs; True if one did."""
        running, self._runner = self._runner, None
        if running is None or running.is_finished:
            return False
        running.cancel()
        return True

    async def _run_on(self) -> None:
        """Show the rest of the game event by event."""
        while self.place < len(self.frames) - 1:
            before = self.frames[self.place].view
            self.place += 1
            frame = self.frames[self.place]
            self._say_place()
            for scene in scenes(before, frame.events, frame.view):
                self.show(scene.view, scene.fresh)
                self.tell(scene.heard)
                await self.linger()
            self.show(frame.view)
        self._tell_result(self.place)
