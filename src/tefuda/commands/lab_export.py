"""`tefuda lab export` and `tefuda lab records`: games as data, and back as game records."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from tefuda.commands import UsageError
from tefuda.commands.lab_common import (
    PLAIN,
    StudyOptions,
    named,
    processes_of,
    progress_bar,
    seed_of,
    words_in,
)
from tefuda.commands.language import Language
from tefuda.lab.arguments import MOST_GAMES, integer, writing


def export(
    game: str,
    folder: Path,
    /,
    *seats: str,
    players: int | None = None,
    games: int = 10_000,
    more: StudyOptions = PLAIN,
) -> None:
    """Play games and write games and decisions as Parquet into a folder.

    Every decision has its state, what the seat saw, what was legal, what was chosen, the values that a search found,
    and the outcome. docs/lab.md describes the columns.

    Parameters
    ----------
    game: str
        The game's name, such as kotori.
    folder: Path
        Gets games.parquet and decisions.parquet.
    seats: str
        The players, as in a match; without them all play at random. They move on by one seat from game to game.
    players: int
        How many play; by default as many as are named, if the game takes that many.
    games: int
        How many games to play.
    """
    from tefuda.lab import export as write

    chosen, words = more.opened(game, players, len(seats))
    study = seed_of(more.seed)
    with progress_bar(words.say("lab-playing")) as show:
        done, decisions = write(
            chosen,
            seats or ("random",),
            folder,
            games=games,
            seed=study,
            processes=processes_of(more.processes, None),
            timeout=more.timeout,
            on_progress=show,
        )
    counts = {"games": f"{done:,}", "decisions": f"{decisions:,}"}
    print(words.say("lab-exported", title=named(chosen, words), folder=str(folder), seed=str(study), **counts))


def records(data: Path, folder: Path, /, *, games: int | None = None, lang: Language | None = None) -> None:
    """Write the games of an export as game records, which `tefuda replay` and `tefuda analyse` read.

    Parameters
    ----------
    data: Path
        The folder that `tefuda lab export` has written.
    folder: Path
        Gets a file for each game: game-0.txt and so on.
    games: int
        How many games, from the first; by default all.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    from tefuda.lab import records as read

    if games is not None:
        integer("--games", games, 1, MOST_GAMES)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for count, record in enumerate(islice(read(data), games), 1):
        name = folder / f"game-{count - 1}.txt"
        if name.exists():
            raise UsageError(f"{name} is there already: choose another folder")
        with writing(name):
            name.write_text(record, encoding="utf-8")
    print(words_in(lang).say("lab-records", games=f"{count:,}", folder=str(folder)))
