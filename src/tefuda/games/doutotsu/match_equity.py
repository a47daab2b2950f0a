"""What each seat of ドウトツくじゃん may expect of a match when a new game begins, from the points alone.

Used by the rules for `evaluate`.  The chances of a game are measured once; what follows from them for a match is worked
out exactly, when this module is loaded.
"""

from __future__ import annotations

from itertools import product

from tefuda.games.doutotsu.state import GOAL, MAX_PLAYERS

# Of 40,000 games between players who choose at random among likely actions, half of them with the core side: in how
# many of a thousand the seat that began, the next one and the one after it scored one, two and three points.
GAMES = 1000
TWO_PLAYERS = ((86, 406, 70), (10, 362, 63))
THREE_PLAYERS = ((363, 90, 8), (210, 80, 7), (154, 70, 6))

CONVERGED = (
    1e-12  # change in a round of value iteration, at most: a game in fifty changes no score, so it is soon there
)
UNIT = 1_000_000
POSITIONS = 27  # three seats with less than three points each


def prospects(chances: tuple[tuple[int, ...], ...]) -> dict[tuple[int, ...], list[float]]:
    """For the points of all seats, the one that begins first: the utility that each of them may expect."""
    players = len(chances)
    expected = {scores: [0.0] * players for scores in product(range(GOAL), repeat=players)}
    change = 1.0
    while change > CONVERGED:
        change = 0.0
        for scores, before in expected.items():
            means = [0.0] * players
            undecided = GAMES
            for seat, row in enumerate(chances):
                for points, times in enumerate(row, start=1):
                    after = (*scores[:seat], scores[seat] + points, *scores[seat + 1 :])
                    undecided -= times
                    means = [mean + times * u for mean, u in zip(means, worth(expected, after), strict=True)]
            means = [mean + undecided * u for mean, u in zip(means, worth(expected, scores), strict=True)]
            after_round = [mean / GAMES for mean in means]
            change = max(change, *(abs(new - old) for new, old in zip(after_round, before, strict=True)))
            expected[scores] = after_round
    return expected


def worth(expected: dict[tuple[int, ...], list[float]], scores: tuple[int, ...]) -> list[float]:
    """Utilities of those points after a game: of the match that is over, or expected of the games to come (D6.1)."""
    others = len(scores) - 1
    if max(scores) >= GOAL:
        return [sum((mine > theirs) - (mine < theirs) for theirs in scores) / others for mine in scores]
    found = expected[(*scores[1:], scores[0])]  # the next seat begins
    return [found[-1], *found[:-1]]


def listed() -> tuple[int, ...]:
    """The same in one row, in units of a millionth: `place_of` says where what stands."""
    cells = [0] * (2 * MAX_PLAYERS * POSITIONS)
    for players, chances in ((2, TWO_PLAYERS), (3, THREE_PLAYERS)):
        for scores, utilities in prospects(chances).items():
            for seat, utility in enumerate(utilities):
                third = scores[2] if players > 2 else 0
                cells[place_of(players, scores[0], scores[1], third, seat)] = round(UNIT * utility)
    return tuple(cells)


def place_of(players: int, begins: int, second: int, third: int, seat: int) -> int:
    """Where the prospect of a seat stands in the row, by the points of all in the order of their turns."""
    return ((players - 2) * MAX_PLAYERS + seat) * POSITIONS + (begins * GOAL + second) * GOAL + third


PROSPECTS = listed()
