"""Where outcomes come from: secrets that can be verified, tapes that must fit, and every outcome exactly."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from math import sqrt

import pytest

from harness.contract.cases import Fast
from tefuda.engine.chance import Outcome, Recorder, SecretSource, Tape, TapeEnded, WrongTape, enumerate_outcomes
from tefuda.engine.primitives import rand_below
from tefuda.engine.record import GameState, Row, i8

SECRET = bytes(range(32))


class Dice(GameState):
    rolled: Row = i8(2)


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 as RFC 2104 writes it."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def words(secret: bytes, draw: int) -> list[int]:
    digest = hmac_by_hand(secret, draw.to_bytes(8, "big"))
    return [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]


def test_table_draws_are_reproducible_from_the_secret() -> None:
    # Made with: printf '\0\0\0\0\0\0\0\1' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102...1f
    openssl = "c432e059c378eef7fe2f1181a4050836f51e0856fd74937be81784fa0efa7a1c"
    assert hmac_by_hand(SECRET, (1).to_bytes(8, "big")).hex() == openssl
    table, s = SecretSource(SECRET), Dice()
    sizes = [2, 3, 55, 1, 1000, 7, 52, 2**31 - 1]
    assert [table.below(s, n) for n in sizes] == [words(SECRET, draw)[0] % n for draw, n in enumerate(sizes)]
    assert table.draws == len(sizes)
    assert s == Dice(), "the generator in the record is not used"


def test_biased_digest_words_are_skipped() -> None:
    n = 3 << 29  # a quarter of all words is above the largest multiple
    limit = 2 * n
    drawn = words(SECRET, 1)
    assert drawn[0] >= limit
    assert SecretSource(SECRET, 1).below(Dice(), n) == next(word for word in drawn if word < limit) % n
    assert all(word >= limit for word in words(SECRET, 54735)), "all eight words of this draw"
    table = SecretSource(SECRET, 54735)
    assert table.below(Dice(), n) == next(word for word in words(SECRET, 54736) if word < limit) % n
    assert table.draws == 54737


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 55, 3 << 29])
def test_table_draws_are_uniform(n: int) -> None:
    table, s, boxes = SecretSource(SECRET), Dice(), n if n < 60 else 12
    counts = [0] * boxes
    for _ in range(6000):
        counts[table.below(s, n) * boxes // n] += 1
    mean, freedom = 6000 / boxes, boxes - 1
    assert (sum((count - mean) ** 2 for count in counts) / mean - freedom) / sqrt(2 * freedom) < 4


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_secret_of_wrong_length_is_rejected(secret: bytes) -> None:
    with pytest.raises(ValueError, match=f"a table's secret has 32 bytes, not {len(secret)}"):
        SecretSource(secret)


def test_repr_hides_the_secret() -> None:
    table = SecretSource(SECRET, 3)
    assert repr(table) == "SecretSource(draws=3)"
    assert SECRET.hex() not in str(table)


def test_outcomes_round_trip_as_text() -> None:
    assert str(Outcome(3, 10)) == "3/10"
    assert Outcome.parse("0/1") == Outcome(0, 1)
    for text in ("", "3", "3/", "/3", "3/3", "-1/3", "3/10/2", "a/b", "1.0/3"):
        with pytest.raises(ValueError, match="is not an outcome such as 3/10"):
            Outcome.parse(text)


def test_tape_replays_its_outcomes_only() -> None:
    tape, s = Tape([Outcome(2, 6), Outcome(0, 2)]), Dice()
    assert tape.below(s, 6) == 2
    with pytest.raises(WrongTape, match="outcome 1 of the tape is 0/2, but the draw is among 6"):
        tape.below(s, 6)
    mark = tape.mark()
    assert tape.below(s, 2) == 0
    with pytest.raises(TapeEnded, match="the tape ends before a draw among 4") as ended:
        tape.below(s, 4)
    assert ended.value.n == 4
    tape.reset(mark)
    assert tape.below(s, 2) == 0


def test_recorder_reset_drops_undone_outcomes() -> None:
    recorder, s = Recorder(SecretSource(SECRET)), Dice()
    first = recorder.below(s, 10)
    mark = recorder.mark()
    undone = [recorder.below(s, n) for n in (10, 20)]
    recorder.reset(mark)
    assert recorder.outcomes == [Outcome(first, 10)]
    assert recorder.source.draws == 1
    assert [recorder.below(s, n) for n in (10, 20)] == undone, "an undone draw comes again"
    tape = Tape(recorder.outcomes)
    assert [tape.below(s, n) for n in (10, 10, 20)] == [first, *undone]


def test_recorded_generator_continues_with_its_record() -> None:
    recorder, s, plain = Recorder(Fast()), Dice(), Dice()
    s.rng = plain.rng = 9
    s.listen(recorder, None)
    assert [rand_below(s, 100) for _ in range(5)] == [rand_below(plain, 100) for _ in range(5)]
    assert s.rng == plain.rng
    recorder.reset(recorder.mark())
    assert len(recorder.outcomes) == 5


def test_enumerated_outcomes_have_exact_probabilities() -> None:
    """One die decides how many sides the second one has: the number of draws and their sizes may depend on chance."""

    def roll(s: Dice) -> None:
        s.rolled[0] = 1 + rand_below(s, 3)
        if s.rolled[0] > 1:
            s.rolled[1] = rand_below(s, s.rolled[0])

    start = Dice()
    found = {tuple(s.rolled): probability for probability, s in enumerate_outcomes(start, roll)}
    third, sixth, ninth = Fraction(1, 3), Fraction(1, 6), Fraction(1, 9)
    assert found == {(1, 0): third, (2, 0): sixth, (2, 1): sixth, (3, 0): ninth, (3, 1): ninth, (3, 2): ninth}
    assert start == Dice()


def test_enumerated_states_are_independent() -> None:
    (_, first), *_ = enumerate_outcomes(Dice(), lambda s: rand_below(s, 2))
    assert (first.__dict__["chance"], first.__dict__["events"]) == (None, None)
    assert rand_below(first, 6) in range(6)


def test_errors_of_the_rules_propagate() -> None:
    def broken(s: Dice) -> None:
        rand_below(s, 2)
        s.rolled[5] = 1

    with pytest.raises(IndexError):
        list(enumerate_outcomes(Dice(), broken))


def test_enumerating_too_many_outcomes_is_rejected() -> None:
    assert sum(1 for _ in enumerate_outcomes(Dice(), lambda s: rand_below(s, 1 << 10))) == 1 << 10
    with pytest.raises(ValueError, match="a draw among 1073741824 has too many outcomes to go through"):
        next(enumerate_outcomes(Dice(), lambda s: rand_below(s, 1 << 30)))
