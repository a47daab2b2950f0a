"""Deck against deck: how fair the ready-made decks of a game are between equal searchers, and the value of going first.

For games in which each seat first chooses a ready-made deck (`deck-1`, `deck-2`, ...):

    python benchmarks/decks.py kotodama --deals 200 --simulations 200
    python benchmarks/decks.py kotodama --deals 100 --simulations 200 --heuristic

Every deal is played four times with the same search on both sides: both assignments of two decks to the seats, and
each deck against itself.  Against the heuristic, each deck is on both sides and the search at each seat.  Prints
shares of won games with 95 % intervals; draws count half.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tefuda.bots.players import Bot, HeuristicBot, SearchBot, make_request, search_build
from tefuda.engine.game import Game, load


def play(game: Game, bots: Sequence[Bot], decks: Sequence[int], seed: int) -> tuple[float, int, int]:
    """Play one game; returns the share won by seat 0, the seat that went first, and the number of decisions."""
    state = game.start(seed)
    for deck in decks:
        state.play(f"deck-{deck}")
    first, decisions = state.seat, 0
    assert first is not None
    while state.seat is not None:
        request = make_request(state, "easy", seed + decisions)  # the level is required but unused
        state.play(bots[state.seat].choose(request).command)
        decisions += 1
    ranks = state.ranking
    return 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1]), first, decisions


def share(won: Sequence[float]) -> str:
    """Return the mean share of won games with its 95 % interval."""
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
    parser.add_argument("--heuristic", action="store_true", help="against the heuristic player")
    options = parser.parse_args(arguments)
    game = load(options.game, cards=options.cards)
    searcher = SearchBot(options.simulations, search_build(game.package, "compiled"))
    print(f"{game.slug}, {options.simulations} simulations a decision", end="", flush=True)
    deals = deals_within(options.deals, time.monotonic() + options.seconds)
    if options.heuristic:
        against_heuristic(game, searcher, deals)
    else:
        against_itself(game, searcher, deals)


def deals_within(deals: int, deadline: float) -> Iterator[int]:
    """Yield the deals until the time is up."""
    for deal in range(deals):
        if time.monotonic() > deadline:
            return
        yield deal


def against_itself(game: Game, searcher: Bot, deals: Iterable[int]) -> None:
    """Compare deck against deck, and first against second turn."""
    mirrored: list[float] = []  # the two games of a deal share their luck and count as one
    going_first: list[float] = []
    decisions = 0
    for deal in deals:
        won = {}
        for decks in ((1, 2), (2, 1), (1, 1), (2, 2)):
            won[decks], first, length = play(game, (searcher, searcher), decks, deal)
            going_first.append(won[decks] if first == 0 else 1 - won[decks])
            decisions += length
        mirrored.append((won[1, 2] + 1 - won[2, 1]) / 2)
    print(f", {len(mirrored)} deals, {len(going_first)} games")
    print(f"  deck-1 against deck-2 wins {share(mirrored)}")
    print(f"  who goes first wins        {share(going_first)}")
    print(f"  decisions in a game        {decisions / len(going_first):.0f}")


def against_heuristic(game: Game, searcher: Bot, deals: Iterable[int]) -> None:
    """Compare the search with the heuristic, with each deck on both sides."""
    heuristic = HeuristicBot()
    won: dict[int, list[float]] = {1: [], 2: []}
    for deal in deals:
        for deck, shares in won.items():
            first, _, _ = play(game, (searcher, heuristic), (deck, deck), deal)
            second, _, _ = play(game, (heuristic, searcher), (deck, deck), deal)
            shares.append((first + 1 - second) / 2)
    print(f" against the heuristic, {len(won[1])} deals, {4 * len(won[1])} games")
    for deck, shares in won.items():
        print(f"  with deck-{deck} on both sides the search wins {share(shares)}")


if __name__ == "__main__":
    main(sys.argv[1:])
