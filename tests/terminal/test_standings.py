"""The standings of several games in the terminal at a table on a server."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from tefuda.engine.localization import LANGUAGES
from tefuda.server.protocol.http import Series, SeriesGame, SeriesPlayer
from tefuda.terminal.render_context import terminal_localizer
from tefuda.terminal.screens.dialogs import MenuDialog, ResultDialog
from tefuda.terminal.standings_text import standing_lines, standings_in_result
from tests.server.clients import SHORT_GAME, Person, serving
from tests.terminal.online import joined, table_of
from tests.terminal.test_join import deal


async def test_standings_can_be_seen_at_any_time(tmp_path: Path) -> None:
    none, one, two = "まだ終わったゲーム", "1戦を終えて", "2戦を終えての順位"
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        await host.post("/api/me", {"name": "Hana"})
        table, link = await table_of(host, "me", "open", "bot", **SHORT_GAME)
        async with joined(link, tmp_path / "a", "Aki", language="ja") as aki:
            await aki.press("asterisk")
            await aki.until(lambda: isinstance(aki.pilot.app.screen, MenuDialog))
            await aki.sees(none)
            await aki.press("escape")
            for game in range(2):
                async with host.at(table) as place:
                    if game:
                        assert (await place.ask("sit", id="bot", seat=0, kind="bot"))["t"] in ("done", "refused")
                    await deal(place, aki)
                    if game:
                        await aki.press("asterisk")
                        await aki.sees(one)
                        await aki.sees("Hana")
                        await aki.press("escape")
                    await asyncio.gather(place.play_to_end(Random(game)), aki.play_to_end(Random(game), 0))
                    await aki.until(lambda: isinstance(aki.pilot.app.screen, ResultDialog))
                    if game == 0:
                        assert (await place.ask("rematch", id="again"))["t"] == "done"
                        table = (await place.expect("moved"))["table"]
                        await aki.press("a")
                        await aki.until(
                            lambda table=table: aki.screen.table.info.id == table and aki.screen.table.update
                        )
            await aki.sees(two)
            assert (await host.get(f"/api/tables/{table}/series"))["played"] == 2


async def test_work_that_is_replaced_before_it_begins_leaves_no_warning(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        _, link = await table_of(host, "me", "open", "bot")
        async with joined(link, tmp_path / "a", "Aki") as aki:
            await aki.until(lambda: aki.screen.table.update)
            with aki.pilot.app._context():
                for action in (aki.screen.action_standings, aki.screen.action_say):
                    action()
                    action()
            await aki.until(lambda: isinstance(aki.pilot.app.screen, MenuDialog))
    gc.collect()  # a coroutine that was never awaited would be reported now


class _Table:
    """The names of a table, as a `RemoteTable` has them."""

    def names_in(self, series: Series) -> list[str]:
        return [player.name for player in series.players]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_the_standings_fit_a_small_terminal(language: str) -> None:
    ui = terminal_localizer(language)
    players = tuple(
        SeriesPlayer("person", name, rank, points, 40, wins, change, -1, you=rank == 1)
        for name, rank, points, wins, change in (
            ("ながいながいなまえのひとりです", 1, 120, 12, 8),
            ("Hana", 2, 99, 1, 0),
            ("すず", 3, 0, 0, None),
        )
    )
    games = tuple(SeriesGame(n, slug, n, (0, 1), (1, 2), (2, 0), (0,)) for n, slug in ((1, "kotori"), (2, "llama")))
    level = SeriesGame(3, "elsewhere", 3, (0, 1), (1, 1), (1, 1), ())
    series = Series(4, 3, players, (*games, level))
    lines = [line.plain for line in standing_lines(series, _Table(), ui)]
    ranked = lines[1:4]
    assert all(cell_len(line) <= 60 for line in ranked), ranked
    for words, line in (("+8", ranked[0]), ("120", ranked[0]), ("–", ranked[2])):
        assert words in line
    for words in ("elsewhere", ui.say("series-level")):
        assert words in lines[-3], "the newest game comes first"
    brief = standings_in_result(series, _Table(), ui).plain
    for words in ("Hana", "99", "+8"):
        assert words in brief
