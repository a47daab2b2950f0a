"""Deck against deck: how fair the ready-made decks of a game are between equal searchers, and what going first does.

Made for games in which each seat first chooses a ready-made deck (`deck-1`, `deck-2`, ...):

    python benchmarks/decks.py kotodama --deals 200 --simulations 200

Every deal is played four times, with both assignments of two decks to the seats and with each deck against itself, by
the same search on both sides.  It prints shares of won games with 95 % intervals; draws count half.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tefuda.bots.players import SearchBot, ask, search_build
from tefuda.engine.build import Build
from tefuda.engine.game import Game, load


def play(game: Game, build: Build, decks: Sequence[int], seed: int, simulations: int) -> tuple[float, int, int]:
    """One game; returns the share won by seat 0, the seat that went first, and the number of decisions."""
    state = game.start(seed)
    for deck in decks:
        state.play(f"deck-{deck}")
    first, decisions = state.seat, 0
    assert first is not None
    bot = SearchBot(simulations, build)
    while not state.over:
        state.play(
            bot.choose(ask(state, "easy", seed + decisions)).command if len(state.actions) > 1 else state.actions[0]
        )
        decisions += 1
    ranks = state.ranking
    return 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1]), first, decisions


def share(won: Sequence[float]) -> str:
    """A mean of shares of won games with its 95 % interval."""
    mean = sum(won) / len(won)
    error = math.sqrt(sum((one - mean) ** 2 for one in won) / max(1, len(won) - 1) / len(won))
    return f"{100 * mean:.1f} % ± {196 * error:.1f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--cards", type=Path)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop beginning deals after so long")
    parser.add_argument("--mirrored", action="store_true", help="only the two mirrored games of a deal")
    chosen = parser.parse_args(arguments)
    game = load(chosen.game, cards=chosen.cards)
    build = search_build(game.package, "compiled")
    pairs = ((1, 2), (2, 1)) if chosen.mirrored else ((1, 2), (2, 1), (1, 1), (2, 2))
    mirrored: list[float] = []  # a deal's two games count as one: they share their luck
    going_first: list[float] = []
    decisions = 0
    began = time.monotonic()
    for deal in range(chosen.deals):
        if time.monotonic() - began > chosen.seconds:
            break
        won = {}
        for decks in pairs:
            won[decks], first, length = play(game, build, decks, deal, chosen.simulations)
            going_first.append(won[decks] if first == 0 else 1 - won[decks])
            decisions += length
        mirrored.append((won[1, 2] + 1 - won[2, 1]) / 2)
    print(f"{game.slug}, {chosen.simulations} simulations a decision, {len(mirrored)} deals, {len(going_first)} games")
    print(f"  deck-1 against deck-2 wins {share(mirrored)}")
    print(f"  who goes first wins        {share(going_first)}")
    print(f"  decisions in a game        {decisions / len(going_first):.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
