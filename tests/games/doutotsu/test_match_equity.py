"""Match equity at ドウトツくじゃん: what the points are worth as a game begins, where the search stops."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from statistics import mean

import pytest

import tefuda
from tefuda.engine.state import State
from tefuda.games.doutotsu.search_hints import GAMES, THREE_PLAYERS, TWO_PLAYERS, match_equities
from tests.games.asking import estimated
from tests.games.doutotsu.builders import NEXT_TO_NOTHING, scene

CHANCES = {2: TWO_PLAYERS, 3: THREE_PLAYERS}


def beginning(players: int, scores: Sequence[int] = (), most_games: int = 50, game: int = 7, first: int = 0) -> State:
    """Return a state in which a game begins, after some games."""
    opened = tefuda.load("doutotsu", players=players, most_games=most_games)
    records = (opened.start(seed=seed).full_state for seed in count())
    record = next(record for record in records if record.to_act == first)
    record.game = game
    for seat, points in enumerate(scores):
        record.scores[seat] = points
    return opened.position(opened.position_text(record), seed=1)


@pytest.mark.parametrize("players", [2, 3])
def test_equities_are_known_as_a_game_begins(players: int) -> None:
    level = estimated(beginning(players))
    ahead = estimated(beginning(players, (0, 2, 0)[:players]))
    assert level is not None
    assert ahead is not None
    assert sum(level) == pytest.approx(0, abs=1e-5)
    assert sum(ahead) == pytest.approx(0, abs=1e-5)
    assert 0 < level[0] < 0.1, "to begin is worth a little"
    assert level[0] == max(level)
    assert 0.35 < ahead[1] < 0.9
    assert max(ahead) == ahead[1]


def test_lead_of_two_points_with_two_players_is_worth_what_it_brings_in_play() -> None:
    """In 2,290 games between searches it brought 0.370 ± 0.038, on average over who began."""
    leads = [estimated(beginning(2, (2, 0), first=first)) for first in range(2)]
    assert mean(lead[0] for lead in leads if lead) == pytest.approx(0.37, abs=0.03)


def test_no_equity_in_the_middle_of_a_game_nor_near_the_last_one() -> None:
    assert estimated(scene(hands={0: NEXT_TO_NOTHING}, top="ラb")) is None
    assert estimated(beginning(3, most_games=12)) is not None
    assert estimated(beginning(3, most_games=11)) is None, "five games at most: the limit may decide"
    state = tefuda.load("doutotsu", most_games=1).start(seed=1)
    while not state.is_terminal:
        assert estimated(state) is None
        state.play(state.legal_actions[0])
    assert estimated(state) is None


def test_equity_is_known_only_before_the_first_discard() -> None:
    state = tefuda.load("doutotsu", players=2).start(seed=4)
    assert estimated(state) is not None
    state.play(state.legal_actions[0])
    assert estimated(state) is None


@pytest.mark.parametrize("players", [2, 3])
def test_equities_agree_with_simulated_matches(players: int) -> None:
    """Matches simulated from the chances of a game, from a few scores."""
    random = Random(players)
    for scores in ((0, 0, 0), (0, 2, 1), (2, 1, 2)):
        expected = match_equities(CHANCES[players])[scores[:players]]
        thrown = [match(random, CHANCES[players], scores[:players]) for _ in range(2000)]
        for seat in range(players):
            assert mean(one[seat] for one in thrown) == pytest.approx(expected[seat], abs=0.09)  # four standard errors


def match(random: Random, chances: Sequence[Sequence[Sequence[int]]], scores: Sequence[int]) -> list[float]:
    """Return the utilities of a match that goes on from these points; seat 0 begins the next game."""
    points, first, players = list(scores), 0, len(scores)
    while max(points) < 3:
        throw = random.randrange(GAMES)
        for place, rows in enumerate(chances):
            seat = (first + place) % players
            for gained, times in enumerate(rows[min(points[seat], len(rows) - 1)], start=1):
                if 0 <= throw < times:
                    points[seat] += gained
                throw -= times
        first = (first + 1) % players
    return [sum((mine > theirs) - (mine < theirs) for theirs in points) / (players - 1) for mine in points]


def test_equities_are_listed_from_the_seat_that_begins() -> None:
    one, two, three = match_equities(THREE_PLAYERS)[2, 0, 1]
    assert estimated(beginning(3, (0, 1, 2), first=2)) == pytest.approx([two, three, one], abs=1e-6)
    one, two = match_equities(TWO_PLAYERS)[1, 2]
    assert estimated(beginning(2, (2, 1), first=1)) == pytest.approx([two, one], abs=1e-6)
