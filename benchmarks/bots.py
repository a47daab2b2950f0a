"""Strength tables of the bots: every level against the one below, the heuristic and random play.

`tefuda bench bots GAME` runs it.  `harness/strength.py` plays the games.

If the seats of a game choose what they play with, such as a deck (`openings` of its views), the heuristic is met with
each opening on both sides, and a second table plays all openings against each other between equal players: how fair
they are, and what going first is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, pairwise
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from benchmarks.options import OfTests
from harness.strength import Openings, Pairing, meet, simulations
from tefuda.bots.players import BUDGETS
from tefuda.commands import UsageError
from tefuda.engine.game import Game, load, open_game


def run(
    game: str,
    /,
    *,
    deals: int = 100,
    players: Annotated[tuple[int, ...], Parameter(negative=(), show_default=False)] = (),
    level: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)] = (),
    seed: int = 1,
    console: Annotated[Console | None, OfTests] = None,
) -> list[Pairing]:
    """Measure how strong the bots are: every level against the one below it, the heuristic and random play.

    Parameters
    ----------
    game: str
        Its name, such as kotori.
    deals: int
        How many deals; each is played once from every seat.
    players: int
        A number of players; may be given several times. Without it all that the game takes.
    level: str
        A level, or a number of simulations, the lowest first; may be given several times. Without it all levels.
    seed: int
        Deals are numbered from here on; the same numbers give the same games.
    """
    for count in players or (None,):
        load(game, players=count)  # raises if the game or the number of players is unknown
    for name in level:
        if name not in BUDGETS and not (name.isdecimal() and int(name) > 0):
            raise UsageError(
                f"no level {name!r} to measure; there are {', '.join(BUDGETS)}, or a number of simulations"
            )
    if deals < 2:
        raise UsageError(f"--deals is at least 2, not {deals}")
    if not 0 <= seed < 1 << 32:
        raise UsageError(f"--seed takes 0 to 2**32 - 1, not {seed}")
    package, levels, console = load(game).package, level or tuple(BUDGETS), console or Console()
    opened = open_game(package)
    fewest, most = opened.description.players
    results = []
    for count in players or range(fewest, most + 1):
        planned = [
            (one, others, opening)
            for one, others in pairings(levels)
            for opening in (opened.openings if "heuristic" in (one, others) else ()) or ("",)
        ]
        results += show(
            f"{game}, {count} players, {deals} deals, each from every seat",
            ("level", "simulations", "among", "utility, 95 %", f"first places, 95 % (fair: {1 / count:.3f})"),
            (meet(package, one, others, count, deals, seed, (with_, with_)) for one, others, with_ in planned),
            partial(strength, opened),
            console,
        )
        equals = [(level, pair) for level in (levels[len(levels) // 2], "heuristic") for pair in opening_pairs(opened)]
        if equals:
            results += show(
                f"{game}, {count} equal players, {deals} deals, each from every seat",
                ("players", "with", "against", "wins, 95 %", "who goes first wins, 95 %"),
                (meet(package, level, level, count, deals, seed, pair) for level, pair in equals),
                partial(fairness, opened),
                console,
            )
    return results


def show(
    title: str,
    heads: Sequence[str],
    pairings: Iterable[Pairing],
    row: Callable[[Pairing], Sequence[str]],
    console: Console,
) -> list[Pairing]:
    """Print a table row by row as the pairings are played, and return them."""
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right" if "," in head or head == "simulations" else "left")
    shown = []
    with console.status("") as status:
        for pairing in pairings:
            shown.append(pairing)
            table.add_row(*row(pairing))
            status.update(f"{title}: {len(shown)} rows …")
    console.print(table)
    return shown


def strength(game: Game, pairing: Pairing) -> tuple[str, ...]:
    """Return the row of a level among another."""
    mark = "" if pairing.decided else "  (undecided)"
    among = (
        f"{pairing.others}, both with {opening_name(game, pairing.openings[0])}"
        if any(pairing.openings)
        else pairing.others
    )
    wins = f"{pairing.wins.mean:.3f} ± {pairing.wins.margin:.3f}"
    return pairing.one, f"{simulations(pairing.one):,}", among, f"{pairing.utility}{mark}", wins


def fairness(game: Game, pairing: Pairing) -> tuple[str, ...]:
    """Return the row of an opening against another; against itself only the first move matters."""
    one, others = pairing.openings
    wins = f"{pairing.wins.mean:.3f} ± {pairing.wins.margin:.3f}" if one != others else "-"
    first = f"{pairing.leads.mean:.3f} ± {pairing.leads.margin:.3f}"
    return pairing.one, opening_name(game, one), opening_name(game, others), wins, first


def opening_name(game: Game, opening: str) -> str:
    """Return the name of an opening."""
    return game.say(game.openings[opening].name)


def opening_pairs(game: Game) -> Iterator[Openings]:
    """Yield all pairs of openings, including equal ones."""
    yield from combinations_with_replacement(game.openings, 2)


def pairings(levels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield every level against the one below it, then against the heuristic, then against random play."""
    yield from ((above, below) for below, above in pairwise(levels))
    yield from ((level, "heuristic") for level in levels)
    yield from ((level, "random") for level in levels)
