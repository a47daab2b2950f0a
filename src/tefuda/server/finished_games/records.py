"""Game records: replayed from the log in small slices, and stored once a game is over.

A record needs a replay of the whole game, which must not delay the tables.  Therefore only one replay runs at a time,
in short slices with pauses between them, and concurrent requests for the same record share its result.  After a game
has ended, when the server is idle enough (`record_backlog.py`), one replay makes the records of all audiences.  They
are stored, so later releases with other rules can still show them.

A record is compressed while it is made, and sent as stored.  The part that differs between guests (`you`, the rematch)
comes last, as a tail that is appended without compressing the rest again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import cache, partial
from pathlib import Path
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tefuda.engine.view import SPECTATOR
from tefuda.server.admission import Guard, address_group_of
from tefuda.server.cluster.homes import home_of
from tefuda.server.compressed import Body, BodyWriter
from tefuda.server.errors import ServerError
from tefuda.server.finished_games.record_backlog import RecordBacklog
from tefuda.server.logs import log
from tefuda.server.protocol.http import GameRecord
from tefuda.server.request_parsing import accepted_codings, is_cached
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import Guest, Logged, StoredRecord, TableRow
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.serialization import decoded_entry, full_update
from tefuda.server.tables.services import Services
from tefuda.server.tables.spectators import visible_log
from tefuda.table.release import release
from tefuda.table.table import Table

PACKAGE = Path(__file__).parents[2]
SLICE_SECONDS = 0.001
MAX_BACKLOG = 1000  # tables that the server looks for when it starts
FINISH_SECONDS = 5  # to store the records of games that end during shutdown
PLAIN_BYTES = 1 << 16  # size of an uncompressed answer per token of the rate limit
MAX_COST = 100  # tokens, of a record of any size
SIGNED_RECORD = "truth"  # name of the signed record in the store

_encode = msgspec.json.Encoder().encode
Key = tuple[str, str, int]  # (table, name of the record, version)


class Records:
    """Makes, stores and serves the records of all tables."""

    def __init__(self, services: Services, guard: Guard) -> None:
        self._services, self._settings, self._store, self._guard = services, services.settings, services.store, guard
        self._shared: WeakValueDictionary[Key, Body] = WeakValueDictionary()  # being sent
        self._tasks: dict[Key, asyncio.Task[Body]] = {}  # being read or made
        self._waiting: Counter[str] = Counter()  # address -> requests that wait for one of `_tasks`
        self._backlog = RecordBacklog(self._make_all, lambda: self._closing or bool(self._tasks))
        self._search: asyncio.Task[None] | None = None
        self._replay_lock = asyncio.Lock()
        self._pace = asyncio.Lock()  # of uncompressed answers, which cost most
        self._closing = False
        services.metrics.records_waiting.set_function(lambda: len(self._backlog))
        program_digest()  # fills its cache before any game: it reads all source files

    async def game(
        self, request: Request, loaded: LoadedTable, guest: Guest | None, seat: int, *, by_link: bool = False
    ) -> Response:
        """Answer with the game as a seat saw it; `by_link` leaves out the link to the next game."""
        info = loaded.info(guest)
        header = GameRecord(replace(info, next=None) if by_link else info, seat, (), loaded.released)
        row, name, version, finished = loaded.row, _record_name(seat), loaded.table.version, loaded.released
        if seat == SPECTATOR and loaded.held_back:  # the tag depends on the version, which must not reveal the present
            version = len(visible_log(await self._store.log(row.id), loaded.table.delay))
            name = f"{name} later"
        key, work = (row.id, name, version), partial(self._make_game, row, seat, version)
        return await self._answer(request, key, work, _tail(header), "application/json", finished=finished)

    async def for_seat(self, loaded: LoadedTable, seat: int, address: str) -> Body:
        """Return the record of a finished game as a seat saw it; `address` is that of who asks for it."""
        version = loaded.table.version
        key, work = (loaded.row.id, _record_name(seat), version), partial(self._make_game, loaded.row, seat, version)
        return await self._get(key, work, address, finished=True)

    async def signed_record(self, request: Request, loaded: LoadedTable) -> Response:
        """Answer with the signed record of a finished game."""
        key = loaded.row.id, SIGNED_RECORD, loaded.table.version
        work = partial(self._make_signed_record, loaded)
        return await self._answer(request, key, work, b"", "text/plain", finished=loaded.released)

    async def stored_game(self, request: Request, header: GameRecord) -> Response | None:
        """Answer with the stored record of a game that this release cannot replay, None if there is none.

        `header` has everything but the updates.
        """
        name = _record_name(header.seat)
        return await self._answer_stored(request, header.table.id, name, _tail(header), "application/json")

    async def stored_signed_record(self, request: Request, table: str) -> Response | None:
        """Answer with the stored signed record of a game that this release cannot replay, None if there is none."""
        return await self._answer_stored(request, table, SIGNED_RECORD, b"", "text/plain")

    async def _answer_stored(
        self, request: Request, table: str, name: str, tail: bytes, media_type: str
    ) -> Response | None:
        stored = await self._store.stored_record(table, name)
        if stored is None:
            return None
        body, headers = Body(stored.data, stored.crc, stored.size), {"Cache-Control": "no-store"}
        return await self.response(request, body, tail, headers, media_type)

    async def response(
        self, request: Request, body: Body, tail: bytes, headers: dict[str, str], media_type: str
    ) -> StreamingResponse:
        """Return the response with a body and its tail, compressed if the client accepts gzip."""
        time_slices = self._services.time_slices
        await time_slices.turn()  # many requests may have waited for the same body
        if "gzip" in accepted_codings(request):
            headers |= {"Content-Encoding": "gzip", "Content-Length": str(sum(map(len, body.gzip(tail))))}
            return StreamingResponse(body.gzip_chunks(tail, time_slices), headers=headers, media_type=media_type)
        self._guard.charge_address(request, min(MAX_COST, body.size / PLAIN_BYTES))
        headers["Content-Length"] = str(body.size + len(tail))
        return StreamingResponse(body.plain_chunks(tail, self._pace), headers=headers, media_type=media_type)

    def finish(self, loaded: LoadedTable) -> None:
        """Queue a game that has just ended: its records are made and stored when the server is idle enough."""
        self._backlog.add([loaded.row.id])

    def start(self) -> None:
        """Find finished games without records, and queue them."""
        self._search = asyncio.create_task(self._find_unrecorded())

    async def _find_unrecorded(self) -> None:
        settings = self._settings
        try:
            tables = await self._store.unrecorded_tables(SIGNED_RECORD, MAX_BACKLOG)
        except StoreError as error:  # retried at the next start
            log.warning("store-error", error=str(error))
        else:
            self._backlog.add(id for id in tables if home_of(id, settings.workers) == settings.slot)

    async def _make_all(self, id: str) -> None:
        """Make and store the records of a finished game for all audiences; never raises."""
        try:
            async with self._replay_lock, self._dropped_if_named(id):
                stored = await self._store.table(id)
                if stored is None or stored.row.phase != "over":
                    return
                seats = range(SPECTATOR, len(stored.row.sitters))
                table, bodies = await self._replay(
                    stored.row, seats, entries=stored.log, yield_while_busy=self._backlog.yield_while_busy
                )
                bodies[SIGNED_RECORD] = await self._signed_record(table, stored.log)
                for name, body in bodies.items():
                    await self._store_body(id, name, table.version, body)
        except ServerError as error:  # made with other rules or cards than this server has
            log.info("record-not-made", table=id, why=error.id)
        except StoreError as error:  # the records are made again on request
            log.warning("store-error", table=id, error=str(error))
        except Exception as error:
            log.warning("record-not-stored", table=id, kind=type(error).__name__)

    async def _answer(
        self,
        request: Request,
        key: Key,
        work: Callable[[], Awaitable[Body]],
        tail: bytes,
        media_type: str,
        *,
        finished: bool,
    ) -> Response:
        tag = f'W/"{hashlib.sha256(_encode((program_digest(), *key)) + tail).hexdigest()[:24]}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Accept-Encoding"}
        if is_cached(request, tag):
            return Response(status_code=304, headers=headers)
        body = await self._get(key, work, address_group_of(request), finished=finished)
        return await self.response(request, body, tail, headers, media_type)

    async def drop(self, tables: Sequence[str]) -> None:
        """Drop the records of tables whose logs have changed, once those that are being made are complete."""
        running = [task for key, task in self._tasks.items() if key[0] in tables]
        await asyncio.gather(*map(asyncio.shield, running), self._backlog.settled(tables), return_exceptions=True)
        for key in [key for key in self._shared if key[0] in tables]:
            self._shared.pop(key, None)
        await self._store.drop_records(tables)

    async def close(self) -> None:
        """Store the records of games that have just ended, within some seconds, and cancel all other tasks."""
        self._closing = True
        if self._search is not None:
            self._search.cancel()
        await self._backlog.close(FINISH_SECONDS)
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------- replays

    async def _get(self, key: Key, work: Callable[[], Awaitable[Body]], address: str, *, finished: bool) -> Body:
        """Return a record that is being sent, read it from the store, or make it."""
        body = self._shared.get(key)
        if body is not None:
            return body
        if self._waiting[address] >= self._settings.replays_an_address:
            raise ServerError("too-fast")
        if key not in self._tasks:
            if len(self._tasks) >= self._settings.replays:
                raise ServerError("busy")
            self._tasks[key] = asyncio.create_task(self._load_or_make(key, work, finished=finished))
            self._tasks[key].add_done_callback(partial(self._done, key))
        self._waiting[address] += 1
        try:
            return await asyncio.shield(self._tasks[key])
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def _done(self, key: Key, task: asyncio.Task[Body]) -> None:
        del self._tasks[key]
        if not task.cancelled() and task.exception() is None:
            self._shared[key] = task.result()

    async def _load_or_make(self, key: Key, work: Callable[[], Awaitable[Body]], *, finished: bool) -> Body:
        if finished and (stored := await self._load(key)) is not None:
            return stored
        async with self._replay_lock:
            if finished and (stored := await self._load(key)) is not None:  # stored while this task waited
                return stored
            if not finished:
                return await work()
            table, name, version = key
            async with self._dropped_if_named(table):
                body = await work()
                await self._store_body(table, name, version, body)
        return body

    @contextlib.asynccontextmanager
    async def _dropped_if_named(self, table: str) -> AsyncIterator[None]:
        """Drop the records of a table that are made here if another worker deletes a guest meanwhile."""
        if not self._services.peers.possible:  # `drop` waits for them
            yield
            return
        before = await self._store.deleted_players(table)
        yield
        if await self._store.deleted_players(table) != before:
            await self._store.drop_records([table])

    async def _load(self, key: Key) -> Body | None:
        """Return the stored body if it was made from this version of the log by this program, else None."""
        table, name, version = key
        stored = await self._store.stored_record(table, name)
        if stored is None or (stored.version, stored.program) != (version, program_digest()):
            return None
        return Body(stored.data, stored.crc, stored.size)

    async def _store_body(self, table: str, name: str, version: int, body: Body) -> None:
        record = StoredRecord(version, program_digest(), body.data, body.crc, body.size)
        try:
            await self._store.store_record(table, name, record, now=int(self._settings.clock.time()))
        except StoreError as error:  # the record can still be sent
            log.warning("store-error", table=table, error=str(error))

    async def _make_game(self, row: TableRow, seat: int, version: int) -> Body:
        """Replay a game for one audience up to the requested version: later the seat may be another guest's."""
        entries = (await self._store.log(row.id))[:version]
        _, bodies = await self._replay(row, (seat,), entries=entries)
        return bodies[_record_name(seat)]

    async def _replay(
        self,
        row: TableRow,
        seats: Sequence[int],
        *,
        entries: Sequence[Logged],
        yield_while_busy: Callable[[], Awaitable[None]] | None = None,
    ) -> tuple[Table, dict[str, Body]]:
        """Replay a game for some audiences; return the table at its end and the bodies by name.

        `yield_while_busy` is awaited before each entry, unless the replay runs without pauses.
        """
        table, writers = self._services.games.table(row, seats, entries), {seat: BodyWriter() for seat in seats}
        for writer in writers.values():
            writer.write(b'{"updates":[')
        rest = 0 if self._closing else self._settings.replay_rest
        async for logged in self._services.time_slices.each(entries, seconds=SLICE_SECONDS, rest=rest):
            if yield_while_busy is not None and rest:
                await yield_while_busy()
            table.apply(decoded_entry(logged.entry))
            for seat, writer in writers.items():
                writer.write((b"," if table.version > 1 else b"") + _encode(full_update(table, seat)))
        return table, {_record_name(seat): writer.body() for seat, writer in writers.items()}

    async def _make_signed_record(self, loaded: LoadedTable) -> Body:
        return await self._signed_record(loaded.table, await self._store.log(loaded.row.id))

    async def _signed_record(self, table: Table, entries: Sequence[Logged]) -> Body:
        """Make the signed record; raises ServerError if the signing key in the table's seal is missing."""
        writer, deal = BodyWriter(), table.deal
        await self._services.time_slices.turn()
        sealed = deal.open if deal is not None else None
        private = self._services.keyring.private(sealed.server) if sealed is not None else b""
        if private is None:
            raise ServerError("no-signing-key")
        writer.write(release(table, [decoded_entry(logged.entry) for logged in entries], private).encode())
        return writer.body()


def _record_name(seat: int) -> str:
    """Return the name in the store of the record as a seat saw the game."""
    return f"seat {seat}"


def _tail(header: GameRecord) -> bytes:
    """Encode the fields of a record after its updates."""
    return b"]," + _encode({"table": header.table, "seat": header.seat, "released": header.released})[1:]


@cache
def program_digest() -> str:
    """Return a digest of the program's source files: a changed program may make another record of the same log."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
