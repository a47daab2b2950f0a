"""`tefuda restore`: restores a server's folder from a backup, or from an archive to any moment."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tefuda.commands import UsageError
from tefuda.commands.language import Language, command_localizer


def restore(
    file: Path,
    /,
    *,
    at: str | None = None,
    data: Path | None = None,
    replace: bool = False,
    lang: Language | None = None,
) -> None:
    """Put what is in a backup or an archive into a folder that no server is using.

    Parameters
    ----------
    file: Path
        The backup, or the folder of an archive (tefuda serve --archive).
    at: str
        The moment to go back to in an archive, with its zone: 2026-03-01T18:30:00Z, or 2026-03-02T03:30+09:00; without
        it the latest.
    data: Path
        The folder; by default $TEFUDA_DATA, else your own folder for data.
    replace: bool
        Replace the data in the folder, which is then lost. Signing keys there stay.
    lang: str
        Language, ja or en; by default that of your locale.
    """
    from tefuda.commands.database_option import folder_only
    from tefuda.commands.serve import data_folder, signing_keys_file
    from tefuda.server.store.archive_restore import as_text, restore_archive
    from tefuda.server.store.backup import restore as put_back
    from tefuda.server.store.errors import StoreError

    folder_only("tefuda restore")
    folder = data or data_folder()
    signing = signing_keys_file(folder)
    words = command_localizer(lang)
    new = not folder.exists()
    moment = _moment(at) if at is not None else None
    if moment is not None and not file.is_dir():
        raise UsageError(f"--at needs the folder of an archive, and {file} is not one")
    try:
        if file.is_dir():
            contents, changes, gap = restore_archive(file, moment, folder, signing, replace=replace)
        else:
            contents, changes, gap = put_back(file, folder, signing, replace=replace), 0, None
    except StoreError as error:
        if new and [path.name for path in folder.glob("*")] == ["lock"]:
            (folder / "lock").unlink()
            folder.rmdir()
        raise UsageError(str(error)) from error
    print(
        words.say("restore-done", file=str(file), folder=str(folder), tables=contents.tables, playing=contents.playing)
    )
    if moment is not None:
        print(words.say("restore-moment", changes=changes, at=as_text(moment)))
    elif file.is_dir():
        print(words.say("restore-latest", changes=changes))
    elif contents.made is not None:
        made = datetime.fromtimestamp(contents.made, UTC).strftime("%Y-%m-%d %H:%M UTC")
        print(words.say("restore-made", made=made))
    if gap is not None:
        print(words.say("restore-gap", since=as_text(gap)))
    if contents.keys:
        print(words.say("restore-with-keys", keys=str(signing)))
    elif not signing.exists():
        print(words.say("restore-without-keys", keys=str(signing)))


def _moment(text: str) -> float:
    """Return a time with its zone as seconds since 1970.  Raises UsageError."""
    wanted = "such as 2026-03-01T18:30:00Z or 2026-03-02T03:30+09:00"
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"--at takes a time, {wanted}, not {text}") from error
    if moment.tzinfo is None:
        raise UsageError(f"--at takes a time with its zone, {wanted}: {text} has none")
    if moment > datetime.now(UTC):
        raise UsageError(f"--at {text} has not come yet")
    return moment.timestamp()
