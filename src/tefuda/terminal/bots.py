"""The bots of a table in a terminal: worker processes, so that the screen never waits while one thinks."""

from __future__ import annotations

from random import Random
from types import TracebackType
from typing import Self

from tefuda.bots.players import make_request
from tefuda.bots.workers import Workers
from tefuda.table.table import Table


class Bots:
    """Plays the seats of bots, each at its level.  Use it in a `with` statement.

    With a seed, bots of the levels that do not search against the clock play the same game again.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._workers = Workers()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._workers.close()

    def prepare(self, package: str) -> None:
        """Let the workers make themselves ready for a game while the person still looks at the table."""
        self._workers.prepare(package)

    async def choose(self, table: Table, seat: int) -> str:
        """The command that the bot at this seat plays; raises BotFailed where it cannot."""
        assert table.state is not None
        seed = None if self._seed is None else Random(f"{self._seed} {table.turn}").getrandbits(63)
        answer = await self._workers.choose_async(make_request(table.state, table.sitters[seat].level, seed))
        return answer.command
