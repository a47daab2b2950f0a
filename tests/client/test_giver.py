"""The client's part in a fair deal: what it keeps, sends and holds back, and what it knows of the deal."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tefuda.client import state_folder
from tefuda.client.deal_store import KeptShare
from tefuda.client.giver import Giver, vouched_for
from tefuda.server.protocol.http import SigningKey
from tefuda.table import fair_deal
from tests.client.dealer import OTHER, OTHER_PUBLIC, PRIVATE, PUBLIC, TABLE, Dealer, Line, answered, pledge, store


class Seat:
    """A giver at a table of a dealer."""

    def __init__(self, folder: Path) -> None:
        self.dealer, self.line, self.kept = Dealer(), Line(), store(folder)
        self.giver = Giver(self.kept, self.line, lambda: None)

    async def show(self, *, fresh: bool = False, seat: int = 0) -> None:
        self.dealer.version += 1
        self.giver.see(self.dealer.facts(seat), self.dealer.version, fresh=fresh)
        await answered()

    async def take(self) -> None:
        """Let the table take the pledge that was sent last."""
        self.dealer.pledges[0] = next(one["pledge"] for one in reversed(self.line.sent) if one["t"] == "pledge")
        await self.show()

    async def seal(self) -> None:
        """Pledge, and let the deal be sealed with it."""
        await self.show(fresh=True)
        await self.take()
        self.dealer.seal()
        await self.show()

    @property
    def share(self) -> KeptShare:
        return self.kept.shares(TABLE)[-1]


@pytest.fixture
def at(tmp_path: Path) -> Seat:
    return Seat(tmp_path)


async def test_share_is_on_the_disk_before_its_pledge_is_sent(at: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    write, send = state_folder.write, at.line.send

    def noted(file: Path, data: bytes) -> None:
        write(file, data)
        order.append(f"kept {file.name.removeprefix('share-').removesuffix('.json')}")

    async def sent(kind: str, /, **fields: Any) -> int:
        order.append(f"sent {fields['pledge']}")
        return await send(kind, **fields)

    monkeypatch.setattr("tefuda.client.deal_store.write", noted)
    monkeypatch.setattr(at.line, "send", sent)
    await at.show(fresh=True)
    assert order[-2:] == [f"kept {at.share.pledge}", f"sent {at.share.pledge}"]
    assert fair_deal.pledge(bytes.fromhex(at.share.share)).hex() == at.share.pledge
    assert at.giver.standing == "before"
    await at.take()
    assert at.giver.standing == "pledged"
    assert at.line.kinds == ["pledge"]


async def test_share_is_not_sent_if_it_cannot_be_stored(at: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    await at.show(fresh=True)
    await at.take()
    shutil.rmtree(at.kept._folder.folder / "tables")
    (at.kept._folder.folder / "tables").write_text("no folder")
    at.dealer.pledges.pop(0)
    await at.show()
    assert at.line.kinds == ["pledge"]
    assert at.giver.error is not None


async def test_pledges_again_when_its_pledge_is_missing_or_another_clients(at: Seat) -> None:
    await at.show(fresh=True)
    await at.take()
    del at.dealer.pledges[0]
    await at.show()
    await at.take()
    at.dealer.pledges[0] = pledge(77)
    await at.show()
    assert at.line.kinds == ["pledge"] * 3
    assert len({one["pledge"] for one in at.line.sent}) == 3


async def test_pledges_again_at_a_table_that_was_set_back_to_before_its_pledge(at: Seat) -> None:
    at.line.version = 9
    for version, fresh in ((8, True), (8, False)):  # the answer is faster than the update
        at.giver.see(at.dealer.facts(), version, fresh=fresh)
        await answered()
    assert at.line.kinds == ["pledge"]
    at.giver.see(at.dealer.facts(), 7, fresh=True)  # the database had a failover
    await answered()
    assert at.line.kinds == ["pledge"] * 2


async def test_two_clients_of_one_seat_do_not_replace_their_pledges_for_ever(at: Seat) -> None:
    await at.show(fresh=True)
    for fill in range(200, 210):
        at.dealer.pledges[0] = pledge(fill)
        await at.show()
    assert len(at.line.sent) < 5


async def test_refused_pledge_is_not_repeated_until_the_next_attempt(at: Seat) -> None:
    at.line.refuse = True
    for _ in range(5):
        await at.show()
    assert len(at.line.sent) == 1
    at.dealer.seal()
    at.dealer.call_off(1)
    await at.show()
    assert len(at.line.sent) == 2


async def test_nothing_is_given_without_a_seat_or_at_tables_of_an_earlier_release(at: Seat) -> None:
    await at.show(fresh=True, seat=-1)
    at.giver.see(at.dealer.facts()._replace(deal=replace(at.dealer.deal, protocol=1)), 9)
    await answered()
    assert at.line.sent == []
    assert at.giver.standing == "old"


async def test_seal_is_kept_before_the_share_is_revealed(at: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[KeptShare] = []
    send = at.line.send

    async def sent(kind: str, /, **fields: Any) -> int:
        if kind == "share":
            kept.append(at.share)
        return await send(kind, **fields)

    monkeypatch.setattr(at.line, "send", sent)
    await at.seal()
    sealed = at.dealer.attempts[0]
    assert (kept[0].seal, kept[0].signature, kept[0].server) == (sealed.seal, sealed.signature, PUBLIC)
    assert not kept[0].given
    assert at.line.sent[-1] == {"t": "share", "seal": sealed.seal, "share": at.share.share}
    assert at.share.given
    at.dealer.dealt = True
    await at.show()
    assert at.giver.standing == "giver"


async def test_share_is_given_after_a_restart_of_the_client_unless_the_table_has_it(at: Seat) -> None:
    await at.seal()
    for shared in (False, True):
        line = Line()
        again = Giver(at.kept, line, lambda: None)
        at.dealer.shared = shared
        again.see(at.dealer.facts(), 9, fresh=True)
        await answered()
        assert line.kinds == ([] if shared else ["share"])


async def test_share_is_withheld_where_a_check_fails(at: Seat) -> None:
    await at.show(fresh=True)
    await at.take()
    at.dealer.seal(seats=("person", "bot hard", "bot easy"))
    await at.show()
    assert at.giver.refused == "seats"
    assert at.line.kinds == ["pledge"]
    assert at.share.seal == ""


async def test_client_without_the_share_stays_silent_and_says_so(at: Seat) -> None:
    at.dealer.pledges[0] = pledge(77)
    at.dealer.seal()
    await at.show(fresh=True)
    assert at.giver.refused == "pledge"
    assert at.line.sent == []


async def test_being_left_out_is_noticed_before_the_first_card(at: Seat) -> None:
    await at.show(fresh=True)
    await at.take()
    del at.dealer.pledges[0]
    at.dealer.seal()
    await at.show()
    assert at.giver.standing == "left-out"


async def test_new_share_is_given_after_a_call_off(at: Seat) -> None:
    await at.seal()
    at.dealer.call_off(1)
    await at.show()
    await at.take()
    sealed = at.dealer.seal()
    await at.show()
    assert at.giver.refused == ""
    assert at.line.kinds == ["pledge", "share", "pledge", "share"]
    assert at.line.sent[-1]["seal"] == sealed.seal
    assert at.line.sent[1]["share"] != at.line.sent[-1]["share"]
    assert [(one.number, one.silent) for one in at.giver.call_offs] == [(1, (1,))]


async def test_false_blame_is_noticed_only_if_the_share_was_confirmed(at: Seat, tmp_path: Path) -> None:
    await at.seal()
    at.dealer.call_off(0)
    await at.show()
    assert at.giver.blamed == [1]
    other = Seat(tmp_path / "other")
    await other.show(fresh=True)
    await other.take()
    other.dealer.seal()
    other.line.refuse = True  # the share does not arrive
    await other.show()
    other.dealer.call_off(0)
    await other.show()
    assert other.giver.blamed == []


async def test_other_seal_than_the_checked_one_is_a_contradiction(at: Seat) -> None:
    await at.seal()
    at.dealer.attempts = []
    at.dealer.pledges = {1: pledge(101)}
    at.dealer.seal()
    at.dealer.dealt = True
    await at.show()
    assert at.giver.standing == "broken"


async def test_vanished_call_off_is_a_contradiction(at: Seat) -> None:
    await at.seal()
    at.dealer.call_off(1)
    await at.show()
    assert at.giver.standing != "broken"
    at.dealer.attempts = []
    await at.show()
    assert at.giver.standing == "broken"


async def test_changed_key_is_a_warning_and_nothing_is_revealed_until_it_is_trusted(at: Seat) -> None:
    await at.show(fresh=True)
    assert at.kept.servers() == [PUBLIC]
    at.dealer.key = OTHER
    await at.take()
    at.dealer.seal()
    await at.show()
    assert (at.giver.untrusted_key, at.giver.refused, at.line.asked) == (True, "server", 1)
    assert "share" not in at.line.kinds
    at.giver.trust()
    await answered()
    assert not at.giver.untrusted_key
    assert at.line.kinds[-1] == "share"


def chain(signature: bytes, *, stolen: bool = False) -> list[SigningKey]:
    return [
        SigningKey(PUBLIC, 1, stolen),
        SigningKey(OTHER_PUBLIC, 2, stolen=False, signed_by=PUBLIC, signature=signature.hex()),
    ]


VOUCHED = fair_deal.sign(PRIVATE, fair_deal.key_message(bytes.fromhex(OTHER_PUBLIC)))


async def test_key_that_the_known_one_has_signed_is_trusted(at: Seat) -> None:
    at.line.listed = chain(VOUCHED)
    at.kept.trust(PUBLIC)
    at.dealer.key = OTHER
    await at.show(fresh=True)
    assert not at.giver.untrusted_key
    assert OTHER_PUBLIC in at.kept.servers()


def test_stolen_and_unknown_keys_vouch_for_nothing() -> None:
    assert vouched_for([PUBLIC], chain(VOUCHED)) == [OTHER_PUBLIC]
    assert vouched_for([PUBLIC], chain(VOUCHED, stolen=True)) == []
    assert vouched_for([PUBLIC], chain(fair_deal.sign(OTHER, fair_deal.key_message(bytes.fromhex(OTHER_PUBLIC))))) == []
    assert vouched_for([PUBLIC], chain(b"no signature")) == []
    assert vouched_for(["00" * 32], chain(VOUCHED)) == []


async def test_copy_holds_the_updates_of_ones_own_seat_as_they_came(at: Seat) -> None:
    await at.seal()
    update = {"t": "update", "version": 5, "turn": 0, "new field": [1], "view": {"seat": 0, "to_act": 0}}
    at.giver.collect(update)  # not dealt yet
    at.dealer.dealt = True
    await at.show()
    other = {**update, "version": 6, "view": {"seat": 1, "to_act": 0}}  # as after a change of seats
    for one in (update, other, {**update, "version": 8}, {**update, "version": 7}, update):
        at.giver.collect(one)
    again = Giver(store(at.kept._folder.folder.parents[1]), Line(), lambda: None)
    again.see(at.dealer.facts(), 9)
    again.collect({**update, "version": 8})
    assert again.seen == [update, {**update, "version": 7}, {**update, "version": 8}]


async def test_only_the_owner_can_read_what_is_kept(at: Seat) -> None:
    await at.seal()
    at.dealer.dealt = True
    await at.show()
    at.giver.collect({"version": 5, "view": {"seat": 0}})
    files = [path for path in at.kept._folder.folder.rglob("*") if path.is_file()]
    assert len(files) == 3  # share, key, copy
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert {stat.S_IMODE(path.parent.stat().st_mode) for path in files} == {0o700}


async def test_hashes_from_a_server_cannot_name_files_elsewhere(at: Seat) -> None:
    await at.seal()
    evil = "../" * 20 + "tmp/evil"
    at.dealer.attempts = [replace(at.dealer.attempts[0], call_off=evil, seal=evil, silent=(0,))]
    at.giver.see(at.dealer.facts()._replace(deal=replace(at.dealer.deal, server=evil)), 9)
    folder = at.kept._folder.folder
    assert {path.parent for path in folder.rglob("*.json")} <= {folder, folder / "tables" / TABLE}
    assert msgspec.json.decode(next(folder.rglob("call-off-*")).read_bytes())["seal"] == evil
