"""てづま師 over real sockets: a person and two bots play all its deals, and the record proves them."""

from pathlib import Path
from random import Random

from tefuda.table.release import verify
from tests.server.people import Person, serving


async def test_a_person_and_two_bots_play_all_deals_to_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", "bot", game="tezuma", deal=True))["id"]
        async with hana.at(table) as place:
            result = await place.to_the_end(Random(1))
            assert min(result["ranks"]) == 1
            counters = {(one["id"], one.get("owner", -1)): one["value"] for one in place.view["counters"]}
            assert counters["deal", -1] == 3
            assert [counters["points", seat] for seat in range(3)] == result["scores"]
            assert sum(counters["tricks", seat] for seat in range(3)) == 12
            for other in (1, 2):
                hand = next(zone for zone in place.view["zones"] if zone["id"] == f"hand-{other}")
                assert not hand.get("cards"), "nobody is shown the cards of others, even at the end"
        text = (await hana.http.get(f"/api/tables/{table}/record.txt")).text
        assert list(verify(text).steps[-1].state.ranking) == result["ranks"]


async def test_house_rules_are_taken(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        rules = {"without_suit": 2, "one_ability_per_trick": 1}
        table = (await hana.open("me", "bot", "bot", game="tezuma", options=rules, deal=True))["id"]
        async with hana.at(table) as place:
            assert await place.my_turn()
            suits = [card["face"] for zone in place.view["zones"] if zone["id"] == "minuses" for card in zone["cards"]]
            assert "minus-u" not in suits
            assert not any(zone["id"] == "unseen" for zone in place.view["zones"])
        assert server.house.hosts[table].row.options == rules
