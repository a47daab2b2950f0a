"""Replays uploaded records: checks that they follow the rules, and shows the game; nothing is stored.

Each record is replayed in its own process (`replay_process.py`) with a time limit, so that neither a long nor a hostile
one delays the tables.  One process runs at a time, and each address may have one request.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from tefuda.server.admission import address_group_of
from tefuda.server.compressed import Body
from tefuda.server.concurrency_limit import ConcurrencyLimit
from tefuda.server.errors import ServerError
from tefuda.server.finished_games.records import Records
from tefuda.server.finished_games.replay_process import Job, Outcome
from tefuda.server.protocol.http import RecordCheck
from tefuda.server.settings import Settings
from tefuda.server.web.api import Answer, ApiCall

MAX_WAITING = 4  # requests that wait or are being answered
MAX_SENDING = 16  # games being sent, which take up to 0.6 MB of memory each
SECONDS = 20.0  # timeout of one check
SEND_SECONDS = 60.0  # for sending a game
MAX_REASON = 300  # characters, as it may quote the record
NICE = 10  # lower priority than the server and its bots


class RecordChecks:
    """Answers requests to check a record, and to show its game."""

    def __init__(self, settings: Settings, records: Records) -> None:
        self._settings, self._records = settings, records
        self._lock = asyncio.Lock()
        self._waiting, self._sending = ConcurrencyLimit(), ConcurrencyLimit()

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {"check": self.check, "check_replay": self.game}

    async def check(self, call: ApiCall) -> RecordCheck:
        found, _ = await self._replayed(call, None)
        return RecordCheck(found.verdict, found.reason, found.moves)

    async def game(self, call: ApiCall) -> Response:
        """Answer with the game of a record; it is in memory only while it is sent."""
        address = address_group_of(call.request)
        self._sending.acquire(address, MAX_SENDING)
        sent = partial(self._sending.release, address)
        try:
            found, data = await self._replayed(call, call.body.seat)
            body, headers = Body(data, found.crc, found.size), {"Cache-Control": "no-store"}
            inner = await self._records.response(call.request, body, b"", headers, "application/json")
        except BaseException:
            sent()
            raise
        return _TimedResponse(inner, sent)

    async def _replayed(self, call: ApiCall, seat: int | None) -> tuple[Outcome, bytes]:
        """Return the result of replaying an uploaded record in a process, with its game if `seat` is given."""
        address = address_group_of(call.request)
        self._waiting.acquire(address, MAX_WAITING)
        try:
            async with self._lock:
                found, data = await self._run(call.body.record, call.language, seat)
        finally:
            self._waiting.release(address)
        if found.verdict == "unreadable":
            raise ServerError("no-record", why=found.reason[:MAX_REASON])
        if found.verdict == "unplayable":
            raise ServerError("no-replay", why=found.reason[:MAX_REASON])
        return found, data

    async def _run(self, record: str, language: str, seat: int | None) -> tuple[Outcome, bytes]:
        """Run the process; raises ServerError if it takes too long or fails."""
        cards = {slug: str(path) for slug, path in self._settings.cards.items()}
        job = msgspec.json.encode(Job(record, language, dict(self._settings.games), cards, seat))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tefuda.server.finished_games.replay_process",
            stdin=pipe,
            stdout=pipe,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
            async with asyncio.timeout(SECONDS):
                answer, _ = await process.communicate(job)
            found, _, data = answer.partition(b"\n")
            return msgspec.json.decode(found, type=Outcome), data
        except (TimeoutError, msgspec.DecodeError):  # there is no answer if the process has exceeded its limits
            raise ServerError("record-too-long") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


class _TimedResponse(StreamingResponse):
    """A response that must be sent within `SEND_SECONDS`; `done` is called once it is sent or has failed."""

    def __init__(self, inner: StreamingResponse, done: Callable[[], None]) -> None:
        super().__init__(inner.body_iterator, inner.status_code)
        self.raw_headers = inner.raw_headers
        self._done = done

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await super().__call__(scope, receive, send)
        except TimeoutError:
            pass  # the response stays incomplete, and the connection is closed
        finally:
            self._done()
