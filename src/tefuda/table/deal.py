"""The deal of one table, protocol version 2: pledges, sealed attempts, shares and call-offs.

A state machine without clock or I/O.  As in `Table`, which calls them, `propose_*` validates a request and returns an
entry, and `apply` applies a stored entry.  The cryptography is in `fair_deal.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tefuda.table import fair_deal
from tefuda.table.entries import Arranged, CalledOff, DealEntry, Pledged, Refused, Sealed, Shared, Sitter

MAX_ATTEMPTS = 32  # attempts to deal at one table
MAX_PLEDGES = 64  # of one seat: a client pledges once per attempt, and again if it lost its share
NEW_PLEDGES = 4  # that the next person there has at least: those before them may have used up all others


@dataclass
class Attempt:
    """One attempt to deal."""

    number: int
    server: bytes  # public key
    previous: bytes  # call-off of the previous attempt
    secret: bytes = field(repr=False)
    seats: tuple[str, ...]  # "person" or "bot LEVEL"
    pledges: Mapping[int, bytes]  # by seat
    seal: bytes
    signature: bytes  # signature of the seal
    at_once: bool  # seal again automatically after a call-off
    shares: dict[int, bytes] = field(default_factory=dict, repr=False)  # by seat
    silent: tuple[int, ...] | None = None  # seats named in the call-off; None: not called off

    @property
    def commitment(self) -> bytes:
        return fair_deal.commitment(self.secret)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have pledged but not revealed a share."""
        return tuple(sorted(self.pledges.keys() - self.shares.keys()))

    @property
    def call_off(self) -> bytes:
        """The call-off value; only of an attempt that was called off."""
        assert self.silent is not None
        return fair_deal.call_off(self.seal, self.silent)

    def key(self) -> bytes:
        """Compute the key of all draws; no share may be missing."""
        assert not self.missing
        return fair_deal.draw_key(self.secret, self.seal, self.shares)


class Deal:
    """State of a table's deal.

    `secret` is the table's 32 secret bytes, `signing_keys` the server's private keys, newest last; the other arguments
    describe the game, see `fair_deal.setup`.  All seals of a table are signed with the key of the first one.
    """

    def __init__(
        self,
        table: str,
        secret: bytes,
        signing_keys: Sequence[bytes],
        *,
        game: str,
        rules: str,
        cards: bytes,
        options: Mapping[str, int],
    ) -> None:
        self.table, self.game, self.rules, self.cards, self.options = table, game, rules, cards, options
        self._secret, self._signing_keys = secret, signing_keys
        self.pledges: dict[int, bytes] = {}  # for the next attempt, by seat
        self.voided: set[int] = set()  # seats that had pledged before the table changed, and have not again
        self.attempts: list[Attempt] = []
        self._pledge_counts: dict[int, int] = {}  # by seat
        self._silent: set[int] = set()  # seats whose share was missing in any attempt

    @property
    def open(self) -> Attempt | None:
        """The last attempt unless it was called off: the one that is being dealt, or was dealt."""
        last = self.attempts[-1] if self.attempts else None
        return last if last is not None and last.silent is None else None

    @property
    def server(self) -> bytes:
        """The public key in this table's seals."""
        return self.attempts[0].server if self.attempts else fair_deal.public_key(self._signing_keys[-1])

    def _private(self) -> bytes:
        key = next((key for key in self._signing_keys if fair_deal.public_key(key) == self.server), None)
        if key is None:
            raise Refused("the key that signed this table's first seal is missing", reason="no-signing-key")
        return key

    @property
    def waits_for_pledge(self) -> bool:
        """Whether the deal is sealed again automatically as soon as there is a pledge."""
        automatic = bool(self.attempts) and self.open is None and self.attempts[-1].at_once
        return automatic and len(self.attempts) < MAX_ATTEMPTS

    # ----------------------------------------------------------- proposals

    def propose_pledge(self, seat: int, pledge: bytes) -> Pledged:
        """Propose a pledge; it replaces an earlier pledge of the seat.

        Like all `propose_*`, raises Refused if that is not allowed.
        """
        self._check_unsealed()
        if any(pledge == other for at, other in self.pledges.items() if at != seat):
            raise Refused(
                "another seat has given this pledge: a pledge is the hash of a random share of your own",
                reason="pledge-taken",
            )
        if self._pledge_counts.get(seat, 0) >= MAX_PLEDGES:
            raise Refused(
                f"seat {seat} has pledged {MAX_PLEDGES} times at this table, which is the limit",
                reason="too-many-pledges",
            )
        return Pledged(seat, pledge.hex())

    def propose_seal(self, sitters: Sequence[Sitter], answering: Iterable[int], *, at_once: bool) -> Sealed:
        """Propose to seal the next attempt with the pledges of the `answering` seats.

        Seats whose share was missing before are left out, unless there are no others.
        """
        self._check_unsealed()
        if len(self.attempts) >= MAX_ATTEMPTS:
            raise Refused(
                f"{MAX_ATTEMPTS} attempts to deal were called off: open another table", reason="too-many-attempts"
            )
        answering = self.pledges.keys() & set(answering)
        givers = answering - self._silent or answering
        pledges = {seat: self.pledges[seat] for seat in sorted(givers)}
        server, number = self.server, len(self.attempts) + 1
        seal = self._seal(server, number, sitters, pledges)
        signature = fair_deal.sign(self._private(), fair_deal.seal_message(seal))
        hex_pledges = {seat: pledge.hex() for seat, pledge in pledges.items()}
        return Sealed(number, server.hex(), hex_pledges, seal.hex(), signature.hex(), at_once)

    def propose_share(self, seat: int, seal: bytes, share: bytes) -> Shared:
        """Propose to reveal a share to the server."""
        attempt = self.open
        if attempt is None or seal != attempt.seal:
            raise Refused("this share belongs to another seal than the open one", reason="other-seal")
        if seat not in attempt.pledges:
            raise Refused(f"the seal holds no pledge of seat {seat}", reason="not-pledged")
        if seat in attempt.shares:
            raise Refused(f"seat {seat} has revealed its share already", reason="share-given")
        if fair_deal.pledge(share) != attempt.pledges[seat]:
            raise Refused(f"this is not the share that seat {seat} has pledged", reason="wrong-share")
        return Shared(seat, share.hex())

    def propose_call_off(self, silent: Iterable[int]) -> CalledOff:
        """Propose to call off the open attempt because the shares of these seats are missing."""
        attempt, seats = self.open, tuple(sorted(silent))
        if attempt is None or not seats or not set(seats) <= set(attempt.missing):
            raise Refused("an attempt is called off for seats whose share it lacks")
        return CalledOff(seats)

    def _check_unsealed(self) -> None:
        if self.open is not None:
            raise Refused("the deal is sealed already", reason="deal-sealed")

    def _seal(self, server: bytes, number: int, sitters: Sequence[Sitter], pledges: Mapping[int, bytes]) -> bytes:
        setup = fair_deal.setup(
            self.table, self.game, self.rules, self.cards, self.options, [str(sitter) for sitter in sitters]
        )
        commitment = fair_deal.commitment(self._attempt_secret(number))
        return fair_deal.seal(server, setup, number, self._previous(), commitment, pledges)

    def _attempt_secret(self, number: int) -> bytes:
        return fair_deal.attempt_secret(self._secret, self.table, number)

    def _previous(self) -> bytes:
        return self.attempts[-1].call_off if self.attempts else fair_deal.NO_PREVIOUS

    # ------------------------------------------------------------- entries

    def check(self, entry: DealEntry, sitters: Sequence[Sitter]) -> None:
        """Raise Refused if this deal could not have proposed a stored entry."""
        match entry:
            case Pledged(seat, pledge):
                self.propose_pledge(seat, bytes.fromhex(pledge))
            case Sealed(number, server, pledges, seal):
                self._check_unsealed()
                sealed = {seat: bytes.fromhex(pledge) for seat, pledge in pledges.items()}
                if any(self.pledges.get(seat) != pledge for seat, pledge in sealed.items()):
                    raise Refused(f"the seal of attempt {number} holds other pledges than those given")
                if self._seal(bytes.fromhex(server), number, sitters, sealed).hex() != seal:
                    raise Refused(f"the seal of attempt {number} does not follow from what was sealed")
            case Shared(seat, share):
                open_seal = self.open.seal if self.open is not None else b""
                self.propose_share(seat, open_seal, bytes.fromhex(share))
            case CalledOff(silent):
                self.propose_call_off(silent)

    def apply(self, entry: DealEntry, sitters: Sequence[Sitter]) -> None:
        """Apply an entry that was proposed or checked."""
        match entry:
            case Pledged(seat, pledge):
                self.pledges[seat] = bytes.fromhex(pledge)
                self.voided.discard(seat)
                self._pledge_counts[seat] = self._pledge_counts.get(seat, 0) + 1
            case Sealed(number, server, pledges, seal, signature, at_once):
                self.attempts.append(
                    Attempt(
                        number,
                        bytes.fromhex(server),
                        self._previous(),
                        self._attempt_secret(number),
                        tuple(str(sitter) for sitter in sitters),
                        {seat: bytes.fromhex(pledge) for seat, pledge in pledges.items()},
                        bytes.fromhex(seal),
                        bytes.fromhex(signature),
                        at_once,
                    )
                )
                self.pledges = {seat: pledge for seat, pledge in self.pledges.items() if seat not in pledges}
            case Shared(seat, share):
                assert self.open is not None
                self.open.shares[seat] = bytes.fromhex(share)
            case CalledOff(silent):
                assert self.open is not None
                self.open.silent = silent
                self._silent |= set(silent)

    def drop_pledge(self, seat: int) -> None:
        """Drop the pledge of a seat whose occupant changes."""
        self.pledges.pop(seat, None)
        self.voided.discard(seat)
        self._pledge_counts[seat] = min(self._pledge_counts.get(seat, 0), MAX_PLEDGES - NEW_PLEDGES)

    def arrange(self, entry: Arranged) -> None:
        """Void pledges after a change of the table: all if the game changed, else those of reoccupied seats."""
        setup, before, voided = entry.setup, self.pledges, self.voided
        if setup is not None:
            self.game, self.rules, self.cards = setup.game, setup.rules, bytes.fromhex(setup.cards)
            self.options = setup.options
        if setup is not None or entry.order:
            order = entry.order or range(1 + max(before.keys() | voided, default=-1))
            self.pledges, self.voided = {}, set()
            for seat, old in enumerate(order):
                if setup is None and old == seat and old in before:
                    self.pledges[seat] = before[old]
                    continue
                if old in before or old in voided:
                    self.voided.add(seat)
                self._pledge_counts.pop(seat, None)
        if entry.removed >= 0:
            self.drop_pledge(entry.removed)
