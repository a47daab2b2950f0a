"""てづま師 (Tezuma-shi): the rules.

A trick-taking game by the circle 桜遊庵 (2015) for 3 or 4 players.  In each deal all look at twelve cards, then take a
score table, a minus suit and an ability; twelve tricks follow, in which trump cards win only when they do not follow
suit, and abilities paid in ohajiki bend the rules.  Clause numbers (`# T4.3`) are those of `rulebook.en.md` and
`rulebook.ja.md`.

Where to find the clauses:

    T1      cards.py        the cards
    T2      rules.py        before the first deal; `draft.py`, `dealing.py`: what is laid out and dealt
    T3      draft.py        the cards that are chosen before the first trick
    T4, T5  tricks.py       playing a trick, and who wins it
    T6, T7  tricks.py       what abilities do; `actions.py`: when they can be announced
    T8, T9  rules.py        scoring, the next deal, and who has won
    all     actions.py      what is legal, and which clause forbids it
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, rand_below
from tefuda.engine.rules_helpers import next_seat, rank_scores
from tefuda.games.tezuma.actions import Action
from tefuda.games.tezuma.dealing import deal_hands, hand_size
from tefuda.games.tezuma.draft import begin_draft, lay_out, lay_out_first, put_back, take
from tefuda.games.tezuma.state import COINS, LAPS, Event, HouseRule, Phase, State, Tables
from tefuda.games.tezuma.tricks import begin_trick, play, set_aside

HALF_LEAD = 40.0  # scale of our utilities, not a rule of the game: a lead of this many points has utility 1/2


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.without = options[HouseRule.WITHOUT_SUIT] if players == 3 else 0  # T2.6
    s.one_ability = options[HouseRule.ONE_ABILITY]
    s.extra_coins = options[HouseRule.COINS] - COINS
    s.start = rand_below(s, players)  # T2.3
    s.short = options[HouseRule.SHORT]
    if s.short > 0:
        s.deal = players - 1
        begin_short_deal(s, t)
        return
    lay_out(s, t)
    begin_deal(s, t)


def apply(s: State, t: Tables, action: int) -> None:
    if action >= Action.TAKE_TABLE:
        take(s, t, action)
        if s.step == LAPS * s.players:
            begin_play(s)
        return
    if action >= Action.SET_ASIDE:
        set_aside(s, action - Action.SET_ASIDE)
    else:
        play(s, t, action)
    if s.trick == hand_size(s):
        end_deal(s, t)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """T9.3: the most points win; a utility grows with the lead."""
    rank_scores(s.points, s.players, ranks)
    for p in range(s.players):
        utilities[p] = utility(s, p)


def utility(s: State, p: int) -> float:
    """Return the lead of a seat over the average of the others, scaled to [-1, 1]."""
    others = 0
    for q in range(s.players):
        others += s.points[q]
    others -= s.points[p]
    lead = s.points[p] - others / (s.players - 1)
    return lead / (HALF_LEAD + abs(lead))


def begin_deal(s: State, t: Tables) -> None:
    """T3.1, T3.2: twelve cards and four ohajiki each; then cards are chosen."""
    for p in range(s.players):
        s.coins[p] = COINS + s.extra_coins
    deal_hands(s)
    begin_draft(s, t)
    emit(s, Event.DEALT, s.deal, s.start)


def begin_short_deal(s: State, t: Tables) -> None:
    """Begin the one deal of a game for study: nothing is drawn or chosen."""
    lay_out_first(s, t)
    for p in range(s.players):
        s.coins[p] = COINS + s.extra_coins
    deal_hands(s)
    emit(s, Event.DEALT, s.deal, s.start)
    begin_play(s)


def begin_play(s: State) -> None:
    """T3.8, T4.1: all have chosen, and the start player leads."""
    s.phase = Phase.PLAYING
    begin_trick(s, s.start)
    emit(s, Event.PLAY_BEGAN, s.start)


def end_deal(s: State, t: Tables) -> None:
    """T8, T9: score; then the next deal, or the end of the game."""
    for p in range(s.players):
        points = deal_points(s, t, p)
        s.points[p] += points
        emit(s, Event.SCORED, p, points, s.penalty[p])
    s.deal += 1
    if s.deal == s.players:  # T2.4
        s.to_act = -1
        emit(s, Event.ENDED)
        return
    gather(s)
    emit(s, Event.GATHERED)
    s.start = next_seat(s.start, s.players)  # T9.2
    begin_deal(s, t)


def deal_points(s: State, t: Tables, p: int) -> int:
    """T8.1 to T8.4: return what this deal brings a seat as it stands."""
    if s.table[p] == 0:
        return 0
    return max(0, t.points[s.table[p] - 1, s.tricks[p]] - s.penalty[p])


def gather(s: State) -> None:
    """T9.1: all cards go back; score tables and abilities stay as they were laid out."""
    put_back(s)
    s.hand[:] = 0
    s.tricks[:] = 0
    s.taken[:] = 0
    s.penalty[:] = 0
    s.void[:] = 0
    s.keeps[:] = 0
    s.played = 0
    s.fished = 0
    s.trick = 0
    s.best = 0
    s.leader = 0
    s.power = 0
    s.phase = Phase.CHOOSING
