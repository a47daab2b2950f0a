"""Two people at a table who deal fairly."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from harness.server.doubles import ManualClock, settle
from tefuda.server.app import Server
from tefuda.server.store.stored_data import Phase
from tests.server.clients import Giver, Person, Place, serving, table_of_two

SHARE_SECONDS = 10


class Friends:
    """Two people at a table with one share each, and their server."""

    def __init__(
        self, server: Server, clock: ManualClock, table: str, people: list[Person], places: list[Place]
    ) -> None:
        self.server, self.clock, self.table, self.people, self.places = server, clock, table, people, places
        self.givers = [Giver() for _ in places]

    async def pledge(self, *seats: int) -> None:
        for seat in seats:
            self.givers[seat] = Giver()
            assert (await self.places[seat].ask("pledge", pledge=self.givers[seat].pledge))["t"] == "done"

    async def share(self, *seats: int) -> None:
        for seat in seats:
            attempt = await self.places[seat].sealed()
            assert (await self.places[seat].ask("share", **self.givers[seat].reveal(attempt)))["t"] == "done"

    async def deal(self, *pledging: int) -> dict[str, Any]:
        """Let seats pledge, ask the host to deal and return the answer."""
        await self.pledge(*pledging)
        return await self.places[0].ask("deal")

    async def phase(self) -> Phase:
        return (await self.people[0].get(f"/api/tables/{self.table}"))["phase"]

    async def called_off(self) -> dict[str, Any]:
        """Let the time for shares pass and return the attempt that was called off."""
        await settle()
        await self.clock.pass_time(SHARE_SECONDS + 0.1)
        for place in self.places:
            while not (place.deal.get("attempts") and place.attempt.get("call_off")):
                await place.receive()
        return self.places[0].attempt


@contextlib.asynccontextmanager
async def friends(folder: Path, **changes: Any) -> AsyncIterator[Friends]:
    clock = ManualClock()
    async with (
        serving(folder, clock=clock, **changes) as (address, server),
        Person(address) as hana,
        Person(address) as taro,
    ):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            yield Friends(server, clock, table, [hana, taro], [first, second])
