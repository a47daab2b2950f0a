"""ことりあつめ (Kotori Atsume): the rules.

Susumu Kawasaki's game for the Pairs deck (value n on n cards, 55 in all), 2 to 4 players.  Three birds come to the
field; each player in turn bids cards from the face-up top of the deck and passes, or busts when the top card equals
one of their own bids; the highest total takes the field; two equal birds in a cage quarrel and leave; the deck is
rebuilt from the discards (`REBUILDS`).  Clause numbers (`# K4.2`) are those of `rulebook.en.md` and `rulebook.ja.md`.

Where to find the clauses:

    K1        cards.py      the deck; `state.py`: limits
    K2 to K9  rules.py      the flow of the game, and who has won
    K4        actions.py    what is legal, and which clause forbids it
"""

from __future__ import annotations

from tefuda.engine.primitives import Floats, Ints, emit, high_bit, ones, rand_below
from tefuda.engine.rules_helpers import next_seat, rank_scores, rank_utilities
from tefuda.games.kotori.actions import Action
from tefuda.games.kotori.state import (
    FIELD_CARDS,
    MOST_FIELD_CARDS,
    RANKS,
    REBUILDS,
    TOP_RANK,
    Event,
    HouseRule,
    State,
    Tables,
)


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.allow_yield = options[HouseRule.ALLOW_YIELD]
    s.extra_birds = options[HouseRule.FIELD_CARDS] - FIELD_CARDS
    s.extra_rebuilds = options[HouseRule.REBUILDS] - REBUILDS
    for rank in range(1, RANKS):
        s.deck += t.copies[rank] << 4 * rank
        s.left += t.copies[rank]
    s.dealer = rand_below(s, players)  # K2.1
    turn_up(s)
    begin_round(s)
    settle(s)


def apply(s: State, t: Tables, action: int) -> None:
    p = s.to_act
    if action == Action.DRAW:
        rank = s.top
        s.bids[p] |= 1 << rank
        s.line[p] = s.line[p] << 4 | rank
        s.drew = 1
        s.top = 0
        emit(s, Event.BID, p, rank)
        turn_up(s)
        if s.to_act < 0 or s.bids[p] >> s.top & 1 == 0:
            return
        go_bust(s, p, 0)
    elif action == Action.PASS:
        s.sideways[p] = s.line[p] & 15
        s.out |= 1 << p
        emit(s, Event.PASSED, p, s.sideways[p])
    else:
        emit(s, Event.YIELDED, p)
    next_turn(s)
    settle(s)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """K9: rank by birds, then by the best one; utility is the share of opponents beaten less the share lost to."""
    for p in range(s.players):
        utilities[p] = score(s, p)
    rank_scores(utilities, s.players, ranks)  # K9.3: equal players share the rank
    rank_utilities(ranks, s.players, utilities)


def score(s: State, p: int) -> int:
    """K9: return a score that orders cages by number of birds, then by the highest of them."""
    if s.cage[p] == 0:
        return 0
    return 16 * ones(s.cage[p]) + high_bit(s.cage[p])


def total(line: int) -> int:
    """Return the sum of a line of bid cards."""
    points = 0
    while line != 0:
        points += line & 15
        line >>= 4
    return points


def as_bag(line: int) -> int:
    """Return the cards of a line as 4-bit counts."""
    bag = 0
    while line != 0:
        bag += 1 << 4 * (line & 15)
        line >>= 4
    return bag


def without(line: int, rank: int) -> int:
    """Return the line less its card of that rank."""
    kept = 0
    shift = 0
    while line != 0:
        if line & 15 != rank:
            kept |= (line & 15) << shift
            shift += 4
        line >>= 4
    return kept


def turn_up(s: State) -> None:
    """K1.2: turn up the next card once the top card has left; K8: an empty deck is rebuilt or ends the game.

    K8.1 precedes all other consequences of this card, bust or duplicates (R0-2).  Without discards, which other card
    files allow, there is nothing to rebuild and the game ends (R0-5).
    """
    if s.left == 0 and s.rebuilt < REBUILDS + s.extra_rebuilds and s.discard != 0:
        s.rebuilt += 1
        s.deck = s.discard
        s.discard = 0
        for rank in range(1, RANKS):
            s.left += s.deck >> 4 * rank & 15
        emit(s, Event.REBUILT, s.left)
    if s.left == 0:
        end_game(s)
        return
    k = rand_below(s, s.left)
    rank = TOP_RANK
    n = s.deck >> 4 * rank & 15
    while k >= n:
        k -= n
        rank -= 1
        n = s.deck >> 4 * rank & 15
    s.deck -= 1 << 4 * rank
    s.left -= 1
    s.top = rank
    emit(s, Event.TURNED_UP, rank)


def begin_round(s: State) -> None:
    """K3: the dealer draws three cards to the field; duplicates leave once all three lie there."""
    s.out = 0
    s.drew = 0
    s.to_act = s.dealer
    emit(s, Event.ROUND_BEGAN, s.dealer)
    spares = 0
    for _ in range(FIELD_CARDS + s.extra_birds):
        rank = s.top
        s.top = 0
        if s.field >> rank & 1 == 1:
            s.spare[spares] = rank
            spares += 1
        else:
            s.field |= 1 << rank
        emit(s, Event.FIELD_DRAWN, rank)
        turn_up(s)
        if s.to_act < 0:
            return
    for i in range(spares):
        rank = s.spare[i]
        s.spare[i] = 0
        s.discard += 1 << 4 * rank
        emit(s, Event.SPARE_LEFT, rank)


def go_bust(s: State, p: int, at_once: int) -> None:
    """K5: the bid card that equals the top card lies face down; the top card stays."""
    s.bids[p] ^= 1 << s.top
    s.line[p] = without(s.line[p], s.top)
    s.burst[p] = s.top
    s.out |= 1 << p
    emit(s, Event.BURST, p, s.top, at_once)


def next_turn(s: State) -> None:
    """K4.1: pass the turn clockwise to the next seat that is still in; to no seat when all are out."""
    s.drew = 0
    if s.out == (1 << s.players) - 1:
        return
    p = next_seat(s.to_act, s.players)
    while s.out >> p & 1 == 1:
        p = next_seat(p, s.players)
    s.to_act = p


def settle(s: State) -> None:
    """Continue until a seat has a choice: through busts on arrival (K5.1) and ends of rounds."""
    while s.to_act >= 0:
        if s.out == (1 << s.players) - 1:
            end_round(s)
            begin_round(s)
        elif s.bids[s.to_act] >> s.top & 1 == 1:
            go_bust(s, s.to_act, 1)
            next_turn(s)
        else:
            return


def end_round(s: State) -> None:
    """K6, K7: the highest total takes the field; ties go to the seat nearest to the dealer."""
    winner = s.dealer
    best = -1
    p = s.dealer
    for _ in range(s.players):
        points = total(s.line[p])
        if points > best:
            best = points
            winner = p
        p = next_seat(p, s.players)
    emit(s, Event.WON, winner, best)
    s.discard += as_bag(s.line[winner])  # K6.3
    s.bids[winner] = 0
    s.line[winner] = 0
    for p in range(s.players):  # K6.4
        if s.burst[p] > 0:
            s.discard += 1 << 4 * s.burst[p]
            s.burst[p] = 0
        s.sideways[p] = 0
    emit(s, Event.SWEPT, winner)
    while s.field != 0:  # K7.1, K7.2
        bit = s.field & -s.field
        rank = high_bit(bit)
        s.field ^= bit
        s.cage[winner] ^= bit
        if s.cage[winner] & bit == 0:
            s.discard += 2 << 4 * rank
            emit(s, Event.QUARRELLED, winner, rank)
        else:
            emit(s, Event.CAGED, winner, rank)
    s.dealer = winner  # K7.3


def end_game(s: State) -> None:
    """K8.2, K8.3: end the game at once; everything but the cages is discarded."""
    for rank in range(1, RANKS):
        s.discard += (s.field >> rank & 1) << 4 * rank
    s.field = 0
    for i in range(MOST_FIELD_CARDS - 1):
        if s.spare[i] > 0:
            s.discard += 1 << 4 * s.spare[i]
            s.spare[i] = 0
    for p in range(s.players):
        s.discard += as_bag(s.line[p])
        if s.burst[p] > 0:
            s.discard += 1 << 4 * s.burst[p]
        s.burst[p] = 0
        s.sideways[p] = 0
        s.bids[p] = 0
        s.line[p] = 0
    s.drew = 0
    s.out = 0
    s.to_act = -1
    emit(s, Event.ENDED)
