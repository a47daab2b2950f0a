"""`tefuda serve`: runs the server for play in browsers.

It keeps everything in one folder, prints the address, and runs until it is stopped.  `server_options.py` and
`retention_options.py` parse the other options.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from tefuda.commands import Mistake, retention_options, server_options
from tefuda.commands.language import Language, locale_language
from tefuda.engine.localization import localizer

USUAL_PORT = 8750
TOKEN_VARIABLE = "TEFUDA_OPERATOR_TOKEN"  # noqa: S105  # its name; other users of a machine can read command lines
ADDRESS_FILE = "address"  # file in the data folder with the address of the running server


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = USUAL_PORT,
    data: Path | None = None,
    database: Annotated[str, Parameter(env_var="TEFUDA_DATABASE", show_default=False)] = "",
    cards: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)] = (),
    allow_host: Annotated[
        tuple[str, ...], Parameter(negative=(), show_default=False, env_var="TEFUDA_ALLOW_HOST")
    ] = (),
    proxy: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False, env_var="TEFUDA_PROXY")] = (),
    limit: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False, env_var="TEFUDA_LIMIT")] = (),
    keep: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False, env_var="TEFUDA_KEEP")] = (),
    open: bool = False,  # noqa: A002  # it is called --open
    lang: Language | None = None,
) -> None:
    """Let people play in their browsers, alone, with friends and with bots.

    Parameters
    ----------
    host: str
        The address to listen at; 0.0.0.0 lets others in your network come.
    port: int
        The port; 0 takes one that is free.
    data: Path
        The folder to keep everything in; without it $TEFUDA_DATA, or your own folder for data.
    database: str
        The URL of a PostgreSQL database for all tables, such as postgresql://tefuda@db.example/tefuda; without it
        $TEFUDA_DATABASE, or SQLite in the folder. Other users of a machine can read command lines: put a URL with a
        password into the variable.
    cards: str
        GAME=FILE: a card file to play a game with instead of its own; may be given several times.
    allow_host: str
        A name that people reach it by, such as cards.example; may be given several times. Addresses, localhost and this
        machine's own name need not be given; * allows any name, and with it pages that pretend to be this server.
    proxy: str
        The address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed; may be given
        several times.
    limit: str
        NAME=VALUE: a limit on what strangers may take, such as connections=2000, or request-rate=5/60 for 5 a second
        and 60 at once; may be given several times. docs/server.md lists them.
    keep: str
        WHAT=DAYS: how long to keep unused data, such as finished=90; may be given several times. WHAT is finished,
        abandoned or undealt (tables), or guests; forever keeps it. docs/server.md explains them.
    open: bool
        Open a browser.
    lang: str
        Language of what it says here, ja or en; without it that of your locale.
    """
    from tefuda.commands import database_option
    from tefuda.server.run import listening

    files = card_files(cards)
    changes = (
        server_options.limits(limit)
        | retention_options.periods(keep)
        | {
            "database": database_option.database(database),
            "allowed_hosts": server_options.host_names(allow_host, host),
            "proxies": server_options.proxies(proxy),
            "operator_token": os.environ.get(TOKEN_VARIABLE, ""),
        }
    )
    try:
        listener = listening(host, port)
    except OSError as error:
        reason = error.strerror or error
        raise Mistake(f"cannot listen at {host}, port {port}: {reason}; --port 0 takes a free one") from error
    run_table(
        listener, data or data_folder(), show=open, language=lang or locale_language(), cards=files, changes=changes
    )


def card_files(arguments: Sequence[str]) -> dict[str, Path]:
    """Return the card files by game, after loading each; arguments are GAME=FILE.  Raises Mistake."""
    from tefuda.engine.game import load

    files: dict[str, Path] = {}
    for argument in arguments:
        slug, named, file = argument.partition("=")
        if not named:
            raise Mistake(f"--cards takes GAME=FILE, such as kotori=my-cards.toml, not {argument}")
        load(slug, cards=file)  # raises if the game is unknown or the file invalid
        files[slug] = Path(file)
    return files


def run_table(
    listener: socket.socket,
    folder: Path,
    *,
    show: bool,
    language: str,
    cards: Mapping[str, Path] | None = None,
    changes: Mapping[str, Any] | None = None,
) -> None:
    """Serve the tables of a data folder at a listening socket until stopped; `show` opens a browser.

    `changes` replaces fields of the settings by name.
    """
    from tefuda.server.app import Server
    from tefuda.server.bot_service import Bots
    from tefuda.server.logs import configure_logging
    from tefuda.server.run import run
    from tefuda.server.settings import Settings
    from tefuda.server.store import StoreError

    words = localizer(language, Path(__file__).parent)
    # On a terminal only problems are of interest; a log collector wants every line.
    configure_logging(level=logging.WARNING if sys.stderr.isatty() else logging.INFO)
    with listener:
        try:
            chosen = Settings(folder, cards=cards or {}, signing_keys=signing_keys_file(folder))
            server = Server(chosen._replace(**(changes or {})), Bots())
        except StoreError as trouble:
            raise Mistake(str(trouble)) from trouble
        host, port = listener.getsockname()[:2]
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
        note = folder / ADDRESS_FILE
        with contextlib.suppress(OSError):  # optional: only `tefuda` without a command reads it
            note.write_text(address, encoding="utf-8")
        print(words.say("serve-ready", address=address), flush=True)
        if show:
            show_in_browser(address)
        run(server, listener)
        with contextlib.suppress(OSError):
            note.unlink()
    print(words.say("serve-ended"))


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
    """Return the data folder: $TEFUDA_DATA, else the platform's user data folder.  Raises Mistake without either."""
    import platformdirs

    if named := os.environ.get("TEFUDA_DATA"):
        return Path(named)
    with contextlib.suppress(RuntimeError, KeyError):  # a user without a home folder
        return platformdirs.user_data_path("tefuda")
    raise Mistake("there is no folder of yours to keep tables in: name one with --data or $TEFUDA_DATA")
