"""Prometheus metrics of the server, at `/metrics`: counts and latencies without personal data."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        self.tables = Gauge("tefuda_tables", "Tables in memory.", registry=own)
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
            "tefuda_turned_away", "Connections and requests refused, by reason.", ["why"], registry=own
        )
        self.errors = Counter("tefuda_exceptions", "Unexpected exceptions that were caught.", registry=own)
        self.store_errors = Counter("tefuda_store_troubles", "Entries that could not be stored.", registry=own)
        self.seconds = Histogram(
            "tefuda_message_seconds",
            "Time from a message's arrival to its answer and broadcast.",
            buckets=LATENCIES,
            registry=own,
        )

    def page(self) -> bytes:
        """Return the metrics in Prometheus' text format."""
        return generate_latest(self.registry)
