"""The deal of one table, protocol version 2: pledges, sealed attempts, shares, call-offs.

A state machine without clock or I/O.  `propose_*` checks a wish and returns the entry that would fulfil it, `apply`
makes a stored entry true; the `Table` calls both.  `fair_deal.py` has the mathematics.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tefuda.table import fair_deal
from tefuda.table.entries import CalledOff, DealEntry, Pledged, Refused, Sealed, Shared, Sitter

MAX_ATTEMPTS = 32  # at one table
MAX_PLEDGES = 64  # of one seat: a client pledges once an attempt, and again where it lost its share


@dataclass
class Attempt:
    """One attempt to deal."""

    number: int
    server: bytes  # public key
    previous: bytes  # call-off of the attempt before
    secret: bytes = field(repr=False)
    seats: tuple[str, ...]  # kind of each seat
    pledges: Mapping[int, bytes]
    seal: bytes
    signature: bytes
    at_once: bool
    shares: dict[int, bytes] = field(default_factory=dict, repr=False)
    silent: tuple[int, ...] | None = None  # seats that the call-off names; None: not called off

    @property
    def commitment(self) -> bytes:
        return fair_deal.commitment(self.secret)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose share has not come."""
        return tuple(sorted(self.pledges.keys() - self.shares.keys()))

    @property
    def call_off(self) -> bytes:
        """The call-off of an attempt that was called off."""
        assert self.silent is not None
        return fair_deal.call_off(self.seal, self.silent)

    def key(self) -> bytes:
        """Compute the key of all draws; every share has to be there."""
        assert not self.missing
        return fair_deal.draw_key(self.secret, self.seal, self.shares)


class Deal:
    """The deal of a table: what was pledged, sealed, revealed and called off so far.

    `secret` are the table's 32 secret bytes, `signing_keys` the server's private keys, the newest last; the other
    arguments describe what is played, see `fair_deal.setup`.  A table keeps the key of its first seal to its end.
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
        self.pledges: dict[int, bytes] = {}  # of the next attempt, by seat
        self.attempts: list[Attempt] = []
        self._pledged: dict[int, int] = {}  # seat -> how often
        self._silent: set[int] = set()  # seats whose share did not come in some attempt

    @property
    def open(self) -> Attempt | None:
        """The attempt that is sealed and not called off: the one that is being dealt, or was."""
        last = self.attempts[-1] if self.attempts else None
        return last if last is not None and last.silent is None else None

    @property
    def server(self) -> bytes:
        """The public key in the seals of this table."""
        return self.attempts[0].server if self.attempts else fair_deal.public_key(self._signing_keys[-1])

    def _private(self) -> bytes:
        key = next((key for key in self._signing_keys if fair_deal.public_key(key) == self.server), None)
        if key is None:
            raise Refused("the key that signed this table's first seal is not here any more", reason="no-signing-key")
        return key

    @property
    def waits_for_pledge(self) -> bool:
        """Is another attempt made, without being asked, as soon as there is a pledge?"""
        again = bool(self.attempts) and self.open is None and self.attempts[-1].at_once
        return again and len(self.attempts) < MAX_ATTEMPTS

    # -------------------------------------------------------------- wishes

    def propose_pledge(self, seat: int, pledge: bytes) -> Pledged:
        """Pledge a share; a later pledge of the seat replaces this one."""
        self._check_unsealed()
        if any(pledge == other for at, other in self.pledges.items() if at != seat):
            raise Refused(
                "another seat has given this pledge: a pledge is the hash of a random share of your own",
                reason="pledge-taken",
            )
        if self._pledged.get(seat, 0) >= MAX_PLEDGES:
            raise Refused(
                f"seat {seat} has pledged {MAX_PLEDGES} times at this table, which is the limit",
                reason="too-many-pledges",
            )
        return Pledged(seat, pledge.hex())

    def propose_seal(self, sitters: Sequence[Sitter], answering: Iterable[int], *, at_once: bool) -> Sealed:
        """Seal the next attempt with the pledges of the answering seats.

        A seat whose share once did not come is left out, unless no other gives one.
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
        """Reveal a share to the server."""
        attempt = self.open
        if attempt is None or seal != attempt.seal:
            raise Refused("this share is for another seal than the one that is open now", reason="other-seal")
        if seat not in attempt.pledges:
            raise Refused(f"the seal holds no pledge of seat {seat}", reason="not-pledged")
        if seat in attempt.shares:
            raise Refused(f"seat {seat} has revealed its share already", reason="share-given")
        if fair_deal.pledge(share) != attempt.pledges[seat]:
            raise Refused(f"this is not the share that seat {seat} has pledged", reason="wrong-share")
        return Shared(seat, share.hex())

    def propose_call_off(self, silent: Iterable[int]) -> CalledOff:
        """End the open attempt without these seats' shares."""
        attempt, named = self.open, tuple(sorted(silent))
        if attempt is None or not named or not set(named) <= set(attempt.missing):
            raise Refused("an attempt is called off for seats whose share it lacks")
        return CalledOff(named)

    def _check_unsealed(self) -> None:
        if self.open is not None:
            raise Refused("the deal is sealed already", reason="deal-sealed")

    def _seal(self, server: bytes, number: int, sitters: Sequence[Sitter], pledges: Mapping[int, bytes]) -> bytes:
        secret = fair_deal.attempt_secret(self._secret, self.table, number)
        setup = fair_deal.setup(
            self.table, self.game, self.rules, self.cards, self.options, [str(sitter) for sitter in sitters]
        )
        return fair_deal.seal(server, setup, number, self._previous(), fair_deal.commitment(secret), pledges)

    def _previous(self) -> bytes:
        return self.attempts[-1].call_off if self.attempts else fair_deal.NO_PREVIOUS

    # ------------------------------------------------------------- entries

    def check(self, entry: DealEntry, sitters: Sequence[Sitter]) -> None:
        """Raise Refused for a stored entry that could not have been proposed to this deal."""
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
                seal_now = self.open.seal if self.open is not None else b""
                self.propose_share(seat, seal_now, bytes.fromhex(share))
            case CalledOff(silent):
                self.propose_call_off(silent)

    def apply(self, entry: DealEntry, sitters: Sequence[Sitter]) -> None:
        """Make an entry true that was proposed or checked."""
        match entry:
            case Pledged(seat, pledge):
                self.pledges[seat] = bytes.fromhex(pledge)
                self._pledged[seat] = self._pledged.get(seat, 0) + 1
            case Sealed(number, server, pledges, seal, signature, at_once):
                self.attempts.append(
                    Attempt(
                        number,
                        bytes.fromhex(server),
                        self._previous(),
                        fair_deal.attempt_secret(self._secret, self.table, number),
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
        """Forget the pledge of a seat that changes hands."""
        self.pledges.pop(seat, None)
