"""Fair deals over real sockets: shares that arrive, arrive late, or never, and what each client learns."""

import asyncio
import contextlib
import hashlib
import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.doubles import ManualClock, settle
from tefuda import server as server_package
from tefuda.server.app import Server
from tefuda.server.serialization import decoded_entry
from tefuda.server.settings import GAMES
from tefuda.server.store import Phase, StoreError
from tefuda.table import deal as deals
from tefuda.table import fair_deal
from tefuda.table.entries import Played
from tefuda.table.table import Table
from tefuda.table.table_record import read
from tefuda.table.verify import Verdict, verify
from tests.server.clients import Giver, Person, Place, serving
from tests.server.killed_server import ServerProcess

SHARE_SECONDS = 10


class Friends:
    """Two people at a table with one share each, and their server."""

    def __init__(
        self, server: Server, clock: ManualClock, table: str, people: list[Person], places: list[Place]
    ) -> None:
        self.server, self.clock, self.table, self.people, self.places = server, clock, table, people, places
        self.givers = [Giver() for _ in places]

    async def pledge(self, *seats: int) -> None:
        for seat in seats:
            self.givers[seat] = Giver()
            assert (await self.places[seat].ask("pledge", pledge=self.givers[seat].pledge))["t"] == "done"

    async def share(self, *seats: int) -> None:
        for seat in seats:
            attempt = await self.places[seat].sealed()
            assert (await self.places[seat].ask("share", **self.givers[seat].reveal(attempt)))["t"] == "done"

    async def deal(self) -> dict[str, Any]:
        """Ask the host to deal and return the answer."""
        return await self.places[0].ask("deal")

    async def phase(self) -> Phase:
        return (await self.people[0].get(f"/api/tables/{self.table}"))["phase"]

    async def called_off(self, attempts: int = 1) -> dict[str, Any]:
        """Let the time for shares pass and return the attempt that was called off."""
        await settle()
        await self.clock.pass_time(SHARE_SECONDS + 0.1)
        for place in self.places:
            while len(place.deal.get("attempts", ())) < attempts or not place.deal["attempts"][attempts - 1].get(
                "call_off"
            ):
                await place.receive()
        attempt: dict[str, Any] = self.places[0].deal["attempts"][attempts - 1]
        return attempt


@contextlib.asynccontextmanager
async def friends(folder: Path, **changes: Any) -> AsyncIterator[Friends]:
    clock = ManualClock()
    async with (
        serving(folder, clock=clock, **changes) as (address, server),
        Person(address) as hana,
        Person(address) as taro,
    ):
        table = (await hana.open("me", "open"))["id"]
        await taro.join(table, "太郎", await hana.invite(table))
        async with hana.at(table) as first, taro.at(table) as second:
            yield Friends(server, clock, table, [hana, taro], [first, second])


# ------------------------------------------------------------- a fair deal


async def test_cards_are_dealt_after_both_shares_and_the_record_is_proven(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        assert (await two.deal())["t"] == "done"
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
        await two.pledge(0, 1)
        await two.deal()
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


# ---------------------------------------------------------------- call-offs


async def test_missing_share_calls_the_deal_off_and_names_the_seat(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.deal()
        await two.share(0)
        attempt = await two.called_off()
        assert attempt["silent"] == [1]
        seal = bytes.fromhex(attempt["seal"])
        assert attempt["call_off"] == fair_deal.call_off(seal, [1]).hex()
        assert await two.phase() == "open"


async def test_next_attempt_leaves_out_the_silent_seat_and_is_proven(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.deal()
        await two.share(0)
        off = await two.called_off()
        await two.pledge(0, 1)
        await two.deal()
        attempt = await two.places[0].sealed()
        assert (attempt["number"], attempt["previous"], list(attempt["pledges"])) == (2, off["call_off"], ["0"])
        await two.share(0)
        await asyncio.gather(*(place.play_to_end(Random(1)) for place in two.places))
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
        table = (await hana.open("me", "bot", deal=True, pledge=Giver().pledge))["id"]
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
            assert not actor._working
            assert not actor._inbox, "no endless retries"
            assert len(await server.store.log(table)) == entries
            assert "another one" in (await place.ask("deal"))["trouble"]["message"]
    assert not [record for record in caplog.records if record.getMessage() == "exception"]


async def test_failing_deal_is_retried_with_growing_delays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.deal()
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
        await two.pledge(0, 1)
        await two.deal()
        await two.share(0)
        info = await two.people[1].post(f"/api/tables/{two.table}/leave", {})
        assert (info["you"], info["sitters"][1]) == (-1, {})
        assert (await two.places[0].until(lambda update: not update["sitters"][1]))["deal"]["attempts"][0][
            "silent"
        ] == [1]


async def test_giver_leaving_after_sharing_waits_for_the_end_of_the_attempt(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.deal()
        await two.share(1)
        leaving = asyncio.create_task(two.people[1].post(f"/api/tables/{two.table}/leave", {}))
        await settle()
        assert not leaving.done()
        await two.share(0)
        info = await leaving
        assert (info["phase"], info["you"], info["sitters"][1]["kind"]) == ("playing", -1, "bot")


async def test_seats_and_names_cannot_change_while_the_deal_is_sealed(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.deal()
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
        ({"seal": "00" * 32}, "another seal"),
        ({"share": "xyz"}, "cannot be read"),
    ],
)
async def test_wrong_share_is_refused_and_the_right_one_still_accepted(
    tmp_path: Path, change: dict[str, str], message: str
) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.deal()
        attempt = await two.places[0].sealed()
        fields = two.givers[0].reveal(attempt)
        refused = await two.places[0].ask("share", **(fields | change))
        assert message in refused["trouble"]["message"]
        await two.share(0, 1)
        await two.places[0].until(lambda update: "view" in update)


async def test_copied_pledge_of_another_seat_is_refused(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0)
        refused = await two.places[1].ask("pledge", pledge=two.givers[0].pledge)
        assert "Another seat" in refused["trouble"]["message"]


# ------------------------------------------------------------------- secrecy


async def test_shares_and_secrets_stay_hidden_until_the_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.deal()
        await two.share(0)
        await two.called_off()
        called_off = two.givers.copy()
        await two.pledge(0, 1)
        await two.deal()
        await two.share(0)
        await two.places[0].until(lambda update: "view" in update)
        deal = two.server.registry.actors[two.table].table.deal
        secret = [attempt.secret for attempt in deal.attempts] + [deal.open.key(), *two.server.keyring.secrets]
        secret += [deal._secret, *(giver.share for giver in (*called_off, *two.givers))]
        output = [text for place in two.places for text in place.raw]
        for person in two.people:
            paths = ("/api/tables", f"/api/tables/{two.table}", f"/api/tables/{two.table}/record")
            output += [(await person.http.get(path)).text for path in paths]
        ours = [record for record in caplog.records if record.name.startswith("tefuda")]
        assert ours, "the server writes a log"
        output += [record.getMessage() + str(record.__dict__) for record in ours]
        for hidden in secret:
            assert not any(hidden.hex() in text for text in output)


async def test_pledge_is_visible_only_to_its_own_seat_until_the_seal(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0)
        assert (await two.people[0].get(f"/api/tables/{two.table}"))["deal"]["pledge"] == two.givers[0].pledge
        assert "pledge" not in (await two.people[1].get(f"/api/tables/{two.table}"))["deal"]
        await two.pledge(1)
        assert not any(two.givers[0].pledge in text for text in two.places[1].raw)
        record = await two.people[1].http.get(f"/api/tables/{two.table}/record")
        assert two.givers[0].pledge not in record.text


async def test_record_is_not_released_before_the_end(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        for _ in range(2):
            refused = await two.people[0].http.get(f"/api/tables/{two.table}/record.txt")
            assert refused.status_code == 409
            await two.deal()


# ------------------------------------------------------------ interruptions


async def test_deal_survives_a_kill_after_any_of_its_entries(tmp_path: Path) -> None:
    """Kill the server after each entry from the first pledge to the deal; answered messages are sent again."""
    givers = [Giver(), Giver()]
    tokens: list[str] = []
    seals, table, steps = set(), "", 5
    for stop in range(steps + 1):
        process = ServerProcess(tmp_path, share_seconds=600)
        people = [Person(process.address, token) for token in tokens] or [Person(process.address) for _ in givers]
        async with people[0] as hana, people[1] as taro:
            if not tokens:
                table = (await hana.open("me", "open"))["id"]
                await taro.join(table, "太郎", await hana.invite(table))
                tokens = [hana.token, taro.token]
            async with hana.at(table) as first, taro.at(table) as second:
                requests = [
                    lambda: first.ask("pledge", pledge=givers[0].pledge, id="p0"),
                    lambda: second.ask("pledge", pledge=givers[1].pledge, id="p1"),
                    lambda: first.ask("deal", id="d"),
                    lambda: _share(first, givers[0], "s0"),
                    lambda: _share(second, givers[1], "s1"),
                ]
                for ask in requests[max(stop - 1, 0) : stop + 1]:
                    assert (await ask())["t"] == "done"
                if first.deal.get("attempts"):
                    seals.add(first.attempt["seal"])
                if stop < steps:
                    process.kill()
                    continue
                await asyncio.gather(*(place.play_to_end(Random(1)) for place in (first, second)))
            record = read((await hana.http.get(f"/api/tables/{table}/record.txt")).text)
        process.stop()
    assert seals == {record.attempts[0].seal.hex()}
    assert record.attempts[0].shares == {seat: giver.share for seat, giver in enumerate(givers)}
    assert not verify(record, seal=record.attempts[0].seal).false


@pytest.mark.parametrize("dealt", [False, True], ids=["before the deal", "after the deal"])
async def test_restored_backup_deals_the_same_cards(tmp_path: Path, *, dealt: bool) -> None:
    keys = []
    async with friends(tmp_path / "data") as two:
        await two.pledge(0, 1)
        await two.deal()
        await two.share(0, *([1] if dealt else []))
        with contextlib.closing(sqlite3.connect(tmp_path / "data" / "tefuda.sqlite3")) as file:
            file.execute("VACUUM INTO ?", (str(tmp_path / "backup"),))
        await two.share(*([] if dealt else [1]))
        await two.places[0].until(lambda update: "view" in update)
        keys.append(two.server.registry.actors[two.table].table.key)
        tokens, givers = [person.token for person in two.people], two.givers
    (tmp_path / "backup").replace(tmp_path / "data" / "tefuda.sqlite3")
    async with serving(tmp_path / "data") as (address, server), Person(address, tokens[1]) as taro:
        async with taro.at(two.table) as place:
            if not dealt:
                assert (await _share(place, givers[1], "again"))["t"] == "done"
            await place.until(lambda update: "view" in update)
        keys.append(server.registry.actors[two.table].table.key)
    assert keys[0] == keys[1]


async def _share(place: Place, giver: Giver, id: str) -> dict[str, Any]:
    while not place.deal.get("attempts"):
        await place.receive()
    return await place.ask("share", id=id, **giver.reveal(place.attempt))


async def test_table_with_all_shares_deals_when_loaded_after_a_crash(tmp_path: Path) -> None:
    async with friends(tmp_path / "a") as two:
        await two.pledge(0, 1)
        await two.deal()
        actor = two.server.registry.actors[two.table]
        deal_now = actor.dealing._deal_if_complete
        actor.dealing._deal_if_complete = lambda: asyncio.sleep(0)  # type: ignore[method-assign]  # the crash
        actor.dealing.check = lambda: None  # type: ignore[method-assign]
        await two.share(0, 1)
        assert deal_now
        assert await two.phase() == "open"
        token = two.people[0].token
    async with serving(tmp_path / "a") as (address, _), Person(address, token) as hana, hana.at(two.table) as place:
        await place.until(lambda update: "view" in update)


async def test_failing_store_calls_nothing_off_and_the_deal_continues(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        await two.deal()
        actor, fails = two.server.registry.actors[two.table], [True]
        append = actor.store.append

        async def failing(entry: Any) -> Any:
            if fails[0]:
                raise StoreError("the disk is full")
            return await append(entry)

        two.server.store.append = failing  # type: ignore[method-assign]
        attempt = await two.places[0].sealed()
        refused = await two.places[0].ask("share", **two.givers[0].reveal(attempt))
        assert "Could not save" in refused["trouble"]["message"]
        await two.clock.pass_time(SHARE_SECONDS + 5)
        fails[0] = False
        await two.clock.pass_time(5)
        assert (await two.called_off())["silent"] == [0, 1]


# ---------------------------------------------------- protocol 1 and its end


async def test_tables_of_protocol_1_show_no_commitment(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        waiting = (await hana.open("me", "open"))["id"]
        playing = (await hana.open("me", "bot", deal=True, public=True))["id"]
        token = hana.token
        secrets = {id: (await server.store.table(id)).row.secret for id in (waiting, playing)}
        await _rewrite_as_protocol_1(server, playing)
    _downgrade(tmp_path)
    async with serving(tmp_path) as (address, server), Person(address, token) as hana:
        old, fresh = await hana.get(f"/api/tables/{playing}"), await hana.get(f"/api/tables/{waiting}")
        assert old["deal"] == {"protocol": 1}
        assert (fresh["deal"]["protocol"], fresh["phase"]) == (2, "open")
        assert (await server.store.table(waiting)).row.secret != secrets[waiting], (
            "no commitment to the old secret was published"
        )
        assert (await server.store.table(playing)).row.secret == secrets[playing], "the running game keeps its cards"
        async with hana.at(playing) as place:
            await place.play_to_end(Random(2))
        text = (await hana.http.get(f"/api/tables/{playing}/record.txt")).text
        assert text.startswith("tefuda 1\n")
        async with hana.at(waiting) as place:
            await place.ask("sit", seat=1, kind="bot")
            assert (await place.ask("deal"))["t"] == "done"
            assert await place.my_turn()


async def _rewrite_as_protocol_1(server: Server, table: str) -> None:
    """Rewrite a log as an earlier release wrote it."""

    def change(connection: Any) -> None:
        connection.execute("DELETE FROM entries WHERE table_id = ? AND entry NOT LIKE '%\"sat\"%'", (table,))
        count = connection.execute("SELECT count(*) FROM entries WHERE table_id = ?", (table,)).fetchone()[0]
        for entry in ('{"kind":"seeded","seat":0,"words":"七つの子"}', '{"kind":"dealt"}'):
            count += 1
            connection.execute("INSERT INTO entries (table_id, version, entry) VALUES (?, ?, ?)", (table, count, entry))
        connection.execute("UPDATE tables SET version = ?, to_act = -1 WHERE id = ?", (count, table))

    await server.store._change(change)


def _downgrade(folder: Path) -> None:
    """Copy the file into the schema used before protocol 2."""
    new, old = folder / "tefuda.sqlite3", folder / "old.sqlite3"
    scripts = sorted((Path(server_package.__file__).parent / "migrations").glob("*.sql"))[:2]
    with contextlib.closing(sqlite3.connect(old)) as file:
        for script in scripts:
            file.executescript(script.read_text(encoding="utf-8"))
        file.execute("ATTACH ? AS new", (str(new),))
        for table in ("keys", "guests", "tables", "entries", "seats"):
            columns = ", ".join(row[1] for row in file.execute(f"PRAGMA main.table_info({table})"))
            file.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")  # noqa: S608  # our own names
        file.execute(f"PRAGMA main.user_version = {len(scripts)}")
        file.commit()
    for rest in folder.glob("tefuda.sqlite3*"):
        rest.unlink()
    old.rename(new)


# ---------------------------------------------------------------- foresight


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.parametrize("pledges", [True, False], ids=["with a share", "at once without shares"])
async def test_no_published_value_is_a_draw_key(slug: str, pledges: bool, tmp_path: Path) -> None:
    """Try every 32-byte value that a stranger or the player can read, and every hash the protocol makes of them."""
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as stranger:
        fewest = server.registry._description(slug).players[0]
        giver = Giver()
        fields = {"pledge": giver.pledge} if pledges else {}
        info = await hana.open("me", *["bot"] * (fewest - 1), game=slug, deal=True, public=True, **fields)
        table = info["id"]
        async with hana.at(table) as place, stranger.at(table) as watching:
            if pledges:
                assert (await place.ask("share", **giver.reveal(await place.sealed())))["t"] == "done"
            await place.until(lambda update: "view" in update)
            texts = [str(info), *place.raw, *watching.raw]
            for person in (hana, stranger):
                one = f"/api/tables/{table}"
                for path in ("/api/tables", one, f"{one}/record", "/.well-known/tefuda-keys"):
                    texts += [(await person.http.get(path)).text]
        actor = server.registry.actors[table]
        assert actor.phase == "playing"
        candidates = derivable_values("\n".join(texts), table, giver)
        assert len(candidates) > 100, "too few candidates"
        assert actor.table.key not in candidates
        assert actor.table.deal.open.secret not in candidates
        assert actor.row.secret not in candidates


def derivable_values(text: str, table: str, giver: Giver) -> set[bytes]:
    """Return all 32-byte values in a text, the player's share, and the protocol's hashes of them."""
    known = {bytes.fromhex(digits) for digits in re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", text)}
    known |= {giver.share, bytes(32)}
    known |= {hashlib.sha256(value).digest() for value in known} | {hashlib.sha256(table.encode()).digest()}
    shares: list[dict[int, bytes]] = [{}, {0: giver.share}]
    made = {derive(value) for value in known for derive in (fair_deal.commitment, fair_deal.pledge)}
    made |= {fair_deal.attempt_secret(value, table, 1) for value in known}
    made |= {fair_deal.draw_key(one, other, given) for one in known for other in known for given in shares}
    made |= {fair_deal.call_off(value, [0]) for value in known}
    return known | made


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
        table = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            assert await place.my_turn()
            await place.play()
            await place.ask("stand-in", seat=0)
            await place.until(lambda update: update["view"]["to_act"] == -1)
        moves = [decoded_entry(logged.entry) for logged in await server.store.log(table)]
        assert {(move.seat, move.by) for move in moves if isinstance(move, Played)} == {
            (0, "person"),
            (0, "stand-in"),
            (1, "bot"),
        }
