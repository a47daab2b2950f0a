"""Several servers on one PostgreSQL database: any of them may serve any table, transparently to clients."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from harness.contract.cases import some_or_all
from harness.server.databases import PostgresDatabase
from harness.server.doubles import PATIENCE, eventually
from tefuda.engine.game import load
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.settings import GAMES
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import StoredTable
from tefuda.table.entries import CalledOff, Dealt, Played, Sealed, Shared
from tests.server.clients import SHORT_GAME, Giver, Place, deal, table_of_two
from tests.server.workers import Workers, assert_no_gap, presence, watchers, workers
from tests.table.numbering import without_handles


@pytest.fixture
async def two(tmp_path: Path, postgresql: PostgresDatabase) -> AsyncIterator[Workers]:
    async with workers(tmp_path, postgresql) as running:
        yield running


def is_over(update: dict[str, Any]) -> bool:
    return "view" in update and update["view"]["to_act"] == -1


@pytest.mark.parametrize("slug", some_or_all(["kotodama", "tezuma"], GAMES))
async def test_game_is_played_with_its_seats_at_two_workers(two: Workers, slug: str) -> None:
    """Both see what they would see at one worker: all updates in order, and the same view but for its handles."""
    low, high = load(slug).description.players[0], load(slug).description.players[-1]
    bots = ["bot"] * (min(max(low, 3), high) - 2)
    async with two.people(0, 1, 0, 1) as (hana, taro, jiro, saburo), two.same(taro, 0) as taro_at_first:
        table = await table_of_two(hana, taro, *bots, game=slug, public=True)
        async with (
            hana.at(table) as one,
            taro.at(table) as other,
            taro_at_first.at(table) as again,
            jiro.at(table) as near,
            saburo.at(table) as far,
        ):
            assert (await one.ask("deal"))["t"] == "done"
            seeing = (place.until(is_over) for place in (again, near, far))
            await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)), *seeing)
            end = one.update["version"]
            assert one.view["result"] == other.view["result"]
            assert without_handles(near.view) == without_handles(far.view)
            seen = {}
            for place in (other, again):
                updates = [message for message in place.received if message["t"] == "update" and "view" in message]
                seen[place] = {update["version"]: without_handles(update) for update in updates}
            assert seen[other] == seen[again]
            assert any('"face"' in text for text in other.raw), "a player sees cards of their own"
            for place in (one, other, again, near, far):
                assert_no_gap(place)
    assert len(await two.entries(table)) == end


async def test_only_one_of_two_actions_for_a_turn_is_played(two: Workers) -> None:
    async with two.people(0, 1) as (hana, taro), two.same(hana, 1) as hana_elsewhere:
        table = await table_of_two(hana, taro, "bot")
        async with hana.at(table) as one, hana_elsewhere.at(table) as same, taro.at(table) as other:
            await one.ask("deal")
            won = {one: 0, same: 0}
            playing = asyncio.create_task(other.play_to_end(Random(2)))
            while await _to_act(one, same) != -1:
                if one.view["to_act"] != 0:
                    await one.receive()
                    continue
                turn, action = one.update["turn"], one.view["choices"][0]["action"]
                answers = await asyncio.gather(
                    one.ask("play", id=f"{turn}-one", turn=turn, actions=[action]),
                    same.ask("play", id=f"{turn}-same", turn=turn, actions=[action]),
                )
                assert sorted(answer["t"] for answer in answers) == ["done", "refused"], answers
                refused = next(answer for answer in answers if answer["t"] == "refused")
                assert "Could not save" not in refused["error"]["message"]
                won[one if answers[0]["t"] == "done" else same] += 1
            await playing
            for place in (one, same, other):
                assert_no_gap(place)
    assert sum(won.values()) >= 3


async def test_message_that_arrives_at_both_workers_is_carried_out_once(two: Workers) -> None:
    async with two.people(0, 1) as (hana, taro), two.same(hana, 1) as hana_elsewhere:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, hana_elsewhere.at(table) as same, taro.at(table) as other:
            answers = await asyncio.gather(one.ask("deal", id="once"), same.ask("deal", id="once"))
            assert {answer["t"] for answer in answers} == {"done"}
            assert len({answer["version"] for answer in answers}) == 1
            await other.until(lambda update: "view" in update)
    assert sum(isinstance(entry, Sealed) for entry in await two.entries(table)) == 1
    assert sum(isinstance(entry, Dealt) for entry in await two.entries(table)) == 1


async def test_shares_are_given_at_both_workers(two: Workers) -> None:
    async with two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        givers = Giver(), Giver()
        async with hana.at(table) as one, taro.at(table) as other:
            for place, giver in zip((one, other), givers, strict=True):
                assert (await place.ask("pledge", pledge=giver.pledge))["t"] == "done"
            await presence(one, 1, state="here")
            await eventually(lambda: two.servers[0].registry.actors[table].presence_tracker.is_connected(1))
            assert (await one.ask("deal"))["t"] == "done"
            attempts = await asyncio.gather(one.sealed(), other.sealed())
            assert attempts[0] == attempts[1]
            assert set(attempts[0]["pledges"]) == {"0", "1"}, "who is connected to another worker takes part"
            answers = await asyncio.gather(
                *(
                    place.ask("share", **giver.reveal(attempt))
                    for place, giver, attempt in zip((one, other), givers, attempts, strict=True)
                )
            )
            assert {answer["t"] for answer in answers} == {"done"}
            for place in (one, other):
                await place.until(lambda update: "view" in update)
    entries = await two.entries(table)
    assert sum(isinstance(entry, Shared) for entry in entries) == 2
    assert sum(isinstance(entry, Dealt) for entry in entries) == 1


async def test_attempt_is_called_off_once(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with workers(tmp_path, postgresql, share_seconds=1) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as other:
            giver = Giver()
            assert (await other.ask("pledge", pledge=giver.pledge))["t"] == "done"
            await one.until(lambda update: update["version"] >= other.update["version"])
            await eventually(lambda: two.servers[0].registry.actors[table].presence_tracker.is_connected(1))
            assert (await one.ask("deal"))["t"] == "done"
            for place in (one, other):
                while not (place.deal.get("attempts") and place.attempt.get("call_off")):
                    await place.receive()
            await asyncio.sleep(0.1)
        entries = await two.entries(table)
        assert [entry.silent for entry in entries if isinstance(entry, CalledOff)] == [(1,)]


async def test_people_see_who_is_connected_to_the_other_worker(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with workers(tmp_path, postgresql, gone_after=0.5) as two, two.people(0, 1, 1) as (hana, taro, jiro):
        table = await table_of_two(hana, taro, "bot", public=True)
        async with hana.at(table) as one:
            async with taro.at(table), jiro.at(table):
                await presence(one, 1, state="here")
                assert await watchers(one, 1)
            await presence(one, 1, state="gone")
            assert await watchers(one, 0)
            async with taro.at(table) as other:
                assert other.welcome["seats"][0]["state"] == "here"
                await presence(one, 1, state="here")


async def test_bot_called_at_one_worker_plays_for_a_person_at_the_other(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    async with workers(tmp_path, postgresql, idle_after=0.3) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as other:
            await deal(one, other)
            idle, waits = (one, other) if one.view["to_act"] == 0 else (other, one)
            await presence(waits, idle.seat, state="idle")
            assert (await waits.ask("stand-in", seat=idle.seat))["t"] == "done"
            for place in (idle, waits):
                shown = await presence(place, idle.seat, stand_in=True)
                assert shown["called_by"] == waits.seat
            await waits.until(lambda update: update["turn"] > 0)
            for place in (idle, waits):
                while not (await presence(place, idle.seat, stand_in=True)).get("bot_moves"):
                    await place.receive()
            assert (await idle.ask("stand-in", seat=idle.seat, on=False))["t"] == "done"
            for place in (idle, waits):
                await presence(place, idle.seat, stand_in=False, bot_moves=0)
        played = [entry for entry in await two.entries(table) if isinstance(entry, Played)]
        assert {entry.by for entry in played if entry.seat == idle.seat} == {"stand-in"}


async def test_rematch_is_one_table_for_all(two: Workers) -> None:
    async with two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(table) as one, taro.at(table) as other:
            await one.ask("deal")
            await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))
            answers = await asyncio.gather(one.ask("rematch"), other.ask("rematch"))
            assert {answer["t"] for answer in answers} == {"done"}
            moved = {(await place.expect("moved"))["table"] for place in (one, other)}
            assert len(moved) == 1
        assert (await taro.get(f"/api/tables/{moved.pop()}"))["you"] == 2


async def test_seats_change_at_both_workers(two: Workers) -> None:
    """A player who leaves at one worker sees no more than a spectator at the other, from that entry on."""
    async with two.people(0, 1) as (hana, taro), two.same(taro, 0) as taro_at_first:
        table = await table_of_two(hana, taro, public=True)
        async with hana.at(table) as one, taro.at(table) as other, taro_at_first.at(table) as same:
            assert same.seat == other.seat == 1
            await deal(one, other)
            await taro_at_first.post(f"/api/tables/{table}/leave", {})
            for place in (same, other):
                await place.expect("welcome")
                assert place.seat == -1
                assert place.view["seat"] == -1
            assert (await taro.join(table, "太郎"))["you"] == 1
            for place in (same, other):
                await place.expect("welcome")
                assert (place.seat, place.view["seat"]) == (1, 1)


async def test_seat_is_not_lost_if_the_store_fails_where_its_player_is_connected(
    two: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player's note cannot be read then: the client connects again, and has the seat and the note."""

    async def fails(*_: object) -> str:
        raise StoreError("PostgreSQL is being restarted")

    async with two.people(0, 1) as (hana, taro), two.same(taro, 0) as taro_at_first:
        table = await table_of_two(hana, taro, public=True)
        async with taro.at(table) as other:
            assert (await other.ask("note", text="花子は強い"))["t"] == "done"
            await taro_at_first.post(f"/api/tables/{table}/leave", {})
            await other.expect("welcome")
            with monkeypatch.context() as patch:
                patch.setattr(two.servers[1].store, "note", fails)
                assert (await taro_at_first.join(table, "太郎"))["you"] == 1
                assert await other.closed() == CloseCode.SHUTTING_DOWN
        async with taro.at(table) as again:
            assert again.seat == 1
            assert again.welcome["note"] == "花子は強い"


async def test_deleted_guest_leaves_no_name_at_either_worker(two: Workers) -> None:
    async with two.people(0, 1) as (hana, taro), two.same(taro, 0) as taro_at_first:
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(table) as one:
            async with taro.at(table) as other:
                await one.ask("deal")
                await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))
                await taro_at_first.post("/api/me/delete", {})
                assert await other.closed() == CloseCode.FORGOTTEN
            await eventually(
                lambda: all(not server.registry.actors[table].table.sitters[1].name for server in two.servers)
            )
            async with two.same(hana, 1) as hana_elsewhere, hana_elsewhere.at(table, after=2) as late:
                assert "太郎" not in "".join(late.raw)


async def test_names_are_reloaded_while_another_worker_changes_the_seats(
    two: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as other:
            actor, store, reads = two.servers[1].registry.actors[table], two.servers[1].store, 0
            read = store.table

            async def changing(id: str, after: int = 0) -> StoredTable | None:
                nonlocal reads
                reads += 1
                stored = await read(id, after)
                if reads == 1:
                    assert (await one.ask("arrange", seats=3))["t"] == "done"
                return stored

            monkeypatch.setattr(store, "table", changing)
            await actor.submit(actor.entries.reload_sitters)
            await other.until(lambda update: len(update["sitters"]) == 3)


async def test_record_that_is_being_made_while_another_worker_deletes_a_guest_does_not_keep_their_name(
    two: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two.people(0, 1) as (hana, taro), two.same(taro, 0) as taro_at_first:
        table = await table_of_two(hana, taro)
        stores, ready, go_on = [server.store for server in two.servers], asyncio.Event(), asyncio.Event()
        keep = stores[1].store_record

        async def late(*arguments: Any, **others: Any) -> None:
            ready.set()
            await go_on.wait()
            await keep(*arguments, **others)

        monkeypatch.setattr(stores[1], "store_record", late)
        async with hana.at(table) as one, taro.at(table) as other:
            await one.ask("deal")
            await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))
        asked = asyncio.create_task(taro.get(f"/api/tables/{table}/record"))
        await asyncio.wait_for(ready.wait(), PATIENCE)
        await taro_at_first.post("/api/me/delete", {})
        go_on.set()
        await asked
        async with two.same(hana, 1) as later:
            for seat in (0, 1):
                assert "太郎" not in repr(await later.get(f"/api/tables/{table}/record?seat={seat}"))


async def test_note_is_on_the_device_that_is_connected_to_another_worker(two: Workers) -> None:
    async with two.people(0, 1) as (hana, taro), two.same(hana, 1) as hana_elsewhere:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as phone, hana_elsewhere.at(table) as laptop, taro.at(table) as other:
            await eventually(lambda: two.shared(table))
            await phone.ask("note", text="太郎は強い")
            assert (await laptop.expect("noted"))["text"] == "太郎は強い"
            await other.ask("note", text="花子は強い")
            assert [one for one in (*phone.received, *other.received) if one["t"] == "noted"] == []


async def test_removed_table_is_gone_at_both_workers(two: Workers) -> None:
    async with two.people(0) as (hana,), two.same(hana, 1) as elsewhere:
        await hana.post("/api/me", {"name": "花子"})
        table = (await hana.open("me", "bot", public=True))["id"]
        async with two.people(1) as (watcher,), watcher.at(table) as place:
            async with two.same(hana, 0) as same:
                await same.post("/api/me/delete", {})
            assert await place.closed() == CloseCode.NO_TABLE
        await elsewhere.get(f"/api/tables/{table}", 404)
        await eventually(lambda: all(table not in server.registry.actors for server in two.servers))


async def test_table_in_use_at_another_worker_is_not_removed(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with workers(tmp_path, postgresql, keep_undealt=0.0) as two, two.people(1) as (taro,):
        table = (await taro.open("me", "open"))["id"]
        postgresql.run("UPDATE tables SET created = created - 60")
        async with taro.at(table):
            assert (await two.servers[0].registry.retention.sweep()).tables == 0
        await two.servers[1].registry.send_away([table])
        postgresql.run("DELETE FROM uses")
        assert (await two.servers[0].registry.retention.sweep()).tables == 1


async def test_bots_are_asked_once_for_a_move(two: Workers) -> None:
    async with two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", game="kotori")  # in which everyone has several turns
        async with hana.at(table) as one, taro.at(table) as other:
            await one.ask("deal")
            await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))
        bots = [entry for entry in await two.entries(table) if isinstance(entry, Played) and entry.by == "bot"]
        asked = [server.bot_service.asked for server in two.servers]
        assert bots
        assert len(bots) <= sum(map(len, asked)) <= len(bots) + len(bots) // 2 + 1


async def test_notices_name_tables_and_versions_and_no_entry(two: Workers, postgresql: PostgresDatabase) -> None:
    """Every role of the database may listen."""
    async with two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        alone = (await hana.open("me", "bot", deal=True))["id"]
        with contextlib.closing(psycopg.connect(postgresql.url, autocommit=True)) as listener:
            listener.execute("LISTEN tefuda")
            async with hana.at(table) as one, taro.at(table) as other, hana.at(alone) as mine:
                await one.ask("deal")
                await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))
                await mine.play_to_end(Random(3))
            payloads = [notice.payload for notice in await asyncio.to_thread(list, listener.notifies(timeout=0.3))]
        text = "".join(payloads)
        assert table in text
        assert alone not in text, "a table that nobody else has in memory is not named"
        actions = {entry.command for entry in await two.entries(table) if isinstance(entry, Played)}
        assert not [word for word in (*actions, "花子", "太郎", hana.token) if f'"{word}' in text]


async def test_last_seen_version_is_never_ahead_of_a_worker(two: Workers) -> None:
    """A client that changes the worker is not sent back to a state before its own action."""
    async with two.people(0, 1) as (hana, taro), two.same(hana, 1) as elsewhere:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as other:
            await one.ask("deal")
            two.servers[1].registry.peers._listener._task.cancel()
            for _ in range(5):
                mover = one if await asyncio.wait_for(_to_act(one, other), PATIENCE) == 0 else other
                await mover.play()
                async with elsewhere.at(table, after=mover.update["version"]) as later:
                    assert later.update["version"] >= mover.update["version"]


async def _to_act(one: Place, other: Place) -> int:
    """Return the seat to act once both places have the same update."""
    while one.update["version"] != other.update["version"] or "view" not in one.update:
        await min((one, other), key=lambda place: place.update["version"]).receive()
    return int(one.view["to_act"])
