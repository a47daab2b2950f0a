"""ニワトリかラマか ポーカー: advice for the search, by how people mostly play (`docs/bots-llama.md`).

A player here judges by one's own hand and by the number of notes in the other hands, never by notes that the player has
not looked at.
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, ones, rand_below
from tefuda.engine.rules_helpers import next_seat
from tefuda.games.llama.actions import Action, decisions, seats_in
from tefuda.games.llama.notes import memory
from tefuda.games.llama.rules import withdrawal_price
from tefuda.games.llama.state import DEALT, PUBLIC, SIGHTED, Kind, Phase, State, Tables

BLUFFS = 8  # one in this many decisions on a hand with a bust is made as if there were none
CALLS = 4  # one in this many all-ins is followed by a clean hand that looks worse than others
DRAWS = (8, 6, 2)  # times in eight a clean hand of two, three, four notes draws another
BOLD = (0, 3, 6, 7)  # times in eight a clean hand of two, three, four, five notes goes all-in first
ODD = 12  # one in this many hands is assumed to be played against its appearance
FORESEEN_ROUNDS = 20  # with this many rounds or more to come, the limit of L8.5 hardly ever decides the game
LEVELLED = 0.375  # part of a lead in coins that does not count


def candidate_actions(s: State, t: Tables, actions: Ints) -> int:
    """Fill in every decision but risking more on a hand known to bust, and giving up a hand that costs all anyway.

    No marks, which are for later rounds.
    """
    if s.to_act < 0:
        return 0
    p = s.to_act
    if s.allin != 0 and s.phase >= Phase.RAISING:
        answering = s.phase == Phase.RAISING
        more_to_lose = s.coins[p] > 0 if answering else s.stake[p] > withdrawal_price(s, t)
        if not more_to_lose:  # L6.3, L6.7: only a showdown can save the last coins
            actions[0] = Action.ALL_IN if answering else Action.REVEAL
            return 1
        if knows_bust(s, p):
            actions[0] = Action.DROP if answering else Action.WITHDRAW
            return 1
    return decisions(s, actions)


def accept_world(s: State, t: Tables, viewer: int) -> int:
    """Return 0 for a world in which others mostly would have played differently.

    Others bet and go all-in with clean hands rather than with busts, and fold busts rather than clean hands.  What they
    alone know affects only later rounds: worlds in which they know anything alone are rejected, so that a search meets
    the same information states of theirs again.
    """
    for q in range(s.players):
        if q != viewer and knows_more_than_public(s, q):
            return 0
    duel = ones(s.alive) == 2
    for q in range(s.players):
        if q == viewer or s.noted[q] == 0:
            continue
        sighted = min(s.noted[q], SIGHTED)
        first = s.kind[s.hand[q, 0] - 1] + s.kind[s.hand[q, 1] - 1]  # bad notes: BAD is 1, GOOD is 0
        every = first
        for i in range(DEALT, sighted):
            every += s.kind[s.hand[q, i] - 1]
        odd = (first > 0 and not duel) or (every > 0 and s.allin >> q & 1 == 1)
        if s.folded >> q & 1 == 1:
            odd = first == 0
        if odd and rand_below(s, ODD) != 0:
            return 0
    return 1


def rollout_policy(s: State, t: Tables) -> int:
    """Return a plausible decision: play clean hands and draw to them, fold the others, follow with a good hand."""
    p = s.to_act
    bust = knows_bust(s, p)
    bluffs = bust and rand_below(s, BLUFFS) == 0
    if s.phase == Phase.BETTING:
        return Action.PLAY if bluffs or not bust else Action.FOLD
    if s.phase == Phase.DRAWING:
        if not bluffs and (bust or rand_below(s, 8) >= DRAWS[s.held[p] - DEALT]):
            return Action.STOP
        return Action.TOP + rand_below(s, 2)
    if s.phase == Phase.VOTING:
        return Action.VOTE + longest_hand(s, seats_in(s))
    if s.phase == Phase.CONFIRMING:
        return Action.WITHDRAW if bust and s.stake[p] > withdrawal_price(s, t) else Action.REVEAL
    if s.allin == 0:
        bold = rand_below(s, 8) < BOLD[s.held[p] - DEALT]
        return Action.ALL_IN if bluffs or (bold and not bust) else Action.DECLINE
    if bust or s.coins[p] == 0:
        return Action.DROP if s.coins[p] > 0 else Action.ALL_IN
    follows = longest_hand(s, s.allin | 1 << p) == p or rand_below(s, CALLS) == 0
    return Action.ALL_IN if follows else Action.DROP


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Between rounds, value the share of all coins, brought nearer to an equal one: the chance to win among equals.

    A lead counts for less than its coins, because a seat with few coins goes all-in for as much as one with many
    (L6.4).  How much less was fitted to results (`docs/bots-llama.md`).
    """
    if s.phase > Phase.DRAWING:
        return 0
    total = 0
    alive = ones(s.alive)
    levelled = LEVELLED if s.rounds - s.round >= FORESEEN_ROUNDS else 0.0
    for p in range(s.players):
        if s.noted[p] > 0:
            return 0
        total += s.coins[p] + s.stake[p]
    for p in range(s.players):
        share = (s.coins[p] + s.stake[p]) / total
        if s.alive >> p & 1 == 1:
            share += levelled * (1.0 / alive - share)
        if s.round == 1 and s.game > 1:  # between games; L1.5: the winner deals
            share = 1.0 if p == s.dealer else 0.0
        utilities[p] = (s.players * share - 1.0) / (s.players - 1)
    return 1


def knows_bust(s: State, p: int) -> bool:
    """Return whether a seat has looked at a bad note of its own."""
    bad = 0
    for i in range(min(s.held[p], SIGHTED)):
        bad += s.kind[s.hand[p, i] - 1] == Kind.BAD
    return bad > 0


def knows_more_than_public(s: State, q: int) -> bool:
    """Return whether a seat has made new marks, or remembers more than all do."""
    for i in range(s.held[q]):
        if s.fresh[s.hand[q, i] - 1] != 0:
            return True
    for kind in range(2):
        own, public = s.sure[memory(q, kind)], s.sure[memory(PUBLIC, kind)]
        for c in range(s.looks):
            if own[c] > public[c]:
                return True
    return False


def longest_hand(s: State, seats: int) -> int:
    """Return the one of some seats with the most notes; among equals the first from the dealer (L7.3)."""
    found = -1
    q = s.dealer
    for _ in range(s.players):
        if seats >> q & 1 == 1 and (found < 0 or s.held[q] > s.held[found]):
            found = q
        q = next_seat(q, s.players)
    return found
