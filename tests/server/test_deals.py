"""Fair deals over real sockets: shares that arrive, arrive late, or never, and what each client learns."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.doubles import ManualClock, settle
from tefuda.server.tables.serialization import decoded_entry
from tefuda.table import deal as deals
from tefuda.table import fair_deal
from tefuda.table.entries import Played
from tefuda.table.table import Table
from tefuda.table.table_record import read
from tefuda.table.verify import Verdict, verify
from tests.server.clients import Giver, Person, serving
from tests.server.friends import SHARE_SECONDS, friends

# ------------------------------------------------------------- a fair deal


async def test_cards_are_dealt_after_both_shares_and_the_record_is_proven(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        assert (await two.deal(0, 1))["t"] == "done"
        assert await two.phase() == "open"
        await two.share(1, 0)
        for place in two.places:
            await place.until(lambda update: "view" in update)
            assert place.deal["dealt"]
        await asyncio.gather(*(place.play_to_end(Random(1)) for place in two.places))
        record = read((await two.people[0].http.get(f"/api/tables/{two.table}/record.txt")).text)
        assert record.attempts[-1].shares == {seat: giver.share for seat, giver in enumerate(two.givers)}
        verification = verify(record, seal=bytes.fromhex(two.places[1].attempt["seal"]))
        assert {claim.id for claim in verification.claims if claim.verdict is Verdict.PROVEN} >= {
            "key",
            "fixed",
            "rules",
        }
        assert {item.by for item in record.course if hasattr(item, "by")} == {"person"}


async def test_seal_is_signed_by_a_published_key_and_matches_the_table(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        attempt, info = await two.places[1].sealed(), await two.people[1].get(f"/api/tables/{two.table}")
        assert info["deal"]["attempts"] == [attempt]
        keys = (await two.people[1].get("/.well-known/tefuda-keys"))["keys"]
        assert [key["key"] for key in keys] == [info["deal"]["server"]]
        server = bytes.fromhex(info["deal"]["server"])
        cards = bytes.fromhex(info["deal"]["cards"])
        setup = fair_deal.setup(info["id"], "kotori", info["deal"]["rules"], cards, info["options"], attempt["seats"])
        pledges = {int(seat): bytes.fromhex(pledge) for seat, pledge in attempt["pledges"].items()}
        commitment, previous = bytes.fromhex(attempt["commitment"]), bytes.fromhex(attempt["previous"])
        seal = fair_deal.seal(server, setup, 1, previous, commitment, pledges)
        assert seal.hex() == attempt["seal"]
        assert fair_deal.is_signed(server, fair_deal.seal_message(seal), bytes.fromhex(attempt["signature"]))


async def test_table_dealt_at_creation_waits_for_its_makers_share(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        giver = Giver()
        info = await hana.open("me", "bot", deal=True, pledge=giver.pledge)
        assert info["phase"] == "open"
        assert info["deal"]["attempts"][0]["pledges"] == {"0": giver.pledge}
        async with hana.at(info["id"]) as place:
            assert (await place.ask("share", **giver.reveal(await place.sealed())))["t"] == "done"
            assert await place.my_turn()


async def test_table_without_pledges_is_dealt_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        info = await hana.open("me", "bot", deal=True)
        assert (info["phase"], info["deal"]["dealt"]) == ("playing", True)
        assert "pledges" not in info["deal"]["attempts"][0] or info["deal"]["attempts"][0]["pledges"] == {}


async def test_pledge_without_a_seat_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        body = {"game": "kotori", "seats": [{"kind": "bot"}] * 2, "pledge": Giver().pledge}
        assert "seated at the table" in (await hana.post("/api/tables?lang=en", body, 400))["message"]
        for nonsense in ("x", "00", "AA" * 32):
            await hana.post("/api/tables", {**body, "pledge": nonsense}, 400)


# --------------------------------------------------------------- call-offs


async def test_missing_share_calls_the_deal_off_and_the_next_one_leaves_its_seat_out(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        await two.share(0)
        off = await two.called_off()
        assert off["silent"] == [1]
        assert off["call_off"] == fair_deal.call_off(bytes.fromhex(off["seal"]), [1]).hex()
        assert await two.phase() == "open"
        await two.deal(0, 1)
        attempt = await two.places[0].sealed()
        assert (attempt["number"], attempt["previous"], list(attempt["pledges"])) == (2, off["call_off"], ["0"])
        await two.share(0)
        await asyncio.gather(*(place.let_bots_finish() for place in two.places))
        record = read((await two.people[1].http.get(f"/api/tables/{two.table}/record.txt")).text)
        assert [attempt.silent for attempt in record.attempts] == [(1,), None]
        assert not verify(record, seal=bytes.fromhex(attempt["seal"])).false


async def test_returning_creator_pledges_again_and_the_table_deals(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True, pledge=Giver().pledge))["id"]
        await clock.pass_time(600)
        assert len((await hana.get(f"/api/tables/{table}"))["deal"]["attempts"]) == 1, (
            "time counts only while connected"
        )
        async with hana.at(table) as place:
            await settle()
            await clock.pass_time(SHARE_SECONDS + 0.1)
            while not place.attempt.get("call_off"):
                await place.receive()
            giver = Giver()
            assert (await place.ask("pledge", pledge=giver.pledge))["t"] == "done"
            attempt = await place.sealed()
            assert (attempt["number"], attempt["pledges"]) == (2, {"0": giver.pledge})
            assert (await place.ask("share", **giver.reveal(attempt)))["t"] == "done"
            assert await place.my_turn()


async def test_client_that_never_shares_exhausts_only_its_own_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(deals, "MAX_ATTEMPTS", 2)
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", pledge=Giver().pledge, deal=True))["id"]
        async with hana.at(table) as place:
            for number in (1, 2):
                while len(place.deal["attempts"]) < number:
                    await place.receive()
                await settle()
                await clock.pass_time(SHARE_SECONDS + 0.1)
                while not place.attempt.get("call_off"):
                    await place.receive()
                assert (await place.ask("pledge", pledge=Giver().pledge))["t"] == "done"
            entries = len(await server.store.log(table))
            await settle()
            await clock.pass_time(60)
            actor = server.registry.actors[table]
            assert not actor.queue.busy, "no endless retries"
            assert len(await server.store.log(table)) == entries
            assert "another one" in (await place.ask("deal"))["error"]["message"]
    assert not [record for record in caplog.records if record.getMessage() == "exception"]


async def test_failing_deal_is_retried_with_growing_delays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        calls, original = [0], Table.propose_deal

        def broken(table: Table) -> Any:
            calls[0] += 1
            raise ZeroDivisionError

        monkeypatch.setattr(Table, "propose_deal", broken)
        await two.share(0, 1)
        await settle()
        await two.clock.pass_time(100)
        assert 3 <= calls[0] <= 8
        monkeypatch.setattr(Table, "propose_deal", original)
        await two.clock.pass_time(2000)
        await two.places[0].until(lambda update: "view" in update)


async def test_silent_client_is_left_out_of_the_seal(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.clock.pass_time(60)
        await two.deal()
        assert list((await two.places[0].sealed())["pledges"]) == ["0"]


async def test_giver_leaving_before_sharing_calls_the_deal_off(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        await two.share(0)
        info = await two.people[1].post(f"/api/tables/{two.table}/leave", {})
        assert (info["you"], info["sitters"][1]) == (-1, {})
        assert (await two.places[0].until(lambda update: not update["sitters"][1]))["deal"]["attempts"][0][
            "silent"
        ] == [1]


async def test_giver_leaving_after_sharing_waits_for_the_end_of_the_attempt(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        await two.share(1)
        leaving = asyncio.create_task(two.people[1].post(f"/api/tables/{two.table}/leave", {}))
        await settle()
        assert not leaving.done()
        await two.share(0)
        info = await leaving
        assert (info["phase"], info["you"], info["sitters"][1]["kind"]) == ("playing", -1, "bot")


async def test_seats_and_names_cannot_change_while_the_deal_is_sealed(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        await two.people[1].post("/api/me", {"name": "次郎"})
        for message in (("sit", {"seat": 1, "kind": "bot"}), ("deal", {}), ("pledge", {"pledge": Giver().pledge})):
            refused = await two.places[0].ask(message[0], **message[1])
            assert refused["t"] == "refused", message
        await two.share(0, 1)
        await two.places[0].until(lambda update: "view" in update)
        assert two.places[0].update["sitters"][1]["name"] == "太郎"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"share": "00" * 32}, "not the share that your seat has pledged"),
        ({"seal": "00" * 32}, "a different seal"),
        ({"share": "xyz"}, "cannot be read"),
    ],
)
async def test_wrong_share_is_refused_and_the_right_one_still_accepted(
    tmp_path: Path, change: dict[str, str], message: str
) -> None:
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        attempt = await two.places[0].sealed()
        fields = two.givers[0].reveal(attempt)
        refused = await two.places[0].ask("share", **(fields | change))
        assert message in refused["error"]["message"]
        await two.share(0, 1)
        await two.places[0].until(lambda update: "view" in update)


async def test_copied_pledge_of_another_seat_is_refused(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0)
        refused = await two.places[1].ask("pledge", pledge=two.givers[0].pledge)
        assert "Another seat" in refused["error"]["message"]


# ------------------------------------------------------- records of a deal


async def test_record_is_signed_by_the_key_of_its_seal_after_key_rotation(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        key, token = (await hana.get(f"/api/tables/{table}"))["deal"]["server"], hana.token
        server.keyring.replace(server.settings.random_bytes, 2, stolen=False)
    async with serving(tmp_path) as (address, server), Person(address, token) as hana:
        async with hana.at(table) as place:
            await place.play_to_end(Random(1))
        record = read((await hana.http.get(f"/api/tables/{table}/record.txt")).text)
        assert record.server.hex() == key != server.keyring.published().keys[-1].key
        assert not verify(record, key=bytes.fromhex(key)).false


async def test_moves_record_who_made_them(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            assert await place.my_turn()
            await place.play()
            await place.ask("stand-in", seat=0)
            await place.until(lambda update: update["view"]["to_act"] == -1)
        moves = [decoded_entry(logged.entry) for logged in await server.store.log(place.table)]
        assert {(move.seat, move.by) for move in moves if isinstance(move, Played)} == {
            (0, "person"),
            (0, "stand-in"),
            (1, "bot"),
        }
