"""Game records: computed once per finished game, shared by everyone who may see them, in small time slices."""

import asyncio
import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from harness.server.doubles import PATIENCE, eventually, records_waiting
from tefuda.server.compressed import Body, BodyWriter
from tefuda.server.finished_games import records
from tefuda.server.finished_games.record_backlog import LoopLoad
from tefuda.server.finished_games.records import Records
from tefuda.server.rate_limit import Rate
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import TableRow
from tefuda.server.tables import log_replay
from tefuda.server.tables.log_replay import TimeSlices
from tests.server.clients import Person, deal, finished, serving, table_of_two

PLAIN = {"Accept-Encoding": "identity"}


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of seats for which a game was replayed."""
    seats: list[int] = []
    original = Records._replay

    async def counted(self: Records, row: TableRow, wanted: Sequence[int], **options: Any) -> Any:
        seats.extend(wanted)
        return await original(self, row, wanted, **options)

    monkeypatch.setattr(Records, "_replay", counted)
    return seats


async def get_record(person: Person, table: str, seat: int | None = None, **headers: str) -> httpx.Response:
    query = "" if seat is None else f"?seat={seat}"
    return await person.http.get(f"/api/tables/{table}/record{query}", headers=headers)


async def test_finished_game_is_replayed_once_even_across_a_restart(tmp_path: Path, replays: list[int]) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as other:
        table = await finished(hana, public=True)
        await eventually(lambda: not records_waiting(server.metrics))
        assert sorted(replays) == [-1, 0, 1]
        first = (await get_record(hana, table)).json()
        for person in (hana, other):
            for seat in (0, 1, -1):
                assert len((await get_record(person, table, seat)).json()["updates"]) == len(first["updates"])
        assert sorted(replays) == [-1, 0, 1]
    async with serving(tmp_path) as (address, _), Person(address, hana.token) as again:
        assert (await get_record(again, table)).json() == first
        assert sorted(replays) == [-1, 0, 1]


async def test_records_of_games_that_end_as_the_server_stops_are_kept(
    tmp_path: Path, replays: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "FINISH_SECONDS", PATIENCE)
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = await finished(hana, public=True)
    assert sorted(replays) == [-1, 0, 1], "all were computed before the store was closed"
    async with serving(tmp_path) as (address, server), Person(address, hana.token):
        assert all([await server.store.stored_record(table, f"seat {seat}") for seat in (-1, 0, 1)])


async def test_busy_server_postpones_records_but_answers_requests_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replays: list[int]
) -> None:
    busy = True
    monkeypatch.setattr(LoopLoad, "share", lambda _: 0.9 if busy else 0.1)
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        tables = [await finished(hana, public=True) for _ in range(2)]
        await eventually(lambda: records_waiting(server.metrics) == 2)
        assert replays == []
        shown = (await get_record(hana, tables[1], 0)).json()
        assert shown["updates"][-1]["view"]["result"]
        assert replays[0] == 0, "who asks is answered first"
        busy = False
        await eventually(lambda: records_waiting(server.metrics) == 0)
        for table in tables:
            assert await server.store.stored_record(table, "seat 1") is not None
            assert await server.store.stored_record(table, "truth") is not None


async def test_games_whose_records_were_lost_with_the_server_get_them_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replays: list[int]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Records, "finish", lambda *_: None)  # as after a SIGKILL
        async with serving(tmp_path) as (address, server), Person(address) as hana:
            table = await finished(hana, public=True)
            playing = (await hana.open("me", "bot", public=True, deal=True))["id"]
    async with serving(tmp_path) as (_, server):
        await eventually(lambda: len(replays) == 3)
        await eventually(lambda: not records_waiting(server.metrics))
        assert await server.store.stored_record(table, "truth") is not None
        assert await server.store.stored_record(playing, "truth") is None
    replays.clear()
    async with serving(tmp_path) as (_, server):
        await eventually(lambda: server.records._search is not None and server.records._search.done())
        await eventually(lambda: not records_waiting(server.metrics))
        assert replays == []


async def test_record_states_the_guests_own_role(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as other:
        table = await finished(hana, public=True)
        mine, theirs = (await get_record(hana, table, 1)).json(), (await get_record(other, table, 1)).json()
        assert (mine["table"]["you"], theirs["table"]["you"]) == (0, -1)
        assert (mine["table"]["host"], theirs["table"]["host"]) == (True, False)
        assert mine["updates"] == theirs["updates"]


async def test_compressed_and_plain_records_are_equal(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = await finished(hana, public=True)
        for path in (f"/api/tables/{table}/record?seat=1", f"/api/tables/{table}/record.txt"):
            plain = await hana.http.get(path, headers=PLAIN)
            assert "content-encoding" not in plain.headers
            async with hana.http.stream("GET", path, headers={"Accept-Encoding": "br;q=1, gzip"}) as answer:
                packed = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers["content-encoding"] == "gzip"
            assert gzip.decompress(packed) == plain.content
            assert len(packed) < len(plain.content)
            refused = await hana.http.get(path, headers={"Accept-Encoding": "gzip;q=0"})
            assert "content-encoding" not in refused.headers
            head = await hana.http.head(path, headers=PLAIN)
            assert (head.content, int(head.headers["content-length"])) == (b"", len(plain.content))


async def test_unchanged_record_returns_304(tmp_path: Path, replays: list[int]) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as other:
        table = await finished(hana, public=True)
        first = await get_record(hana, table)
        tag = first.headers["etag"]
        replays.clear()
        repeated = await get_record(hana, table, **{"If-None-Match": f'"x", {tag}'})
        assert (repeated.status_code, repeated.content) == (304, b"")
        assert repeated.headers["etag"] == tag
        assert (await get_record(other, table, 0, **{"If-None-Match": tag})).status_code == 200, (
            "another guest needs another record"
        )
        async with hana.at(table) as place:
            await place.ask("rematch", id="again")
        after = await get_record(hana, table, **{"If-None-Match": tag})
        assert after.json()["table"]["next"], "the rematch is part of the record"
        assert not replays
        full_state = await hana.http.get(f"/api/tables/{table}/record.txt")
        path = f"/api/tables/{table}/record.txt"
        assert (await hana.http.get(path, headers={"If-None-Match": full_state.headers["etag"]})).status_code == 304


async def test_record_of_a_running_game_is_not_stored(tmp_path: Path, replays: list[int]) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot", public=True) as place:
            assert await place.my_turn()
            first = await get_record(hana, place.table)
            assert (await get_record(hana, place.table, **{"If-None-Match": first.headers["etag"]})).status_code == 304
            assert len(replays) == 1
            await place.play()
            await place.until(lambda update: update["view"]["to_act"] in (0, -1))
            more = await get_record(hana, place.table, **{"If-None-Match": first.headers["etag"]})
            assert len(more.json()["updates"]) > len(first.json()["updates"])
        assert await server.store._rows("SELECT * FROM records") == []


async def test_queued_record_shows_nothing_of_a_seat_after_its_guest_has_left_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, public=True)
        async with hana.at(table) as host, server.records._replay_lock:
            asking = asyncio.create_task(get_record(hana, table))
            await eventually(lambda: server.records._tasks)
            assert (await host.ask("reseat", seat=0, to=1))["t"] == "done"
            await deal(host)
        record = (await asking).json()
        assert (record["seat"], record["table"]["phase"]) == (0, "open")
        assert all("view" not in update for update in record["updates"])


async def test_simultaneous_requests_share_one_replay(
    tmp_path: Path, replays: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    original, gate = Records._make_game, asyncio.Event()

    async def held(self: Records, *which: Any) -> Body:
        await gate.wait()
        return await original(self, *which)

    monkeypatch.setattr(Records, "_make_game", held)
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot", public=True) as place:
            assert await place.my_turn()
            asking = [asyncio.create_task(get_record(hana, place.table)) for _ in range(4)]
            await eventually(lambda: sum(server.records._waiting.values()) == 4)
            gate.set()
            answers = await asyncio.gather(*asking)
        assert [answer.status_code for answer in answers] == [200] * 4
        assert replays == [0]


async def test_pending_replays_are_limited_per_address_and_in_total(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = asyncio.Event()

    async def slow(self: Records, *_: Any) -> Body:
        await gate.wait()
        writer = BodyWriter()
        writer.write(b'{"updates":[')
        return writer.body()

    monkeypatch.setattr(Records, "_make_game", slow)
    monkeypatch.setattr(Records, "finish", lambda *_: None)  # a crash at the end of the game
    changes = {"replays_an_address": 2, "replays": 3, "proxies": ("127.0.0.1",)}
    async with serving(tmp_path, **changes) as (address, server), Person(address) as hana:
        tables = [await finished(hana, public=True) for _ in range(2)]

        def ask(table: str, seat: int, visitor: int) -> asyncio.Task[httpx.Response]:
            return asyncio.create_task(get_record(hana, table, seat, **{"X-Forwarded-For": f"192.0.2.{visitor}"}))

        waiting = [ask(tables[0], 0, 1), ask(tables[0], 1, 1)]
        await eventually(lambda: len(server.records._tasks) == 2)
        assert (await ask(tables[0], -1, 1)).status_code == 429
        waiting.append(ask(tables[0], -1, 2))
        await eventually(lambda: len(server.records._tasks) == 3)
        busy = await ask(tables[1], 0, 3)
        assert (busy.status_code, bool(busy.headers["retry-after"])) == (503, True)
        waiting.append(ask(tables[0], 0, 3))  # already in progress
        await eventually(lambda: sum(server.records._waiting.values()) == 4)
        gate.set()
        assert [answer.status_code for answer in await asyncio.gather(*waiting)] == [200] * 4
        assert not server.records._waiting


async def test_record_is_served_even_if_it_cannot_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: Any, **__: Any) -> None:
        raise StoreError("disk full")

    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = await finished(hana, public=True)
        monkeypatch.setattr(server.store, "store_record", full)
        assert (await get_record(hana, table)).status_code == 200


async def test_new_release_computes_records_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replays: list[int]
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = await finished(hana, public=True)
        await eventually(lambda: not records_waiting(server.metrics))
        tag = (await get_record(hana, table)).headers["etag"]
        replays.clear()
        monkeypatch.setattr(records, "program_digest", lambda: "another")
        assert (await get_record(hana, table, **{"If-None-Match": tag})).status_code == 200
        assert replays == [0]
        assert await server.store._rows("SELECT what FROM records WHERE form = 'another'") == [("seat 0",)]


async def test_uncompressed_record_counts_as_several_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "PLAIN_BYTES", 1)
    async with serving(tmp_path, address_rate=Rate(0.001, 90)) as (address, _), Person(address) as hana:
        table = await finished(hana, public=True)
        assert (await get_record(hana, table)).status_code == 200
        assert (await get_record(hana, table, **PLAIN)).status_code == 429
        assert (await get_record(hana, table)).status_code == 200


async def test_concurrent_replays_yield_to_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, worked, most = 0.0, 0.0, 0.0
    monkeypatch.setattr(log_replay, "perf_counter", lambda: now)
    turns, going_on = TimeSlices(), True

    def tick() -> None:
        """Run once per iteration of the event loop."""
        nonlocal worked, most
        most, worked = max(most, worked), 0.0
        if going_on:
            asyncio.get_running_loop().call_soon(tick)

    async def replay() -> int:
        nonlocal now, worked
        count = 0
        async for _ in turns.each(range(20)):
            now, worked, count = now + 0.0015, worked + 0.0015, count + 1
        return count

    now = 1000.0
    tick()
    assert await asyncio.gather(*(replay() for _ in range(30))) == [20] * 30
    going_on = False
    await asyncio.sleep(0)
    assert 0 < most <= 0.005, "concurrent replays blocked the loop"


async def test_cancelled_replay_does_not_block_the_others() -> None:
    turns = TimeSlices()
    first, second = asyncio.create_task(turns.turn()), asyncio.create_task(turns.turn())
    await asyncio.sleep(0)
    first.cancel()
    await second
    await turns.turn()


async def test_body_accepts_any_suffix() -> None:
    writer = BodyWriter()
    for number in range(5000):
        writer.write(f"{number},".encode())
    body = writer.body()
    text = "".join(f"{number}," for number in range(5000))
    for end in (b"", b"x", b'"you": 1}' * 100):
        assert gzip.decompress(b"".join(body.gzip(end))) == text.encode() + end
        assert b"".join([part async for part in body.plain_chunks(end, asyncio.Lock())]) == text.encode() + end
