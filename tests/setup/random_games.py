"""Plays random games and prints hashes of all that their players see: alike on every Python.

Imports only what the rules and their texts need, so that any Python can run it with a few packages.
"""

import hashlib

import tefuda
from tefuda.engine.game import game_slugs
from tefuda.engine.primitives import rand_below
from tefuda.engine.record import Generator

DECISIONS = 200  # the longest game takes thousands


def digests() -> dict[str, str]:
    """Return for each game a hash of what the seats to act see in a random game, or in its beginning."""
    return {slug: digest(slug) for slug in game_slugs()}


def digest(slug: str) -> str:
    state, choices, seen = tefuda.load(slug).start(1), Generator(), hashlib.sha256()
    choices.rng = 1
    while not state.is_terminal and len(state.history) < DECISIONS:
        seen.update(str(state.view(state.current_player)).encode())
        legal = state.legal_actions
        state.play(legal[rand_below(choices, len(legal))])
    seen.update(f"{state.history} {state.view(-1)}".encode())
    return seen.hexdigest()


if __name__ == "__main__":
    print(digests())
