"""`tefuda migrate`: makes or updates the tables of a server in a PostgreSQL database."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer


def migrate(
    *,
    database: Annotated[str, Parameter(env_var="TEFUDA_DATABASE")] = "",
    grant: tuple[str, ...] = (),
    grant_bots: tuple[str, ...] = (),
    lang: Language | None = None,
) -> None:
    """Make the tables of a server in PostgreSQL, or bring them up to this release; no server may be running on them.

    A server does this when it starts, if its role may. Run it as the owner if the server's role may not.

    Parameters
    ----------
    database: str
        The URL of the database, such as postgresql://owner@db.example/tefuda; by default $TEFUDA_DATABASE.
    grant: str
        A role that gets the rights a server needs, and no more; may be given several times.
    grant_bots: str
        A role that gets the rights tefuda bots needs: those of its queue, and no others; may be given several times.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    from tefuda.commands.database_option import postgresql

    url = postgresql(database)
    from contextlib import closing

    import psycopg

    from tefuda.server.store import postgres_schema
    from tefuda.server.store.errors import StoreError
    from tefuda.server.store.postgres_connection import conninfo, described

    try:
        with closing(postgres_schema.connect(url, conninfo(url))) as connection:
            done = postgres_schema.migrate(connection, url, grant, grant_bots)
    except psycopg.Error as error:
        raise UsageError(f"{url}: {described(error)}") from None
    except StoreError as error:
        raise UsageError(str(error)) from error
    words = command_localizer(lang)
    print(
        words.say("migrate-done", database=str(url), number=done[-1])
        if done
        else words.say("migrate-nothing", database=str(url))
    )
    for role in grant:
        print(words.say("migrate-granted", role=role))
    for role in grant_bots:
        print(words.say("migrate-granted-bots", role=role))
