"""ドウトツくじゃん: the search's candidate actions, and the match equity of the points at the start of a game.

The outcome frequencies of a game were measured in play (`docs/bots-doutotsu.md`); the match equities that follow from
them are computed exactly when this module is loaded.
"""

from __future__ import annotations

from itertools import product

from tefuda.engine.primitives import Floats, Ints
from tefuda.engine.rules_helpers import next_seat
from tefuda.games.doutotsu.actions import Action, can_go_out, card_of_discard, legal, list_discards, mover
from tefuda.games.doutotsu.bags import ONES, add, colour_of, filled, intersection, kana_of, remove, units
from tefuda.games.doutotsu.hands import (
    can_expose,
    letters,
    most_usable,
    most_usable_in_any_colour,
    usable,
    usable_bound,
    usable_coloured,
)
from tefuda.games.doutotsu.state import GOAL, HALVES, HAND, MAX_PLAYERS, NAMES_TO_GO_OUT, Phase, State, Tables

FORESEEN_GAMES = 5  # with this many games or more to come, the limit of D6.3 hardly ever decides the match

NEEDED = 1  # bit of a card's mark in `spare`: a nearest triple needs it; bit 0: a nearest triple can spare it

# Of games between searches with 50 simulations: in how many of a thousand the seat that began, the next one and the one
# after it scored one, two and three points.  With two players, the first row is for a seat without points: it needs
# three to win, and scores three more often, though it scores no more often in all (`docs/bots-doutotsu.md`).
GAMES = 1000
TWO_PLAYERS = (((38, 384, 114), (36, 410, 90)), ((2, 347, 115), (3, 387, 74)))
THREE_PLAYERS = (((317, 124, 14),), ((178, 111, 14),), ((134, 96, 10),))

CONVERGED = 1e-12  # largest change in the last round of value iteration
UNIT = 1_000_000  # match equities are kept in millionths
STANDINGS = GOAL * GOAL * GOAL  # points of three seats, each below the goal


def candidate_actions(s: State, t: Tables, actions: Ints) -> int:
    """Fill in going out if possible, else discards that no nearest triple needs and takes that reduce the distance."""
    if s.to_act < 0:
        return 0
    p = mover(s)
    if s.phase == Phase.LAY:
        return legal(s, t, actions)
    if can_go_out(s, t):
        actions[0] = Action.OUT
        return 1
    if s.phase == Phase.CHOOSE:
        actions[0] = Action.DRAW
        n = 1
        return n + list_useful_takes(s, t, p, actions)
    n = list_discards(s, t, actions)
    mark_spare(s, t, p)
    idle = 0
    spare = 0
    for i in range(n):
        if is_idle(s, card_of_discard(t, actions[i])):
            actions[idle] = actions[i]
            idle += 1
    for i in range(n):  # if each card is needed by some nearest triple: those that another one can spare
        if idle == 0 and is_spare(s, card_of_discard(t, actions[i])):
            actions[spare] = actions[i]
            spare += 1
    s.spare[:] = 0
    # All discards if every card that can be spared is exposed.
    return idle if idle > 0 else spare if spare > 0 else n


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Fill in the match equities before the first decision of a game, unless the last game may be near."""
    if s.phase != Phase.DISCARD or s.top > 0 or s.to_act < 0 or s.most_games - s.game < FORESEEN_GAMES:
        return 0
    second = next_seat(s.first, s.players)
    third = next_seat(second, s.players)
    for i in range(s.players):
        p = (s.first + i) % s.players
        points = 0 if s.players == 2 else s.scores[third]
        place = equity_index(s.players, s.scores[s.first], s.scores[second], points, i)
        utilities[p] = EQUITIES[place] / UNIT
    return 1


# ------------------------------------------------------- candidates for taking


def list_useful_takes(s: State, t: Tables, p: int, actions: Ints) -> int:
    """Fill in, from index 1 on, the takes that bring a seat nearer to going out; return their number."""
    n = 0
    for name in range(t.names[s.core]):
        if can_expose(s, t, p, name, s.top - 1):
            n += 1
            actions[n] = Action.TAKE + name
    if n == 0:
        return 0
    now = most_usable(s, t, p)
    add(s.held[p], s.top - 1)
    best = most_usable_in_any_colour(s, t, p) if most_usable(s, t, p) > now else HAND + 2  # more than a triple can use
    useful = 0
    for i in range(1, n + 1):
        if most_usable_with_name(s, t, p, actions[i] - Action.TAKE) == best:
            useful += 1
            actions[useful] = actions[i]
    remove(s.held[p], s.top - 1)
    return useful


def most_usable_with_name(s: State, t: Tables, p: int, n: int) -> int:
    """Return how many of a seat's cards a triple that has name n can use at most, whatever their colours."""
    word0, word1 = letters(s, p)
    best = 0
    for i in range(t.triples[s.core]):
        if t.triple[i, 0] == n or t.triple[i, 1] == n or t.triple[i, 2] == n:
            best = max(best, usable(t, i, word0, word1))
    return best


# --------------------------------------------------- candidates for discarding
# The nearest triples are those that can use most of a seat's cards.  `spare` has two marks for each kind of card.


def mark_spare(s: State, t: Tables, p: int) -> None:
    """Mark in `spare` which cards some of the nearest triples can spare, and which some of them need."""
    best = most_usable(s, t, p)
    word0, word1 = letters(s, p)
    for i in range(t.triples[s.core]):
        if usable(t, i, word0, word1) < best:
            continue
        if s.players > 2:
            mark_spare_of(s, t, p, i, -1, 0)
            continue
        for j in range(NAMES_TO_GO_OUT):
            n = t.triple[i, j]
            for colour in range(t.colours):
                if usable_bound(s, t, p, n, colour) < best:
                    continue
                if usable_coloured(s, t, p, i, n, colour, word0, word1) == best:
                    mark_spare_of(s, t, p, i, n, colour)


def mark_spare_of(s: State, t: Tables, p: int, i: int, n: int, colour: int) -> None:
    """Mark the cards for triple i, whose name n takes its letters from one colour (-1: none has to)."""
    word0, word1 = letters(s, p)
    for half in range(HALVES):
        have = word0 if half == 0 else word1
        own = s.held[p, colour, half]
        kept = 0
        use = t.whole[half, i]
        if n >= 0:
            kept = intersection(own, t.need[n, half])
            use -= t.need[n, half] - kept
        flags = filled(have - intersection(have, use))
        for other in range(t.colours):
            here = flags & filled(own - kept) if other == colour and n >= 0 else flags
            s.spare[other, half] |= here | (ONES & ~here) << NEEDED


def is_spare(s: State, card: int) -> bool:
    """Return whether a card is marked as one that some of the nearest triples can spare."""
    unit0, unit1 = units(kana_of(card))
    return s.spare[colour_of(card), 0] & unit0 != 0 or s.spare[colour_of(card), 1] & unit1 != 0


def is_idle(s: State, card: int) -> bool:
    """Return whether a card is marked as one that all of the nearest triples can spare."""
    unit0, unit1 = units(kana_of(card))
    needed = s.spare[colour_of(card), 0] & unit0 << NEEDED | s.spare[colour_of(card), 1] & unit1 << NEEDED
    return needed == 0 and is_spare(s, card)


# --------------------------------------------------------------- match equity


def match_equities(chances: tuple[tuple[tuple[int, ...], ...], ...]) -> dict[tuple[int, ...], list[float]]:
    """Return the expected utilities of all seats as a game begins, by their points; the first seat begins."""
    players = len(chances)
    expected = {scores: [0.0] * players for scores in product(range(GOAL), repeat=players)}
    change = 1.0
    while change > CONVERGED:  # soon: all but a few games change a score
        change = 0.0
        for scores, before in expected.items():
            means = [0.0] * players
            undecided = GAMES
            for seat, rows in enumerate(chances):
                for points, times in enumerate(rows[min(scores[seat], len(rows) - 1)], start=1):
                    after = (*scores[:seat], scores[seat] + points, *scores[seat + 1 :])
                    undecided -= times
                    means = [mean + times * u for mean, u in zip(means, utilities_after(expected, after), strict=True)]
            means = [mean + undecided * u for mean, u in zip(means, utilities_after(expected, scores), strict=True)]
            after_round = [mean / GAMES for mean in means]
            change = max(change, *(abs(new - old) for new, old in zip(after_round, before, strict=True)))
            expected[scores] = after_round
    return expected


def utilities_after(expected: dict[tuple[int, ...], list[float]], scores: tuple[int, ...]) -> list[float]:
    """Return the utilities of points after a game: of the finished match, or those expected of the next game (D6.1)."""
    others = len(scores) - 1
    if max(scores) >= GOAL:
        return [sum((mine > theirs) - (mine < theirs) for theirs in scores) / others for mine in scores]
    found = expected[(*scores[1:], scores[0])]  # the next seat begins
    return [found[-1], *found[:-1]]


def equity_table() -> tuple[int, ...]:
    """Return the match equities for two and three players in one row, in millionths; see `equity_index`."""
    cells = [0] * (2 * MAX_PLAYERS * STANDINGS)
    for players, chances in ((2, TWO_PLAYERS), (3, THREE_PLAYERS)):
        for scores, utilities in match_equities(chances).items():
            for seat, utility in enumerate(utilities):
                third = scores[2] if players > 2 else 0
                cells[equity_index(players, scores[0], scores[1], third, seat)] = round(UNIT * utility)
    return tuple(cells)


def equity_index(players: int, first: int, second: int, third: int, seat: int) -> int:
    """Return the place of a seat's equity in `EQUITIES`, by the points of all seats in turn order."""
    return ((players - 2) * MAX_PLAYERS + seat) * STANDINGS + (first * GOAL + second) * GOAL + third


EQUITIES = equity_table()
