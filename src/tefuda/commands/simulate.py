"""`tefuda simulate`: plays many random games and prints statistics of seats, lengths and scores.

The compiled build plays chunks of consecutive seeds, one chunk per thread at a time.  All counts are integers, so the
result depends on the seed alone and not on the machine.  The players choose uniformly among the legal actions: this
describes a game's mechanics, not good play.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from tefuda.bots.players import search_build
from tefuda.commands import UsageError
from tefuda.commands.house_rules import house_rules
from tefuda.commands.lab_common import progress_bar, seed_of, text
from tefuda.commands.language import Language, command_localizer
from tefuda.engine.game import Game, load
from tefuda.engine.localization import Localizer
from tefuda.engine.primitives import mix
from tefuda.lab.games import scores_of
from tefuda.lab.intervals import Distribution, share
from tefuda.lab.pool import cores

CHUNK = 10_000  # games: about a quarter of a second
SCORED_CHUNKS = 2  # scores are computed in Python by the game's views, so only for the first chunks
QUANTILES = (5, 25, 50, 75, 95)  # per cent
MOST_GAMES = 10**10


@dataclass(frozen=True)
class Sample:
    """Counts over some games: integers only, so that samples add up to the same sum in any order."""

    games: int
    decisions: int
    wins: NDArray[np.int64]  # (players, players): games won by this seat, by the number of winners less one
    ranks: NDArray[np.int64]  # (players, players + 1): games in which this seat had that rank
    lengths: NDArray[np.int64]  # (most decisions + 1,): games by number of decisions
    scores: tuple[tuple[int, ...], ...]  # points of each seat, for each game whose scores were counted

    def __add__(self, other: Sample) -> Sample:
        return Sample(
            self.games + other.games,
            self.decisions + other.decisions,
            self.wins + other.wins,
            self.ranks + other.ranks,
            self.lengths + other.lengths,
            self.scores + other.scores,
        )


class Simulator:
    """Plays chunks of random games of one game on the compiled build."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = mix(seed, 0) >> 1  # mixed so that neighbouring seeds share no deals; 62 bits
        self.build = search_build(game.package, "compiled")  # the build of the bots, so that only one is compiled
        self.tables = self.build.tables(game.tables)
        self.options = np.array(game.option_values, np.int64)

    def play(self, chunk: int, games: int, *, scored: bool) -> Sample:
        """Play one chunk; `scored` counts its scores too."""
        players = self.game.num_players
        states, blank, generator = self.build.workspace(0, games if scored else 1)
        utilities = np.zeros((games, players))
        ranks = np.zeros((games, players), np.int64)
        lengths = np.zeros(games, np.int64)
        seed = self.seed + chunk * CHUNK
        decisions = self.build.simulate(
            states, blank, self.tables, generator, players, self.options, seed, games, utilities, ranks, lengths
        )
        first = ranks == 1
        sharers = first.sum(axis=1)
        return Sample(
            games,
            int(decisions),
            np.array([np.bincount(sharers[first[:, p]] - 1, minlength=players) for p in range(players)]),
            np.array([np.bincount(ranks[:, p], minlength=players + 1) for p in range(players)]),
            np.bincount(lengths, minlength=self.build.MAX_STEPS + 1),
            tuple(map(tuple, scores_of(self.game, states).tolist())) if scored else (),
        )

    def run(self, games: int, threads: int) -> Iterator[Sample]:
        """Play all games; yield a sample for each chunk, in order of completion."""
        chunks = ((at, min(CHUNK, games - at * CHUNK)) for at in range(-(-games // CHUNK)))
        with ThreadPoolExecutor(threads) as pool:

            def begin(count: int) -> set[Any]:
                return {
                    pool.submit(self.play, at, size, scored=at < SCORED_CHUNKS) for at, size in islice(chunks, count)
                }

            playing = begin(2 * threads)
            while playing:
                done, playing = wait(playing, return_when=FIRST_COMPLETED)
                playing |= begin(len(done))
                for future in done:
                    yield future.result()


def simulate(
    game: str,
    /,
    *,
    games: int = 100_000,
    players: int | None = None,
    seed: int | None = None,
    cards: Path | None = None,
    option: tuple[str, ...] = (),
    lang: Language | None = None,
) -> None:
    """Play many random games and print statistics of seats, lengths and scores.

    Every player chooses at random among the legal actions, so this shows how the game works, not how it is played
    well. All figures come with 95% intervals.

    Parameters
    ----------
    game: str
        The game's name, such as kotori.
    games: int
        How many games to play.
    players: int
        How many players; by default the fewest the game takes.
    seed: int
        The same seed gives the same games; by default every run is different.
    cards: Path
        A card file that replaces the game's own.
    option: str
        A house rule, NAME=VALUE; may be given several times.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    if not 2 <= games <= MOST_GAMES:
        raise UsageError(f"--games takes 2 to {MOST_GAMES}, not {games}")
    if seed is not None and not 0 <= seed < 1 << 62:
        raise UsageError(f"--seed takes 0 to 2**62 - 1, not {seed}")
    chosen = load(game, players=players, cards=cards, **house_rules(option))
    words = command_localizer(lang)
    seed, threads = seed_of(seed), cores()
    sample, seconds = _play_all(chosen, games, seed, threads, words)
    _print(chosen, sample, seed, words)
    rate = sample.decisions / seconds
    rates = {"millions": f"{rate / 1e6:.1f}", "man": f"{rate / 1e4:,.0f}"}
    print(words.say("simulate-speed", seconds=f"{seconds:.1f}", threads=threads, **rates))


def _play_all(game: Game, games: int, seed: int, threads: int, words: Localizer) -> tuple[Sample, float]:
    """Return the sample and the seconds of play without compilation."""
    with progress_bar(words.say("simulate-compiling")):
        simulator = Simulator(game, seed)
        simulator.play(0, 1, scored=False)
    start = time.perf_counter()
    with progress_bar(words.say("simulate-playing")) as show:
        parts = simulator.run(games, threads)
        sample = next(parts)
        for part in parts:
            sample += part
            show(sample.games, games)
    return sample, time.perf_counter() - start


def _print(game: Game, sample: Sample, seed: int, words: Localizer) -> None:
    players = game.num_players
    title = game.localizer(words.language).say("title")
    print(words.say("simulate-title", title=title, players=players, games=f"{sample.games:,}", seed=str(seed)))
    for option in game.description.options:
        name = game.localizer(words.language).say(f"option-{option.name}")
        value = game.options[option.name]
        if option.switch:
            shown = words.say(("simulate-off", "simulate-on")[value])
        else:
            shown = game.option_value(option.name, value, words.language)
        print(words.say("simulate-option", name=name, value=shown))

    scores = np.array(sample.scores)
    seats = Table(box=None, pad_edge=False)
    for column in ("seat", "wins", "rank", "score"):
        seats.add_column(words.say(f"simulate-{column}"), justify="left" if column == "seat" else "right")
    for seat in range(players):
        won = float(sum(count / (sharers + 1) for sharers, count in enumerate(sample.wins[seat].tolist())))
        ranks = Distribution(np.arange(players + 1), sample.ranks[seat])
        points = Distribution(*np.unique(scores[:, seat], return_counts=True))
        seats.add_row(
            str(seat + 1),
            text(share(won, sample.games), 2, 100),
            text(ranks.mean(), 4),
            text(points.mean(), 3),
        )

    lengths = Distribution(np.arange(len(sample.lengths)), sample.lengths)
    length = Table(box=None, pad_edge=False)
    length.add_column(words.say("simulate-length"))
    length.add_column("", justify="right")
    length.add_row(words.say("simulate-mean"), text(lengths.mean(), 2))
    length.add_row(words.say("simulate-deviation"), text(lengths.deviation(), 2))
    for percent in QUANTILES:
        length.add_row(words.say("simulate-quantile", percent=percent), text(lengths.quantile(percent / 100), 0))
    length.add_row(words.say("simulate-longest"), str(lengths.largest()))

    console = Console()
    for table in (seats, length):
        console.print()
        console.print(table)
    print()
    shared = sample.games - sum(int(sample.wins[seat, 0]) for seat in range(players))
    print(words.say("simulate-shared", share=text(share(shared, sample.games), 2, 100)))
    if len(sample.scores) < sample.games:
        print(words.say("simulate-scored", games=f"{len(sample.scores):,}"))
    print(words.say("simulate-method"))
