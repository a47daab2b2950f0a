"""ニワトリかラマか ポーカー: hands are shown, and coins change hands (L7, with L3.4 and L6.5)."""

from __future__ import annotations

from tefuda.engine.primitives import emit, low_bit
from tefuda.engine.rules_helpers import next_seat
from tefuda.games.llama.actions import seats_in
from tefuda.games.llama.state import Event, How, Kind, State


def put_forward(s: State, p: int, coins: int) -> int:
    """L3.2: a seat puts that many coins forward, or what it has; return how many."""
    paid = min(coins, s.coins[p])
    s.coins[p] -= paid
    s.stake[p] += paid
    return paid


def settle_bluff(s: State, p: int) -> None:
    """L3.4, L3.5: the last one in shows the hand; the others pay one coin each for having believed a bluff."""
    s.waiting = 0
    s.coins[p] += s.stake[p]
    s.stake[p] = 0
    show_hand(s, p)
    if not is_bust(s, p):
        emit(s, Event.HONEST, p)
        return
    received = 0
    for q in range(s.players):
        if s.folded >> q & 1 == 1:
            received += put_forward(s, q, s.unit)
            s.stake[q] = 0
    s.coins[p] += received
    s.dealer = p
    emit(s, Event.BLUFFED, p, received)


def win_unseen(s: State) -> None:
    """L6.5: the last one in wins, whatever the hand is."""
    s.waiting = 0
    settle(s, low_bit(seats_in(s)), How.UNSEEN)


def show_down(s: State) -> None:
    """L7.1 to L7.3: hands are shown; the longest without a bad note wins, among equals the first from the dealer."""
    winner = -1
    how: int = How.SHOWN
    p = s.dealer
    for _ in range(s.players):
        if seats_in(s) >> p & 1 == 1:
            show_hand(s, p)
            if not is_bust(s, p):
                if winner < 0 or s.held[p] > s.held[winner]:
                    winner = p
                    how = How.SHOWN
                elif s.held[p] == s.held[winner]:
                    how = How.TIED
        p = next_seat(p, s.players)
    if winner >= 0:
        settle(s, winner, how)
        return
    for p in range(s.players):  # L7.6: including what was dropped or withdrawn, and no vote was wrong
        s.coins[p] += s.stake[p]
        s.stake[p] = 0
        s.vote[p] = 0
    emit(s, Event.ALL_BUST)


def show_hand(s: State, p: int) -> None:
    """L7.1: turn the notes of a hand over one by one; L7.7: only of seats that are still in."""
    for i in range(s.held[p]):
        s.open |= 1 << (s.hand[p, i] - 1)
        emit(s, Event.SHOWN, p, i)


def is_bust(s: State, p: int) -> bool:
    """L7.1: return whether a hand has a bad note."""
    bad = 0
    for i in range(s.held[p]):
        bad += s.kind[s.hand[p, i] - 1] == Kind.BAD
    return bad > 0


def settle(s: State, winner: int, how: int) -> None:
    """L7.4, L7.5: wrong votes are paid for, and the winner receives all coins put forward."""
    received = -s.stake[winner]
    for p in range(s.players):
        if s.vote[p] > 0:
            paid = 0
            if s.vote[p] != 1 + winner:
                paid = put_forward(s, p, s.unit)
            emit(s, Event.GUESSED, p, s.vote[p] - 1, paid)
    for p in range(s.players):
        received += s.stake[p]
        s.coins[winner] += s.stake[p]
        s.stake[p] = 0
        s.vote[p] = 0
    s.dealer = winner
    emit(s, Event.WON, winner, received, how)
