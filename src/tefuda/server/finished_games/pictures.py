"""The pictures of moments: drawn one at a time in a thread, within a share of the processor, and cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from pathlib import Path
from time import thread_time

from tefuda.engine.game import Game
from tefuda.server.compressed import Body
from tefuda.server.concurrency_limit import ConcurrencyLimit
from tefuda.server.errors import ServerError
from tefuda.server.finished_games.moment import drawn
from tefuda.server.finished_games.picture_fonts import Typeface

CACHE_SIZE = 64  # latest pictures, of about 60 kB
MAX_WAITING = 8  # requests that wait for their picture,
MAX_FOR_ADDRESS = 2  # and of one address: services that show link previews use few
REST = 3  # pause after a picture, as a multiple of its processor time: pictures take at most a quarter of one core

Key = tuple[str, int, int, str, tuple[str, ...]]  # (table, seat, step, language, names)


class Pictures:
    """The pictures of one server."""

    def __init__(self, static: Path) -> None:
        self._static = static
        self._typeface: Typeface | None = None
        self._cache: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = asyncio.Lock()
        self._waiting = ConcurrencyLimit()

    async def png(self, key: Key, game: Game, body: Body, address: str) -> bytes:
        """Return a picture; raises ServerError if too many wait, in total or for this address, or without a font."""
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        self._waiting.acquire(address, MAX_WAITING, MAX_FOR_ADDRESS)
        try:
            async with self._lock:
                if key not in self._cache:
                    self._cache[key], seconds = await asyncio.to_thread(self._timed, key, game, body.data)
                    await asyncio.sleep(REST * seconds)
                    while len(self._cache) > CACHE_SIZE:
                        self._cache.popitem(last=False)
                return self._cache[key]
        except FileNotFoundError:
            raise ServerError("not-built") from None
        finally:
            self._waiting.release(address)

    def _timed(self, key: Key, game: Game, data: bytes) -> tuple[bytes, float]:
        """Draw a picture in a thread; return it with the processor time that it took."""
        started = thread_time()
        if self._typeface is None:
            self._typeface = Typeface(self._static)
        _, _, step, language, names = key
        picture = drawn(data, game, names, language, step, self._typeface)
        return picture, thread_time() - started
