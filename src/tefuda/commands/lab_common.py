"""What the studies of `tefuda lab` share at the command line: games and variants, seeds, progress, tables."""

from __future__ import annotations

import secrets
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tefuda.commands import UsageError
from tefuda.commands.house_rules import house_rules
from tefuda.commands.language import Language, locale_language
from tefuda.engine.game import Game, load
from tefuda.engine.localization import Localizer, localizer
from tefuda.lab.intervals import Estimate
from tefuda.lab.pool import cores
from tefuda.lab.report import WORDS

WIDTH = 120  # width of tables without a terminal


def words_in(lang: Language | None) -> Localizer:
    """Return the localizer of studies, in a language or in that of the locale."""
    return localizer(lang or locale_language(), WORDS)


@Parameter(name="*")
@dataclass(frozen=True)
class StudyOptions:
    """The options that all studies have last.

    Parameters
    ----------
    seed: int
        The same seed gives the same games, however many processes play; by default every run is different.
    processes: int
        How many processes play; by default as many as there are cores.
    timeout: float
        Seconds for an answer of another process.
    cards: Path
        A card file that replaces the game's own.
    option: str
        A house rule, NAME=VALUE; may be given several times.
    constant: str
        A constant of the rules, NAME=VALUE; may be given several times.
    lang: str
        Language, ja or en; by default that of your locale.
    """

    seed: int | None = None
    processes: int | None = None
    timeout: float = 60.0
    cards: Path | None = None
    option: tuple[str, ...] = ()
    constant: tuple[str, ...] = ()
    lang: Language | None = None

    def opened(self, game: str, players: int | None, named: int) -> tuple[Game, Localizer]:
        """Return the game, or a variant of it, as the command line names it, and the words of the study.

        Without `players` the game has as many as are `named`, if it takes that many.
        """
        words = words_in(self.lang)
        find_own_modules()
        if players is None:
            players = _fitting(game, named)
        constants, options = constants_in(self.constant), house_rules(self.option)
        return load(game, players=players, cards=self.cards, constants=constants, **options), words


PLAIN = StudyOptions()


def _fitting(slug: str, count: int) -> int | None:
    """Return the number of players if a game takes that many, else the fewest that have a seat for each of them."""
    fewest, most = load(slug).description.players
    return min(most, max(fewest, count))


def constants_in(words: Sequence[str]) -> dict[str, int]:
    """Return the constants by name; raises UsageError.

    >>> constants_in(["field-cards=4"])
    {'field_cards': 4}
    """
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        try:
            found[name.strip().replace("-", "_")] = int(value)
        except ValueError:
            equals = ""
        if not equals:
            raise UsageError(f"--constant takes NAME=INTEGER, not {word!r}")
    return found


def seed_of(seed: int | None) -> int:
    """Return the seed of a study: the given one, or a random one, which is printed."""
    return secrets.randbits(32) if seed is None else seed


def processes_of(processes: int | None, ray: str | None) -> int:
    """Return how many processes play here; raises UsageError if a cluster is to play."""
    if ray is not None and processes is not None:
        raise UsageError(
            "--processes is for this machine, and --ray plays with all cores of a cluster: give only one of them"
        )
    return cores() if processes is None else processes


def named(game: Game, words: Localizer) -> str:
    """Return the name of a game with what makes it a variant."""
    title = game.localizer(words.language).say("title")
    changed = [f"{name}={value}" for name, value in game.constants.items()]
    chosen = [f"{o.name}={game.options[o.name]}" for o in game.description.options if game.options[o.name] != o.default]
    return f"{title} ({', '.join(chosen + changed)})" if chosen + changed else title


def text(estimate: Estimate, digits: int = 3, factor: float = 1.0) -> str:
    """Return an estimate with its interval."""
    value, low, high = (f"{factor * one:.{digits}f}" for one in estimate)
    return f"{value} [{low}, {high}]"


def wide_console() -> Console:
    """Return a console for tables, which in a file or pipe need not be narrow."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDTH)


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[float, float], None]]:
    """Show progress with the time that is left, on a terminal only; yields a function of what is done and of all.

    SIGTERM ends what it is shown for as Ctrl-C does.  What players print meanwhile, or Ray of a worker that died, goes
    to standard error: a result in a file or pipe is the result alone.
    """
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    try:
        with (
            redirect_stdout(sys.stderr),
            Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
        ):
            task = progress.add_task(label, total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)
    finally:
        signal.signal(signal.SIGTERM, before)


def find_own_modules() -> None:
    """Let `module:name` be in the current folder, as with `python -m`; the processes that play inherit it."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
