"""Opens the terminal application for what a command asks, and closes everything behind it."""

from __future__ import annotations

from tefuda.engine.game_record import Replay
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.bots import Bots
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.screens.replay import ReplayScreen
from tefuda.terminal.session import Match, Plan
from tefuda.terminal.theme_detection import is_light


def run_match(match: Match) -> None:
    """Play a match."""
    with Bots(match.plan.seed) as bots:
        TefudaApp(light=is_light(), first=lambda: PlayScreen(match, bots)).run()


def run_replay(replay: Replay, language: str, audience: int, pace: float) -> None:
    """Step through a record as an audience (a seat, or -1 for a spectator) saw it."""
    TefudaApp(light=is_light(), first=lambda: ReplayScreen(replay, language, audience, pace)).run()


def run_home(plan: Plan) -> None:
    """Let a person choose a game and play it, as often as they like; the plan is what stands there at first."""
    with Bots() as bots:
        TefudaApp(light=is_light(), bots=bots, home=plan).run()
