"""Replays records that people send, to say whether their moves and ranks follow the rules; nothing is kept.

Each record is replayed by a process of its own (`replay_process.py`), one at a time and with a time limit, so that
neither a long nor a hostile one delays the tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping

import msgspec

from tefuda.server.errors import ServerError
from tefuda.server.protocol import RecordCheck
from tefuda.server.replay_process import Job, Outcome
from tefuda.server.settings import Settings
from tefuda.server.web.api import Answer, ApiCall

MAX_WAITING = 4  # requests that wait or are being answered
SECONDS = 20.0  # for one record
NICE = 10  # lower priority than the server and its bots


class RecordChecks:
    """Answers requests to check a record."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = asyncio.Lock()
        self._waiting = 0

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {"check": self.check}

    async def check(self, call: ApiCall) -> RecordCheck:
        if self._waiting >= MAX_WAITING:
            raise ServerError("busy")
        self._waiting += 1
        try:
            async with self._lock:
                found = await self._replayed(call.body.record, call.language)
        finally:
            self._waiting -= 1
        if found.verdict == "unreadable":
            raise ServerError("no-record", why=found.reason)
        return RecordCheck(found.verdict, found.reason, found.moves)

    async def _replayed(self, record: str, language: str) -> Outcome:
        """Return the verdict of a process on a record; raises ServerError if it takes too long or fails."""
        cards = {slug: str(path) for slug, path in self._settings.cards.items()}
        job = msgspec.json.encode(Job(record, language, dict(self._settings.games), cards))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tefuda.server.replay_process",
            stdin=pipe,
            stdout=pipe,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
            async with asyncio.timeout(SECONDS):
                answer, _ = await process.communicate(job)
            return msgspec.json.decode(answer, type=Outcome)
        except (TimeoutError, msgspec.DecodeError):  # an answer is missing if a limit of the process has ended it
            raise ServerError("record-too-long") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
