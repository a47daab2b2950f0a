"""ニワトリかラマか ポーカー: a round from the deal to the payments, and one game after another.

Each function is a moment at the table: somebody bets, draws, answers an all-in; hands are shown, coins change hands.
Read by `rules.py`, which says what is allowed; who knows what is decided in `hidden.py`.
"""

from __future__ import annotations

from tefuda.engine.primitives import emit, low_bit, ones
from tefuda.games.llama.notes import deal, gather
from tefuda.games.llama.state import (
    ALL_BUST,
    BETTING,
    BLUFFED,
    BOTTOM,
    CONFIRMED,
    CONFIRMING,
    DECLINE,
    DECLINED,
    DRAWING,
    DREW,
    DROP,
    DROPPED,
    ENDED,
    FOLD,
    FOLDED,
    GUESSED,
    HAND,
    HONEST,
    LEFT,
    NEW_GAME,
    PRICES_ROSE,
    RAISING,
    REVEAL,
    SHOWN,
    SIGHTED,
    STAKED,
    STOP,
    STOPPED,
    TOP,
    VOTING,
    WENT_ALL_IN,
    WITHDREW,
    WON,
    State,
    Tables,
)

# ------------------------------------------------------------------ seats


def fighters(s: State) -> int:
    """Bits: the seats that are still in this round, or may yet be."""
    return s.alive & ~(s.folded | s.gone)


def after(s: State, p: int) -> int:
    """L2.3: the next seat clockwise."""
    return p + 1 if p + 1 < s.players else 0


def first_of(s: State, start: int, seats: int) -> int:
    """The first of some seats, clockwise from `start`."""
    while seats >> start & 1 == 0:
        start = after(s, start)
    return start


def begin_lap(s: State, start: int, seats: int) -> None:
    """Some seats decide one after another, clockwise from `start`."""
    s.lap = start
    s.waiting = seats
    s.to_act = first_of(s, start, seats)


def pass_on(s: State, p: int) -> None:
    """The seat has decided: the next one does, or the next phase begins, or the hands are shown."""
    s.waiting &= ~(1 << p)
    if s.waiting != 0:
        s.to_act = first_of(s, s.lap, s.waiting)
    elif s.phase == BETTING:
        begin_drawing(s)
    elif s.phase == DRAWING and s.folded != 0:
        s.phase = VOTING
        begin_lap(s, s.dealer, s.folded)
    elif s.phase < RAISING:
        s.phase = RAISING
        begin_lap(s, s.dealer, fighters(s))
    elif s.phase == RAISING and s.allin != 0:
        s.phase = CONFIRMING
        begin_lap(s, s.dealer, s.allin & ~s.gone)
    else:
        show_down(s)


# ----------------------------------------------------------- games and rounds


def begin_game(s: State, t: Tables) -> None:
    """L1.3, L1.5."""
    s.game += 1
    s.round = 0
    s.unit = 1
    s.alive = (1 << s.players) - 1
    for p in range(s.players):
        s.coins[p] = t.coins
        s.fell[p] = 0
    emit(s, NEW_GAME, s.game)


def begin_round(s: State, t: Tables) -> None:
    """L8.3, L2.2, L3.1; L8.4: two players are both in."""
    s.round += 1
    if s.unit == 1 and ones(s.alive) <= t.late[s.players]:
        s.unit = 2
        emit(s, PRICES_ROSE, s.unit)
    s.folded = 0
    s.gone = 0
    s.allin = 0
    deal(s, t)
    if ones(s.alive) == 2:
        for p in range(s.players):
            if s.alive >> p & 1 == 1:
                put_forward(s, p, s.unit)
                emit(s, STAKED, p, s.stake[p])
        begin_drawing(s)
        return
    s.phase = BETTING
    begin_lap(s, s.dealer, s.alive)


def put_forward(s: State, p: int, coins: int) -> int:
    """L3.2: that many coins, or what there is."""
    paid = min(coins, s.coins[p])
    s.coins[p] -= paid
    s.stake[p] += paid
    return paid


def bet(s: State, p: int, action: int) -> None:
    """L3.1; L3.3: the last one in is not asked."""
    if action == FOLD:
        s.folded |= 1 << p
        emit(s, FOLDED, p)
        if ones(fighters(s)) == 1:
            settle_bluff(s, low_bit(fighters(s)))
            return
    else:
        put_forward(s, p, s.unit)
        emit(s, STAKED, p, s.stake[p])
    pass_on(s, p)


def settle_bluff(s: State, p: int) -> None:
    """L3.4, L3.5: the last one in shows the hand; everybody else pays for having believed a hand that busts."""
    s.waiting = 0
    s.coins[p] += s.stake[p]
    s.stake[p] = 0
    show_hand(s, p)
    if not is_bust(s, p):
        emit(s, HONEST, p)
        return
    received = 0
    for q in range(s.players):
        if s.folded >> q & 1 == 1:
            received += put_forward(s, q, s.unit)
            s.stake[q] = 0
    s.coins[p] += received
    s.dealer = p
    emit(s, BLUFFED, p, received)


def begin_drawing(s: State) -> None:
    """L4.1."""
    s.phase = DRAWING
    begin_lap(s, s.dealer, fighters(s))


def draw(s: State, p: int, action: int) -> None:
    """L4: from the top or the bottom; the fifth note of a hand is not looked at."""
    if action == STOP:
        emit(s, STOPPED, p)
        pass_on(s, p)
        return
    place = s.top
    if action == BOTTOM:
        place = s.bottom
        s.bottom -= 1
    else:
        s.top += 1
    s.hand[p, s.held[p]] = 1 + place
    s.held[p] += 1
    if s.held[p] <= SIGHTED:
        s.seen[p] |= 1 << place
    emit(s, DREW, p, action - TOP, s.held[p] // HAND)
    if s.held[p] == HAND:
        pass_on(s, p)


# ------------------------------------------------------------ all-in and after


def answer(s: State, p: int, action: int) -> None:
    """L6.1, L6.2: once somebody has gone all-in, all others answer, clockwise from there."""
    if action == DECLINE:
        emit(s, DECLINED, p)
    elif action == DROP:
        s.gone |= 1 << p
        emit(s, DROPPED, p, s.stake[p])
        if ones(fighters(s)) == 1:
            win_unseen(s)
            return
    else:
        first = s.allin == 0
        s.allin |= 1 << p
        put_forward(s, p, s.coins[p])
        emit(s, WENT_ALL_IN, p, s.stake[p], 0 if first else 1)
        if first:
            s.lap = p
            s.waiting = fighters(s)
    pass_on(s, p)


def confirm(s: State, t: Tables, p: int, action: int) -> None:
    """L6.6, L6.7."""
    if action == REVEAL:
        emit(s, CONFIRMED, p)
        pass_on(s, p)
        return
    paid = min(s.stake[p], price(s, t))
    s.coins[p] += s.stake[p] - paid
    s.stake[p] = paid
    s.gone |= 1 << p
    emit(s, WITHDREW, p, paid)
    if ones(fighters(s)) == 1:
        win_unseen(s)
    else:
        pass_on(s, p)


def price(s: State, t: Tables) -> int:
    """L6.7: what it costs to take an all-in back."""
    return t.withdrawal + s.unit - 1


def win_unseen(s: State) -> None:
    """L6.5: the last one in wins, whatever the hand is."""
    s.waiting = 0
    settle(s, low_bit(fighters(s)), 1)


def show_down(s: State) -> None:
    """L7.1 to L7.3: among equals the first from the dealer wins."""
    winner = -1
    tied = 0
    p = s.dealer
    for _ in range(s.players):
        if fighters(s) >> p & 1 == 1:
            show_hand(s, p)
            if not is_bust(s, p):
                if winner < 0 or s.held[p] > s.held[winner]:
                    winner = p
                    tied = 0
                elif s.held[p] == s.held[winner]:
                    tied = 2
        p = after(s, p)
    if winner >= 0:
        settle(s, winner, tied)
        return
    for p in range(s.players):  # L7.6: also what was dropped or withdrawn, and no vote was wrong
        s.coins[p] += s.stake[p]
        s.stake[p] = 0
        s.vote[p] = 0
    emit(s, ALL_BUST)


def show_hand(s: State, p: int) -> None:
    """L7.1: note by note."""
    for i in range(s.held[p]):
        s.open |= 1 << (s.hand[p, i] - 1)
        emit(s, SHOWN, p, i)


def is_bust(s: State, p: int) -> bool:
    """L7.1."""
    bad = 0  # BAD is 1, GOOD is 0
    for i in range(s.held[p]):
        bad += s.kind[s.hand[p, i] - 1]
    return bad > 0


def knows_bust(s: State, p: int) -> bool:
    """Has the seat looked at a bad note of its own?"""
    bad = 0
    for i in range(min(s.held[p], SIGHTED)):
        bad += s.kind[s.hand[p, i] - 1]
    return bad > 0


def settle(s: State, winner: int, how: int) -> None:
    """L7.4: wrong votes are paid for, and all coins put forward are the winner's."""
    received = -s.stake[winner]
    for p in range(s.players):
        if s.vote[p] > 0:
            paid = 0
            if s.vote[p] != 1 + winner:
                paid = put_forward(s, p, s.unit)
            emit(s, GUESSED, p, s.vote[p] - 1, paid)
    for p in range(s.players):
        received += s.stake[p]
        s.coins[winner] += s.stake[p]
        s.stake[p] = 0
        s.vote[p] = 0
    s.dealer = winner
    emit(s, WON, winner, received, how)


def end_round(s: State, t: Tables) -> None:
    """L8.1, L8.2, L8.5."""
    for p in range(s.players):
        if s.alive >> p & 1 == 1 and s.coins[p] == 0:
            s.alive &= ~(1 << p)
            s.fell[p] = s.round
            emit(s, LEFT, p)
    s.dealer = first_of(s, s.dealer, s.alive)
    over = ones(s.alive) == 1 or s.round == s.rounds
    if over:
        rank(s)
        winner = sole_winner(s)
        if s.game == s.games:
            s.to_act = -1
        elif winner >= 0:
            s.dealer = winner  # L1.5
        emit(s, ENDED, s.game, winner)
        if s.to_act < 0:
            return
    gather(s, t)
    if over:
        begin_game(s, t)
    begin_round(s, t)


def rank(s: State) -> None:
    """L9.2, L9.4: what this game counts for in the session."""
    for p in range(s.players):
        above = 0
        for q in range(s.players):
            if stands_above(s, p, q):
                s.outlasted[p] += 1
            elif stands_above(s, q, p):
                above += 1
        if above == 0:
            s.wins[p] += 1


def sole_winner(s: State) -> int:
    """L9.1: the seat that stands above all others, -1 where several share the most coins."""
    for p in range(s.players):
        below = 0
        for q in range(s.players):
            if stands_above(s, p, q):
                below += 1
        if below == s.players - 1:
            return p
    return -1


def stands_above(s: State, p: int, q: int) -> bool:
    """L9.2: more coins, or none but lost later."""
    return s.coins[p] > s.coins[q] or (s.coins[p] == 0 and s.coins[q] == 0 and s.fell[p] > s.fell[q])


def is_ahead(s: State, p: int, q: int) -> bool:
    """L9.2; L9.4: over several games, more games won, or else more opponents outlasted."""
    if s.games == 1:
        return stands_above(s, p, q)
    return s.wins[p] > s.wins[q] or (s.wins[p] == s.wins[q] and s.outlasted[p] > s.outlasted[q])


def holding(s: State, p: int) -> int:
    """What counts for the utility: coins, or over several games the games won."""
    return s.coins[p] if s.games == 1 else s.wins[p]
