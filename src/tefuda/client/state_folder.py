"""The client's data between visits: one folder for each server, readable by its owner only.

`$TEFUDA_STATE` names the folder, else it is in the platform's folder for state.  Files are replaced as a whole and
reach the disk before the caller goes on.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import msgspec

from tefuda.client.errors import ClientError

T = TypeVar("T")

KEPT_SECONDS = 90 * 86400  # for which the data of a table is kept after its last change


class Guest(msgspec.Struct, frozen=True):
    """The identity on a server."""

    token: str = ""  # the cookie
    name: str = ""


class ServerFolder:
    """The folder of one server; raises ClientError where it cannot be written."""

    def __init__(self, root: Path, server: str) -> None:
        self.folder = root / "servers" / quote(server, safe="")
        self._guest_file = self.folder / "guest.json"
        try:
            make_folder(self.folder)
            self._prune()
        except OSError as error:
            raise _unwritable(root, error) from error
        self.guest = read(self._guest_file, Guest) or Guest()

    def table(self, id: str) -> Path:
        """Return the folder of a table, which exists once something is written to it."""
        return self.folder / "tables" / id

    def keep_guest(self, *, token: str | None = None, name: str | None = None) -> None:
        """Keep the cookie or the name."""
        before = self.guest
        self.guest = Guest(before.token if token is None else token, before.name if name is None else name)
        if self.guest != before:
            write(self._guest_file, msgspec.json.encode(self.guest))

    def _prune(self) -> None:
        """Delete the data of tables that have not changed for 90 days."""
        tables = self.folder / "tables"
        for table in filter(Path.is_dir, tables.iterdir() if tables.is_dir() else ()):  # macOS adds .DS_Store
            with contextlib.suppress(FileNotFoundError):  # another client is just replacing a file
                changed = max(file.stat().st_mtime for file in (table, *table.iterdir()))
                if time.time() - changed > KEPT_SECONDS:
                    shutil.rmtree(table, ignore_errors=True)


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of all data of the client; raises ClientError for a user without a home folder."""
    import platformdirs

    if named := environment.get("TEFUDA_STATE"):
        return Path(named)
    with contextlib.suppress(RuntimeError, KeyError):
        return platformdirs.user_state_path("tefuda")
    raise ClientError("error-no-folder")


def make_folder(folder: Path) -> None:
    """Create a folder that only its owner can read, with its parents."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "posix":
        folder.chmod(0o700)


def write(file: Path, data: bytes) -> None:
    """Replace a file that only its owner can read, durably; raises ClientError."""
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        make_folder(file.parent)
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(file)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        if os.name == "posix":  # the new name, too
            folder = os.open(file.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        raise _unwritable(file, error) from error


def append(file: Path, line: bytes) -> None:
    """Append a line to a file that only its owner can read; raises ClientError."""
    try:
        make_folder(file.parent)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "wb") as stream:
            stream.write(line + b"\n")
    except OSError as error:
        raise _unwritable(file, error) from error


def read(file: Path, kind: type[T]) -> T | None:
    """Read a JSON file; None if it is missing or unreadable."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError, UnicodeError):
        return None


def _unwritable(path: Path, error: OSError) -> ClientError:
    return ClientError("error-folder", folder=str(path), reason=error.strerror or str(error))
