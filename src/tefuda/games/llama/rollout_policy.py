"""ニワトリかラマか ポーカー: how people mostly play: how the search plays on, and which worlds it believes in.

A player here goes by the own hand and by how many notes lie before the others.  Nothing depends on notes that the
player has not looked at.
"""

from __future__ import annotations

from tefuda.engine.primitives import ones, rand_below
from tefuda.games.llama.determinize import knows_more
from tefuda.games.llama.game_flow import after, fighters, knows_bust, price
from tefuda.games.llama.state import (
    ALL_IN,
    BETTING,
    CONFIRMING,
    DEALT,
    DECLINE,
    DRAWING,
    DROP,
    FOLD,
    PLAY,
    REVEAL,
    SIGHTED,
    STOP,
    TOP,
    VOTE,
    VOTING,
    WITHDRAW,
    State,
    Tables,
)

BLUFFS = 8  # one in so many decisions on a hand with a bust is made as if there were none
CALLS = 4  # one in so many all-ins is followed by a clean hand that looks worse than others
DRAWS = (8, 6, 2)  # times in eight a clean hand of two, three, four notes draws another
BOLD = (0, 3, 6, 7)  # times in eight a clean hand of two, three, four, five notes goes all-in first
ODD = 12  # one in so many hands is believed to be played against its looks


def rollout_policy(s: State, t: Tables) -> int:
    """What the seat to act may well do: play clean hands and draw to them, fold the others, follow with a good hand."""
    p = s.to_act
    bust = knows_bust(s, p)
    bluffs = bust and rand_below(s, BLUFFS) == 0
    if s.phase == BETTING:
        return PLAY if bluffs or not bust else FOLD
    if s.phase == DRAWING:
        if not bluffs and (bust or rand_below(s, 8) >= DRAWS[s.held[p] - DEALT]):
            return STOP
        return TOP + rand_below(s, 2)
    if s.phase == VOTING:
        return VOTE + longest(s, fighters(s))
    if s.phase == CONFIRMING:
        return WITHDRAW if bust and s.stake[p] > price(s, t) else REVEAL
    if s.allin == 0:
        bold = rand_below(s, 8) < BOLD[s.held[p] - DEALT]
        return ALL_IN if bluffs or (bold and not bust) else DECLINE
    if bust or s.coins[p] == 0:
        return DROP if s.coins[p] > 0 else ALL_IN
    return ALL_IN if longest(s, s.allin | 1 << p) == p or rand_below(s, CALLS) == 0 else DROP


def longest(s: State, seats: int) -> int:
    """Of some seats, that with the most notes; among equals the first from the dealer (L7.3)."""
    found = -1
    q = s.dealer
    for _ in range(s.players):
        if seats >> q & 1 == 1 and (found < 0 or s.held[q] > s.held[found]):
            found = q
        q = after(s, q)
    return found


def accept_world(s: State, t: Tables, viewer: int) -> int:
    """Others bet and go all-in with clean hands rather than with others, and fold the others rather than clean ones.

    And what they know beyond what all know bears only on later rounds: worlds in which they do are left aside, so that
    a search meets the same thoughts of theirs again.
    """
    for q in range(s.players):
        if q != viewer and knows_more(s, q) == 1:
            return 0
    duel = ones(s.alive) == 2
    for q in range(s.players):
        if q == viewer or s.noted[q] == 0:
            continue
        sighted = min(s.noted[q], SIGHTED)
        first = s.kind[s.hand[q, 0] - 1] + s.kind[s.hand[q, 1] - 1]
        every = first
        for i in range(DEALT, sighted):
            every += s.kind[s.hand[q, i] - 1]
        odd = (first > 0 and not duel) or (every > 0 and s.allin >> q & 1 == 1)
        if s.folded >> q & 1 == 1:
            odd = first == 0
        if odd and rand_below(s, ODD) != 0:
            return 0
    return 1
