"""Prometheus metrics of the server, at `/metrics`: counts, latencies and sizes.

No metric distinguishes tables, people or addresses.  Gauges with a function are evaluated when the page is made.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest
from prometheus_client.metrics import disable_created_metrics

from tefuda import __version__
from tefuda.server.logs import log
from tefuda.server.store.database_thread import DatabaseThread
from tefuda.server.store.errors import Conflict
from tefuda.server.store.files import size_of
from tefuda.server.store.stored_data import Appended

# The start time of the process tells as much as the creation time of each metric.
disable_created_metrics()  # type: ignore[no-untyped-call]  # of the library
LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
WAITS = (*LATENCIES, 5, 10, 30)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        ProcessCollector(registry=own)  # processor time, memory and open files; on Linux only
        Info("tefuda_build", "Version of the server.", registry=own).info({"version": __version__})
        self.tables = Gauge("tefuda_tables", "Tables in memory.", registry=own)
        self.audiences = Gauge(
            "tefuda_audiences", "Seats and groups of spectators that someone is connected for.", registry=own
        )
        self.sockets = Gauge("tefuda_sockets", "Open WebSockets.", registry=own)
        self.messages = Counter("tefuda_messages", "Messages to tables, by kind.", ["kind"], registry=own)
        self.refused = Counter(
            "tefuda_messages_refused", "Messages refused before they were handled, by reason.", ["why"], registry=own
        )
        self.entries = Counter("tefuda_entries", "Entries stored and broadcast, by game.", ["game"], registry=own)
        self.finished = Counter("tefuda_games_finished", "Games played to the end, by game.", ["game"], registry=own)
        self.dropped = Counter(
            "tefuda_sockets_dropped", "WebSockets closed by the server, by reason.", ["why"], registry=own
        )
        self.connections = Gauge("tefuda_connections", "Open connections, WebSockets included.", registry=own)
        self.turned_away = Counter(
            "tefuda_turned_away", "Connections and requests refused, by limit or reason.", ["why"], registry=own
        )
        # This series and two of `notices_ignored` exist from the start: alerts must see their first increase.
        self.turned_away.labels("connections")
        self.handed_over = Counter(
            "tefuda_handed_over",
            "Connections for another worker that were handed over to it, or kept because it has no room.",
            ["result"],
            registry=own,
        )
        self.passed = Counter(
            "tefuda_passed",
            "WebSockets for another server that were passed on to it, or kept because it does not answer.",
            ["result"],
            registry=own,
        )
        self.passing = Gauge("tefuda_passing", "Open WebSockets that are passed on to other servers.", registry=own)
        self.workers_lost = Counter(
            "tefuda_workers_lost", "Workers on the database that have stopped without notice.", registry=own
        )
        self.listen_failures = Counter(
            "tefuda_listen_failures",
            "Times that the connection for notices of other workers was lost or could not be opened.",
            registry=own,
        )
        self.notices_ignored = Counter(
            "tefuda_notices_ignored",
            "Notices that were not followed: forged or repeated by a role of the database, or of an unknown kind.",
            ["why"],
            registry=own,
        )
        for why in ("forged", "repeated"):
            self.notices_ignored.labels(why)
        self.records_waiting = Gauge(
            "tefuda_records_waiting", "Finished games whose records are still to be made.", registry=own
        )
        self.pushes = Counter(
            "tefuda_pushes",
            "Push messages by outcome: accepted or refused by the push service, gone (the browser has left), failed, "
            "rested (the service is paused after repeated failures) or dropped (too many).",
            ["outcome"],
            registry=own,
        )
        self.push_waiting = Gauge("tefuda_push_waiting", "Push notices being sent or waiting.", registry=own)
        self.errors = Counter("tefuda_exceptions", "Unexpected exceptions that were caught.", registry=own)
        self.store_errors = Counter("tefuda_store_errors", "Requests that the store could not answer.", registry=own)
        self.seconds = self._latency(
            "tefuda_message_seconds", "Time from a message's arrival to its answer and broadcast."
        )
        self.loop_lag = self._latency("tefuda_loop_lag_seconds", "Delay of a timer of the event loop.")
        self.load_seconds = self._latency("tefuda_table_load_seconds", "Time to load a table from its log.")
        self.store_queue = Gauge("tefuda_store_queue", "Reads and writes that wait.", ["kind"], registry=own)
        self._store_wait = self._latency(
            "tefuda_store_wait_seconds", "Wait of the oldest read or write of a batch.", ["kind"], WAITS
        )
        self._store_batch = self._latency(
            "tefuda_store_batch_seconds", "Time to answer a batch of reads, or to commit one of writes.", ["kind"]
        )
        self._commit_entries = Histogram("tefuda_commit_entries", "Entries in a commit.", buckets=SIZES, registry=own)
        self._conflicts = Counter(
            "tefuda_conflicts", "Entries refused because another one had come first.", registry=own
        )
        self.bot_queue = Gauge("tefuda_bot_queue", "Requests that wait for a bot worker.", registry=own)
        self.bot_oldest = Gauge(
            "tefuda_bot_oldest_seconds", "Wait of the oldest of these requests so far.", registry=own
        )
        self.bot_answers = Counter("tefuda_bot_answers", "Requests to bots, by outcome.", ["outcome"], registry=own)
        self.bots_connected = Gauge(
            "tefuda_bots_connected", "Processes of tefuda bots at the database; 0 if it is not used.", registry=own
        )
        self.bot_wait = self._latency("tefuda_bot_wait_seconds", "Wait of a request for a bot worker.", (), WAITS)
        self.database_bytes = Gauge("tefuda_database_bytes", "Size of the database, without its journal.", registry=own)
        self.journal_bytes = Gauge("tefuda_journal_bytes", "Size of the database's write-ahead log.", registry=own)
        self.free_bytes = Gauge("tefuda_free_bytes", "Free space on the disk of the data folder.", registry=own)
        self.archive_lag = Gauge(
            "tefuda_archive_lag_seconds", "Age of the oldest change not in the archive; 0 without one.", registry=own
        )
        self.archive_copy_age = Gauge(
            "tefuda_archive_copy_age_seconds",
            "Age of the archive's newest copy of the database; 0 without an archive.",
            registry=own,
        )

    def _latency(
        self, name: str, about: str, labels: Sequence[str] = (), buckets: Sequence[float] = LATENCIES
    ) -> Histogram:
        return Histogram(name, about, labels, buckets=buckets, registry=self.registry)

    def count_exception(self, error: Exception, *at: str, **about: str) -> None:
        """Count and log an unexpected error; its text is left out because it might name a hidden card."""
        self.errors.inc()
        log.error("exception", **about, kind=type(error).__name__, at=list(at))

    def count_store_error(self, error: Exception, **about: str) -> None:
        """Count and log that the store could not answer a request."""
        self.store_errors.inc()
        log.warning("store-error", **about, error=str(error))

    def observe_store(self, kind: str) -> Callable[[float, float, Sequence[Any]], None]:
        """Return a function that records a batch of the store: its wait, its duration and its results."""
        wait, batch = self._store_wait.labels(kind), self._store_batch.labels(kind)

        def observe(waited: float, seconds: float, results: Sequence[Any]) -> None:
            wait.observe(waited)
            batch.observe(seconds)
            entries = sum(isinstance(result, Appended) and result.fresh for result in results)
            if entries:
                self._commit_entries.observe(entries)
            conflicts = sum(isinstance(result, Conflict) for result in results)
            if conflicts:
                self._conflicts.inc(conflicts)

        return observe

    def watch_store(self, threads: Mapping[str, DatabaseThread[Any]]) -> None:
        """Read the queues of the store's threads with every page."""
        for kind, thread in threads.items():
            self.store_queue.labels(kind).set_function(partial(getattr, thread, "waiting"))

    def watch_files(self, database: Path) -> None:
        """Read the sizes of the files of a store in SQLite with every page."""
        journal = database.with_name(f"{database.name}-wal")
        self.database_bytes.set_function(lambda: size_of(database))
        self.journal_bytes.set_function(lambda: size_of(journal))

    def watch_disk(self, folder: Path) -> None:
        """Read the free space of a folder's disk with every page."""
        self.free_bytes.set_function(lambda: shutil.disk_usage(folder).free)

    def page(self) -> bytes:
        """Return the metrics in Prometheus' text format."""
        return generate_latest(self.registry)
