"""The files in `deploy/`: proxies with a real table behind them, the service, and the container.

A proxy that is not installed is not tried; its file is then checked for what every proxy in front of Tefuda needs.
"""

import asyncio
import contextlib
import datetime as dt
import http.cookies
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect

from harness.server.doubles import PATIENCE, eventually
from tefuda.cli import main
from tefuda.server.rate_limit import Rate
from tests.server.clients import serving

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NAME = "cards.example"
Adapt = Callable[[str, Path, int, int, int], tuple[str, list[str]]]


def nginx(text: str, folder: Path, https: int, plain: int, server: int) -> tuple[str, list[str]]:
    text = re.sub(r" +listen \[::\].*\n", "", text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace("listen 443", f"listen 127.0.0.1:{https}")
    text = text.replace(f"/etc/letsencrypt/live/{NAME}", str(folder)).replace("127.0.0.1:8750", f"127.0.0.1:{server}")
    text = text.replace("/var/log/nginx/", f"{folder}/")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/pid; daemon off; error_log stderr; events {{}} http {{ access_log off; {temporary}\n{text}}}"
    return whole, ["nginx", "-c", str(folder / "config"), "-p", str(folder)]


def haproxy(text: str, folder: Path, https: int, plain: int, server: int) -> tuple[str, list[str]]:
    text = text.replace("bind :::80", f"bind :::{plain}").replace("bind :::443", f"bind :::{https}")
    text = text.replace(f"/etc/haproxy/certs/{NAME}.pem", f"{folder}/both.pem")
    text = text.replace("127.0.0.1:8750", f"127.0.0.1:{server}").replace("log /dev/log", "log stdout format raw")
    if os.geteuid() != 0:  # only root can become another user
        text = re.sub(r"^    (user|group|chroot) .*\n", "", text, flags=re.MULTILINE)
    return text, ["haproxy", "-db", "-f", str(folder / "config")]


def caddy(text: str, folder: Path, https: int, plain: int, server: int) -> tuple[str, list[str]]:
    site = f"https://{NAME}:{https} {{\n\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/privkey.pem"
    text = text.replace(f"\n{NAME} {{", f"\n{site}").replace("127.0.0.1:8750", f"127.0.0.1:{server}")
    options = f"\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}/caddy\n"
    return text.replace("\n{\n", f"\n{{\n{options}", 1), [
        "caddy",
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        str(folder / "config"),
    ]


PROXIES: dict[str, tuple[str, Adapt]] = {
    "nginx": ("nginx.conf", nginx),
    "haproxy": ("haproxy.cfg", haproxy),
    "caddy": ("Caddyfile", caddy),
}


def make_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(now).not_valid_after(now + dt.timedelta(1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    chain = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    formats = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    private = key.private_bytes(*formats)
    (folder / "fullchain.pem").write_bytes(chain)
    (folder / "privkey.pem").write_bytes(private)
    (folder / "both.pem").write_bytes(chain + private)


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


@contextlib.contextmanager
def proxy(kind: str, folder: Path, server: int) -> Iterator[tuple[int, int]]:
    """Run a proxy with its file from `deploy/`; yields the ports for https and http."""
    file, adapt = PROXIES[kind]
    folder.mkdir()
    make_certificate(folder)
    https, plain = free_ports(2)
    config, command = adapt((DEPLOY / file).read_text(encoding="utf-8"), folder, https, plain, server)
    (folder / "config").write_text(config, encoding="utf-8")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    try:
        yield https, plain
    finally:
        process.terminate()
        process.wait(PATIENCE)


class Client:
    """A browser behind an address of this machine."""

    def __init__(self, port: int, address: str) -> None:
        self._tls = ssl.create_default_context()
        self._tls.check_hostname, self._tls.verify_mode = False, ssl.CERT_NONE
        self._port, self._address = port, address
        transport = httpx.AsyncHTTPTransport(verify=self._tls, local_address=address)
        self.http = httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{port}", transport=transport, headers={"Host": NAME}, timeout=PATIENCE
        )

    async def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        request = self.http.build_request(method, path, extensions={"sni_hostname": NAME}, **options)
        return await self.http.send(request)

    async def new_table(self, **headers: str) -> httpx.Response:
        """Make a table as a new guest."""
        self.http.cookies.clear()
        seats = [{"kind": "me"}, {"kind": "bot"}]
        return await self.request(
            "POST", "/api/tables", json={"game": "kotori", "seats": seats, "deal": True}, headers=headers
        )

    @contextlib.asynccontextmanager
    async def at(self, table: str, cookie: str) -> AsyncIterator[Any]:
        place = {"host": "127.0.0.1", "port": self._port, "server_hostname": NAME, "local_addr": (self._address, 0)}
        headers = {"Cookie": cookie}
        address = f"wss://{NAME}/ws/tables/{table}"
        async with connect(address, ssl=self._tls, additional_headers=headers, **place) as socket:
            yield socket


async def receive(socket: Any, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if wanted(message):
                return message


@pytest.mark.parametrize("kind", PROXIES)
async def test_table_is_playable_and_limited_per_client_behind_a_proxy(kind: str, tmp_path: Path) -> None:
    if shutil.which(kind) is None:
        pytest.skip(f"{kind} is not installed")
    limits = {"guest_rate": Rate(0.0001, 1), "allowed_hosts": (NAME,), "proxies": ("127.0.0.1/32",)}
    async with serving(tmp_path / "data", operator_token="sesame", **limits) as (address, _):  # noqa: S106
        with proxy(kind, tmp_path / "proxy", int(address.rpartition(":")[2])) as (https, plain):
            one, other = Client(https, "127.0.0.1"), Client(https, "127.0.0.2")
            async with asyncio.timeout(PATIENCE):
                while True:  # until the proxy listens and has found the server
                    with contextlib.suppress(httpx.TransportError):
                        if (await one.request("GET", "/healthz")).status_code == 200:
                            break
                    await asyncio.sleep(0.05)

            opened = await one.new_table()
            assert opened.status_code == 200, opened.text
            cookie = http.cookies.SimpleCookie(opened.headers["set-cookie"])["__Host-tefuda"]
            assert cookie["secure"], "the server knows that the client uses https"
            async with one.at(opened.json()["id"], f"__Host-tefuda={cookie.value}") as socket:
                update = (await receive(socket, lambda message: message["t"] == "welcome"))["update"]
                seat = update["view"]["seat"]
                if update["view"]["to_act"] != seat:
                    update = await receive(
                        socket, lambda message: message["t"] == "update" and message["view"]["to_act"] == seat
                    )
                action = update["view"]["choices"][0]["action"]
                await socket.send(json.dumps({"t": "play", "id": "m1", "turn": update["turn"], "actions": [action]}))
                assert (await receive(socket, lambda message: message.get("id") == "m1"))["t"] == "done"

            assert (await one.new_table()).status_code == 429, "a second guest of an address"
            forged = await one.new_table(**{"X-Forwarded-For": "198.51.100.7"})
            assert forged.status_code == 429, "a client must not choose its address"
            assert (await other.new_table()).status_code == 200, "visitors of two addresses are told apart"
            for path in ("/metrics", "/metrics/0", "/%6Detrics"):
                assert (await one.request("GET", path)).status_code == 404
            if kind != "caddy":  # which redirects by itself, if it may use port 80
                async with httpx.AsyncClient() as unsafe:
                    answer = await unsafe.get(f"http://127.0.0.1:{plain}/x", headers={"Host": NAME})
                assert (answer.status_code, answer.headers["location"]) == (301, f"https://{NAME}/x")
            if kind == "haproxy":  # the others take their ports of IPv6 from lines that this test leaves out
                async with httpx.AsyncClient() as unsafe:
                    answer = await unsafe.get(f"http://[::1]:{plain}/x", headers={"Host": NAME})
                assert answer.status_code == 301, "visitors may come by IPv6 only"
            for client in (one, other):
                await client.http.aclose()


@pytest.mark.parametrize("kind", PROXIES)
async def test_log_of_a_proxy_has_the_clients_address_and_no_invitation(kind: str, tmp_path: Path) -> None:
    if shutil.which(kind) is None:
        pytest.skip(f"{kind} is not installed")
    folder = tmp_path / "proxy"

    def logged() -> str:
        return "".join(path.read_text(encoding="utf-8") for path in folder.glob("*log"))

    with proxy(kind, folder, *free_ports(1)) as (https, _):  # the server is away, and proxies log such errors too
        client = Client(https, "127.0.0.2")
        status = 0
        async with asyncio.timeout(PATIENCE):
            while not status:  # until the proxy listens
                with contextlib.suppress(httpx.TransportError):
                    asked = await client.request("GET", "/join/table/Sesame?a=Sesame", headers={"Cookie": "a=Sesame"})
                    status = asked.status_code
        assert status in (502, 503)
        await client.http.aclose()
        await eventually(lambda: "127.0.0.2" in logged())
    assert "Sesame" not in logged()


@pytest.mark.parametrize("kind", PROXIES)
def test_proxy_replaces_the_clients_address_and_passes_sockets_on(kind: str) -> None:
    text = (DEPLOY / PROXIES[kind][0]).read_text(encoding="utf-8")
    assert "127.0.0.1:8750" in text
    hidden = {"nginx": "location ^~ /metrics { return 404; }", "caddy": "respond /metrics* 404"}
    assert hidden.get(kind, "return status 404 if { path,url_dec -m beg /metrics }") in text, "also /metrics/0"
    if kind != "caddy":  # which does both by itself
        assert re.search(r"X-Forwarded-For (\$remote_addr;|%\[src\])", text)
        assert "$proxy_add_x_forwarded_for" not in text, "it would pass on what the client sent"
        assert "X-Forwarded-Proto" in text
    if kind == "nginx":
        assert all(line in text for line in ("proxy_buffering off;", "Upgrade $http_upgrade", "proxy_http_version 1.1"))


# ------------------------------------------------------ service, container


def directives(name: str) -> dict[str, list[str]]:
    """Return the values of each directive of a unit."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_units_are_valid(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    units = ("tefuda.service", "tefuda.socket", "tefuda-bots.service")
    for name in units:
        text = (DEPLOY / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("/opt/tefuda/bin/tefuda", shutil.which("true") or ""))
    answer = subprocess.run(
        ["systemd-analyze", "verify", *(tmp_path / name for name in units)],
        capture_output=True,
        text=True,
    )
    ours = [line for line in answer.stderr.splitlines() if "tefuda" in line]
    assert ours == [], "systemd complains"


def test_service_is_confined_and_stops_after_the_server_has() -> None:
    from tefuda.server.app import DRAIN_SECONDS
    from tefuda.server.bots import bots_process
    from tefuda.server.run import GRACE_SECONDS

    service, bots = directives("tefuda.service"), directives("tefuda-bots.service")
    for unit in (service, bots):
        for name in ("NoNewPrivileges", "DynamicUser", "PrivateDevices", "ProtectHome", "ProtectKernelTunables"):
            assert unit[name] == ["yes"], name
        assert (unit["ProtectSystem"], unit["CapabilityBoundingSet"]) == (["strict"], [""])
        assert unit["Type"] == ["notify"]
    assert int(bots["TimeoutStopSec"][0]) > 2 * bots_process.GRACE_SECONDS
    assert int(service["TimeoutStopSec"][0]) > 2 * (DRAIN_SECONDS + GRACE_SECONDS)
    assert service["StartLimitIntervalSec"] == ["0"], "it comes back, however long its database is away"
    assert directives("tefuda.socket")["ListenStream"] == ["127.0.0.1:8750"]


def test_example_settings_and_variables_are_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    example = DEPLOY / "tefuda.toml"
    assert tomllib.loads(example.read_text(encoding="utf-8"))["proxy"]
    variables = [value.partition("=")[::2] for value in directives("tefuda.service")["Environment"]]
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    variables += re.findall(r"(TEFUDA_[A-Z_]+)=(\S+)", container)
    assert len(variables) > 6
    for name, value in variables:
        if name not in ("TEFUDA_CONFIG", "TEFUDA_CACHE"):
            monkeypatch.setenv(name, value)
    assert main(["serve", "--check", "--config", str(example)]) == 0
    assert f'allow-host = ["{NAME}"]' in capsys.readouterr().out


async def test_health_check_of_the_container_asks_at_the_port_of_the_settings(tmp_path: Path) -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    [check] = re.findall(r"^HEALTHCHECK .*\\\n *CMD (\[.*\])$", text, re.MULTILINE)
    command = [sys.executable, *json.loads(check)[1:]]
    async with serving(tmp_path) as (address, _):
        port = address.rpartition(":")[2]
        answers = [
            await asyncio.to_thread(subprocess.run, command, env={**os.environ, "TEFUDA_PORT": at}, capture_output=True)
            for at in (port, str(free_ports(1)[0]))
        ]
    assert [answer.returncode for answer in answers] == [0, 1]


def test_container_is_not_root_and_contains_only_what_is_needed() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER tefuda$", text, re.MULTILINE)
    assert re.search(r"^VOLUME /data$", text, re.MULTILINE)
    copied = {word for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE) for word in line.split()[:-1]}
    assert all((ROOT / name).exists() for name in copied)
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {build["project"]["readme"], "LICENSE", "src", "frontend", "hatch_build.py"} <= copied
    assert "/wheel/*.whl)[postgresql]" in text, "workers and tefuda bots need it"
    assert "pip install 'tefuda-VERSION-py3-none-any.whl[postgresql]'" in (ROOT / "docs/operations.md").read_text(
        encoding="utf-8"
    )
    final = text.rpartition("FROM ")[2]
    assert "frontend" not in final
