"""Shares and secrets of a deal stay hidden until the end of the game."""

import asyncio
import gc
import hashlib
import io
import re
from pathlib import Path

import pytest

from tefuda.server.logs import configure_logging
from tefuda.server.settings import GAMES
from tefuda.table import fair_deal
from tests.server.clients import Giver, Person, serving
from tests.server.friends import friends

# ----------------------------------------------------------------- secrecy


async def test_shares_and_secrets_stay_hidden_until_the_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        await two.share(0)
        await two.called_off()
        called_off = two.givers.copy()
        await two.deal(0, 1)
        await two.share(0)
        await two.places[0].until(lambda update: "view" in update)
        deal = two.server.registry.actors[two.table].table.deal
        secret = [attempt.secret for attempt in deal.attempts] + [deal.open.key(), *two.server.keyring.secrets]
        secret += [deal._secret, *(giver.share for giver in (*called_off, *two.givers))]
        output = [text for place in two.places for text in place.raw]
        for person in two.people:
            paths = ("/api/tables", f"/api/tables/{two.table}", f"/api/tables/{two.table}/record")
            output += [(await person.http.get(path)).text for path in paths]
        ours = [record for record in caplog.records if record.name.startswith("tefuda")]
        assert ours, "the server writes a log"
        output += [record.getMessage() + str(record.__dict__) for record in ours]
        for hidden in secret:
            assert not any(hidden.hex() in text for text in output)


async def test_log_shows_no_text_of_an_exception_that_nobody_has_caught() -> None:
    stream = io.StringIO()

    def fail(card: str) -> None:
        raise ValueError(card)

    async def fail_in_a_task() -> None:
        fail("secret-1")

    with configure_logging(stream):
        task = asyncio.create_task(fail_in_a_task())
        asyncio.get_running_loop().call_soon(fail, "secret-2")
        await asyncio.wait([task])
        del task
        gc.collect()
    assert stream.getvalue().count('"kind": "ValueError"') == 2
    assert "secret" not in stream.getvalue()


async def test_pledge_is_visible_only_to_its_own_seat_until_the_seal(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0)
        assert (await two.people[0].get(f"/api/tables/{two.table}"))["deal"]["pledge"] == two.givers[0].pledge
        assert "pledge" not in (await two.people[1].get(f"/api/tables/{two.table}"))["deal"]
        await two.pledge(1)
        assert not any(two.givers[0].pledge in text for text in two.places[1].raw)
        record = await two.people[1].http.get(f"/api/tables/{two.table}/record")
        assert two.givers[0].pledge not in record.text


async def test_record_is_not_released_before_the_end(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.pledge(0, 1)
        for _ in range(2):
            refused = await two.people[0].http.get(f"/api/tables/{two.table}/record.txt")
            assert refused.status_code == 409
            await two.deal()


# --------------------------------------------------------------- foresight


@pytest.mark.parametrize("slug", sorted(GAMES))
@pytest.mark.parametrize("pledges", [True, False], ids=["with a share", "at once without shares"])
async def test_no_published_value_is_a_draw_key(slug: str, pledges: bool, tmp_path: Path) -> None:
    """Try every 32-byte value that a stranger or the player can read, and every hash the protocol makes of them."""
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as stranger:
        fewest = server.registry.games.description(slug).players[0]
        giver = Giver()
        fields = {"pledge": giver.pledge} if pledges else {}
        info = await hana.open("me", *["bot"] * (fewest - 1), game=slug, deal=True, public=True, **fields)
        table = info["id"]
        async with hana.at(table) as place, stranger.at(table) as watching:
            if pledges:
                assert (await place.ask("share", **giver.reveal(await place.sealed())))["t"] == "done"
            await place.until(lambda update: "view" in update)
            texts = [str(info), *place.raw, *watching.raw]
            for person in (hana, stranger):
                one = f"/api/tables/{table}"
                for path in ("/api/tables", one, f"{one}/record", "/.well-known/tefuda-keys"):
                    texts += [(await person.http.get(path)).text]
        actor = server.registry.actors[table]
        assert actor.loaded.phase == "playing"
        candidates = derivable_values("\n".join(texts), table, giver)
        assert len(candidates) > 100, "too few candidates"
        assert actor.table.key not in candidates
        assert actor.table.deal.open.secret not in candidates
        assert actor.loaded.row.secret not in candidates


def derivable_values(text: str, table: str, giver: Giver) -> set[bytes]:
    """Return all 32-byte values in a text, the player's share, and the protocol's hashes of them."""
    known = {bytes.fromhex(digits) for digits in re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", text)}
    known |= {giver.share, bytes(32)}
    known |= {hashlib.sha256(value).digest() for value in known} | {hashlib.sha256(table.encode()).digest()}
    shares: list[dict[int, bytes]] = [{}, {0: giver.share}]
    made = {derive(value) for value in known for derive in (fair_deal.commitment, fair_deal.pledge)}
    made |= {fair_deal.attempt_secret(value, table, 1) for value in known}
    made |= {fair_deal.draw_key(one, other, given) for one in known for other in known for given in shares}
    made |= {fair_deal.call_off(value, [0]) for value in known}
    return known | made
