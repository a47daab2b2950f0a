"""ことりあつめ (Kotori Atsume): the rules, over one small record.

Susumu Kawasaki's game for the Pairs deck (value n on n cards, 55 in all), 2 to 4 players.  Three birds come to the
field; each player in turn bids cards from the face-up top of the deck and passes, or bursts when the top card equals
one of their own bids; the highest total takes the field; two equal birds in a cage quarrel and leave; the deck is
rebuilt once.  Clause numbers (`# K4.2`) are those of `rulebook.en.md` and `rulebook.ja.md`.

The deck is a bag: its order is not decided until a card is turned up, so nothing in this record is hidden from anybody.
Bags (`deck`, `discard`) are sixteen 4-bit counts in one integer, sets of ranks (`bids`, `cage`, `field`) are bits.
"""

from __future__ import annotations

import math

from tefuda.engine.primitives import Floats, Ints, emit, high_bit, mix, ones, rand_below
from tefuda.engine.record import GameState, Record, Row, i8, i16, i64

MAX_PLAYERS = 4
NUM_ACTIONS = 3
MOST_CARDS = 110  # in any card file; ours has 55
# Each of the two decks gives up each card once: as a bid, which one yield may follow (2 decisions for 1 card), or as
# one of three in the field of a round, which sees at most 4 passes (4 decisions for 3 cards).
MAX_STEPS = 4 * MOST_CARDS
TOP_RANK = 10
RANKS = TOP_RANK + 1  # ranks 1..10; index 0 is "no card"
FIELD_CARDS = 3

PASS, DRAW, YIELD = 0, 1, 2

ALLOW_YIELD = 0  # index of the house rule among the options

# What a position between two rounds is worth, in birds.
BEST_BIRD = 0.01  # each rank of the best one: it decides only between equal numbers (K9.2)
KEPT_BID = 0.015  # each point of the bids a player keeps
CERTAIN, DRIFT = 0.3, 0.5  # a lead that counts for much: with no cards to come, and more by the root of their number

# Clauses that forbid something.
PASS_NEEDS_A_BID = 403
YIELD_NEEDS_A_BID_AND_AN_OPPONENT = 404
ONE_TURN_A_ROUND = 405
GAME_IS_OVER = 802

# What happens, as reported by `emit`: code, then its arguments.
ROUND_BEGAN = 1  # dealer
FIELD_DRAWN = 2  # rank
SPARE_LEFT = 3  # rank: a duplicate in the field is discarded
BID = 4  # seat, rank
TURNED_UP = 5  # rank: the new top card
PASSED = 6  # seat, rank turned sideways
YIELDED = 7  # seat
BURST = 8  # seat, rank turned face down, 1 if at the first instant of the turn
WON = 9  # seat, total
CAGED = 10  # seat, rank
QUARRELLED = 11  # seat, rank: two equal birds leave the cage
SWEPT = 12  # seat of the winner, whose bids are discarded, like all burst cards; kept ones stand upright again
REBUILT = 13  # cards in the new deck
ENDED = 14


class Tables(Record):
    """What `cards.toml` says: the composition of the deck."""

    copies: Row = i8(RANKS)  # cards of each rank


class State(GameState):
    """One game of ことりあつめ."""

    dealer: int = i8()  # seat that led this round
    out: int = i8()  # bits: seats out of this round
    drew: int = i8()  # 1 once the seat to act has bid in this turn
    allow_yield: int = i8()  # house rule
    rebuilt: int = i8()  # 1 once the deck has been rebuilt
    top: int = i8()  # rank of the face-up card on the deck
    left: int = i8()  # cards below it
    spare: Row = i8(2)  # duplicates lying in the field until all three cards are drawn
    burst: Row = i8(MAX_PLAYERS)  # rank turned face down this round, 0 if none
    sideways: Row = i8(MAX_PLAYERS)  # rank turned sideways by passing, 0 if none
    field: int = i16()  # bits: ranks in the field
    bids: Row = i16(MAX_PLAYERS)  # bits: ranks of the upright and sideways bid cards
    cage: Row = i16(MAX_PLAYERS)  # bits: ranks in the cage
    line: Row = i64(MAX_PLAYERS)  # the same bid cards in the order they were placed, newest in the lowest 4 bits
    deck: int = i64()  # copies of each rank below the top card: 4 bits a rank
    discard: int = i64()  # copies of each rank in the discard


# ---------------------------------------------------------------- contract


def setup(s: State, t: Tables, players: int, options: Ints) -> None:
    s.players = players
    s.allow_yield = options[ALLOW_YIELD]
    for rank in range(1, RANKS):
        s.deck += t.copies[rank] << 4 * rank
        s.left += t.copies[rank]
    s.dealer = rand_below(s, players)  # K2.1
    turn_up(s)
    begin_round(s)
    settle(s)


def legal(s: State, t: Tables, actions: Ints) -> int:
    if s.to_act < 0:
        return 0
    n = 0
    if s.bids[s.to_act] != 0:  # K4.3
        actions[n] = PASS
        n += 1
    actions[n] = DRAW
    n += 1
    if s.allow_yield == 1 and may_yield(s):
        actions[n] = YIELD
        n += 1
    return n


def why_not(s: State, t: Tables, action: int) -> int:
    if s.to_act < 0:
        return GAME_IS_OVER
    if action == DRAW:
        return 0
    if action == PASS:
        return 0 if s.bids[s.to_act] != 0 else PASS_NEEDS_A_BID
    if s.allow_yield == 0:
        return ONE_TURN_A_ROUND
    return 0 if may_yield(s) else YIELD_NEEDS_A_BID_AND_AN_OPPONENT


def apply(s: State, t: Tables, action: int) -> None:
    p = s.to_act
    if action == DRAW:
        rank = s.top
        s.bids[p] |= 1 << rank
        s.line[p] = s.line[p] << 4 | rank
        s.drew = 1
        s.top = 0
        emit(s, BID, p, rank)
        turn_up(s)
        if s.to_act < 0 or s.bids[p] >> s.top & 1 == 0:
            return
        go_bust(s, p, 0)
    elif action == PASS:
        s.sideways[p] = s.line[p] & 15
        s.out |= 1 << p
        emit(s, PASSED, p, s.sideways[p])
    else:
        emit(s, YIELDED, p)
    next_turn(s)
    settle(s)


def result(s: State, t: Tables, utilities: Floats, ranks: Ints) -> None:
    """Ranks by K9; a utility is the share of opponents beaten less the share lost to."""
    for p in range(s.players):
        won = 0
        lost = 0
        for q in range(s.players):
            if score(s, q) > score(s, p):
                lost += 1
            elif score(s, q) < score(s, p):
                won += 1
        ranks[p] = 1 + lost
        utilities[p] = (won - lost) / (s.players - 1)


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Between rounds: how far each seat leads, in birds, where a lead counts for more the fewer cards are to come.

    The figures were fitted by play (docs/bots.md); `heuristic.py` judges a cage in the same way.
    """
    if s.to_act != s.dealer or s.drew == 1 or s.out != 0:
        return 0
    to_come = s.left + 1
    if s.rebuilt == 0:
        for rank in range(1, RANKS):
            to_come += s.discard >> 4 * rank & 15
    decisive = CERTAIN + DRIFT * math.sqrt(to_come)
    for p in range(s.players):
        beaten = 0.0
        for q in range(s.players):
            lead = (worth(s, p) - worth(s, q)) / decisive
            beaten += lead / math.sqrt(1.0 + lead * lead)
        utilities[p] = beaten / (s.players - 1)
    return 1


def determinize(s: State, t: Tables, viewer: int) -> None:
    """Nothing to do: only the order of the deck is hidden, and it is not decided before a card is turned up."""


def information_state_key(s: State, t: Tables, viewer: int) -> int:
    """Everything is public; every card that was discarded was seen on its way, so the bags are known too."""
    h = mix(s.deck, s.to_act + 1 + 8 * s.dealer + 32 * s.out + 512 * s.drew + 1024 * s.rebuilt + 2048 * s.top)
    h = mix(h, s.discard)
    h = mix(h, s.field + (s.allow_yield << 16))
    for p in range(s.players):
        h = mix(h, s.line[p])
        h = mix(h, s.cage[p] + (s.burst[p] << 16) + (s.sideways[p] << 20))
    return h


# ------------------------------------------------------------------- rules


def may_yield(s: State) -> bool:
    """K4.4: after a bid in this turn, while somebody else is still in."""
    return s.drew == 1 and s.out | 1 << s.to_act != (1 << s.players) - 1


def score(s: State, p: int) -> int:
    """K9: number of birds, then the highest of them."""
    if s.cage[p] == 0:
        return 0
    return 16 * ones(s.cage[p]) + high_bit(s.cage[p])


def worth(s: State, p: int) -> float:
    """What a seat has, in birds."""
    best = 0 if s.cage[p] == 0 else high_bit(s.cage[p])
    return ones(s.cage[p]) + BEST_BIRD * best + KEPT_BID * total(s.line[p])


def total(line: int) -> int:
    """Sum of a line of bid cards."""
    points = 0
    while line != 0:
        points += line & 15
        line >>= 4
    return points


def as_bag(line: int) -> int:
    """The cards of a line as 4-bit counts."""
    bag = 0
    while line != 0:
        bag += 1 << 4 * (line & 15)
        line >>= 4
    return bag


def without(line: int, rank: int) -> int:
    """The line less its card of that rank."""
    kept = 0
    shift = 0
    while line != 0:
        if line & 15 != rank:
            kept |= (line & 15) << shift
            shift += 4
        line >>= 4
    return kept


def turn_up(s: State) -> None:
    """K1.2: turn up the next card once the top card has left; K8: an empty deck is rebuilt once, then the game ends.

    K8.1 comes before everything else that this card leads to, burst or duplicates (R0-2).  Without any discards, which
    our deck cannot bring about but another card file may, there is nothing to rebuild and the game ends (R0-5).
    """
    if s.left == 0 and s.rebuilt == 0 and s.discard != 0:
        s.rebuilt = 1
        s.deck = s.discard
        s.discard = 0
        for rank in range(1, RANKS):
            s.left += s.deck >> 4 * rank & 15
        emit(s, REBUILT, s.left)
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
    emit(s, TURNED_UP, rank)


def begin_round(s: State) -> None:
    """K3: the dealer draws three cards to the field; duplicates leave once all three lie there."""
    s.out = 0
    s.drew = 0
    s.to_act = s.dealer
    emit(s, ROUND_BEGAN, s.dealer)
    spares = 0
    for _ in range(FIELD_CARDS):
        rank = s.top
        s.top = 0
        if s.field >> rank & 1 == 1:
            s.spare[spares] = rank
            spares += 1
        else:
            s.field |= 1 << rank
        emit(s, FIELD_DRAWN, rank)
        turn_up(s)
        if s.to_act < 0:
            return
    for i in range(spares):
        rank = s.spare[i]
        s.spare[i] = 0
        s.discard += 1 << 4 * rank
        emit(s, SPARE_LEFT, rank)


def go_bust(s: State, p: int, at_once: int) -> None:
    """K5: the bid card that equals the top card lies face down; the top card stays."""
    s.bids[p] ^= 1 << s.top
    s.line[p] = without(s.line[p], s.top)
    s.burst[p] = s.top
    s.out |= 1 << p
    emit(s, BURST, p, s.top, at_once)


def next_turn(s: State) -> None:
    """K4.1: clockwise to the next seat that is still in; nobody's turn when all are out."""
    s.drew = 0
    if s.out == (1 << s.players) - 1:
        return
    p = s.to_act + 1
    if p >= s.players:
        p = 0
    while s.out >> p & 1 == 1:
        p += 1
        if p >= s.players:
            p = 0
    s.to_act = p


def settle(s: State) -> None:
    """Run on until somebody has a choice: bursts on arrival (K5.1), ends of rounds."""
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
        p += 1
        if p >= s.players:
            p = 0
    emit(s, WON, winner, best)
    s.discard += as_bag(s.line[winner])  # K6.3
    s.bids[winner] = 0
    s.line[winner] = 0
    for p in range(s.players):  # K6.4
        if s.burst[p] > 0:
            s.discard += 1 << 4 * s.burst[p]
            s.burst[p] = 0
        s.sideways[p] = 0
    emit(s, SWEPT, winner)
    while s.field != 0:  # K7.1, K7.2
        bit = s.field & -s.field
        rank = high_bit(bit)
        s.field ^= bit
        s.cage[winner] ^= bit
        if s.cage[winner] & bit == 0:
            s.discard += 2 << 4 * rank
            emit(s, QUARRELLED, winner, rank)
        else:
            emit(s, CAGED, winner, rank)
    s.dealer = winner  # K7.3


def end_game(s: State) -> None:
    """K8.2, K8.3: at once, and everything but the cages is discarded."""
    for rank in range(1, RANKS):
        s.discard += (s.field >> rank & 1) << 4 * rank
    s.field = 0
    for i in range(2):
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
    emit(s, ENDED)
