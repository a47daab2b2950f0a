"""The pictures of moments: drawn one at a time in a thread, within a share of the processor, and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from pathlib import Path
from time import thread_time

from tefuda.engine.game import Game
from tefuda.server.compressed import Body
from tefuda.server.errors import ServerError
from tefuda.server.moment import drawn
from tefuda.server.picture_fonts import Typeface
from tefuda.server.places import Places

KEPT = 64  # latest pictures, of about 60 kB
MAX_WAITING = 8  # requests that wait for their picture,
MAX_FOR_ADDRESS = 2  # and of one address: services that show links ask from few
REST = 3  # pause after a picture, in times that it took: pictures take a quarter of one core at most

Key = tuple[str, int, int, str, tuple[str, ...]]  # (table, seat, step, language, names)


class Pictures:
    """The pictures of one server."""

    def __init__(self, static: Path) -> None:
        self._static = static
        self._typeface: Typeface | None = None
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = asyncio.Lock()
        self._waiting = Places()

    async def png(self, key: Key, game: Game, body: Body, address: str) -> bytes:
        """Return a picture; raises ServerError if too many wait, also for this address, or if there is no font."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        self._waiting.take(address, MAX_WAITING, MAX_FOR_ADDRESS)
        try:
            async with self._lock:
                if key not in self._kept:
                    self._kept[key], seconds = await asyncio.to_thread(self._timed, key, game, body.data)
                    await asyncio.sleep(REST * seconds)
                    while len(self._kept) > KEPT:
                        self._kept.popitem(last=False)
                return self._kept[key]
        except FileNotFoundError:
            raise ServerError("not-built") from None
        finally:
            self._waiting.free(address)

    def _timed(self, key: Key, game: Game, data: bytes) -> tuple[bytes, float]:
        """Draw a picture in a thread; return it with the processor time that it took."""
        started = thread_time()
        if self._typeface is None:
            self._typeface = Typeface(self._static)
        _, _, step, language, names = key
        picture = drawn(data, game, names, language, step, self._typeface)
        return picture, thread_time() - started
