"""The server's log: one JSON object a line, on standard error.

Every line names an event and a few facts as fields: a table's id, a count, the kind of an exception.  Never a secret, a
cookie, a person's name or anything about a card: whoever logs passes fields one by one and no objects.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import IO

LOGGER = "tefuda.server"


class _Lines(logging.Formatter):
    """One JSON object a record."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info is not None and record.exc_info[0] is not None:  # of a library: its kind, not its text
            fields["kind"] = record.exc_info[0].__name__
        return json.dumps(fields, ensure_ascii=False)


class Log:
    """What the server's modules write with."""

    def __init__(self) -> None:
        self._logger = logging.getLogger(LOGGER)

    def info(self, event: str, **fields: float | str | list[str]) -> None:
        """Something that belongs to the run of things."""
        self._logger.info(event, extra={"fields": fields})

    def warning(self, event: str, **fields: float | str | list[str]) -> None:
        """Something that should not happen often."""
        self._logger.warning(event, extra={"fields": fields})

    def error(self, event: str, **fields: float | str | list[str]) -> None:
        """Something that should not happen at all."""
        self._logger.error(event, extra={"fields": fields})


log = Log()


def write_lines(stream: IO[str] | None = None, level: int = logging.INFO) -> None:
    """Send the log, and the warnings of the web server below, to a stream (standard error)."""
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(_Lines())
    for name, least in ((LOGGER, level), ("uvicorn", max(level, logging.WARNING)), ("asyncio", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least)
        logger.propagate = False
