"""Decks chosen in the lobby: secret until played, durable, and played automatically once the game begins."""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import ManualClock
from tefuda.server.app import Server
from tefuda.server.rate_limit import Rate
from tefuda.server.store.stored_data import Append, Appended
from tefuda.server.tables.serialization import decoded_entry
from tefuda.table.entries import Brought, Entry, Played
from tefuda.table.table_record import read
from tefuda.table.verify import COPY, MyCopy, Verdict, verify
from tests.server.clients import Giver, Person, Place, any_database, deal_fairly, serving, table_of_two
from tests.server.workers import workers


def deck(first: int, names: int = 15) -> list[str]:
    """Return the actions of a deck with two copies of each of these cards, from number `first`."""
    cards = range(first, first + names)
    return [*(f"add-{card}" for card in cards for _ in range(2)), "ready"]


HANA, TARO = deck(1), deck(20)


async def bring(place: Place, actions: list[str], *others: Place, seat: int | None = None) -> dict[str, Any]:
    """Choose a deck, wait until all clients have the update, and return that of the last one."""
    answer = await place.ask("bring", seat=place.seat if seat is None else seat, actions=actions)
    assert answer["t"] == "done", answer
    for one in (place, *others):
        await reaches(one, answer["version"])
    return (others[-1] if others else place).update


async def reaches(place: Place, version: int) -> None:
    await place.until(lambda update: update["version"] >= version)


async def refused(place: Place, **fields: Any) -> str:
    answer = await place.ask("bring", **fields)
    assert answer["t"] == "refused", answer
    return str(answer["error"]["message"])


@contextlib.asynccontextmanager
async def pair(folder: Path, **changes: Any) -> AsyncIterator[tuple[Person, Person, Place, Place]]:
    """Yield the host, their friend, and the places of both at a table of KOTODAMA KOGEN."""
    async with serving(folder, **changes) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, game="kotodama", public=True)
        async with hana.at(table, lang="en") as mine, taro.at(table, lang="en") as theirs:
            yield hana, taro, mine, theirs


def chosen(place: Place) -> dict[str, str]:
    return dict(place.update.get("openings", {}))


def list_of(place: Place, seat: int) -> list[str] | None:
    """Return the faces of a seat's deck list that this place sees."""
    zone = next((zone for zone in place.view["zones"] if zone["id"] == f"list-{seat}"), None)
    return None if zone is None else [card["face"] for card in zone["cards"]]


def faces(actions: list[str]) -> list[str]:
    return [action.removeprefix("add-") for action in actions[:-1]]


# ---------------------------------------------------------------- the game


@any_database
async def test_own_decks_are_played_after_a_restart_and_the_record_proves_them(
    tmp_path: Path, database: Database
) -> None:
    changes = dict(database.settings)
    async with pair(tmp_path / "data", **changes) as (hana, taro, mine, theirs):
        table = mine.welcome["table"]["id"]
        update = await bring(mine, HANA, theirs)
        assert update["changes"] == [{"kind": "brought", "who": "花子", "value": 1, "seat": 0}]
        assert chosen(mine) == {"0": " ".join(HANA)}
        assert chosen(theirs) == {"0": ""}
        await bring(theirs, TARO, mine)
        tokens = hana.token, taro.token
    async with (
        serving(tmp_path / "data", **changes) as (address, server),
        Person(address, tokens[0]) as hana,
        Person(address, tokens[1]) as taro,
    ):
        async with hana.at(table) as mine, taro.at(table) as theirs:
            assert chosen(mine) == {"0": " ".join(HANA), "1": ""}
            await deal_fairly(mine, theirs)
            for place in (mine, theirs):
                await place.until(lambda update: update["turn"] >= 2)
            assert list_of(mine, 0) == faces(HANA)
            assert list_of(mine, 1) is None, "closed lists"
            assert list_of(theirs, 1) == faces(TARO)
            assert "openings" not in mine.update
            await asyncio.gather(mine.play_to_end(Random(1)), theirs.play_to_end(Random(2)))
        record = read((await taro.http.get(f"/api/tables/{table}/record.txt")).text)
        assert [(move.seat, move.by, move.command) for move in record.moves[:2]] == [
            (0, "person", " ".join(HANA)),
            (1, "person", " ".join(TARO)),
        ]
        verdicts = {claim.id: claim.verdict for claim in verify(record, seal=record.attempts[-1].seal).claims}
        assert verdicts["key"] is verdicts["fixed"] is verdicts["rules"] is Verdict.PROVEN
        for place in (mine, theirs):  # what came while the server played the deck offered no choices
            seal = record.attempts[-1].seal.hex()
            kept = [update for update in place.received if update["t"] == "update" and update.get("view")]
            copy = MyCopy(COPY, table, record.server.hex(), place.seat, 1, seal, "", updates=kept)
            verdicts = {claim.id: claim.verdict for claim in verify(record, copy=copy).claims}
            assert verdicts["seen"] is Verdict.PROVEN
        assert server.metrics.errors._value.get() == 0


async def test_open_lists_are_shown_once_both_have_a_deck(tmp_path: Path) -> None:
    async with pair(tmp_path) as (_, _, mine, theirs):
        assert (await mine.ask("arrange", options={"open_lists": 1}))["t"] == "done"
        await bring(mine, HANA, theirs)
        await mine.ask("deal")
        await theirs.until(lambda update: "view" in update and update["turn"] == 1)
        assert list_of(theirs, 0) is None, "the other one still chooses"
        assert (await theirs.play("deck-1"))["t"] == "done"
        assert list_of(theirs, 0) == faces(HANA)


def offers(place: Place) -> list[int]:
    """Return the turns at which a place was offered choices, in all that it has received."""
    messages = [json.loads(text) for text in place.raw]
    updates = [message.get("update", message) for message in messages if message["t"] in ("update", "welcome")]
    return [update["turn"] for update in updates if (update.get("view") or {}).get("choices")]


async def test_no_choice_is_offered_of_what_the_server_plays(tmp_path: Path) -> None:
    async with pair(tmp_path) as (_, _, mine, theirs):
        await bring(mine, HANA, theirs)
        await mine.ask("deal")
        assert await theirs.my_turn()
        await mine.until(lambda update: update["turn"] == 1)
        assert offers(mine) == [], "their deck was chosen before the deal"
        assert offers(theirs) == [1]


async def test_opening_that_cannot_be_played_leaves_the_choice_to_its_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", game="kotodama"))["id"]
        async with hana.at(table) as mine:
            await bring(mine, HANA)
            actor = await server.registry.actor(table)
            actor.table.openings.by_seat[0] = "end"  # as if the rules had changed since
            await mine.send("deal")
            await mine.until(lambda update: bool(update.get("view", {}).get("choices")))
        assert (await log_of(server, table))[-1] == Brought(0)
        token = hana.token
    async with serving(tmp_path) as (address, server), Person(address, token) as hana, hana.at(table) as mine:
        assert mine.update["view"]["choices"], "the opening is not tried again after a restart"
        assert (await mine.play("deck-1"))["t"] == "done"
        await mine.until(lambda update: update["turn"] >= 2)


async def test_clients_connect_while_an_opening_is_played_again_after_an_unexpected_exception(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, store_pause=3600) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", game="kotodama", public=True))["id"]
        append, failed = server.store.append, asyncio.Event()

        async def append_or_fail(one: Append) -> Appended:
            if '"played"' in one.entry:
                failed.set()
                raise ZeroDivisionError
            return await append(one)

        monkeypatch.setattr(server.store, "append", append_or_fail)
        async with hana.at(table) as mine:
            await bring(mine, HANA)
            await mine.send("deal")
            await failed.wait()
            async with Person(address) as watcher, watcher.at(table) as watching:
                assert watching.seat == -1
        assert server.metrics.errors._value.get() == 1


async def test_host_chooses_for_a_bot_and_a_missing_person_starts_with_their_deck(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", game="kotodama"))["id"]
        async with hana.at(table) as mine:
            await bring(mine, HANA)
            await bring(mine, TARO, seat=1)
            assert chosen(mine) == {"0": " ".join(HANA), "1": " ".join(TARO)}
            await mine.send("deal")
            await mine.until(lambda update: "view" in update)
        async with hana.at(table) as mine:
            await mine.until(lambda update: update["turn"] >= 2)
            played = [entry for entry in await log_of(server, table) if isinstance(entry, Played)]
            assert [(one.seat, one.by, one.command) for one in played[:2]] == [
                (0, "person", " ".join(HANA)),
                (1, "bot", " ".join(TARO)),
            ]


async def log_of(server: Server, table: str) -> list[Entry]:
    return [decoded_entry(logged.entry) for logged in await server.store.log(table)]


async def test_workers_play_each_opening_once(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with workers(tmp_path, postgresql) as both, both.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, game="kotodama")
        async with hana.at(table) as mine, taro.at(table) as theirs:
            await bring(mine, HANA, theirs)
            await bring(theirs, TARO, mine)
            await mine.send("deal")
            for place in (mine, theirs):
                await place.until(lambda update: update["turn"] >= 2)
            assert list_of(theirs, 1) == faces(TARO)
        entries = await both.entries(table)
        assert [entry.seat for entry in entries if isinstance(entry, Brought)] == [0, 1]
        assert [entry.command for entry in entries if isinstance(entry, Played)] == [" ".join(HANA), " ".join(TARO)]


# ------------------------------------------------------------- who may, and what


async def test_choice_is_checked_and_each_choice_belongs_to_its_seat(tmp_path: Path) -> None:
    async with pair(tmp_path) as (hana, _, mine, theirs):
        table = mine.welcome["table"]["id"]
        assert "30–55 cards" in await refused(mine, seat=0, actions=deck(1, 14))
        assert "at most two" in await refused(mine, seat=0, actions=["add-1", "add-1", "add-1"])
        assert await refused(mine, seat=0, actions=["add-1"])
        assert await refused(mine, seat=0, actions=["end"])
        assert "what you play with" in await refused(mine, seat=1, actions=TARO)
        assert "what you play with" in await refused(theirs, seat=0, actions=TARO)
        assert "no seat" in await refused(mine, seat=2, actions=TARO)
        async with Person(hana.address) as stranger:
            await stranger.post("/api/me", {"name": "次郎"})
            async with stranger.at(table, lang="en") as watching:
                assert "what you play with" in await refused(watching, seat=0, actions=TARO)
        assert chosen(theirs) == {}
        before = mine.update["version"]
        await bring(theirs, TARO, mine)
        assert (await theirs.ask("bring", seat=1, actions=TARO))["version"] == before + 1, "nothing to change"
        update = await bring(theirs, [], mine)
        assert update["changes"][0]["kind"] == "brought"
        assert chosen(theirs) == chosen(mine) == {}


async def test_choice_goes_with_its_person_and_ends_with_the_setup(tmp_path: Path) -> None:
    async with pair(tmp_path) as (_, taro, mine, theirs):
        table = mine.welcome["table"]["id"]
        await bring(theirs, TARO, mine)
        assert (await mine.ask("reseat", seat=0, to=1))["t"] == "done"
        await theirs.expect("welcome")
        assert chosen(theirs) == {"0": " ".join(TARO)}
        await mine.ask("arrange", locked=False, hints=True)
        await theirs.until(lambda update: update.get("arranged", {}).get("hints", False))
        assert chosen(theirs) == {"0": " ".join(TARO)}, "not what the deck was chosen for"
        await mine.ask("arrange", options={"open_lists": 1})
        await theirs.until(lambda update: update.get("arranged", {}).get("options", {}).get("open_lists") == 1)
        assert chosen(theirs) == {}, "a secret deck is never opened by the host"
        await bring(theirs, TARO, mine)
        await taro.post(f"/api/tables/{table}/leave", {})
        await mine.until(lambda update: update["sitters"][0].get("kind", "open") == "open")
        assert chosen(mine) == {}
        await taro.join(table, "太郎")
        await mine.until(lambda update: update["sitters"][0].get("kind") == "person")
        assert chosen(mine) == {}


async def test_nothing_is_chosen_once_the_deal_is_sealed_nor_in_other_games(tmp_path: Path) -> None:
    async with pair(tmp_path) as (_, _, mine, theirs):
        giver = Giver()
        await theirs.ask("pledge", pledge=giver.pledge)
        await bring(theirs, TARO, mine)
        await mine.send("deal")
        attempt = await theirs.sealed()
        assert "sealed" in await refused(theirs, seat=1, actions=HANA)
        await theirs.ask("share", **giver.reveal(attempt))
        await theirs.until(lambda update: "view" in update)
        assert "dealt already" in await refused(theirs, seat=1, actions=HANA)
    async with pair(tmp_path / "other") as (_, _, mine, theirs):
        await bring(theirs, TARO, mine)
        await mine.ask("arrange", game="kotori")
        await theirs.until(lambda update: update.get("arranged", {}).get("game") == "kotori")
        assert chosen(theirs) == {}
        assert "nothing to choose" in await refused(theirs, seat=1, actions=["draw"])


async def test_choices_are_rate_limited(tmp_path: Path) -> None:
    async with pair(tmp_path, clock=ManualClock(), arrange_rate=Rate(1, 3)) as (_, _, _, theirs):
        for number in range(3):
            await bring(theirs, (HANA, TARO)[number % 2])
        assert "Too many" in await refused(theirs, seat=1, actions=TARO)


# ------------------------------------------------------------------ secrecy


async def bytes_seen(folder: Path, hidden: list[str]) -> dict[str, list[str]]:
    """Return all that the host, a stranger, a kicked person and public lists receive while a friend plays a deck.

    Everything else is the same in every world: ids, secrets, shares, times.
    """
    chance, givers = Random(1), [Giver(bytes([1] * 32)), Giver(bytes([2] * 32))]
    async with (
        serving(folder, clock=ManualClock(), random_bytes=chance.randbytes) as (address, server),
        Person(address) as hana,
        Person(address) as ken,
        Person(address) as stranger,
    ):
        server.registry.invitations._key = bytes(32)  # of the server, which both have alike
        table = (await hana.open("me", "open", game="kotodama", public=True, pledge=givers[0].pledge))["id"]
        await ken.join(table, "Ken", pledge=givers[1].pledge)
        async with (
            hana.at(table, lang="en") as mine,
            ken.at(table, lang="en") as theirs,
            stranger.at(table, lang="en") as watching,
        ):
            seen = {"host": mine, "stranger": watching}
            await bring(mine, HANA, theirs, watching)
            await bring(theirs, hidden, mine, watching)
            pages = [(await stranger.http.get(path)).text for path in (f"/api/tables/{table}", "/api/open-tables")]
            await mine.ask("deal")
            for place, giver in ((mine, givers[0]), (theirs, givers[1])):
                assert (await place.ask("share", **giver.reveal(await place.sealed())))["t"] == "done"
            for _ in range(6):  # turns in which nothing is played
                for place in (mine, theirs, watching):
                    await place.until(lambda update: update["turn"] >= 2)
                actor = mine if mine.view["to_act"] == 0 else theirs
                version = (await actor.play("end"))["version"]
                for place in (mine, theirs, watching):
                    await reaches(place, version)
            pages += [(await hana.http.get(f"/api/tables/{table}/{page}")).text for page in ("record", "record.txt")]
            pages += [(await hana.http.get("/api/me/export")).text]
            async with hana.at(table, after=0, lang="en") as again:
                seen["again"] = again
            # Presence may arrive at any time; the voices of people are random for each server.
            raw = {
                name: [re.sub('"voice":"[0-9a-f]+"', "", text) for text in place.raw] for name, place in seen.items()
            }
            ordered = {name: sorted(texts) for name, texts in raw.items()}
    return ordered | {"pages": pages, "own": theirs.raw}


async def test_worlds_that_differ_in_a_hidden_deck_send_the_other_seat_the_same_bytes(tmp_path: Path) -> None:
    one, other = [await bytes_seen(tmp_path / str(number), hidden) for number, hidden in enumerate((TARO, deck(30)))]
    own, others_own = one.pop("own"), other.pop("own")
    assert one.keys() == other.keys()
    for name, texts in one.items():
        assert texts == other[name], name
    assert own != others_own, "the worlds differ"


async def test_new_player_of_a_seat_does_not_learn_the_deck_of_the_former_one(tmp_path: Path) -> None:
    async with pair(tmp_path) as (hana, _, mine, theirs):
        table = mine.welcome["table"]["id"]
        await bring(theirs, TARO, mine)
        assert (await mine.ask("remove", seat=1))["t"] == "done"
        await theirs.expect("welcome")
        async with Person(hana.address) as jiro:
            await jiro.join(table, "次郎")
            async with jiro.at(table, after=0, lang="en") as place:
                assert place.seat == 1
                await place.ask("ping")
                texts = [*place.raw, (await jiro.http.get(f"/api/tables/{table}/record")).text]
                texts.append((await jiro.http.get("/api/me/export")).text)
                assert not any(re.search("add-[0-9]", text) for text in texts)


async def test_rematch_offers_the_decks_of_the_game_before(tmp_path: Path) -> None:
    async with pair(tmp_path) as (hana, taro, mine, theirs):
        await bring(mine, HANA, theirs)
        await deal_fairly(mine, theirs)
        await theirs.until(lambda update: update["turn"] == 1)
        await theirs.play(actions=TARO)  # chosen at the table
        await asyncio.gather(mine.play_to_end(Random(3)), theirs.play_to_end(Random(4)))
        assert (await mine.ask("rematch"))["t"] == "done"
        following = (await mine.expect("moved"))["table"]
        assert (await theirs.ask("rematch"))["t"] == "done"
        async with hana.at(following) as mine_now, taro.at(following) as theirs_now:
            assert (mine_now.seat, theirs_now.seat) == (1, 0), "everyone has moved on"
            assert chosen(mine_now) == {"0": "", "1": " ".join(HANA)}
            assert chosen(theirs_now) == {"0": " ".join(TARO), "1": ""}, "still secret from the other"
            await bring(theirs_now, deck(5), mine_now)
            assert chosen(theirs_now)["0"] == " ".join(deck(5))


async def test_rematch_keeps_the_deck_that_the_host_chose_for_a_bot_and_no_other_of_bots(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        creator = server.registry.services.table_creator
        for wanted in (TARO, []):
            table = (await hana.open("me", "bot", game="kotodama"))["id"]
            async with hana.at(table) as place:
                await bring(place, HANA)
                if wanted:
                    await bring(place, wanted, seat=1)
                assert (await place.ask("deal"))["t"] == "done"
                await place.until(lambda update: update["turn"] >= 2)
                actor = await server.registry.actor(table)
                guest = next(iter(actor.presence_tracker.seats))
                asker = SimpleNamespace(id=guest, name="花子")
                following = await creator.rematch(actor.loaded, asker)
            async with hana.at(following) as again:
                assert chosen(again) == {"1": " ".join(HANA)} | ({"0": " ".join(wanted)} if wanted else {})
