"""`tefuda restore`: restores a server's folder from a backup."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tefuda.commands import Mistake
from tefuda.commands.language import Language, locale_language
from tefuda.engine.localization import localizer


def restore(
    file: Path,
    /,
    *,
    data: Path | None = None,
    replace: Annotated[bool, Parameter(negative=())] = False,
    lang: Language | None = None,
) -> None:
    """Put what is in a backup into a folder that no server is using.

    Parameters
    ----------
    file: Path
        The backup.
    data: Path
        The folder; without it $TEFUDA_DATA, or your own folder for data.
    replace: bool
        Replace the data that is in the folder: it is gone then. Signing keys there stay.
    lang: str
        Language, ja or en; without it that of your locale.
    """
    from tefuda.commands.database_option import folder_only
    from tefuda.commands.serve import data_folder, signing_keys_file
    from tefuda.server.backup import restore as put_back
    from tefuda.server.store import StoreError

    folder_only("tefuda restore")
    folder = data or data_folder()
    signing = signing_keys_file(folder)
    try:
        contents = put_back(file, folder, signing, replace=replace)
    except StoreError as trouble:
        raise Mistake(str(trouble)) from trouble
    words = localizer(lang or locale_language(), Path(__file__).parent)
    print(
        words.say("restore-done", file=str(file), folder=str(folder), tables=contents.tables, playing=contents.playing)
    )
    if contents.made is not None:
        made = datetime.fromtimestamp(contents.made, UTC).strftime("%Y-%m-%d %H:%M UTC")
        print(words.say("restore-made", made=made))
    if contents.keys:
        print(words.say("restore-with-keys", keys=str(signing)))
    elif not signing.exists():
        print(words.say("restore-without-keys", keys=str(signing)))
