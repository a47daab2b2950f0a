"""`tefuda serve`: the table in a browser, for oneself and for friends.

It starts the server with everything in one folder of the user's, says where it is, and runs until it is told to stop.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from tefuda.commands import Mistake
from tefuda.commands.language import Language, locale_language
from tefuda.engine.words import speaker


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 8750,
    data: Path | None = None,
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
    open: bool
        Open a browser.
    lang: str
        Language of what it says here, ja or en; without it that of your locale.
    """
    from tefuda.server.app import Server
    from tefuda.server.logs import write_lines
    from tefuda.server.players import Bots
    from tefuda.server.run import listening, run
    from tefuda.server.settings import Settings
    from tefuda.server.store import StoreTrouble

    words = speaker(lang or locale_language(), Path(__file__).parent)
    # Whoever looks at a terminal wants to see trouble, whoever collects lines wants all of them.
    write_lines(level=logging.WARNING if sys.stderr.isatty() else logging.INFO)
    try:
        listener = listening(host, port)
    except OSError as error:
        reason = error.strerror or error
        raise Mistake(f"cannot listen at {host}, port {port}: {reason}; --port 0 takes a free one") from error
    with listener:
        try:
            server = Server(Settings(data or data_folder()), Bots())
        except StoreTrouble as trouble:
            raise Mistake(str(trouble)) from trouble
        address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
        print(words.say("serve-ready", address=address), flush=True)
        if open:
            webbrowser.open(address)
        run(server, listener)
    print(words.say("serve-ended"))


def data_folder() -> Path:
    """Where tables are kept: $TEFUDA_DATA, else the user's own folder for data."""
    import platformdirs

    if named := os.environ.get("TEFUDA_DATA"):
        return Path(named)
    with contextlib.suppress(RuntimeError, KeyError):  # a user without a home
        return platformdirs.user_data_path("tefuda")
    raise Mistake("there is no folder of yours to keep tables in: name one with --data or $TEFUDA_DATA")
