"""One WebSocket, as a table sees it: something that takes messages and may be too slow for them.

A message goes straight to the line while the line takes it, and waits in a short queue while it does not, so that a
table never waits for anybody.  A connection that takes nothing for some seconds, or lets too many messages pile up, is
closed; the others notice nothing of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from tefuda.server.protocol import CloseCode
from tefuda.server.rate_limit import Bucket
from tefuda.server.settings import Settings
from tefuda.server.store import Guest

MOST_STRIKES = 50  # messages refused unread in a row, before the connection is closed


class Transport(Protocol):
    """The socket below a connection."""

    flow: Callable[[], object] | None  # called whenever the line clogs or clears

    @property
    def write_blocked(self) -> bool:
        """Has the client not taken enough of what was written?"""

    def write(self, text: str) -> None:
        """Write a message; nothing happens where the line has ended."""

    def disconnect(self, code: CloseCode) -> None:
        """End the line, at once where the client does not read."""


class Connection:
    """What a table sends to one client."""

    def __init__(
        self,
        line: Transport,
        guest: Guest | None,
        language: str,
        settings: Settings,
        *,
        address: str = "",
        invited: bool = False,
    ) -> None:
        self.guest, self.language = guest, language
        self.address, self.invited = address, invited
        self.heard_at = settings.clock.now()  # when the client said something last
        self.seat = -1  # whose eyes it has at its table; -1: a spectator's
        self.closed_by_us: CloseCode | None = None
        self._line, self._settings = line, settings
        self._waiting: deque[str] = deque()
        self._patience: asyncio.TimerHandle | None = None
        self._bucket = Bucket(settings.connection_rate, settings.clock)
        self._strikes = 0
        line.flow = self._flow

    def send(self, text: str) -> None:
        """Send a message, or close the connection where too many are waiting already."""
        if self.closed_by_us is not None:
            return
        if not self._line.write_blocked:
            self._line.write(text)
        elif len(self._waiting) < self._settings.messages_waiting:
            self._waiting.append(text)
        else:
            self.close(CloseCode.NOT_READING)

    def _flow(self) -> None:
        """The line has clogged, or is clear again."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        while self._waiting and not self._line.write_blocked:
            self._line.write(self._waiting.popleft())
        if self._line.write_blocked and self.closed_by_us is None:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(self._settings.send_timeout, self.close, CloseCode.NOT_READING)

    def close(self, code: CloseCode) -> None:
        """Close the connection; nothing more is sent."""
        if self.closed_by_us is None:
            self.closed_by_us = code
            self._line.disconnect(code)

    def ended(self) -> None:
        """The client has gone."""
        self._line.flow = None
        if self._patience is not None:
            self._patience.cancel()

    def allows(self) -> bool:
        """May another message come in now?  Whoever keeps on against this is closed."""
        if self._bucket.take():
            self._strikes = 0
            return True
        self._strikes += 1
        if self._strikes > MOST_STRIKES:
            self.close(CloseCode.TOO_MUCH)
        return False
