"""The server's counts and times for Prometheus, at `/metrics`: how much, how fast, never who or what."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The measurements of one server."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        self.tables = Gauge("tefuda_tables", "Tables in memory.", registry=own)
        self.sockets = Gauge("tefuda_sockets", "Open WebSockets.", registry=own)
        self.messages = Counter("tefuda_messages", "Messages to tables, by kind.", ["kind"], registry=own)
        self.refused = Counter("tefuda_messages_refused", "Messages that were not even read.", ["why"], registry=own)
        self.entries = Counter("tefuda_entries", "Entries stored and told to everybody.", ["game"], registry=own)
        self.finished = Counter("tefuda_games_finished", "Games played to the end.", ["game"], registry=own)
        self.dropped = Counter("tefuda_sockets_dropped", "WebSockets closed by us, by reason.", ["why"], registry=own)
        self.connections = Gauge("tefuda_connections", "Open connections, WebSockets included.", registry=own)
        self.turned_away = Counter(
            "tefuda_turned_away", "Connections and requests refused, by reason.", ["why"], registry=own
        )
        self.errors = Counter("tefuda_exceptions", "Exceptions in games and bots that were caught.", registry=own)
        self.store_troubles = Counter("tefuda_store_troubles", "Entries that could not be stored.", registry=own)
        self.seconds = Histogram(
            "tefuda_message_seconds",
            "From a message's arrival to its answer and broadcast.",
            buckets=LATENCIES,
            registry=own,
        )

    def page(self) -> bytes:
        """What Prometheus reads."""
        return generate_latest(self.registry)
