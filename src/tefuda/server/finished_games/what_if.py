"""What if: plays on from a moment of a finished game, at a new table against bots.

The new table begins from the position as its seat knew it at the time: everything hidden from it is dealt again.  So
the player cannot use what was revealed after the game, and the bots have different hands from those in the game.
"""

from __future__ import annotations

from tefuda.engine.state import State
from tefuda.server.errors import ServerError
from tefuda.server.store.stored_data import Guest
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.log_replay import commands
from tefuda.server.tables.services import Services
from tefuda.server.tables.table_actor import TableActor
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.table.entries import Sitter


async def play_on(registry: TableRegistry, loaded: LoadedTable, move: int, guest: Guest, language: str) -> TableActor:
    """Return a new table on which a guest decides for the seat that was to act after `move` commands."""
    if not loaded.released:
        raise ServerError("unreleased-review")
    services, games = registry.services, registry.games
    state = await _state_after(services, loaded, move)
    if state is None or state.current_player is None:
        raise ServerError("no-such-move", move=str(move))
    seat, game = state.current_player, loaded.row.game
    position = state.determinize(seat).position
    sitters: list[Sitter] = []
    for place, before in enumerate(loaded.table.sitters):
        names = [sitter.name for sitter in sitters]
        level = before.level if before.kind == "bot" else ""
        sitters.append(Sitter("person", guest.name) if place == seat else games.bot(game, level, names, language))
    id = await services.table_creator.from_position(loaded, sitters, guest, seat, position)
    actor = await registry.actor(id)
    await actor.submit(actor.dealing.begin)
    return actor


async def _state_after(services: Services, loaded: LoadedTable, move: int) -> State | None:
    """Return the state of a game after `move` commands, replayed in small slices; None if it had fewer."""
    log = await services.store.log(loaded.row.id)
    table = services.games.table(loaded.row, (), log)
    async for _ in commands(table, log, services.time_slices):
        if table.turn == move:
            return table.state
    return None
