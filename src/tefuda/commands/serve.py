"""`tefuda serve`: runs the server for play in browsers.

It keeps everything in one folder, prints the address, and runs until it is stopped.  `serve_settings.py` reads the
settings.
"""

from __future__ import annotations

import contextlib
import errno
import inspect
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Group, Parameter

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer
from tefuda.commands.serve_settings import BY_GROUP, GROUPS, Given, as_file, read_settings
from tefuda.commands.setting_values import HOST_NAME, is_list
from tefuda.engine.localization import Localizer
from tefuda.server.host_names import is_address, parsed_address
from tefuda.server.settings import Settings
from tefuda.server.store.errors import StoreError

if TYPE_CHECKING:
    from tefuda.server.bots.bot_service import BotService
    from tefuda.server.metrics import Metrics
    from tefuda.server.store.database_url import DatabaseUrl

ADDRESS_FILE = "address"  # file in the data folder with the address of the running server


def _signature(words: Localizer) -> inspect.Signature:
    """Return the options of `tefuda serve`: one for each setting, and those of the command itself."""

    def option(name: str, kind: Any, default: object) -> inspect.Parameter:
        annotation = Annotated[kind, Parameter(help=words.say(f"setting-{name}"))]
        field = name.replace("-", "_")
        return inspect.Parameter(field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    one, several = partial(option, kind=str | None, default=None), partial(option, kind=tuple[str, ...], default=())
    settings = [setting for setting in BY_GROUP[""].values() if not setting.option.secret]
    options = [
        option("config", Path | None, None),
        *((several if is_list(setting) else one)(setting.name) for setting in settings),
        *map(several, GROUPS),
        option("check", bool, False),
        option("open", bool, False),
        option("lang", Language | None, None),
    ]
    return inspect.Signature(options)


def serve(**options: Any) -> None:
    """Run the server with settings from the command line, the environment and a file."""
    config, check, show, lang = (options.pop(name, None) for name in ("config", "check", "open", "lang"))
    arguments = {name.replace("_", "-"): value for name, value in options.items()}

    def read() -> dict[str, Given]:
        given = read_settings(arguments, os.environ, config)
        if "data" not in given:
            given["data"] = Given(data_folder(), "default")
        return given

    given = read()
    settings = settings_of(given)
    if check:
        print(as_file(given, command_localizer(lang)))
        return
    from tefuda.server.run import listening
    from tefuda.server.service_manager import passed_listener

    try:
        listener = passed_listener() or listening(settings.host, settings.port)
    except OSError as error:
        reason = str(error.strerror or error).partition(" (while ")[0]  # Python repeats the address
        taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
        right = "--port 0 takes a free one" if taken else "--host takes an address of this machine, such as 127.0.0.1"
        raise UsageError(f"cannot listen at {settings.host}, port {settings.port}: {reason}; {right}") from error
    run_table(listener, settings, show=show, language=lang, reload=lambda: settings_of(read()))


_words = command_localizer(None)
serve.__signature__ = _signature(_words)  # type: ignore[attr-defined]
serve.__annotations__ = {name: one.annotation for name, one in inspect.signature(serve).parameters.items()}
serve.__doc__ = _words.say("serve-help")  # in the language of the locale, as all of its help
app = App(name="serve", usage="", group_parameters=Group(_words.say("serve-options")))  # the help begins with the usage
app.default(serve)


def settings_of(given: Mapping[str, Given]) -> Settings:
    """Return the given settings by field; a name to listen at may also be named by requests.  Raises UsageError."""
    settings = Settings(**{field: one.value for field, one in given.items()})
    if settings.archive is not None and settings.database is not None:
        raise UsageError(
            f"the archive is of data in SQLite, and the database is {settings.database}: leave out archive, and let "
            "PostgreSQL archive its own log; docs/databases.md says how"
        )
    if settings.workers > 1 and settings.database is None:
        raise UsageError(
            f"workers takes 1 with SQLite, which one process at a time uses, not {settings.workers}: name a PostgreSQL "
            "database with --database, or leave out workers"
        )
    if settings.passing and settings.database is None:
        raise UsageError(
            f"passing is for several servers on one PostgreSQL database, and there is none, but {settings.passing}: "
            "name the database with --database, or leave out passing"
        )
    if settings.passing and settings.port and parsed_address(settings.passing)[1] == settings.port:
        raise UsageError(
            f"passing takes a port of its own, not {settings.port}, at which browsers and proxies come: "
            "name another port in one of them"
        )
    if settings.bot_processes == 0 and settings.database is None:
        raise UsageError(
            "bot-processes takes 1 or more without a PostgreSQL database, by way of which tefuda bots would get the "
            "requests: name one with --database, or leave out bot-processes"
        )
    if settings.watchers_reserved > settings.watchers_a_table:
        raise UsageError(
            f"watchers-reserved is a part of watchers-a-table and takes at most {settings.watchers_a_table}, "
            f"not {settings.watchers_reserved}: change one of them"
        )
    if settings.database is not None:
        _check_options(settings.database)
    if HOST_NAME.fullmatch(settings.host.lower()) and not is_address(settings.host):
        return settings._replace(allowed_hosts=(*settings.allowed_hosts, settings.host))
    return settings


def _check_options(url: DatabaseUrl) -> None:
    """Raise UsageError if libpq does not know an option of a URL; without psycopg the server says so at its start."""
    try:
        from tefuda.server.store.postgres_connection import conninfo
    except ImportError:
        return
    try:
        conninfo(url)
    except StoreError as error:
        raise UsageError(str(error)) from None


def run_table(
    listener: socket.socket,
    settings: Settings,
    *,
    show: bool,
    language: Language | None,
    reload: Callable[[], Settings] | None = None,
) -> None:
    """Serve the tables of a data folder at a listening socket until stopped; `show` opens a browser.

    `reload` reads the settings again, for workers that are renewed.
    """
    from tefuda.server.logs import configure_logging

    words = command_localizer(language)
    with configure_logging(), listener:
        host, port = listener.getsockname()[:2]
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        note = settings.data / ADDRESS_FILE

        def announce() -> None:
            with contextlib.suppress(OSError):  # optional: only `tefuda` without a command reads it
                note.write_text(address, encoding="utf-8")
            print(words.say("serve-ready", address=address), flush=True)
            if show:
                show_in_browser(address)

        try:
            if settings.workers > 1:
                _supervise(listener, settings, reload, announce)
            else:
                _serve_alone(listener, settings, announce)
        except StoreError as error:
            raise UsageError(str(error)) from error
        with contextlib.suppress(OSError):
            note.unlink()
    print(words.say("serve-ended"))


def _serve_alone(listener: socket.socket, settings: Settings, announce: Callable[[], None]) -> None:
    """Serve in this process."""
    from tefuda.server.app import Server
    from tefuda.server.metrics import Metrics
    from tefuda.server.run import run

    metrics = Metrics()
    server = Server(settings, bots_of(settings, metrics), metrics)
    announce()
    run(server, listener)


def _supervise(
    listener: socket.socket, settings: Settings, reload: Callable[[], Settings] | None, announce: Callable[[], None]
) -> None:
    """Serve in several processes."""
    from tefuda.server.workers.supervisor import Supervisor, supervise

    supervise(lambda: Supervisor(settings, listener, bots_of, reload=reload), announce)


def bots_of(settings: Settings, metrics: Metrics) -> BotService:
    """Return the bots of a server: in processes of its own, or in those at the queue.  Raises StoreError."""
    from tefuda.server.bots.bot_service import Bots
    from tefuda.server.cluster.homes import share_of
    from tefuda.server.stores import check_psycopg

    if settings.bot_processes or settings.database is None:
        return Bots(metrics, share_of(settings.bot_processes, settings.slot, settings.workers))
    check_psycopg()
    from tefuda.server.bots.queued_bots import QueuedBots

    return Bots(metrics, pool=QueuedBots(settings.database, metrics))


def running_address(folder: Path) -> str | None:
    """Return the address of the server that already serves a data folder, or None."""
    from urllib.error import HTTPError
    from urllib.request import urlopen

    try:
        address = (folder / ADDRESS_FILE).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    try:
        with urlopen(f"{address}/healthz", timeout=2) as answer:  # noqa: S310  # an address that we wrote ourselves
            return address if answer.status == HTTPStatus.OK else None
    except HTTPError as error:
        error.close()
        return address if error.code == HTTPStatus.SERVICE_UNAVAILABLE else None  # it runs, but its disk is full
    except (OSError, ValueError):
        return None


def show_in_browser(address: str) -> None:
    """Open a browser if there is a desktop; without one, a text browser would take over the terminal."""
    desktop = sys.platform == "darwin" or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    )
    if desktop:
        webbrowser.open(address)


def signing_keys_file(folder: Path) -> Path:
    """Return the path of the signing keys: $TEFUDA_SIGNING_KEYS, else a file in the data folder."""
    return Path(os.environ.get("TEFUDA_SIGNING_KEYS") or folder / "signing-keys.json")


def data_folder() -> Path:
    """Return the data folder: $TEFUDA_DATA, else the platform's user data folder.  Raises UsageError without either."""
    import platformdirs

    if named := os.environ.get("TEFUDA_DATA"):
        return Path(named)
    with contextlib.suppress(RuntimeError, KeyError):  # a user without a home folder
        return platformdirs.user_data_path("tefuda")
    raise UsageError("there is no folder of yours to keep tables in: name one with --data or $TEFUDA_DATA")
