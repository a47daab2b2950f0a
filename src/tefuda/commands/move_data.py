"""`tefuda move-data`: moves a server's data from SQLite in its folder to PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer


def move_data(
    *,
    data: Path | None = None,
    database: Annotated[str, Parameter(env_var="TEFUDA_DATABASE")] = "",
    lang: Language | None = None,
) -> None:
    """Move all tables of a folder to an empty PostgreSQL database; no server may be running on either.

    The folder keeps its data as a backup of that moment; from then on no server starts on it without the database.
    Its signing keys are still used.

    Parameters
    ----------
    data: Path
        The server's folder; by default $TEFUDA_DATA, else your own folder for data.
    database: str
        The URL of the database, such as postgresql://owner@db.example/tefuda; by default $TEFUDA_DATABASE.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    from tefuda.commands.database_option import postgresql
    from tefuda.commands.serve import data_folder, signing_keys_file

    url, folder = postgresql(database), data or data_folder()
    from tefuda.server.store.data_move import move
    from tefuda.server.store.errors import StoreError

    try:
        moved = move(folder, url)
    except StoreError as error:
        raise UsageError(str(error)) from error
    words = command_localizer(lang)
    tables, guests, rows = moved["tables"], moved["guests"], sum(moved.values())
    print(words.say("move-done", folder=str(folder), database=str(url), tables=tables, guests=guests, rows=rows))
    print(words.say("move-keys", keys=str(signing_keys_file(folder))))
