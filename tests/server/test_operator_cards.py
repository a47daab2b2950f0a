"""Card files that the operator names in place of a game's own."""

from pathlib import Path

import pytest

from tefuda.cli import main
from tefuda.games.tezuma import cards as tezuma_cards
from tests.server.clients import Person, serving


async def test_card_file_of_the_operator_is_used(tmp_path: Path) -> None:
    """Clients get its texts; a table is not continued with other cards."""
    default_cards = Path(str(tezuma_cards.__file__)).with_name("cards.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(default_cards.replace("points = [0, 2, 4, 5, 6, 7, 8, 8]", "points = [1, 2, 3]"), encoding="utf-8")
    data = tmp_path / "data"
    async with serving(data, cards={"tezuma": file}) as (address, _), Person(address) as hana:
        texts = await hana.get("/api/games/tezuma/cards")
        assert texts["cards"]["table-1"]["text"]["en"] == "1 2 3+ (points for 0, 1, 2 … tricks)"
        table = (await hana.open("me", "bot", "bot", game="tezuma", deal=True))["id"]
        token = hana.token
    async with serving(data, cards={"tezuma": file}) as (address, _), Person(address, token) as hana:
        assert (await hana.get(f"/api/tables/{table}"))["phase"] == "playing"
    async with serving(data) as (address, _), Person(address, token) as hana:
        refusal = await hana.get(f"/api/tables/{table}?lang=en", status=409)
        assert "different cards" in refusal["message"]


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
