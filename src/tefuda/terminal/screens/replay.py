"""The replay screen: steps through a game record as one seat, or a spectator, saw it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.worker import Worker

from tefuda.engine.game_record import Replay
from tefuda.engine.state import State
from tefuda.engine.view import SPECTATOR, Observation, View
from tefuda.table.handles import HandleMap
from tefuda.terminal.event_playback import playback
from tefuda.terminal.render_context import RenderContext, terminal_localizer
from tefuda.terminal.screens.board import BoardScreen
from tefuda.terminal.screens.dialogs import ranking


class Frame(NamedTuple):
    """One command as an audience observed it; the first frame is the deal."""

    title: str
    events: tuple[Observation, ...]
    view: View


def frames(replay: Replay, audience: int, language: str, names: tuple[str, ...]) -> list[Frame]:
    """Return the frames of a recorded game for one audience (a seat, or -1 for a spectator).

    The title has a command in notation only for its own seat: others may not have seen all of it.
    """
    ui = terminal_localizer(language)
    handles = HandleMap()
    titles = [ui.say("replay-start")]
    for step in replay:
        who = names[step.seat]
        titles.append(ui.say("replay-command", who=who, command=step.command) if step.seat == audience else who)
    states = [(replay.initial.opening, replay.initial), *((step.events, step.state) for step in replay)]
    result = []
    for title, (events, state) in zip(titles, states, strict=True):
        observations = [one for event in events if (one := replay.game.observe(event, audience)) is not None]
        result.append(Frame(title, *handles.follow(observations, _view(state, audience))))
    return result


def _view(state: State, audience: int) -> View:
    return state.view(None if audience == SPECTATOR else audience)


class ReplayScreen(BoardScreen):
    """Browses a finished game."""

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
        ui = terminal_localizer(language)
        names = tuple(name or ui.say("seat", number=seat + 1) for seat, name in enumerate(replay.names))
        super().__init__(replay.game, language, names, pace)
        self.replay, self.audience = replay, audience
        self.frames = frames(replay, audience, language, names)
        self.index = 0
        self._runner: Worker[None] | None = None

    def key_hints(self) -> list[tuple[str, str, str]]:
        """Return the keys of every table and those for navigation."""
        rules, helps, pace, _theme, leave = super().key_hints()
        return [
            ("right", "←→", self.ui.say("key-step")),
            ("space", "Space", self.ui.say("key-play")),
            ("end", "Home End", self.ui.say("key-ends")),
            ("v", "v", self.ui.say("key-seat")),
            pace,
            rules,
            helps,
            leave,
        ]

    def on_mount(self) -> None:
        """Start at the deal."""
        self._show_frame()

    def _show_frame(self) -> None:
        """Show the table after the current command, and the log up to it."""
        self.event_log.reset()
        for index, frame in enumerate(self.frames[: self.index + 1]):
            for observation in frame.events:
                self.log_event(observation)
            self._log_result(index)
        self.show(self.frames[self.index].view)
        self._show_position()

    def _show_position(self) -> None:
        who = self.ui.say("replay-spectator")
        if self.audience != SPECTATOR:
            who = self.ui.say("replay-seat", who=self.names[self.audience])
        self.say_title(who)
        index = self.ui.say("replay-place", turn=self.index, turns=len(self.frames) - 1)
        self.ask(f"{index}  {self.frames[self.index].title}")

    def _log_result(self, index: int) -> None:
        view = self.frames[index].view
        if view.result is not None:
            for line in ranking(RenderContext(view, self.game, self.language, self.names, self.app.size.width, 0)):
                self.event_log.append(line.plain.rstrip())

    # ---------------------------------------------------------------- keys

    def action_step(self, step: int) -> None:
        """Go one command forward or back."""
        self._stop()
        index = min(max(self.index + step, 0), len(self.frames) - 1)
        if index != self.index:
            self.index = index
            self._show_frame()

    def action_go(self, index: int) -> None:
        """Go to the deal (0) or the end (-1)."""
        self._stop()
        self.index = index % len(self.frames)
        self._show_frame()

    def action_run(self) -> None:
        """Start or stop automatic playback."""
        if self._stop():
            self._show_frame()
        elif self.index < len(self.frames) - 1:
            self._runner = self.in_background(self._run_on, exclusive=True)

    def action_seat(self) -> None:
        """Switch to the next seat's view, then to a spectator's."""
        self._stop()
        self.audience = self.audience + 1 if self.audience + 1 < self.game.num_players else SPECTATOR
        self.frames = frames(self.replay, self.audience, self.language, tuple(self.names))
        self._show_frame()

    def action_leave(self) -> None:
        """Close the record."""
        self._stop()
        self.dismiss()

    def _stop(self) -> bool:
        """Stop automatic playback; returns whether it was running."""
        running, self._runner = self._runner, None
        if running is None or running.is_finished:
            return False
        running.cancel()
        return True

    async def _run_on(self) -> None:
        """Play back the rest of the game event by event."""
        while self.index < len(self.frames) - 1:
            before = self.frames[self.index].view
            self.index += 1
            frame = self.frames[self.index]
            self._show_position()
            for step in playback(before, frame.events, frame.view):
                self.show(step.view, step.fresh)
                self.log_event(step.observation)
                await self.pause()
            self.show(frame.view)
        self._log_result(self.index)
