"""Why something is refused, in the asker's language.

A `ServerError` is raised wherever the server cannot do what was asked; the web interface and the sockets turn it into a
`ErrorMessage` for whoever asked.  Its words stand in `ja.ftl` and `en.ftl` beside this file, its status is that of
HTTP.
"""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.localization import LANGUAGES, localizer
from tefuda.engine.view import Words
from tefuda.server.protocol import ErrorMessage

HERE = Path(__file__).parent
STATUS = {
    "unreadable": 400,
    "bad-name": 400,
    "bad-option": 400,
    "no-such-game": 400,
    "no-such-level": 400,
    "no-such-seat": 400,
    "no-such-guest": 401,
    "host-only": 403,
    "seated-only": 403,
    "own-seat-only": 403,
    "bad-invitation": 403,
    "others-have-seen": 403,
    "unreleased-seat": 403,
    "foreign-origin": 403,
    "no-such-table": 404,
    "no-such-page": 404,
    "operator-only": 403,
    "other-method": 405,
    "too-slow": 408,
    "too-large": 413,
    "url-too-long": 414,
    "json-only": 415,
    "unknown-host": 421,
    "too-fast": 429,
    "head-too-large": 431,
    "pledge-taken": 400,
    "no-seat-to-pledge": 400,
    "wrong-share": 400,
    "internal-trouble": 500,
    "store-trouble": 503,
    "busy": 503,
}


class ServerError(Exception):
    """Something that cannot be done; `id` names its message, `args` what the message needs."""

    def __init__(self, id: str, **values: int | str) -> None:
        super().__init__(id)
        self.id, self.values = id, values

    @property
    def status(self) -> int:
        """The HTTP status that fits."""
        return STATUS.get(self.id, 409)

    @property
    def passing(self) -> bool:
        """May the very same request succeed in a moment?"""
        return self.id in ("store-trouble", "internal-trouble", "too-fast", "busy", "deal-sealed")

    def trouble(self, language: str) -> ErrorMessage:
        """What the asker is told."""
        return ErrorMessage(localizer(language, HERE).say(Words(self.id, dict(self.values))))


def preferred(accepted: str) -> str:
    """The language to speak, from an Accept-Language header or a plain "ja"; English where neither is wanted."""
    wishes = []
    for place, part in enumerate(accepted.split(",")):
        tag, _, weight = part.partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, tag.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(wishes) if tag in LANGUAGES), "en")
