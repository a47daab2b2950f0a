"""Statistics of tezuma's score tables and abilities: what their owners scored in the deal.

`python -m benchmarks.tezuma_choices [GAMES] [LEVEL]` plays games of one level against itself, half with three players
and half with four, and prints the two tables of `docs/bots-tezuma.md`.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np
from rich.console import Console
from rich.table import Table

from harness.strength import NORMAL_95, named
from tefuda.engine.game import Game, load
from tefuda.engine.view import Text, Words
from tefuda.games.tezuma.actions import ability_face
from tefuda.games.tezuma.state import Event
from tefuda.lab.games import TIMEOUT
from tefuda.lab.players import Player, open_player

Scores = dict[str, list[tuple[int, int]]]  # by face id: (points of the deal, number of uses of the ability)


def play(game: Game, player: Player, seed: int, scores: Scores) -> None:
    """Play one game and record each owner's score under their score table and ability."""
    state = game.start(seed)
    uses = [0] * game.num_players
    while state.current_player is not None:
        number = (seed << 20) + len(state.history)
        for event in state.play(player.choose(state.determinize(state.current_player, number), number)):
            if event.code == Event.WON_WITHOUT_CARD or (event.code == Event.PLAYED and event.c > 0):
                uses[event.a] += 1
            if event.code == Event.SCORED:
                owner = event.after
                for face in (f"table-{owner.table[event.a]}", ability_face(owner.ability[event.a] - 1)):
                    scores[face].append((event.b, uses[event.a]))
                uses[event.a] = 0


def run(games: int, level: str) -> None:
    """Play the games and print the tables."""
    scores: Scores = defaultdict(list)
    game = load("tezuma")
    player = open_player(named(level, game), game, TIMEOUT)
    for number in range(games):
        play(load("tezuma", players=3 + number % 2), player, number + 1, scores)
    console = Console()
    for kind in ("table", "ability"):
        shown = Table(title=f"{kind}, {level}, {games} games", title_justify="left")
        for head in (kind, "taken", "points a deal, 95 %", *(["used a deal"] if kind == "ability" else [])):
            shown.add_column(head, justify="left" if head == kind else "right")
        for face in sorted(face for face in scores if face.startswith(kind)):
            points, used = np.array(scores[face], float).T
            margin = NORMAL_95 * points.std(ddof=1) / np.sqrt(len(points)) if len(points) > 1 else float("nan")
            name: Words | Text = game.card_text(face).name
            often = [f"{used.mean():.2f}"] if kind == "ability" else []
            shown.add_row(game.say(name), str(len(points)), f"{points.mean():.2f} ± {margin:.2f}", *often)
        console.print(shown)


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 40, sys.argv[2] if len(sys.argv) > 2 else "heuristic")
