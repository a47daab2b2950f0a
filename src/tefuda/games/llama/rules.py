"""ニワトリかラマか ポーカー (Chicken or Llama: The Poker): the rules.

Takashi Saito's bluffing game for 3 to 5 players.  Each gets two notes with a llama or a chicken on the back; bet
or fold, draw up to three more from either end of the deck, vote, go all-in or not; the most llamas win, and any chicken
busts.  The fronts are all alike, but players crease and nick them in secret, and the marks stay for the whole session.
Clause numbers (`# L4.2`) are those of `rulebook.en.md` and `rulebook.ja.md`.

Where to find the clauses:

    L1      cards.py        the notes and coins
    L2, L4  rules.py        the beginning of a round, and the draw; `notes.py`: dealing and gathering notes
    L3, L5  rules.py        bet or fold, and the vote; `showdown.py`: paying those who bet
    L6      rules.py        all-in
    L7      showdown.py     hands are shown, and who is paid
    L8, L9  rules.py        the next round, the next game, and who has won
    L10     notes.py        marks, and what is remembered of them; `determinize.py`: L10.8
    all     actions.py      what is legal, and which clause forbids it
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, low_bit, ones, rand_below
from tefuda.engine.rules_helpers import next_seat
from tefuda.games.llama.actions import Action, marked_note, new_mark, seats_in
from tefuda.games.llama.notes import deal, gather, largest_hand, lay_out
from tefuda.games.llama.showdown import put_forward, settle_bluff, show_down, win_unseen
from tefuda.games.llama.state import HAND, SIGHTED, Event, HouseRule, Phase, State, Tables


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.games = options[HouseRule.GAMES]
    s.swap = options[HouseRule.SWAP]
    s.limit = options[HouseRule.LIMIT]
    s.rounds = options[HouseRule.ROUNDS]
    s.notes = options[HouseRule.NOTES]
    s.dealer = rand_below(s, players)  # L2.1
    lay_out(s, t)
    begin_game(s, t)
    begin_round(s, t)


def apply(s: State, t: Tables, action: int) -> None:
    p = s.to_act
    if action >= Action.MARK:
        make_mark(s, p, marked_note(action), new_mark(action))
        return
    s.pending = 0
    s.noted[p] = s.held[p]
    if s.phase == Phase.BETTING:
        bet(s, p, action)
    elif s.phase == Phase.DRAWING:
        draw(s, p, action)
    elif s.phase == Phase.VOTING:
        vote(s, p, action - Action.VOTE)
    elif s.phase == Phase.RAISING:
        answer(s, p, action)
    else:
        confirm(s, t, p, action)
    if s.waiting == 0:
        end_round(s, t)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """Rank by L9.2 and L9.4; a utility grows with the share of all coins, in a session with that of all games won."""
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


def make_mark(s: State, p: int, note: int, mark: int) -> None:
    """L10.1, L10.4: put a mark on a note with the decision that follows; others do not hear of it."""
    s.fresh[s.hand[p, note] - 1] |= 1 << mark
    s.pending = 1
    emit(s, Event.MARKED, p, note, mark)


# ----------------------------------------------- L1, L2: a game, a round, turns


def begin_game(s: State, t: Tables) -> None:
    """L1.3, L1.5: give out the coins; marks stay."""
    s.game += 1
    s.round = 0
    s.unit = 1
    s.alive = (1 << s.players) - 1
    for p in range(s.players):
        s.coins[p] = t.coins
        s.fell[p] = 0
    emit(s, Event.NEW_GAME, s.game)


def begin_round(s: State, t: Tables) -> None:
    """L8.3, L2.2: prices may rise, notes are dealt; L3.1, or with two players L8.4."""
    s.round += 1
    if s.unit == 1 and ones(s.alive) <= t.late[s.players]:
        s.unit = 2
        emit(s, Event.PRICES_ROSE, s.unit)
    s.folded = 0
    s.gone = 0
    s.allin = 0
    deal(s, t)
    if ones(s.alive) == 2:
        for p in range(s.players):
            if s.alive >> p & 1 == 1:
                put_forward(s, p, s.unit)
                emit(s, Event.STAKED, p, s.stake[p])
        begin_phase(s, Phase.DRAWING, seats_in(s))
        return
    begin_phase(s, Phase.BETTING, s.alive)


def begin_phase(s: State, phase: int, seats: int) -> None:
    """L2.3: some seats decide one after another, clockwise from the dealer."""
    s.phase = phase
    s.lap = s.dealer
    s.waiting = seats
    s.to_act = first_from(s, s.dealer, seats)


def pass_on(s: State, p: int) -> None:
    """L2.3: the seat has decided; the next one does, or the next phase begins, or the hands are shown."""
    s.waiting &= ~(1 << p)
    if s.waiting != 0:
        s.to_act = first_from(s, s.lap, s.waiting)
    elif s.phase == Phase.BETTING:
        begin_phase(s, Phase.DRAWING, seats_in(s))
    elif s.phase == Phase.DRAWING and s.folded != 0:  # L5.3
        begin_phase(s, Phase.VOTING, s.folded)
    elif s.phase < Phase.RAISING:
        begin_phase(s, Phase.RAISING, seats_in(s))
    elif s.phase == Phase.RAISING and s.allin != 0:
        begin_phase(s, Phase.CONFIRMING, s.allin & ~s.gone)
    else:
        show_down(s)


def first_from(s: State, start: int, seats: int) -> int:
    """Return the first of some seats, clockwise from `start`."""
    while seats >> start & 1 == 0:
        start = next_seat(start, s.players)
    return start


# ------------------------------------------------------- L3 to L5: bet, draw, vote


def bet(s: State, p: int, action: int) -> None:
    """L3.1: play or fold; L3.3: the last one in is not asked."""
    if action == Action.FOLD:
        s.folded |= 1 << p
        emit(s, Event.FOLDED, p)
        if ones(seats_in(s)) == 1:
            settle_bluff(s, low_bit(seats_in(s)))
            return
    else:
        put_forward(s, p, s.unit)
        emit(s, Event.STAKED, p, s.stake[p])
    pass_on(s, p)


def draw(s: State, p: int, action: int) -> None:
    """L4.1: draw from the top or the bottom, or stop; L4.2: the fifth note of a hand is not looked at."""
    if action == Action.STOP:
        emit(s, Event.STOPPED, p)
        pass_on(s, p)
        return
    place = s.top
    if action == Action.BOTTOM:
        place = s.bottom
        s.bottom -= 1
    else:
        s.top += 1
    s.hand[p, s.held[p]] = 1 + place
    s.held[p] += 1
    if s.held[p] <= SIGHTED:
        s.seen[p] |= 1 << place
    emit(s, Event.DREW, p, action - Action.TOP, s.held[p] // HAND)
    if s.held[p] == largest_hand(s):
        pass_on(s, p)


def vote(s: State, p: int, q: int) -> None:
    """L5.1: seat p votes for seat q."""
    s.vote[p] = 1 + q
    emit(s, Event.VOTED, p, q)
    pass_on(s, p)


# ---------------------------------------------------------------- L6: all-in


def answer(s: State, p: int, action: int) -> None:
    """L6.1, L6.2: after the first all-in all others answer, clockwise from there; L6.3: dropping out."""
    if action == Action.DECLINE:
        emit(s, Event.DECLINED, p)
    elif action == Action.DROP:
        s.gone |= 1 << p
        emit(s, Event.DROPPED, p, s.stake[p])
        if ones(seats_in(s)) == 1:
            win_unseen(s)
            return
    else:
        first = s.allin == 0
        s.allin |= 1 << p
        put_forward(s, p, s.coins[p])  # L6.4: even a single one
        emit(s, Event.WENT_ALL_IN, p, s.stake[p], 0 if first else 1)
        if first:
            s.lap = p
            s.waiting = seats_in(s)
    pass_on(s, p)


def confirm(s: State, t: Tables, p: int, action: int) -> None:
    """L6.6, L6.7: reveal or withdraw; the last one in is not asked."""
    if action == Action.REVEAL:
        emit(s, Event.CONFIRMED, p)
        pass_on(s, p)
        return
    paid = min(s.stake[p], withdrawal_price(s, t))
    s.coins[p] += s.stake[p] - paid
    s.stake[p] = paid
    s.gone |= 1 << p
    emit(s, Event.WITHDREW, p, paid)
    if ones(seats_in(s)) == 1:
        win_unseen(s)
    else:
        pass_on(s, p)


def withdrawal_price(s: State, t: Tables) -> int:
    """L6.7, L8.3: return what it costs to take an all-in back."""
    return t.withdrawal + s.unit - 1


# -------------------------------------------- L8, L9: the next round, the winner


def end_round(s: State, t: Tables) -> None:
    """L8.1, L8.2: who is out, and who deals; L8.5, L9: the game may be over, or the session."""
    for p in range(s.players):
        if s.alive >> p & 1 == 1 and s.coins[p] == 0:
            s.alive &= ~(1 << p)
            s.fell[p] = s.round
            emit(s, Event.LEFT, p)
    s.dealer = first_from(s, s.dealer, s.alive)
    over = ones(s.alive) == 1 or s.round == s.rounds
    if over:
        count_game(s)
        winner = sole_winner(s)
        if s.game == s.games:
            s.to_act = -1
        elif winner >= 0:
            s.dealer = winner  # L1.5
        emit(s, Event.ENDED, s.game, winner)
        if s.to_act < 0:
            return
    gather(s, t)
    if over:
        begin_game(s, t)
    begin_round(s, t)


def sole_winner(s: State) -> int:
    """L9.1: return the seat that ranks above all others, -1 where several share the most coins."""
    for p in range(s.players):
        below = 0
        for q in range(s.players):
            if stands_above(s, p, q):
                below += 1
        if below == s.players - 1:
            return p
    return -1


def stands_above(s: State, p: int, q: int) -> bool:
    """L9.2: return whether p has more coins than q, or none but lost the last one later."""
    return s.coins[p] > s.coins[q] or (s.coins[p] == 0 and s.coins[q] == 0 and s.fell[p] > s.fell[q])


def holding(s: State, p: int) -> int:
    """L9.3: return the coins of a seat, over several games the games won."""
    return s.coins[p] if s.games == 1 else s.wins[p]


def count_game(s: State) -> None:
    """L9.4: count a finished game for the session."""
    for p in range(s.players):
        above = 0
        for q in range(s.players):
            if stands_above(s, p, q):
                s.outlasted[p] += 1
            elif stands_above(s, q, p):
                above += 1
        if above == 0:
            s.wins[p] += 1


def is_ahead(s: State, p: int, q: int) -> bool:
    """L9.2; L9.4: over several games, return whether p won more games than q, or as many and outlasted more."""
    if s.games == 1:
        return stands_above(s, p, q)
    return s.wins[p] > s.wins[q] or (s.wins[p] == s.wins[q] and s.outlasted[p] > s.outlasted[q])
