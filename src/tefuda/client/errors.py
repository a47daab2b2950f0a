"""Errors of the client, in the reader's language."""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.errors import TefudaError
from tefuda.engine.localization import Localizer, localizer
from tefuda.engine.view import Words
from tefuda.table.verify import WORDS

HERE = Path(__file__).parent


def client_localizer(language: str) -> Localizer:
    """Return the localizer of the client's messages: those beside this file, and those about claims."""
    return localizer(language, WORDS, HERE)


class ClientError(TefudaError):
    """Something that keeps the client from playing at a table: a message of `en.ftl` with its arguments."""

    def __init__(self, id: str, **args: str | int) -> None:
        self.words = Words(id, {**args})
        super().__init__(self.text("en"))

    def text(self, language: str) -> str:
        """Return the message in a language."""
        return client_localizer(language).say(self.words)


class ServerRefusal(ClientError):
    """The server refused a request or a message; its text is in the language of the client."""

    def __init__(self, message: str, clause: str | None = None, status: int = 0) -> None:
        super().__init__("error-server", message=message)
        self.message, self.clause, self.status = message, clause, status
