"""What if: a new table from a moment of a finished game, with what the seat did not know dealt again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tefuda.engine.game import load
from tests.server.clients import Person, finished, serving

SHORT = {"doutotsu": {"most_games": 1}}


async def played(person: Person, game: str) -> str:
    seats = ["me", *["bot"] * (load(game).description.players[0] - 1)]
    return await finished(person, *seats, game=game, options=SHORT.get(game, {}))


def zones(view: dict[str, Any]) -> dict[str, Any]:
    """Return the cards of all zones as they look, without their handles."""
    return {
        zone["id"]: (zone["count"], [(card.get("face"), card.get("pose")) for card in zone.get("cards", ())])
        for zone in view["zones"]
    }


@pytest.mark.parametrize("game", ["kotori", "tezuma", "doutotsu"])
async def test_new_table_shows_the_seat_what_it_saw_then(game: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        await hana.post("/api/me", {"name": "Hana"})
        table = await played(hana, game)
        record = await hana.get(f"/api/tables/{table}/record?seat=0")
        moments = [one for one in record["updates"] if "view" in one and one["view"]["to_act"] == 0]
        then = moments[len(moments) // 2]
        info = await hana.post(f"/api/tables/{table}/what-if", {"move": then["turn"]})
        assert info["id"] != table
        assert info["you"] == 0
        assert not info["public"]
        assert [sitter["kind"] for sitter in info["sitters"]] == ["person", *["bot"] * (len(info["sitters"]) - 1)]
        async with hana.at(info["id"]) as place:
            now = place.update["view"]
            assert now["to_act"] == 0
            assert zones(now) == zones(then["view"])
            assert [one["action"] for one in now["choices"]] == [one["action"] for one in then["view"]["choices"]]
            await place.let_bots_finish()


async def test_hidden_cards_are_dealt_again(tmp_path: Path) -> None:
    """In several tables from one moment of てづま師 the bots hold different hands."""
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = await played(hana, "tezuma")
        hands = set()
        for _ in range(4):
            info = await hana.post(f"/api/tables/{table}/what-if", {"move": 9})
            state = server.registry.actors[info["id"]].table
            hands.add(state._start)
        assert len(hands) == 4


async def test_what_if_needs_a_finished_game_and_one_of_its_decisions(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        running = (await hana.open("me", "bot", deal=True))["id"]
        await hana.post(f"/api/tables/{running}/what-if", {"move": 0}, status=409)
        table = await played(hana, "kotori")
        refused = await hana.post(f"/api/tables/{table}/what-if", {"move": 100_000}, status=400)
        assert refused["message"] == "There is no decision after 100000 moves of this game."
