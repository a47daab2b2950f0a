"""ことりあつめ: what a player can know. Nothing is hidden, so every audience knows the same."""

from __future__ import annotations

from tefuda.engine.primitives import mix
from tefuda.games.kotori.state import State, Tables


def determinize(s: State, t: Tables, viewer: int) -> None:
    """Do nothing: only the order of the deck is hidden, and it is not decided before a card is turned up."""


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """Hash the whole state: everything is public, even the bags, since all see which cards are discarded."""
    h = mix(s.deck, s.to_act + 1 + 8 * s.dealer + 32 * s.out + 512 * s.drew + 1024 * (s.rebuilt & 1) + 2048 * s.top)
    h = mix(h, s.discard)
    h = mix(h, s.field + (s.allow_yield << 16) + (s.rebuilt >> 1 << 17))
    for p in range(s.players):
        h = mix(h, s.line[p])
        h = mix(h, s.cage[p] + (s.burst[p] << 16) + (s.sideways[p] << 20))
    return h
