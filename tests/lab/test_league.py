"""Leagues: ratings that order players by strength, with intervals, the same for the same seed."""

import numpy as np
import pytest

import tefuda
from tefuda.cli import main
from tefuda.engine.primitives import mix
from tefuda.lab import league, leagues
from tefuda.lab.intervals import Estimate
from tefuda.lab.leagues import ELO, Rating
from tefuda.lab.matches import MatchResult

KOTORI = tefuda.load("kotori", players=2)
PLAYERS = ["random", "search:5", "search:60"]
NO_UTILITIES = np.zeros((0, 0, 0))  # ratings are of the ranks


def test_ratings_are_the_same_for_the_same_seed_and_have_a_mean_of_zero() -> None:
    told: list[tuple[int, int]] = []
    one = league(KOTORI, PLAYERS, deals=6, seed=3, on_progress=lambda done, of: told.append((done, of)))
    two = league(KOTORI, PLAYERS, deals=6, seed=3)
    assert one.ratings == two.ratings
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert sum(rating.elo.value for rating in one.ratings) == pytest.approx(0, abs=1e-6)
    assert [rating.games for rating in one.ratings] == [24, 24, 24]
    assert all(rating.elo.low < rating.elo.value < rating.elo.high for rating in one.ratings)


def ratings_of(players: list[str], meeting: MatchResult) -> tuple[Rating, ...]:
    import choix  # slow, and only this file needs it

    return leagues._ratings(choix, players, [meeting], 1)


def test_known_strengths_are_found() -> None:
    """Rankings are drawn by the Plackett-Luce model itself: log strengths 0, 1 and 2."""
    generator = np.random.Generator(np.random.PCG64(mix(5, 0)))
    arrivals = generator.exponential(np.exp(-np.arange(3.0)), (400, 3, 3))
    ranks = arrivals.argsort(axis=2).argsort(axis=2) + 1
    meeting = MatchResult(KOTORI, ("a", "b", "c"), 1, 400, 1200, (), False, ranks, NO_UTILITIES)
    ratings = {rating.player: rating.elo for rating in ratings_of(["a", "b", "c"], meeting)}
    for player, expected in (("a", -ELO), ("b", 0.0), ("c", ELO)):
        assert ratings[player].value == pytest.approx(expected, abs=40)
        assert ratings[player].low - 20 < expected < ratings[player].high + 20


def rating_of_few(wins: list[int]) -> Estimate:
    """Return the rating of a player who won this many of the two games of each deal against another."""
    ranks = np.array([[[1, 2]] * won + [[2, 1]] * (2 - won) for won in wins])
    meeting = MatchResult(KOTORI, ("a", "b"), 1, len(wins), 2 * len(wins), (), False, ranks, NO_UTILITIES)
    return next(one.elo for one in ratings_of(["a", "b"], meeting) if one.player == "a")


def test_intervals_of_few_deals_are_wide_enough() -> None:
    """Few deals say little, even where all of them were alike."""
    assert rating_of_few([2, 1]).high - rating_of_few([2, 1]).low > 350
    assert rating_of_few([2, 1, 0, 2, 1]).high - rating_of_few([2, 1, 0, 2, 1]).low > 260
    alike = rating_of_few([1, 1, 1])
    assert alike.value == pytest.approx(0)
    assert alike.low < -80
    assert alike.high > 80


def test_ties_count_for_both() -> None:
    ranks = np.ones((5, 2, 2), np.int64)
    beaten = leagues._beaten(["a", "b"], MatchResult(KOTORI, ("a", "b"), 1, 5, 10, (), False, ranks, NO_UTILITIES))
    assert beaten.sum(axis=0).tolist() == [[0, 5], [5, 0]]


def test_a_player_who_wins_all_has_an_interval_all_the_same() -> None:
    ranks = np.tile(np.array([1, 2]), (30, 2, 1))
    meeting = MatchResult(KOTORI, ("a", "b"), 1, 30, 60, (), False, ranks, NO_UTILITIES)
    best, worst = ratings_of(["a", "b"], meeting)
    assert (best.player, worst.player) == ("a", "b")
    assert best.elo.low < 300 < best.elo.value  # 257 by Clopper and Pearson, for 60 of 60
    assert worst.elo.high > -300 > worst.elo.value


def test_fewer_players_than_seats_meet_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", "league", "kotori", "random", "search:5", "--players", "3", "--deals", "2", "--seed", "1"]
    assert main([*arguments, "--processes", "1", "--lang", "en"]) == 0
    assert "a league of 2 meetings with 2 deals each, seed 1" in capsys.readouterr().out


@pytest.mark.parametrize("players", [["random"], ["random", "random"]])
def test_league_needs_different_players(players: list[str]) -> None:
    with pytest.raises(tefuda.BadOption, match="2 to 32 different players"):
        league(KOTORI, players)
