"""A dealing server to test the giver against: it seals and calls off as the real one does, and can be told to cheat."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from tefuda.client.deal_store import DealStore
from tefuda.client.errors import ServerRefusal
from tefuda.client.seal_checks import Facts
from tefuda.client.state_folder import ServerFolder
from tefuda.server.protocol.common import Attempt, DealInfo
from tefuda.server.protocol.http import SigningKey
from tefuda.table import fair_deal
from tefuda.table.entries import Sitter

TABLE = "AbCdEfGhIjKl"
PRIVATE, OTHER = bytes([7]) * 32, bytes([8]) * 32
PUBLIC, OTHER_PUBLIC = fair_deal.public_key(PRIVATE).hex(), fair_deal.public_key(OTHER).hex()


def pledge(fill: int) -> str:
    """Return the pledge of a share of equal bytes."""
    return fair_deal.pledge(bytes([fill]) * 32).hex()


def store(folder: Path) -> DealStore:
    return DealStore(ServerFolder(folder, "http://127.0.0.1:8750"))


class Dealer:
    """Seat 0 is ours, 1 a friend's, 2 a bot's."""

    def __init__(self) -> None:
        self.key = PRIVATE
        self.game, self.rules, self.cards = "kotori", "1", (bytes([0xC0]) * 32).hex()
        self.options = {"allow_yield": 0}
        self.sitters = (Sitter("person", "Aki"), Sitter("person", "Haru"), Sitter("bot", "Suzu", "easy"))
        self.pledges = {1: pledge(101)}
        self.attempts: list[Attempt] = []
        self.dealt = self.shared = False
        self.version = 0

    @property
    def deal(self) -> DealInfo:
        key = fair_deal.public_key(self.key).hex()
        mine = self.pledges.get(0, "")
        attempts = tuple(self.attempts)
        return DealInfo(2, self.rules, self.cards, key, attempts, self.dealt, mine, self.shared)

    def facts(self, seat: int = 0) -> Facts:
        return Facts(TABLE, self.game, dict(self.options), self.sitters, seat, self.deal)

    def seal(self, **bent: Any) -> Attempt:
        """Seal an attempt; `bent` replaces parts of it before seal and signature are made."""
        number = len(self.attempts) + 1
        secret = fair_deal.attempt_secret(bytes([9]) * 32, TABLE, number)
        attempt = Attempt(
            number,
            self.attempts[-1].call_off if self.attempts else fair_deal.NO_PREVIOUS.hex(),
            fair_deal.commitment(secret).hex(),
            tuple(map(str, self.sitters)),
            dict(self.pledges),
            "",
            "",
        )
        attempt = replace(attempt, **bent)
        setup = fair_deal.setup(
            TABLE, self.game, self.rules, bytes.fromhex(self.cards), self.options, list(attempt.seats)
        )
        pledges = {seat: bytes.fromhex(one) for seat, one in attempt.pledges.items()}
        previous, commitment = bytes.fromhex(attempt.previous), bytes.fromhex(attempt.commitment)
        key = fair_deal.public_key(self.key)
        seal = bent.get("seal") or fair_deal.seal(key, setup, attempt.number, previous, commitment, pledges).hex()
        message = fair_deal.seal_message(bytes.fromhex(seal))
        signature = bent.get("signature") or fair_deal.sign(self.key, message).hex()
        attempt = replace(attempt, seal=seal, signature=signature)
        self.attempts.append(attempt)
        self.pledges, self.shared = {}, False
        return attempt

    def call_off(self, *silent: int) -> None:
        last = self.attempts[-1]
        call_off = fair_deal.call_off(bytes.fromhex(last.seal), silent).hex()
        self.attempts[-1] = replace(last, silent=silent, call_off=call_off)
        self.pledges = {1: pledge(101 + len(self.attempts))}


class Line:
    """What a giver sends, in order; `refuse` makes the table refuse."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.refuse = False
        self.version = 1  # in the answer
        self.listed: Sequence[SigningKey] = ()
        self.asked = 0

    async def send(self, kind: str, /, **fields: Any) -> int:
        self.sent.append({"t": kind, **fields})
        if self.refuse:
            raise ServerRefusal("refused")
        return self.version

    async def keys(self) -> Sequence[SigningKey]:
        self.asked += 1
        return self.listed

    @property
    def kinds(self) -> list[str]:
        return [one["t"] for one in self.sent]


async def answered() -> None:
    """Wait until all sent messages are answered."""
    for _ in range(8):
        await asyncio.sleep(0)
