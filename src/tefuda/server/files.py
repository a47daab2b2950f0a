"""Durable changes of files."""

from __future__ import annotations

import os
from pathlib import Path


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
