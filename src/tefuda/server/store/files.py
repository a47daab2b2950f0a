"""Durable changes of files, and folders that one process at a time uses."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from tefuda.server.store.errors import StoreError


def sync_folder(folder: Path) -> None:
    """Make new, renamed and removed names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def publish(unfinished: Path, file: Path) -> None:
    """Give a finished file its name, durably; replaces an existing file."""
    with unfinished.open("rb") as data:
        os.fsync(data.fileno())
    unfinished.replace(file)
    sync_folder(file.absolute().parent)


def lock_folder(folder: Path) -> IO[str]:
    """Create a folder if needed and lock it until the returned file is closed; raises StoreError if it is in use."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise StoreError(f"cannot store anything in {folder}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StoreError(f"another server uses {folder}") from error
    return lock


def size_of(file: Path) -> int:
    """Return the size of a file in bytes, 0 if it does not exist."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def give_to_owner(file: Path) -> None:
    """Give a file that root has made to the owner of its folder, so that a service can use it."""
    if os.geteuid() == 0:
        owner = file.absolute().parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)
