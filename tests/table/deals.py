"""Tables with a fair deal whose secret, key and shares are known to the test."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from harness.contract.cases import random_command
from tefuda.engine.game import Game
from tefuda.engine.game_record import table_digest
from tefuda.table import fair_deal
from tefuda.table.deal import Deal
from tefuda.table.entries import Entry, Sitter
from tefuda.table.table import Table

SECRET, SIGNING_KEY = bytes(range(32)), bytes(range(32, 64))
SERVER = fair_deal.public_key(SIGNING_KEY)
SHARES = [bytes([seat]) * 32 for seat in range(1, 8)]


def new_table(game: Game, secret: bytes = SECRET, signing_keys: Sequence[bytes] = (SIGNING_KEY,)) -> Table:
    """Make a table with a deal of protocol 2 and open seats."""
    return Table(
        game,
        deal=Deal(
            "AbCdEfGhIjKl",
            secret,
            signing_keys,
            game=game.slug,
            rules=game.description.rules_version,
            cards=bytes.fromhex(table_digest(game.tables)),
            options=game.options,
        ),
    )


class Log:
    """A table with the log of its entries."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.entries: list[Entry] = []

    def happen(self, entry: Entry) -> None:
        self.table.apply(entry)
        self.entries.append(entry)

    def seat_people(self, *names: str) -> None:
        for seat, name in enumerate(names):
            self.happen(self.table.propose_sit(seat, Sitter("person", name)))

    def pledge(self, *seats: int, offset: int = 0) -> None:
        for seat in seats:
            self.happen(self.table.propose_pledge(seat, fair_deal.pledge(SHARES[seat + offset])))

    def seal(self, *answering: int, at_once: bool = False) -> bytes:
        self.happen(self.table.propose_seal(answering, at_once=at_once))
        return self.table.deal.open.seal

    def share(self, seal: bytes, *seats: int, offset: int = 0) -> None:
        for seat in seats:
            self.happen(self.table.propose_share(seat, seal, SHARES[seat + offset]))

    def deal(self, *givers: int) -> None:
        """Pledge, seal, share and deal."""
        self.pledge(*givers)
        self.share(self.seal(*givers), *givers)
        self.happen(self.table.propose_deal())

    def play_to_the_end(self, random: Random) -> None:
        state = self.table.state
        while state.current_player is not None:
            command = random_command(state, random)
            self.happen(self.table.propose_play(state.current_player, self.table.turn, command, by="person"))
