"""What `tefuda serve` is told of names, proxies and limits: in the command line, in the environment, or wrongly."""

import socket
from pathlib import Path
from typing import Any

import pytest

from tefuda import cli
from tefuda.commands import serve
from tefuda.server.rate_limit import Rate
from tefuda.server.settings import LIMITS, Settings


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The settings that a server would have been started with."""
    found: dict[str, Any] = {}

    def instead(listener: socket.socket, folder: Path, *, changes: dict[str, Any], **_: Any) -> None:
        listener.close()
        found.update(Settings(folder)._replace(**changes)._asdict())

    monkeypatch.setattr(serve, "run_table", instead)
    return found


def started(*words: str) -> None:
    assert cli.main(["serve", "--port", "0", *words]) == 0


def test_limits_from_the_command_line_reach_the_server(told: dict[str, Any]) -> None:
    started("--limit", "connections=2000", "--limit", "request-rate=2.5/30", "--limit", "head_timeout=4")
    assert (told["connections"], told["request_rate"], told["head_timeout"]) == (2000, Rate(2.5, 30), 4)
    assert told["url_bytes"] == Settings._field_defaults["url_bytes"]


def test_environment_says_the_same_as_options(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_LIMIT", "connections=2000 guest-rate=1/5")
    monkeypatch.setenv("TEFUDA_PROXY", "127.0.0.1 10.0.0.1/8")
    monkeypatch.setenv("TEFUDA_ALLOW_HOST", "cards.example")
    monkeypatch.setenv("TEFUDA_OPERATOR_TOKEN", "sesame")
    started()
    assert (told["connections"], told["guest_rate"]) == (2000, Rate(1, 5))
    assert told["proxies"] == ("127.0.0.1/32", "10.0.0.0/8")
    assert told["allowed_hosts"] == ("cards.example",)
    assert told["operator_token"] == "sesame"  # noqa: S105


def test_nothing_is_trusted_unless_it_is_said(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # a variable of uvicorn's
    started()
    assert (told["proxies"], told["allowed_hosts"], told["operator_token"]) == ((), (), "")


@pytest.mark.parametrize(("host", "allowed"), [("localhost", ("localhost",)), ("127.0.0.1", ()), ("::1", ())])
def test_name_the_server_listens_at_is_allowed(told: dict[str, Any], host: str, allowed: tuple[str, ...]) -> None:
    started("--host", host)
    assert told["allowed_hosts"] == allowed


def test_every_limit_can_be_set(told: dict[str, Any]) -> None:
    started(*(word for name in LIMITS for word in ("--limit", f"{name.replace('_', '-')}={_usual(name)}")))
    assert {name: told[name] for name in LIMITS} == {name: Settings._field_defaults[name] for name in LIMITS}


def _usual(name: str) -> str:
    usual = Settings._field_defaults[name]
    return f"{usual.rate}/{usual.burst}" if isinstance(usual, Rate) else str(usual)


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
def test_wrong_option_is_named_with_what_would_be_right(
    words: list[str], wrong: str, capsys: pytest.CaptureFixture[str], told: dict[str, Any]
) -> None:
    assert cli.main(["serve", "--port", "0", *words]) == 2
    error = capsys.readouterr().err
    assert wrong in error
    assert len(error.splitlines()) == 1
    assert not told
