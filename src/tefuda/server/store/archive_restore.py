"""Point-in-time recovery of a data folder from an archive, to any moment since its oldest base backup.

Takes the newest base backup made before the moment, and replays the archived changes up to the moment on it.
"""

from __future__ import annotations

import asyncio
import inspect
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import msgspec

from tefuda.server.store.archive import Call, bases, number_of, read_log
from tefuda.server.store.backup import RESTORING, Contents, locked_target, made, restore
from tefuda.server.store.errors import Conflict, DeletedGuest, StoreError
from tefuda.server.store.sql import encoded
from tefuda.server.store.sqlite import FILE, SqliteStore
from tefuda.server.store.stored_data import Append

OVERLAP_SECONDS = 5.0  # after a base backup: changes that it already holds may be archived as late as this


class Restored(NamedTuple):
    """Outcome of a restore."""

    contents: Contents
    changes: int  # replayed on the base backup
    gap: float | None  # since when changes may be missing, in seconds since 1970; None: nothing is missing


def restore_archive(archive: Path, at: float | None, folder: Path, keys: Path, *, replace: bool = False) -> Restored:
    """Restore the state at a moment (seconds since 1970; None: the latest) into a folder that no server uses.

    Raises StoreError if the archive does not reach back to the moment or is damaged, or if the folder holds data and
    `replace` is false.
    """
    copies = [(made(path), path) for path in bases(archive)] if archive.is_dir() else []
    if not copies:
        raise StoreError(f"{archive} holds no archive")
    usable = [(moment, path) for moment, path in copies if at is None or moment <= at]
    if not usable:
        raise StoreError(f"the archive begins at {as_text(copies[0][0])}: it holds no earlier moment")
    copied, base = usable[-1]
    with locked_target(folder, replace=replace):
        workplace = folder / RESTORING
        shutil.rmtree(workplace, ignore_errors=True)
        workplace.mkdir(mode=0o700)
    try:
        shutil.copyfile(base, workplace / FILE)
        (workplace / FILE).chmod(0o600)
        history = _History(archive, base, copied, at)
        changes = asyncio.run(_replay(workplace, history, copied + OVERLAP_SECONDS))
        return Restored(restore(workplace / FILE, folder, keys, replace=replace), changes, history.gap)
    except OSError as error:
        raise StoreError(f"{archive} cannot be restored: {error}") from error
    finally:
        shutil.rmtree(workplace, ignore_errors=True)


def as_text(moment: float) -> str:
    """Return a time as text for the operator."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


class _History:
    """The calls from a base backup to a moment; `gap` is set if the archive lacks some of them."""

    def __init__(self, archive: Path, base: Path, copied: float, at: float | None) -> None:
        self._archive, self._number, self._copied, self._at = archive, number_of(base), copied, at
        self.gap: float | None = None

    def __iter__(self) -> Iterator[Call]:
        number, last = self._number, self._copied
        while (path := self._archive / f"{number:08}.log").exists():
            continues, calls = read_log(path)
            if number > self._number and not continues:
                self.gap = last
                return
            for call in calls:
                if self._at is not None and call.time > self._at:
                    return
                last = call.time
                yield call
            number += 1


async def _replay(folder: Path, history: _History, overlap: float) -> int:
    """Replay calls on the store in a folder; it may already hold those up to the time `overlap`.

    Stops at a gap in the log of a table, and returns the number of changes.
    """
    store = SqliteStore(folder, synced=False)
    try:
        changes = 0
        for call in history:
            try:
                await _method(store, call)
            except (Conflict, DeletedGuest):
                if "append" not in call.arguments:  # what a deleted guest has said
                    continue
                append = msgspec.convert(call.arguments["append"], Append)
                stored = await store.table(append.table)
                if stored is None or stored.row.version > append.expected:  # the base backup already holds it
                    continue
                if stored.row.version < append.expected:  # an earlier one is missing
                    history.gap = call.time
                    return changes
                # An older release let a guest append while they were deleted. Later entries build on theirs.
                await store.append(_without_sender(append))
                changes += 1
            except StoreError as error:
                if call.time > overlap:
                    raise StoreError(f"the archive is damaged at {as_text(call.time)}: {error}") from error
            else:
                changes += 1
        return changes
    finally:
        await store.close()


def _without_sender(append: Append) -> Append:
    """Return the append without anything of the guest who sends it, as if they had been deleted after it."""
    entry, sitters = msgspec.json.decode(append.entry), append.sitters
    if entry.get("kind") == "sat" and entry["sitter"].pop("name", None) is not None:
        append = append._replace(entry=encoded(entry))
        if sitters is not None:
            seat = entry["seat"]
            nameless = msgspec.structs.replace(sitters[seat], name="")
            append = append._replace(sitters=(*sitters[:seat], nameless, *sitters[seat + 1 :]))
    seats = tuple(seat._replace(sits=seat.sits and seat.guest != append.sender) for seat in append.seats)
    return append._replace(sender=None, command=None, seats=seats)


async def _method(store: SqliteStore, call: Call) -> Any:
    hints = _arguments(call.method)
    arguments = {name: msgspec.convert(value, hints[name]) for name, value in call.arguments.items()}
    return await getattr(store, call.method)(**arguments)


@cache
def _arguments(name: str) -> dict[str, Any]:
    """Return the types of the arguments of a method of the store; raises StoreError if there is none."""
    method = getattr(SqliteStore, name, None)
    if name.startswith("_") or not inspect.iscoroutinefunction(method):
        raise StoreError(f"this release knows no change “{name}”")
    return get_type_hints(method)
