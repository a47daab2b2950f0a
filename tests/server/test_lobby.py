"""The lobby: the host changes the table until the start, everyone sees it, and no one seated loses their seat."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import ManualClock, eventually, settle, unload_all
from tefuda.server.protocol.limits import OPEN_TABLES_SECONDS
from tefuda.server.rate_limit import Rate
from tefuda.server.tables import entry_log
from tefuda.server.tables.dealing import PLEDGE_SECONDS
from tefuda.table.entries import Arranged
from tefuda.table.table_record import read
from tefuda.table.verify import Verdict, verify
from tests.server.clients import (
    SHORT_GAME,
    Giver,
    Person,
    Place,
    any_database,
    deal,
    deal_fairly,
    people,
    serving,
    table_of_two,
)
from tests.server.friends import friends
from tests.server.workers import Workers, workers


async def arranged(host: Place, *others: Place, message: str = "arrange", **fields: Any) -> dict[str, Any]:
    """Let the host change the table, wait until all have seen it, and return the update."""
    answer = await host.ask(message, id=secrets.token_hex(8), **fields)
    assert answer["t"] == "done", answer
    for place in (host, *others):
        await place.until(lambda update: update["version"] >= answer["version"])
    return others[0].update if others else host.update


def kinds(update: dict[str, Any]) -> list[str]:
    return [sitter.get("kind", "open") for sitter in update["sitters"]]


def names(update: dict[str, Any]) -> list[str]:
    return [sitter.get("name", "") for sitter in update["sitters"]]


async def refused(place: Place, message: str, **fields: Any) -> str:
    answer = await place.ask(message, **fields)
    assert answer["t"] == "refused", answer
    return str(answer["error"]["message"])


@contextlib.asynccontextmanager
async def pair(
    folder: Path, *more: str, table: dict[str, Any] | None = None, **changes: Any
) -> AsyncIterator[tuple[Person, Person, Place, Place]]:
    """Yield the host, their friend, and the places of both."""
    async with serving(folder, **changes) as (address, _), Person(address) as hana, Person(address) as taro:
        id = await table_of_two(hana, taro, *more, **(table or {}))
        async with hana.at(id, lang="en") as mine, taro.at(id, lang="en") as theirs:
            yield hana, taro, mine, theirs


# --------------------------------------------------------------- the game


@any_database
async def test_another_game_is_played_to_a_proven_end_after_a_restart(tmp_path: Path, database: Database) -> None:
    """Everyone is notified, the table's row agrees, a restarted server goes on, and the record proves the game."""
    changes = dict(database.settings)
    async with serving(tmp_path / "data", **changes) as (address, server), people(address, 2) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", public=True)
        async with hana.at(table) as mine, taro.at(table) as theirs:
            await arranged(mine, theirs, options={"allow_yield": 1}, hints=True)
            update = await arranged(mine, theirs, game="llama", options={"rounds": 2})
            assert update["changes"] == [{"kind": "game", "by": "花子", "name": "llama", "value": 3}]
            assert update["arranged"]["game"] == "llama"
            assert update["arranged"]["options"]["rounds"] == 2
            assert "allow_yield" not in update["arranged"]["options"]
            assert names(update)[:2] == ["花子", "太郎"]
        hosts, friends_token = hana.token, taro.token
        listed = (await taro.get("/api/tables"))[0]
        assert (listed["game"], listed["options"]["rounds"], listed["hints"]) == ("llama", 2, True)
        [row] = await server.store._rows("SELECT game, cards, rules FROM tables WHERE id = ?", table)
        description = server.registry.games.description("llama")
        assert row == ("llama", server.registry.games.cards_hash("llama"), description.rules_version)
    async with (
        serving(tmp_path / "data", **changes) as (address, _),
        Person(address, hosts) as hana,
        Person(address, friends_token) as taro,
        hana.at(table) as mine,
        taro.at(table) as theirs,
    ):
        assert (mine.welcome["table"]["game"], mine.welcome["table"]["host"]) == ("llama", True)
        await deal_fairly(mine, theirs)
        await asyncio.gather(mine.play_to_end(Random(1)), theirs.play_to_end(Random(2)))
        record = read((await taro.http.get(f"/api/tables/{table}/record.txt")).text)
        assert (record.game, record.options["rounds"], record.names[0]) == ("llama", 2, "花子")
        verdicts = {claim.id: claim.verdict for claim in verify(record, seal=record.attempts[-1].seal).claims}
        assert verdicts["key"] is verdicts["fixed"] is verdicts["rules"] is Verdict.PROVEN
        replay = await taro.get(f"/api/tables/{table}/record")
        assert [len(update["sitters"]) for update in replay["updates"]][-1] == 3


async def test_number_of_seats_follows_the_game_and_people_keep_their_seats(tmp_path: Path) -> None:
    async with pair(tmp_path, "open", "bot") as (hana, taro, mine, theirs):
        table = mine.welcome["table"]["id"]
        update = await arranged(mine, theirs, seats=3)
        assert kinds(update) == ["person", "person", "bot"], "the open seat was dropped first"
        assert update["changes"] == [{"kind": "seats", "by": "花子", "value": 3}]
        await arranged(mine, theirs, message="reseat", seat=1, to=2)
        update = await arranged(mine, theirs, game="kotodama")
        assert names(update) == ["花子", "太郎"]
        assert (await taro.get(f"/api/tables/{table}"))["you"] == 1
        assert theirs.seat == 1
        update = await arranged(mine, theirs, game="tezuma", seats=4)
        assert kinds(update) == ["person", "person", "open", "open"]
        async with Person(hana.address) as jiro:
            assert (await jiro.join(table, "次郎", await hana.invite(table), seat=3))["you"] == 3
        await mine.until(lambda update: names(update)[3] == "次郎")
        assert "More people" in await refused(mine, "arrange", game="kotodama")
        assert "More people" in await refused(mine, "arrange", game="llama", seats=2)
        assert names(mine.update) == ["花子", "太郎", "", "次郎"], "nothing has changed"
        update = await arranged(mine, theirs, game="llama")
        assert names(update) == ["花子", "太郎", "", "次郎"]


async def test_seat_that_was_gone_for_a_while_has_its_updates_and_its_record(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", "bot", "bot", **SHORT_GAME))["id"]
        async with hana.at(table) as mine:
            await arranged(mine, seats=3)
            await arranged(mine, seats=4)
            await arranged(mine, message="reseat", seat=0, to=3)
            version = mine.update["version"]
        await unload_all(server.registry)
        async with hana.at(table, after=version - 3) as mine:
            assert (mine.seat, len(mine.welcome["missed"])) == (3, 3)
            await arranged(mine, message="sit", seat=0, kind="bot")
            await deal(mine)
            await mine.let_bots_finish()
        for seat in range(-1, 4):
            replay = await hana.get(f"/api/tables/{table}/record", params={"seat": seat})
            assert len(replay["updates"][-1]["sitters"]) == 4


async def test_impossible_change_is_refused_with_its_reason(tmp_path: Path) -> None:
    async with pair(tmp_path, "bot") as (_, _, mine, theirs):
        version = mine.update["version"]
        assert "no such game" in await refused(mine, "arrange", game="go")
        assert "cannot be played" in await refused(mine, "arrange", options={"no-such": 1})
        assert "cannot be played" in await refused(mine, "arrange", options={"allow_yield": 7})
        assert "cannot be played" in await refused(mine, "arrange", seats=9)
        assert "no seat 8" in await refused(mine, "reseat", seat=0, to=7)
        assert "Nobody sits" in await refused(mine, "remove", seat=2)
        assert "yourself" in await refused(mine, "remove", seat=0)
        for kind, fields in (("arrange", {"game": "llama"}), ("reseat", {"seat": 0, "to": 1}), ("remove", {"seat": 0})):
            assert "host" in await refused(theirs, kind, **fields)
        assert (await mine.ask("arrange", game="kotori", hints=False))["version"] == version, "nothing to change"
        assert (await mine.ask("deal"))["t"] == "done"
        for kind, fields in (("arrange", {"public": True}), ("reseat", {"seat": 0, "to": 1}), ("remove", {"seat": 1})):
            assert "dealt already" in await refused(mine, kind, **fields)


async def test_repeated_change_is_carried_out_once_and_too_many_are_refused(tmp_path: Path) -> None:
    async with pair(tmp_path, "bot", arrange_rate=Rate(0.001, 3)) as (_, _, mine, theirs):
        first = await mine.ask("arrange", id="once", locked=True)
        assert await mine.ask("arrange", id="once", locked=True) == first
        await arranged(mine, theirs, locked=False)
        await arranged(mine, theirs, locked=True)
        assert "Too many" in await refused(mine, "arrange", locked=False)


async def test_seats_of_bots_change_no_more_often_than_the_rest(tmp_path: Path) -> None:
    async with pair(tmp_path, "bot", arrange_rate=Rate(0.001, 3)) as (_, _, mine, _):
        version = mine.update["version"]
        assert (await mine.ask("sit", seat=2, kind="open"))["version"] == version + 1
        assert (await mine.ask("sit", seat=2, kind="open"))["version"] == version + 1, "nothing to change"
        assert (await mine.ask("sit", seat=2, kind="bot"))["version"] == version + 2
        assert "Too many" in await refused(mine, "sit", seat=2, kind="open")


async def test_names_change_at_a_table_no_more_often_than_people_may_sit_down(tmp_path: Path) -> None:
    async with pair(tmp_path, clock=ManualClock()) as (hana, _, mine, theirs):
        for number in range(1, 13):
            await hana.post("/api/me", {"name": f"花{number}"})
        await arranged(mine, theirs, locked=True)
        assert names(theirs.update)[0] == "花10", "the guest has the newest name, at this table later"


async def test_unloading_a_table_lets_nobody_sit_down_more_often(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, clock=ManualClock()) as (address, server),
        Person(address) as hana,
        Person(address) as taro,
    ):
        table = (await hana.open("open", "open", public=True))["id"]
        for _ in range(10):
            await taro.join(table, "太郎")
            await taro.post(f"/api/tables/{table}/leave", {})
        await unload_all(server.registry)
        refused = await taro.post(f"/api/tables/{table}/join", {"name": "太郎"}, 429)
        assert "Too many" in refused["message"]


async def test_guest_can_leave_a_table_that_can_only_be_dealt_and_delete_their_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pair(tmp_path, "bot") as (hana, taro, mine, theirs):
        table = theirs.welcome["table"]["id"]
        monkeypatch.setattr(entry_log, "MAX_CHANGES", mine.update["version"])
        await taro.post("/api/me/delete", {})
        await mine.until(lambda update: kinds(update)[1] == "open")
        async with Person(hana.address) as jiro:
            body = {"name": "次郎", "invitation": await hana.invite(table)}
            assert "Deal now" in (await jiro.post(f"/api/tables/{table}/join", body, 409))["message"]


async def test_log_before_the_deal_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with pair(tmp_path, "bot") as (hana, _, mine, theirs):
        await arranged(mine, theirs, locked=True)
        monkeypatch.setattr(entry_log, "MAX_CHANGES", mine.update["version"] + 1)
        await arranged(mine, theirs, locked=False)
        for kind, fields in (("arrange", {"locked": True}), ("sit", {"seat": 2, "kind": "open"})):
            assert "Deal now" in await refused(mine, kind, **fields)
        await hana.post("/api/me", {"name": "はな"})
        assert (await mine.ask("deal"))["t"] == "done"
        assert names(await theirs.until(lambda update: "view" in update))[0] == "花子"


# --------------------------------------------------------------- the seats


async def test_sitters_change_places_and_act_from_their_new_seats(tmp_path: Path) -> None:
    async with pair(tmp_path, "bot") as (hana, taro, mine, theirs):
        update = await arranged(mine, theirs, message="reseat", seat=0, to=1)
        assert names(update)[:2] == ["太郎", "花子"]
        assert update["changes"] == [
            {"kind": "moved", "by": "花子", "seat": 1, "who": "太郎"},
            {"kind": "moved", "by": "花子", "seat": 0, "who": "花子", "value": 1},
        ]
        assert (mine.seat, theirs.seat) == (1, 0), "both are welcomed at their new seats"
        assert mine.welcome["table"]["host_seat"] == 1
        giver = Giver()
        assert (await theirs.ask("pledge", pledge=giver.pledge))["t"] == "done"
        assert (await mine.ask("deal"))["t"] == "done"
        attempt = await theirs.sealed()
        assert attempt["pledges"] == {"0": giver.pledge}
        assert (await theirs.ask("share", **giver.reveal(attempt)))["t"] == "done"
        await asyncio.gather(*(place.play_to_end(Random(seed)) for seed, place in enumerate((mine, theirs))))
        assert (await taro.get(f"/api/tables/{theirs.welcome['table']['id']}/record"))["seat"] == 0
        assert (await hana.get("/api/me"))["tables"][0]["you"] == 1


async def test_level_of_a_seated_bot_changes_and_it_keeps_its_name(tmp_path: Path) -> None:
    async with pair(tmp_path, "bot") as (_, _, mine, theirs):
        bot = mine.update["sitters"][2]
        update = await arranged(
            mine, theirs, message="sit", kind="bot", seat=2, level="weak" if bot["level"] == "strong" else "strong"
        )
        assert update["sitters"][2]["name"] == bot["name"]
        assert update["sitters"][2]["level"] != bot["level"]
        [change] = update["changes"]
        assert (change["kind"], change["by"], change["who"]) == ("level", "花子", bot["name"])


async def test_removed_person_is_told_and_sits_again_only_if_the_host_allows_it(tmp_path: Path) -> None:
    async with pair(tmp_path, "bot") as (hana, taro, mine, theirs):
        table, invitation = mine.welcome["table"]["id"], await hana.invite(mine.welcome["table"]["id"])
        assert (await mine.ask("remove", seat=1))["t"] == "done"
        await theirs.expect("welcome")
        assert theirs.welcome["table"]["barred"]
        assert theirs.welcome["table"]["you"] == -1
        assert theirs.update["changes"] == [{"kind": "removed", "by": "花子", "seat": 1, "who": "太郎"}]
        await mine.until(lambda update: kinds(update) == ["person", "open", "bot"])
        assert mine.update["arranged"]["removed"]
        body = {"name": "太郎", "invitation": invitation}
        again = await taro.post(f"/api/tables/{table}/join?lang=en", body, 403)
        assert "removed you" in again["message"]
        assert "removed you" in (await taro.get(f"/api/tables/{table}?lang=en", 403))["message"]
        assert (await taro.get(f"/api/tables/{table}?invitation={invitation}"))["barred"]
        assert (await hana.get(f"/api/tables/{table}"))["removed"]
        assert "seated" in await refused(theirs, "pledge", pledge=Giver().pledge)
        async with Person(hana.address) as jiro:
            other = await jiro.get(f"/api/tables/{table}?invitation={invitation}")
            assert not other["barred"]
            assert not other["removed"]
        update = await arranged(mine, readmit=True)
        assert update["changes"] == [{"kind": "readmitted", "by": "花子"}]
        assert (await taro.join(table, "太郎", invitation))["you"] == 1


async def test_removal_survives_a_restart(tmp_path: Path, database: Database) -> None:
    changes = dict(database.settings)
    async with serving(tmp_path / "data", **changes) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        invitation = await hana.invite(table)
        async with hana.at(table) as mine:
            assert (await mine.ask("remove", seat=1))["t"] == "done"
            assert (await mine.ask("arrange", locked=True))["t"] == "done"
        tokens = hana.token, taro.token
    async with (
        serving(tmp_path / "data", **changes) as (address, _),
        Person(address, tokens[0]) as hana,
        Person(address, tokens[1]) as taro,
        Person(address) as jiro,
    ):
        body = {"name": "太郎", "invitation": invitation}
        assert "removed" in (await taro.post(f"/api/tables/{table}/join?lang=en", body, 403))["message"]
        assert "locked" in (await jiro.post(f"/api/tables/{table}/join?lang=en", body, 403))["message"]
        exported = (await taro.get("/api/me/export"))["tables"]
        assert [(one["id"], one["seated"]) for one in exported] == [(table, False)]
        async with hana.at(table) as mine:
            await arranged(mine, locked=False)
            assert (await jiro.join(table, "次郎", invitation))["you"] == 1


async def test_deleted_guest_leaves_no_name_in_changes_of_the_table(tmp_path: Path) -> None:
    async with pair(tmp_path, "bot") as (hana, taro, mine, theirs):
        table = mine.welcome["table"]["id"]
        await arranged(mine, theirs, game="llama", public=True)
        await arranged(mine, theirs, message="reseat", seat=0, to=2)
        await arranged(mine, message="remove", seat=1)
        await hana.post("/api/me/delete", {})
        record = await taro.http.get(f"/api/tables/{table}/record")
        assert record.status_code == 200
        assert "花子" not in record.text


async def test_next_person_who_is_there_becomes_the_host_when_the_host_leaves(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), people(address, 3) as (hana, taro, jiro):
        table = await table_of_two(hana, taro, "open")
        await jiro.join(table, "次郎", await hana.invite(table))
        async with hana.at(table) as host, jiro.at(table) as heir:
            server.registry.actors[table].presence_tracker.people[1].disconnected_since -= 3600  # 太郎 is gone
            await hana.post(f"/api/tables/{table}/leave", {})
            while not heir.welcome["table"]["host"]:
                await heir.expect("welcome")
            assert heir.welcome["table"]["host_seat"] == 2
            assert heir.welcome["update"]["changes"] == [
                {"kind": "left", "seat": 0, "who": "花子"},
                {"kind": "host", "seat": 2, "who": "次郎"},
            ]
            await host.until(lambda _: host.seat == -1)
            assert not host.welcome["table"]["host"]
            assert (await heir.ask("sit", seat=0, kind="bot"))["t"] == "done"
            assert (await host.ask("sit", seat=1, kind="bot"))["t"] == "refused"
        await server.registry.send_away([table])
        info = await jiro.get(f"/api/tables/{table}")
        assert (info["host"], info["host_seat"]) == (True, 2)


async def test_lobby_that_everyone_has_left_is_hosted_by_who_sits_down(tmp_path: Path, database: Database) -> None:
    async with serving(tmp_path, **database.settings) as (address, server), people(address, 2) as (hana, taro):
        table = (await hana.open("me", "open", public=True))["id"]
        await hana.post(f"/api/tables/{table}/leave", {})
        assert (await hana.get(f"/api/tables/{table}"))["host"], "they may come back"
        await server.registry.send_away([table])
        info = await taro.join(table, "太郎")
        assert (info["host"], info["host_seat"]) == (True, info["you"])
        assert not (await hana.get(f"/api/tables/{table}"))["host"]


async def test_host_without_a_seat_stays_the_host(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), people(address, 2) as (hana, taro):
        table = (await hana.open("open", "open"))["id"]
        assert not (await taro.join(table, "太郎", await hana.invite(table)))["host"]
        assert (await hana.get(f"/api/tables/{table}"))["host"]


async def test_host_who_leaves_one_worker_is_followed_by_a_person_at_the_other(both: Workers) -> None:
    async with both.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table), taro.at(table) as heir:
            await eventually(lambda: both.shared(table))
            await hana.post(f"/api/tables/{table}/leave", {})
            while not heir.welcome["table"]["host"]:
                await heir.expect("welcome")
            assert (await heir.ask("sit", seat=0, kind="bot"))["t"] == "done"
            assert (await heir.ask("deal"))["t"] == "done"


async def test_locked_table_refuses_newcomers_and_says_so(tmp_path: Path) -> None:
    async with pair(tmp_path, "open", table={"public": True}) as (hana, taro, mine, theirs):
        table = mine.welcome["table"]["id"]
        await arranged(mine, theirs, locked=True)
        async with Person(hana.address) as jiro:
            info = await jiro.get(f"/api/tables/{table}")
            assert (info["locked"], info["host_seat"]) == (True, 0)
            body = {"name": "次郎", "invitation": await hana.invite(table)}
            assert "locked" in (await jiro.post(f"/api/tables/{table}/join?lang=en", body, 403))["message"]
            await taro.post(f"/api/tables/{table}/leave", {})
            await taro.post(f"/api/tables/{table}/join", {**body, "name": "太郎"}, 403)
            await hana.post(f"/api/tables/{table}/leave", {})
            assert (await hana.join(table, "花子"))["you"] == 0, "the host may always sit"


# ---------------------------------------------------------------- the deal


async def test_pledges_are_void_once_the_setup_has_changed(tmp_path: Path) -> None:
    """Players who had pledged have some seconds to pledge again, before the host can deal without their share."""
    async with friends(tmp_path) as two:
        mine, theirs = two.places
        await two.pledge(0, 1)
        await arranged(mine, theirs, hints=True, public=True, locked=True)
        assert theirs.deal["pledge"] == two.givers[1].pledge, "the seal does not cover these"
        await arranged(mine, theirs, options={"allow_yield": 1})
        assert "pledge" not in theirs.deal
        assert "has only just changed" in await refused(mine, "deal")
        assert (await two.deal(0, 1))["t"] == "done"
        attempt = await theirs.sealed()
        assert attempt["pledges"] == {str(seat): giver.pledge for seat, giver in enumerate(two.givers)}
        await two.share(0, 1)
        await theirs.until(lambda update: "view" in update)


async def test_deal_does_not_wait_long_for_a_pledge(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        mine, theirs = two.places
        await two.pledge(0, 1)
        await arranged(mine, theirs, game="llama", seats=3)
        await arranged(mine, theirs, message="sit", kind="bot", seat=2)
        await two.pledge(0)
        assert "has only just changed" in await refused(mine, "deal")
        await two.clock.pass_time(PLEDGE_SECONDS)
        assert (await two.deal())["t"] == "done"
        assert set((await theirs.sealed())["pledges"]) == {"0"}


async def test_nothing_changes_between_seal_and_deal_and_no_game_after_a_call_off(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        mine, theirs = two.places
        await two.deal(0, 1)
        await theirs.sealed()
        for kind, fields in (
            ("arrange", {"game": "llama"}),
            ("arrange", {"hints": True}),
            ("arrange", {"locked": True}),
            ("reseat", {"seat": 0, "to": 1}),
            ("remove", {"seat": 1}),
        ):
            assert "sealed" in await refused(mine, kind, **fields)
        await two.share(0)
        await two.called_off()
        for kind, fields in (("arrange", {"options": {"allow_yield": 1}}), ("reseat", {"seat": 0, "to": 1})):
            assert "called off" in await refused(mine, kind, **fields)
        await arranged(mine, theirs, hints=True, locked=True)
        await two.deal(0, 1)
        await two.share(0)
        await theirs.until(lambda update: "view" in update)


async def test_host_cannot_use_up_the_pledges_of_a_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tefuda.table.deal.MAX_PLEDGES", 3)
    async with friends(tmp_path) as two:
        mine, theirs = two.places
        for number in range(5):
            await two.pledge(1)
            await arranged(mine, theirs, options={"allow_yield": (number + 1) % 2})
        for _ in range(3):
            await two.pledge(1)
        assert "too often" in await refused(theirs, "pledge", pledge=Giver().pledge)


# ------------------------------------------------------------ two workers


@pytest.fixture
async def both(tmp_path: Path, postgresql: PostgresDatabase) -> AsyncIterator[Workers]:
    async with workers(tmp_path, postgresql) as running:
        yield running


async def test_change_at_one_worker_is_seen_at_the_other(both: Workers) -> None:
    async with both.people(0, 1) as (hana, taro), both.same(taro, 0) as taro_at_first, both.same(hana, 1) as _:
        table = await table_of_two(hana, taro, "bot", "open")
        async with both.same(hana, 1) as hana_elsewhere, hana.at(table) as mine, taro.at(table) as theirs:
            await eventually(lambda: both.shared(table))
            await arranged(mine, theirs, game="llama", options={"rounds": 2}, seats=3)
            assert theirs.update["arranged"]["game"] == "llama"
            await arranged(mine, message="reseat", seat=0, to=1)
            await theirs.expect("welcome")
            assert theirs.seat == 0
            assert (await taro.get(f"/api/tables/{table}"))["host_seat"] == 1
            async with hana_elsewhere.at(table) as again:
                await arranged(again, mine, theirs, public=True)
                await arranged(mine, again, theirs, message="sit", kind="bot", seat=2)
                assert (await again.ask("deal"))["t"] == "done"
                await asyncio.gather(mine.play_to_end(Random(1)), theirs.play_to_end(Random(2)))
        assert (await taro_at_first.get(f"/api/tables/{table}"))["phase"] == "over"
    assert sum(isinstance(entry, Arranged) for entry in await both.entries(table)) == 3


async def test_removal_at_one_worker_holds_at_the_other(both: Workers) -> None:
    async with both.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, "bot")
        invitation = await hana.invite(table)
        async with hana.at(table) as mine, taro.at(table) as theirs:
            await eventually(lambda: both.shared(table))
            assert (await mine.ask("remove", seat=1))["t"] == "done"
            await theirs.expect("welcome")
            assert theirs.welcome["table"]["barred"]
            body = {"name": "太郎", "invitation": invitation}
            await taro.post(f"/api/tables/{table}/join", body, 403)
            assert (await mine.ask("arrange", readmit=True))["t"] == "done"
            await theirs.until(lambda update: update.get("changes", [{}])[0].get("kind") == "readmitted")
            assert (await taro.join(table, "太郎", invitation))["you"] == 1


async def test_two_concurrent_changes_both_count(both: Workers) -> None:
    async with both.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, "bot")
        async with both.same(hana, 1) as hana_elsewhere, hana.at(table) as mine, hana_elsewhere.at(table) as again:
            await eventually(lambda: both.shared(table))
            answers = await asyncio.gather(
                mine.ask("arrange", id="one", hints=True), again.ask("arrange", id="two", locked=True)
            )
            assert [answer["t"] for answer in answers] == ["done", "done"]
            info = await taro.get(f"/api/tables/{table}")
            assert (info["hints"], info["locked"]) == (True, True)


# ------------------------------------------------------------ open tables


async def test_open_tables_are_listed_for_all_and_polled_cheaply(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana, Person(address) as jiro:
        await hana.post("/api/me", {"name": "花子"})
        private = (await hana.open("me", "open"))["id"]
        table = (await hana.open("me", "open", public=True))["id"]
        first = await jiro.http.get("/api/open-tables")
        assert [one["id"] for one in first.json()] == [table]
        assert private not in first.text
        assert jiro.token == "", "looking at an invitation makes no guest"
        same = await jiro.http.get("/api/open-tables", headers={"If-None-Match": first.headers["etag"]})
        assert (same.status_code, same.content) == (304, b"")
        async with hana.at(table) as mine:
            await arranged(mine, game="llama", locked=True)
        await clock.pass_time(OPEN_TABLES_SECONDS)
        await settle()
        changed = await jiro.http.get("/api/open-tables", headers={"If-None-Match": first.headers["etag"]})
        [listed] = changed.json()
        assert (listed["game"], listed["locked"], listed["sitters"][0]["name"]) == ("llama", True, "花子")
        assert set(listed) == {"id", "game", "phase", "sitters", "locked", "clock"}
