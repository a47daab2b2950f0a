"""`tefuda backup`: copies a server's store, and its signing keys on request, into one file while the server runs."""

from __future__ import annotations

from pathlib import Path

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer


def backup(
    file: Path,
    /,
    *,
    data: Path | None = None,
    keys: bool = False,
    replace: bool = False,
    lang: Language | None = None,
) -> None:
    """Copy everything a server keeps into one file; the server may be running.

    Parameters
    ----------
    file: Path
        Where the backup goes. It holds the secrets of running games: anyone who can read it can foresee their cards.
    data: Path
        The server's folder; by default $TEFUDA_DATA, else your own folder for data.
    keys: bool
        Put the signing keys in as well: anyone who can read the file can then sign in the server's name.
    replace: bool
        Replace the file if it exists.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    from tefuda.commands.database_option import folder_only
    from tefuda.commands.serve import data_folder, signing_keys_file
    from tefuda.server.store.backup import make
    from tefuda.server.store.errors import StoreError

    folder_only("tefuda backup")
    folder = data or data_folder()
    signing = signing_keys_file(folder)
    try:
        contents = make(folder, file, keys=signing if keys else None, replace=replace)
    except StoreError as error:
        raise UsageError(str(error)) from error
    words = command_localizer(lang)
    print(words.say("backup-made", file=str(file), tables=contents.tables, playing=contents.playing))
    print(words.say("backup-secrets"))
    print(words.say("backup-with-keys") if keys else words.say("backup-without-keys", keys=str(signing)))
