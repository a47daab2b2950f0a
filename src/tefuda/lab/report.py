"""A study as one HTML file with tables and plots, which needs no other file and no network.

It has everything needed to repeat the study, but no time and no machine name: equal studies give equal files.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np

from tefuda import __version__
from tefuda.engine.arguments import usage
from tefuda.engine.errors import BadOption
from tefuda.engine.extras import library
from tefuda.engine.game import Game
from tefuda.engine.game_record import table_digest
from tefuda.engine.localization import Localizer, localizer
from tefuda.lab.arguments import path, writing
from tefuda.lab.intervals import Estimate, bounded_mean
from tefuda.lab.measures import differences
from tefuda.lab.sweeps import Study, Variant

WORDS = Path(__file__).parent  # the folder of ja.ftl and en.ftl
PERCENT = ("seat-", "first", "dealer", "shared", "comeback")  # beginnings of the names of shares
WIDTH, LABELS = 420, 280  # of a plot and of its labels, in pixels
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .2rem .8rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } tr:nth-child(even) { background: #f4f4f0; }
dt { float: left; clear: left; color: #666; margin-right: .5rem; } dd { margin: 0; overflow-wrap: anywhere; }
.other { font-weight: bold; } .interval { color: #666; font-size: 85%; }
"""


@usage("write_report(study, file)")
def write_report(study: Study, file: str | Path, language: str = "en") -> None:
    """Write a study as an HTML file, in English or Japanese ("ja").

    Raises MissingExtra without the libraries that draw the plots, and BadOption if the file cannot be written.
    """
    if not isinstance(study, Study):
        raise BadOption(f"write_report takes a study, not {study!r}: write write_report(sweep(…), file)")
    file = path(file)
    altair = check_file(file)
    words = localizer(language, WORDS)
    charts = altair.vconcat(*_charts(altair, study, words)).resolve_scale(color="independent")
    plots = charts.to_html(inline=True, fullhtml=False, output_div="plots", embed_options={"actions": False})
    named = f"<title>{escape(title(study, words))}</title>"
    head = f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">{named}'
    body = "\n".join(_body(study, words))
    page = f"{head}<style>{STYLE}</style></head>\n<body>\n{body}\n<h2>{escape(words.say('lab-plots'))}</h2>\n{plots}\n"
    with writing(file):
        file.write_text(f"{page}</body></html>\n", encoding="utf-8")


def check_file(file: Path) -> Any:
    """Return the library that draws; raises MissingExtra or BadOption, before a long study starts."""
    library("vl_convert")
    with writing(file):
        if file.exists():
            file.open("a").close()
        else:
            TemporaryFile(dir=file.parent).close()
    return library("altair")


def title(study: Study, words: Localizer) -> str:
    """Return the headline of a study."""
    game = study.variants[0].game
    named = game.localizer(words.language).say("title")
    return words.say("lab-study", title=named, players=game.num_players, seed=str(study.seed))


def about(study: Study, words: Localizer) -> Iterator[tuple[str, str]]:
    """Yield what is needed to repeat a study, as name and value: rules, cards, players, versions and the call."""
    first = study.variants[0].game
    varied = study.arguments["vary"]
    values = {**first.options, **{one.name: one.default for one in first.description.constants}, **first.constants}
    fixed = [f"{name}={value}" for name, value in values.items() if name not in varied]
    yield words.say("lab-about-fixed"), ", ".join(fixed) or words.say("lab-about-none")
    for file, digest in dict.fromkeys((one.cards, digest_of(one.game)) for one in study.variants if one.game.cards):
        yield words.say("lab-about-cards"), f"{file or words.say('lab-about-own')} (SHA-256 {digest})"
    players = [
        words.say("lab-about-games", player=player, games=f"{len(games.facts):,}")
        for player, games in study.variants[0].games.items()
    ]
    if study.skill is not None:
        stronger, weaker = study.skill
        players.append(words.say("lab-about-deals", stronger=stronger, weaker=weaker, deals=f"{study.skill_deals:,}"))
    yield words.say("lab-about-players"), "; ".join(players)
    yield (
        words.say("lab-about-versions"),
        words.say("lab-about-rules", tefuda=__version__, game=first.slug, rules=first.description.rules_version),
    )
    yield words.say("lab-about-again"), call_of(study)


def digest_of(game: Game) -> str:
    """Return the SHA-256 of the cards of a game, independent of its constants."""
    assert game.cards is not None
    return table_digest(game.cards.tables)


def call_of(study: Study) -> str:
    """Return the command that repeats a study, or, where there is none, the call in Python.

    >>> from tefuda.lab import sweep
    >>> call_of(sweep("kotori", vary={"field_cards": [3]}, games={"random": 2}, skill_deals=0))
    "sweep('kotori', vary={'field_cards': [3]}, players=2, games={'random': 2}, skill_deals=0, seed=1)"
    """
    slug, given = study.variants[0].game.slug, dict(study.arguments)
    if "games" in given or "skill_deals" in given:
        return f"sweep({slug!r}, {', '.join(f'{name}={value!r}' for name, value in given.items())})"
    words = ["tefuda", "lab", "sweep", slug]
    for name, values in given.pop("vary").items():
        words += ["--vary", f"{name}={','.join('' if value is None else str(value) for value in values)}"]
    for kind in ("options", "constants"):
        for name, value in given.pop(kind, {}).items():
            words += [f"--{kind.removesuffix('s')}", f"{name}={value}"]
    if "skill" in given:
        words += ["--skill", ",".join(given.pop("skill"))]
    for name, value in given.items():
        words += [f"--{name}", str(value)]
    return shlex.join(words)


def rows(study: Study, player: str, words: Localizer) -> Iterator[tuple[str, list[tuple[str, str, bool]]]]:
    """Yield a row for each measure of the games of a player: its name; value, interval and mark for each variant.

    The mark says that the variant differs from the first one: the interval of the difference does not contain 0.
    """
    base = study.variants[0].games[player]
    apart = [differences(variant.games[player].facts, base.facts) for variant in study.variants]
    for name in base.estimates:
        found = [variant.games[player].estimates[name] for variant in study.variants]
        cells = [(*shown(name, one), differs(than[name])) for one, than in zip(found, apart, strict=True)]
        yield measure_name(name, words), cells


def shown(name: str, estimate: Estimate) -> tuple[str, str]:
    """Return the value of a measure and its interval as text; shares in percent."""
    factor, digits = (100, 1) if name.startswith(PERCENT) else (1, 2)
    value, low, high = (f"{factor * one:.{digits}f}" for one in estimate)
    return value, f"[{low}, {high}]"


def measure_name(name: str, words: Localizer) -> str:
    """Return the name of a measure in a language."""
    if name.startswith("seat-"):
        return words.say("lab-measure-seat", seat=int(name.removeprefix("seat-")))
    return words.say(f"lab-measure-{name}")


def skill_row(study: Study) -> list[tuple[str, str, bool]]:
    """Return the effect of skill as a row of `rows`; empty if it was not measured."""
    base = study.variants[0].skill_by_deal
    cells = []
    for variant in study.variants:
        if variant.skill is not None and variant.skill_by_deal is not None and base is not None:
            range_ = variant.game.max_utility - variant.game.min_utility
            apart = bounded_mean(variant.skill_by_deal - base, -range_, range_)
            cells.append((*shown("skill", variant.skill), variant is not study.variants[0] and differs(apart)))
    return cells


def differs(apart: Estimate) -> bool:
    """Return whether the interval of a difference does not contain 0."""
    return not apart.low <= 0 <= apart.high


def population(player: str, words: Localizer) -> str:
    """Return the name of the players of a sample."""
    kind, _, simulations = player.partition(":")
    if kind not in ("random", "heuristic", "search"):
        return words.say("lab-among-others", player=player)
    return words.say(f"lab-among-{kind}", simulations=simulations)


def _body(study: Study, words: Localizer) -> Iterator[str]:
    yield f"<h1>{escape(title(study, words))}</h1>"
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in about(study, words))
    yield f"<dl>{listed}</dl>"
    yield f"<p>{escape(words.say('lab-study-method'))}</p>"
    head = "".join(f"<th>{escape(variant.name)}</th>" for variant in study.variants)
    for player, games in study.variants[0].games.items():
        count = words.say("lab-study-games", players=population(player, words), games=f"{len(games.facts):,}")
        yield f"<h2>{escape(count)}</h2>\n<table><tr><th></th>{head}</tr>"
        for name, cells in rows(study, player, words):
            row = "".join(_cell(value, interval, other=other) for value, interval, other in cells)
            yield f"<tr><td>{escape(name)}</td>{row}</tr>"
        yield "</table>"
    if study.skill is not None:
        stronger, weaker = study.skill
        heading = words.say("lab-skill", stronger=stronger, weaker=weaker)
        cells_of = "".join(_cell(value, interval, other=other) for value, interval, other in skill_row(study))
        yield f"<h2>{escape(heading)}</h2>\n<table><tr><th></th>{head}</tr>"
        yield f"<tr><td>{escape(words.say('lab-utility'))}</td>{cells_of}</tr></table>"


def _cell(value: str, interval: str, *, other: bool) -> str:
    mark = ' class="other"' if other else ""
    return f'<td{mark}>{value} <span class="interval">{interval}</span></td>'


def _charts(altair: Any, study: Study, words: Localizer) -> Iterator[Any]:
    """Yield the plots: estimates with intervals, distributions of lengths and of scores, and skill."""
    order = [variant.name for variant in study.variants]
    named = {player: population(player, words) for player in study.variants[0].games}
    for names in (_seats(study.variants[0]), ["length"], ["margin"], ["comeback"]):
        data = [
            _point(variant, measure_name(name, words), named[player], games.estimates[name], name)
            for variant in study.variants
            for player, games in variant.games.items()
            for name in names
            if name in games.estimates
        ]
        yield _intervals(altair, data, order, words.say("lab-plot-seats") if len(names) > 1 else data[0]["measure"])
    for kind in ("length", "score"):
        data = [
            {"variant": variant.name, "among": named[player], "value": value, "share": portion}
            for variant in study.variants
            for player, games in variant.games.items()
            for value, portion in _histogram(games.facts.lengths if kind == "length" else games.facts.scores.ravel())
        ]
        yield _distributions(altair, data, order, measure_name(kind, words), words.say("lab-plot-share"))
    if study.skill is not None:
        data = [
            _point(variant, words.say("lab-utility"), "", variant.skill, "skill")
            for variant in study.variants
            if variant.skill is not None
        ]
        yield _intervals(altair, data, order, words.say("lab-skill", stronger=study.skill[0], weaker=study.skill[1]))


def _seats(variant: Variant) -> list[str]:
    return [*[f"seat-{seat + 1}" for seat in range(variant.game.num_players)], "first", "dealer"]


def _point(variant: Variant, measure: str, among: str, estimate: Estimate, name: str) -> dict[str, Any]:
    factor = 100 if name.startswith(PERCENT) else 1
    value, low, high = (round(factor * one, 6) for one in estimate)
    return {"variant": variant.name, "measure": measure, "among": among, "value": value, "low": low, "high": high}


def _intervals(altair: Any, data: list[dict[str, Any]], order: list[str], headline: str) -> Any:
    base = altair.Chart(altair.Data(values=data)).encode(
        y=altair.Y("measure:N", title=None, sort=None, axis=altair.Axis(labelLimit=LABELS)),
        yOffset=altair.YOffset("variant:N", sort=order),
    )
    colour = altair.Color("variant:N", sort=order, title=None)
    scale = altair.Scale(zero=False)
    bars = base.mark_rule().encode(x=altair.X("low:Q", title=None, scale=scale), x2="high:Q", color=colour)
    points = base.mark_point(filled=True, size=60).encode(x=altair.X("value:Q", title=None, scale=scale), color=colour)
    layered = altair.layer(bars, points).properties(width=WIDTH)
    return layered.facet(row=_populations(altair)).properties(title=headline)


def _distributions(altair: Any, data: list[dict[str, Any]], order: list[str], headline: str, axis: str) -> Any:
    lines = (
        altair.Chart(altair.Data(values=data))
        .mark_line(interpolate="step")
        .encode(
            x=altair.X("value:Q", title=None, scale=altair.Scale(zero=False)),
            y=altair.Y("share:Q", title=axis),
            color=altair.Color("variant:N", sort=order, title=None),
        )
    )
    drawn = lines.properties(width=WIDTH, height=140)
    return drawn.facet(row=_populations(altair)).properties(title=headline)


def _populations(altair: Any) -> Any:
    """Return a row of plots for the players of each sample."""
    header = altair.Header(labelAngle=0, labelAlign="left", labelLimit=LABELS)
    return altair.Row("among:N", title=None, sort=None, header=header)


def _histogram(values: Any) -> Iterator[tuple[int, float]]:
    """Yield values with their share of all, in percent; a wide range is grouped into about 60 bins."""
    width = max(1, -(-int(values.max() - values.min() + 1) // 60))
    bins, counts = np.unique(values // width * width, return_counts=True)
    for value, count in zip(bins.tolist(), counts.tolist(), strict=True):
        yield value, round(100 * count / len(values), 4)
