"""The primitives: the generator is splitmix64 and uniform, and both builds compute the same."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from harness.fixtures.kuhn import rules as kuhn
from tefuda.engine import backends as builds
from tefuda.engine import rules_interface
from tefuda.engine.primitives import fast_below, floats, high_bit, ints, low_bit, mix, rand_below
from tefuda.engine.record import Generator
from tests.engine import arithmetic

CHECKED = builds.checked(kuhn, arithmetic)
SIZES = (1, 2, 3, 5, 6, 7, 10, 52, 55, 1000, 3 << 29, (1 << 31) - 1)


@pytest.fixture(scope="module")
def compiled() -> builds.Build:
    return builds.compiled(kuhn, arithmetic)


def generator(seed: int) -> Generator:
    made = Generator()
    made.rng = seed
    return made


def test_generator_is_splitmix64() -> None:
    """The first outputs for seed 1234567, as published with the reference implementation; the top 31 bits of each."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    g = generator(1234567)
    assert [fast_below(g, 1 << 30) for _ in published] == [output >> 34 for output in published]


@pytest.mark.parametrize("n", [0, -1, 1 << 31])
def test_draw_out_of_range_is_rejected(n: int) -> None:
    with pytest.raises(ValueError, match=r"rand_below takes 1 <= n < 2\*\*31"):
        rand_below(generator(1), n)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 55, 3 << 29])
def test_draws_are_uniform(n: int) -> None:
    g, boxes = generator(n), n if n < 60 else 12
    counts = [0] * boxes
    for _ in range(6000):
        counts[rand_below(g, n) * boxes // n] += 1
    assert surprise(counts) < 4


def surprise(counts: list[int]) -> float:
    """How many standard deviations the chi-square statistic of equally likely boxes lies above its mean."""
    mean, freedom = sum(counts) / len(counts), len(counts) - 1
    return (sum((count - mean) ** 2 for count in counts) / mean - freedom) / sqrt(2 * freedom)


def test_biased_draws_are_repeated() -> None:
    """Of 2**32 words a draw below 3 * 2**29 leaves the last third of each outcome's share: it takes 4/3 on average."""
    g, draws = generator(5), 3000
    for _ in range(draws):
        rand_below(g, 3 << 29)
    golden = 0x9E3779B97F4A7C15
    steps = (g.rng - 5) * pow(golden, -1, 1 << 64) % (1 << 64)
    assert 1.28 < steps / draws < 1.39


def test_both_builds_write_equal_cells_and_no_others(compiled: builds.Build) -> None:
    random = Random(1)

    def agree(write: str, length: int, *arguments: int) -> None:
        mine, theirs = np.full(length, 3, np.int8), np.full(length + 40, 7, np.int8)
        theirs[:length] = mine
        getattr(CHECKED, write)(mine, *arguments)
        getattr(compiled, write)(theirs[:length], *arguments)
        assert theirs[:length].tolist() == mine.tolist(), (write, length, arguments)
        assert (theirs[length:] == 7).all(), (write, length, "wrote beyond the row")

    for length in range(1, 63):
        agree("bits_written", length, random.getrandbits(length))
    for count in range(1, 17):
        agree("counts_written", count + 2, count, random.getrandbits(62))
    agree("copies_written", 65, random.getrandbits(63), random.getrandbits(63))
    source, target = np.arange(5, dtype=np.int8), np.zeros(9, np.int8)
    compiled.row_copied(target[:5], source)
    assert target.tolist() == [0, 1, 2, 3, 4, 0, 0, 0, 0]


def test_rows_of_larger_numbers_are_not_written_as_bytes(compiled: builds.Build) -> None:
    with pytest.raises(TypingError, match="only cells of one byte"):
        compiled.bits_written(np.zeros(8, np.int16), 5)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_builds_count_seats_from_the_viewer(compiled: builds.Build, players: int) -> None:
    """Of values up to 7: a set of three bits is the value itself, and the seats after the players' have nothing."""
    random = Random(players)
    for viewer in range(-1, players):
        values = [random.randrange(8) for _ in range(players)]
        seats = arithmetic.Seats()
        for name in ("small_copied", "small_written", "single", "small_values", "small_sets"):
            getattr(seats, name)[:] = 9  # what another observation has left
        seats.assign("small", values + [0] * (5 - players))
        if players < 5:
            seats.assign("large", values + [0] * (4 - players))
        theirs = np.zeros(1, seats.dtype)
        seats.store(theirs, 0)
        CHECKED.small_seats_written([seats], viewer, players)
        compiled.small_seats_written(theirs, viewer, players)
        if players < 5:
            CHECKED.large_seats_written([seats], viewer, players)
            compiled.large_seats_written(theirs, viewer, players)
        turned = [values[(seat + max(viewer, 0)) % players] for seat in range(players)]
        assert theirs["small_copied"][0].tolist() == turned + [0] * (5 - players)
        assert theirs["small_written"][0].tolist() == turned + [0] * (5 - players)
        assert theirs["single"][0].tolist() == [int(cell == viewer) for cell in range(7)]
        assert theirs["small_sets"][0, :players].tolist() == [[x & 1, x >> 1 & 1, x >> 2] for x in turned]
        assert theirs["small_values"][0, :players].tolist() == [[int(x == k) for k in range(1, 8)] for x in turned]
        both = arithmetic.Seats()
        both.load(theirs, 0)
        assert both == seats


def test_rows_longer_than_an_integer_are_not_turned(compiled: builds.Build) -> None:
    with pytest.raises(TypingError, match="only a row of at most eight bytes"):
        compiled.longer_row_copied(np.zeros(1, arithmetic.Seats.dtype), 0, 5)


@pytest.mark.parametrize("n", SIZES)
def test_both_builds_draw_equal_numbers(compiled: builds.Build, n: int) -> None:
    mine, theirs = [0] * 400, np.zeros(400, np.int64)
    CHECKED.draws(CHECKED.generator(77), n, mine)
    compiled.draws(compiled.generator(77), n, theirs)
    assert theirs.tolist() == mine


def test_both_builds_agree_on_bits_and_mix(compiled: builds.Build) -> None:
    random = Random(3)
    for _ in range(500):
        x = random.getrandbits(random.randint(1, 62)) | 1 << random.randrange(62)
        h = random.getrandbits(63)
        assert compiled.bits(x) == CHECKED.bits(x)
        for step in (x, -x, 0, -1, (1 << 63) - 1, -(1 << 63)):
            assert compiled.hashed(h, step) == CHECKED.hashed(h, step)
    assert CHECKED.bits(0b101000) == 3 + 64 * 5 + 4096 * 2


def test_mix_is_63_bits_and_order_sensitive() -> None:
    values = {mix(mix(0, a), b) for a in range(-8, 56) for b in range(-8, 56)}
    assert len(values) == 64 * 64
    assert all(0 <= value < 1 << 63 for value in values)
    assert all(a != b for a, b in pairwise(sorted(values)))


def test_ints_and_floats_are_zeroed_lists() -> None:
    assert (ints(2), floats(2), low_bit(8)) == ([0, 0], [0.0, 0.0], 3)


@pytest.mark.parametrize("name", [*rules_interface.REQUIRED, "candidate_actions"])
def test_unbound_rules_functions_raise(name: str) -> None:
    function: Any = getattr(rules_interface, name)
    arguments = function.__code__.co_argcount
    with pytest.raises(RuntimeError, match=r"belongs to a game: bind this module with tefuda\.engine\.backends"):
        function(*[0] * arguments)


@pytest.mark.parametrize("function", [low_bit, high_bit])
@pytest.mark.parametrize("x", [0, -1])
def test_bit_index_of_zero_or_negative_is_rejected(function: Callable[[int], int], x: int) -> None:
    with pytest.raises(ValueError, match=f"_bit of {x}"):
        function(x)
