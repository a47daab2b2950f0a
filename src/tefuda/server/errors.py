"""Errors reported to clients, in their language.

A `ServerError` is raised where a request cannot be served; the web interface and the message handlers turn it into an
`ErrorMessage`.  Its texts are in `ja.ftl` and `en.ftl` beside this file, with all other messages of the server.
"""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.localization import LANGUAGES, localizer
from tefuda.engine.view import Words
from tefuda.server.protocol.common import ErrorMessage

FTL_FOLDER = Path(__file__).parent
STATUS = {  # error id -> HTTP status; 409 for all others
    "unreadable": 400,
    "bad-name": 400,
    "bad-line": 400,
    "bad-subscription": 400,
    "bad-option": 400,
    "bad-clock": 400,
    "no-such-game": 400,
    "no-such-level": 400,
    "no-such-seat": 400,
    "no-such-move": 400,
    "no-such-guest": 401,
    "host-only": 403,
    "seated-only": 403,
    "spectators-only": 403,
    "not-shown": 403,
    "own-seat-only": 403,
    "removed-by-host": 403,
    "table-locked": 403,
    "bad-invitation": 403,
    "others-have-seen": 403,
    "unreleased-seat": 403,
    "foreign-origin": 403,
    "no-such-table": 404,
    "no-such-lesson": 404,
    "no-such-page": 404,
    "no-record": 400,
    "no-replay": 400,
    "record-too-long": 400,
    "operator-only": 403,
    "other-method": 405,
    "too-slow": 408,
    "too-large": 413,
    "url-too-long": 414,
    "json-only": 415,
    "unknown-host": 421,
    "too-fast": 429,
    "review-running": 429,
    "one-at-a-time": 429,
    "head-too-large": 431,
    "pledge-taken": 400,
    "no-seat-to-pledge": 400,
    "wrong-share": 400,
    "internal-error": 500,
    "store-error": 503,
    "busy": 503,
    "connections": 503,
    "restarting": 503,
    "worker-away": 503,
}
MAX_LANGUAGES = 32  # of an Accept-Language header: a head may hold 16,000, which would take longer than any answer
UNPLAYABLE = ("other-rules", "other-cards", "bad-log")  # ids of errors of tables that this release cannot load


class ServerError(Exception):
    """A request cannot be served; `id` names the message in the .ftl files, `values` are its arguments."""

    def __init__(self, id: str, **values: int | str) -> None:
        super().__init__(id)
        self.id, self.values = id, values

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return STATUS.get(self.id, 409)

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later, so that its refusal must not be cached."""
        return self.id in (
            "store-error",
            "internal-error",
            "too-fast",
            "busy",
            "restarting",
            "deal-sealed",
            "just-changed",
        )

    def to_message(self, language: str) -> ErrorMessage:
        """Return the error in a language."""
        return ErrorMessage(localizer(language, FTL_FOLDER).say(Words(self.id, dict(self.values))))


class Overtaken(Exception):
    """Another worker has changed the table first; the request must be checked again on the new state."""


def preferred_language(accepted: str) -> str:
    """Return the best supported language of an Accept-Language header or a plain "ja"; English if it names none."""
    ranked = []
    for place, part in enumerate(accepted.split(",", MAX_LANGUAGES)[:MAX_LANGUAGES]):
        tag, _, weight = part.partition(";q=")
        try:
            ranked.append((-float(weight or 1), place, tag.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(ranked) if tag in LANGUAGES), "en")
