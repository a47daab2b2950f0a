"""Deals of protocol 2 at a table: who may pledge, what is sealed, and that nothing is dealt without every share."""

import msgspec
import pytest

import tefuda
from tefuda.table import deal as deals
from tefuda.table import fair_deal
from tefuda.table.entries import Entry, Refused, Sealed, Sitter
from tefuda.table.table import Table
from tests.table.deals import SECRET, SERVER, SHARES, SIGNING_KEY, Log, new_table


def kotori(players: int = 3) -> Log:
    """Return a table of seated people who have not pledged yet."""
    log = Log(new_table(tefuda.load("kotori", players=players)))
    log.seat_people(*"ABCD"[:players])
    return log


def rebuilt(log: Log) -> Table:
    """Rebuild the table from its stored entries."""
    again = new_table(log.table.game)
    for entry in msgspec.json.decode(msgspec.json.encode(log.entries), type=list[Entry]):
        again.apply(entry)
    return again


def test_cards_are_dealt_once_every_sealed_share_is_there() -> None:
    log = kotori()
    log.pledge(0, 1, 2)
    seal = log.seal(0, 1, 2)
    for seat in (2, 0):
        log.share(seal, seat)
        with pytest.raises(Refused, match="lacks a share"):
            log.table.propose_deal()
    log.share(seal, 1)
    log.happen(log.table.propose_deal())
    secret = fair_deal.attempt_secret(SECRET, "AbCdEfGhIjKl", 1)
    assert log.table.key == fair_deal.draw_key(secret, seal, dict(enumerate(SHARES[:3])))


def test_every_share_changes_the_key() -> None:
    keys = set()
    for changed in (None, 0, 1, 2):
        log = kotori()
        for seat in range(3):
            log.pledge(seat, offset=3 if seat == changed else 0)
        seal = log.seal(0, 1, 2)
        for seat in range(3):
            log.share(seal, seat, offset=3 if seat == changed else 0)
        keys.add(log.table.deal.open.key())
    assert len(keys) == 4


def test_cards_are_not_dealt_before_a_seal() -> None:
    log = kotori()
    with pytest.raises(Refused, match="not sealed"):
        log.table.propose_deal()


def test_table_without_pledges_deals_from_the_secret_alone() -> None:
    log = kotori()
    seal = log.seal(0, 1, 2)
    log.happen(log.table.propose_deal())
    assert log.table.key == fair_deal.draw_key(fair_deal.attempt_secret(SECRET, "AbCdEfGhIjKl", 1), seal, {})


def test_seal_is_signed_and_covers_sitter_kinds_but_not_names() -> None:
    seals = set()
    for sitter in (
        Sitter("person", "C"),
        Sitter("person", "D"),
        Sitter("bot", "C", "easy"),
        Sitter("bot", "C", "hard"),
    ):
        log = kotori()
        log.happen(log.table.propose_sit(2, sitter))
        seals.add(log.seal())
        attempt = log.table.deal.open
        assert fair_deal.is_signed(SERVER, fair_deal.seal_message(attempt.seal), attempt.signature)
    assert len(seals) == 3, "names are not sealed, so that they can be deleted"


def test_silent_seat_is_not_sealed_and_keeps_its_pledge() -> None:
    log = kotori()
    log.pledge(0, 1, 2)
    log.seal(0, 2)
    assert set(log.table.deal.open.pledges) == {0, 2}
    assert set(log.table.deal.pledges) == {1}


def test_last_pledge_of_a_seat_counts_and_a_seat_change_drops_it() -> None:
    log = kotori()
    log.pledge(0)
    log.pledge(0, offset=3)
    log.pledge(1)
    log.happen(log.table.propose_sit(1, Sitter("person", "Newcomer")))
    log.seal(0, 1, 2)
    assert log.table.deal.open.pledges == {0: fair_deal.pledge(SHARES[3])}


def test_copied_pledge_is_refused() -> None:
    log = kotori()
    log.pledge(0)
    with pytest.raises(Refused, match="another seat") as refused:
        log.table.propose_pledge(1, fair_deal.pledge(SHARES[0]))
    assert refused.value.reason == "pledge-taken"


def test_bots_and_open_seats_pledge_nothing() -> None:
    log = kotori()
    log.happen(log.table.propose_sit(1, Sitter("bot", "Suzu", "easy")))
    log.happen(log.table.propose_sit(2, Sitter()))
    for seat in (1, 2):
        with pytest.raises(Refused, match="no person"):
            log.table.propose_pledge(seat, fair_deal.pledge(SHARES[0]))
    with pytest.raises(Refused, match="nobody sits at seat 2"):
        log.seal(0)


def test_sealed_deal_accepts_only_shares_and_call_offs() -> None:
    log = kotori()
    log.pledge(0, 1)
    log.seal(0, 1)
    for propose in (
        lambda: log.table.propose_sit(2, Sitter("person", "D")),
        lambda: log.table.propose_sit(2, Sitter()),
        lambda: log.table.propose_pledge(2, fair_deal.pledge(SHARES[2])),
        lambda: log.table.propose_seal((0, 1, 2)),
    ):
        with pytest.raises(Refused) as refused:
            propose()
        assert refused.value.reason == "deal-sealed"


@pytest.mark.parametrize(
    ("seat", "share", "seal", "reason"),
    [
        (0, SHARES[1], None, "wrong-share"),
        (1, SHARES[0], None, "wrong-share"),
        (2, SHARES[2], None, "not-pledged"),
        (0, SHARES[0], bytes(32), "other-seal"),
    ],
)
def test_share_that_does_not_match_the_seal_is_refused(
    seat: int, share: bytes, seal: bytes | None, reason: str
) -> None:
    log = kotori()
    log.pledge(0, 1)
    sealed = log.seal(0, 1)
    with pytest.raises(Refused) as refused:
        log.table.propose_share(seat, seal or sealed, share)
    assert refused.value.reason == reason


def test_second_share_of_a_seat_is_refused() -> None:
    log = kotori()
    log.pledge(0, 1)
    seal = log.seal(0, 1)
    log.share(seal, 0)
    with pytest.raises(Refused, match="already"):
        log.share(seal, 0)


def test_next_seal_chains_the_call_off_and_uses_another_secret() -> None:
    log = kotori()
    log.pledge(0, 1)
    first = log.seal(0, 1)
    log.share(first, 0)
    log.happen(log.table.propose_call_off([1]))
    log.pledge(0, offset=3)
    log.seal(0, 1)
    one, two = log.table.deal.attempts
    assert two.previous == one.call_off == fair_deal.call_off(first, [1])
    assert (one.number, two.number) == (1, 2)
    assert one.secret != two.secret


def test_call_off_names_only_seats_with_missing_shares() -> None:
    log = kotori()
    log.pledge(0, 1)
    seal = log.seal(0, 1)
    log.share(seal, 0)
    for silent in ([0], [0, 1], [2], []):
        with pytest.raises(Refused, match="lacks"):
            log.table.propose_call_off(silent)


def test_silent_seat_is_left_out_unless_it_is_the_only_one() -> None:
    log = kotori()
    log.pledge(0, 1)
    log.seal(0, 1)
    log.happen(log.table.propose_call_off([1]))
    log.pledge(0, 1, offset=3)
    log.seal(0, 1)
    assert set(log.table.deal.open.pledges) == {0}
    log.happen(log.table.propose_call_off([0]))
    log.pledge(1, offset=2)
    log.seal(1)
    assert set(log.table.deal.open.pledges) == {1}


def test_attempts_and_pledges_are_limited() -> None:
    log = kotori()
    for _ in range(deals.MAX_PLEDGES):
        log.pledge(2)
    with pytest.raises(Refused, match="limit"):
        log.pledge(2)
    log.table.deal._pledge_counts.clear()
    for _ in range(deals.MAX_ATTEMPTS):
        log.pledge(0)
        log.seal(0)
        log.happen(log.table.propose_call_off([0]))
    with pytest.raises(Refused, match="another table"):
        log.seal(0)


def test_person_who_sits_down_can_pledge_however_often_someone_has_before_them() -> None:
    log = kotori()
    for pledges in (deals.MAX_PLEDGES, deals.NEW_PLEDGES, deals.NEW_PLEDGES):
        for _ in range(pledges):
            log.pledge(2)
        with pytest.raises(Refused, match="limit"):
            log.pledge(2)
        log.happen(log.table.propose_sit(2, Sitter("person", "New")))


def test_log_rebuilds_the_deal_after_every_entry() -> None:
    log = kotori()
    log.pledge(0, 1)
    log.share(log.seal(0, 1), 1)
    log.happen(log.table.propose_call_off([0]))
    log.pledge(1, 2, offset=3)
    seal = log.seal(1, 2)
    assert rebuilt(log).deal.attempts == log.table.deal.attempts
    log.share(seal, 1, 2, offset=3)
    log.happen(log.table.propose_deal())
    assert rebuilt(log).state.full_state == log.table.state.full_state


def test_seal_that_does_not_follow_the_log_is_refused() -> None:
    log = kotori()
    log.pledge(0)
    entry = log.table.propose_seal((0,))
    other = new_table(log.table.game, secret=bytes(32))
    for before in log.entries:
        other.apply(before)
    with pytest.raises(Refused, match="does not follow"):
        other.apply(entry)
    foreign = msgspec.structs.replace(entry, pledges={0: SHARES[1].hex()})
    with pytest.raises(Refused, match="other pledges"):
        log.table.apply(foreign)


def test_seal_is_the_same_on_every_replica() -> None:
    log = kotori()
    log.pledge(0, 1)
    again = rebuilt(log)
    entries: list[Sealed] = [table.propose_seal((0, 1)) for table in (log.table, again)]
    assert entries[0] == entries[1]
    assert SIGNING_KEY.hex() not in msgspec.json.encode(entries[0]).decode()


def test_table_keeps_its_signing_key_after_key_rotation() -> None:
    log = kotori()
    log.pledge(0)
    log.seal(0)
    log.happen(log.table.propose_call_off([0]))
    later = new_table(log.table.game, signing_keys=(SIGNING_KEY, bytes(range(64, 96))))
    without = new_table(log.table.game, signing_keys=(bytes(range(64, 96)),))
    for entry in log.entries:
        later.apply(entry)
        without.apply(entry)
    later.apply(later.propose_seal(()))
    assert [attempt.server for attempt in later.deal.attempts] == [SERVER, SERVER]
    with pytest.raises(Refused) as refused:
        without.propose_seal(())
    assert refused.value.reason == "no-signing-key"
