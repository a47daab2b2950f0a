"""Runs the terminal application for the commands `play`, `replay` and bare `tefuda`."""

from __future__ import annotations

from tefuda.client.visit import Visit
from tefuda.engine.game import Game
from tefuda.engine.game_record import Replay
from tefuda.server.protocol.common import TableInfo
from tefuda.table.lesson_script import Lesson
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.bots import Bots
from tefuda.terminal.screens.lesson import LessonScreen
from tefuda.terminal.screens.online import OnlineScreen
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.screens.replay import ReplayScreen
from tefuda.terminal.session import Match, Plan
from tefuda.terminal.theme_detection import is_light


def run_match(match: Match) -> None:
    """Play a match."""
    with Bots(match.plan.seed) as bots:
        _run(TefudaApp(light=is_light(), first=lambda: PlayScreen(match, bots)))


def run_online(visit: Visit, info: TableInfo, game: Game, pace: float, *, name: str, sit: bool, deck: str) -> None:
    """Play at a table on a server; raises ClientError if it cannot be shown at all."""
    screens: list[OnlineScreen] = []
    with Bots() as bots:

        def first() -> OnlineScreen:
            screens.append(OnlineScreen(visit, info, game, bots, pace, name=name, sit=sit, deck=deck))
            return screens[0]

        _run(TefudaApp(light=is_light(), first=first))
    if screens and screens[0].failure is not None:
        raise screens[0].failure


def run_lesson(lesson: Lesson, language: str, pace: float, place: str) -> None:
    """Give a lesson."""
    with Bots() as bots:
        _run(TefudaApp(light=is_light(), first=lambda: LessonScreen(lesson, bots, language, pace, place)))


def run_replay(replay: Replay, language: str, audience: int, pace: float) -> None:
    """Step through a game record as one audience saw it (a seat, or -1 for a spectator)."""
    _run(TefudaApp(light=is_light(), first=lambda: ReplayScreen(replay, language, audience, pace)))


def run_home(plan: Plan) -> None:
    """Run the home screen, preset with `plan`, and the matches started from it."""
    with Bots() as bots:
        _run(TefudaApp(light=is_light(), bots=bots, home=plan))


def _run(app: TefudaApp) -> None:
    """Run the application; end the process with its exit code if that is not 0."""
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
