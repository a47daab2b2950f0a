"""The checks of a seal before this client reveals its share.

Pure.  Each check is an entry of a list, so that tests can show what each of them alone detects.  The browser has the
same ones (`frontend/src/lib/deal-checks.ts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tefuda.client.deal_store import KeptCallOff, KeptShare, Shown
from tefuda.server.protocol.common import Attempt, DealInfo
from tefuda.table import fair_deal
from tefuda.table.entries import Sitter


class Facts(NamedTuple):
    """The state of a table, as the screen shows it."""

    table: str
    game: str
    options: Mapping[str, int]
    sitters: Sequence[Sitter]
    seat: int  # of this client, -1 for none
    deal: DealInfo

    @property
    def shown(self) -> Shown:
        """The setup of the game."""
        return Shown(self.game, dict(self.options), self.deal.rules, self.deal.cards)

    @property
    def open(self) -> Attempt | None:
        """The last attempt unless it was called off: the one whose shares are awaited, or that was dealt."""
        last = self.deal.attempts[-1] if self.deal.attempts else None
        return last if last is not None and not last.call_off else None


class Memory(NamedTuple):
    """What this client remembers of the table and its server."""

    servers: Sequence[str]  # trusted keys
    share: KeptShare  # pledged for this seal
    shares: Sequence[KeptShare]  # shares given at this table
    call_offs: Sequence[KeptCallOff]


class Check(NamedTuple):
    """A check, which raises ValueError for malformed values."""

    name: str
    holds: Callable[[Facts, Attempt, Memory], bool]


def seal_of(facts: Facts, attempt: Attempt) -> str:
    """Compute an attempt's seal from the values that it fixes."""
    deal = facts.deal
    setup = fair_deal.setup(
        facts.table, facts.game, deal.rules, bytes.fromhex(deal.cards), facts.options, attempt.seats
    )
    pledges = {seat: bytes.fromhex(pledge) for seat, pledge in attempt.pledges.items()}
    previous, commitment = bytes.fromhex(attempt.previous), bytes.fromhex(attempt.commitment)
    return fair_deal.seal(bytes.fromhex(deal.server), setup, attempt.number, previous, commitment, pledges).hex()


def pledge_of(share: str) -> str:
    """Compute the pledge of a share."""
    return fair_deal.pledge(bytes.fromhex(share)).hex()


def is_call_off(seal: str, silent: Iterable[int], call_off: str) -> bool:
    """Whether a call-off is the hash of its values; False for malformed ones."""
    try:
        return call_off == fair_deal.call_off(bytes.fromhex(seal), silent).hex()
    except (ValueError, OverflowError):
        return False


def _is_signed(facts: Facts, attempt: Attempt, _: Memory) -> bool:
    message = fair_deal.seal_message(bytes.fromhex(attempt.seal))
    return fair_deal.is_signed(bytes.fromhex(facts.deal.server), message, bytes.fromhex(attempt.signature))


def _has_own_pledge(facts: Facts, attempt: Attempt, memory: Memory) -> bool:
    share = memory.share
    at_seat = share.table == facts.table and share.seat == facts.seat
    return at_seat and attempt.pledges.get(facts.seat) == pledge_of(share.share)


def _are_distinct(_: Facts, attempt: Attempt, __: Memory) -> bool:
    """Whether no pledge is a copy of another, even if it is spelled in another way."""
    return len({bytes.fromhex(pledge) for pledge in attempt.pledges.values()}) == len(attempt.pledges)


def _chained(facts: Facts) -> bool:
    """Whether the attempts form a chain: numbers, call-offs, and each earlier seal."""
    previous = fair_deal.NO_PREVIOUS.hex()
    attempts = facts.deal.attempts
    for number, attempt in enumerate(attempts, 1):
        if attempt.number != number or attempt.previous != previous:
            return False
        if number < len(attempts):
            if not is_call_off(attempt.seal, attempt.silent, attempt.call_off):
                return False
            if seal_of(facts, attempt) != attempt.seal:
                return False
            previous = attempt.call_off
    return True


def _follows(facts: Facts, attempt: Attempt, memory: Memory) -> bool:
    shown = {(one.number, one.seal, one.call_off) for one in facts.deal.attempts}
    last = bool(facts.deal.attempts) and facts.deal.attempts[-1] == attempt
    return last and _chained(facts) and all((o.number, o.seal, o.call_off) in shown for o in memory.call_offs)


def _none_open(_: Facts, attempt: Attempt, memory: Memory) -> bool:
    closed = {one.seal for one in memory.call_offs if is_call_off(one.seal, one.silent, one.call_off)}
    return all(not share.seal or share.seal == attempt.seal or share.seal in closed for share in memory.shares)


CHECKS = (
    Check("server", lambda facts, _, memory: facts.deal.server in memory.servers),  # the key is known
    Check("signature", _is_signed),
    Check("pledge", _has_own_pledge),  # this client's pledge is in the seal, at its seat
    Check("distinct", _are_distinct),
    Check("seats", lambda facts, attempt, _: list(attempt.seats) == [str(one) for one in facts.sitters]),
    Check("setup", lambda facts, _, memory: facts.shown == memory.share.shown),  # the setup shown before the seal
    Check("follows", _follows),  # the attempts form a chain, with all call-offs that this client saw
    Check("open", _none_open),  # no earlier seal of this table is left without its call-off
    Check("used", lambda _, attempt, memory: memory.share.seal in ("", attempt.seal)),  # never under another seal
    Check("seal", lambda facts, attempt, _: seal_of(facts, attempt) == attempt.seal),  # the hash of all of this
)


def failed_check(facts: Facts, attempt: Attempt, memory: Memory, checks: Iterable[Check] = CHECKS) -> str:
    """Return the name of the first check that an open attempt fails, "" for none; malformed values fail a check."""
    for check in checks:
        try:
            holds = check.holds(facts, attempt, memory)
        except (ValueError, OverflowError):
            holds = False
        if not holds:
            return check.name
    return ""
