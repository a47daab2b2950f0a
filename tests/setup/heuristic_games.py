"""Plays games of heuristic players and prints hashes of all that they see: alike on every Python.

Imports only what the rules and their texts need, so that any Python can run it with a few packages.
"""

import hashlib

import tefuda
from tefuda.engine.game import game_slugs

SEEDS = (3,)  # in this game of kotori, what two actions are worth differs in the last bit
DECISIONS = 70  # of each game


def digests() -> dict[str, str]:
    """Return for each game a hash of what the seats to act see in a game, or in its beginning."""
    return {slug: digest(slug) for slug in game_slugs()}


def digest(slug: str) -> str:
    seen = hashlib.sha256()
    for seed in SEEDS:
        state, player = tefuda.load(slug).start(seed), tefuda.bot("heuristic", seed=seed, build="checked")
        while not state.is_terminal and len(state.history) < DECISIONS:
            seen.update(str(state.view(state.current_player)).encode())
            state.play(player.choose(state))
        seen.update(f"{state.history} {state.view(-1)}".encode())
    return seen.hexdigest()


if __name__ == "__main__":
    print(digests())
