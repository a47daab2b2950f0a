"""Structured logging: one JSON object per line on standard error.

A line has an event name and a few fields, such as a table's id, a count or an exception's type.  It never contains a
secret, a cookie, a person's name or anything about a card: callers pass single fields, not objects.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import IO

LOGGER = "tefuda.server"


class _JsonFormatter(logging.Formatter):
    """Formats a log record as a JSON object, with fields that every line has."""

    def __init__(self, common: Mapping[str, float | str]) -> None:
        super().__init__()
        self._common = common

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _event(record),
            **self._common,
            **getattr(record, "fields", {}),
        }
        if record.exc_info is not None and record.exc_info[0] is not None:  # the type only: the text may hold secrets
            fields["kind"] = record.exc_info[0].__name__
        return json.dumps(fields, ensure_ascii=False)


def _event(record: logging.LogRecord) -> str:
    """Return the event; cuts off the tasks, calls and exceptions in messages of asyncio, which may hold secrets."""
    message = record.getMessage()
    return message.partition("\n")[0].partition("(")[0] if record.name == "asyncio" else message


class Log:
    """Logger for events with fields."""

    def __init__(self) -> None:
        self._logger = logging.getLogger(LOGGER)

    def info(self, event: str, **fields: float | str | list[str]) -> None:
        """Log a normal event."""
        self._logger.info(event, extra={"fields": fields})

    def warning(self, event: str, **fields: float | str | list[str]) -> None:
        """Log an event that should be rare."""
        self._logger.warning(event, extra={"fields": fields})

    def error(self, event: str, **fields: float | str | list[str]) -> None:
        """Log an event that should never happen."""
        self._logger.error(event, extra={"fields": fields})


log = Log()


def configure_logging(stream: IO[str] | None = None, **common: float | str) -> contextlib.ExitStack:
    """Write the log, and warnings of uvicorn and asyncio, to a stream; default: standard error.

    Returns a context at whose end they go where they went before; a process of its own need not enter it.

    A terminal gets problems only, and a log collector every line.  Every line has the fields in `common`.  If the
    interpreter itself crashes, it prints the stack to standard error: names and line numbers only.
    """
    with contextlib.suppress(OSError, ValueError, RuntimeError):  # there is no standard error, or it is no file
        faulthandler.enable()
    level = logging.WARNING if sys.stderr.isatty() else logging.INFO
    handler = logging.StreamHandler(sys.stderr if stream is None else stream)
    handler.setFormatter(_JsonFormatter(common))
    before = contextlib.ExitStack()
    for name, least in ((LOGGER, level), ("uvicorn", logging.WARNING), ("asyncio", logging.WARNING)):
        logger = logging.getLogger(name)
        before.callback(_set, logger, logger.handlers, logger.level, propagate=logger.propagate)
        _set(logger, [handler], least, propagate=False)
    return before


def _set(logger: logging.Logger, handlers: list[logging.Handler], level: int, *, propagate: bool) -> None:
    logger.handlers, logger.propagate = handlers, propagate
    logger.setLevel(level)
