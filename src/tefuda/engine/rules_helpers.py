"""Helpers that the rules of several games share: seats, ranks, combinations and actions from sets of bits.

Plain Python over integers and rows, compiled together with the game that imports them by name.
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, low_bit, mark_bits
from tefuda.engine.record import Row


def next_seat(seat: int, players: int) -> int:
    """Return the seat after `seat`, clockwise."""
    return seat + 1 if seat + 1 < players else 0


def rank_scores(scores: Row | Floats | Ints, players: int, ranks: Ints) -> None:
    """Fill `ranks` from scores, highest first: 1 plus the number of higher scores, so equal scores share a rank."""
    for p in range(players):
        higher = 0
        for q in range(players):
            if scores[q] > scores[p]:
                higher += 1
        ranks[p] = 1 + higher


def rank_utilities(ranks: Ints, players: int, utilities: Floats) -> None:
    """Fill `utilities` from ranks: the share of opponents beaten less the share lost to, in [-1, 1] and zero-sum."""
    for p in range(players):
        balance = 0
        for q in range(players):
            if ranks[q] > ranks[p]:
                balance += 1
            elif ranks[q] < ranks[p]:
                balance -= 1
        utilities[p] = balance / (players - 1)


def add_bit_actions(actions: Ints, n: int, bits: int, first: int) -> int:
    """Append the action `first + k` for each set bit k of `bits`, rising; return the new number of actions."""
    action = first
    while bits != 0:
        gap = low_bit(bits)
        action += gap
        actions[n] = action
        n += 1
        bits = bits >> gap ^ 1  # faster than masking; the next gap is counted from here
    return n


def choose(n: int, k: int) -> int:
    """Return the number of ways to choose k of n; 0 where k is outside 0..n."""
    if k < 0 or k > n:
        return 0
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


def set_bits(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, rising; for views and checks, not for compiled rules."""
    return [bit for bit in range(bits.bit_length()) if bits >> bit & 1]


def place_from(viewer: int, seat: int, players: int) -> int:
    """Return how many seats after the viewer's a seat comes, clockwise: 0 for the viewer; for a spectator the seat."""
    if viewer < 0:
        return seat
    place = seat - viewer
    return place if place >= 0 else place + players  # quicker than a remainder


def mark_seats(cells: Row, viewer: int, bits: int, players: int) -> None:
    """Set the cell of each seat whose bit is set to 1, where cells are counted from the viewer."""
    if viewer > 0:
        bits = (bits >> viewer | bits << players - viewer) & (1 << players) - 1
    mark_bits(cells, bits)
