"""`tefuda bots`: computes the moves of bots for servers on the same PostgreSQL database, here or elsewhere."""

from __future__ import annotations

import os
import signal
from time import monotonic
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer
from tefuda.engine.game import game_packages


def bots(
    *,
    database: Annotated[str, Parameter(env_var="TEFUDA_DATABASE")] = "",
    processes: Annotated[int | None, Parameter(validator=Number(gte=1, lte=256))] = None,
    lang: Language | None = None,
) -> None:
    """Compute the moves of bots for all servers on a PostgreSQL database that run with --bot-processes 0.

    It may run on other machines, and several times. Ctrl-C and SIGTERM end it; requests that it has not finished then
    are given back.

    Parameters
    ----------
    database: str
        The URL of the database, such as postgresql://tefuda_bots@db.example/tefuda; by default $TEFUDA_DATABASE.
    processes: int
        How many requests it answers at a time, each in a process; by default one for each core.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    from tefuda.commands.database_option import postgresql

    url = postgresql(database)
    from tefuda.server.bots.bots_process import BotsProcess
    from tefuda.server.logs import configure_logging, log
    from tefuda.server.service_manager import notify, watchdog_seconds
    from tefuda.server.store.errors import StoreError

    words = command_localizer(lang)
    count = processes or os.cpu_count() or 1
    try:
        process = BotsProcess(url, count, game_packages())
    except StoreError as error:  # options in the URL that PostgreSQL does not know
        raise UsageError(str(error)) from error

    def stop(*_: object) -> None:
        notify("STOPPING=1")
        process.stop()

    watchdog, next_watchdog = watchdog_seconds(), 0.0

    def tell_manager() -> None:
        nonlocal next_watchdog
        if watchdog and monotonic() >= next_watchdog:
            next_watchdog = monotonic() + watchdog
            notify("WATCHDOG=1")

    def announce() -> None:
        print(words.say("bots-ready", database=str(url), count=count), flush=True)
        log.info("ready", database=str(url), processes=count)
        notify("READY=1")

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    with configure_logging():
        try:
            process.run(announce, tell_manager)
        except StoreError as error:
            raise UsageError(str(error)) from error
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        log.info("closed")
    print(words.say("bots-ended"))
