"""`tefuda lab`: matches, leagues, what-if studies and data for research; docs/lab.md."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tefuda.commands import Mistake
from tefuda.commands.house_rules import house_rules
from tefuda.commands.language import Language, locale_language
from tefuda.engine.game import Game, load
from tefuda.engine.localization import Localizer, localizer
from tefuda.lab import WORDS
from tefuda.lab.intervals import Estimate
from tefuda.lab.pool import cores

app = App(name="lab", help="Study games: matches, leagues, what-if studies, data.", result_action="return_value")

WIDTH = 120  # of tables where there is no terminal
Rules = Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)]


def words_in(lang: Language | None) -> Localizer:
    """Return the words of studies in the language asked for, or in that of the locale."""
    return localizer(lang or locale_language(), WORDS)


def opened(game: str, players: int | None, cards: Path | None, option: Sequence[str], constant: Sequence[str]) -> Game:
    """Return a game, or a variant of it, as the command line names it."""
    return load(game, players=players, cards=cards, constants=constants_in(constant), **house_rules(option))


def constants_in(words: Sequence[str]) -> dict[str, int]:
    """Return the constants by name; raises Mistake.

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
            raise Mistake(f"--constant takes NAME=INTEGER, not {word!r}")
    return found


def seed_of(seed: int | None) -> int:
    """Return the seed of a study: the one asked for, or a random one, which is printed."""
    return secrets.randbits(32) if seed is None else seed


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
    """Show progress with the time that is left, on a terminal only; yields a function of what is done and of all."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@app.command(help="Let players meet on the same deals with rotated seats.")
def match(
    game: str,
    /,
    *seats: str,
    players: int | None = None,
    deals: int = 1000,
    until: float = 0.0,
    seed: int | None = None,
    processes: int | None = None,
    timeout: float = 60.0,
    cards: Path | None = None,
    option: Rules = (),
    constant: Rules = (),
    lang: Language | None = None,
) -> None:
    """Let players meet on the same deals with rotated seats.

    A player is a level (random, easy, medium, hard, heuristic), search:SIMULATIONS, module:name of your own, or
    process:COMMAND, which speaks JSON lines (docs/lab.md). Each deal is played once for each rotation.

    Parameters
    ----------
    game: str
        Its name, such as kotori.
    seats: str
        The players by seat; the last one named takes the seats that are left.
    players: int
        How many play; without it as many as are named, if the game takes so many.
    deals: int
        How many deals to play at most.
    until: float
        Stop when every mean utility is known so exactly (95 %, to each side), such as 0.02.
    seed: int
        The same seed gives the same games, whatever the processes; without it every run is different.
    processes: int
        How many processes play; without it as many as there are cores.
    timeout: float
        Seconds for an answer of another process.
    cards: Path
        A card file that replaces the game's own.
    option: str
        A house rule, NAME=VALUE; may be given several times.
    constant: str
        A constant of the rules, NAME=VALUE; may be given several times.
    lang: str
        Language, ja or en; without it that of your locale.
    """
    from tefuda.lab.match import match as play_match

    words = words_in(lang)
    _find_own_modules()
    chosen = opened(game, players or _fitting(game, len(seats)), cards, option, constant)
    study = seed_of(seed)
    with progress_bar(words.say("lab-playing")) as show:
        result = play_match(
            chosen,
            seats or ("medium", "easy"),
            deals=deals,
            until=until,
            seed=study,
            processes=processes or cores(),
            timeout=timeout,
            told=lambda progress: show(progress.deals, progress.expected),
        )
    games, count = f"{result.games:,}", f"{result.deals:,}"
    print(words.say("lab-match", title=named(chosen, words), deals=count, games=games, seed=str(study)))
    table = Table(box=None, pad_edge=False)
    for column in ("player", "games", "utility", "wins", "rank"):
        table.add_column(words.say(f"lab-{column}"), justify="left" if column == "player" else "right")
    for one in result.standings:
        table.add_row(one.player, f"{one.games:,}", text(one.utility), text(one.wins, 1, 100), text(one.rank, 2))
    wide_console().print(table)
    if until:
        print(words.say("lab-narrow" if result.narrow else "lab-wide", reach=f"{until:g}"))
    print(words.say("lab-match-method"))


def _find_own_modules() -> None:
    """Let `module:name` be in the current folder, as with `python -m`; the processes that play inherit it."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)


def _fitting(slug: str, count: int) -> int | None:
    """Return the number of players if a game takes that many, else the fewest that have a seat for each of them."""
    fewest, most = load(slug).description.players
    return min(most, max(fewest, count))


@app.command(help="Play games and write all decisions as Parquet.")
def export(
    game: str,
    folder: Path,
    /,
    *seats: str,
    players: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    processes: int | None = None,
    timeout: float = 60.0,
    cards: Path | None = None,
    option: Rules = (),
    constant: Rules = (),
    lang: Language | None = None,
) -> None:
    """Play games and write games and decisions as Parquet into a folder.

    Every decision has its state, what the seat saw, what was legal, what was chosen, the values that a search found, and
    the outcome. docs/lab.md describes the columns.

    Parameters
    ----------
    game: str
        Its name, such as kotori.
    folder: Path
        Gets games.parquet and decisions.parquet.
    seats: str
        The players, as in a match; without them all play at random. They move on by one seat from game to game.
    players: int
        How many play; without it as many as are named, if the game takes so many.
    games: int
        How many games to play.
    seed: int
        The same seed gives the same games, whatever the processes; without it every run is different.
    processes: int
        How many processes play; without it as many as there are cores.
    timeout: float
        Seconds for an answer of another process.
    cards: Path
        A card file that replaces the game's own.
    option: str
        A house rule, NAME=VALUE; may be given several times.
    constant: str
        A constant of the rules, NAME=VALUE; may be given several times.
    lang: str
        Language, ja or en; without it that of your locale.
    """
    from tefuda.lab.export import export as write

    words = words_in(lang)
    _find_own_modules()
    chosen = opened(game, players or _fitting(game, len(seats)), cards, option, constant)
    study = seed_of(seed)
    with progress_bar(words.say("lab-playing")) as show:
        done, decisions = write(
            chosen,
            seats or ("random",),
            folder,
            games=games,
            seed=study,
            processes=processes or cores(),
            timeout=timeout,
            told=show,
        )
    counts = {"games": f"{done:,}", "decisions": f"{decisions:,}"}
    print(words.say("lab-exported", title=named(chosen, words), folder=str(folder), seed=str(study), **counts))


@app.command(help="Write the games of an export as game records.")
def records(data: Path, folder: Path, /, *, games: int | None = None, lang: Language | None = None) -> None:
    """Write the games of an export as game records, which `tefuda replay` and `tefuda analyse` read.

    Parameters
    ----------
    data: Path
        The folder that `tefuda lab export` has written.
    folder: Path
        Gets a file for each game: game-0.txt and so on.
    games: int
        How many games, from the first; without it all.
    lang: str
        Language, ja or en; without it that of your locale.
    """
    from tefuda.lab.export import records as read

    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for count, record in enumerate(islice(read(data), games), 1):  # noqa: B007 (printed below)
        try:
            with (folder / f"game-{count - 1}.txt").open("x", encoding="utf-8") as file:
                file.write(record)
        except FileExistsError as error:
            raise Mistake(f"{error.filename} is there already: choose another folder") from None
    print(words_in(lang).say("lab-records", games=f"{count:,}", folder=str(folder)))
