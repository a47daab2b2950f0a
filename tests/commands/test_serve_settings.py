"""Settings of `tefuda serve`: from a file, the environment and the command line, and errors in each."""

import math
import os
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tefuda import cli
from tefuda.commands import serve
from tefuda.commands.serve_settings import BY_GROUP, GROUPS, NAMES, message_of
from tefuda.engine.localization import localizer
from tefuda.server.rate_limit import Rate
from tefuda.server.settings import DAY, Declared, Settings, declared

Capsys = pytest.CaptureFixture[str]
Start = Callable[..., Settings]
COMMANDS = Path(serve.__file__).parent
DOCUMENT = Path(__file__).parents[2] / "docs" / "server.md"


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Start:
    """Return a function that runs `tefuda serve` with options and returns the settings of the server."""
    for name in list(os.environ):
        if name.startswith("TEFUDA_") and name != "TEFUDA_CACHE":
            monkeypatch.delenv(name)
    monkeypatch.setenv("TEFUDA_DATA", str(tmp_path / "data"))
    started: list[Settings] = []

    def capture(listener: socket.socket, settings: Settings, **_: Any) -> None:
        listener.close()
        started.append(settings)

    def run(*words: str) -> Settings:
        assert cli.main(["serve", "--port", "0", *words]) == 0
        return started[-1]

    monkeypatch.setattr(serve, "run_table", capture)
    return run


def written(tmp_path: Path, text: str) -> str:
    (tmp_path / "tefuda.toml").write_text(text, encoding="utf-8")
    return str(tmp_path / "tefuda.toml")


def test_options_reach_the_server(start: Start) -> None:
    settings = start("--limit", "connections=2000", "--limit", "request-rate=2.5/30", "--limit", "head_timeout=4")
    assert (settings.connections, settings.request_rate, settings.head_timeout) == (2000, Rate(2.5, 30), 4)
    assert settings.url_bytes == Settings._field_defaults["url_bytes"]
    settings = start("--keep", "finished=365", "--keep", "abandoned=0.5", "--keep", "undealt=forever")
    assert (settings.keep_finished, settings.keep_abandoned) == (365 * DAY, DAY / 2)
    assert math.isinf(settings.keep_undealt)


def test_environment_equals_options(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_LIMIT", "connections=2000 guest-rate=1/5")
    monkeypatch.setenv("TEFUDA_KEEP", "finished=365 guests=forever")
    monkeypatch.setenv("TEFUDA_PROXY", "127.0.0.1 10.0.0.1/8")
    monkeypatch.setenv("TEFUDA_ALLOW_HOST", "cards.example")
    monkeypatch.setenv("TEFUDA_OPERATOR_TOKEN", "sesame")
    settings = start()
    assert (settings.connections, settings.guest_rate) == (2000, Rate(1, 5))
    assert (settings.keep_finished, settings.keep_guests) == (365 * DAY, math.inf)
    assert settings.proxies == ("127.0.0.1/32", "10.0.0.0/8")
    assert settings.allowed_hosts == ("cards.example",)
    assert settings.operator_token == "sesame"  # noqa: S105


def test_file_equals_options(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
        archive = "/backups/tefuda"
        allow-host = ["cards.example", ".cards.example"]
        proxy = ["::1"]
        operator-token = "sesame"
        [limit]
        connections = 2000
        request-rate = "2.5/30"
        send-timeout = 4
        idle-timeout = 2.5
        [keep]
        finished = 0.5
        undealt = "forever"
    """
    for settings in (
        start("--config", written(tmp_path, text)),
        (monkeypatch.setenv("TEFUDA_CONFIG", str(tmp_path / "tefuda.toml")), start())[1],
    ):
        assert settings.archive == Path("/backups/tefuda")
        assert settings.allowed_hosts == ("cards.example", ".cards.example")
        assert settings.proxies == ("::1/128",)
        assert settings.operator_token == "sesame"  # noqa: S105
        assert (settings.connections, settings.request_rate) == (2000, Rate(2.5, 30))
        assert (settings.send_timeout, settings.idle_timeout) == (4, 2.5)
        assert (settings.keep_finished, settings.keep_undealt) == (DAY / 2, math.inf)


def test_command_line_wins_over_environment_and_environment_over_file(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, 'proxy = ["10.0.0.1"]\n[limit]\nconnections = 1\nheaders = 10\nreplays = 3')
    monkeypatch.setenv("TEFUDA_LIMIT", "connections=2 headers=20")
    monkeypatch.setenv("TEFUDA_PROXY", "10.0.0.2")
    settings = start("--config", file, "--limit", "connections=3")
    assert (settings.connections, settings.headers, settings.replays) == (3, 20, 3)
    assert settings.proxies == ("10.0.0.2/32",), "a list replaces the weaker one"


def test_nothing_is_trusted_by_default(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # a uvicorn variable
    settings = start()
    assert (settings.proxies, settings.allowed_hosts, settings.operator_token) == ((), (), "")


@pytest.mark.parametrize(("host", "allowed"), [("localhost", ("localhost",)), ("127.0.0.1", ()), ("::1", ())])
def test_bound_host_name_is_allowed(start: Start, host: str, allowed: tuple[str, ...]) -> None:
    assert start("--host", host).allowed_hosts == allowed


# ------------------------------------------------------------------ --check


def check(capsys: Capsys, *words: str) -> str:
    capsys.readouterr()
    assert cli.main(["serve", "--check", "--lang", "en", *words]) == 0
    return capsys.readouterr().out


def test_check_shows_every_setting_and_its_source_and_no_secret(
    start: Start, capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEFUDA_OPERATOR_TOKEN", "sesame")
    monkeypatch.setenv("TEFUDA_KEEP", "guests=200")
    file = written(tmp_path, "[limit]\nconnections = 2000")
    shown = check(capsys, "--config", file, "--port", "8000", "--cards", f"kotori={kotori_cards()}")
    for line in (
        f"connections = 2000  # {file}",
        "port = 8000  # --port",
        "guests = 200  # $TEFUDA_KEEP",
        "headers = 64  # default",
        'request-rate = "5/60"  # default',
        f'data = "{tmp_path}/data"  # $TEFUDA_DATA',
        "# operator-token = (not shown)  # $TEFUDA_OPERATOR_TOKEN",
        f'kotori = "{kotori_cards()}"  # --cards',
    ):
        assert line in shown.splitlines()
    assert "sesame" not in shown
    for setting in declared():
        assert re.search(rf"^(# )?{setting.name} = ", shown, re.MULTILINE) or setting.name == "cards"


def kotori_cards() -> Path:
    return COMMANDS.parent / "games" / "kotori" / "cards.toml"


def test_checked_settings_are_a_file_with_the_same_settings(start: Start, capsys: Capsys, tmp_path: Path) -> None:
    words = ["--limit", "guest-rate=0.125/3", "--keep", "undealt=forever", "--proxy", "10.0.0.0/8", "--host", "::1"]
    shown = check(capsys, "--port", "0", *words)
    assert start("--config", written(tmp_path, shown)) == start(*words)


def test_check_listens_to_nothing_and_makes_no_folder(start: Start, capsys: Capsys, tmp_path: Path) -> None:
    assert "port = " in check(capsys, "--host", "203.0.113.1")
    assert not (tmp_path / "data").exists()


# ------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--limit", "connection=5"], "did you mean connections? the names are "),
        (["--limit", "connections"], "takes a whole number from 1 to 1000000, such as 10000, not nothing"),
        (["--limit", "nothing"], "takes NAME=VALUE, not nothing"),
        (["--limit", "connections=-1"], "not -1"),
        (["--limit", "connections=0"], "not 0"),
        (["--limit", "connections=1000001"], "--limit connections takes a whole number from 1 to 1000000"),
        (["--limit", "head-bytes=10"], "from 256 to 1048576, such as 16384, not 10"),
        (["--limit", "request-rate=5"], "such as 5/60, not 5"),
        (["--limit", "request-rate=5/0"], "not 5/0"),
        (["--limit", "head-timeout=inf"], "takes seconds from 0.1 to 3600, such as 10, not inf"),
        (["--limit", "data=/tmp"], "the names are"),
        (["--proxy", "my-proxy"], "--proxy takes an address or a network"),
        (["--allow-host", "https://cards.example"], "--allow-host takes a name such as cards.example"),
        (["--allow-host", "cards.example:443"], "not cards.example:443"),
        (["--port", "70000"], "--port takes a whole number from 0 to 65535, such as 8750, not 70000"),
        *(
            (["--passing", wrong], "--passing takes an address of this machine and a port, such as 10.0.0.5:8760")
            for wrong in (
                "10.0.0.5",
                "8760",
                "here:8760",
                "0.0.0.0:8760",
                "[::]:8760",
                "10.0.0.5:70000",
                "a@10.0.0.5:1",
            )
        ),
        (["--passing", "10.0.0.5:8760"], "name the database with --database, or leave out passing"),
        (
            ["--database", "postgresql://x/y", "--port", "80", "--passing", "[::1]:80"],
            "passing takes a port of its own, not 80",
        ),
        *(
            (["--database", f"postgresql://hana:s3cret@{url}"], wrong)
            for url, wrong in (
                ("db.example/cards?sslmod=verify-full", "has options that PostgreSQL does not know"),
                ("db.example/cards?sslmode=on", "with one of these for sslmode: disable, allow, prefer, require, "),
                (
                    "db.example:99999/cards",
                    "--database takes a URL with ports from 1 to 65535; the value given is not shown",
                ),
                ("[::1]:5432,[::2]:0/cards", "with ports from 1 to 65535"),
                ("/cards?port=5432,99999", "with ports from 1 to 65535"),
            )
        ),
        (["--limit", "watchers-reserved=300"], "takes at most 200, not 300"),
        (["--limit", "watchers-a-table=2"], "watchers-reserved is a part of watchers-a-table and takes at most 2"),
        (["--cards", "kotori"], "--cards takes GAME=FILE"),
        (["--keep", "games=9"], "the names are finished, abandoned, undealt, guests, archive"),
        (["--keep", "=9"], "the names are finished"),
        *(
            (["--keep", f"guests={days}"], "--keep guests takes days, more than 0, or forever, such as 400")
            for days in ("", "0", "-1", "nan", "inf", "soon")
        ),
    ],
)
def test_invalid_option_is_refused_with_a_valid_example(
    words: list[str], wrong: str, capsys: Capsys, start: Start
) -> None:
    found = error(capsys, "--check", *words)
    assert found.count(wrong) == 1
    assert "s3cret" not in found


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("prot = 80", "prot is not a setting; did you mean port? the names are data, host, port, "),
        ('port = "80"', 'port takes a whole number from 0 to 65535, such as 8750, not "80"'),
        ("port = true", "port takes a whole number"),
        ("port = 1\nport = 2\n", "is not TOML: Cannot overwrite a value (at line 2"),
        ("limit = 5", "limit is a section, [limit], with NAME = VALUE in each line, not 5"),
        ("[limit]\nconection = 5", "[limit] conection is not a setting; did you mean connections?"),
        ("[limit]\nconnections = 2.5", "[limit] connections takes a whole number from 1 to 1000000"),
        ("[limit]\nrequest-rate = 5", "[limit] request-rate takes RATE/BURST, a number a second"),
        ("[keep]\nfinished = []", "[keep] finished takes days"),
        ('proxy = "10.0.0.1"', 'proxy takes a list, ["…", "…"], each an address or a network such as'),
        (
            'allow-host = "10.0.0.1"',
            'each a name such as cards.example, .example for all below it, or *, not "10.0.0.1"',
        ),
        ("proxy = [1]", "proxy takes an address"),
        ("operator-token = 12345", "operator-token takes text in one line; the value given is not shown"),
        ("[cards]\nkotori = 7", "[cards] kotori takes a path, not 7"),
        ('[cards]\nchess = "a"', "chess"),
        ("port =\n", "is not TOML: Invalid value (at line 1"),
    ],
)
def test_wrong_file_is_refused_with_file_and_key(
    text: str, wrong: str, tmp_path: Path, capsys: Capsys, start: Start
) -> None:
    file = written(tmp_path, text)
    found = error(capsys, "--config", file)
    assert wrong in found
    assert file in found or "chess" in text
    assert "12345" not in found


def error(capsys: Capsys, *words: str) -> str:
    assert cli.main(["serve", *words]) == 2
    found = capsys.readouterr().err
    assert len(found.splitlines()) == 1
    return found


def test_missing_file_and_unknown_variable_are_refused(
    capsys: Capsys, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "cannot be read: No such file" in error(capsys, "--config", str(tmp_path / "none.toml"))
    monkeypatch.setenv("TEFUDA_ALOW_HOST", "x")
    assert "$TEFUDA_ALOW_HOST is not a setting; did you mean $TEFUDA_ALLOW_HOST?" in error(capsys)
    monkeypatch.delenv("TEFUDA_ALOW_HOST")
    monkeypatch.setenv("TEFUDA_KEEP", "finished=365 guests=soon")
    assert "$TEFUDA_KEEP guests takes days" in error(capsys)


# ------------------------------------------------- one declaration of each


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_setting_is_explained_in_both_languages(language: str) -> None:
    words = localizer(language, COMMANDS)
    ids = {message_of(setting) for setting in declared() if setting.name != "cards"}
    ids |= {f"setting-{name}" for name in (*GROUPS, "config", "check", "open", "lang")}
    for id in ids:
        assert words.say(id)
    text = (COMMANDS / f"{language}.ftl").read_text(encoding="utf-8")
    assert set(re.findall(r"^(setting-[a-z-]+) =", text, re.MULTILINE)) == ids, (
        "explains something that is not a setting"
    )


def test_every_setting_but_secrets_is_an_option(capsys: Capsys) -> None:
    assert cli.main(["serve", "--help"]) == 0
    options = set(re.findall(r"^│ --([a-z-]+)", capsys.readouterr().out, re.MULTILINE))
    secrets = {setting.name for setting in declared() if setting.option.secret}
    assert options == {*NAMES, "config", "check", "open", "lang"} - secrets
    assert secrets == {"operator-token"}


def in_document(setting: Declared) -> str:
    default = setting.default
    if setting.option.group == "keep":
        return f"{setting.name}={default / DAY:g}"
    return f"{default.rate:g}/{default.burst:g}" if isinstance(default, Rate) else f"{default:g}"


def test_document_lists_every_limit_and_period_with_its_default() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| `")]
    defaults = {
        name: value
        for names, values, *_ in (row for row in rows if len(row) == 3)
        for name, value in zip(names.replace("`", "").split(", "), values.split(", "), strict=False)
    }
    limits = {name: in_document(setting) for name, setting in BY_GROUP["limit"].items()}
    assert {name: defaults.get(name) for name in limits} == limits
    for setting in BY_GROUP["keep"].values():
        assert f"`{in_document(setting)}`" in text


def test_plan_for_many_workers_names_every_limit_that_is_counted_by_client() -> None:
    text = (
        (DOCUMENT.parent / "scaling.md").read_text(encoding="utf-8").partition("## Limits that each worker counts")[2]
    )
    shared = re.compile("-(a|an)-(guest|address|table)$")
    names = [name for name, one in BY_GROUP["limit"].items() if isinstance(one.default, Rate) or shared.search(name)]
    assert len(names) > 15
    assert [name for name in names if f"`{name}`" not in text] == []


def test_database_is_shown_without_its_password_and_a_wrong_one_not_at_all(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEFUDA_DATABASE", "postgresql://hana:s3cret@db.example/cards")
    assert cli.main(["serve", "--check", "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert '# database = "postgresql://hana@db.example/cards"  # $TEFUDA_DATABASE' in output
    assert "s3cret" not in output
    monkeypatch.setenv("TEFUDA_DATABASE", "postgresql://hana:s3cr@t@db.example/cards")
    assert cli.main(["serve", "--check", "--lang", "en"]) == 2
    error = capsys.readouterr().err
    assert "$TEFUDA_DATABASE takes sqlite: or a URL" in error
    assert "s3c" not in error


def test_archive_of_postgresql_is_referred_to_its_own(tmp_path: Path, capsys: Capsys) -> None:
    options = ["--database", "postgresql://hana:s3cret@db.example/cards", "--archive", str(tmp_path / "archive")]
    assert cli.main(["serve", "--port", "0", "--data", str(tmp_path / "data"), *options]) == 2
    error = capsys.readouterr().err
    assert "docs/databases.md" in error
    assert "s3cret" not in error


@pytest.mark.parametrize(("name", "value"), [("PROXY", "127.0.0.1,::1"), ("LIMIT", "connections=5,headers=9")])
def test_variable_with_commas_is_refused_with_what_separates_its_values(
    name: str, value: str, capsys: Capsys, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"TEFUDA_{name}", value)
    assert f"several values are separated by spaces in $TEFUDA_{name}" in error(capsys)
