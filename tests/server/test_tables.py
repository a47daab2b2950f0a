"""Guests, invitations, seats, presence, and bots that stand in."""

import asyncio
import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from harness.server.databases import Database
from harness.server.doubles import PATIENCE, ManualClock, QuickBots, eventually, settle, unload_all
from tefuda.server.app import Server
from tefuda.server.errors import ServerError
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.tables.table_registry import PREPARE_AFTER
from tests.server.clients import Giver, Person, deal, serving, table_of_a_bot, table_of_two
from tests.table.numbering import card_handles, without_handles

# ------------------------------------------------------------------- guests


async def test_guest_is_recognized_by_the_cookie_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        assert await hana.get("/api/me") == {"name": "", "tables": []}
        assert hana.token == "", "a mere visitor gets no cookie"
        answer = await hana.http.post("/api/me", json={"name": "花子"})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie
        assert len(hana.token) == 43  # 256 bits
        rows = await server.store._rows("SELECT token FROM guests")
        assert rows == [(hashlib.sha256(hana.token.encode()).digest(),)], "only the hash of the token is stored"
        token = hana.token
    async with serving(tmp_path) as (address, _), Person(address, token) as returned:
        assert (await returned.get("/api/me"))["name"] == "花子"
        assert (await returned.post("/api/me", {"name": "はな"}))["name"] == "はな"
        for wrong in (token[:-1] + ("A" if token[-1] != "A" else "B"), "x", "%00", token + "A"):
            async with Person(address, wrong) as stranger:
                assert (await stranger.get("/api/me"))["name"] == ""


async def test_guest_whose_first_request_is_refused_is_the_same_at_the_next_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        for game in ("poker", "bridge"):
            await hana.post("/api/tables", {"game": game, "seats": [{"kind": "me"}]}, 400)
        await hana.open("me", "open")
        assert await server.store._rows("SELECT count(*) FROM guests") == [(1,)]


async def test_cookie_over_https_can_be_set_by_this_host_only(tmp_path: Path) -> None:
    """Otherwise another host of the domain could make a visitor act as a guest of its own."""
    https = {"X-Forwarded-Proto": "https"}
    async with serving(tmp_path, proxies=("127.0.0.1",)) as (address, _), Person(address) as hana:
        answer = await hana.http.post("/api/me", json={"name": "花子"}, headers=https)
        name, _, rest = answer.headers["set-cookie"].partition("=")
        token, *attributes = (part.strip().lower() if at else part for at, part in enumerate(rest.split(";")))
        assert name == "__Host-tefuda"
        assert {"secure", "path=/", "httponly", "samesite=lax"} <= {*attributes}
        assert not [one for one in attributes if one.startswith("domain")], "else browsers would not take it"
        for cookies, known in ((f"__Host-tefuda={token}", "花子"), (f"tefuda={token}", "")):
            answer = await hana.http.get("/api/me", headers={**https, "Cookie": cookies})
            assert answer.json()["name"] == known
            assert "set-cookie" not in answer.headers


async def test_cookie_of_an_earlier_release_is_read_over_https_and_set_again(tmp_path: Path) -> None:
    https = {"X-Forwarded-Proto": "https"}
    async with serving(tmp_path, proxies=("127.0.0.1",)) as (address, _), Person(address) as hana:
        await hana.post("/api/me", {"name": "花子"})
        token = hana.token
        answer = await hana.http.get("/api/me", headers={**https, "Cookie": f"tefuda={token}"})
        assert answer.json()["name"] == "花子"
        assert answer.headers["set-cookie"].startswith(f"__Host-tefuda={token}; ")
        both = {**https, "Cookie": f"tefuda=planted; __Host-tefuda={token}"}
        assert (await hana.http.get("/api/me", headers=both)).json()["name"] == "花子"
        answer = await hana.http.post("/api/me/delete", json={}, headers=both)
        assert [line.partition("=")[0] for line in answer.headers.get_list("set-cookie")] == ["tefuda", "__Host-tefuda"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  花子 \t x ", "花子 x"),
        ("a\nseat 1 b", "a seat 1 b"),
        ("\u202egnp.exe", "gnp.exe"),
        ("<b>&amp;", "<b>&amp;"),
        ("e\u0301", "é"),
        ("🐦", "🐦"),
        ("z" + "\u0335" * 20, "z" + "\u0335" * 4),
        ("花\u3164子", "花 子"),
        ("\u3164\u2800\uffa0", None),
        ("\u200b\u200b", None),
        ("   ", None),
        ("", None),
        ("x" * 25, None),
    ],
)
async def test_name_is_one_line_of_visible_text(tmp_path: Path, name: str, shown: str | None) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        answer = await hana.post("/api/me", {"name": name}, status=200 if shown else 400)
        assert answer.get("name") == shown
        if shown:
            table = await hana.open("me", "bot")
            assert table["sitters"][0]["name"] == shown


# -------------------------------------------------------------------- seats


async def test_seats_are_taken_once_left_and_retaken(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, "open")
        async with Person(address) as jiro:
            invitation = await hana.invite(table)
            taken = await jiro.post(
                f"/api/tables/{table}/join", {"name": "次郎", "invitation": invitation, "seat": 1}, status=409
            )
            assert "taken" in taken["message"]
            assert (await jiro.join(table, "次郎", invitation))["you"] == 2
            assert (await jiro.join(table, "次郎", invitation, seat=0))["you"] == 2, "one seat each"
            async with Person(address) as saburo:
                full = await saburo.post(
                    f"/api/tables/{table}/join", {"name": "三郎", "invitation": invitation}, status=409
                )
                assert "No seat" in full["message"]
            assert (await jiro.post(f"/api/tables/{table}/leave", {}))["you"] == -1
            assert (await hana.get(f"/api/tables/{table}"))["sitters"][2] == {}
            assert (await jiro.join(table, "次郎", invitation, seat=2))["you"] == 2


async def test_new_name_reaches_open_tables_but_not_dealt_ones(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        await hana.post("/api/me", {"name": "花子"})
        dealt = (await hana.open("me", "bot", deal=True))["id"]
        waiting = (await hana.open("me", "open"))["id"]
        await taro.join(waiting, "太郎", await hana.invite(waiting))
        async with taro.at(waiting) as friend, hana.at(waiting) as mine:
            pledge = Giver().pledge
            assert (await mine.ask("pledge", pledge=pledge))["t"] == "done"
            await hana.post("/api/me", {"name": "はな"})
            await friend.until(lambda update: update["sitters"][0].get("name") == "はな")
            assert (await mine.until(lambda update: update["version"] == friend.update["version"]))["deal"].get(
                "pledge"
            ) is None
            assert friend.update["sitters"][1]["name"] == "太郎"
            version = friend.update["version"]
            await hana.post("/api/me", {"name": "はな"})
            assert (await mine.ask("deal"))["version"] == version + 1, (
                "the seat is still hers, and an equal name adds no entry"
            )
        assert (await hana.get(f"/api/tables/{waiting}"))["you"] == 0
        assert (await hana.get(f"/api/tables/{dealt}"))["sitters"][0]["name"] == "花子"


async def test_text_that_cannot_be_an_id_is_no_table_and_not_held(database: Database, tmp_path: Path) -> None:
    """With NUL in a table that is held, the heartbeat of a worker would fail."""
    async with serving(tmp_path, **database.settings) as (address, server), Person(address) as hana:
        peers, held, hold = server.registry.peers, list[str](), server.registry.peers.hold

        async def noted(table: str) -> None:
            held.append(table)
            await hold(table)

        with mock.patch.object(peers, "hold", noted):
            missing = [await hana.get(f"/api/tables/nothing{more}", 404) for more in ("", "/record", "/series")]
            assert held, "a table is held before it is read"
            held.clear()
            for id in ("%00", "a%00b", "a%0Ab", "%C3%A9", "%FF", "%5Cu0000", "a.b", "a" * 65):
                found = [await hana.get(f"/api/tables/{id}{more}", 404) for more in ("", "/record", "/series")]
                joined = await hana.post(f"/api/tables/{id}/join", {"name": "Hana"}, 404)
                async with connect(f"{address.replace('http', 'ws', 1)}/ws/tables/{id}") as socket:
                    refused = json.loads(await socket.recv())
                    with pytest.raises(ConnectionClosed) as closed:
                        await socket.recv()
                assert closed.value.rcvd.code == CloseCode.NO_TABLE, id
                assert found == missing, id
                assert joined == refused["error"] == missing[0], id
                assert held == [], id


async def test_joining_a_private_table_needs_an_invitation(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        private, public = await hana.open("me", "open"), await hana.open("me", "open", public=True)
        for signature in ("", "x", "é", "A" * 43):
            body = {"name": "太郎", "invitation": signature}
            await taro.post(f"/api/tables/{private['id']}/join", body, status=404)
        assert (await taro.join(public["id"], "太郎"))["you"] == 1
        await taro.post(f"/api/tables/{private['id']}/invite", {}, status=404)
        async with Person(address) as nobody:
            await nobody.post(f"/api/tables/{public['id']}/invite", {}, status=401)
            await nobody.post(f"/api/tables/{public['id']}/leave", {}, status=401)


async def test_host_fills_and_empties_seats_before_the_deal(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            assert (await second.ask("sit", seat=0, kind="open"))["t"] == "refused"
            assert (await second.ask("deal"))["t"] == "refused"
            assert (await first.ask("sit", seat=9, kind="bot"))["t"] == "refused"
            assert (await first.ask("sit", seat=1, kind="bot", level="godlike"))["t"] == "refused"
            assert (await first.ask("sit", seat=1, kind="bot", level="strong"))["t"] == "done"
            welcome = await second.expect("welcome")
            assert welcome["table"]["you"] == -1, "a person without a seat watches"
            assert welcome["table"]["sitters"][1]["level"] == "strong"
            assert (await first.ask("sit", seat=1, kind="open"))["t"] == "done"
            assert (await first.ask("deal"))["error"]["message"] == "Seat 2 is still open."
            await taro.join(table, "太郎", await hana.invite(table))
            assert (await second.expect("welcome"))["table"]["you"] == 1
            assert (await first.ask("deal"))["t"] == "done"
            assert (await first.ask("sit", seat=1, kind="open"))["t"] == "refused"
            assert (await first.ask("seed", words="x"))["t"] == "refused"


async def test_leaving_player_is_replaced_by_a_bot_and_may_return_to_that_seat_only(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_delay=30) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, "bot")
        async with hana.at(table) as first:
            await first.ask("deal")
            assert (await taro.post(f"/api/tables/{table}/leave", {}))["you"] == -1
            (listed,) = (await taro.get("/api/me"))["tables"]
            assert (listed["id"], listed["you"], listed["former"]) == (table, -1, 1)
            update = await first.until(lambda update: update["sitters"][1].get("kind") == "bot")
            assert update["sitters"][1]["name"] not in ("太郎", update["sitters"][2]["name"])
            invitation = await hana.invite(table)
            other_hand = {"name": "太郎", "invitation": invitation, "seat": 2}
            refused = await taro.post(f"/api/tables/{table}/join", other_hand, status=403)
            assert "another seat" in refused["message"]
            assert (await taro.join(table, "太郎"))["you"] == 1, "no invitation needed to come back"
            async with Person(address) as jiro:
                await jiro.post(f"/api/tables/{table}/join", {"name": "次郎"}, status=404)
                body = {"name": "次郎", "invitation": invitation, "seat": 2}
                refused = await jiro.post(f"/api/tables/{table}/join?lang=en", body, status=403)
                assert "Join the next game" in refused["message"]


async def test_who_has_no_name_takes_a_seat_and_returns_to_it_without_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = (await hana.open("me", "open"))["id"]
        invitation = await hana.invite(table)
        await hana.post(f"/api/tables/{table}/leave", {})
        for person in (hana, taro):
            await person.join(table, "", invitation)
        blank = {"name": " ", "invitation": invitation}
        assert "Enter a name" in (await taro.post(f"/api/tables/{table}/join?lang=en", blank, status=400))["message"]
        async with hana.at(table) as place:
            assert place.update["sitters"] == [{"kind": "person"}, {"kind": "person"}]
            await place.ask("deal")
            await hana.post(f"/api/tables/{table}/leave", {})
            info = await hana.join(table, "")
            assert (info["you"], info["sitters"][0].get("name", "")) == (0, "")


async def test_leaving_and_returning_repeatedly_does_not_grow_the_log_of_a_game(tmp_path: Path) -> None:
    async with serving(tmp_path, clock=ManualClock()) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot"))["id"]
        async with hana.at(table) as place:
            await place.ask("deal")
        for _ in range(10):
            await hana.post(f"/api/tables/{table}/leave", {})
            await hana.join(table, "花子")
        await hana.post(f"/api/tables/{table}/leave", {})
        await hana.post(f"/api/tables/{table}/join", {"name": "花子"}, status=429)
        clock = server.settings.clock
        await clock.pass_time(20)
        assert (await hana.join(table, "花子"))["you"] == 0


async def test_strangers_of_one_address_cannot_fill_the_log_of_a_table_before_its_deal(tmp_path: Path) -> None:
    """A full log would keep everyone else out: who sits down or leaves adds an entry."""
    async with serving(tmp_path, clock=ManualClock()) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "open", public=True))["id"]
        taken = 0
        for _ in range(15):
            async with Person(address) as stranger:
                answer = await stranger.http.post(f"/api/tables/{table}/join", json={"name": "Stranger"})
                assert answer.status_code in (200, 429)
                taken += answer.status_code == 200
                await stranger.http.post(f"/api/tables/{table}/leave", json={})
        assert taken == 10
        await server.settings.clock.pass_time(20)
        async with Person(address) as taro:
            assert (await taro.join(table, "太郎"))["you"] == 1


async def test_second_cookie_of_a_player_gets_no_second_hand(tmp_path: Path) -> None:
    """A newcomer may be one of the players, so a bot's seat is given only if that harms nobody else."""
    async with serving(tmp_path, bot_delay=30) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, "bot")
        async with hana.at(table) as first:
            await deal(first)
            await taro.post(f"/api/tables/{table}/leave", {})
            invitation = await hana.invite(table)
            async with Person(address) as cookie:
                for seat, status in ((None, 409), (1, 403), (2, 403)):
                    body = {"name": "花子の別窓", "invitation": invitation, "seat": seat}
                    await cookie.post(f"/api/tables/{table}/join", body, status=status)


async def test_friend_may_take_a_bots_seat_at_a_table_of_one_person(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_delay=30) as (address, _), Person(address) as hana, Person(address) as jiro:
        table = (await hana.open("me", "bot", "bot", deal=True))["id"]
        assert (await jiro.join(table, "次郎", await hana.invite(table), seat=2))["you"] == 2


async def test_new_name_reaches_other_tables_when_the_guest_connects(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        await hana.post("/api/me", {"name": "花子"})
        tables = [(await hana.open("me", "open"))["id"] for _ in range(5)]
        async with hana.at(tables[0]) as here:
            for number in range(8):
                await hana.post("/api/me", {"name": f"はな{number}"})
            await here.until(lambda update: update["sitters"][0].get("name") == "はな7")
        lengths = [len(await server.store.log(table)) for table in tables]
        assert lengths == [9, 1, 1, 1, 1]
        async with hana.at(tables[1]) as there:
            await there.until(lambda update: update["sitters"][0].get("name") == "はな7")


async def test_watcher_places_are_reserved_for_invited_people(tmp_path: Path) -> None:
    limits = {"watchers_a_table": 6, "watchers_reserved": 3, "watchers_an_address": 2}
    async with (
        serving(tmp_path, **limits) as (address, _),
        Person(address) as hana,
        Person(address) as stranger,
        contextlib.AsyncExitStack() as watching,
    ):
        table = (await hana.open("me", "bot", public=True))["id"]
        invitation = await hana.invite(table)
        for _ in range(limits["watchers_an_address"]):
            await watching.enter_async_context(stranger.at(table))
        assert await stranger.turned_away(table) == CloseCode.TOO_MUCH, "there may be room later"
        friend = await watching.enter_async_context(stranger.at(table, invitation=invitation))
        assert friend.seat == -1


async def test_list_of_tables_shows_ones_seat_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        await hana.open("open", "me", public=True)
        token = hana.token
    async with serving(tmp_path) as (address, _), Person(address, token) as hana, Person(address) as stranger:
        assert [one["you"] for one in await hana.get("/api/tables")] == [1]
        assert [one["you"] for one in await stranger.get("/api/tables")] == [-1]


# ----------------------------------------------------------------- presence


def states(message: dict[str, Any]) -> list[Any]:
    return [seat["state"] + ("+bot" if seat.get("stand_in") else "") for seat in message["seats"]]


async def test_bot_stands_in_after_half_a_minute_until_the_player_returns(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first:
            async with taro.at(table) as second:
                await deal(first, second)
            await settle()
            await clock.pass_time(29)
            assert "gone" not in str([message for message in first.received if message["t"] == "seats"][-1:])
            await clock.pass_time(2)
            while states(await first.expect("seats", watching=0)) != ["here", "gone+bot"]:
                pass
            assert await first.my_turn(), "the bot moves if it is first"
            async with taro.at(table) as second:
                assert states(second.welcome) == ["here", "here"]
                turn = first.update["turn"]
                while await first.my_turn():
                    turn = first.update["turn"]
                    await first.play("pass" if len(first.view["choices"]) > 1 else "draw")
                    await first.until(lambda update, turn=turn: update["turn"] > turn)
                    if first.view["to_act"] == 1:
                        break
                await clock.pass_time(5)
                await second.until(lambda update: update["view"]["to_act"] == 1)
                assert first.update["version"] == second.update["version"], "no bot plays for a present player"


async def test_no_bot_stands_in_while_everybody_is_away(tmp_path: Path) -> None:
    clock = ManualClock()
    async with (
        serving(tmp_path, clock=clock, unload_after=1e9) as (address, server),
        Person(address) as hana,
        Person(address) as taro,
    ):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first:
            await first.ask("deal")
        await settle()
        await clock.pass_time(3600)
        assert server.registry.actors[table].table.turn == 0
        async with hana.at(table) as first:
            assert states(first.welcome) == ["here", "gone+bot"], "a bot stands in once a player waits"


async def test_bot_delay_does_not_depend_on_thinking_time(tmp_path: Path) -> None:
    """A bot answers after one delay, or two if it thinks longer: nothing in between could reveal a hand."""
    clock = ManualClock()

    class ThinkingBots(QuickBots):
        seconds = 0.0

        def choose(self, state: Any, level: str, asker: Any) -> Any:
            chosen = super().choose(state, level, asker)

            async def answer() -> str:
                clock.passed += self.seconds
                return await chosen

            return answer()

    bots, delays = ThinkingBots(), []
    async with serving(tmp_path, bots, clock=clock, bot_delay=1.0) as (address, server), Person(address) as hana:
        for seconds in (0.0, 0.3, 0.9, 1.2):
            bots.seconds = seconds
            start = clock.passed
            table = (await hana.open("bot", "bot", deal=True))["id"]
            async with hana.at(table):
                while server.registry.actors[table].table.turn == 0:
                    await clock.pass_time(0.1)
            delays.append(int(clock.passed - start))
            bots.seconds = 0.0
            await server.registry.actors.pop(table).close()
    assert delays == [1, 1, 1, 2]


# --------------------------------------------------------------- notes, unloading


async def test_finished_game_cannot_be_joined(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = (await hana.open("bot", "bot", deal=True))["id"]
        async with hana.at(table):
            await eventually(lambda: server.registry.actors[table].loaded.phase == "over")
        body = {"name": "太郎", "invitation": await hana.invite(table), "seat": 1}
        await taro.post(f"/api/tables/{table}/join", body, status=409)


async def test_note_is_visible_only_to_its_writer(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        note = "七は二枚出た </script>\n'; DROP TABLE notes; --"
        async with hana.at(table) as first, taro.at(table) as second:
            assert (await first.ask("note", text=note))["t"] == "done"
            await deal(first, second)
            assert "DROP TABLE" not in "".join(second.raw)
        async with hana.at(table) as first, taro.at(table) as second:
            assert first.welcome["note"] == note
            assert second.welcome["note"] == ""
        assert "DROP TABLE" not in (await taro.http.get(f"/api/tables/{table}/record")).text


async def test_idle_table_is_unloaded_and_reloaded_unchanged(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            while place.update["turn"] < 8:
                assert await place.my_turn()
                await place.play()
            assert await place.my_turn()
            last = place.update
        await unload_all(server.registry)
        async with hana.at(place.table, after=last["version"] - 1) as place:
            assert without_handles(place.update) == without_handles(last)
            assert min(card_handles(place.update)) > max(card_handles(last)), "handles must not be reused"
            assert len(place.welcome["missed"]) == 1
            assert (await place.play(id="awake"))["version"] == last["version"] + 1
            handles = set(card_handles(place.update))
        await unload_all(server.registry)
        async with hana.at(place.table, after=0) as place:
            now = place.update["version"]
            assert [one["version"] for one in place.welcome["missed"]] == list(range(now - 3, now + 1))
            assert not handles & set(card_handles(place.update))
        await unload_all(server.registry)
        async with hana.at(place.table) as place:
            seen = set(card_handles(place.update))
        await eventually(lambda: all(one.idle for one in server.registry.actors.values()))
        async with hana.at(place.table, after=0) as place:
            assert not seen & set(card_handles(place.update)), "restored updates have handles of their own"


async def test_pending_requests_fail_when_a_table_is_unloaded(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        actor = server.registry.actors[(await hana.open("me", "open"))["id"]]
        gate, started = asyncio.Event(), asyncio.Event()

        async def blocked() -> None:
            started.set()
            await gate.wait()

        waiting = [asyncio.create_task(actor.submit(work)) for work in (blocked, actor.dealing.begin)]
        await started.wait()
        await actor.close()
        for task in (*waiting, asyncio.create_task(actor.submit(actor.dealing.begin))):
            with pytest.raises(ServerError, match="store-error"):
                await asyncio.wait_for(task, PATIENCE)


async def test_restart_resumes_tables_that_wait_for_a_bot(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_delay=100) as (address, _), Person(address) as hana:
        tables = [await table_of_a_bot(hana) for _ in range(5)]
        others = {(await hana.open("me", "bot"))["id"], (await hana.open("bot", "bot", deal=True))["id"]}
    async with serving(tmp_path) as (_, server):
        async with asyncio.timeout(PATIENCE):  # the bots resume
            for table in tables:
                while await is_for_a_bot(server, table):  # noqa: ASYNC110  # it is in the database
                    await asyncio.sleep(0.02)
        assert not others & server.registry.actors.keys(), "these tables must load on demand only"


async def is_for_a_bot(server: Server, table: str) -> bool:
    """Whether a bot is to move at a table according to the database."""
    row = (await server.store.table(table)).row
    return row.phase == "playing" and row.sitters[row.to_act].kind == "bot"


async def test_bots_alone_play_while_someone_watches(tmp_path: Path) -> None:
    """A visitor cannot leave an unlimited number of games to the bots of a server."""
    clock = ManualClock()
    async with serving(tmp_path, clock=clock, bot_delay=1) as (address, server), Person(address) as hana:
        table = (await hana.open("bot", "bot", deal=True))["id"]
        actor = server.registry.actors[table]
        assert actor.idle
        async with hana.at(table):
            while actor.table.turn == 0:
                await clock.pass_time(0.1)
        await eventually(lambda: actor.idle)
        turn = actor.table.turn
        for _ in range(30):
            await clock.pass_time(0.1)
        assert actor.table.turn == turn
        assert actor.idle


async def test_bots_of_a_removed_level_continue_at_another(tmp_path: Path) -> None:
    class OldBots(QuickBots):
        def levels(self, slug: str) -> tuple[str, ...]:
            return ("weak", "superhuman")

    async with serving(tmp_path, OldBots(), bot_delay=100) as (address, _), Person(address) as hana:
        seats = [{"kind": "bot", "level": "superhuman"}] * 2
        table = await hana.post("/api/tables", {"game": "kotori", "seats": seats, "deal": True})
        token = hana.token
    bots = QuickBots()
    async with serving(tmp_path, bots) as (address, _), Person(address, token) as hana, hana.at(table["id"]) as place:
        await place.until(lambda update: update["view"]["to_act"] == -1)
    assert {level for _, level in bots.asked} == {"strong"}


async def test_workers_start_at_once_for_bots_and_later_for_people(tmp_path: Path) -> None:
    prepared: list[str] = []

    class Recorder(QuickBots):
        def prepare(self, package: str) -> None:
            prepared.append(package)

    clock = ManualClock()
    async with serving(tmp_path, Recorder(), clock=clock) as (address, _), Person(address) as hana:
        await hana.open("me", "open")
        assert prepared == []
        await clock.pass_time(PREPARE_AFTER)
        await eventually(lambda: prepared == ["tefuda.games.kotori"])
        await hana.open("me", "bot", "bot", game="llama")
        assert prepared[1:] == ["tefuda.games.llama"]


async def test_notes_saved_on_one_device_are_on_the_others_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as phone, hana.at(table) as laptop, taro.at(table) as other:
            assert (await phone.ask("note", text="Suzu never bids first"))["t"] == "done"
            assert (await laptop.expect("noted"))["text"] == "Suzu never bids first"
            for place in (phone, other):
                await place.ask("ping")
                assert not [one for one in place.received if one["t"] == "noted"]
