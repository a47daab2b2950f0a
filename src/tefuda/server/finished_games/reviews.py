"""Reviews of finished games, made in worker processes on request and cached.

A review takes seconds to a minute, so clients poll and get the turns analysed so far.  Requests of running games come
first in the queue of the workers; a guest can have one review made at a time, and an address a few.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from tefuda.bots import review
from tefuda.bots.analysis import Analysis, AnalysisRequest
from tefuda.bots.fair_queue import Asker
from tefuda.bots.review import Decision, Review, ReviewedTurn
from tefuda.engine.state import State
from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import Guest
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.log_replay import commands
from tefuda.server.tables.services import Services

CACHE_SIZE = 32  # latest reviews
AT_ONCE = 4  # decisions of one review in the queue of the workers
MOST_RUNNING, MOST_AN_ADDRESS = 8, 3


class _Job:
    """A review that is being made or complete; `failed` if it cannot be made."""

    def __init__(self, guest: int, address: str, first: Review) -> None:
        self.guest, self.address, self.review, self.failed = guest, address, first, False
        self.task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self.task is not None and not self.task.done()


class Reviews:
    """The reviews of all tables."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._jobs: OrderedDict[str, _Job] = OrderedDict()  # by table

    def get(self, loaded: LoadedTable, guest: Guest, address: str) -> Review:
        """Return the review of a finished game as far as it has come; starts it if necessary."""
        if not loaded.released:
            raise ServerError("unreleased-review")
        id = loaded.row.id
        job = self._jobs.get(id)
        if job is None:
            job = self._jobs[id] = self._start(loaded, guest, address)
            while len(self._jobs) > CACHE_SIZE:
                _cancel(self._jobs.popitem(last=False)[1])
        self._jobs.move_to_end(id)
        if job.failed:
            del self._jobs[id]
            raise ServerError("no-review")
        return job.review

    async def close(self) -> None:
        """Cancel all reviews that are being made."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for job in self._jobs.values():
            _cancel(job)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, loaded: LoadedTable, guest: Guest, address: str) -> _Job:
        running = [job for job in self._jobs.values() if job.running]
        theirs = sum(job.address == address for job in running)
        if len(running) >= MOST_RUNNING or theirs >= MOST_AN_ADDRESS or any(job.guest == guest.id for job in running):
            raise ServerError("review-running")
        state = loaded.table.state
        assert state is not None
        job = _Job(guest.id, address, review.begun(state.game, state.full_state, 0))
        self._services.bot_service.prepare(state.game.package)
        job.task = asyncio.create_task(self._make(job, loaded, Asker(guest.id, person_waits=False, address=address)))
        return job

    async def _make(self, job: _Job, loaded: LoadedTable, asker: Asker) -> None:
        try:
            decisions, final = await self._decisions(loaded)
            record, work = final.full_state, review.work_of_each(len(decisions))
            turns: list[ReviewedTurn] = []
            for start in range(0, len(decisions), AT_ONCE):
                job.review = review.begun(final.game, record, len(decisions), turns)
                part = decisions[start : start + AT_ONCE]
                requests = [review.request_of(decision, work) for decision in part]
                found = await self._answers(requests, asker)
                turns += [review.reviewed_turn(*one) for one in zip(part, found, strict=True)]
            job.review = review.completed(final, turns)
        except StoreError as error:
            job.failed = True
            self._services.metrics.count_store_error(error, table=loaded.row.id)
        except Exception as error:
            job.failed = True
            log.error("review-failed", table=loaded.row.id, kind=type(error).__name__)
            self._services.metrics.errors.inc()

    async def _answers(self, requests: Sequence[AnalysisRequest], asker: Asker) -> list[Analysis]:
        """Return the analyses of some decisions; if one cannot be made, the workers are spared the others."""
        answers: list[asyncio.Future[Analysis]] = []
        try:
            service = self._services.bot_service
            answers.extend(asyncio.ensure_future(service.answer(one, asker)) for one in requests)
            return await asyncio.gather(*answers)
        finally:
            for answer in answers:
                answer.cancel()

    async def _decisions(self, loaded: LoadedTable) -> tuple[list[Decision], State]:
        """Replay a game in small slices; return its decisions and its last state."""
        entries = await self._services.store.log(loaded.row.id)
        table, decisions = self._services.games.table(loaded.row, (), entries), []
        async for entry in commands(table, entries, self._services.time_slices):
            assert table.state is not None
            decision = review.decision_of(table.state, table.turn, entry.command)
            decisions += [decision] if decision is not None else []
        assert table.state is not None
        return decisions, table.state


def _cancel(job: _Job) -> None:
    if job.task is not None:
        job.task.cancel()
