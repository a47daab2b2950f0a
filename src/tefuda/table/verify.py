"""Checks a signed record: what is proven about the game, what is not, and what is false.

Each claim of the table gets a verdict of its own, because what a record proves depends on what the reader kept: the
server's key, the seal noted before the first card, or the copy of the game that a player's client kept.
`docs/fair-deals.md` says which of them proves what, and what no record can prove.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from tefuda.engine.errors import BadRecord
from tefuda.engine.game_record import Replay
from tefuda.table import fair_deal
from tefuda.table.table_record import RecordedAttempt, SeatChange, SignedRecord, digest_of, write

COPY = "my copy 1"


class Verdict(Enum):
    """What can be said of a claim."""

    PROVEN = "proven"
    NOT_PROVEN = "not-proven"
    FALSE = "false"


class Claim(NamedTuple):
    """A claim of the table with its verdict; `reason` is a message id with arguments, see `commands/en.ftl`."""

    id: str
    verdict: Verdict
    reason: str
    values: dict[str, int | str] = {}  # noqa: RUF012  # never changed


class MyCopy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's client kept of a game: hashes, keys and share in hex."""

    tefuda: str
    table: str
    server: str
    seat: int
    attempt: int
    seal: str
    signature: str
    share: str = ""
    call_offs: list[str] = []
    updates: list[dict[str, Any]] = []


class Verification(NamedTuple):
    """The claims of a record, and the game where it could be replayed."""

    record: SignedRecord
    claims: tuple[Claim, ...]
    replay: Replay | None

    @property
    def false(self) -> bool:
        """Is any claim false?"""
        return any(claim.verdict is Verdict.FALSE for claim in self.claims)


class _False(Exception):
    """A claim is false, for this reason."""

    def __init__(self, reason: str, **values: int | str) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


def read_copy(data: bytes) -> MyCopy:
    """Read the copy that a client kept; raises BadRecord saying what is wrong with it."""
    try:
        copy = msgspec.json.decode(data, type=MyCopy)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadRecord(f"this is no copy of a game: {error}") from error
    if copy.tefuda != COPY:
        raise BadRecord(f"a copy of a game says “{COPY}”, not {copy.tefuda[:40]!r}")
    return copy


def verify(
    record: SignedRecord,
    *,
    key: bytes | None = None,
    seal: bytes | None = None,
    copy: MyCopy | None = None,
    package: str | None = None,
    cards: str | None = None,
) -> Verification:
    """Check every claim of a record.

    `key` is the server's public key from elsewhere than the record, `seal` the one noted before the first card.
    `package` names the game's package where it is not one of ours, `cards` a card file it was played with.
    """
    if copy is not None and copy.table != record.table:
        raise BadRecord(f"this copy is of table {copy.table}, the record is of table {record.table}")
    noted = seal or (bytes.fromhex(copy.seal) if copy is not None else None)
    trusted = key or (bytes.fromhex(copy.server) if copy is not None else None)
    if trusted is None and noted == record.attempts[-1].seal:
        trusted = record.server  # the seal fixes it
    follows = _claim("key", lambda: _check_key(record))
    replay, by_rules = _replayed(record, package, cards)
    claims = (
        follows,
        _claim("fixed", lambda: _check_fixed(record, noted, copy, follows)),
        _claim("unchosen", lambda: _check_unchosen(record, noted, copy, follows)),
        by_rules,
        _claim("seen", lambda: _check_seen(replay, copy)),
        _claim("unchanged", lambda: _check_unchanged(record, trusted)),
        Claim("never", Verdict.NOT_PROVEN, "never"),
    )
    return Verification(record, claims, replay)


_Found = tuple[Verdict, str]


def _claim(id: str, check: Callable[[], _Found]) -> Claim:
    try:
        verdict, reason = check()
    except _False as false:
        return Claim(id, Verdict.FALSE, false.reason, false.values)
    return Claim(id, verdict, reason)


# --------------------------------------------------------------- the deal


def _check_key(record: SignedRecord) -> _Found:
    """Every attempt follows from its secret and shares, and the last one is complete."""
    previous = fair_deal.NO_PREVIOUS
    for place, attempt in enumerate(record.attempts, 1):
        last = place == len(record.attempts)
        _check_attempt(record, attempt, place, previous)
        if last == (attempt.silent is not None):
            raise _False("attempt-open", attempt=place)
        if last and attempt.pledges.keys() != attempt.shares.keys():
            raise _False("share-missing", attempt=place)
        if attempt.silent is not None:
            previous = _check_call_off(attempt)
    return Verdict.PROVEN, "key-follows"


def _check_attempt(record: SignedRecord, attempt: RecordedAttempt, place: int, previous: bytes) -> None:
    if attempt.number != place:
        raise _False("attempt-number", attempt=place)
    if fair_deal.commitment(attempt.secret) != attempt.commitment:
        raise _False("wrong-secret", attempt=place)
    for seat, share in attempt.shares.items():
        if attempt.pledges.get(seat) != fair_deal.pledge(share):
            raise _False("wrong-share", attempt=place, seat=seat + 1)
    seal = fair_deal.seal(record.server, record.setup(attempt), place, previous, attempt.commitment, attempt.pledges)
    if seal != attempt.seal:
        raise _False("wrong-seal", attempt=place)


def _check_call_off(attempt: RecordedAttempt) -> bytes:
    silent = attempt.silent or ()
    missing = attempt.pledges.keys() - attempt.shares.keys()
    call_off = fair_deal.call_off(attempt.seal, silent)
    if not silent or not set(silent) <= missing or call_off != attempt.call_off:
        raise _False("wrong-call-off", attempt=attempt.number)
    return call_off


def _check_fixed(record: SignedRecord, noted: bytes | None, copy: MyCopy | None, follows: Claim) -> _Found:
    """The seal that was noted before the first card is that of the record."""
    if follows.verdict is Verdict.FALSE:
        raise _False(follows.reason, **follows.values)
    if noted is None:
        return Verdict.NOT_PROVEN, "operators-word"
    if noted != record.attempts[-1].seal:
        raise _False("signed-twice" if copy is not None and _contradicts(copy) else "other-seal")
    return Verdict.PROVEN, "seal-noted"


def _contradicts(copy: MyCopy) -> bool:
    """Did the server itself sign the seal in the copy?"""
    message = fair_deal.seal_message(bytes.fromhex(copy.seal))
    return fair_deal.is_signed(bytes.fromhex(copy.server), message, bytes.fromhex(copy.signature))


def _check_unchosen(record: SignedRecord, noted: bytes | None, copy: MyCopy | None, follows: Claim) -> _Found:
    """Somebody who is trusted gave a share that was secret until the seal stood."""
    if follows.verdict is Verdict.FALSE:
        raise _False(follows.reason, **follows.values)
    last = record.attempts[-1]
    if not last.pledges:
        return Verdict.NOT_PROVEN, "server-alone"
    if copy is not None and copy.share:
        if last.shares.get(copy.seat, b"").hex() != copy.share or last.seal.hex() != copy.seal:
            raise _False("not-my-share", seat=copy.seat + 1)
        return Verdict.PROVEN, "my-share"
    return Verdict.NOT_PROVEN, "operators-word" if noted is None else "some-giver"


# --------------------------------------------------------------- the game


def _replayed(record: SignedRecord, package: str | None, cards: str | None) -> tuple[Replay | None, Claim]:
    """Cards, moves and ranks follow by the rules from the key."""
    try:
        _check_movers(record)
        replay = Replay(record.transcript(), cards=cards, package=package)
    except _False as false:
        return None, Claim("rules", Verdict.FALSE, false.reason, false.values)
    except BadRecord as error:
        verdict = Verdict.FALSE if str(error).startswith(("line ", "the record ")) else Verdict.NOT_PROVEN
        return None, Claim("rules", verdict, "not-replayed", {"why": str(error)})
    if len(replay) == 0 or not replay.steps[-1].state.over:
        return None, Claim("rules", Verdict.FALSE, "not-over")
    return replay, Claim("rules", Verdict.PROVEN, "replayed")


def _check_movers(record: SignedRecord) -> None:
    """Bots move for bots, people and their stand-ins for people."""
    bots = [kind != "person" for kind in record.attempts[-1].seats]
    for number, item in enumerate(record.course, 1):
        if isinstance(item, SeatChange):
            bots[item.seat] = item.sitter.kind == "bot"
        elif (item.by == "bot") != bots[item.seat]:
            raise _False("wrong-mover", number=number, seat=item.seat + 1)


def _check_seen(replay: Replay | None, copy: MyCopy | None) -> _Found:
    """What a client was shown is what the record shows to its seat."""
    if copy is None or not copy.updates:
        return Verdict.NOT_PROVEN, "no-copy"
    if replay is None:
        return Verdict.NOT_PROVEN, "no-replay"
    if not -1 <= copy.seat < replay.game.players:
        raise BadRecord(f"this copy is of seat {copy.seat}, which the table does not have")
    for update in copy.updates:
        turn, view = update.get("turn"), update.get("view")
        if view is None:
            continue
        if not isinstance(turn, int) or not 0 <= turn <= len(replay):
            raise _False("other-game", turn=str(turn))
        state = replay.steps[turn - 1].state if turn else replay.initial
        if _plain(view) != _plain(_json(replay.game.view(state.full_state, copy.seat))):
            raise _False("other-game", turn=turn)
        events = replay.steps[turn - 1].events if turn else replay.initial.opening
        heard = [one for event in events for one in replay.game.observe_all(event, (copy.seat,)) if one is not None]
        if update.get("events") and _plain(update["events"]) != _plain(_json(heard)):
            raise _False("other-game", turn=turn)
    return Verdict.PROVEN, "as-seen"


def _json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _plain(value: Any) -> Any:
    """Leave out the handles: they number cards for one connection."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items() if name != "handle"}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value


# ---------------------------------------------------------- the signature


def _check_unchanged(record: SignedRecord, trusted: bytes | None) -> _Found:
    """The server signed this very text."""
    body = write(record).rpartition("digest ")[0]
    if digest_of(body) != record.digest:
        raise _False("wrong-digest")
    if not fair_deal.is_signed(record.server, fair_deal.record_message(record.digest), record.signature):
        raise _False("wrong-signature")
    if trusted is None:
        return Verdict.NOT_PROVEN, "own-key"
    if trusted != record.server:
        raise _False("other-key")
    return Verdict.PROVEN, "signed"
