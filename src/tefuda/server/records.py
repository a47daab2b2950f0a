"""Game records for whoever asks for them: worked out from the log in small slices, once for a finished game.

A record takes a replay of the whole game, and nobody at the tables may notice one.  So only one is worked out at a
time, in slices of the event loop with pauses between them, and whoever asks for the same one meanwhile gets the same
bytes.  When a game ends, one replay for all its audiences is kept in the store: a later release, whose rules may be
others, still shows it.

A record is compressed as it is worked out, and is sent as it was kept.  What differs from guest to guest (`you`, the
rematch) comes last, so that it can be added without working anything out again.
"""

from __future__ import annotations

import asyncio
import hashlib
import struct
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tefuda.engine.view import SPECTATOR
from tefuda.server.errors import ServerError
from tefuda.server.guard import Guard, address_of
from tefuda.server.log_replay import TimeSlices
from tefuda.server.logs import log
from tefuda.server.protocol import GameRecord
from tefuda.server.rate_limit import address_group
from tefuda.server.request_parsing import accepted_codings
from tefuda.server.serialization import decoded_entry, full_update
from tefuda.server.store import Guest, KeptRecord, StoreError
from tefuda.server.table_actor import TableActor
from tefuda.server.table_registry import TableRegistry

PACKAGE = Path(__file__).parents[1]
SLICE = 0.001  # seconds of work at a stretch
FINISH_SECONDS = 5  # for records of ended games, when the server closes
AT_A_TIME = 1 << 14  # bytes of an answer
PLAIN_BYTES = 1 << 16  # sent to a client that takes no gzip, that cost as much as another request
MOST_COST = 100  # requests, of a record of any size
GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # deflate, no name, no time, unknown system (RFC 1952)
LEVEL = 6
TRUTH = "truth"

_encode = msgspec.json.Encoder().encode
Key = tuple[str, str, int]  # table, what, version


class Body:
    """A text but for its end: compressed, so that another end can follow without compressing it again."""

    __slots__ = ("__weakref__", "crc", "data", "size")

    def __init__(self, data: bytes, crc: int, size: int) -> None:
        self.data, self.crc, self.size = data, crc, size

    def gzip(self, end: bytes) -> list[bytes]:
        """Return the text with its end as a gzip file, in parts."""
        deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        checks = struct.pack("<II", zlib.crc32(end, self.crc), (self.size + len(end)) & 0xFFFFFFFF)
        return [GZIP_HEAD, self.data, deflate.compress(end) + deflate.flush() + checks]

    async def packed(self, end: bytes, turns: TimeSlices) -> AsyncIterator[bytes]:
        """Yield the same as `gzip`, in pieces small enough for a client that does not read to hold up little memory."""
        for part in self.gzip(end):
            for at in range(0, len(part), AT_A_TIME):
                await turns.turn()
                yield part[at : at + AT_A_TIME]

    async def plain(self, end: bytes, turns: TimeSlices) -> AsyncIterator[bytes]:
        """Yield the text with its end, in such pieces."""
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        data = self.data
        while part := inflate.decompress(data, AT_A_TIME):
            data = inflate.unconsumed_tail
            yield part
            await turns.turn()
        yield end


class BodyWriter:
    """Makes a `Body` from one part after another."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._parts: list[bytes] = []
        self._crc = self._size = 0

    def write(self, part: bytes) -> None:
        self._crc, self._size = zlib.crc32(part, self._crc), self._size + len(part)
        if squeezed := self._deflate.compress(part):
            self._parts.append(squeezed)

    def body(self) -> Body:
        """Return what was written; it ends at a byte, so that another stream can follow."""
        return Body(b"".join([*self._parts, self._deflate.flush(zlib.Z_SYNC_FLUSH)]), self._crc, self._size)


class Records:
    """The records of the tables of a house."""

    def __init__(self, registry: TableRegistry, guard: Guard) -> None:
        self._house, self._settings, self._store, self._guard = registry, registry.settings, registry.store, guard
        self._shared: WeakValueDictionary[Key, Body] = WeakValueDictionary()  # those being sent
        self._tasks: dict[Key, asyncio.Task[Body]] = {}  # those being read or worked out
        self._asking: Counter[str] = Counter()  # address -> how many of those it waits for
        self._finishing: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()
        self._closing = False
        form()  # reads all of the program, before anybody plays

    async def game(self, request: Request, host: TableActor, guest: Guest | None, seat: int) -> Response:
        """Answer with a game as a seat saw it, for this guest."""
        shown = GameRecord(host.info(guest), seat, (), host.released)
        end = _encode({"table": shown.table, "seat": shown.seat, "released": shown.released})
        work = partial(self._updates, host, seat)
        return await self._answer(request, host, _what(seat), work, b"]," + end[1:], "application/json")

    async def truth(self, request: Request, host: TableActor) -> Response:
        """Answer with the true record of a finished game."""
        return await self._answer(request, host, TRUTH, partial(self._truth, host), b"", "text/plain")

    async def game_of_other_rules(self, request: Request, shown: GameRecord) -> Response | None:
        """Answer with a finished game that this release cannot replay, as it was kept; None where it was not."""
        end = _encode({"table": shown.table, "seat": shown.seat, "released": shown.released})
        return await self._kept(request, shown.table.id, _what(shown.seat), b"]," + end[1:], "application/json")

    async def truth_of_other_rules(self, request: Request, table: str) -> Response | None:
        """Answer with the true record of a game that this release cannot replay; None where it was not kept."""
        return await self._kept(request, table, TRUTH, b"", "text/plain")

    async def _kept(self, request: Request, table: str, what: str, end: bytes, media_type: str) -> Response | None:
        kept = await self._store.kept_record(table, what)
        if kept is None:
            return None
        body, headers = Body(kept.data, kept.crc, kept.size), {"Cache-Control": "no-store"}
        return await self._sent(request, body, end, headers, media_type)

    async def _sent(
        self, request: Request, body: Body, end: bytes, headers: dict[str, str], media_type: str
    ) -> Response:
        """Answer with a text and its end, compressed where the client takes that."""
        turns = self._house.turns
        await turns.turn()  # all who have waited for it are about to be answered
        if "gzip" in accepted_codings(request):
            headers |= {"Content-Encoding": "gzip", "Content-Length": str(sum(map(len, body.gzip(end))))}
            return StreamingResponse(body.packed(end, turns), headers=headers, media_type=media_type)
        self._guard.charge_address(request, min(MOST_COST, body.size / PLAIN_BYTES))
        headers["Content-Length"] = str(body.size + len(end))
        return StreamingResponse(body.plain(end, turns), headers=headers, media_type=media_type)

    def finish(self, host: TableActor) -> None:
        """Keep the records of a game that has just ended, for all its audiences, in the background."""
        task = asyncio.create_task(self._finish(host))
        self._finishing.add(task)
        task.add_done_callback(self._finishing.discard)

    async def _finish(self, host: TableActor) -> None:
        try:
            async with self._one:
                bodies = await self._updates_of_all(host)
                bodies[TRUTH] = await self._truth(host)
                for what, body in bodies.items():
                    await self._keep(host.row.id, what, host.table.version, body)
        except Exception as error:  # it is worked out when it is asked for
            log.warning("not-kept", table=host.row.id, kind=type(error).__name__)

    async def finished(self) -> None:
        """Return once the records of all games that have ended are kept."""
        await asyncio.gather(*self._finishing)

    async def _answer(
        self,
        request: Request,
        host: TableActor,
        what: str,
        work: Callable[[], Awaitable[Body]],
        end: bytes,
        media_type: str,
    ) -> Response:
        key = (host.row.id, what, host.table.version)
        tag = f'W/"{hashlib.sha256(_encode((form(), *key)) + end).hexdigest()[:24]}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Accept-Encoding"}
        if tag in [known.strip() for known in request.headers.get("if-none-match", "").split(",")]:
            return Response(status_code=304, headers=headers)
        body = await self._get(key, work, address_group(address_of(request)), finished=host.released)
        return await self._sent(request, body, end, headers, media_type)

    async def drop(self, tables: Sequence[str]) -> None:
        """Drop the records of tables whose logs have been changed, those that are just being worked out included."""
        begun = [task for key, task in self._tasks.items() if key[0] in tables]
        await asyncio.gather(*map(asyncio.shield, (*begun, *self._finishing)), return_exceptions=True)
        for key in [key for key in self._shared if key[0] in tables]:
            self._shared.pop(key, None)
        await self._store.drop_records(tables)

    async def close(self) -> None:
        """Keep the records of games that have just ended, if that takes no more than some seconds, and stop working."""
        self._closing = True
        if self._finishing:
            await asyncio.wait(self._finishing, timeout=FINISH_SECONDS)
        tasks: list[asyncio.Task[Any]] = [*self._tasks.values(), *self._finishing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------- the work

    async def _get(self, key: Key, work: Callable[[], Awaitable[Body]], address: str, *, finished: bool) -> Body:
        """Return a record, from whoever is sent it, from the store or by working it out."""
        body = self._shared.get(key)
        if body is not None:
            return body
        if self._asking[address] >= self._settings.replays_an_address:
            raise ServerError("too-fast")
        if key not in self._tasks:
            if len(self._tasks) >= self._settings.replays:
                raise ServerError("busy")
            self._tasks[key] = asyncio.create_task(self._made(key, work, finished=finished))
            self._tasks[key].add_done_callback(partial(self._done, key))
        self._asking[address] += 1
        try:
            return await asyncio.shield(self._tasks[key])
        finally:
            self._asking[address] -= 1
            if not self._asking[address]:
                del self._asking[address]

    def _done(self, key: Key, task: asyncio.Task[Body]) -> None:
        del self._tasks[key]
        if not task.cancelled() and task.exception() is None:
            self._shared[key] = task.result()

    async def _made(self, key: Key, work: Callable[[], Awaitable[Body]], *, finished: bool) -> Body:
        if finished and (kept := await self._fitting(key)) is not None:
            return kept
        async with self._one:
            if finished and (kept := await self._fitting(key)) is not None:  # the game ended a moment ago
                return kept
            body = await work()
        if finished:
            table, what, version = key
            await self._keep(table, what, version, body)
        return body

    async def _fitting(self, key: Key) -> Body | None:
        """Return what was kept by this very program."""
        table, what, version = key
        kept = await self._store.kept_record(table, what)
        if kept is None or (kept.version, kept.form) != (version, form()):
            return None
        return Body(kept.data, kept.crc, kept.size)

    async def _keep(self, table: str, what: str, version: int, body: Body) -> None:
        record = KeptRecord(version, form(), body.data, body.crc, body.size)
        try:
            await self._store.keep_record(table, what, record, now=int(self._settings.clock.time()))
        except StoreError as trouble:  # it can be shown all the same
            log.warning("store", table=table, trouble=str(trouble))

    async def _updates(self, host: TableActor, seat: int) -> Body:
        """Replay a game for one audience."""
        return (await self._replayed(host, (seat,)))[_what(seat)]

    async def _updates_of_all(self, host: TableActor) -> dict[str, Body]:
        return await self._replayed(host, range(SPECTATOR, host.table.game.players))

    async def _replayed(self, host: TableActor, seats: Sequence[int]) -> dict[str, Body]:
        table, writers = self._house.table(host.row, seats), {seat: BodyWriter() for seat in seats}
        for writer in writers.values():
            writer.write(b'{"updates":[')
        entries = await self._store.log(host.row.id)
        async for logged in self._house.turns.each(
            entries, most=SLICE, rest=0 if self._closing else self._settings.replay_rest
        ):
            table.apply(decoded_entry(logged.entry))
            for seat, writer in writers.items():
                writer.write((b"," if table.version > 1 else b"") + _encode(full_update(table, seat)))
        return {_what(seat): writer.body() for seat, writer in writers.items()}

    async def _truth(self, host: TableActor) -> Body:
        writer = BodyWriter()
        await self._house.turns.turn()
        writer.write((await host.true_record()).encode())
        return writer.body()


def _what(seat: int) -> str:
    """Name the record of a game as a seat saw it."""
    return f"seat {seat}"


@cache
def form() -> str:
    """Return a digest of the program: another one may make something else of the same log."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
