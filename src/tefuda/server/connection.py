"""One WebSocket, as a table sees it: something that takes messages and may be too slow for them.

Messages wait in a short queue of its own, so that a table never waits for anybody.  A connection that takes nothing for
some seconds, or lets too many messages pile up, is dropped; the others notice nothing of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from tefuda.server.limits import Bucket
from tefuda.server.protocol import CloseCode
from tefuda.server.settings import Settings
from tefuda.server.store import Guest

MOST_STRIKES = 50  # messages refused unread in a row, before the connection is closed


class Connection:
    """What a table sends goes in by `send`; `pump` carries it to the socket until `closing` is set."""

    def __init__(
        self, send: Callable[[str], Awaitable[None]], guest: Guest | None, language: str, settings: Settings
    ) -> None:
        self.guest, self.language = guest, language
        self.seat = -1  # whose eyes it has at its table; -1: a spectator's
        self.closing: asyncio.Future[CloseCode] = asyncio.get_running_loop().create_future()
        self._send, self._settings = send, settings
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self._bucket = Bucket(settings.connection_rate, settings.clock)
        self._strikes = 0

    def send(self, text: str) -> None:
        """Send a message soon, or drop the connection where too many are waiting already."""
        if self.closing.done():
            return
        if len(self._waiting) >= self._settings.messages_waiting:
            self.close(CloseCode.NOT_READING)
            return
        self._waiting.append(text)
        self._wake.set()

    def close(self, code: CloseCode) -> None:
        """Have the socket closed; nothing more is sent."""
        if not self.closing.done():
            self.closing.set_result(code)

    def allows(self) -> bool:
        """May another message come in now?  Whoever keeps on against this is closed."""
        if self._bucket.take():
            self._strikes = 0
            return True
        self._strikes += 1
        if self._strikes > MOST_STRIKES:
            self.close(CloseCode.TOO_MUCH)
        return False

    async def pump(self) -> None:
        """Carry messages to the socket for ever; closes the connection where it does not take them."""
        try:
            while True:
                while self._waiting:
                    async with asyncio.timeout(self._settings.send_timeout):
                        await self._send(self._waiting.popleft())
                self._wake.clear()
                await self._wake.wait()
        except TimeoutError:
            self.close(CloseCode.NOT_READING)
