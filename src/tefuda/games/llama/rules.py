"""ニワトリかラマか ポーカー (Chicken or Llama: The Poker): the rules, over one small record.

Takashi Saito's bluffing game for 3 to 5 players.  Everybody gets two notes with a llama or a chicken on the back; bet
or fold, draw up to three more from either end of the deck, vote, go all-in or not; the most llamas win, and any chicken
busts.  The fronts are all alike, but players fold and nick them in secret, and the marks stay for the whole session.
Clause numbers (`# L4.2`) are those of `rulebook.en.md` and `rulebook.ja.md`.

`record.py` says what the record holds, `notes.py` how notes come together and are dealt, `hidden.py` who knows what;
here a game runs its course.
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, low_bit, ones, rand_below, tell
from tefuda.games.llama.hidden import info_key, redeal
from tefuda.games.llama.notes import deal, gather, lay_out
from tefuda.games.llama.record import (
    ALL_BUST,
    ALL_IN,
    BAD,
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
    ENOUGH_MARKS,
    FOLD,
    FOLDED,
    GAME_IS_OVER,
    GAMES,
    GUESSED,
    HAND,
    HONEST,
    LEFT,
    LIMIT,
    MARK,
    MARK_IS_THERE,
    MARKED,
    MARKS,
    MAX_PLAYERS,
    MAX_STEPS,
    NEW_GAME,
    NO_SUCH_NOTE,
    NOBODY_IS_ALL_IN,
    NOT_IN_THE_RUNNING,
    NOT_IN_THIS_PHASE,
    NUM_ACTIONS,
    PLAY,
    PRICES_ROSE,
    RAISING,
    REVEAL,
    ROUNDS,
    SHOWN,
    SIGHTED,
    SOMEBODY_IS_ALL_IN,
    STAKED,
    STOP,
    STOPPED,
    SWAP,
    TOP,
    VOTE,
    VOTED,
    VOTING,
    WENT_ALL_IN,
    WITHDRAW,
    WITHDREW,
    WON,
    State,
    Tables,
)

# What the contract asks for, and every clause that forbids something.
__all__ = [
    "ENOUGH_MARKS",
    "GAME_IS_OVER",
    "MARK_IS_THERE",
    "MAX_PLAYERS",
    "MAX_STEPS",
    "NOBODY_IS_ALL_IN",
    "NOT_IN_THE_RUNNING",
    "NOT_IN_THIS_PHASE",
    "NO_SUCH_NOTE",
    "NUM_ACTIONS",
    "SOMEBODY_IS_ALL_IN",
    "State",
    "Tables",
    "apply",
    "focus",
    "info_key",
    "legal",
    "likely",
    "redeal",
    "result",
    "setup",
    "why_not",
]


# ---------------------------------------------------------------- contract


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.games = options[GAMES]
    s.swap = options[SWAP]
    s.limit = options[LIMIT]
    s.rounds = options[ROUNDS]
    s.dealer = rand_below(s, players)  # L2.1
    lay_out(s, t)
    begin_game(s, t)


def legal(s: State, t: Tables, actions: Ints) -> int:
    n = likely(s, t, actions)
    if s.to_act < 0:
        return 0
    for action in range(MARK, MARK + MARKS * s.held[s.to_act]):
        if why_not_mark(s, t, s.to_act, action) == 0:
            actions[n] = action
            n += 1
    return n


def likely(s: State, t: Tables, actions: Ints) -> int:
    """Every decision, but no mark: what a mark is good for lies beyond the round that a search looks at."""
    if s.to_act < 0:
        return 0
    n = 0
    for action in range(MARK):
        if why_not_decide(s, action) == 0:
            actions[n] = action
            n += 1
    return n


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return GAME_IS_OVER
    if action >= MARK:
        return why_not_mark(s, t, s.to_act, action)
    return why_not_decide(s, action)


def apply(s: State, t: Tables, action: int) -> None:
    p = s.to_act
    if action >= MARK:
        note = (action - MARK) // MARKS
        mark = (action - MARK) % MARKS
        s.fresh[s.hand[p, note] - 1] |= 1 << mark
        s.pending = 1  # L10.4: nobody hears of it
        tell(s, MARKED, p, note, mark)
        return
    s.pending = 0
    s.noted[p] = s.held[p]
    if s.phase == BETTING:
        bet(s, t, p, action)
    elif s.phase == DRAWING:
        draw(s, t, p, action)
    elif s.phase == VOTING:
        s.vote[p] = 1 + action - VOTE
        tell(s, VOTED, p, action - VOTE)
        pass_on(s, t, p)
    elif s.phase == RAISING:
        answer(s, t, p, action)
    else:
        confirm(s, t, p, action)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """Ranks by L9.2 and L9.4; a utility grows with the share of all coins, in a session with that of all games won."""
    total = 0
    for p in range(s.players):
        total += holding(s, p)
    for p in range(s.players):
        better = 0
        for q in range(s.players):
            if is_ahead(s, q, p):
                better += 1
        ranks[p] = 1 + better
        utilities[p] = (s.players * holding(s, p) / total - 1.0) / (s.players - 1)


def focus(s: State, t: Tables) -> None:
    """A search plays on to the end of the round; coins are then worth what they are worth in a fair game.

    What is remembered and the marks nobody knows of bear only on later rounds.
    """
    s.rounds = s.round
    s.games = 1
    s.game = 1
    s.wins[:] = 0
    s.outlasted[:] = 0
    s.sure[:] = 0
    s.looked[:] = 0
    s.fresh[:] = 0


# -------------------------------------------------------------- what is allowed


def why_not_decide(s: State, action: int) -> int:
    if s.phase == BETTING:
        return 0 if action <= PLAY else NOT_IN_THIS_PHASE
    if s.phase == DRAWING:
        return 0 if TOP <= action <= STOP else NOT_IN_THIS_PHASE
    if s.phase == VOTING:
        if not VOTE <= action < VOTE + MAX_PLAYERS:
            return NOT_IN_THIS_PHASE
        return 0 if fighters(s) >> action - VOTE & 1 == 1 else NOT_IN_THE_RUNNING
    if s.phase == RAISING:
        if action == DECLINE:
            return 0 if s.allin == 0 else SOMEBODY_IS_ALL_IN
        if action == DROP:
            return 0 if s.allin != 0 else NOBODY_IS_ALL_IN
        return 0 if action == ALL_IN else NOT_IN_THIS_PHASE
    return 0 if action >= REVEAL else NOT_IN_THIS_PHASE


def why_not_mark(s: State, t: Tables, p: int, action: int) -> int:
    """L10: own notes, with a mark that is not on them yet, and so many a round."""
    note = (action - MARK) // MARKS
    if note >= s.held[p]:
        return NO_SUCH_NOTE
    place = s.hand[p, note] - 1
    there = s.pattern[s.look[place]] | s.fresh[place]
    if (t.marks & ~there) >> (action - MARK) % MARKS & 1 == 0:
        return MARK_IS_THERE
    return 0 if ones(s.fresh[place]) < s.limit else ENOUGH_MARKS


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


def begin_lap(s: State, t: Tables, start: int, seats: int) -> None:
    s.lap = start
    s.waiting = seats
    s.to_act = first_of(s, start, seats)


def pass_on(s: State, t: Tables, p: int) -> None:
    """The seat has decided: the next one does, or the next phase begins."""
    s.waiting &= ~(1 << p)
    if s.waiting != 0:
        s.to_act = first_of(s, s.lap, s.waiting)
    elif s.phase == BETTING:
        begin_drawing(s, t)
    elif s.phase == DRAWING and s.folded != 0:
        s.phase = VOTING
        begin_lap(s, t, s.dealer, s.folded)
    elif s.phase == DRAWING or s.phase == VOTING:
        s.phase = RAISING
        begin_lap(s, t, s.dealer, fighters(s))
    elif s.phase == RAISING and s.allin != 0:
        s.phase = CONFIRMING
        begin_lap(s, t, s.dealer, s.allin & ~s.gone)
    else:
        show_down(s, t)


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
    tell(s, NEW_GAME, s.game)
    begin_round(s, t)


def begin_round(s: State, t: Tables) -> None:
    """L8.3, L2.2, L3.1; L8.4: two players are both in."""
    s.round += 1
    if s.unit == 1 and ones(s.alive) <= t.late[s.players]:
        s.unit = 2
        tell(s, PRICES_ROSE, s.unit)
    s.folded = 0
    s.gone = 0
    s.allin = 0
    deal(s, t)
    if ones(s.alive) == 2:
        for p in range(s.players):
            if s.alive >> p & 1 == 1:
                put_forward(s, p, s.unit)
                tell(s, STAKED, p, s.stake[p])
        begin_drawing(s, t)
        return
    s.phase = BETTING
    begin_lap(s, t, s.dealer, s.alive)


def put_forward(s: State, p: int, coins: int) -> int:
    """L3.2: that many coins, or what there is."""
    paid = min(coins, s.coins[p])
    s.coins[p] -= paid
    s.stake[p] += paid
    return paid


def bet(s: State, t: Tables, p: int, action: int) -> None:
    """L3.1; L3.3: the last one in is not asked."""
    if action == FOLD:
        s.folded |= 1 << p
        tell(s, FOLDED, p)
        if ones(fighters(s)) == 1:
            settle_bluff(s, t, low_bit(fighters(s)))
            return
    else:
        put_forward(s, p, s.unit)
        tell(s, STAKED, p, s.stake[p])
    pass_on(s, t, p)


def settle_bluff(s: State, t: Tables, p: int) -> None:
    """L3.4, L3.5: the last one in shows the hand; everybody else pays for having believed a hand that busts."""
    s.waiting = 0
    s.coins[p] += s.stake[p]
    s.stake[p] = 0
    show_hand(s, p)
    if not is_bust(s, p):
        tell(s, HONEST, p)
        end_round(s, t)
        return
    received = 0
    for q in range(s.players):
        if s.folded >> q & 1 == 1:
            received += put_forward(s, q, s.unit)
            s.stake[q] = 0
    s.coins[p] += received
    s.dealer = p
    tell(s, BLUFFED, p, received)
    end_round(s, t)


def begin_drawing(s: State, t: Tables) -> None:
    s.phase = DRAWING
    begin_lap(s, t, s.dealer, fighters(s))


def draw(s: State, t: Tables, p: int, action: int) -> None:
    """L4: from the top or the bottom; the fifth note of a hand is not looked at."""
    if action == STOP:
        tell(s, STOPPED, p)
        pass_on(s, t, p)
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
    tell(s, DREW, p, action - TOP, s.held[p] // HAND)
    if s.held[p] == HAND:
        pass_on(s, t, p)


# ------------------------------------------------------------ all-in and after


def answer(s: State, t: Tables, p: int, action: int) -> None:
    """L6.1, L6.2: once somebody has gone all-in, all others answer, clockwise from there."""
    if action == DECLINE:
        tell(s, DECLINED, p)
    elif action == DROP:
        s.gone |= 1 << p
        tell(s, DROPPED, p, s.stake[p])
        if ones(fighters(s)) == 1:
            win_unseen(s, t)
            return
    else:
        first = s.allin == 0
        s.allin |= 1 << p
        put_forward(s, p, s.coins[p])
        tell(s, WENT_ALL_IN, p, s.stake[p], 0 if first else 1)
        if first:
            s.lap = p
            s.waiting = fighters(s)
    pass_on(s, t, p)


def confirm(s: State, t: Tables, p: int, action: int) -> None:
    """L6.6, L6.7."""
    if action == REVEAL:
        tell(s, CONFIRMED, p)
        pass_on(s, t, p)
        return
    price = min(s.stake[p], t.withdrawal + s.unit - 1)
    s.coins[p] += s.stake[p] - price
    s.stake[p] = price
    s.gone |= 1 << p
    tell(s, WITHDREW, p, price)
    if ones(fighters(s)) == 1:
        win_unseen(s, t)
    else:
        pass_on(s, t, p)


def win_unseen(s: State, t: Tables) -> None:
    """L6.5: the last one in wins, whatever the hand is."""
    s.waiting = 0
    settle(s, t, low_bit(fighters(s)), 1)


def show_down(s: State, t: Tables) -> None:
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
        settle(s, t, winner, tied)
        return
    for p in range(s.players):  # L7.6: also what was dropped or withdrawn, and no vote was wrong
        s.coins[p] += s.stake[p]
        s.stake[p] = 0
        s.vote[p] = 0
    tell(s, ALL_BUST)
    end_round(s, t)


def show_hand(s: State, p: int) -> None:
    for i in range(s.held[p]):
        s.open |= 1 << (s.hand[p, i] - 1)
        tell(s, SHOWN, p, i)


def is_bust(s: State, p: int) -> bool:
    """L7.1."""
    for i in range(s.held[p]):
        if s.kind[s.hand[p, i] - 1] == BAD:
            return True
    return False


def settle(s: State, t: Tables, winner: int, how: int) -> None:
    """L7.4: wrong votes are paid for, and all coins put forward are the winner's."""
    received = -s.stake[winner]
    for p in range(s.players):
        if s.vote[p] > 0:
            paid = 0
            if s.vote[p] != 1 + winner:
                paid = put_forward(s, p, s.unit)
            tell(s, GUESSED, p, s.vote[p] - 1, paid)
    for p in range(s.players):
        received += s.stake[p]
        s.coins[winner] += s.stake[p]
        s.stake[p] = 0
        s.vote[p] = 0
    s.dealer = winner
    tell(s, WON, winner, received, how)
    end_round(s, t)


def end_round(s: State, t: Tables) -> None:
    """L8.1, L8.2, L8.5."""
    for p in range(s.players):
        if s.alive >> p & 1 == 1 and s.coins[p] == 0:
            s.alive &= ~(1 << p)
            s.fell[p] = s.round
            tell(s, LEFT, p)
    s.dealer = first_of(s, s.dealer, s.alive)
    if ones(s.alive) == 1 or s.round == s.rounds:
        end_game(s, t)
        return
    gather(s, t)
    begin_round(s, t)


def end_game(s: State, t: Tables) -> None:
    """L9.1, L8.5; the next game of the session is played with the same notes."""
    winner = -1
    for p in range(s.players):
        below = 0
        above = 0
        for q in range(s.players):
            if stands_above(s, p, q):
                below += 1
            elif stands_above(s, q, p):
                above += 1
        s.outlasted[p] += below
        if above == 0:
            s.wins[p] += 1
        if below == s.players - 1:
            winner = p
    if s.game == s.games:
        s.to_act = -1
        tell(s, ENDED, s.game, winner)
        return
    tell(s, ENDED, s.game, winner)
    gather(s, t)
    begin_game(s, t)


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
