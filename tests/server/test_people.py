"""Who is at a table: guests who are known again, invitations, seats, and bots where nobody plays."""

import asyncio
import contextlib
import hashlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tefuda.server.limits import Rate
from tefuda.server.troubles import Problem
from tests.server.people import Giver, HandClock, Person, QuickBots, eventually, serving, settle
from tests.table.numbering import numbers, unnumbered


async def two_at_a_table(hana: Person, taro: Person, *more: str) -> str:
    """A table with two people, and more seats."""
    await hana.post("/api/me", {"name": "花子"})
    table: str = (await hana.open("me", "open", *more))["id"]
    await taro.join(table, "太郎", await hana.invite(table))
    return table


# ------------------------------------------------------------------- guests


async def test_a_guest_is_known_again_by_the_cookie_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        assert await hana.get("/api/me") == {"name": "", "tables": []}
        assert hana.token == "", "whoever only looks gets no cookie"
        answer = await hana.http.post("/api/me", json={"name": "花子"})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie
        assert len(hana.token) == 43  # 256 bits
        rows = await server.store._rows("SELECT token FROM guests")
        assert rows == [(hashlib.sha256(hana.token.encode()).digest(),)], "the token itself is not kept"
        token = hana.token
    async with serving(tmp_path) as (address, _), Person(address, token) as again:
        assert (await again.get("/api/me"))["name"] == "花子"
        assert (await again.post("/api/me", {"name": "はな"}))["name"] == "はな"
        for wrong in (token[:-1] + ("A" if token[-1] != "A" else "B"), "x", "%00", token + "A"):
            async with Person(address, wrong) as somebody:
                assert (await somebody.get("/api/me"))["name"] == ""


async def test_over_https_the_cookie_is_for_https_only(tmp_path: Path) -> None:
    async with serving(tmp_path, proxies=("127.0.0.1",)) as (address, _), Person(address) as hana:
        answer = await hana.http.post("/api/me", json={"name": "花子"}, headers={"X-Forwarded-Proto": "https"})
        assert "secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  花子 \t x ", "花子 x"),
        ("a\nseat 1 b", "a seat 1 b"),
        ("\u202egnp.exe", "gnp.exe"),
        ("<b>&amp;", "<b>&amp;"),
        ("e\u0301", "é"),
        ("🐦", "🐦"),
        ("\u200b\u200b", None),
        ("   ", None),
        ("", None),
        ("x" * 25, None),
    ],
)
async def test_a_name_is_one_line_of_visible_text(tmp_path: Path, name: str, shown: str | None) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        answer = await hana.post("/api/me", {"name": name}, status=200 if shown else 400)
        assert answer.get("name") == shown
        if shown:
            table = await hana.open("me", "bot")
            assert table["sitters"][0]["name"] == shown


# -------------------------------------------------------------------- seats


async def test_seats_are_taken_once_left_and_taken_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await two_at_a_table(hana, taro, "open")
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


async def test_a_new_name_is_told_where_one_waits_and_not_where_the_cards_are_dealt(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        await hana.post("/api/me", {"name": "花子"})
        dealt = (await hana.open("me", "bot", deal=True))["id"]
        waiting = (await hana.open("me", "open"))["id"]
        await taro.join(waiting, "太郎", await hana.invite(waiting))
        async with taro.at(waiting) as friend, hana.at(waiting) as own:
            pledge = Giver().pledge
            assert (await own.ask("pledge", pledge=pledge))["t"] == "done"
            await hana.post("/api/me", {"name": "はな"})
            await friend.until(lambda update: update["sitters"][0].get("name") == "はな")
            assert (await own.until(lambda update: update["version"] == friend.update["version"]))["deal"].get(
                "pledge"
            ) is None
            assert friend.update["sitters"][1]["name"] == "太郎"
            version = friend.update["version"]
            await hana.post("/api/me", {"name": "はな"})
            assert (await own.ask("deal"))["version"] == version + 1, (
                "the seat is still hers, and nothing was told twice"
            )
        assert (await hana.get(f"/api/tables/{waiting}"))["you"] == 0
        assert (await hana.get(f"/api/tables/{dealt}"))["sitters"][0]["name"] == "花子"


async def test_joining_needs_an_invitation_unless_the_table_is_public(tmp_path: Path) -> None:
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


async def test_the_host_fills_and_empties_seats_before_the_deal(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await two_at_a_table(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            assert (await second.ask("sit", seat=0, kind="open"))["t"] == "refused"
            assert (await second.ask("deal"))["t"] == "refused"
            assert (await first.ask("sit", seat=9, kind="bot"))["t"] == "refused"
            assert (await first.ask("sit", seat=1, kind="bot", level="godlike"))["t"] == "refused"
            assert (await first.ask("sit", seat=1, kind="bot", level="strong"))["t"] == "done"
            welcome = await second.expect("welcome")
            assert welcome["table"]["you"] == -1, "whoever loses a seat watches"
            assert welcome["table"]["sitters"][1]["level"] == "strong"
            assert (await first.ask("sit", seat=1, kind="open"))["t"] == "done"
            assert (await first.ask("deal"))["trouble"]["message"] == "Seat 2 is still open."
            await taro.join(table, "太郎", await hana.invite(table))
            assert (await second.expect("welcome"))["table"]["you"] == 1
            assert (await first.ask("deal"))["t"] == "done"
            assert (await first.ask("sit", seat=1, kind="open"))["t"] == "refused"
            assert (await first.ask("seed", words="x"))["t"] == "refused"


async def test_whoever_leaves_in_mid_game_is_played_by_a_bot_and_returns_to_that_seat_only(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_delay=30) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await two_at_a_table(hana, taro, "bot")
        async with hana.at(table) as first:
            await first.ask("deal")
            assert (await taro.post(f"/api/tables/{table}/leave", {}))["you"] == -1
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


async def test_second_cookie_of_a_player_gets_no_second_hand(tmp_path: Path) -> None:
    """Whoever comes in mid-game may be one of the players: they take a bot's seat only where that harms nobody else."""
    async with serving(tmp_path, bot_delay=30) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await two_at_a_table(hana, taro, "bot")
        async with hana.at(table) as first:
            await first.ask("deal")
            await first.until(lambda update: "view" in update)
            await taro.post(f"/api/tables/{table}/leave", {})
            invitation = await hana.invite(table)
            async with Person(address) as cookie:
                for seat, status in ((None, 409), (1, 403), (2, 403)):
                    wish = {"name": "花子の別窓", "invitation": invitation, "seat": seat}
                    await cookie.post(f"/api/tables/{table}/join", wish, status=status)


async def test_friend_takes_a_bots_seat_where_one_person_plays_against_bots(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_delay=30) as (address, _), Person(address) as hana, Person(address) as jiro:
        table = (await hana.open("me", "bot", "bot", deal=True))["id"]
        assert (await jiro.join(table, "次郎", await hana.invite(table), seat=2))["you"] == 2


async def test_name_is_told_at_tables_where_the_guest_is_and_at_others_when_they_come(tmp_path: Path) -> None:
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


async def test_places_to_watch_are_kept_for_people_who_are_invited(tmp_path: Path) -> None:
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
        with pytest.raises(ConnectionClosed):
            await watching.enter_async_context(stranger.at(table))
        friend = await watching.enter_async_context(stranger.at(table, invitation=invitation))
        assert friend.seat == -1


async def test_list_of_tables_knows_ones_seat_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        await hana.open("open", "me", public=True)
        token = hana.token
    async with serving(tmp_path) as (address, _), Person(address, token) as hana, Person(address) as stranger:
        assert [one["you"] for one in await hana.get("/api/tables")] == [1]
        assert [one["you"] for one in await stranger.get("/api/tables")] == [-1]


# ----------------------------------------------------------------- presence


def states(message: dict[str, Any]) -> list[Any]:
    return [seat["state"] + ("+bot" if seat.get("stand_in") else "") for seat in message["seats"]]


async def test_a_bot_stands_in_after_half_a_minute_until_the_player_returns(tmp_path: Path) -> None:
    clock = HandClock()
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await two_at_a_table(hana, taro)
        async with hana.at(table) as first:
            async with taro.at(table) as second:
                await first.ask("deal")
                await second.until(lambda update: "view" in update)
            await settle()
            await clock.turn(29)
            assert "gone" not in str([message for message in first.heard if message["t"] == "seats"][-1:])
            await clock.turn(2)
            assert states(
                await first.expect(
                    "seats",
                    watching=0,
                    seats=[{"state": "here", "stand_in": False}, {"state": "gone", "stand_in": True}],
                )
            ) == ["here", "gone+bot"]
            assert await first.my_turn(), "the bot has moved, if it was to"
            async with taro.at(table) as second:
                assert states(second.welcome) == ["here", "here"]
                turn = first.update["turn"]
                while await first.my_turn():
                    turn = first.update["turn"]
                    await first.play("pass" if len(first.view["choices"]) > 1 else "draw")
                    await first.until(lambda update, turn=turn: update["turn"] > turn)
                    if first.view["to_act"] == 1:
                        break
                await clock.turn(5)
                await second.until(lambda update: update["view"]["to_act"] == 1)
                assert first.update["version"] == second.update["version"], "nobody plays for who is here"


async def test_nobody_is_played_for_while_everybody_is_away(tmp_path: Path) -> None:
    clock = HandClock()
    async with (
        serving(tmp_path, clock=clock, unload_after=1e9) as (address, server),
        Person(address) as hana,
        Person(address) as taro,
    ):
        table = await two_at_a_table(hana, taro)
        async with hana.at(table) as first:
            await first.ask("deal")
        await settle()
        await clock.turn(3600)
        assert server.house.hosts[table].table.turn == 0
        async with hana.at(table) as first:
            assert states(first.welcome) == ["here", "gone+bot"], "now somebody waits"


async def test_an_idle_player_is_shown_and_others_may_let_a_bot_play_on(tmp_path: Path) -> None:
    clock = HandClock()
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await two_at_a_table(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            await first.ask("deal")
            for place in (first, second):
                await place.until(lambda update: "view" in update)
            idle, waits = (first, second) if first.view["to_act"] == 0 else (second, first)
            early = await waits.ask("stand-in", seat=idle.seat)
            assert "still at the table" in early["trouble"]["message"]
            await clock.turn(59)
            assert (await waits.ask("stand-in", seat=idle.seat))["t"] == "refused"
            await clock.turn(2)
            assert states(await waits.expect("seats"))[idle.seat] == "idle"
            turn = waits.update["turn"]
            assert (await waits.ask("stand-in", seat=idle.seat))["t"] == "done"
            await waits.until(lambda update: update["turn"] > turn)
            assert (await waits.ask("stand-in", seat=idle.seat, on=False))["t"] == "refused", (
                "it is theirs to take back"
            )
            assert (await idle.ask("stand-in", seat=idle.seat, on=False))["t"] == "done"
            assert states(await waits.expect("seats"))[idle.seat] == "here"


async def test_one_may_let_a_bot_play_for_oneself_and_take_over_by_playing(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_delay=0.3) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            assert await place.my_turn()
            assert (await place.ask("stand-in", seat=0))["t"] == "done"
            assert states(await place.expect("seats"))[0] == "here+bot"
            assert (await place.play("draw"))["t"] == "done"
            assert states(await place.expect("seats"))[0] == "here"


async def test_bots_answer_after_the_same_time_however_long_they_think(tmp_path: Path) -> None:
    """One delay where thinking is short, two where it is longer than one: nothing in between could tell of a hand."""
    clock = HandClock()

    class Thinker(QuickBots):
        seconds = 0.0

        def choose(self, state: Any, level: str, asker: Any) -> Any:
            chosen = super().choose(state, level, asker)

            async def answer() -> str:
                clock.passed += self.seconds
                return await chosen

            return answer()

    bots, moments = Thinker(), []
    async with serving(tmp_path, bots, clock=clock, bot_delay=1.0) as (address, server), Person(address) as hana:
        for seconds in (0.0, 0.3, 0.9, 1.2):
            bots.seconds = seconds
            began = clock.passed
            table = (await hana.open("bot", "bot", deal=True))["id"]
            while server.house.hosts[table].table.turn == 0:
                await clock.turn(0.1)
            moments.append(int(clock.passed - began))
            bots.seconds = 0.0
            await server.house.hosts.pop(table).close()
    assert moments == [1, 1, 1, 2]


# ---------------------------------------------------- reactions, notes, rest


async def test_reactions_reach_everybody_and_are_not_without_limit(tmp_path: Path) -> None:
    async with serving(tmp_path, reaction_rate=Rate(0.001, 3)) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", public=True))["id"]
        async with hana.at(table) as place, Person(address) as watcher, watcher.at(table) as watching:
            answers = [(await place.ask("react", reaction="nice"))["t"] for _ in range(5)]
            assert answers == ["done"] * 3 + ["refused"] * 2
            assert await watching.expect("reaction") == {"t": "reaction", "seat": 0, "reaction": "nice"}
            assert (await place.ask("react", reaction="<script>"))["t"] == "refused"


async def test_what_is_in_no_log_is_done_once_and_answered_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await two_at_a_table(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            answers = [await first.ask("react", reaction="wow", id="once") for _ in range(3)]
            await first.ask("react", reaction="thanks")
            assert answers == [answers[0]] * 3
            await second.expect("reaction", reaction="thanks")
            assert [message["reaction"] for message in second.heard if message["t"] == "reaction"] == ["wow", "thanks"]


async def test_nobody_joins_a_game_that_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = (await hana.open("bot", "bot", deal=True))["id"]
        await eventually(lambda: server.house.hosts[table].phase == "over")
        body = {"name": "太郎", "invitation": await hana.invite(table), "seat": 1}
        await taro.post(f"/api/tables/{table}/join", body, status=409)


async def test_notes_are_for_their_writer_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await two_at_a_table(hana, taro)
        note = "七は二枚出た </script>\n'; DROP TABLE notes; --"
        async with hana.at(table) as first, taro.at(table) as second:
            assert (await first.ask("note", text=note))["t"] == "done"
            await first.ask("deal")
            await second.until(lambda update: "view" in update)
            assert "DROP TABLE" not in "".join(second.raw)
        async with hana.at(table) as first, taro.at(table) as second:
            assert first.welcome["note"] == note
            assert second.welcome["note"] == ""
        assert "DROP TABLE" not in (await taro.http.get(f"/api/tables/{table}/record")).text


async def test_a_table_that_nobody_watches_rests_and_wakes_up_as_it_was(tmp_path: Path) -> None:
    async with serving(tmp_path, unload_after=0.2) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            while place.update["turn"] < 8:
                assert await place.my_turn()
                await place.play()
            assert await place.my_turn()
            last = place.update
        await eventually(lambda: server.house.hosts == {})
        async with hana.at(table, after=last["version"] - 1) as place:
            assert unnumbered(place.update) == unnumbered(last)
            assert min(numbers(place.update)) > max(numbers(last)), "no card is taken for another one"
            assert len(place.welcome["missed"]) == 1
            assert (await place.play(id="awake"))["version"] == last["version"] + 1
            kept = set(numbers(place.update))
        await eventually(lambda: server.house.hosts == {})
        async with hana.at(table, after=0) as place:
            now = place.update["version"]
            assert [one["version"] for one in place.welcome["missed"]] == list(range(now - 3, now + 1))
            assert not kept & set(numbers(place.update))
        await eventually(lambda: server.house.hosts == {})
        async with hana.at(table) as place:
            seen = set(numbers(place.update))
        await eventually(lambda: not any(host.attendance.everybody() for host in server.house.hosts.values()))
        async with hana.at(table, after=0) as place:
            assert not seen & set(numbers(place.update)), "what was restored from further back has numbers of its own"


async def test_nobody_waits_for_ever_for_a_table_that_has_just_gone_to_rest(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        host = server.house.hosts[(await hana.open("me", "open"))["id"]]
        under_way, begun = asyncio.Event(), asyncio.Event()

        async def long() -> None:
            begun.set()
            await under_way.wait()

        waiting = [asyncio.create_task(host.ask(work)) for work in (long, host.dealing.begin)]
        await begun.wait()
        await host.close()
        for task in (*waiting, asyncio.create_task(host.ask(host.dealing.begin))):
            with pytest.raises(Problem, match="store-trouble"):
                await asyncio.wait_for(task, 5)


async def test_after_a_restart_tables_that_wait_for_a_bot_go_on_by_themselves(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_delay=100) as (address, _), Person(address) as hana:
        tables = [(await hana.open("bot", "bot", deal=True))["id"] for _ in range(5)]
        mine = (await hana.open("me", "bot"))["id"]
    async with serving(tmp_path) as (_, server):
        for _ in range(500):
            stored = [await server.store.table(table) for table in tables]
            if all(one.row.phase == "over" for one in stored):
                break
            await asyncio.sleep(0.02)
        else:
            raise AssertionError("the bots do not go on")
        assert mine not in server.house.hosts, "nobody has asked for this one"


async def test_a_game_of_bots_alone_ends(tmp_path: Path) -> None:
    async with serving(tmp_path, QuickBots(4)) as (address, _), Person(address) as hana:
        table = (await hana.open("bot", "bot", "bot", deal=True))["id"]
        async with hana.at(table) as watching:
            assert watching.seat == -1
            await watching.until(lambda update: update["view"]["to_act"] == -1)


async def test_a_whole_game_against_bots_with_the_delay_of_zero_skips_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", "bot", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            await place.to_the_end(Random(9))
            heard = [message["version"] for message in place.heard if message["t"] == "update"]
            assert heard == list(range(place.welcome["update"]["version"] + 1, place.update["version"] + 1))


async def test_bots_of_a_level_that_is_offered_no_longer_play_on_at_another(tmp_path: Path) -> None:
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
