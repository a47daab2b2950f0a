"""Fair-deal functions checked against test vectors from an independent implementation."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tefuda.engine.chance import SecretSource
from tefuda.table import fair_deal

ANSWERS = json.loads((Path(__file__).parent / "fair-deal-vectors.json").read_text(encoding="utf-8"))
INPUTS, FIRST, SECOND = ANSWERS["inputs"], ANSWERS["dealt at the first attempt"], ANSWERS["dealt at the second attempt"]
SIGNATURES = ANSWERS["signatures"]
TABLE_SECRET, SERVER = bytes.fromhex(INPUTS["table secret"]), bytes.fromhex(INPUTS["server"])
SHARES = {int(seat): bytes.fromhex(share) for seat, share in INPUTS["shares"].items()}
SETUP = fair_deal.setup(
    INPUTS["table"],
    INPUTS["game"],
    INPUTS["rules"],
    bytes.fromhex(INPUTS["cards"]),
    INPUTS["options"],
    INPUTS["seats"],
    INPUTS["start"],
)


def pledged(shares: dict[int, bytes]) -> dict[int, bytes]:
    return {seat: fair_deal.pledge(share) for seat, share in shares.items()}


def secret(attempt: int) -> bytes:
    return fair_deal.attempt_secret(TABLE_SECRET, INPUTS["table"], attempt)


def sealed(attempt: int, previous: bytes, pledges: dict[int, bytes]) -> bytes:
    return fair_deal.seal(SERVER, SETUP, attempt, previous, fair_deal.commitment(secret(attempt)), pledges)


@pytest.mark.parametrize(
    ("encoded", "name"),
    [
        (fair_deal.number(-1), "number -1"),
        (fair_deal.fields("a", "", "bc"), "fields ('a', '', 'bc')"),
        (fair_deal.fields("ことり", 258), "fields ('ことり', 258)"),
        (fair_deal.labelled("commit", bytes(range(32))), "labelled ('commit', 32 bytes 00..)"),
    ],
)
def test_encoding_matches_known_answer(encoded: bytes, name: str) -> None:
    assert encoded.hex() == ANSWERS["encoding"][name]


def test_deal_at_the_first_attempt_matches_known_answers() -> None:
    assert secret(1).hex() == FIRST["secret"]
    assert fair_deal.commitment(secret(1)).hex() == FIRST["commitment"]
    assert {str(seat): pledge.hex() for seat, pledge in pledged(SHARES).items()} == FIRST["pledges"]
    assert SETUP.hex() == FIRST["setup"]
    seal = sealed(1, fair_deal.NO_PREVIOUS, pledged(SHARES))
    assert seal.hex() == FIRST["seal"]
    assert fair_deal.draw_key(secret(1), seal, SHARES).hex() == FIRST["key"]


def test_deal_without_pledges_matches_known_answers() -> None:
    seal = sealed(1, fair_deal.NO_PREVIOUS, {})
    assert seal.hex() == FIRST["seal without pledges"]
    assert fair_deal.draw_key(secret(1), seal, {}).hex() == FIRST["key without shares"]


def test_deal_at_the_second_attempt_matches_known_answers() -> None:
    first = sealed(1, fair_deal.NO_PREVIOUS, pledged(_shares(SECOND["first shares"])))
    call_off = fair_deal.call_off(first, [2])
    second = sealed(2, call_off, pledged({0: SHARES[0]}))
    assert [first.hex(), second.hex()] == SECOND["seals"]
    assert call_off.hex() == SECOND["called off"]
    assert [secret(1).hex(), secret(2).hex()] == SECOND["secrets"]
    assert fair_deal.draw_key(secret(2), second, {0: SHARES[0]}).hex() == SECOND["key"]


def _shares(named: dict[str, str]) -> dict[int, bytes]:
    return {int(seat.split()[0]): bytes.fromhex(share) for seat, share in named.items()}


def test_draws_match_known_answers() -> None:
    table, state = SecretSource(bytes.fromhex(FIRST["key"])), object()
    *plain, last = ANSWERS["draws"]
    for answer in plain:
        value, _, n, _, _, _, k = answer.replace(",", "").split()
        assert (table.below(state, int(n)), table.draws) == (int(value), int(k)), answer
    while table.draws < 495:
        table.below(state, 2147483649)
    assert (table.below(state, 2147483649), table.draws) == (1768033411, 497), last


@pytest.mark.parametrize("n", [0, -1, (1 << 32) + 1])
def test_draw_from_an_invalid_range_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"not {n}"):
        SecretSource(bytes(32)).below(object(), n)


def test_signatures_match_known_answers() -> None:
    private, public = bytes.fromhex(SIGNATURES["private"]), bytes.fromhex(SIGNATURES["public"])
    assert fair_deal.public_key(private) == public
    digest = hashlib.sha256(b"tefuda 2\n").digest()
    for message, name in (
        (fair_deal.seal_message(bytes.fromhex(FIRST["seal"])), "of the seal"),
        (fair_deal.record_message(digest), "of that record"),
    ):
        signature = bytes.fromhex(SIGNATURES[name])
        assert fair_deal.sign(private, message) == signature
        assert fair_deal.is_signed(public, message, signature)
        assert not fair_deal.is_signed(public, message + b"x", signature)


@pytest.mark.parametrize(("public", "signature"), [(b"", bytes(64)), (bytes(32), b""), (b"\xff" * 32, bytes(64))])
def test_malformed_key_or_signature_is_invalid(public: bytes, signature: bytes) -> None:
    assert not fair_deal.is_signed(public, b"", signature)


def _values() -> list[tuple[str, Any]]:
    previous, seal = bytes(32), bytes(range(32))
    return [
        ("server", sealed(1, previous, {})),
        ("another attempt", sealed(2, previous, {})),
        ("another call-off before", sealed(1, seal, {})),
        ("a pledge", sealed(1, previous, {0: seal})),
        ("the same pledge at another seat", sealed(1, previous, {1: seal})),
        ("two pledges", sealed(1, previous, {0: seal, 1: seal})),
        ("nobody silent", fair_deal.call_off(seal, [])),
        ("seat 0 silent", fair_deal.call_off(seal, [0])),
        ("seats 0 and 1 silent", fair_deal.call_off(seal, [0, 1])),
        ("commitment", fair_deal.commitment(seal)),
        ("pledge", fair_deal.pledge(seal)),
        ("key", fair_deal.draw_key(seal, seal, {})),
    ]


def test_different_inputs_give_different_values() -> None:
    assert len({value for _, value in _values()}) == len(_values())


def test_order_of_seats_and_options_is_irrelevant() -> None:
    assert sealed(1, bytes(32), {0: b"a", 1: b"b"}) == sealed(1, bytes(32), {1: b"b", 0: b"a"})
    one = fair_deal.setup("t", "g", "1", bytes(32), {"b": 1, "a": 2}, [])
    assert one == fair_deal.setup("t", "g", "1", bytes(32), {"a": 2, "b": 1}, [])
