"""ニワトリかラマか ポーカー (Chicken or Llama: The Poker): the rules, over one small record.

Takashi Saito's bluffing game for 3 to 5 players.  Everybody gets two notes with a llama or a chicken on the back; bet
or fold, draw up to three more from either end of the deck, vote, go all-in or not; the most llamas win, and any chicken
busts.  The fronts are all alike, but players fold and nick them in secret, and the marks stay for the whole session.
Clause numbers (`# L4.2`) are those of `rulebook.en.md` and `rulebook.ja.md`.

`record.py` says what the record holds, `notes.py` how notes come together and are dealt, `rounds.py` how a game runs
its course, `hidden.py` who knows what; here stands what is allowed, and what a game is worth.
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, low_bit, ones, rand_below
from tefuda.games.llama.determinize import determinize, information_state_key
from tefuda.games.llama.game_flow import (
    answer,
    begin_game,
    begin_round,
    bet,
    confirm,
    draw,
    end_round,
    fighters,
    holding,
    is_ahead,
    knows_bust,
    pass_on,
    price,
)
from tefuda.games.llama.notes import lay_out
from tefuda.games.llama.rollout_policy import accept_world, rollout_policy
from tefuda.games.llama.state import (
    ALL_IN,
    BETTING,
    BOTTOM,
    CONFIRMING,
    DECLINE,
    DRAWING,
    DROP,
    ENOUGH_MARKS,
    FOLD,
    GAME_IS_OVER,
    GAMES,
    LIMIT,
    MARK,
    MARK_IS_THERE,
    MARKED,
    MARKS,
    MAX_PLAYERS,
    MAX_STEPS,
    NO_SUCH_NOTE,
    NOBODY_IS_ALL_IN,
    NOT_IN_THE_RUNNING,
    NOT_IN_THIS_PHASE,
    NUM_ACTIONS,
    PLAY,
    RAISING,
    REVEAL,
    ROUNDS,
    SOMEBODY_IS_ALL_IN,
    STOP,
    SWAP,
    TOP,
    VOTE,
    VOTED,
    VOTING,
    WITHDRAW,
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
    "accept_world",
    "apply",
    "candidate_actions",
    "determinize",
    "evaluate",
    "information_state_key",
    "legal",
    "result",
    "rollout_policy",
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
    begin_round(s, t)


def legal(s: State, t: Tables, actions: Ints) -> int:
    if s.to_act < 0:
        return 0
    n = decisions(s, actions)
    for i in range(s.held[s.to_act]):
        free = free_marks(s, t, s.hand[s.to_act, i] - 1)
        while free != 0:
            actions[n] = MARK + MARKS * i + low_bit(free)
            n += 1
            free &= free - 1
    return n


def candidate_actions(s: State, t: Tables, actions: Ints) -> int:
    """Every decision but risking more on a hand known to bust; and no mark, which is for later rounds."""
    if s.to_act < 0:
        return 0
    p = s.to_act
    if s.allin != 0 and knows_bust(s, p):
        if s.phase == RAISING and s.coins[p] > 0:
            actions[0] = DROP
            return 1
        if s.phase == CONFIRMING and s.stake[p] > price(s, t):
            actions[0] = WITHDRAW
            return 1
    return decisions(s, actions)


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
        emit(s, MARKED, p, note, mark)
        return
    s.pending = 0
    s.noted[p] = s.held[p]
    if s.phase == BETTING:
        bet(s, p, action)
    elif s.phase == DRAWING:
        draw(s, p, action)
    elif s.phase == VOTING:
        s.vote[p] = 1 + action - VOTE
        emit(s, VOTED, p, action - VOTE)
        pass_on(s, p)
    elif s.phase == RAISING:
        answer(s, p, action)
    else:
        confirm(s, t, p, action)
    if s.waiting == 0:
        end_round(s, t)


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


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Between rounds: among equals, the chance to win a game is the share of all coins; between games it is decided."""
    if s.phase > DRAWING:
        return 0
    total = 0
    for p in range(s.players):
        if s.noted[p] > 0:
            return 0
        total += s.coins[p] + s.stake[p]
    for p in range(s.players):
        share = (s.coins[p] + s.stake[p]) / total
        if s.round == 1 and s.game > 1:  # L1.5: the winner deals
            share = 1.0 if p == s.dealer else 0.0
        utilities[p] = (s.players * share - 1.0) / (s.players - 1)
    return 1


# -------------------------------------------------------------- what is allowed


def decisions(s: State, actions: Ints) -> int:
    """Fill in what may be decided, other than marks; return how many there are."""
    if s.phase == VOTING:
        n = 0
        rivals = fighters(s)
        while rivals != 0:
            actions[n] = VOTE + low_bit(rivals)
            rivals &= rivals - 1
            n += 1
        return n
    first, second = FOLD, PLAY
    if s.phase == DRAWING:
        first, second = TOP, BOTTOM
        actions[2] = STOP
    elif s.phase == RAISING:
        first, second = ALL_IN, DECLINE if s.allin == 0 else DROP
    elif s.phase == CONFIRMING:
        first, second = REVEAL, WITHDRAW
    actions[0] = first
    actions[1] = second
    return 3 if s.phase == DRAWING else 2


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


def free_marks(s: State, t: Tables, place: int) -> int:
    """Bits: the marks that its player may put on a note (L10.2, L10.3)."""
    fresh = s.fresh[place]
    return t.marks & ~(s.pattern[s.look[place]] | fresh) if ones(fresh) < s.limit else 0
