"""Each check of a seal is necessary: some cheat is refused with all checks, but passes without that one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tefuda.client.deal_store import KeptCallOff, KeptShare
from tefuda.client.seal_checks import CHECKS, Check, Memory, failed_check
from tefuda.table import fair_deal
from tests.client.dealer import OTHER, TABLE, Dealer, pledge, store


class Table:
    """A table at which this client has pledged, before the seal."""

    def __init__(self, folder: Path) -> None:
        self.dealer, self.kept = Dealer(), store(folder)
        self.kept.trust(self.dealer.deal.server)
        self.pledge()

    def pledge(self) -> None:
        self.share = self.kept.draw(TABLE, 0, self.dealer.facts().shown)
        self.dealer.pledges[0] = self.share.pledge

    def reveal(self) -> None:
        """Seal an attempt in which this client's share is revealed."""
        one = self.dealer.seal()
        server = self.dealer.deal.server
        self.share = replace(
            self.share, seal=one.seal, signature=one.signature, attempt=one.number, server=server, given=True
        )
        self.kept.keep(self.share)

    def call_off(self) -> KeptShare:
        """Call that attempt off, unless it is hidden later, and pledge again; returns the share that is known now."""
        self.reveal()
        known = self.share
        self.dealer.call_off(1)
        one = self.dealer.attempts[0]
        self.kept.keep_call_off(KeptCallOff(TABLE, one.number, one.seal, one.silent, one.call_off))
        self.pledge()
        return known

    def verdict(self, checks: Sequence[Check] = CHECKS) -> str:
        facts = self.dealer.facts()
        memory = Memory(self.kept.servers(), self.share, self.kept.shares(TABLE), self.kept.call_offs(TABLE))
        return failed_check(facts, facts.deal.attempts[-1], memory, checks)


def server(at: Table) -> None:
    at.dealer.key = OTHER
    at.dealer.seal()


def signature(at: Table) -> None:
    at.dealer.seal(signature=fair_deal.sign(OTHER, fair_deal.seal_message(fair_deal.NO_PREVIOUS)).hex())


def own_pledge(at: Table) -> None:
    at.dealer.pledges[0] = pledge(66)  # the operator's own
    at.dealer.seal()


def distinct(at: Table) -> None:
    at.dealer.pledges[1] = at.share.pledge
    at.dealer.seal()


def seats(at: Table) -> None:
    at.dealer.seal(seats=("person", "person", "bot hard"))


def setup(at: Table) -> None:
    at.dealer.options = {"allow_yield": 1}  # changed between pledge and seal, unseen
    at.dealer.seal()


def follows(at: Table) -> None:
    at.call_off()
    at.dealer.attempts = []  # the deal that was called off never happened
    at.dealer.seal()


def open_seal(at: Table) -> None:
    at.reveal()  # and now another first attempt, though this one was never called off
    at.dealer.attempts = []
    at.dealer.pledges = {1: pledge(101)}
    at.pledge()
    at.dealer.seal()


def used(at: Table) -> None:
    at.share = at.call_off()  # the server knows it by now
    at.dealer.pledges[0] = at.share.pledge
    at.dealer.seal()


def seal(at: Table) -> None:
    at.dealer.seal(seal=(bytes([3]) * 32).hex())  # of something else, well signed


CHEATS: dict[str, Callable[[Table], None]] = {
    "server": server,
    "signature": signature,
    "pledge": own_pledge,
    "distinct": distinct,
    "seats": seats,
    "setup": setup,
    "follows": follows,
    "open": open_seal,
    "used": used,
    "seal": seal,
}


def test_honest_seal_passes_at_the_first_attempt_after_a_call_off_and_again(tmp_path: Path) -> None:
    first = Table(tmp_path / "a")
    first.reveal()
    assert first.verdict() == ""
    again = Table(tmp_path / "b")
    again.call_off()
    again.dealer.seal()
    assert len(again.dealer.attempts) == 2
    assert again.verdict() == ""


@pytest.mark.parametrize("name", [check.name for check in CHECKS])
def test_cheat_is_refused_by_one_check_and_passes_without_it(name: str, tmp_path: Path) -> None:
    at = Table(tmp_path)
    CHEATS[name](at)
    assert at.verdict() == name
    assert at.verdict([check for check in CHECKS if check.name != name]) == ""


@pytest.mark.parametrize("spelled", [str.upper, lambda pledge: f"{pledge[:2]} {pledge[2:]}"], ids=["capitals", "space"])
def test_copy_of_a_pledge_in_another_spelling_is_refused(spelled: Callable[[str], str], tmp_path: Path) -> None:
    at = Table(tmp_path)
    at.dealer.pledges[1] = spelled(at.share.pledge)
    at.dealer.seal()
    assert at.verdict() == "distinct"


@pytest.mark.parametrize("bent", [{"number": 3}, {"previous": fair_deal.NO_PREVIOUS.hex()}], ids=["number", "previous"])
def test_attempts_that_do_not_follow_are_refused(bent: dict[str, Any], tmp_path: Path) -> None:
    at = Table(tmp_path)
    at.call_off()
    at.dealer.seal(**bent)
    assert at.verdict() == "follows"


def test_call_off_of_other_seats_is_refused(tmp_path: Path) -> None:
    at = Table(tmp_path)
    at.call_off()
    at.dealer.seal()
    at.dealer.attempts[0] = replace(at.dealer.attempts[0], silent=(0,))
    assert at.verdict() == "follows"


@pytest.mark.parametrize(
    "change", [{"rules": "2"}, {"cards": "00" * 32}, {"game": "tezuma"}], ids=lambda one: next(iter(one))
)
def test_changed_rules_cards_or_game_are_refused(change: dict[str, str], tmp_path: Path) -> None:
    at = Table(tmp_path)
    vars(at.dealer).update(change)
    at.dealer.seal()
    assert at.verdict() == "setup"


@pytest.mark.parametrize(
    "bent",
    [{"commitment": "xyz"}, {"pledges": {0: "not hex", 1: ""}}, {"previous": "0"}, {"seal": "é"}, {"number": 1 << 80}],
)
def test_values_that_are_no_hashes_fail_a_check(bent: dict[str, Any], tmp_path: Path) -> None:
    at = Table(tmp_path)
    honest = at.dealer.seal()
    at.dealer.attempts = [replace(honest, **bent)]
    assert at.verdict() != ""
