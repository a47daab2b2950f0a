"""A sensible player of ことりあつめ, who reads only the view.

They ask what the field is worth to each player (birds it would bring, birds that would quarrel), how likely those who
still have their turn are to bid more, and what bid cards kept for the next round are good for; then they compare
stopping here with bidding on.  How likely a bid is to burst they judge by the cards they can see.
"""

from __future__ import annotations

import math
from functools import cache
from random import Random

from tefuda.engine.view import View, Zone

RANKS = range(1, 11)
DECK = [rank / 55 for rank in range(11)]  # how likely each value is to turn up, roughly and at any time

KEPT = 0.05  # birds that a point of kept bid cards is worth
FADES = 15  # cards before the end at which kept cards begin to lose that worth
ENOUGH = 45  # nobody thinks further than a total of this
HIGHEST_BIRD = 0.01  # birds that one value of the highest bird is worth


def choose(view: View, random: Random) -> str:
    """The command to play: the better of bidding and stopping."""
    actions = [choice.action for choice in view.choices]
    if len(actions) == 1:
        return actions[0]
    table = _Table(view)
    if "yield" in actions and all(table.bids[seat] >> table.top & 1 for seat in table.later):
        return "yield"  # they all burst at once, and the turn comes back
    if "pass" not in actions:
        return "draw"
    bids = table.bids[view.seat]
    return "draw" if table.if_bid(bids | 1 << table.top, 1) > table.if_stopped(bids, table.top) else "pass"


@cache
def total(bids: int) -> int:
    """The sum of a set of values."""
    return sum(rank for rank in RANKS if bids >> rank & 1)


@cache
def beats(bids: int, top: int, goal: int) -> float:
    """How likely a player with these bids gets above a total, who bids until they are; top 0: not turned up yet."""
    if top == 0:
        return sum(DECK[rank] * beats(bids, rank, goal) for rank in RANKS)
    if bids >> top & 1:
        return float(total(bids) - top > goal)
    if bids and total(bids) > goal:
        return 1.0
    return _beats_bidding(bids | 1 << top, goal)


@cache
def _beats_bidding(bids: int, goal: int) -> float:
    """The same once the top card was bid and the next is about to turn up."""
    chance = 0.0
    for rank in RANKS:
        if bids >> rank & 1:
            chance += DECK[rank] * (total(bids) - rank > goal)
        elif total(bids) > goal:
            chance += DECK[rank]
        else:
            chance += DECK[rank] * _beats_bidding(bids | 1 << rank, goal)
    return chance


def _values(zone: Zone) -> int:
    """The values of the cards of a zone that do not lie face down, as bits."""
    return sum(1 << int(str(card.face)) for card in zone.cards if card.pose != "down")


class _Table:
    """What the player at `view.seat` makes of the table."""

    def __init__(self, view: View) -> None:
        self.me, seats = view.seat, range(view.players)
        self.bids = [_values(view.zone(f"bids-{seat}")) for seat in seats]
        self.cages = [_values(view.zone(f"cage-{seat}")) for seat in seats]
        field = _values(view.zone("field"))
        self.won = [cage ^ field for cage in self.cages]  # each cage, if its owner took the field
        self.eager = [won.bit_count() > cage.bit_count() for won, cage in zip(self.won, self.cages, strict=True)]
        self.top = int(str(view.zone("top").cards[0].face))
        self.below = view.zone("deck").count
        self.last_deck = view.counter("deck-number") == 2
        unseen = [0, *(max(rank - self._seen(view, rank), 0) for rank in RANKS)]
        self.odds = [count / max(sum(unseen), 1) for count in unseen]
        dealer = view.roles["dealer"]
        self.distance = [(seat - dealer) % view.players for seat in seats]  # ties go to the nearest
        out = {counter.owner for counter in view.counters if counter.id == "out"}
        self.later = [seat for i in range(1, view.players) if (seat := (self.me + i) % view.players) not in out]
        standing = [seat for seat in out if seat != self.me]
        self.leader = min(standing, key=lambda seat: (-total(self.bids[seat]), self.distance[seat]), default=None)
        cards_to_come = self.below + 1
        if not self.last_deck:
            cards_to_come += 55 - sum(cage.bit_count() for cage in self.cages)
        self.spread = 0.3 + 0.35 * math.sqrt(cards_to_come)  # how many birds may still change hands
        self.kept = KEPT * min(1.0, cards_to_come / FADES)
        self.prize = [self._standing(seat) for seat in seats]
        self._bidding: dict[int, float] = {}

    @staticmethod
    def _seen(view: View, rank: int) -> int:
        return sum(card.face == str(rank) for zone in view.zones for card in zone.cards)

    def _standing(self, winner: int | None) -> float:
        """How well off I am if that seat takes the field, -1 to 1; None: the game ends and nobody does."""
        worth = []
        for seat, cage in enumerate(self.cages):
            birds = self.won[seat] if seat == winner else cage
            kept = 0.0 if winner is None or seat in (winner, self.me) else self.kept * total(self.bids[seat])
            worth.append(birds.bit_count() + HIGHEST_BIRD * birds.bit_length() + kept)
        spread = self.spread if winner is not None else HIGHEST_BIRD
        others = [math.tanh((worth[self.me] - one) / spread) for seat, one in enumerate(worth) if seat != self.me]
        return sum(others) / len(others)

    def if_stopped(self, bids: int, top: int) -> float:
        """What to expect if my bids stay as they are; top 0: the top card is not known yet."""
        points, kept = total(bids), total(bids) * self.kept / self.spread
        winner, goal = self.me, points
        if self.leader is not None:
            best = total(self.bids[self.leader])
            if (best, -self.distance[self.leader]) > (points, -self.distance[self.me]):
                winner, goal = self.leader, best
        worth = self.prize[winner] + (kept if winner != self.me else 0.0)
        for seat in self.later:
            own = self.bids[seat]
            enough = goal - (self.distance[seat] < self.distance[winner])
            if self.eager[seat]:
                chance = beats(own, top, enough)
            else:  # whoever does not want the field still stands there with what they kept
                chance = float(total(own) - (top if own >> top & 1 else 0) > enough)
            worth += chance * (self.prize[seat] + kept - worth)
            if not own >> top & 1 and total(own) <= enough:
                top = 0  # they bid it away
        return worth

    def if_bid(self, bids: int, drawn: int) -> float:
        """What to expect after bidding, with `bids` before me and the next top card about to turn up."""
        if self.last_deck and drawn > self.below:
            return self._standing(None)
        if bids not in self._bidding:
            worth, stopped = 0.0, self.if_stopped(bids, 0)
            for rank in RANKS:
                if self.odds[rank] == 0.0:
                    continue
                if bids >> rank & 1:
                    then = self.if_stopped(bids ^ 1 << rank, rank)
                elif total(bids) < ENOUGH:
                    then = max(stopped, self.if_bid(bids | 1 << rank, drawn + 1))
                else:
                    then = stopped
                worth += self.odds[rank] * then
            self._bidding[bids] = worth
        return self._bidding[bids]
