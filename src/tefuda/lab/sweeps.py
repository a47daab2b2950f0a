"""What-if studies: a game under several house rules, constants and card files, with players of several strengths.

>>> from tefuda.lab import sweep
>>> study = sweep("kotori", players=3, vary={"field_cards": [3, 4]}, seed=1, games={"random": 40}, skill_deals=0)
>>> [variant.name for variant in study.variants]
['field_cards=3', 'field_cards=4']
>>> three, four = (variant.games["random"].estimates["length"].value for variant in study.variants)
>>> four < three
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import util
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.bots.logged_games import STATES
from tefuda.engine.arguments import usage, whole
from tefuda.engine.errors import BadOption
from tefuda.engine.game import Game, load
from tefuda.lab.arguments import MOST_DEALS, MOST_GAMES, checked, integer, number
from tefuda.lab.cluster import connected
from tefuda.lab.games import TIMEOUT, Task, task_of
from tefuda.lab.intervals import Estimate
from tefuda.lab.matches import match
from tefuda.lab.measures import Sample, joined, measures, sample
from tefuda.lab.players import PlayerName, modules_of, own_name, player_name
from tefuda.lab.pool import in_order

CARDS = "cards"  # name of the card file among the things that vary
GAMES = {"random": 2000, "heuristic": 60, "search:50": 300}  # of each variant, by the player at all seats
STRONGER, WEAKER = "search:50", "search:5"
SKILL_DEALS = 100
GAMES_A_TASK = {"random": 250, "heuristic": 3}
SEARCHED_GAMES_A_TASK = 20
MOST_VARIANTS = 64
LEAST_EFFORT, MOST_EFFORT = 0.02, 1000.0


@dataclass(frozen=True)
class Games:
    """The games of a variant between equal players."""

    player: str
    facts: Sample
    estimates: Mapping[str, Estimate]


@dataclass(frozen=True)
class Variant:
    """A variant of the game, and its results."""

    name: str  # "field_cards=4"
    game: Game
    cards: str | None  # its card file; None: the game's own
    games: Mapping[str, Games]  # by player
    skill: Estimate | None  # mean utility of one stronger player among weaker ones; None: not measured
    skill_by_deal: NDArray[np.float64] | None = None  # the mean of each deal over its seats


@dataclass(frozen=True)
class Study:
    """A finished study; the first variant is the baseline of the others."""

    variants: tuple[Variant, ...]
    seed: int
    skill: tuple[str, str] | None  # the stronger and the weaker player
    skill_deals: int
    arguments: Mapping[str, Any]  # of `sweep`, that repeat this study: only those given, and the seed


def variants_of(
    slug: str,
    vary: Mapping[str, Sequence[Any]],
    *,
    players: int | None = None,
    options: Mapping[str, int] | None = None,
    constants: Mapping[str, int] | None = None,
    cards: str | Path | None = None,
) -> list[tuple[str, Game, str | None]]:
    """Return all combinations of what varies: name, game, card file; raises BadOption as `tefuda.load`.

    `vary` has the values of house rules, of constants, and under "cards" card files (None: the game's own).
    """
    description = load(slug).description
    own = {option.name for option in description.options}
    names = [option.name for option in description.options] + [constant.name for constant in description.constants]
    if unknown := [name for name in vary if name not in (*names, CARDS)]:
        raise BadOption(f"{slug} has no house rule or constant {unknown[0]!r}; it has {', '.join(names)}")
    count = 1
    for values in vary.values():
        count *= len(values)
    if not 1 <= count <= MOST_VARIANTS:
        raise BadOption(f"a study has 1 to {MOST_VARIANTS} variants, not {count}")
    found = []
    for combination in product(*vary.values()):
        chosen = dict(zip(vary, combination, strict=True))
        shown = {key: Path(value).name if key == CARDS and value else value for key, value in chosen.items()}
        name = ", ".join(f"{key}={value}" for key, value in shown.items())
        file = chosen.pop(CARDS, cards)
        game = load(
            slug,
            players=players,
            cards=file,
            constants={**(constants or {}), **{key: value for key, value in chosen.items() if key not in own}},
            **{**(options or {}), **{key: value for key, value in chosen.items() if key in own}},
        )
        found.append((name or game.slug, game, None if file is None else str(file)))
    if len({name for name, _, _ in found}) < len(found):
        raise BadOption("two variants have the same name: name each value once, and card files differently")
    if len({game.num_players for _, game, _ in found}) > 1:
        counts = ", ".join(f"{name} with {game.num_players}" for name, game, _ in found)
        raise BadOption(f"a study compares variants for the same number of players, not {counts}")
    return found


@usage("sweep(slug, players=..., vary={name: [value, value]})")
def sweep(
    slug: str,
    *,
    vary: Mapping[str, Sequence[Any]],
    players: int | None = None,
    options: Mapping[str, int] | None = None,
    constants: Mapping[str, int] | None = None,
    cards: str | Path | None = None,
    seed: int = 1,
    processes: int = 1,
    effort: float = 1.0,
    games: Mapping[str, int] | None = None,
    skill: tuple[str, str] = (STRONGER, WEAKER),
    skill_deals: int | None = None,
    timeout: float = TIMEOUT,
    ray: str | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Study:
    """Play games of every variant and return their measures; the result depends on the seed, not on the processes.

    `vary` has lists of values by the name of a house rule or constant, or card files under "cards" (None: the game's
    own); all combinations are played.  `games` says how many are played by which player at all seats (default: `effort`
    times GAMES).  Skill is measured over `skill_deals` deals (default: `effort` times SKILL_DEALS; 0: not): one
    stronger player among weaker ones, as `skill` names them, at every seat.  All variants get the same seeds.  With
    `ray`, the address of a Ray cluster, its machines play instead of processes here.  `on_progress` is called with
    the numbers of finished and of all games.

    Raises BadOption or CardFileError for bad arguments.
    """
    _check_arguments(slug, vary, games, skill)
    seed, processes, timeout = checked(seed, processes, timeout)
    effort = number("effort", effort, LEAST_EFFORT, MOST_EFFORT)
    listed = variants_of(slug, vary, players=players, options=options, constants=constants, cards=cards)
    first = listed[0][1]
    planned = dict(games or {player: max(2, round(effort * number)) for player, number in GAMES.items()})
    given = {
        "players": first.num_players,
        "options": dict(options or {}),
        "constants": dict(constants or {}),
        "cards": cards and str(cards),
        "effort": None if effort == 1 else effort,
        "games": games and dict(games),
        "skill": None if skill == (STRONGER, WEAKER) else tuple(skill),
        "skill_deals": skill_deals,
        "timeout": None if timeout == TIMEOUT else timeout,
    }
    arguments = {
        "vary": {key: [str(one) if isinstance(one, Path) else one for one in values] for key, values in vary.items()},
        **{name: value for name, value in given.items() if value not in (None, {})},
        "seed": seed,
    }
    skill_deals = max(2, round(effort * SKILL_DEALS)) if skill_deals is None else skill_deals
    if games is None and util.find_spec(f"{first.package}.heuristic") is None:
        del planned["heuristic"]
    named = {player: player_name(player, first) for player in planned}
    pair = [player_name(player, first) for player in skill]
    planned = {player: integer(f"games of {player}", count, 2, MOST_GAMES) for player, count in planned.items()}
    if whole(skill_deals) != 0:
        skill_deals = integer("skill_deals (0: skill is not measured)", skill_deals, 2, MOST_DEALS)
    done, total = 0, len(listed) * (sum(planned.values()) + skill_deals * first.num_players)

    def count(more: int) -> None:
        nonlocal done
        done += more
        if on_progress is not None:
            on_progress(done, total)

    tasks = [
        (place, player, task)
        for player, count in planned.items()
        for place, (_, game, _) in enumerate(listed)
        for task in _tasks(game, named[player], count, seed, timeout)
    ]
    parts: dict[tuple[int, str], list[Sample]] = {}
    each = (task for _, _, task in tasks)
    found = []
    with connected(ray, modules_of([*named.values(), *pair])):
        with closing(in_order(sample, each, processes, cluster=ray is not None)) as results:
            for (place, player, _), facts in zip(tasks, results, strict=True):
                parts.setdefault((place, player), []).append(facts)
                count(len(facts))
        for place, (name, game, file) in enumerate(listed):
            skill_estimate = by_deal = None
            if skill_deals:
                result = match(game, skill, deals=skill_deals, seed=seed, processes=processes, timeout=timeout, ray=ray)
                skill_estimate, by_deal = result.standings[0].utility, result.utilities[:, :, 0].mean(axis=1)
                count(result.games)
            all_facts = {player: joined(parts[place, player]) for player in planned}
            played = {player: Games(player, facts, measures(facts)) for player, facts in all_facts.items()}
            found.append(Variant(name, game, file, played, skill_estimate, by_deal))
    return Study(tuple(found), seed, skill if skill_deals else None, skill_deals, arguments)


def _check_arguments(slug: object, vary: object, games: object, skill: object) -> None:
    """Raise BadOption, which shows how to call `sweep`, for arguments in another form."""
    if isinstance(slug, Game):
        own = {"players": slug.num_players, "options": slug.options, "constants": slug.constants}
        given = ", ".join(f"{name}={value}" for name, value in own.items() if value)
        raise BadOption(f"sweep takes the name of a game, as it loads every variant: sweep({slug.slug!r}, {given}, …)")
    if not isinstance(vary, Mapping):
        raise BadOption(f"vary has lists of values by name, such as {{'field_cards': [3, 4]}}, not {vary!r}")
    for name, values in vary.items():
        if isinstance(values, str) or not isinstance(values, Sequence):
            raise BadOption(f"vary takes a list of values for {name}: write vary={{{name!r}: [{values!r}]}}")
    if games is not None and not isinstance(games, Mapping):
        raise BadOption(f"games has the number of games by player, such as {{'random': 100}}, not {games!r}")
    if games and (other := [player for player in games if not isinstance(player, str)]):
        raise BadOption(f"games takes the names of players, such as {own_name(other[0])!r}, not {other[0]!r}")
    if isinstance(skill, str) or not isinstance(skill, Sequence) or len(skill) != 2 or skill[0] == skill[1]:
        raise BadOption(
            f"skill takes two different players, the stronger first, such as {(STRONGER, WEAKER)}, not {skill!r}"
        )
    if other := [player for player in skill if not isinstance(player, str)]:
        raise BadOption(f"skill takes the names of players, such as {own_name(other[0])!r}, not {other[0]!r}")


def _tasks(game: Game, name: PlayerName, count: int, seed: int, timeout: float) -> Iterator[Task]:
    most = GAMES_A_TASK.get(name.text, SEARCHED_GAMES_A_TASK)
    for first in range(0, count, most):
        numbers = [(number, 0) for number in range(first, min(count, first + most))]
        lineups = [(name,) * game.num_players] * len(numbers)
        yield task_of(game, lineups, seed, numbers, keep=STATES, timeout=timeout)
