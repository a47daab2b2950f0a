"""`tefuda replay`: steps through a recorded game in the terminal.

The record is replayed before the terminal switches to full screen, so that an invalid one is reported in one line.
"""

from pathlib import Path

from tefuda.commands import UsageError
from tefuda.commands.language import Language, locale_language
from tefuda.commands.play import check_screen
from tefuda.engine.view import SPECTATOR
from tefuda.table.replay import replay as read_replay
from tefuda.terminal.session import DEFAULT_PACE


def replay(
    file: Path,
    /,
    *,
    seat: int | None = None,
    lang: Language | None = None,
    cards: Path | None = None,
    pace: float = DEFAULT_PACE,
) -> None:
    """Step through a recorded game.

    Parameters
    ----------
    file: Path
        The record, as `tefuda play --save` writes it.
    seat: int
        Show what this seat saw, 1 for the first; by default what a spectator saw.
    lang: str
        Language, ja or en; by default that of your locale.
    cards: Path
        The card file that the game was played with, if not its own.
    pace: float
        Seconds that an event is shown when the game runs by itself.
    """
    recorded = read_replay(file, cards=cards)
    if seat is not None and not 1 <= seat <= recorded.game.num_players:
        raise UsageError(f"--seat takes 1 to {recorded.game.num_players}, not {seat}")

    check_screen("replay")

    from tefuda.terminal.run import run_replay

    run_replay(recorded, lang or locale_language(), SPECTATOR if seat is None else seat - 1, pace)
