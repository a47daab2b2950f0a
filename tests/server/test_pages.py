"""Front-end pages: caching, compression, and nothing served outside their folder."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.server.clients import serving


@pytest.fixture
async def http(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>手札</title>", encoding="utf-8")
    (built / "assets/app-4f3c.js").write_text("let a")
    (built / "assets/app-4f3c.js.br").write_bytes(b"brotli")
    (built / "assets/app-4f3c.js.gz").write_bytes(b"gzip")
    (built / "assets/noto-1.woff2").write_bytes(b"font")
    (built / "words.gz").write_bytes(b"no other file beside it")
    (tmp_path / "secret").write_text("s")
    async with (
        serving(tmp_path / "data", static=built) as (address, _),
        httpx.AsyncClient(base_url=address, headers={"Accept-Encoding": ""}) as http,
    ):
        yield http


async def test_application_paths_return_the_index(http: httpx.AsyncClient) -> None:
    for path in ("/", "/index.html", "/table/abc", "/join/abc/def", "/rules/kotori?lang=ja"):
        answer = await http.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "手札" in answer.text
        assert answer.headers["cache-control"] == "no-cache"


async def test_hashed_files_are_immutable_and_sent_compressed(
    http: httpx.AsyncClient,
) -> None:
    for accepted, coding, length in (
        ("", None, 5),
        ("gzip", "gzip", 4),
        ("gzip, br;q=0.9", "br", 6),
        ("zstd", None, 5),
    ):
        async with http.stream("GET", "/assets/app-4f3c.js", headers={"Accept-Encoding": accepted}) as answer:
            assert answer.headers.get("content-encoding") == coding
            assert int(answer.headers["content-length"]) == length
            assert answer.headers["content-type"].startswith("text/javascript")
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["vary"] == "Accept-Encoding"
    assert (await http.get("/assets/noto-1.woff2")).headers["content-type"] == "font/woff2"
    assert (await http.get("/words.gz")).content == b"no other file beside it"


@pytest.mark.parametrize("path", ["/assets/nothing.js", "/api/nothing", "/ws/nothing"])
async def test_unknown_path_returns_404(http: httpx.AsyncClient, path: str) -> None:
    assert (await http.get(path)).status_code == 404


@pytest.mark.parametrize(
    "path", ["/../secret", "/%2e%2e/secret", "/assets/..%2f..%2f..%2fsecret", "//etc/passwd", "/%00"]
)
async def test_path_outside_the_folder_is_not_served(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path)
    assert answer.status_code in (200, 404)
    assert "root:" not in answer.text
    assert answer.text != "s"


async def test_front_end_replaced_under_a_running_server_stays_whole_until_the_restart(tmp_path: Path) -> None:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("needs app-old.js", encoding="utf-8")
    (built / "assets/app-old.js").write_text("old")
    async with serving(tmp_path / "data", static=built) as (address, _), httpx.AsyncClient(base_url=address) as http:
        (built / "assets/app-old.js").unlink()
        (built / "index.html").write_text("needs app-new.js", encoding="utf-8")
        assert (await http.get("/")).text == "needs app-old.js"
        assert (await http.get("/assets/app-old.js")).text == "old"


async def test_missing_front_end_explains_how_to_build_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), httpx.AsyncClient(base_url=address) as http:
        english, japanese = await http.get("/"), await http.get("/", headers={"Accept-Language": "ja"})
        assert english.status_code == 503
        assert "./tefuda" in english.text
        assert "準備" in japanese.text
        assert (await http.get("/api/games")).status_code == 200


async def test_card_texts_of_a_game_are_served(http: httpx.AsyncClient) -> None:
    cards = (await http.get("/api/games/tezuma/cards")).json()["cards"]
    assert cards["table-1"]["name"] == {"t": "text", "ja": "1 ほどよく", "en": "1 Just enough"}
    assert cards["ability-1a"]["text"]["args"]["cost"] == 1
    assert (await http.get("/api/games/llama/cards")).json() == {"cards": {}, "openings": {}}  # named by its messages
    assert (await http.get("/api/games/chess/cards")).status_code == 400


async def test_messages_and_rulebook_of_a_game_are_served(http: httpx.AsyncClient) -> None:
    messages = {lang: await http.get(f"/api/games/kotori/messages?lang={lang}") for lang in ("ja", "en")}
    assert messages["ja"].headers["content-type"] == "text/plain; charset=utf-8"
    assert "title = ことりあつめ" in messages["ja"].text
    assert "title = Kotori Atsume" in messages["en"].text
    rules = await http.get("/api/games/kotori/rulebook", headers={"Accept-Language": "ja"})
    assert "**K4.3**" in rules.text
    assert rules.headers["content-language"] == "ja"
    assert rules.headers["vary"] == "Accept-Language"
    kept = await http.get(
        "/api/games/kotori/messages?lang=en", headers={"If-None-Match": messages["en"].headers["etag"]}
    )
    assert (kept.status_code, kept.text) == (304, "")
    for text in ("messages", "rulebook"):
        assert (await http.get(f"/api/games/..%2fkotori/{text}")).status_code in (400, 404)
        assert (await http.get(f"/api/games/chess/{text}")).status_code == 400
