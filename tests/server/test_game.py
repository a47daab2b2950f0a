"""Whole games over real sockets: invitations, reconnects, watchers, records and rematches."""

import asyncio
import json
from collections.abc import Awaitable
from pathlib import Path
from random import Random

import pytest

from harness.contract.cases import some_or_all
from tefuda.bots.analysis import Analysis
from tefuda.bots.fair_queue import Asker
from tefuda.engine.game import load
from tefuda.engine.state import State
from tefuda.server.protocol.limits import CloseCode
from tefuda.table.table_record import read
from tefuda.table.verify import verify
from tests.server.clients import Giver, Person, Place, QuickBots, deal, serving, table_of_two


def versions(place: Place) -> list[int]:
    """Return the versions of all updates received since the welcome."""
    return [message["version"] for message in place.received if message["t"] == "update"]


async def test_two_people_and_a_bot_play_a_whole_game(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        await hana.post("/api/me", {"name": "花子"})
        table = await hana.open("me", "open", "bot")
        assert table["phase"] == "open"
        invitation = await hana.invite(table["id"])
        joined = await taro.join(table["id"], "太郎", invitation)
        assert joined["you"] == 1
        async with hana.at(table["id"]) as first, taro.at(table["id"]) as second:
            giver = Giver()
            assert (await first.ask("pledge", pledge=giver.pledge))["t"] == "done"
            assert (await first.ask("deal"))["t"] == "done"
            assert (await first.ask("share", **giver.reveal(await first.sealed())))["t"] == "done"
            await second.until(lambda update: "view" in update)
            results = await asyncio.gather(first.play_to_end(Random(1)), second.play_to_end(Random(2)))
            assert results[0] == results[1]
            assert min(results[0]["ranks"]) == 1
            begin = second.welcome["update"]["version"]
            assert versions(second) == list(range(begin + 1, second.update["version"] + 1)), "none skipped or repeated"
        text = (await hana.http.get(f"/api/tables/{table['id']}/record.txt")).text
        verification = verify(read(text), seal=bytes.fromhex(first.attempt["seal"]))
        assert not verification.false
        assert verification.replay.names[:2] == ("花子", "太郎")
        assert verification.record.attempts[-1].shares == {0: giver.share}
        assert list(verification.replay.steps[-1].state.ranking) == results[0]["ranks"]
        me = await taro.get("/api/me")
        assert [(one["id"], one["phase"], one["you"]) for one in me["tables"]] == [(table["id"], "over", 1)]


async def test_record_shows_own_view_and_the_full_game_only_after_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as stranger:
        table = (await hana.open("me", "bot", deal=True))["id"]
        refused = await hana.http.get(f"/api/tables/{table}/record.txt")
        assert refused.status_code == 409
        async with hana.at(table) as place:
            assert await place.my_turn()
            record = await hana.get(f"/api/tables/{table}/record")
            assert (record["seat"], record["released"]) == (0, False)
            assert record["updates"][-1] == place.update
            await place.play_to_end(Random(4))
            live = {message["version"]: message for message in place.received if message["t"] == "update"}
            for message in live.values():
                assert message.pop("back", {"seat": 0}) == {"seat": 0}, "only the offer to take an action back"
            record = await hana.get(f"/api/tables/{table}/record")
            assert record["released"]
            assert [one["version"] for one in record["updates"]] == list(range(1, place.update["version"] + 1))
            assert all(live.get(one["version"], one) == one for one in record["updates"]), "the replay is the live game"
        assert (await stranger.http.get(f"/api/tables/{table}/record")).status_code == 404


async def test_other_seats_replays_are_public_only_after_the_end(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as stranger:
        table = (await hana.open("me", "bot", deal=True, public=True))["id"]
        address_of_record = f"/api/tables/{table}/record"
        async with hana.at(table) as place:
            assert await place.my_turn()
            assert (await hana.get(f"{address_of_record}?seat=0"))["seat"] == 0
            for who, seat in ((hana, 1), (hana, -1), (stranger, 0), (stranger, 1)):
                refused = await who.http.get(f"{address_of_record}?seat={seat}&lang=en")
                assert refused.status_code == 403, (seat, refused.text)
                assert "hidden" in refused.json()["message"]
            assert (await stranger.get(f"{address_of_record}?seat=-1"))["seat"] == -1, "a spectator's view is public"
            await place.play_to_end(Random(4))
        for who in (hana, stranger):
            for seat in (-1, 0, 1):
                record = await who.get(f"{address_of_record}?seat={seat}")
                assert record["seat"] == seat
                views = [one["view"] for one in record["updates"] if "view" in one]
                assert {view["seat"] for view in views} == {seat}
                assert views[-1]["zones"], "the table as it was"
        for nonsense, status in (("2", 400), ("-2", 400), ("x", 400), ("", 400), ("1e0", 400), ("１", 400)):
            answer = await hana.http.get(address_of_record, params={"seat": nonsense})
            assert answer.status_code == status, nonsense


async def test_spectator_of_a_public_table_sees_the_game_but_cannot_act(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as passer_by:
        table = (await hana.open("me", "bot", deal=True, public=True))["id"]
        assert [one["id"] for one in await passer_by.get("/api/tables")] == [table]
        async with hana.at(table) as place, passer_by.at(table) as watching:
            assert watching.seat == -1
            assert watching.view["seat"] == -1
            assert "choices" not in watching.view
            for kind, fields in (
                ("play", {"turn": 0, "actions": ["draw"]}),
                ("deal", {}),
            ):
                assert (await watching.ask(kind, **fields))["t"] == "refused"
            assert (await place.expect("seats", watching=1))["seats"][0]["state"] == "here"
            result = await place.play_to_end(Random(2))
            await watching.until(lambda update: update["view"]["to_act"] == -1)
            assert watching.view["result"] == result
            assert not any("choices" in json.loads(text).get("view", {}) for text in watching.raw)


async def test_private_table_is_found_only_with_an_invitation(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as friend:
        table = (await hana.open("me", "open"))["id"]
        invitation = await hana.invite(table)
        assert await friend.get("/api/tables") == []
        assert (await friend.http.get(f"/api/tables/{table}")).status_code == 404
        forged = invitation[:-2] + ("AA" if invitation[-2:] != "AA" else "BB")
        assert (await friend.http.get(f"/api/tables/{table}?invitation={forged}")).status_code == 404
        assert await friend.turned_away(table) == CloseCode.NO_TABLE
        other = (await hana.open("me", "open"))["id"]
        assert (await friend.http.get(f"/api/tables/{other}?invitation={invitation}")).status_code == 404
        assert (await friend.get(f"/api/tables/{table}?invitation={invitation}"))["you"] == -1
        async with friend.at(table, invitation=invitation) as watching:
            assert watching.seat == -1


async def test_reconnect_delivers_missed_updates_and_repeats_no_command(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            await deal(first, second)
            mover, cut, stays = (hana, first, second) if first.view["to_act"] == 0 else (taro, second, first)
            version, turn = cut.update["version"], cut.update["turn"]
            await cut.send("play", id="cut", turn=turn, actions=["draw"])
            await cut.socket.close()  # the answer never arrives
            await stays.until(lambda update: update["turn"] == turn + 1)
            async with mover.at(table, after=version) as reconnected:
                assert [one["version"] for one in reconnected.welcome["missed"]] == [version + 1]
                assert reconnected.welcome["missed"][0]["events"] == stays.update["events"], (
                    "nothing is private in this game"
                )
                assert "view" not in reconnected.welcome["missed"][0]
                answer = await reconnected.play("draw", id="cut", turn=turn)
                assert (answer["t"], answer["version"]) == ("done", version + 1), "played once, answered now"
                assert reconnected.update["turn"] == turn + 1


async def test_long_absence_delivers_the_current_table(tmp_path: Path) -> None:
    async with serving(tmp_path, updates_kept=4) as (address, _), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            await place.play_to_end(Random(1))
            last = place.update
        for after, missed in (
            (0, 4),
            (last["version"] - 2, 2),
            (last["version"], 0),
            (last["version"] + 9, 0),
            ("x", 0),
        ):
            async with hana.at(place.table, after=after) as reconnected:
                assert len(reconnected.welcome["missed"]) == missed
                assert reconnected.update == last


async def test_repeated_id_gets_the_same_answer_and_is_played_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            assert await place.my_turn()
            turn = place.update["turn"]
            refusal = await place.play("pass", id="early")
            assert refusal["error"]["clause"] == "K4.3"
            first = await place.play("draw", id="once", turn=turn)
            assert first["t"] == "done"
            repeated = [await place.play("draw", id="once", turn=turn) for _ in range(3)]
            assert repeated == [first] * 3
            assert await place.play("pass", id="early") == refusal, "although it would be legal by now"
        log = await server.store.log(place.table)
        assert [logged.command for logged in log].count("once") == 1


async def test_repeated_id_is_recognized_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, hana.playing("me", "bot") as place:
        assert await place.my_turn()
        turn = place.update["turn"]
        first = await place.play("draw", id="once")
        token = hana.token
    async with serving(tmp_path) as (address, _), Person(address, token) as hana, hana.at(place.table) as place:
        assert await place.play("draw", id="once", turn=turn) == first


async def test_log_recognizes_a_repeated_id_without_the_cache(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, hana.playing("me", "bot") as place:
        assert await place.my_turn()
        first = await place.play("draw", id="once")
        assert await place.my_turn()
        server.registry.actors[place.table].entries.done.clear()
        version = server.registry.actors[place.table].table.version
        assert await place.play("draw", id="once") == first
        assert server.registry.actors[place.table].table.version == version
        assert (await place.play("draw", id="another"))["t"] == "done"


async def test_message_ids_are_separate_per_guest(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            await first.ask("deal", id="same")
            await second.until(lambda update: "view" in update)
            player = first if first.update.get("view", second.view)["to_act"] == 0 else second
            other = second if player is first else first
            await player.until(lambda update: "view" in update)
            assert (await player.play("draw", id="other" if player is first else "same"))["t"] == "done"
            assert (await other.play("draw", id="mine", turn=0))["t"] == "refused"


async def test_rematch_moves_everybody_one_seat_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, "bot", options={"allow_yield": 1})
        async with hana.at(table) as first, taro.at(table) as second:
            await first.ask("deal")
            assert (await first.ask("rematch"))["t"] == "refused", "not before the end"
            await second.until(lambda update: "view" in update)
            await asyncio.gather(first.play_to_end(Random(1)), second.play_to_end(Random(2)))
            assert (await second.ask("rematch"))["t"] == "done"
            moved = await first.expect("moved")
            assert (await first.ask("rematch"))["t"] == "done"
            assert (await first.expect("moved")) == moved, "there is only one rematch"
        info = await hana.get(f"/api/tables/{moved['table']}")
        assert [sitter.get("name") for sitter in info["sitters"]][1:] == ["花子", "太郎"]
        assert info["sitters"][0]["kind"] == "bot"
        assert (info["you"], info["options"], info["phase"]) == (1, {"allow_yield": 1}, "open")
        assert (await taro.get(f"/api/tables/{moved['table']}"))["you"] == 2
        assert (await hana.get(f"/api/tables/{table}"))["next"] == moved["table"]


async def test_guests_of_one_address_share_one_place_in_the_queue_of_bot_moves(tmp_path: Path) -> None:
    class Recorder(QuickBots):
        def __init__(self) -> None:
            super().__init__()
            self.askers: list[Asker] = []

        def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
            self.askers.append(asker)
            return super().choose(state, level, asker)

        def analyse(self, state: State, asker: Asker) -> Awaitable[Analysis]:
            self.askers.append(asker)
            return super().analyse(state, asker)

    bots = Recorder()
    async with serving(tmp_path, bots) as (address, _), Person(address) as hana, Person(address) as taro:
        for guest in (hana, taro):
            async with guest.playing("me", "bot", "bot") as place:
                assert await place.my_turn()
                await place.play()
                assert await place.my_turn()
                await place.ask("hint")
        waited_for = [asker.place for asker in bots.askers if asker.person_waits]
        assert set(waited_for) == {"127.0.0.1"}, "of moves and hints, whatever the guest"


async def test_hint_compares_legal_options_on_ones_own_turn(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, hana.playing("me", "bot") as place:
        assert await place.my_turn()
        advice = await place.ask("hint")
        assert advice["t"] == "advice"
        choices = {choice["action"]: choice["label"] for choice in place.view["choices"]}
        for option in advice["options"]:
            assert choices[option["action"]] == option["label"]
            assert option["prospect"]["id"] == "chance-to-win"
        assert advice["options"][0]["equal"]
        await place.play_to_end(Random(1))
        assert (await place.ask("hint"))["t"] == "refused"


@pytest.mark.parametrize("hints", [False, True])
async def test_people_who_play_each_other_have_hints_only_at_a_table_made_with_them(
    hints: bool, tmp_path: Path
) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        made = await hana.open("me", "open", hints=hints)
        assert made["hints"] == hints
        await taro.join(made["id"], "Taro", await hana.invite(made["id"]))
        async with hana.at(made["id"]) as place, taro.at(made["id"]) as other:
            await place.ask("deal")
            while "view" not in place.update:
                await place.receive()
            asker = place if place.update["view"]["to_act"] == 0 else other
            answer = await asker.ask("hint")
            assert answer["t"] == ("advice" if hints else "refused")
            if not hints:
                assert "no hints while several people play" in answer["error"]["message"]


@pytest.mark.parametrize("slug", some_or_all(["llama", "kotodama"], ["llama", "kotodama", "tezuma", "doutotsu"]))
async def test_hint_is_the_same_each_time_and_advises_decisions_only(slug: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        seats = ["me", *["bot"] * (load(slug).description.players[0] - 1)]
        async with hana.playing(*seats, game=slug) as place:
            for _ in range(2):
                assert await place.my_turn()
                first, second = [(await place.ask("hint"))["options"] for _ in range(2)]
                assert first == second
                assert not any(option["action"].startswith(("mark-", "add-")) for option in first)
                await place.play(first[0]["action"])
