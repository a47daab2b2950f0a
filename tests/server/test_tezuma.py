"""てづま師 over real sockets: a whole game, house rules, and card files of the operator."""

from pathlib import Path
from random import Random

import pytest

from tefuda.cli import main
from tefuda.games.tezuma import cards as tezuma_cards
from tefuda.table.replay import replay_text
from tests.server.clients import Person, serving


async def test_person_and_two_bots_play_all_deals(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", "bot", game="tezuma", deal=True))["id"]
        async with hana.at(table) as place:
            result = await place.play_to_end(Random(1))
            assert min(result["ranks"]) == 1
            counters = {(one["id"], one.get("owner", -1)): one["value"] for one in place.view["counters"]}
            assert counters["deal", -1] == 3
            assert [counters["points", seat] for seat in range(3)] == result["scores"]
            assert sum(counters["tricks", seat] for seat in range(3)) == 12
            for other in (1, 2):
                hand = next(zone for zone in place.view["zones"] if zone["id"] == f"hand-{other}")
                assert not hand.get("cards"), "other hands stay hidden, even at the end"
        text = (await hana.http.get(f"/api/tables/{table}/record.txt")).text
        assert list(replay_text(text).steps[-1].state.ranking) == result["ranks"]


async def test_house_rules_are_applied(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        rules = {"without_suit": 2, "one_ability_per_trick": 1}
        table = (await hana.open("me", "bot", "bot", game="tezuma", options=rules, deal=True))["id"]
        async with hana.at(table) as place:
            assert await place.my_turn()
            suits = [card["face"] for zone in place.view["zones"] if zone["id"] == "minuses" for card in zone["cards"]]
            assert "minus-u" not in suits
            assert not any(zone["id"] == "unseen" for zone in place.view["zones"])
        assert server.registry.actors[table].loaded.row.options == rules


async def test_card_file_of_the_operator_is_used(tmp_path: Path) -> None:
    """Clients get its texts; a table is not continued with other cards."""
    default_cards = Path(str(tezuma_cards.__file__)).with_name("cards.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(default_cards.replace("points = [0, 2, 4, 5, 6, 7, 8, 8]", "points = [1, 2, 3]"), encoding="utf-8")
    data = tmp_path / "data"
    async with serving(data, cards={"tezuma": file}) as (address, _), Person(address) as hana:
        texts = await hana.get("/api/games/tezuma/cards")
        assert texts["cards"]["table-1"]["text"]["en"] == "1 2 3+ (points for 0, 1, 2, … tricks)"
        table = (await hana.open("me", "bot", "bot", game="tezuma", deal=True))["id"]
        token = hana.token
    async with serving(data, cards={"tezuma": file}) as (address, _), Person(address, token) as hana:
        assert (await hana.get(f"/api/tables/{table}"))["phase"] == "playing"
    async with serving(data) as (address, _), Person(address, token) as hana:
        trouble = await hana.get(f"/api/tables/{table}?lang=en", status=409)
        assert "other cards" in trouble["message"]


@pytest.mark.parametrize(
    ("argument", "wrong"),
    [
        ("mine.toml", "--cards takes GAME=FILE"),
        ("tezuma=nowhere.toml", "nowhere.toml: cannot be read"),
        ("chess=mine.toml", "chess"),
    ],
)
def test_unusable_card_file_gives_one_line_error(argument: str, wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--cards", argument]) == 2
    error = capsys.readouterr().err
    assert wrong in error
    assert len(error.splitlines()) == 1
