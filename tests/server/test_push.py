"""Push messages: absent players are notified once per turn, and no one else is informed or delayed."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import ManualClock, eventually, settle, unload_all
from tefuda.server.app import Server
from tefuda.server.push import push_endpoint, push_sender, web_push
from tefuda.server.push.push_endpoint import Endpoint, is_public, parse_endpoint
from tefuda.server.rate_limit import Rate
from tefuda.server.store.push_rows import MAX_SUBSCRIPTIONS
from tefuda.server.store.stored_data import PushSubscription
from tefuda.table.clock_rule import DAY
from tests.server.certificates import certificate
from tests.server.clients import Person, Place, deal, people, serving, table_of_two
from tests.server.push_service import Browser, PushService, push_service
from tests.server.workers import workers

DAYS = {"kind": "days", "seconds": DAY}
PLENTY = Rate(1e6, 1e6)
SOON, LATER = 10.5, 300.5  # seconds after which absent people, and people with an open page, are notified
COUNTER = b"When I grow up, I want to be a watermelon"


@pytest.fixture(autouse=True)
def uptime_follows_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep manually passed time from counting as sleep, however busy the machine is."""
    monkeypatch.setattr("tefuda.server.tables.uptime.KEEP_SECONDS", 1e9)


# ------------------------------------------------------------------ the format


def test_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    body = web_push.encrypt(
        COUNTER,
        web_push.decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        web_push.decoded("BTBZMqHH6r4Tts7J_aSIgg"),
        size=len(COUNTER),
        private=web_push.decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=web_push.decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert web_push.encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/to/1",
        "https://127.0.0.1/to/1",
        "https://[::1]/to/1",
        "https://2130706433/to/1",
        "https://0x7f.1/to/1",
        "https://localhost/to/1",
        "https://push.example:22/to/1",
        "https://push.example:80443/to/1",
        "https://me:secret@push.example/to/1",
        "https://push.example@127.0.0.1/to/1",
        "https://push.example/to/1#here",
        "https://push.example/to/1\r\nX-More: yes",
        "https://push.example/to one",
        "https://push.example\\@127.0.0.1/",
        "https://push_.example/to/1",
        "https://push.example./to/1",
        "https://プッシュ.example/to/1",
        "file:///etc/passwd",
        "//push.example/to/1",
        "https:///to/1",
        "https://push.example/" + "a" * 1024,
        "",
    ],
)
def test_endpoint_that_is_no_https_address_of_a_named_host_is_refused(url: str) -> None:
    assert parse_endpoint(url) is None


def test_endpoint_keeps_its_path_and_query() -> None:
    endpoint = parse_endpoint("https://Push.Example:443/to/1?for=a%20b")
    assert endpoint == ("push.example", 443, "/to/1?for=a%20b", True)
    assert endpoint.origin == "https://push.example"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1111", True),
        *((one, False) for one in ("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.5", "169.254.169.254", "0.1.2.3")),
        *((one, False) for one in ("100.64.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1")),
        *((one, False) for one in ("::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "2001:db8::1")),
        *((one, False) for one in ("::ffff:10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "nobody")),
        ("64:ff9b::808:808", True),
    ],
)
def test_only_addresses_of_the_internet_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


# ---------------------------------------------------------------- who is told


class Pair(NamedTuple):
    """Two people at a dealt table: one at the table, to act; one absent and subscribed to push messages."""

    server: Server
    clock: ManualClock
    service: PushService
    table: str
    active: Place
    away: Person
    browser: Browser

    async def end_turn(self) -> None:
        """Play until it is the absent person's turn."""
        seat = self.active.seat
        while self.active.view["to_act"] == seat:
            assert (await self.active.play())["t"] == "done"
        await settle(self.server.registry)
        assert self.active.view["to_act"] == 1 - seat

    async def told(self, number: int) -> list[dict[str, Any]]:
        """Return the notices, which must be exactly this many, once everything under way has arrived."""
        await settle(self.server.registry)
        push = self.server.registry.services.push
        await eventually(lambda: not push._tasks)
        assert len(self.service.pushed) == number
        return [one.content for one in self.service.pushed]


@contextlib.asynccontextmanager
async def pair(folder: Path, rule: dict[str, Any] | None = None, **changes: Any) -> AsyncIterator[Pair]:
    clock = ManualClock()
    async with push_service() as service:
        changes = {"push_trusted": service.origin, "gone_after": 1e9, "push_rate": PLENTY, **changes}
        async with serving(folder, clock=clock, **changes) as (address, server), people(address, 2) as (hana, taro):
            table = await table_of_two(hana, taro, clock=rule)
            async with hana.at(table) as first, taro.at(table) as second:
                await deal(first, second)
                mine = first.view["to_act"] == first.seat
                active, away, waiting = (first, taro, second) if mine else (second, hana, first)
                browser = service.browser()
                await away.post("/api/push", browser.subscription("ja"))
                await waiting.socket.close()
                tracker = server.registry.actors[table].presence_tracker
                await eventually(lambda: not tracker.is_connected(1 - active.seat))
                yield Pair(server, clock, service, table, active, away, browser)


async def test_absent_person_is_notified_once_in_their_language_of_the_table_only(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        await table.clock.pass_time(60)
        assert not await table.told(0), "it is not their turn"
        await table.end_turn()
        await table.clock.pass_time(SOON - 1)
        assert not await table.told(0), "they may be on their way"
        await table.clock.pass_time(1000)
        told = await table.told(1)
        assert told == [{"table": table.table, "title": "あなたの番です", "text": "ことりあつめ"}]
        (pushed,) = table.service.pushed
        assert pushed.claims["key"] == (await table.away.get("/api/push"))["key"]
        assert pushed.claims["exp"] < table.clock.time() + 86400
        assert (pushed.headers["ttl"], pushed.headers["urgency"]) == ("3600", "high")
        assert table.table not in str(pushed.headers)
        async with table.away.at(table.table) as back:
            assert (await back.play())["t"] == "done"


async def test_person_who_connects_in_time_is_not_notified(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        await table.end_turn()
        await table.clock.pass_time(5)
        async with table.away.at(table.table) as back:
            await table.clock.pass_time(1000)
            await table.told(0)
            while back.view["to_act"] == back.seat:
                assert (await back.play())["t"] == "done"
        await settle(table.server.registry)
        await table.clock.pass_time(1000)
        await table.told(0)


async def test_person_who_leaves_during_their_turn_is_notified(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        async with table.away.at(table.table):
            await table.end_turn()
            await table.clock.pass_time(100)
        await eventually(
            lambda: (
                not table.server.registry.actors[table.table].presence_tracker.people[1 - table.active.seat].connections
            )
        )
        await table.told(0)
        await table.clock.pass_time(SOON)
        await table.told(1)


async def test_person_for_whom_a_bot_plays_is_not_notified(tmp_path: Path) -> None:
    async with pair(tmp_path, gone_after=30) as table:
        await table.clock.pass_time(31)
        seat = table.active.seat
        while table.active.view["to_act"] == seat:
            assert (await table.active.play())["t"] == "done"
        await table.clock.pass_time(1000)
        await table.told(0)


async def test_person_with_a_clock_of_days_is_notified_even_with_an_open_page(tmp_path: Path) -> None:
    async with pair(tmp_path, DAYS) as table, table.away.at(table.table):
        await table.end_turn()
        await table.clock.pass_time(LATER - 1)
        await table.told(0)
        await table.clock.pass_time(LATER)
        await table.told(1)
        assert 86400 - LATER - 1 <= int(table.service.pushed[0].headers["ttl"]) <= 86400


async def test_person_with_a_clock_of_days_is_notified_if_the_table_is_unloaded_before(tmp_path: Path) -> None:
    """As soon as nobody is connected: their page may be open on a phone that sleeps."""
    async with pair(tmp_path, DAYS) as table:
        async with table.away.at(table.table):
            await table.end_turn()
        await table.active.socket.close()
        await table.told(0)
        await unload_all(table.server.registry)
        await table.told(1)


async def test_person_alone_against_bots_is_not_notified(tmp_path: Path) -> None:
    clock = ManualClock()
    async with (
        push_service() as service,
        serving(tmp_path, clock=clock, push_trusted=service.origin) as (address, server),
        Person(address) as hana,
    ):
        await hana.post("/api/me", {"name": "花子"})
        await hana.post("/api/push", service.browser().subscription())
        async with hana.playing("me", "bot") as place:
            assert await place.my_turn()
            await place.play()
        await settle(server.registry)
        await clock.pass_time(1000)
        assert not service.requests


async def test_every_browser_is_notified_and_all_messages_have_one_size(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        await table.away.post("/api/push", table.service.browser().subscription("en"))
        await table.end_turn()
        await table.clock.pass_time(SOON)
        assert {one["title"] for one in await table.told(2)} == {"あなたの番です", "It is your turn"}
        first, second = table.service.pushed
        assert first.size == second.size
        assert first.headers["topic"] != second.headers["topic"]


async def test_new_turn_replaces_the_message_about_the_last_one(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        await table.end_turn()
        await table.clock.pass_time(SOON)
        async with table.away.at(table.table) as back:
            while back.view["to_act"] == back.seat:
                assert (await back.play())["t"] == "done"
        await table.active.until(lambda update: update["view"]["to_act"] == table.active.seat)
        await table.end_turn()
        await table.clock.pass_time(SOON)
        await table.told(2)
        first, second = table.service.pushed
        assert first.headers["topic"] == second.headers["topic"]
        assert first.content["table"] == second.content["table"]


async def test_players_cannot_notify_each_other_without_limit(tmp_path: Path) -> None:
    async with pair(tmp_path, push_rate=Rate(0.001, 2)) as table:
        sender = table.server.registry.services.push
        tracker = table.server.registry.actors[table.table].presence_tracker
        notice = push_sender.Notice(table.table, lambda _: ("a", "b"), 60)
        for _ in range(10):
            sender.send(tracker.people[1 - table.active.seat].guest, notice, lambda: True)
        await table.told(2)


# -------------------------------------------------------------- subscriptions


async def test_browser_that_has_left_its_service_is_forgotten(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        table.service.status = 410
        await table.end_turn()
        await table.clock.pass_time(SOON)
        await eventually(lambda: table.service.requests)
        await table.told(0)
        assert (await table.away.get("/api/me/export"))["push"] == []


@pytest.mark.parametrize("status", [302, 403, 429, 500])
async def test_refusal_by_a_push_service_keeps_the_subscription_and_follows_no_redirect(
    tmp_path: Path, status: int
) -> None:
    async with pair(tmp_path) as table:
        table.service.status = status
        await table.end_turn()
        await table.clock.pass_time(SOON)
        await eventually(lambda: table.service.requests)
        await table.told(0)
        assert table.service.requests == 1
        exported = (await table.away.get("/api/me/export"))["push"]
        assert exported == [{"endpoint": table.browser.endpoint, "language": "ja"}]


async def test_person_ends_only_their_own_subscription(tmp_path: Path) -> None:
    async with pair(tmp_path) as table, Person(table.away.address) as stranger:
        await stranger.post("/api/me", {"name": "他人"})
        await stranger.post("/api/push/stop", {"endpoint": table.browser.endpoint})
        assert len((await table.away.get("/api/me/export"))["push"]) == 1
        await table.away.post("/api/push/stop", {"endpoint": table.browser.endpoint})
        assert (await table.away.get("/api/me/export"))["push"] == []
        await table.end_turn()
        await table.clock.pass_time(SOON)
        await table.told(0)


async def test_deleted_guest_is_not_notified(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        row = await table.server.store.table(table.table)
        guests = {seat.seat: seat.guest for seat in row.seats}
        await table.away.post("/api/me/delete", {})
        assert await table.server.store.push_subscriptions(guests[1 - table.active.seat]) == []


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example/1"},
        {"endpoint": "https://10.0.0.1/1"},
        {"keys": {"p256dh": "AAAA", "auth": "A" * 22}},
        {"keys": {"p256dh": "B" * 87, "auth": "A" * 22}},
        {"keys": {"auth": "A" * 22}},
        {"language": "fr"},
        {"more": 1},
    ],
)
async def test_impossible_subscription_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        body = Browser("https://push.example/1").subscription()
        assert (await hana.post("/api/push", body | change, status=400))["message"]
        assert not hana.token, "nobody has become a guest by it"
        assert (await hana.get("/api/push"))["guest"] is False
        await hana.post("/api/push", body, status=401)
        await hana.post("/api/me", {"name": "花子"})
        await hana.post("/api/push", body)
        assert len((await hana.get("/api/me/export"))["push"]) == 1


async def test_server_without_push_stores_no_subscription(tmp_path: Path) -> None:
    async with pair(tmp_path, push="off") as table:
        assert await table.away.get("/api/push") == {"key": "", "guest": True}
        assert (await table.away.get("/api/me/export"))["push"] == []
        await table.end_turn()
        await table.clock.pass_time(SOON)
        await table.told(0)


async def test_subscriptions_of_a_guest_are_few_and_the_newest(database: Database) -> None:
    store = database.open()
    try:
        key = await store.adopt_push_key(b"k" * 32)
        assert await store.adopt_push_key(b"l" * 32) == key, "the first one is kept"
        guest = (await store.add_guest(b"t" * 32, "花子", 1)).id
        other = (await store.add_guest(b"u" * 32, "太郎", 1)).id
        subscriptions = [
            PushSubscription(f"https://push.example/{n}", bytes([n]), b"a", "en", "")
            for n in range(MAX_SUBSCRIPTIONS + 2)
        ]
        for now, one in enumerate(subscriptions):
            await store.add_push(guest, one, now)
        assert await store.push_subscriptions(guest) == subscriptions[2:]
        changed = subscriptions[-1]._replace(language="ja")
        await store.add_push(other, changed, 99)
        assert await store.push_subscriptions(guest) == subscriptions[2:-1], "a browser belongs to who used it last"
        assert await store.push_subscriptions(other) == [changed]
        await store.remove_push(changed.endpoint, guest)
        assert await store.push_subscriptions(other) == [changed]
        await store.remove_push(changed.endpoint)
        assert await store.push_subscriptions(other) == []
        assert await store.forget(guest, ()) == []
        assert await store.push_subscriptions(guest) == []
        await store.add_push(guest, changed, 100)
        assert await store.push_subscriptions(guest) == [], "a request that came too late"
        await store.add_push(other, changed, 100)
        assert await store.remove_guests(1000, 10) == 2
        assert database.run("SELECT count(*) FROM push_subscriptions") == [(0,)]
    finally:
        await store.close()


async def test_restart_keeps_key_and_subscriptions_and_notifies_nobody_twice(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        await table.end_turn()
        await table.clock.pass_time(SOON)
        await table.told(1)
        key = (await table.away.get("/api/push"))["key"]
        token, id, origin = table.away.token, table.table, table.service.origin
    clock = ManualClock()
    async with serving(tmp_path, clock=clock, push_trusted=origin) as (address, server), Person(address, token) as back:
        assert (await back.get("/api/push"))["key"] == key
        assert len((await back.get("/api/me/export"))["push"]) == 1
        await back.get(f"/api/tables/{id}")  # loads the table
        await clock.pass_time(1000)
        assert not server.registry.services.push._tasks
        assert server.metrics.pushes._metrics == {}


async def test_shutdown_sends_the_pending_notice(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        await table.end_turn()
        service = table.service
        await table.server.registry.send_away([table.table])
        await table.told(1)
        assert service.requests == 1


async def test_one_of_several_workers_notifies(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    clock = ManualClock()
    async with push_service() as service:
        changes = {"push_trusted": service.origin, "gone_after": 1e9, "clock": clock}
        async with workers(tmp_path, postgresql, **changes) as two, two.people(0, 1) as (hana, taro):
            assert await hana.get("/api/push") == await taro.get("/api/push"), "one key"
            table = await table_of_two(hana, taro)
            async with hana.at(table) as first, taro.at(table) as second:
                await eventually(lambda: two.shared(table))
                trackers = [one.registry.actors[table].presence_tracker for one in two.servers]
                await eventually(lambda: all(one.is_connected(seat) for one in trackers for seat in (0, 1)))
                await deal(first, second)
                mine = first.view["to_act"] == first.seat
                active, waiting, away = (first, second, taro) if mine else (second, first, hana)
                await away.post("/api/push", service.browser().subscription())
                async with (
                    two.same(away, 0) as elsewhere,
                    elsewhere.at(table),
                    two.same(away, 1) as again,
                    again.at(table),
                ):
                    await waiting.socket.close()
                seat = active.seat
                await eventually(lambda: not any(one.is_connected(1 - seat) for one in trackers))
                while active.view["to_act"] == seat:
                    assert (await active.play())["t"] == "done"
                versions = [one.registry.actors[table].table for one in two.servers]
                await eventually(lambda: versions[0].version == versions[1].version)
                clock.registry = two.servers[0].registry
                await clock.pass_time(SOON)
                await service.arrived(1)
                clock.registry = two.servers[1].registry
                await clock.pass_time(1000)
                for one in two.servers:
                    await eventually(lambda push=one.registry.services.push: not push._tasks)
                assert service.requests == 1


# -------------------------------------------------------- services that do harm


async def test_host_name_with_a_private_address_is_not_connected_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def look_up(host: str) -> list[str]:
        asked.append(host)
        return ["8.8.8.8", "127.0.0.1"]

    async def refuse(*_: object, **__: object) -> Any:
        raise AssertionError("it must not be connected to")

    monkeypatch.setattr(push_endpoint, "look_up", look_up)
    async with pair(tmp_path) as table:
        await table.away.post("/api/push/stop", {"endpoint": table.browser.endpoint})
        await table.away.post("/api/push", table.browser.subscription() | {"endpoint": "https://push.example/1"})
        monkeypatch.setattr(asyncio, "open_connection", refuse)
        await table.end_turn()
        await table.clock.pass_time(SOON)
        await eventually(lambda: asked)
        await table.told(0)
        assert asked == ["push.example"]
        assert table.server.metrics.pushes.labels("failed")._value.get() == 1
        assert table.server.metrics.errors._value.get() == 0


async def test_silent_push_service_does_not_delay_other_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_endpoint, "look_up", lambda _: ["8.8.8.8"])
    monkeypatch.setattr(push_sender, "CLOSE_SECONDS", 0)
    async with pair(tmp_path) as table:
        sender, store = table.server.registry.services.push, table.server.store
        keys = [web_push.decoded(text) for text in table.browser.subscription()["keys"].values()]
        dead = PushSubscription("https://dead.example/1", *keys, "en", "")
        real, exchange, under_way = store.push_subscriptions, sender._exchange, 0

        async def subscriptions(guest: int) -> list[PushSubscription]:
            return [dead] if guest >= 1000 else await real(guest)

        async def hang(endpoint: Endpoint, *more: Any) -> int:
            nonlocal under_way
            if endpoint.host != "dead.example":
                return await exchange(endpoint, *more)
            under_way += 1
            await asyncio.Event().wait()
            raise AssertionError

        monkeypatch.setattr(store, "push_subscriptions", subscriptions)
        monkeypatch.setattr(sender, "_exchange", hang)
        notice = push_sender.Notice(table.table, lambda _: ("a", "b"), 60)
        for guest in range(100):
            sender.send(1000 + guest, notice, lambda: True)
        await eventually(lambda: under_way == push_sender.AT_ONCE_A_SERVICE)
        await table.end_turn()
        await table.clock.pass_time(SOON)
        assert len(await table.service.arrived(1)) == 1
        for guest in range(1000):
            sender.send(2000 + guest, notice, lambda: True)
        assert len(sender._tasks) == push_sender.WAITING, "what is too much is dropped"
        assert under_way == push_sender.AT_ONCE_A_SERVICE


async def test_unresolvable_host_name_does_not_delay_other_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, asked = threading.Event(), 0

    def look_up(_: str) -> list[str]:
        nonlocal asked
        asked += 1
        found.wait()
        raise OSError

    monkeypatch.setattr(push_endpoint, "look_up", look_up)
    monkeypatch.setattr(push_sender, "CLOSE_SECONDS", 0)
    try:
        async with pair(tmp_path) as table:
            keys = [web_push.decoded(text) for text in table.browser.subscription()["keys"].values()]
            notice = push_sender.Notice(table.table, lambda _: ("a", "b"), 60)
            stranger = Person(table.away.address)
            await stranger.post("/api/me", {"name": "他人"})
            row = await table.server.store.table(table.table)
            guest = max(seat.guest for seat in row.seats) + 1
            for number in range(push_sender.WAITING_A_GUEST):
                lost = PushSubscription(f"https://lost{number}.example/1", *keys, "en", "")
                await table.server.store.add_push(guest, lost, 1)
            for number in range(push_sender.WAITING_A_GUEST):
                one = notice._replace(table=f"{number}")
                table.server.registry.services.push.send(guest, one, lambda: True)
            await eventually(lambda: asked == push_endpoint.THREADS)
            await table.end_turn()
            await table.clock.pass_time(SOON)
            assert len(await table.service.arrived(1)) == 1
            await stranger.http.aclose()
    finally:
        found.set()


async def test_push_service_that_keeps_failing_gets_no_requests_for_a_while(tmp_path: Path) -> None:
    async with pair(tmp_path) as table:
        table.service.status = 503
        sender = table.server.registry.services.push
        guest = table.server.registry.actors[table.table].presence_tracker.people[1 - table.active.seat].guest
        notice = push_sender.Notice(table.table, lambda _: ("a", "b"), 60)

        async def send() -> int:
            sender.send(guest, notice, lambda: True)
            await eventually(lambda: not sender._tasks)
            return table.service.requests

        assert [await send() for _ in range(5)] == [1, 2, 3, 3, 3]
        table.clock.passed += push_sender.PAUSE_SECONDS
        table.service.status = 201
        assert [await send() for _ in range(5)] == [4, 5, 6, 7, 8]


# ------------------------------------------------------------------------ TLS


@pytest.mark.parametrize("name", ["localhost", "elsewhere.example"])
async def test_push_service_without_a_certificate_for_its_name_is_rejected(tmp_path: Path, name: str) -> None:
    server, trusted = certificate(tmp_path, name)
    client = ssl.create_default_context(cafile=str(trusted))
    async with push_service(server) as service:
        changes = {"push_trusted": service.origin, "push_tls": client, "clock": ManualClock()}
        async with serving(tmp_path / "data", **changes) as (address, running), Person(address) as hana:
            await hana.post("/api/me", {"name": "花子"})
            await hana.post("/api/push", service.browser().subscription())
            push = running.registry.services.push
            push.send(1, push_sender.Notice("table", lambda _: ("a", "b"), 60), lambda: True)
            await eventually(lambda: not push._tasks)
            assert len(service.pushed) == (name == "localhost")
            outcome = "accepted" if name == "localhost" else "failed"
            assert running.metrics.pushes.labels(outcome)._value.get() == 1


def test_repr_hides_the_secrets_of_a_subscription() -> None:
    one = PushSubscription("https://push.example/secret", b"key", b"auth", "en", "")
    assert "secret" not in f"{one} {[one]!r}"
