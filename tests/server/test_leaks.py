"""Nobody can tell over the wire what the game does not show them; and a server that told it would be caught."""

import zlib
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from tefuda.engine.game import Game
from tefuda.engine.view import View
from tefuda.server import host as hosts
from tefuda.server import records
from tefuda.server.protocol import SeatsNow, TableUpdate
from tefuda.server.wire import encoded
from tefuda.table.table import Table
from tests.contract.cases import CASES, Case, redealt, states
from tests.contract.planted import in_a_refusal, in_an_event, in_the_choices, in_the_view, varying
from tests.server.worlds import differences

PAIRS = 40  # of each case; `tefuda bench` compares more
HERE = [case for case in CASES if case.slug in ("kotori", "probe") and case.cards is None]
PROBE = next(case for case in HERE if (case.slug, case.players) == ("probe", 3))


def pairs(case: Case) -> Iterator[tuple[Game, Any, Any, int, int]]:
    """(game, record, a world that the viewer cannot tell from it, viewer, seed), without end."""
    seed = 0
    while True:
        for state in states(case, 25):
            for viewer in case.viewers:
                seed += 1
                yield state.game, state.truth, redealt(state.game, state.truth, viewer, seed), viewer, seed


@pytest.mark.parametrize("case", HERE, ids=str)
async def test_two_worlds_that_one_cannot_tell_apart_send_the_same_bytes(case: Case) -> None:
    for game, record, world, viewer, seed in islice(pairs(case), PAIRS):
        found = await differences(game, record, world, viewer, seed)
        assert found == [], f"viewer {viewer} of {game.position_text(record)} and {game.position_text(world)}"


async def caught(plant: Any = None) -> bool:
    """Is a leak noticed in some pair of worlds?"""
    for game, record, world, viewer, seed in islice(pairs(PROBE), 60):
        for name in varying(game, record, viewer) if plant is not None and record.to_act >= 0 else [""]:
            leaking = game if plant is None else plant(game, name)
            if name != "rng" and await differences(leaking, record, world, viewer, seed):
                return True
    return False


@pytest.mark.parametrize("plant", [in_the_view, in_an_event, in_a_refusal, in_the_choices])
async def test_a_leak_in_a_game_is_caught_on_the_wire(plant: Any) -> None:
    assert await caught(plant)


def hidden(table: Table) -> int:
    """A number that depends on everything, hidden or not."""
    return zlib.crc32(table.state.truth.to_bytes()) if table.state is not None else 0


def in_the_handles(table: Table, update: TableUpdate) -> TableUpdate:
    if update.view is None:
        return update
    zones = [
        replace(zone, cards=tuple(replace(card, handle=card.handle + hidden(table) % 7) for card in zone.cards))
        for zone in update.view.zones
    ]
    view: View = replace(update.view, zones=tuple(zones))
    return replace(update, view=view)


def in_the_numbering(table: Table, update: TableUpdate) -> TableUpdate:
    return replace(update, version=update.version + hidden(table) % 2)


def in_the_size(table: Table, update: TableUpdate) -> TableUpdate:
    sitters = tuple(replace(sitter, name=sitter.name + " " * (hidden(table) % 3)) for sitter in update.sitters)
    return replace(update, sitters=sitters)


@pytest.mark.parametrize("plant", [in_the_handles, in_the_numbering, in_the_size])
async def test_a_leak_in_an_update_is_caught(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = hosts.full_update
    monkeypatch.setattr(hosts, "full_update", lambda table, audience: plant(table, right(table, audience)))
    assert await caught()


async def test_a_leak_in_whether_anything_is_sent_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = hosts.TableHost._broadcast

    def wrong(self: hosts.TableHost) -> None:
        right(self)
        if hidden(self.table) % 2:
            for connection in self.attendance.everybody():
                connection.send(encoded(SeatsNow(self.attendance.presences(), 0)))

    monkeypatch.setattr(hosts.TableHost, "_broadcast", wrong)
    assert await caught()


async def test_a_leak_to_those_who_come_late_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = hosts.TableHost._welcome

    def wrong(self: hosts.TableHost, connection: Any, after: int | None, note: str) -> None:
        right(self, connection, after, note + str(hidden(self.table) % 5) if after is not None else note)

    monkeypatch.setattr(hosts.TableHost, "_welcome", wrong)
    assert await caught()


async def test_a_leak_in_the_replay_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = records.full_update

    def wrong(table: Table, audience: int) -> Any:
        update = right(table, audience)
        return replace(update, turn=update.turn + hidden(table) % 2)

    monkeypatch.setattr(records, "full_update", wrong)
    assert await caught()
