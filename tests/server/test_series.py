"""Series: the standings of the games that rematches link, and how people go on from one to the next."""

import asyncio
import contextlib
import itertools
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.contract.cases import some_or_all
from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import ManualClock, eventually
from harness.server.killed_server import ServerProcess
from tefuda.server.finished_games.series import points, standings, won
from tefuda.server.protocol.http import Series
from tefuda.server.store import series_rows
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.store.stored_data import SeriesTable
from tefuda.table.entries import Sitter
from tests.server.clients import SHORT_GAME, Giver, Person, Place, any_database, deal, people, serving, table_of_two
from tests.server.workers import presence, workers

NUMBERS = itertools.count()  # of messages: a repeated one is not carried out again
GONE = 31  # seconds after which someone who has left the page is gone

# ------------------------------------------------------------ the standings

ranks_of_a_game = st.lists(st.integers(1, 5), min_size=2, max_size=5).map(
    lambda chosen: [1 + sum(other < one for other in chosen) for one in chosen]
)


@settings(deadline=None)
@given(ranks_of_a_game)
def test_points_of_a_game_depend_only_on_the_number_of_players(ranks: list[int]) -> None:
    gained = points(ranks)
    assert sum(gained) == len(ranks) * (len(ranks) - 1)
    for seat, rank in enumerate(ranks):
        for other, worse in enumerate(ranks):
            assert (gained[seat] > gained[other]) == (rank < worse)
            assert (gained[seat] == gained[other]) == (rank == worse)


def test_first_place_counts_as_a_win_unless_all_share_it() -> None:
    assert [won([1, 1, 3], seat) for seat in range(3)] == [True, True, False]
    assert [won([1, 1], seat) for seat in range(2)] == [False, False]


def game_of(number: int, guests: list[int], ranks: list[int]) -> SeriesTable:
    """Return a finished game of guests by seat; a negative number is a bot."""
    sitters = tuple(Sitter("person", f"P{one}") if one >= 0 else Sitter("bot", f"B{-one}", "easy") for one in guests)
    seats = {seat: one for seat, one in enumerate(guests) if one >= 0}
    return SeriesTable(f"t{number}", "kotori", number, sitters, seats, (number, ranks))


@st.composite
def evenings(draw: st.DrawFn) -> list[SeriesTable]:
    games = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        ranks = draw(ranks_of_a_game)
        guests = draw(st.permutations([1, 2, 3, 4, -1, -2, -3]))[: len(ranks)]
        games.append(game_of(number, list(guests), ranks))
    return games


@settings(deadline=None)
@given(evenings(), st.randoms())
def test_standings_count_by_identity_in_any_seat(tables: list[SeriesTable], random: Any) -> None:
    def shuffled(table: SeriesTable) -> SeriesTable:
        order = list(range(len(table.sitters)))
        random.shuffle(order)
        guests = {seat: table.guests[old] for seat, old in enumerate(order) if old in table.guests}
        ranks = [table.result[1][old] for old in order]
        return table._replace(
            sitters=tuple(table.sitters[old] for old in order), guests=guests, result=(table.result[0], ranks)
        )

    def by_name(series: Series) -> dict[str, tuple[object, ...]]:
        return {one.name: (one.rank, one.points, one.games, one.wins, one.change) for one in series.players}

    one = standings(tables, "t1", 1)
    assert by_name(one) == by_name(standings([shuffled(table) for table in tables], "t1", 1))
    assert sum(player.points for player in one.players) == sum(sum(game.points) for game in one.games)
    for place, player in enumerate(one.players):
        own = [game.points[seat] for game in one.games for seat, at in enumerate(game.players) if at == place]
        assert (player.points, player.games) == (sum(own), len(own))
        assert player.wins == sum(place in game.winners for game in one.games)
        assert player.change == next(
            (p for at, p in zip(one.games[-1].players, one.games[-1].points, strict=True) if at == place), None
        )
    keys = [(-player.points, -player.wins) for player in one.players]
    assert keys == sorted(keys)
    assert [player.rank for player in one.players] == [1 + keys.index(key) for key in keys]
    assert [player.name for player in one.players if player.you] == [n for n in ["P1"] if n in by_name(one)]


def test_bots_of_one_name_at_a_table_are_two_players() -> None:
    table = game_of(1, [1, -1, -1], [1, 2, 3])
    assert [(one.name, one.points) for one in standings([table], "t1", None).players] == [
        ("P1", 4),
        ("B1", 2),
        ("B1", 0),
    ]


# ------------------------------------------------------- tables and people


@pytest.fixture
async def place_of_each(tmp_path: Path, database: Database) -> AsyncIterator[tuple[str, ManualClock, Any]]:
    """Yield address, clock and server with each kind of database in turn."""
    clock = ManualClock()
    async with serving(tmp_path / "data", clock=clock, **database.settings) as (address, server):
        yield address, clock, server


async def play(table: str, *people: Person) -> dict[str, Any]:
    """Deal at a table as the host and play to the end; return the result."""
    places = [person.at(table) for person in people]
    entered = [await place.__aenter__() for place in places]
    try:
        host = next(place for place in entered if place.welcome["table"]["host"])
        assert (await host.ask("deal"))["t"] == "done"
        await asyncio.gather(*(place.play_to_end(Random(seat)) for seat, place in enumerate(entered)))
        return entered[0].view["result"]
    finally:
        for place in places:
            await place.__aexit__(None, None, None)


async def rematch(table: str, first: Person, *others: Person) -> str:
    """Ask for the rematch, each in turn; return its id."""
    ids = set()
    for person in (first, *others):
        async with person.at(table) as place:
            assert (await place.ask("rematch", id=f"again-{next(NUMBERS)}"))["t"] == "done"
            ids.add((await place.expect("moved"))["table"])
    (id,) = ids
    return str(id)


async def scores(person: Person, table: str) -> dict[str, tuple[int, int, int, int | None]]:
    """Return points, games, wins and last change by name."""
    series = await person.get(f"/api/tables/{table}/series")
    return {one["name"]: (one["points"], one["games"], one["wins"], one["change"]) for one in series["players"]}


async def test_two_games_make_standings_by_person_though_seats_rotate(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro, Person(address) as stranger:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        before = await hana.get(f"/api/tables/{first}/series")
        assert (before["played"], before["games"], [one["points"] for one in before["players"]]) == (0, [], [0, 0, 0])
        results = [await play(first, hana, taro)]
        second = await rematch(first, taro, hana)
        during = await scores(hana, second)
        assert during == await scores(hana, first)
        info = await hana.get(f"/api/tables/{second}")
        assert (info["game_number"], info["you"]) == (2, 1)
        results.append(await play(second, hana, taro))
        bot = info["sitters"][0]["name"]
        seats = {"花子": (0, 1), "太郎": (1, 2), bot: (2, 0)}
        expected = {
            name: (
                sum(points(result["ranks"])[seat] for result, seat in zip(results, at, strict=True)),
                2,
                sum(won(result["ranks"], seat) for result, seat in zip(results, at, strict=True)),
                points(results[1]["ranks"])[at[1]],
            )
            for name, at in seats.items()
        }
        assert await scores(hana, second) == await scores(taro, first) == expected
        series = await taro.get(f"/api/tables/{first}/series")
        assert [game["number"] for game in series["games"]] == [1, 2]
        assert [(one["seat"], one["you"]) for one in series["players"] if one["name"] == "太郎"] == [(1, True)]
        await stranger.get(f"/api/tables/{first}/series", status=404)


@any_database
async def test_standings_of_a_game_in_play_are_those_before_it(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro)
        await play(first, hana, taro)
        second = await rematch(first, hana, taro)
        before = await hana.get(f"/api/tables/{second}/series")
        async with hana.at(second) as one, taro.at(second) as other:
            await deal(one, other)
            mover = one if one.view["to_act"] == one.seat else other
            assert (await mover.play())["t"] == "done"
            assert await hana.get(f"/api/tables/{second}/series") == before


@any_database
async def test_rematch_of_another_game_and_size_goes_on_with_the_score(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro)
        ranks = [(await play(first, hana, taro))["ranks"]]
        second = await rematch(first, hana, taro)
        async with hana.at(second) as place:
            arranged = await place.ask("arrange", id="other-game", game="llama", seats=3, options={"rounds": 2})
            assert arranged["t"] == "done", arranged
            await place.until(lambda update: len(update["sitters"]) == 3)
            sitters = place.update["sitters"]
            seat = next(at for at, one in enumerate(sitters) if one.get("kind", "open") == "open")
            assert (await place.ask("sit", id="bot", seat=seat, kind="bot"))["t"] == "done"
        seats = [(await person.get(f"/api/tables/{second}"))["you"] for person in (hana, taro)]
        ranks.append((await play(second, hana, taro))["ranks"])
        expected = [points(ranks[0])[at] + points(ranks[1])[seats[at]] for at in range(2)]
        found = await scores(taro, second)
        assert [found["花子"][0], found["太郎"][0]] == expected
        series = await taro.get(f"/api/tables/{second}/series")
        assert [(one["game"], len(one["ranks"])) for one in series["games"]] == [("kotori", 2), ("llama", 3)]
        assert sum(player["points"] for player in series["players"]) == 2 + 6


@any_database
async def test_player_removed_by_the_host_cannot_join_the_rematch(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        await play(first, hana, taro)
        second = await rematch(first, hana, taro)
        async with hana.at(second) as place:
            assert (await place.ask("remove", id="out", seat=2))["t"] == "done"
        async with taro.at(first) as place:
            assert (await place.ask("rematch", id="back"))["t"] == "refused"
        standing = await scores(hana, second)
        assert standing["太郎"][1] == 1
        assert len(standing) == 3, "the seat of someone removed is nobody's"


@any_database
async def test_player_who_joins_later_begins_with_no_points(place_of_each: Any) -> None:
    address, clock, server = place_of_each
    async with Person(address) as hana, Person(address) as taro, Person(address) as jiro:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        await play(first, hana, taro)
        await leave_page(clock, server, first)
        second = await rematch(first, hana)
        await jiro.join(second, "次郎", await hana.invite(second))
        standing = await scores(jiro, second)
        assert standing["次郎"] == (0, 0, 0, None)
        assert standing["太郎"][1] == 1, "who is not here any more keeps their points"
        result = await play(second, hana, jiro)
        seat = (await jiro.get(f"/api/tables/{second}"))["you"]
        assert (await scores(jiro, second))["次郎"][:2] == (points(result["ranks"])[seat], 1)
        assert (await scores(jiro, second))["太郎"][3] is None


@any_database
async def test_renamed_guest_is_one_player(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        await play(first, hana, taro)
        second = await rematch(first, hana, taro)
        async with taro.at(second) as place:
            await taro.post("/api/me", {"name": "たろう"})
            await place.until(lambda update: any(one.get("name") == "たろう" for one in update["sitters"]))
        standing = await scores(hana, second)
        assert len(standing) == 3
        assert {"花子", "たろう"} < set(standing)
        assert standing["たろう"][1] == 1


@any_database
async def test_seat_of_a_leaver_counts_for_the_bot(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(table) as place, taro.at(table):
            await place.ask("deal")
            await taro.post(f"/api/tables/{table}/leave", {})
            await place.play_to_end(Random(1))
        standing = await scores(hana, table)
        assert "太郎" not in standing
        assert [one[1] for one in standing.values()] == [1, 1, 1]


async def test_who_has_left_a_private_table_is_not_told_of_a_rematch_that_they_may_not_see(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), people(address, 2) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as place, taro.at(table) as left:
            await deal(place, left)
            await taro.post(f"/api/tables/{table}/leave", {})
            await left.until(lambda _: left.seat == -1)
            await place.let_bots_finish()
            await place.ask("rematch")
            following = (await place.expect("moved"))["table"]
            await left.ask("watch", seat=-1)
            assert [one for one in left.received if one["t"] == "moved"] == []
        await taro.get(f"/api/tables/{following}", 404)
        assert (await taro.get(f"/api/tables/{table}"))["next"] is None
        assert (await hana.get(f"/api/tables/{table}"))["next"] == following


async def test_deleted_guest_keeps_points_without_a_name(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        await play(first, hana, taro)
        second = await rematch(first, hana, taro)
        await play(second, hana, taro)
        before = await scores(hana, second)
        await taro.post("/api/me/delete", {})
        for table in (first, second):
            text = json.dumps(await hana.get(f"/api/tables/{table}/series"), ensure_ascii=False)
            assert "太郎" not in text
            after = await scores(hana, table)
            assert after == {name.replace("太郎", ""): score for name, score in before.items()}


async def test_result_of_a_removed_table_leaves_the_standings(place_of_each: Any) -> None:
    address, _, server = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        await play(first, hana, taro)
        second = await rematch(first, hana, taro)
        result = await play(second, hana, taro)
        assert await server.registry.retention.remove(first)
        series = await hana.get(f"/api/tables/{second}/series")
        assert [game["number"] for game in series["games"]] == [2]
        assert (await scores(hana, second))["花子"][0] == points(result["ranks"])[1]


# ---------------------------------------------------------------- rematches


async def leave_page(clock: ManualClock, server: Any, table: str) -> None:
    """Let the people of a table, whose pages are closed, be gone."""
    await eventually(
        lambda: table not in server.registry.actors or not server.registry.actors[table].presence_tracker.connections()
    )
    await clock.pass_time(GONE)


@pytest.mark.parametrize(
    ("game", "players"), some_or_all([("llama", 3)], [("kotori", 2), ("kotori", 3), ("kotori", 4), ("llama", 5)])
)
async def test_everyone_and_the_first_seat_move_on_by_one(tmp_path: Path, game: str, players: int) -> None:
    """After as many games as players everyone has had the first seat once."""
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        await hana.post("/api/me", {"name": "花子"})
        options = SHORT_GAME["options"] if game == SHORT_GAME["game"] else {}
        table = (await hana.open("me", *["bot"] * (players - 1), game=game, options=options))["id"]
        names: list[list[str]] = []
        for _ in range(players):
            async with hana.at(table) as place:
                names.append([sitter["name"] for sitter in place.welcome["table"]["sitters"]])
                assert place.seat == names[-1].index("花子")
                await place.ask("deal")
                await place.play_to_end(Random(1))
            table = await rematch(table, hana)
        for before, after in itertools.pairwise(names):
            assert after == [before[-1], *before[:-1]]
        assert len({order[0] for order in names}) == players


@any_database
async def test_seat_of_someone_who_is_gone_is_open_until_they_ask(place_of_each: Any) -> None:
    address, clock, server = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        await play(first, hana, taro)
        await leave_page(clock, server, first)
        second = await rematch(first, hana)
        info = await hana.get(f"/api/tables/{second}")
        assert [one.get("kind", "open") for one in info["sitters"]] == ["bot", "person", "open"]
        assert (info["phase"], info["host"]) == ("open", True)
        await taro.get(f"/api/tables/{second}", status=404)
        assert await rematch(first, taro) == second
        assert (await taro.get(f"/api/tables/{second}"))["you"] == 2
        assert await rematch(first, taro) == second, "to ask again changes nothing"
        assert (await taro.get(f"/api/tables/{second}"))["you"] == 2


@any_database
async def test_bot_on_their_seat_makes_room_before_the_deal_only(place_of_each: Any) -> None:
    address, clock, server = place_of_each
    async with Person(address) as hana, Person(address) as taro, Person(address) as jiro:
        first = await table_of_two(hana, taro, "open", **SHORT_GAME)
        await jiro.join(first, "次郎", await hana.invite(first))
        await play(first, hana, taro, jiro)
        await leave_page(clock, server, first)
        second = await rematch(first, hana)
        async with hana.at(second) as place:
            for seat in (0, 2):
                assert (await place.ask("sit", seat=seat, kind="bot"))["t"] == "done"
            assert await rematch(first, taro) == second
            assert (await taro.get(f"/api/tables/{second}"))["you"] == 2
            await deal(place)
            async with jiro.at(first) as late:
                refused = await late.ask("rematch", id="late")
                assert refused["t"] == "refused"
                assert "next game" in refused["error"]["message"]
        await jiro.get(f"/api/tables/{second}", status=404)


async def test_player_who_missed_a_game_is_led_to_the_newest_table(place_of_each: Any) -> None:
    address, clock, server = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro)
        await play(first, hana, taro)
        await leave_page(clock, server, first)
        second = await rematch(first, hana)
        async with hana.at(second) as place:
            await place.ask("sit", id="bot", seat=0, kind="bot")
        await play(second, hana)
        await leave_page(clock, server, second)
        third = await rematch(second, hana)
        async with hana.at(third) as place:
            await place.ask("sit", id="open", seat=1, kind="open")
        assert await rematch(first, taro) == third
        assert (await taro.get(f"/api/tables/{third}"))["you"] == 1
        assert (await scores(taro, third))["太郎"][1] == 1


@any_database
async def test_spectators_and_strangers_do_not_go_on(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro, Person(address) as stranger:
        first = await table_of_two(hana, taro, "bot", public=True, **SHORT_GAME)
        await play(first, hana, taro)
        await stranger.post("/api/me", {"name": "X"})
        async with stranger.at(first) as place:
            assert (await place.ask("rematch", id="again"))["t"] == "refused"
        second = await rematch(first, hana, taro)
        assert (await stranger.get(f"/api/tables/{second}"))["you"] == -1


@any_database
async def test_own_turn_is_named_in_the_list_of_tables(place_of_each: Any) -> None:
    address, _, _ = place_of_each
    async with Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as other:
            assert not (await hana.get("/api/me"))["tables"][0]["your_turn"]
            await deal(one, other)
            for person, place in ((hana, one), (taro, other)):
                mine = place.view["to_act"] == place.seat
                assert [table["your_turn"] for table in (await person.get("/api/me"))["tables"]] == [mine]
                assert (await person.get(f"/api/tables/{table}"))["your_turn"] == mine
        await play_on(table, hana, taro)
        assert not (await hana.get("/api/me"))["tables"][0]["your_turn"]


async def play_on(table: str, hana: Person, taro: Person) -> None:
    async with hana.at(table) as one, taro.at(table) as other:
        await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))


# ------------------------------------------------- restarts, several workers


@contextlib.asynccontextmanager
async def again(process: ServerProcess, *people: Person) -> AsyncIterator[list[Person]]:
    """Yield the same guests at a restarted server."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Person(process.address, person.token)) for person in people]


@any_database
async def test_kill_between_the_end_and_the_rematch_loses_no_point(tmp_path: Path, database: Database) -> None:
    folder = tmp_path / "data"
    process = ServerProcess(folder, 0, **database.settings)
    async with Person(process.address) as hana, Person(process.address) as taro:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(first) as one, taro.at(first) as other:
            await one.ask("deal")
            await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))
            result = one.view["result"]
            process.kill()  # as soon as the clients have received the end
        await eventually(lambda: not database.sessions())
        process = ServerProcess(folder, 1, **database.settings)
        async with again(process, hana, taro) as (one, other):
            before = await scores(one, first)
            assert [before[name][0] for name in ("花子", "太郎")] == list(points(result["ranks"])[:2])
            second = await rematch(first, one, other)
            process.kill()
            await eventually(lambda: not database.sessions())
        process = ServerProcess(folder, 2, **database.settings)
        async with again(process, hana, taro) as (one, other):
            assert await scores(one, second) == before
            assert await rematch(first, one, other) == second
            assert [(await person.get(f"/api/tables/{second}"))["you"] for person in (one, other)] == [1, 2]
    assert process.stop() == 0


async def test_standings_are_the_same_at_each_worker(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    """Both servers give everyone the same points, while games end at both and after all tables are loaded again."""
    async with workers(tmp_path, postgresql) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        for game in range(3):
            async with hana.at(table) as one, taro.at(table) as other:
                host = one if one.welcome["table"]["host"] else other
                assert (await host.ask("deal"))["t"] == "done"
                await asyncio.gather(one.play_to_end(Random(game)), other.play_to_end(Random(game)))
                shown = [(await person.get(f"/api/tables/{table}/series"))["players"] for person in (hana, taro)]
                for players in shown:
                    for player in players:
                        del player["you"]
                assert shown[0] == shown[1]
                assert {player["games"] for player in shown[0]} == {game + 1}
                await (other if game % 2 else one).ask("rematch", id="again")
                moved = [(await place.expect("moved"))["table"] for place in (one, other)]
                assert moved[0] == moved[1]
                table = moved[0]
        expected = await scores(hana, table)
        for server in two.servers:
            await eventually(lambda server=server: all(actor.idle for actor in server.registry.actors.values()))
            for id in list(server.registry.actors):
                await server.registry.send_away([id])
        assert await scores(hana, table) == await scores(taro, table) == expected


async def test_late_asker_is_seated_from_another_worker(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with workers(tmp_path, postgresql, gone_after=2) as two, two.people(0, 1) as (hana, taro):
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with taro.at(first) as other, hana.at(first) as one:
            await one.ask("deal")
            await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))
        async with hana.at(first) as one:
            await presence(one, 1, state="gone")
            await one.ask("rematch", id="again")
            second = (await one.expect("moved"))["table"]
        assert (await hana.get(f"/api/tables/{second}"))["sitters"][2] == {}
        async with hana.at(second) as waiting:
            assert await rematch(first, taro) == second
            await waiting.until(lambda update: update["sitters"][2].get("name") == "太郎")


async def test_tables_of_earlier_releases_are_linked_to_series(tmp_path: Path) -> None:
    migrations = Path(series_rows.__file__).parent / "migrations"
    (tmp_path / "data").mkdir()
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "tefuda.sqlite3", isolation_level=None)) as file:
        file.create_function("fresh_secret", 0, lambda: bytes(32))
        for path in sorted(migrations.glob("000*.sql")):
            file.executescript(path.read_text())
        file.execute("INSERT INTO guests VALUES (1, x'00', 'Hana', 1, 1)")
        for id, following in (("c", None), ("b", "c"), ("a", "b"), ("alone", None)):
            sitters = '[{"kind":"person","name":"Hana"},{"kind":"bot","name":"Aki"}]'
            file.execute(
                "INSERT INTO tables (id, game, options, host, public, secret, created, version, phase, to_act, sitters,"
                " next) VALUES (?, 'kotori', '{}', 1, 1, x'00', 1, 0, 'over', -1, ?, ?)",
                (id, sitters, following),
            )
            file.execute("INSERT INTO results VALUES (?, 5, '[1,2]', '[3,0]')", (id,))
            file.execute("INSERT INTO seats VALUES (?, 1, 0, 1)", (id,))
        file.execute("PRAGMA main.user_version = 8")
    store = SqliteStore(tmp_path / "data")
    for id, ids in (("a", ["a", "b", "c"]), ("c", ["a", "b", "c"]), ("alone", ["alone"])):
        found = await store.series(id)
        assert [(one.id, one.number) for one in found] == [(one, n) for n, one in enumerate(ids, 1)]
        hana, aki = standings(found, id, 1).players
        assert (hana.you, hana.points, aki.points) == (True, 2 * len(ids), 0)
    assert await store.series("none") == []
    await store.close()


async def test_seal_and_shares_of_a_rematch_are_its_own(tmp_path: Path) -> None:
    """A rematch is dealt like any other table, with pledges given at it."""
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        first = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        await play(first, hana, taro)
        second = await rematch(first, hana, taro)
        async with hana.at(second) as one, taro.at(second) as other:
            giver = Giver()
            assert (await other.ask("pledge", pledge=giver.pledge))["t"] == "done"
            host: Place = one if one.welcome["table"]["host"] else other
            assert (await host.ask("deal"))["t"] == "done"
            assert (await other.ask("share", **giver.reveal(await other.sealed())))["t"] == "done"
            await one.until(lambda update: "view" in update)
