"""Options of `tefuda serve` for host names, proxies and limits: command line, environment, and errors."""

import socket
from pathlib import Path
from typing import Any

import pytest

from tefuda import cli
from tefuda.commands import serve
from tefuda.server.rate_limit import Rate
from tefuda.server.settings import LIMITS, Settings


@pytest.fixture
def started_with(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the settings with which the server would be started."""
    settings: dict[str, Any] = {}

    def capture(listener: socket.socket, folder: Path, *, changes: dict[str, Any], **_: Any) -> None:
        listener.close()
        settings.update(Settings(folder)._replace(**changes)._asdict())

    monkeypatch.setattr(serve, "run_table", capture)
    return settings


def start(*words: str) -> None:
    assert cli.main(["serve", "--port", "0", *words]) == 0


def test_limits_on_the_command_line_reach_the_server(started_with: dict[str, Any]) -> None:
    start("--limit", "connections=2000", "--limit", "request-rate=2.5/30", "--limit", "head_timeout=4")
    assert (started_with["connections"], started_with["request_rate"], started_with["head_timeout"]) == (
        2000,
        Rate(2.5, 30),
        4,
    )
    assert started_with["url_bytes"] == Settings._field_defaults["url_bytes"]


def test_environment_equals_options(started_with: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_LIMIT", "connections=2000 guest-rate=1/5")
    monkeypatch.setenv("TEFUDA_PROXY", "127.0.0.1 10.0.0.1/8")
    monkeypatch.setenv("TEFUDA_ALLOW_HOST", "cards.example")
    monkeypatch.setenv("TEFUDA_OPERATOR_TOKEN", "sesame")
    start()
    assert (started_with["connections"], started_with["guest_rate"]) == (2000, Rate(1, 5))
    assert started_with["proxies"] == ("127.0.0.1/32", "10.0.0.0/8")
    assert started_with["allowed_hosts"] == ("cards.example",)
    assert started_with["operator_token"] == "sesame"  # noqa: S105


def test_nothing_is_trusted_by_default(started_with: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # a uvicorn variable
    start()
    assert (started_with["proxies"], started_with["allowed_hosts"], started_with["operator_token"]) == ((), (), "")


@pytest.mark.parametrize(("host", "allowed"), [("localhost", ("localhost",)), ("127.0.0.1", ()), ("::1", ())])
def test_bound_host_name_is_allowed(started_with: dict[str, Any], host: str, allowed: tuple[str, ...]) -> None:
    start("--host", host)
    assert started_with["allowed_hosts"] == allowed


def test_every_limit_can_be_set(started_with: dict[str, Any]) -> None:
    start(*(word for name in LIMITS for word in ("--limit", f"{name.replace('_', '-')}={_default(name)}")))
    assert {name: started_with[name] for name in LIMITS} == {name: Settings._field_defaults[name] for name in LIMITS}


def _default(name: str) -> str:
    default = Settings._field_defaults[name]
    return f"{default.rate}/{default.burst}" if isinstance(default, Rate) else str(default)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--limit", "connection=5"], "the names are connections, "),
        (["--limit", "connections"], "takes a whole number from 1, such as 10000, not nothing"),
        (["--limit", "connections=-1"], "not -1"),
        (["--limit", "connections=0"], "not 0"),
        (["--limit", "request-rate=5"], "such as 5/60, not 5"),
        (["--limit", "request-rate=5/0"], "not 5/0"),
        (["--limit", "head-timeout=inf"], "takes seconds, such as 10, not inf"),
        (["--limit", "data=/tmp"], "the names are"),
        (["--proxy", "my-proxy"], "--proxy takes an address or a network"),
        (["--allow-host", "https://cards.example"], "--allow-host takes a name such as cards.example"),
        (["--allow-host", "cards.example:443"], "not cards.example:443"),
    ],
)
def test_invalid_option_is_refused_with_a_valid_example(
    words: list[str], wrong: str, capsys: pytest.CaptureFixture[str], started_with: dict[str, Any]
) -> None:
    assert cli.main(["serve", "--port", "0", *words]) == 2
    error = capsys.readouterr().err
    assert wrong in error
    assert len(error.splitlines()) == 1
    assert not started_with
