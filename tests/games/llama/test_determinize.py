"""ニワトリかラマか ポーカー: determinizations follow L10.7 and L10.8 exactly; and the probability of a bust."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from tefuda.engine.chance import enumerate_outcomes
from tefuda.engine.state import State
from tefuda.games.llama.bust_probability import BustProbability, Knowledge
from tefuda.games.llama.determinize import sample_fronts
from tefuda.games.llama.notes import memory, seen_in_round
from tefuda.games.llama.state import PUBLIC, Kind
from tests.games.asking import changed_cards, estimated
from tests.games.llama.builders import play, scene

clause = pytest.mark.clause


@pytest.fixture(scope="module")
def few_chickens(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a card file with two chickens, so that all worlds can be enumerated."""
    changes = ("copies = 20", "copies = 24"), ("copies = 6", "copies = 2")
    return str(changed_cards("llama", tmp_path_factory.mktemp("cards"), *changes))


Worlds = dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction]


def worlds(state: State, viewer: int) -> Worlds:
    """Return the exact probability of every determinization: kinds and fronts by place."""
    game, found = state.game, {}
    for probability, world in enumerate_outcomes(
        state.full_state, lambda s: game.build.determinize(s, game.tables, viewer)
    ):
        key = (tuple(world.kind), tuple(world.look))
        found[key] = found.get(key, Fraction(0)) + probability
    return found


def model(s: Any, notes: int, bad: int, viewer: int, kinds: tuple[int, ...]) -> Fraction:
    """Return by L10.7 the probability of the kinds at all places, given the fronts.

    In a pattern with u unseen notes, of which at least l are llamas and c chickens, these are any of them; all others
    are dealt together. A world with g llamas and b chickens there can come about in C(b, c) C(g, l) ways.
    """
    known = seen_in_round(s, viewer)
    ways, pool, pool_bad = Fraction(1), 0, bad
    for c in range(s.looks):
        places = [place for place in range(notes) if s.look[place] == c]
        unseen = [place for place in places if not known >> place & 1]
        seen = [kinds[place] for place in places if known >> place & 1]
        good_left = max(0, s.sure[memory(viewer, Kind.GOOD), c] - seen.count(Kind.GOOD))
        bad_left = max(0, s.sure[memory(viewer, Kind.BAD), c] - seen.count(Kind.BAD))
        b = sum(kinds[place] == Kind.BAD for place in unseen)
        ways *= Fraction(
            comb(b, bad_left) * comb(len(unseen) - b, good_left),
            comb(len(unseen), bad_left) * comb(len(unseen) - bad_left, good_left),
        )
        pool += len(unseen) - good_left - bad_left
        pool_bad -= bad_left + seen.count(Kind.BAD)
    return ways / comb(pool, pool_bad)


def scenes_to_remember(cards: str) -> Iterator[tuple[State, int]]:
    """Yield positions in which something is remembered, with the seat that remembers."""

    def table(hands: str, fold: str, sure: dict[tuple[int, str, int], int]) -> State:
        folded = dict.fromkeys(map(int, fold.split()), "fold-n")
        return scene(hands.split(), looks=folded, sure=sure, bottom="L", good=24, cards=cards, marks=0)

    yield table("LL LL LL", "", {}), 0
    yield table("LL LC LL", "2 3 25", {(0, "C", 2): 1}), 0
    yield table("LL LC LL", "2 3 25", {(0, "L", 2): 2}), 0
    yield table("LC LL LL", "0 1 2 3 25", {(0, "L", 2): 3, (0, "C", 2): 1, (0, "L", 10): 1}), 0
    yield table("LL LC LL", "2 3 25", {(PUBLIC, "L", 2): 1}), -1


@pytest.fixture(scope="module", params=range(5))
def remembered(request: pytest.FixtureRequest, few_chickens: str) -> tuple[State, int, Worlds]:
    """Return each of those positions with the seat that remembers, and the probability of every world."""
    state, viewer = list(scenes_to_remember(few_chickens))[request.param]
    return state, viewer, worlds(state, viewer)


@clause("L10.7")
def test_sampled_kinds_have_the_probabilities_of_the_memory_model(remembered: tuple[State, int, Worlds]) -> None:
    state, viewer, found = remembered
    s = state.full_state
    assert sum(found.values()) == 1
    assert (tuple(s.kind), tuple(s.look)) in found
    for (kinds, _), probability in found.items():
        assert probability == model(s, 26, 2, viewer, kinds)


@clause("L10.7")
def test_bust_probability_is_the_share_of_the_worlds(remembered: tuple[State, int, Worlds]) -> None:
    state, viewer, found = remembered
    s = state.full_state
    probability = BustProbability(Knowledge.of(s, state.game.tables, viewer), dict(enumerate(s.look)))
    for places in ([s.top], [s.bottom], [0, 1], [2, 3], [2, 3, 4, 24], [2, 24, 25], list(range(26))):
        share = sum(p for (kinds, _), p in found.items() if any(kinds[place] == Kind.BAD for place in places))
        assert probability.of(places) == pytest.approx(float(share))


@clause("L2.4")
def test_fronts_inside_the_deck_lie_in_any_order(few_chickens: str) -> None:
    """Fronts before players and at both ends stay; two equally marked ones can be in any two places inside."""
    marked = {0: "fold-n", 8: "fold-n", 9: "fold-n", 12: "nick-s"}
    state = scene(["LC", "LC", "LL"], looks=marked, cards=few_chickens, good=24, marks=0)
    state.play("play")
    s = state.full_state
    found: dict[tuple[int, ...], Fraction] = {}
    for probability, world in enumerate_outcomes(s, sample_fronts):
        found[tuple(world.look)] = found.get(tuple(world.look), Fraction(0)) + probability
    inside = s.bottom - s.top - 1
    assert len(found) == comb(inside, 2) * (inside - 2)
    assert set(found.values()) == {Fraction(1, len(found))}
    assert all(look[: s.top + 1] == tuple(s.look)[: s.top + 1] for look in found)


@clause("L10.8")
def test_others_may_have_marked_notes_they_held_when_they_decided() -> None:
    state = scene(["LL", "LL", "LL"], looks={0: "fold-n"})
    play(state, "mark-0-nick-s play, play")
    game, none, alone = state.game, 0, Counter[int]()
    for seed in range(2000):
        world = state.determinize(1, seed).full_state
        assert world.fresh[2] == state.full_state.fresh[2] == 0, "one's own notes are known"
        assert world.fresh[4] == world.fresh[5] == 0, "seat 2 has not decided yet"
        alone[world.fresh[0]] += 1
        none += world.fresh[0] == world.fresh[1] == 0
        if seed < 60:
            assert game.faults(world) == []
    assert 950 < none < 1100, "every other world, and few of the rest"
    assert len(alone) == 1 + 15, "the mark that was on it is not made again"
    assert all(mark.bit_count() <= 1 for mark in alone)
    assert max(count for mark, count in alone.items() if mark) < 120


@clause("L10.8")
def test_others_remember_public_information_and_sometimes_all_they_looked_at() -> None:
    state = scene(["LL", "LL", "LC"])
    play(state, "fold, fold")  # Chie's hand is shown to all
    found = Counter[tuple[int, int]]()
    for seed in range(400):
        world = state.determinize(0, seed).full_state
        assert (world.sure[memory(0, Kind.GOOD), 0], world.sure[memory(0, Kind.BAD), 0]) == (3, 1), (
            "one's own memory stays"
        )
        found[world.sure[memory(1, Kind.GOOD), 0], world.sure[memory(1, Kind.BAD), 0]] += 1
    assert found[1, 1] > 180, "one llama, one chicken"
    assert all(llamas >= 1 <= chickens and llamas + chickens in (2, 4, 5) for llamas, chickens in found)
    assert len(found) > 2, "Ben has looked at four notes, two of them shown to all"


def test_positions_are_estimated_between_rounds_only() -> None:
    state = scene(["LL", "LL", "LC"])
    assert estimated(state) == [0.0, 0.0, 0.0]
    play(state, "fold")
    assert estimated(state) is None
    play(state, "fold")
    first, second, third = estimated(state) or [0, 0, 0]
    assert first == second < 0 < third
    assert first + second + third == pytest.approx(0)


@pytest.mark.parametrize(
    ("hands", "coins", "chances"),
    [  # of 1,500 games between searches with 50 simulations: how often the seat with these coins won
        (["LL", "LL", ""], [1, 8, 0], [0.27, 0.73, 0]),
        (["LL", "LL", ""], [3, 6, 0], [0.41, 0.59, 0]),
        (["LL", "LL", ""], [4, 5, 0], [0.46, 0.54, 0]),
        (["LL", "LL", "LL"], [1, 4, 4], [0.15, 0.43, 0.43]),
        (["LL", "LL", "LL"], [5, 2, 2], [0.46, 0.27, 0.27]),
    ],
)
def test_estimates_agree_with_how_often_seats_with_so_many_coins_won(
    hands: list[str], coins: list[int], chances: list[float]
) -> None:
    found = estimated(scene(hands, coins=coins)) or []
    assert [(2 * utility + 1) / 3 for utility in found] == pytest.approx(chances, abs=0.05)


def test_near_the_last_round_coins_are_worth_what_they_pay() -> None:
    assert estimated(scene(["LL", "LL", ""], coins=[1, 8, 0], rounds=3)) == pytest.approx([-1 / 3, 5 / 6, -1 / 2])
