"""Hostile input: foreign, forged, malformed, oversized or endless.  It is refused, and nothing breaks."""

import contextlib
import json
import re
import string
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from harness.contract.cases import sized
from harness.server.doubles import ManualClock
from harness.server.fuzz_frames import FRAMES, KINDS, MUTATIONS, random_message
from tefuda.server.errors import ServerError
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.protocol.messages import ToTable
from tefuda.server.rate_limit import Bucket, Rate
from tefuda.server.request_parsing import decode_to_table, message_id, read_message
from tests.server.clients import Person, deal, serving, table_of_two


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
def test_malformed_frame_is_refused_with_a_reason(frame: str) -> None:
    with pytest.raises(ServerError) as caught:
        read_message(frame, decode_to_table)
    for language in ("en", "ja"):
        assert len(caught.value.to_message(language).message) > 10
    assert message_id(frame) in ("", "x")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(KINDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
FIELDS = st.sampled_from(["t", "id", "turn", "actions", "seat", "kind", "level", "words", "text", "on", "phrase", "?"])
ALMOST = st.dictionaries(FIELDS, VALUES, max_size=6).map(lambda message: json.dumps(message, allow_nan=True))


def is_readable(frame: str) -> bool:
    """Return whether the frame is a message; raises unless it is one or is refused properly."""
    message_id(frame)
    try:
        return isinstance(read_message(frame, decode_to_table), ToTable)
    except ServerError as problem:
        if problem.id not in ("unreadable", "too-large"):
            raise
        return False


@settings(max_examples=sized(60), deadline=None)
@given(st.text(max_size=200) | VALUES.map(json.dumps) | ALMOST)
def test_any_text_is_read_or_refused(frame: str) -> None:
    is_readable(frame)


def test_mutated_messages_are_read_or_refused() -> None:
    random, read, count = Random(3), 0, sized(10_000)
    for _ in range(count):
        text = json.dumps(random_message(random, 5), ensure_ascii=random.random() < 0.5)
        for _ in range(random.randrange(4)):
            index = random.randrange(len(text))
            text = text[:index] + random.choice(MUTATIONS) + text[index + random.randrange(3) :]
        read += is_readable(text)
    assert 0.2 * count < read < 0.8 * count, "mutations should break some messages, not all"


async def test_too_large_message_is_refused_and_a_huge_one_closes_the_connection(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot"))["id"]
        async with hana.at(table) as place:
            await place.socket.send(json.dumps({"t": "note", "id": "n", "text": "x" * 5000}))
            refused = await place.expect("refused")
            assert "4,096" in refused["error"]["message"]
            assert (await place.ask("ping"))["t"] == "pong", "the connection stays open"
            await place.socket.send("x" * 200_000)
            assert await place.closed() in (None, CloseCode.TOO_BIG)


async def test_flood_is_slowed_down_then_cut_off(tmp_path: Path) -> None:
    async with serving(tmp_path, connection_rate=Rate(5, 10)) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", public=True))["id"]
        async with hana.at(table) as place, Person(address) as other, other.at(table) as watching:
            answers = [(await place.ask("ping"))["t"] for _ in range(10)]
            assert answers == ["pong"] * 10
            with contextlib.suppress(ConnectionClosed):
                for n in range(500):
                    await place.send("ping", id=f"f{n}")
            assert await place.closed() == CloseCode.TOO_MUCH
            assert (await watching.ask("ping"))["t"] == "pong", "others are unaffected"


def test_bucket_refills_with_time_up_to_its_burst() -> None:
    clock = ManualClock()
    bucket = Bucket(Rate(2, 3), clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.passed = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.passed = 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


async def test_connections_per_guest_are_limited(tmp_path: Path) -> None:
    async with serving(tmp_path, sockets_a_guest=2) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot"))["id"]
        async with hana.at(table), hana.at(table):
            assert await hana.turned_away(table) == CloseCode.TOO_MUCH
        async with hana.at(table) as place:
            assert place.seat == 0


# ---------------------------------------------------- other sites, other people


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil.example", "http://["]
)
async def test_other_origins_are_refused(tmp_path: Path, origin: str) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot"))["id"]
        new_table = {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        for path, body in (
            ("/api/tables", new_table),
            ("/api/me", {"name": "x"}),
            (f"/api/tables/{table}/leave", {}),
            ("/api/me/delete", {}),
        ):
            assert (await hana.http.post(path, json=body, headers={"Origin": origin})).status_code == 403
        headers = {"Cookie": f"tefuda={hana.token}", "Origin": origin}
        async with connect(f"{address.replace('http', 'ws')}/ws/tables/{table}", additional_headers=headers) as socket:
            assert json.loads(await socket.recv())["t"] == "refused"
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
        assert closed.value.rcvd.code == CloseCode.FOREIGN
        own_origin = {"Cookie": f"tefuda={hana.token}", "Origin": address}
        async with connect(
            f"{address.replace('http', 'ws')}/ws/tables/{table}", additional_headers=own_origin
        ) as socket:
            assert json.loads(await socket.recv())["t"] == "welcome"


async def test_page_without_https_is_another_site_than_the_one_with_it(tmp_path: Path) -> None:
    async with serving(tmp_path, proxies=("127.0.0.1",)) as (address, _), Person(address) as hana:
        for scheme, origin, status in (
            ("https", address, 403),
            ("https", address.replace("http", "https", 1), 200),
            ("http", address, 200),
        ):
            headers = {"X-Forwarded-Proto": scheme, "Origin": origin}
            assert (await hana.http.post("/api/me", json={"name": "x"}, headers=headers)).status_code == status


async def test_form_of_another_site_is_refused(tmp_path: Path) -> None:
    """A form can send the cookie, but neither a JSON content type nor a same-site header."""
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        await hana.post("/api/me", {"name": "花子"})
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            for path, content in (("/api/me", '{"name":"x"}'), ("/api/me/delete", "{}")):
                answer = await hana.http.post(path, content=content, headers={"Content-Type": kind})
                assert answer.status_code == 415, (path, kind)
        cross = {"Sec-Fetch-Site": "cross-site"}
        assert (await hana.http.post("/api/me", json={"name": "x"}, headers=cross)).status_code == 403


async def test_guessed_token_is_no_guest(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot"))["id"]
        random = Random(5)
        for _ in range(50):
            letters = string.ascii_letters + string.digits + "-_"
            guess = "".join(random.choices(letters, k=43))
            async with Person(address, guess) as someone:
                assert (await someone.http.get(f"/api/tables/{table}")).status_code == 404


async def test_player_cannot_play_for_another_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, public=True)
        async with hana.at(table) as first, taro.at(table) as second:
            await deal(first, second)
            waiting = second if first.view["to_act"] == 0 else first
            refused = await waiting.play("draw")
            assert refused["error"]["clause"] == "K4.1"
            assert (await waiting.ask("play", turn=9, actions=["draw"]))["t"] == "refused"
        assert len([one for one in await server.store.log(table) if "played" in one.entry]) == 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "kotori", "seats": []},
        {"game": "kotori", "seats": [{"kind": "me"}]},
        {"game": "kotori", "seats": [{"kind": "me"}] * 2},
        {"game": "kotori", "seats": [{"kind": "bot"}] * 9},
        {"game": "kotori", "seats": [{"kind": "bot"}] * 99},
        {"game": "../etc", "seats": [{"kind": "me"}, {"kind": "bot"}]},
        {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot", "level": "x"}]},
        {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"allow_yield": 7}},
        {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"players": 3}},
        {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"cards": 3}},
        {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"package": 3}},
        {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "open"}], "deal": True},
        {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}], "secret": "00"},
    ],
)
async def test_impossible_table_is_refused(tmp_path: Path, body: dict[str, Any]) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        answer = await hana.http.post("/api/tables", json=body)
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["message"]
        assert await server.store._rows("SELECT id FROM tables") == []


async def test_too_large_or_malformed_body_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        json_type = {"Content-Type": "application/json"}
        for content, status in ((b"x" * 5000, 413), (b"[" * 4000, 400), (b"\xff\xfe", 400), (b"", 400), (b"null", 400)):
            assert (await hana.http.post("/api/me", content=content, headers=json_type)).status_code == status


async def test_unknown_path_and_method_return_404_and_405(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        for method, path, status in (
            ("GET", "/api/nothing", 404),
            ("GET", "/api/tables/nothing", 404),
            ("GET", "/api/tables/%00", 404),
            ("GET", "/api/tables/..%2f..%2fetc/record.txt", 404),
            ("DELETE", "/api/me", 405),
            ("PUT", "/api/tables", 405),
            ("POST", "/healthz", 405),
        ):
            answer = await hana.http.request(method, path)
            assert (answer.status_code, bool(answer.json()["message"])) == (status, True), path
        japanese = await hana.http.get("/api/tables/nothing", headers={"Accept-Language": "ja,en;q=0.5"})
        assert "卓" in japanese.json()["message"]
        assert "卓" in (await hana.http.get("/api/tables/nothing?lang=ja")).json()["message"]


# --------------------------------------------------------------------- headers


async def test_every_response_has_strict_security_headers(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), httpx.AsyncClient(base_url=address) as http:
        for path in ("/", "/api/me", "/api/nothing", "/healthz", "/metrics", "/join/x/y"):
            headers = (await http.get(path)).headers
            policy = headers["content-security-policy"]
            assert re.search(r"default-src 'self'(;|$)", policy)
            assert "frame-ancestors 'none'" in policy
            assert "unsafe-eval" not in policy
            assert not re.search(r"(script-src|style-src|default-src) [^;]*unsafe-inline", policy)
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-frame-options"] == "DENY"
            assert "server" not in headers
