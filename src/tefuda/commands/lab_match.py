"""`tefuda lab match`: bots against each other on the same deals with rotated seats."""

from __future__ import annotations

from rich.table import Table

from tefuda.commands.lab_common import (
    PLAIN,
    StudyOptions,
    named,
    processes_of,
    progress_bar,
    seed_of,
    text,
    wide_console,
)


def match(
    game: str,
    /,
    *seats: str,
    players: int | None = None,
    deals: int = 1000,
    until: float = 0.0,
    ray: str | None = None,
    more: StudyOptions = PLAIN,
) -> None:
    """Play bots against each other on the same deals with rotated seats.

    A player is a level (random, easy, medium, hard, heuristic), search:SIMULATIONS, module:name of your own, or
    process:COMMAND, which speaks JSON lines (docs/lab.md). Each deal is played once for each rotation.

    Parameters
    ----------
    game: str
        The game's name, such as kotori.
    seats: str
        The players by seat; the last one named takes the seats that are left.
    players: int
        How many play; by default as many as are named, if the game takes that many.
    deals: int
        How many deals to play at most.
    until: float
        Stop when the 95% interval of every mean utility is this narrow (to each side), such as 0.02.
    ray: str
        Play on a Ray cluster instead: auto, HOST:PORT or ray://HOST:PORT.
    """
    from tefuda.lab import match as play_match

    chosen, words = more.opened(game, players, len(seats))
    study = seed_of(more.seed)
    with progress_bar(words.say("lab-playing")) as show:
        result = play_match(
            chosen,
            seats or ("medium", "easy"),
            deals=deals,
            until=until,
            seed=study,
            processes=processes_of(more.processes, ray),
            ray=ray,
            timeout=more.timeout,
            on_progress=lambda progress: show(progress.deals, progress.expected),
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
