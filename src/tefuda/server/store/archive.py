"""Archive for point-in-time recovery: periodic base backups of the database, and a log of every change since.

The folder holds pairs of files with a common number: `00000007.log` with the changes since some moment, and
`00000007.base`, a backup of the database made immediately after that moment.  A change is a call of a method of
`SqliteStore` with its time; replaying the calls on the backup gives the state at any later moment
(`archive_restore.py`).  The event loop only encodes a call; one thread compresses, writes and syncs the collected calls
every half second, and another one makes the base backups, so the writer of the store never waits for the archive.

A log continues the previous one unless calls may be missing between them, as after a crash; then a new base backup is
made.
"""

from __future__ import annotations

import contextlib
import math
import os
import sqlite3
import struct
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tefuda.server.clock import Clock
from tefuda.server.logs import log
from tefuda.server.store.backup import made, make
from tefuda.server.store.errors import StoreError
from tefuda.server.store.files import lock_folder, sync_folder

COLLECT_SECONDS = 0.5  # how long calls are collected before they are written
BASE_SECONDS = 86400.0  # between two base backups
RETRY_SECONDS = 60.0  # after a base backup that failed
MAX_WAITING_BYTES = 64 << 20  # of calls that cannot be written; beyond it they are dropped, and a new backup is needed
HEADER = struct.Struct(">II")  # of a block: its size and its CRC-32
STARTS, CONTINUES = b"tefuda archive 1, starts\n", b"tefuda archive 1, continues\n"


class Call(NamedTuple):
    """A call of a method of the store that changed something."""

    time: float  # seconds since 1970, after the change was stored and before it was acknowledged
    method: str
    arguments: dict[str, Any]


class Archive:
    """Writes the archive of one data folder.  Raises StoreError if the folder cannot be used."""

    def __init__(self, folder: Path, data: Path, clock: Clock, keep: float) -> None:
        self._folder, self._data, self._clock, self._keep = folder, data, clock, keep
        if data.absolute() in (folder.absolute(), *folder.absolute().parents):
            raise StoreError(f"the archive {folder} would be lost together with the data in {data}: use another folder")
        self._lock = lock_folder(folder)
        self._number = max((number_of(path) for path in folder.iterdir()), default=0)
        self._changed = threading.Condition()
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._oldest_waiting = 0.0
        self._last_time = 0.0
        self._gap = True  # whether calls may be missing since the last base backup
        self._closed = self._copies_stopped = False
        self._file: int | None = None
        self._writing = threading.Lock()  # held while calls are written, or a new log is begun
        self._last_base = 0.0
        self._base_due = clock.now()
        self._encode = msgspec.msgpack.Encoder().encode
        self._threads = [
            threading.Thread(target=self._write_calls, name="tefuda-archive", daemon=True),
            threading.Thread(target=self._make_bases, name="tefuda-archive-base", daemon=True),
        ]
        try:
            for unfinished in folder.glob("*.unfinished*"):  # left by a server that was killed
                unfinished.unlink()
            self._begin_log()
        except OSError as error:
            self._lock.close()
            raise StoreError(f"{folder}: the archive cannot be written: {error.strerror}") from error

    def start(self) -> None:
        """Start the threads; the database must exist."""
        for thread in self._threads:
            thread.start()

    # ------------------------------------------------------- in the event loop

    def add(self, method: str, arguments: dict[str, Any]) -> None:
        """Add a call that has just changed the store."""
        self._last_time = max(self._clock.time(), self._last_time)  # a clock that is set back would hide later calls
        call = self._encode(Call(self._last_time, method, arguments))
        with self._changed:
            if self._waiting_bytes + len(call) > MAX_WAITING_BYTES:
                self._drop_waiting()
            if not self._waiting:
                self._oldest_waiting = self._clock.now()
                self._changed.notify_all()
            self._waiting.append(call)
            self._waiting_bytes += len(call)

    @property
    def lag(self) -> float:
        """Seconds for which the oldest unwritten call has been waiting, 0 if there is none."""
        with self._changed:
            return self._clock.now() - self._oldest_waiting if self._waiting else 0.0

    @property
    def base_age(self) -> float:
        """Seconds since the newest base backup, infinite if this server has made none."""
        return self._clock.time() - self._last_base if self._last_base else float("inf")

    def stop_copies(self) -> None:
        """Abort a base backup that is being made, and make no further one."""
        with self._changed:
            self._copies_stopped = True
            self._changed.notify_all()

    def close(self) -> None:
        """Write the waiting calls and stop the threads.  Blocks."""
        with self._changed:
            self._closed = self._copies_stopped = True
            self._changed.notify_all()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self._lock.close()

    # ------------------------------------------------------------- the threads

    def _write_calls(self) -> None:
        running = True
        while running:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._waiting)
                self._changed.wait_for(lambda: self._closed, COLLECT_SECONDS)
                running = not self._closed
            try:
                with self._writing:
                    self._write_block()
            except OSError as error:
                log.warning("archive-error", error=str(error))

    def _write_block(self) -> None:
        """Write and sync the waiting calls as one block; after an error the block is removed and they keep waiting."""
        with self._changed:
            calls, self._waiting = self._waiting, []
            since, size, self._waiting_bytes = self._oldest_waiting, self._waiting_bytes, 0
        if not calls or self._file is None:
            return
        block = zlib.compress(msgspec.msgpack.encode([msgspec.Raw(call) for call in calls]), 1)
        end = os.lseek(self._file, 0, os.SEEK_END)
        try:
            write_all(self._file, HEADER.pack(len(block), zlib.crc32(block)) + block)
            os.fsync(self._file)
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, end)
            with self._changed:
                self._waiting, self._oldest_waiting = calls + self._waiting, since
                self._waiting_bytes += size
            raise

    def _drop_waiting(self) -> None:
        self._waiting.clear()
        self._waiting_bytes = 0
        self._gap, self._base_due = True, self._clock.now()
        log.error("archive-gap")

    def _make_bases(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._copies_stopped or self._clock.now() >= self._base_due,
                    self._base_due - self._clock.now(),
                )
                if self._copies_stopped:
                    return
                self._base_due = self._clock.now() + BASE_SECONDS
            try:
                self._make_base()
            except (OSError, StoreError, sqlite3.Error) as error:
                if self._copies_stopped:
                    return
                log.warning("archive-error", error=str(error))
                with self._changed:
                    self._base_due = min(self._base_due, self._clock.now() + RETRY_SECONDS)

    def _make_base(self) -> None:
        """Begin a new log and back up the database, then remove files that are no longer needed."""
        if self._last_base or (self._folder / f"{self._number:08}.base").exists():
            with self._writing:
                self._write_block()
                self._begin_log()
        number = self._number
        file = self._folder / f"{number:08}.base"
        make(self._data, file, clock=self._clock, replace=True, stopped=lambda: self._copies_stopped)
        self._last_base = self._clock.time()
        log.info("archived", number=number)
        self._prune()

    def _begin_log(self) -> None:
        with self._changed:
            beginning = STARTS if self._gap else CONTINUES
            self._gap = False
        path = self._folder / f"{self._number + 1:08}.log"
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND, 0o600)
        try:
            write_all(file, beginning)
            os.fsync(file)
            sync_folder(self._folder)
        except OSError:
            os.close(file)
            path.unlink(missing_ok=True)
            with self._changed:
                self._gap = self._gap or beginning == STARTS
            raise
        if self._file is not None:
            os.close(self._file)
        self._file, self._number = file, self._number + 1

    def _prune(self) -> None:
        """Remove the files before the newest base backup that is older than the retention period.

        A clock that is far ahead removes none: the second newest backup counts as two days old at most.
        """
        copies = [(number_of(path), made(path)) for path in bases(self._folder)]
        earlier = copies[-2][1] if len(copies) > 1 else math.inf
        limit = min(self._clock.time(), earlier + 2 * BASE_SECONDS) - self._keep
        old = [number for number, time in copies if time <= limit]
        for path in self._folder.iterdir():
            if 0 < number_of(path) < max(old, default=0):
                path.unlink()


def number_of(path: Path) -> int:
    """Return the number of a file of an archive, 0 for any other file."""
    return int(path.stem) if path.suffix in (".log", ".base") and path.stem.isdecimal() else 0


def bases(folder: Path) -> list[Path]:
    """Return the complete base backups in an archive, oldest first."""
    return sorted(path for path in folder.glob("*.base") if number_of(path))


def read_log(path: Path) -> tuple[bool, Iterator[Call]]:
    """Return whether a log continues the one before it, and its calls; an incomplete block at the end is ignored.

    Raises StoreError if the file is not a log of an archive, or damaged before its end.
    """
    data = path.read_bytes()
    beginning = next((line for line in (STARTS, CONTINUES) if data.startswith(line)), None)
    if beginning is None and not (STARTS.startswith(data) or CONTINUES.startswith(data)):
        raise StoreError(f"{path} is not a log that this release can read")
    return beginning == CONTINUES, _calls(path, data, len(beginning or data))


def _calls(path: Path, data: bytes, start: int) -> Iterator[Call]:
    decode = msgspec.msgpack.Decoder(list[Call]).decode
    while start + HEADER.size <= len(data):
        size, crc = HEADER.unpack_from(data, start)
        block = data[start + HEADER.size : start + HEADER.size + size]
        start += HEADER.size + size
        if len(block) < size:
            return
        if zlib.crc32(block) != crc:
            if start == len(data):  # the last block was being written
                return
            raise StoreError(f"{path} is damaged before its end, at byte {start - size}")
        yield from decode(zlib.decompress(block))


def write_all(file: int, data: bytes) -> None:
    """Write all data to a file descriptor."""
    while data:
        data = data[os.write(file, data) :]
