"""`tefuda lab league`: all players against each other, and their ratings."""

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


def league(
    game: str,
    /,
    *entrants: str,
    players: int | None = None,
    deals: int = 50,
    ray: str | None = None,
    more: StudyOptions = PLAIN,
) -> None:
    """Rate players by a round robin, on the same deals with rotated seats.

    Parameters
    ----------
    game: str
        The game's name, such as kotori.
    entrants: str
        The players, as in a match; without them random, easy, medium and heuristic.
    players: int
        How many play in a game; by default the fewest the game takes.
    deals: int
        How many deals each meeting has; each is played once for each rotation of the seats.
    ray: str
        Play on a Ray cluster instead: auto, HOST:PORT or ray://HOST:PORT.
    """
    from tefuda.lab import league as play_league

    chosen, words = more.opened(game, players, 0)
    study = seed_of(more.seed)
    with progress_bar(words.say("lab-playing")) as show:
        result = play_league(
            chosen,
            entrants or ("random", "easy", "medium", "heuristic"),
            deals=deals,
            seed=study,
            processes=processes_of(more.processes, ray),
            ray=ray,
            timeout=more.timeout,
            on_progress=show,
        )
    print(
        words.say(
            "lab-league",
            title=named(chosen, words),
            players=chosen.num_players,
            meetings=len(result.meetings),
            deals=f"{deals:,}",
            seed=str(study),
        )
    )
    table = Table(box=None, pad_edge=False)
    for column in ("player", "games", "elo"):
        table.add_column(words.say(f"lab-{column}"), justify="left" if column == "player" else "right")
    for rating in result.ratings:
        table.add_row(rating.player, f"{rating.games:,}", text(rating.elo, 0))
    wide_console().print(table)
    print(words.say("lab-league-method"))
