"""ことりあつめ: what speaks for or against bidding, passing and yielding, in words with numbers.

Everything on the table is public, so a reason reads the record like a view does.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.engine.view import Args, Reason, Seat, Words, signed
from tefuda.games.kotori.actions import Action
from tefuda.games.kotori.rules import total
from tefuda.games.kotori.state import State, Tables
from tefuda.games.kotori.views import burst_chance, leader


def reason(s: State, t: Tables, action: int) -> Reason:
    """Return the reason for an action of the seat to act."""
    if action == Action.DRAW:
        return why_bid(s)
    return why_pass(s) if action == Action.PASS else why_yield(s)


def why_bid(s: State) -> Reason:
    """Return the risk of another bid, and how the new total compares with the best of the others."""
    p = s.to_act
    after = totals(s)
    after[p] += s.top
    best, who = best_of_others(s, after)
    args: Args = {"risk": burst_chance(s), "total": after[p], "gain": gain(s, p)}
    if best == 0:
        return Reason(Words("why-bid-first", args), "K5.1")
    args |= {"best": best, "who": Seat(who)}
    return Reason(Words("why-bid-ahead" if leader(s, after) == p else "why-bid-behind", args), "K5.1")


def why_pass(s: State) -> Reason:
    """Return who wins the field now, or leads if others go on; and who busts on the top card that a pass leaves."""
    p = s.to_act
    now = totals(s)
    best, who = best_of_others(s, now)
    others = still_in(s, p)
    leads = leader(s, now) == p
    clause = "K6.2" if best == now[p] else "K6.1"
    if not others:
        if leads:
            return Reason(Words("why-pass-wins", {"total": now[p], "gain": gain(s, p)}), clause)
        return Reason(Words("why-pass-loses", {"who": Seat(who), "best": best}), clause)
    if s.bids[others[0]] >> s.top & 1:
        return Reason(Words("why-pass-busts", {"who": Seat(others[0]), "total": now[p]}), "K5.1")
    if leads:
        return Reason(Words("why-pass-ahead", {"total": now[p], "count": len(others), "gain": gain(s, p)}), clause)
    return Reason(Words("why-pass-behind", {"total": now[p], "who": Seat(who), "best": best}), clause)


def why_yield(s: State) -> Reason:
    """Return to whom yielding leaves the top card, and whether they bust on it."""
    follower = still_in(s, s.to_act)[0]
    busts = s.bids[follower] >> s.top & 1
    words = Words("why-yield-busts" if busts else "why-yield", {"who": Seat(follower)})
    return Reason(words, "K5.1" if busts else "K4.4")


def totals(s: State) -> list[int]:
    """Return the total of each seat's bids (K6.1)."""
    return [total(s.line[p]) for p in range(s.players)]


def best_of_others(s: State, points: Sequence[int]) -> tuple[int, int]:
    """Return the highest total of the other seats, and the seat that leads among them."""
    others = [0 if p == s.to_act else 1 + points[p] for p in range(s.players)]
    who = leader(s, others)
    return points[who], who


def still_in(s: State, p: int) -> list[int]:
    """Return the other seats that have not passed or gone bust, in the order of their turns."""
    following = [(p + i) % s.players for i in range(1, s.players)]
    return [q for q in following if not s.out >> q & 1]


def gain(s: State, p: int) -> str:
    """K7.1, K7.2: return by how many birds the field changes a seat's cage, quarrels included."""
    birds = int.bit_count(s.cage[p] ^ s.field) - int.bit_count(s.cage[p])
    return signed(birds)
