"""Link previews of finished games: who sees a title and a picture, what they show, and what they may cost."""

import asyncio
import contextlib
import html
import io
import re
import threading
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
from msgspec.structs import replace
from PIL import Image

import tefuda
from harness.contract.cases import some_or_all
from harness.server.doubles import PATIENCE, eventually
from tefuda.engine.errors import IllegalAction
from tefuda.engine.view import View
from tefuda.server.finished_games import pictures
from tefuda.server.finished_games.moment import caption_of
from tefuda.server.finished_games.picture import HEIGHT, WIDTH, Painter
from tefuda.server.finished_games.picture_fonts import MISSING, Typeface
from tests.server.clients import Person, people, serving

STATIC = Path(tefuda.__file__).parent / "server/static"
GAMES = {"kotori": 4, "llama": 5, "tezuma": 4, "doutotsu": 3, "kotodama": 2}


class Shown(NamedTuple):
    """A finished game of Hana against a bot, and a visitor without a cookie."""

    table: str
    hana: Person
    stranger: Person

    async def head(self, query: str = "", **headers: str) -> dict[str, str]:
        """Return the title and the properties of the page of the replay."""
        page = await self.stranger.http.get(f"/replay/{self.table}{query}", headers=headers)
        assert page.status_code == 200
        found = re.findall(r'<meta property="([^"]+)" content="([^"]*)"', page.text)
        title = re.findall("<title>(.*?)</title>", page.text)
        assert len(title) == 1
        return {"title": html.unescape(title[0])} | {name: html.unescape(value) for name, value in found}

    async def picture(self, query: str = "", **options: Any) -> httpx.Response:
        return await self.stranger.http.get(f"/api/tables/{self.table}/picture.png{query}", **options)


@contextlib.asynccontextmanager
async def shown(folder: Path, *, public: bool, name: str = "花子", **changes: Any) -> AsyncIterator[Shown]:
    async with serving(folder, static=STATIC, **changes) as (address, _), people(address, 2) as (hana, stranger):
        await hana.post("/api/me", {"name": name})
        async with hana.playing("me", "bot", public=public) as place:
            await place.play_to_end(Random(1))
        yield Shown(place.table, hana, stranger)


async def test_page_of_a_public_game_names_it_in_the_readers_language(tmp_path: Path) -> None:
    async with shown(tmp_path, public=True) as game:
        ja = await game.head("?seat=0&step=3", **{"Accept-Language": "ja"})
        en = await game.head("?seat=0&step=3", **{"Accept-Language": "en"})
        assert (ja["title"], en["title"]) == ("ことりあつめ リプレイ", "Kotori Atsume: replay")
        assert "花子" in ja["og:description"]
        address = f"{game.stranger.address}/api/tables/{game.table}/picture.png"
        assert ja["og:image"] == f"{address}?seat=0&step=3&lang=ja"
        picture = await game.stranger.http.get(en["og:image"])
        assert picture.headers["content-type"] == "image/png"
        with Image.open(io.BytesIO(picture.content)) as image:
            assert image.size == (WIDTH, HEIGHT)
            assert len(image.getcolors(1 << 20) or []) > 20, "something is drawn"
        other = await game.stranger.http.get(ja["og:image"].replace("step=3", "step=9"))
        assert other.content != picture.content


async def test_private_game_is_named_only_to_holders_of_a_link(tmp_path: Path) -> None:
    async with shown(tmp_path, public=False) as game:
        bare = await game.head()
        assert bare == {"title": "Tefuda 手札"}
        token = (await game.hana.post(f"/api/tables/{game.table}/share", {"on": True}))["path"].partition("=")[2]
        for query in ("?share=x", f"?share={token[:-1]}", f"?shared={token}"):
            assert await game.head(query) == bare
            assert (await game.picture(query)).status_code == 404
        named = await game.head(f"?share={token}&step=2")
        assert "花子" in named["og:description"]
        picture = await game.stranger.http.get(named["og:image"])
        assert picture.status_code == 200
        assert picture.headers["cache-control"].startswith("private")
        await game.hana.post(f"/api/tables/{game.table}/share", {"on": False})
        assert await game.head(f"?share={token}") == bare
        assert (await game.picture(f"?share={token}")).status_code == 404, "also one that was drawn before"


async def test_game_in_play_and_unknown_tables_have_no_preview(tmp_path: Path) -> None:
    async with shown(tmp_path, public=True) as game:
        playing = (await game.hana.open("me", "bot", public=True, deal=True))["id"]
        for table in (playing, "nothing", "%22%3E%3Cscript%3E"):
            assert await game._replace(table=table).head() == {"title": "Tefuda 手札"}
        assert (await game._replace(table=playing).picture()).status_code == 409
        assert (await game._replace(table="nothing").picture()).status_code == 404


async def test_hostile_names_stay_text(tmp_path: Path) -> None:
    async with shown(tmp_path, public=True, name='"><script>alert(1)') as game:
        page = (await game.stranger.http.get(f"/replay/{game.table}")).text
        assert "<script>alert" not in page
        assert '"><script>alert(1)' in (await game.head())["og:description"]
        assert '"' not in (await game.head('?step=1"><script>&seat=9e9'))["og:image"], (
            "what is not a number is left out"
        )


async def test_bad_moments_are_refused_and_late_ones_are_the_end(tmp_path: Path) -> None:
    async with shown(tmp_path, public=True) as game:
        for query in ("?step=x", "?step=-1", "?seat=x", "?seat=5", "?step=1e3"):
            assert (await game.picture(query)).status_code in (400, 403), query
        last = await game.picture("?step=99999")
        assert last.status_code == 200
        assert (await game.picture("?step=99998")).content == last.content


async def test_picture_of_a_deleted_guest_has_no_name(tmp_path: Path) -> None:
    async with shown(tmp_path, public=True) as game:
        other = Person(game.stranger.address)
        async with other:
            await other.post("/api/me", {"name": "太郎"})
            table = (await game.hana.open("me", "open", public=True))["id"]
            await other.join(table, "太郎")
            async with game.hana.at(table) as first, other.at(table) as second:
                await first.ask("deal")
                await asyncio.gather(*(place.play_to_end(Random(1)) for place in (first, second)))
            at = game._replace(table=table)
            named = (await at.picture("?step=1")).content
            await game.hana.post("/api/me/delete", {})
            assert (await at.picture("?step=1")).content != named
            assert "花子" not in (await at.head())["og:description"]


async def test_pictures_are_drawn_once_and_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    running = 0
    original, may_draw = pictures.drawn, threading.Event()
    may_draw.set()

    def counted(data: bytes, game: object, names: object, language: str, step: int, typeface: object) -> bytes:
        nonlocal running
        running += 1
        assert running == 1
        drawn.append(step)
        assert may_draw.wait(PATIENCE)
        try:
            return original(data, game, names, language, step, typeface)
        finally:
            running -= 1

    monkeypatch.setattr(pictures, "drawn", counted)
    async with shown(tmp_path, public=True, proxies=("127.0.0.1",), replays_an_address=100) as game:

        async def asked(step: int, visitor: int) -> int:
            forwarded = {"X-Forwarded-For": f"192.0.2.{visitor}"}
            return (await game.picture(f"?step={step}", headers=forwarded)).status_code

        async def at_once(places: int, *asking: Coroutine[Any, Any, int]) -> list[int]:
            """Have no picture drawn until all but so many requests are refused; return the statuses."""
            may_draw.clear()
            tasks = [asyncio.create_task(one) for one in asking]
            await eventually(lambda: sum(task.done() for task in tasks) == len(tasks) - places)
            may_draw.set()
            return await asyncio.gather(*tasks)

        assert await asyncio.gather(*(asked(1 + visitor % 2, visitor) for visitor in range(6))) == [200] * 6
        assert sorted(drawn) == [1, 2]
        *statuses, other = await at_once(3, *(asked(step, 1) for step in range(3, 9)), asked(9, 2))
        assert sorted(statuses) == [200, 200, 429, 429, 429, 429], "an address takes few places"
        assert other == 200, "and does not take the places of others"
        assert await asked(10, 1) == 200
        monkeypatch.setattr(pictures, "MAX_WAITING", 1)
        statuses = await at_once(1, *(asked(step, step) for step in range(11, 17)))
        assert sorted(statuses) == [200, 503, 503, 503, 503, 503]


# ------------------------------------------------------------- the drawing


@pytest.fixture(scope="module")
def typeface() -> Typeface:
    return Typeface(STATIC)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", some_or_all(["ja"], ["ja", "en"]))
def test_every_game_can_be_drawn_at_any_moment_from_any_seat(slug: str, language: str, typeface: Typeface) -> None:
    game = tefuda.load(slug, players=GAMES[slug])
    state, random = game.start(seed=7), Random(7)
    caption = caption_of(game, ["花子", "W" * 24, "", "さくら", "🂡 \u202ex"][: game.num_players], language, 1, 2)
    views: list[View] = []
    while not state.is_terminal and len(views) < 400:
        views.append(game.view(state.full_state, random.randrange(-1, game.num_players)))
        with contextlib.suppress(IllegalAction):  # an action that only begins a command
            state.play(random.choice(list(state.legal_actions)))
    for view in (views[0], views[len(views) // 2], views[-1]):
        with Image.open(io.BytesIO(Painter(typeface).png(view, caption))) as image:
            assert image.size == (WIDTH, HEIGHT)


def test_picture_is_a_function_of_what_the_seat_sees(typeface: Typeface) -> None:
    game = tefuda.load("llama", players=3)
    state = game.start(seed=1)
    caption = caption_of(game, ["A", "B", "C"], "en", 1, 2)
    draw = Painter(typeface).png
    views = [game.view(state.full_state, seat) for seat in (-1, 0, 1)]
    assert len({draw(view, caption) for view in views}) == 3
    assert draw(replace(views[0], choices=(), prompt=None), caption) == draw(views[0], caption)


def test_letters_without_a_glyph_are_shown_as_such(typeface: Typeface) -> None:
    assert [letter for letter, _ in typeface.letters("a花🂡", 20)] == ["a", "花", MISSING]
    assert typeface.shortened("花" * 50, 20, 100).endswith("…")
    assert typeface.width(typeface.shortened("花" * 50, 20, 100), 20) <= 100
    assert typeface.shortened("花", 20, 1) == ""


def test_front_end_without_a_font_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no font"):
        Typeface(tmp_path)
