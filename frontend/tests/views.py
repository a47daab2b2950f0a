"""Writes frontend/tests/views.json: views of all games for the tests of the default layout.

    python frontend/tests/views.py

For each game, with the fewest and the most players: views of seat 0, on its turn, and of a spectator at the start, in
the middle and at the end of a game between heuristic players.  Run it after a change of the views.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random

import msgspec

import tefuda
from tefuda.engine.view import View
from tefuda.table.handles import HandleMap

OUTPUT = Path(__file__).with_name("views.json")
STAGES = (0, 0.4, 0.8)  # of the turns of seat 0


def main() -> None:
    """Write the views."""
    found: list[View] = []
    for slug in tefuda.game_slugs():
        for players in sorted({*import_module(f"tefuda.games.{slug}").GAME.players}):
            found += views(slug, players)
    OUTPUT.write_bytes(b"[\n" + b",\n".join(msgspec.json.encode(view) for view in found) + b"\n]\n")


def views(slug: str, players: int) -> list[View]:
    """Return views of one game."""
    choose = import_module(f"tefuda.games.{slug}.heuristic").choose
    random = Random(f"{slug} {players}")
    state = tefuda.load(slug, players=players).start(seed=1)
    turns = []
    while (seat := state.current_player) is not None:
        if seat == 0:
            turns.append((state.view(0), state.view(-1)))
        state.play(choose(state.view(seat), random))
    chosen = [*(turns[int(stage * len(turns))] for stage in STAGES), (state.view(0), state.view(-1))]
    return [HandleMap().follow((), view)[1] for pair in chosen for view in pair]


if __name__ == "__main__":
    main()
