"""`tefuda lab sweep`: what changes under other house rules, constants or cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from tefuda.commands import UsageError
from tefuda.commands.house_rules import house_rules, int_of
from tefuda.commands.lab_common import (
    PLAIN,
    StudyOptions,
    constants_in,
    find_own_modules,
    processes_of,
    progress_bar,
    seed_of,
    wide_console,
    words_in,
)
from tefuda.engine.localization import Localizer

if TYPE_CHECKING:
    from tefuda.lab import Study


def sweep(
    game: str,
    /,
    *,
    vary: tuple[str, ...] = (),
    players: int | None = None,
    effort: float = 1.0,
    skill: str = "search:50,search:5",
    report: Path | None = None,
    ray: str | None = None,
    more: StudyOptions = PLAIN,
) -> None:
    """Ask what changes under other house rules, constants or cards: what if kotori had four birds?

    Random, heuristic and searching players play every variant; the first one is what the others are compared with.

    Parameters
    ----------
    game: str
        The game's name, such as kotori.
    vary: str
        What varies, NAME=VALUE,VALUE,...: a house rule, a constant, or cards=FILE,FILE (an empty one: the game's own).
        May be given several times, for all combinations.
    players: int
        How many players; by default the fewest the game takes.
    effort: float
        How many games to play, as a multiple of the usual: 0.02 to 1000.
    skill: str
        Measure how much skill decides: STRONGER,WEAKER, one stronger player among weaker ones, at every seat.
    report: Path
        An HTML file with tables and plots.
    ray: str
        Play on a Ray cluster instead: auto, HOST:PORT or ray://HOST:PORT.
    """
    from tefuda.lab import report as reports
    from tefuda.lab import sweep as study_of

    if report is not None:
        reports.check_file(report)
    stronger, comma, weaker = skill.partition(",")
    if not comma:
        raise UsageError(f"--skill takes STRONGER,WEAKER, two players as in a match, not {skill!r}")
    words = words_in(more.lang)
    find_own_modules()
    with progress_bar(words.say("lab-playing")) as show:
        study = study_of(
            game,
            vary=varied(vary),
            players=players,
            options=house_rules(more.option),
            constants=constants_in(more.constant),
            cards=more.cards,
            seed=seed_of(more.seed),
            processes=processes_of(more.processes, ray),
            ray=ray,
            effort=effort,
            timeout=more.timeout,
            skill=(stronger, weaker),
            on_progress=show,
        )
    print_study(study, words)
    if report is not None:
        reports.write_report(study, report, words.language)
        print(words.say("lab-report", file=str(report)))


def varied(words: Sequence[str]) -> dict[str, list[int | str | None]]:
    """Return what varies by name; raises UsageError.

    >>> varied(["field-cards=3,4", "cards=,mine.toml"])
    {'field_cards': [3, 4], 'cards': [None, 'mine.toml']}
    """
    found: dict[str, list[int | str | None]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or name in found:
            raise UsageError(f"--vary takes NAME=VALUE,VALUE,..., each name once, not {word!r}")
        try:
            found[name] = [(value.strip() or None) if name == "cards" else int_of(value) for value in values.split(",")]
        except ValueError:
            raise UsageError(f"--vary takes integers, on or off, not {word!r}") from None
    return found


def print_study(study: Study, words: Localizer) -> None:
    """Print the tables of a study."""
    from tefuda.lab import report as reports

    console = wide_console()
    print(reports.title(study, words))
    for name, value in reports.about(study, words):
        print(words.say("lab-about", name=name, value=value))
    for player, games in study.variants[0].games.items():
        among = reports.population(player, words)
        heading = words.say("lab-study-games", players=among, games=f"{len(games.facts):,}")
        print(f"\n{heading}")
        table = _table_of_variants(study)
        for name, cells in reports.rows(study, player, words):
            table.add_row(name, *map(_cell, cells))
        console.print(table)
    if study.skill is not None:
        stronger, weaker = study.skill
        heading = words.say("lab-skill", stronger=stronger, weaker=weaker)
        print(f"\n{heading}")
        table = _table_of_variants(study)
        table.add_row(words.say("lab-utility"), *map(_cell, reports.skill_row(study)))
        console.print(table)
    print()
    print(words.say("lab-study-method"))


def _cell(cell: tuple[str, str, bool]) -> str:
    value, interval, other = cell
    return f"{value} {interval}{' *' if other else '  '}"


def _table_of_variants(study: Study) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for variant in study.variants:
        table.add_column(variant.name, justify="right")
    return table
