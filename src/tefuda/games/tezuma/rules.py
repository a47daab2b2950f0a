"""てづま師 (Tezuma-shi): the rules, over one small record.

A trick-taking game by the circle 桜遊庵 (2015) for 3 or 4 players.  In each deal everybody looks at twelve cards, then
takes a score table, a minus suit and an ability; twelve tricks follow, in which trump cards win only when they do not
follow suit, and abilities paid in ohajiki bend the rules.  Clause numbers (`# T4.3`) are those of `rulebook.en.md` and
`rulebook.ja.md`.

`record.py` says what the record holds, `tricks.py` how strong a card is and what an ability changes, `hidden.py` what
each viewer knows; here a game runs its course.
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, rand_below
from tefuda.games.tezuma.actions import candidate_actions, legal
from tefuda.games.tezuma.determinize import deal_hands, determinize, information_state_key
from tefuda.games.tezuma.draft import (
    chooser,
    first_of,
    kind_of,
    lay_out,
    put_back,
    take_card,
    why_not_take,
)
from tefuda.games.tezuma.state import (
    CARDS,
    CHOICE_IS_OVER,
    CHOOSE_FIRST,
    CHOOSING,
    COINS,
    DEALT,
    DOES_NOT_APPLY,
    ENDED,
    FISHED,
    FISHING,
    GAME_IS_OVER,
    GATHERED,
    LAID_OUT,
    LAPS,
    MAX_PLAYERS,
    MAX_STEPS,
    MUST_FOLLOW,
    NEEDS_A_CARD,
    NO_CARD,
    NO_CARD_LIES,
    NO_OTHER_WAY,
    NOT_IN_HAND,
    NOT_IN_THIS_LAP,
    NOT_ON_THE_TABLE,
    NOTHING_TO_SET_ASIDE,
    NUM_ACTIONS,
    ONE_ABILITY,
    ONE_ABILITY_A_TRICK,
    OWNS_THAT_KIND,
    PLAY_BEGAN,
    PLAYED,
    PLAYING,
    SCORED,
    SET_ASIDE,
    SET_ASIDE_FIRST,
    SUIT_WIDTH,
    SWEEP,
    SWEPT,
    TAKE_TABLE,
    TOO_FEW_COINS,
    TOOK,
    TRICKS,
    WITHOUT_SUIT,
    WON,
    WON_WITHOUT_CARD,
    State,
    Tables,
)
from tefuda.games.tezuma.tricks import (
    power,
    why_not_play,
    with_card,
    without_card,
)

# What the contract asks for, and every clause that forbids something: also those that the siblings name.
__all__ = [
    "CHOICE_IS_OVER",
    "CHOOSE_FIRST",
    "DOES_NOT_APPLY",
    "GAME_IS_OVER",
    "MAX_PLAYERS",
    "MAX_STEPS",
    "MUST_FOLLOW",
    "NEEDS_A_CARD",
    "NOTHING_TO_SET_ASIDE",
    "NOT_IN_HAND",
    "NOT_IN_THIS_LAP",
    "NOT_ON_THE_TABLE",
    "NO_OTHER_WAY",
    "NUM_ACTIONS",
    "ONE_ABILITY_A_TRICK",
    "OWNS_THAT_KIND",
    "SET_ASIDE_FIRST",
    "TOO_FEW_COINS",
    "State",
    "Tables",
    "apply",
    "candidate_actions",
    "determinize",
    "evaluate",
    "information_state_key",
    "legal",
    "result",
    "setup",
    "why_not",
]

EVEN_MARGIN = 40.0  # a lead over the others' average by which a utility comes close to 1


# ---------------------------------------------------------------- contract


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.without = options[WITHOUT_SUIT] if players == 3 else 0  # T2.6
    s.one_ability = options[ONE_ABILITY]
    s.start = rand_below(s, players)  # T2.3
    lay_out(s, t)
    emit(s, LAID_OUT)
    begin_deal(s, t)


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return GAME_IS_OVER
    if action >= TAKE_TABLE:
        return why_not_take(s, t, action)
    if s.phase == CHOOSING:
        return CHOOSE_FIRST
    if action >= SET_ASIDE:
        there = s.phase == FISHING and 0 < s.lying[action - SET_ASIDE] <= CARDS
        return 0 if there else NOTHING_TO_SET_ASIDE
    if s.phase == FISHING:
        return SET_ASIDE_FIRST
    return why_not_play(s, t, action)


def apply(s: State, t: Tables, action: int) -> None:
    if action >= TAKE_TABLE:
        take(s, t, action)
    elif action >= SET_ASIDE:
        set_aside(s, t, action - SET_ASIDE)
    else:
        play(s, t, action)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """T9.3: the most points win."""
    for p in range(s.players):
        better = 0
        for q in range(s.players):
            if s.points[q] > s.points[p]:
                better += 1
        ranks[p] = 1 + better
        utilities[p] = utility(s, p)


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Between two deals: everybody may hope for as much of those to come, so what counts is the score."""
    between = s.phase == CHOOSING and s.step == 0
    for p in range(s.players if between else 0):
        utilities[p] = utility(s, p)
    return 1 if between else 0


def utility(s: State, p: int) -> float:
    """The lead of a seat over the average of the others, brought into [-1, 1]."""
    others = 0
    for q in range(s.players):
        others += s.points[q]
    others -= s.points[p]
    lead = s.points[p] - others / (s.players - 1)
    return lead / (EVEN_MARGIN + abs(lead))


# ------------------------------------------------------------ deal and choice


def begin_deal(s: State, t: Tables) -> None:
    """T3.1, T3.2: twelve cards and four ohajiki each; then the cards are chosen."""
    for p in range(s.players):
        s.coins[p] = COINS
    deal_hands(s)
    s.phase = CHOOSING
    s.to_act = chooser(s, t)
    emit(s, DEALT, s.deal, s.start)


def take(s: State, t: Tables, action: int) -> None:
    """T3.3: a choice; after the last one the first trick begins."""
    p = s.to_act
    kind = kind_of(action)
    take_card(s, action)
    emit(s, TOOK, p, kind, action - first_of(kind))
    s.step += 1
    if s.step < LAPS * s.players:
        s.to_act = chooser(s, t)
        return
    s.phase = PLAYING
    lead(s, s.start)  # T4.1
    emit(s, PLAY_BEGAN, s.start)


# ------------------------------------------------------------------- tricks


def lead(s: State, p: int) -> None:
    """A new trick."""
    s.leader = p
    s.to_act = p
    s.best = p
    s.power = -1
    s.led = 0


def play(s: State, t: Tables, action: int) -> None:
    """T4.1: one seat's turn in the trick; the last one ends it."""
    p = s.to_act
    announced = 1 if action == NO_CARD else action // CARDS
    if announced > 0:
        s.coins[p] -= t.cost[s.ability[p] - 1]
        s.announced[p] = announced
    strength = SWEEP
    if action == NO_CARD:
        s.lying[p] = NO_CARD_LIES
    else:
        card = action - CARDS * announced
        strength = power(s, t, p, card, announced)
        show(s, p, card // SUIT_WIDTH, announced > 0 and t.free[s.ability[p] - 1] == 1)
        s.hand[p] = without_card(s.hand[p], card)
        s.played = with_card(s.played, card)
        s.lying[p] = 1 + card
        if s.led == 0:  # also after a leader who played no card: T7.5
            s.led = 1 + card // SUIT_WIDTH
    if strength > s.power:
        s.power = strength
        s.best = p
    if action == NO_CARD:
        emit(s, WON_WITHOUT_CARD, p)
    else:
        emit(s, PLAYED, p, action - CARDS * announced, announced)
    s.to_act = p + 1 if p + 1 < s.players else 0
    if s.to_act == s.leader:
        end_trick(s, t)


def show(s: State, p: int, suit: int, freed: bool) -> None:
    """What a card of this suit shows of the hand it comes from: T4.3, T7.7."""
    not_followed = 1 << s.led - 1 if s.led > 0 and s.led != suit + 1 else 0
    s.keeps[p] = s.keeps[p] & ~(1 << suit) | (not_followed if freed else 0)
    s.void[p] |= 0 if freed else not_followed


def end_trick(s: State, t: Tables) -> None:
    """T5: the strongest card wins, the first of equals; T7.10 comes before the cards are captured."""
    emit(s, WON, s.best)
    if s.announced[s.best] > 0 and t.aside[s.ability[s.best] - 1] == 1:
        s.phase = FISHING
        s.to_act = s.best
        return
    capture(s, t)


def set_aside(s: State, t: Tables, q: int) -> None:
    """T7.10: a card of the trick that nobody captures."""
    card = s.lying[q] - 1
    s.lying[q] = 0
    s.fished = with_card(s.fished, card)
    s.phase = PLAYING
    emit(s, FISHED, s.best, card, q)
    capture(s, t)


def capture(s: State, t: Tables) -> None:
    """T5.6: the winner takes the cards, face down, and leads."""
    w = s.best
    first = (s.minus[w] - 1) * SUIT_WIDTH
    taken = 0
    penalty = 0
    for p in range(MAX_PLAYERS):
        card = s.lying[p] - 1
        taken += 0 <= card < CARDS
        penalty += 0 <= card - first < SUIT_WIDTH
        s.lying[p] = 0
        s.announced[p] = 0
    s.taken[w] += taken
    s.penalty[w] += penalty
    s.tricks[w] += 1
    s.trick += 1
    lead(s, w)
    emit(s, SWEPT, w)
    if s.trick == TRICKS:
        end_deal(s, t)


# ------------------------------------------------------------------ scoring


def deal_points(s: State, t: Tables, p: int) -> int:
    """T8: what this deal brings a seat as it stands."""
    if s.table[p] == 0:
        return 0
    return max(0, t.points[s.table[p] - 1, s.tricks[p]] - s.penalty[p])


def end_deal(s: State, t: Tables) -> None:
    """T8, T9: score; then the next deal, or the game is over."""
    for p in range(s.players):
        points = deal_points(s, t, p)
        s.points[p] += points
        emit(s, SCORED, p, points, s.penalty[p])
    s.deal += 1
    if s.deal == s.players:  # T2.4
        s.to_act = -1
        emit(s, ENDED)
        return
    gather(s)
    emit(s, GATHERED)
    s.start = s.start + 1 if s.start + 1 < s.players else 0  # T9.2
    begin_deal(s, t)


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
    s.phase = CHOOSING
