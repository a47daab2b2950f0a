"""Visits to servers: clear errors in both languages, the kept seat, and what is deleted after a while."""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import re
import ssl
import stat
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from msgspec.structs import replace

import tefuda.client
from tefuda.client.address import parse_address
from tefuda.client.errors import ClientError, client_localizer
from tefuda.client.giver import Standing
from tefuda.client.http_client import cookies
from tefuda.client.seal_checks import CHECKS
from tefuda.client.state_folder import KEPT_SECONDS, ServerFolder, state_folder
from tefuda.client.visit import Visit
from tefuda.engine.localization import LANGUAGES
from tests.server.clients import Person, serving

FOLDER = Path(tefuda.client.__file__).parent


async def looked(link: str, folder: Path) -> ClientError:
    """Return the error of looking at a table."""
    with pytest.raises(ClientError) as caught:
        await asyncio.to_thread(lambda: Visit(parse_address(link), "en", folder).look())
    return caught.value


def in_both_languages(error: ClientError, *parts: str) -> None:
    texts = [error.text(language) for language in LANGUAGES]
    assert texts[0] != texts[1]
    assert all(part in text for text in texts for part in parts), texts


async def answering(
    answer: bytes, work: Callable[[str], Awaitable[None]], context: ssl.SSLContext | None = None
) -> None:
    """Run something else than a Tefuda server."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    async with server:
        scheme = "http" if context is None else "https"
        await work(f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}")


async def test_unreachable_server_is_named(tmp_path: Path) -> None:
    error = await looked("http://127.0.0.1:1/table/AbCd", tmp_path)
    in_both_languages(error, "http://127.0.0.1:1", "refused")


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone",
        b"SSH-2.0-OpenSSH\x1b[2J\r\n",
    ],
    ids=["page", "not-found", "no-http"],
)
async def test_other_services_are_recognized(answer: bytes, tmp_path: Path) -> None:
    async def work(address: str) -> None:
        error = await looked(f"{address}/table/AbCd", tmp_path)
        assert error.words.id == "error-answer"
        assert "\x1b" not in str(error)
        in_both_languages(error, address)

    await answering(answer, work)


async def test_redirects_are_not_followed(tmp_path: Path) -> None:
    async def work(address: str) -> None:
        in_both_languages(await looked(f"{address}/table/AbCd", tmp_path), address, "https://elsewhere.example/")

    await answering(b"HTTP/1.1 308 Moved\r\nLocation: https://elsewhere.example/\r\nContent-Length: 0\r\n\r\n", work)


async def test_untrusted_certificate_is_refused(tmp_path: Path) -> None:
    async def work(address: str) -> None:
        error = await looked(f"{address}/table/AbCd", tmp_path)
        assert error.words.id == "error-certificate"
        in_both_languages(error, address)

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed(tmp_path / "server.pem"))
    await answering(b"", work, context)


def self_signed(file: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(now).not_valid_after(now + dt.timedelta(days=1))
    certificate = builder.sign(key, hashes.SHA256())
    form = serialization.PrivateFormat.PKCS8
    private = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return file


async def test_missing_private_and_full_tables_are_told_apart(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        error = await looked(f"{address}/join/AbCdEfGh/SiGn", tmp_path)
        assert "does not exist or is private" in str(error)
        table = (await host.open("me", "bot"))["id"]
        assert str(await looked(f"{address}/table/{table}", tmp_path)) == str(error)  # not even that it exists
        link = f"{address}/join/{table}/{await host.invite(table)}"
        visit = Visit(parse_address(link), "en", tmp_path)
        info = await asyncio.to_thread(visit.look)
        with pytest.raises(ClientError) as caught:
            visit.entitled(info)
        in_both_languages(caught.value, "--watch")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"protocol": 3}, "error-protocol"),
        ({"rules": "99"}, "error-rules"),
        ({"cards": "00" * 32}, "error-cards"),
        ({"game": "poker"}, "error-game"),
        ({"options": {"wings": 1}}, "error-options"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_other_protocol_rules_and_cards_are_refused(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table = (await host.open("me", "open", public=True))["id"]
        visit = Visit(parse_address(f"{address}/table/{table}"), "en", tmp_path)
        info = await asyncio.to_thread(visit.look)
        assert visit.game_of(info).num_players == 2
        of_table = {name: value for name, value in change.items() if name in ("game", "options")}
        deal = replace(info.deal, **{name: value for name, value in change.items() if name not in of_table})
        with pytest.raises(ClientError) as caught:
            visit.game_of(replace(info, deal=deal, **of_table))
        assert caught.value.words.id == message
        in_both_languages(caught.value)


async def test_cookie_is_kept_for_its_server_alone_and_takes_the_same_seat(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table = (await host.open("me", "open", "open"))["id"]
        link = parse_address(f"{address}/join/{table}/{await host.invite(table)}")
        visit = Visit(link, "en", tmp_path)
        seat = (await asyncio.to_thread(visit.sit, table, "Aki", link.invitation)).you
        again = Visit(link, "en", tmp_path)
        assert (await asyncio.to_thread(again.look)).you == seat
        assert await asyncio.to_thread(again.known_name) == "Aki"
        other = Visit(link._replace(server=address.replace("127.0.0.1", "localhost")), "en", tmp_path)
        assert (await asyncio.to_thread(other.look)).you == -1
        assert stat.S_IMODE((again.folder.folder / "guest.json").stat().st_mode) == 0o600


async def test_cookie_of_a_refused_request_is_kept(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, server), Person(address) as host:
        table = (await host.open("me", "bot", public=True))["id"]
        for _ in range(2):
            visit = Visit(parse_address(f"{address}/table/{table}"), "en", tmp_path)
            with pytest.raises(ClientError, match="seat"):
                await asyncio.to_thread(visit.sit, table, "Aki", "")
        assert visit.folder.guest.token
        assert await server.store._rows("SELECT count(*) FROM guests") == [(2,)]


def test_cookie_is_sent_with_the_names_of_both_releases_over_https() -> None:
    assert cookies("http://127.0.0.1:8750", "t") == "tefuda=t"
    assert cookies("https://example.org", "t") == "tefuda=t; __Host-tefuda=t"


def test_tables_are_deleted_after_90_days_and_identity_and_keys_stay(tmp_path: Path) -> None:
    folder = ServerFolder(tmp_path, "http://127.0.0.1")
    folder.keep_guest(name="Aki")
    for table, days in (("old", 91), ("new", 89)):
        folder.table(table).mkdir(parents=True)
        (folder.table(table) / "share.json").write_text("{}")
        for path in (folder.table(table) / "share.json", folder.table(table)):
            os.utime(path, (time.time() - days * 86400,) * 2)
    (folder.folder / "tables" / ".DS_Store").touch()  # as macOS leaves it in a folder that was looked at
    (folder.table("new") / "replaced").symlink_to(tmp_path / "gone")  # a file that another client has just renamed
    assert KEPT_SECONDS == 90 * 86400
    assert ServerFolder(tmp_path, "http://127.0.0.1").guest.name == "Aki"
    assert sorted(path.name for path in (folder.folder / "tables").iterdir()) == [".DS_Store", "new"]


def test_state_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    assert state_folder({"TEFUDA_STATE": str(tmp_path)}) == tmp_path
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ClientError) as caught:
        ServerFolder(tmp_path / "file", "http://127.0.0.1")
    in_both_languages(caught.value, str(tmp_path / "file"), "TEFUDA_STATE")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_failed_check_and_every_standing_has_its_message(language: str) -> None:
    named = {f"refused-{check.name}" for check in CHECKS} | {f"standing-{one}" for one in Standing.__args__}
    assert {id for id in named if not client_localizer(language).has(id)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_verdict_has_its_message(language: str) -> None:
    source = (FOLDER.parent / "table" / "verify.py").read_text(encoding="utf-8")
    reasons = set(re.findall(r'(?:_FalseClaim\(|Verdict\.\w+, |else )"([a-z-]+)"', source))
    assert len(reasons) > 10
    assert all(client_localizer(language).has(f"reason-{reason}") for reason in reasons)
