"""A sensible player of ことりあつめ that reads only the view: the baseline for bots that search.

It estimates every seat's prospects for each possible winner of the field and the probability that the seats still in
outbid a total, busts included, and from these decides to stop or go on.  It remembers nothing: any card that is not
visible may come next.  It never reads a record and never simulates moves.
"""

from __future__ import annotations

import math
from functools import cache
from random import Random

from tefuda.engine.view import View, Zone

RANKS = range(1, 11)  # K1.1: rank n stands on n cards
DECK = sum(RANKS)
FIELD, DECKS = 3, 2  # K3.1, K8.1; the view of a variant has counters of its own for them
ENOUGH = 45  # from this total on, it never considers another bid
BEST_BIRD = 0.01  # K9.2: in birds, for each rank of the best one
CERTAIN, DRIFT = 0.3, 0.5  # scale of a decisive lead: with no cards to come, and its growth with their root
FADE = 0.001  # K7.2: decay of a bird's worth per rank and card to come: a common one is likelier to meet an equal one

# A set of cards of different ranks is an integer: bit n is set for rank n.


def choose(view: View, random: Random) -> str:
    """Return the action of this player in notation.

    The choice is deterministic; `random` is part of the interface of all heuristics.
    """
    actions = [choice.action for choice in view.choices]
    if len(actions) == 1:
        return actions[0]
    outlook = Outlook(view)
    if "yield" in actions and all(outlook.bids[p] >> outlook.top & 1 for p in outlook.still_in):
        return "yield"  # K4.4, K5.1: all the others bust, and the turn comes back
    mine = outlook.bids[outlook.me]
    going_on = outlook.after_bidding(mine | 1 << outlook.top)
    return "draw" if going_on > outlook.after_stopping(mine, outlook.top) else "pass"


@cache
def total(cards: int) -> int:
    """Return the sum of a set of cards."""
    return sum(rank for rank in RANKS if cards >> rank & 1)


@cache
def outbid_probability(bids: int, goal: int) -> float:
    """Return the probability that a player who bids on ends above `goal`, averaged over the next top card."""
    return math.fsum(rank / DECK * outbid_probability_given_top(bids, rank, goal) for rank in RANKS)


def outbid_probability_given_top(bids: int, top: int, goal: int) -> float:
    """Return the same probability given the top card."""
    if bids >> top & 1:  # K5.2
        return float(total(bids) - top > goal)
    if bids and total(bids) > goal:  # K4.3
        return 1.0
    return outbid_probability(bids | 1 << top, goal)


class Outlook:
    """A position as the seat to act sees it, and that seat's prospects after each action.

    Prospects are from -1 (sure to be last) to 1 (sure to win).
    """

    def __init__(self, view: View) -> None:
        seats = range(view.players)
        self.me = view.seat
        self.top = total(upright(view.zone("top")))
        self.field = upright(view.zone("field"))
        self.bids = [upright(view.zone(f"bids-{p}")) for p in seats]
        self.cages = [upright(view.zone(f"cage-{p}")) for p in seats]
        self.distance = [(p - view.roles["dealer"]) % view.players for p in seats]
        out = [counter.owner for counter in view.counters if counter.id == "out"]
        self.still_in = [p for i in seats[1:] if (p := (self.me + i) % view.players) not in out]
        self.rival = max(out, key=self.claim, default=None)
        seen = [card.face for zone in view.zones for card in zone.cards]
        unseen = [max(rank - seen.count(str(rank)), 0) for rank in RANKS]
        self.odds = [(rank, count / sum(unseen)) for rank, count in zip(RANKS, unseen, strict=True) if count]
        numbers = {counter.id: counter.value for counter in view.counters}
        self.field_cards = numbers.get("field-cards", FIELD)
        self.last_deck = view.counter("deck-number") == numbers.get("last-deck", DECKS)
        self.in_deck = view.zone("deck").count + 1  # deck with the top card
        elsewhere = sum(cards.bit_count() for cards in (*self.bids, *self.cages))
        self.to_come = self.in_deck + (0 if self.last_deck else DECK - elsewhere)
        self.if_won = [self.prospects(winner) for winner in seats]  # [winner][seat]
        self.if_over = self.prospects(None)[self.me]
        self.cache: dict[tuple[int, int], float] = {}  # prospects by own bids and top card; 0: not turned up yet

    def claim(self, p: int) -> tuple[int, int]:
        """Return the sort key of a seat's bids: K6.1, their total; K6.2, then its nearness to the dealer."""
        return total(self.bids[p]), -self.distance[p]

    def prospects(self, winner: int | None) -> list[float]:
        """Return every seat's prospects if `winner` takes the field, or if the game ends now (None)."""
        last_field = self.last_deck and self.in_deck <= self.field_cards  # K8.2: no other can be laid
        over = winner is None or last_field
        worth = {rank: 1.0 if over else math.exp(-FADE * rank * self.to_come) for rank in RANKS}
        decisive = BEST_BIRD / 2 if over else CERTAIN + DRIFT * math.sqrt(self.to_come)
        standings = []
        for p, birds in enumerate(self.cages):
            cage = birds ^ self.field if p == winner else birds  # K7.1, K7.2
            standings.append(
                math.fsum(worth[rank] for rank in RANKS if cage >> rank & 1) + BEST_BIRD * cage.bit_length()
            )
        others = len(standings) - 1  # the sum includes the seat itself, which adds 0
        return [math.fsum(math.tanh((mine - theirs) / decisive) for theirs in standings) / others for mine in standings]

    def after_stopping(self, mine: int, top: int) -> float:
        """Return one's own prospects after passing with these bids, which leaves that top card to the next seat."""
        if (mine, top) in self.cache:
            return self.cache[mine, top]
        leader, goal = self.me, total(mine)
        if self.rival is not None and self.claim(self.rival) > (goal, -self.distance[self.me]):
            leader, goal = self.rival, total(self.bids[self.rival])
        left, prospects = top, self.if_won[leader][self.me]
        for p in self.still_in:
            bids = self.bids[p]
            needed = goal - (self.distance[p] < self.distance[leader])  # K6.2
            eager = self.if_won[p][p] > self.if_won[leader][p]  # for its own cage, or to deny the leader
            burst = bids >> left & 1
            if eager:
                chance = outbid_probability_given_top(bids, left, needed) if left else outbid_probability(bids, needed)
            else:  # it passes as soon as it may
                chance = float(total(bids or 1 << left) - burst * left > needed)
            prospects += chance * (self.if_won[p][self.me] - prospects)
            if not bids or (eager and not burst and total(bids) <= needed):
                left = 0  # it takes the top card
        self.cache[mine, top] = prospects
        return prospects

    def after_bidding(self, mine: int) -> float:
        """Return one's own prospects after a bid, given all own bids, before the next card is turned up."""
        if (mine, 0) in self.cache:
            return self.cache[mine, 0]
        prospects = 0.0
        if self.last_deck and mine.bit_count() - self.bids[self.me].bit_count() >= self.in_deck:  # K8.2
            prospects = self.if_over
        else:
            for rank, chance in self.odds:
                best = self.after_stopping(mine & ~(1 << rank), rank)  # K5.2, K4.3
                if not mine >> rank & 1 and total(mine) < ENOUGH:
                    best = max(best, self.after_bidding(mine | 1 << rank))
                prospects += chance * best
        self.cache[mine, 0] = prospects
        return prospects


def upright(zone: Zone) -> int:
    """Return the set of cards in a zone that are not face down."""
    return sum(1 << int(card.face) for card in zone.cards if card.face is not None and card.pose != "down")
