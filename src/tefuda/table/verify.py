"""Verifies a signed record: which claims about the game are proven, not proven, or false.

Each claim has its own verdict, because the proof depends on what the reader kept: the server's key, the seal noted
before the first card, or the copy of the game that a player's client kept.  `docs/fair-deals.md` explains what each of
them proves, and what no record can prove.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from tefuda.engine.errors import BadRecord, IllegalAction, ImpossibleGame
from tefuda.engine.events import GameEvent
from tefuda.engine.game_record import Replay
from tefuda.engine.state import State
from tefuda.table import fair_deal
from tefuda.table.table_record import Back, Move, RecordedAttempt, SeatChange, SignedRecord, digest_of, write
from tefuda.table.take_back import reveals

WORDS = Path(__file__).parent  # of the messages about claims, `ja.ftl` and `en.ftl`
COPY = "my copy 1"  # format id of a client's copy


class Verdict(Enum):
    """Verdict on a claim."""

    PROVEN = "proven"
    NOT_PROVEN = "not-proven"
    FALSE = "false"


class Claim(NamedTuple):
    """A claim with its verdict; described by the messages `claim-<id>` and `reason-<reason>` with `values`."""

    id: str
    verdict: Verdict
    reason: str
    values: dict[str, int | str] = {}  # noqa: RUF012  # never changed


_Hex = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})*$")]


class MyCopy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The copy of a game that a player's client kept; hashes, keys and share in hex."""

    tefuda: str
    table: str
    server: _Hex
    seat: int
    attempt: int
    seal: _Hex
    signature: _Hex
    share: _Hex = ""
    call_offs: list[str] = []
    updates: list[dict[str, Any]] = []


class Verification(NamedTuple):
    """The verified claims of a record, with its replay if there is one."""

    record: SignedRecord
    claims: tuple[Claim, ...]
    replay: Replay | None

    @property
    def false(self) -> bool:
        """Whether any claim is false."""
        return any(claim.verdict is Verdict.FALSE for claim in self.claims)


class _FalseClaim(Exception):
    """A claim is false for `reason`, a message with `values`."""

    def __init__(self, reason: str, **values: int | str) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


def read_copy(data: bytes) -> MyCopy:
    """Parse a client's copy of a game; raises BadRecord if it is invalid."""
    try:
        copy = msgspec.json.decode(data, type=MyCopy)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadRecord(f"this is not a copy of a game: {error}") from error
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
    """Verify every claim of a record.

    `key` is the server's public key from a source other than the record, `seal` the one noted before the first card,
    `package` the package of a game that does not come with Tefuda, `cards` the card file that was used.  Raises
    BadRecord if `copy` is of another game.
    """
    if copy is not None and copy.table != record.table:
        raise BadRecord(f"this copy is of table {copy.table}, the record is of table {record.table}")
    noted = seal or (bytes.fromhex(copy.seal) if copy is not None else None)
    trusted = key or (bytes.fromhex(copy.server) if copy is not None else None)
    if trusted is None and noted == record.attempts[-1].seal:
        trusted = record.server  # the seal depends on it
    key_claim = _claim("key", lambda: _check_key(record))
    replay, moments, rules_claim = _check_rules(record, package, cards)
    claims = (
        key_claim,
        _claim("fixed", lambda: _check_fixed(record, noted, copy, key_claim)),
        _claim("unchosen", lambda: _check_unchosen(record, noted, copy, key_claim)),
        rules_claim,
        _claim("seen", lambda: _check_seen(moments, copy)),
        _claim("unchanged", lambda: _check_unchanged(record, trusted)),
        Claim("never", Verdict.NOT_PROVEN, "never"),
    )
    return Verification(record, claims, replay)


_Finding = tuple[Verdict, str]  # verdict and reason


def _claim(id: str, check: Callable[[], _Finding]) -> Claim:
    try:
        verdict, reason = check()
    except _FalseClaim as false:
        return Claim(id, Verdict.FALSE, false.reason, false.values)
    return Claim(id, verdict, reason)


# --------------------------------------------------------------- the deal


def _check_key(record: SignedRecord) -> _Finding:
    """Check that every attempt follows from its secret and shares, and that the last one is complete."""
    previous = fair_deal.NO_PREVIOUS
    for number, attempt in enumerate(record.attempts, 1):
        last = number == len(record.attempts)
        _check_attempt(record, attempt, number, previous)
        if last == (attempt.silent is not None):
            raise _FalseClaim("attempt-open", attempt=number)
        if last and attempt.pledges.keys() != attempt.shares.keys():
            raise _FalseClaim("share-missing", attempt=number)
        if attempt.silent is not None:
            previous = _check_call_off(attempt)
    return Verdict.PROVEN, "key-follows"


def _check_attempt(record: SignedRecord, attempt: RecordedAttempt, number: int, previous: bytes) -> None:
    if attempt.number != number:
        raise _FalseClaim("attempt-number", attempt=number)
    if fair_deal.commitment(attempt.secret) != attempt.commitment:
        raise _FalseClaim("wrong-secret", attempt=number)
    for seat, share in attempt.shares.items():
        if attempt.pledges.get(seat) != fair_deal.pledge(share):
            raise _FalseClaim("wrong-share", attempt=number, seat=seat + 1)
    seal = fair_deal.seal(record.server, record.setup(attempt), number, previous, attempt.commitment, attempt.pledges)
    if seal != attempt.seal:
        raise _FalseClaim("wrong-seal", attempt=number)


def _check_call_off(attempt: RecordedAttempt) -> bytes:
    silent = attempt.silent or ()
    missing = attempt.pledges.keys() - attempt.shares.keys()
    call_off = fair_deal.call_off(attempt.seal, silent)
    if not silent or not set(silent) <= missing or call_off != attempt.call_off:
        raise _FalseClaim("wrong-call-off", attempt=attempt.number)
    return call_off


def _check_fixed(record: SignedRecord, noted: bytes | None, copy: MyCopy | None, key_claim: Claim) -> _Finding:
    """Check that the seal noted before the first card is the record's."""
    if key_claim.verdict is Verdict.FALSE:
        raise _FalseClaim(key_claim.reason, **key_claim.values)
    if noted is None:
        return Verdict.NOT_PROVEN, "operators-word"
    if noted != record.attempts[-1].seal:
        raise _FalseClaim("signed-twice" if copy is not None and _contradicts(copy) else "other-seal")
    return Verdict.PROVEN, "seal-noted"


def _contradicts(copy: MyCopy) -> bool:
    """Whether the server signed the seal in the copy, which contradicts the record."""
    message = fair_deal.seal_message(bytes.fromhex(copy.seal))
    return fair_deal.is_signed(bytes.fromhex(copy.server), message, bytes.fromhex(copy.signature))


def _check_unchosen(record: SignedRecord, noted: bytes | None, copy: MyCopy | None, key_claim: Claim) -> _Finding:
    """Check that the reader's own share, secret until the seal was published, is part of the deal."""
    if key_claim.verdict is Verdict.FALSE:
        raise _FalseClaim(key_claim.reason, **key_claim.values)
    last = record.attempts[-1]
    if not last.pledges:
        return Verdict.NOT_PROVEN, "server-alone"
    if copy is not None and copy.share:
        if last.shares.get(copy.seat, b"").hex() != copy.share or last.seal.hex() != copy.seal:
            raise _FalseClaim("not-my-share", seat=copy.seat + 1)
        return Verdict.PROVEN, "my-share"
    return Verdict.NOT_PROVEN, "operators-word" if noted is None else "some-giver"


# --------------------------------------------------------------- the game


def _check_rules(
    record: SignedRecord, package: str | None, cards: str | None
) -> tuple[Replay | None, Sequence[_Moment] | None, Claim]:
    """Check by a replay that cards, moves and ranks follow from the key by the rules."""
    try:
        _check_movers(record)
        replay = Replay(record.game_record(), cards=cards, package=package)
        moments = _moments(record, replay)
    except _FalseClaim as false:
        return None, None, Claim("rules", Verdict.FALSE, false.reason, false.values)
    except BadRecord as error:
        verdict = Verdict.FALSE if isinstance(error, ImpossibleGame) else Verdict.NOT_PROVEN
        return None, None, Claim("rules", verdict, "not-replayed", {"why": str(error)})
    if len(replay) == 0 or not replay.steps[-1].state.is_terminal:
        return None, None, Claim("rules", Verdict.FALSE, "not-over")
    return replay, moments, Claim("rules", Verdict.PROVEN, "replayed")


def _check_movers(record: SignedRecord) -> None:
    """Check that bots moved for bots, and people or their stand-ins for people."""
    bots = [kind != "person" for kind in record.attempts[-1].seats]
    for number, item in enumerate(record.course, 1):
        if isinstance(item, SeatChange):
            bots[item.seat] = item.sitter.kind == "bot"
        elif isinstance(item, Move) and (item.by == "bot") != bots[item.seat]:
            raise _FalseClaim("wrong-mover", number=number, seat=item.seat + 1)


class _Moment(NamedTuple):
    """The game after a turn, with the events of that turn."""

    state: State
    events: Sequence[GameEvent]


def _moments(record: SignedRecord, replay: Replay) -> list[_Moment]:
    """Return the game after each turn, including turns that were taken back; raises _FalseClaim.

    A move that was taken back must have been legal, and have drawn and revealed nothing.
    """
    standing = [_Moment(replay.initial, replay.initial.opening), *(_Moment(s.state, s.events) for s in replay.steps)]
    moments, played = [standing[0]], 0
    course = [item for item in record.course if not isinstance(item, SeatChange)]
    for item, following in zip(course, [*course[1:], None], strict=True):
        if isinstance(item, Back):
            moments.append(_Moment(standing[played].state, ()))
        elif isinstance(following, Back):
            before, after = standing[played].state, standing[played].state.copy()
            rng = int(after.full_state.rng)
            try:
                prepared = after.prepare(item.command)
            except IllegalAction:
                raise _FalseClaim("wrong-take-back", seat=item.seat + 1) from None
            events = prepared.events
            after.commit(prepared)
            drew = int(after.full_state.rng) != rng
            if item.seat != before.current_player or drew or reveals(replay.game, before, item.command, events, after):
                raise _FalseClaim("wrong-take-back", seat=item.seat + 1)
            moments.append(_Moment(after, events))
        else:
            played += 1
            moments.append(standing[played])
    return moments


def _check_seen(moments: Sequence[_Moment] | None, copy: MyCopy | None) -> _Finding:
    """Check that the updates in a client's copy are those that the record gives to its seat."""
    if copy is None or not copy.updates:
        return Verdict.NOT_PROVEN, "no-copy"
    if moments is None:
        return Verdict.NOT_PROVEN, "no-replay"
    game = moments[0].state.game
    if not -1 <= copy.seat < game.num_players:
        raise BadRecord(f"this copy is of seat {copy.seat}, which the table does not have")
    exact = True
    for update in copy.updates:
        turn, view = update.get("turn"), update.get("view")
        if view is None:
            continue
        if not isinstance(turn, int) or not 0 <= turn < len(moments):
            raise _FalseClaim("other-game", turn=str(turn))
        state, events = moments[turn]
        observed = (one for event in events for one in game.observe_all(event, (copy.seat,)))
        observations = [one for one in observed if one is not None]
        pairs: list[tuple[Any, Any, Callable[[Any], dict[object, object]]]] = [
            (view, _json(game.view(state.full_state, copy.seat)), _view_facts)
        ]
        if update.get("events"):
            pairs.append((update["events"], _json(observations), _event_facts))
        try:
            same = [_is_same(_without_handles(kept), _without_handles(ours), facts) for kept, ours, facts in pairs]
        except (AttributeError, KeyError, TypeError, _Contradiction) as error:  # a copy may hold anything
            raise _FalseClaim("other-game", turn=turn) from error
        exact = exact and all(same)
    return (Verdict.PROVEN, "as-seen") if exact else (Verdict.NOT_PROVEN, "shown-otherwise")


class _Contradiction(Exception):
    """A copy tells of another game."""


def _is_same(kept: Any, ours: Any, facts: Callable[[Any], dict[object, object]]) -> bool:
    """Whether a part of a copy equals what this release shows; raises _Contradiction if it tells of another game.

    Releases differ in texts and layout, and in which zones and counters they have: that contradicts nothing.
    """
    if isinstance(kept, dict) and not kept.get("choices"):
        # The server offers none while it plays an opening, and those of the record are not in the copy.
        ours = {name: value for name, value in ours.items() if name not in ("choices", "page")}
    if kept == ours:
        return True
    told, known = facts(kept), facts(ours)
    if any(told[name] != known[name] for name in told.keys() & known.keys()):
        raise _Contradiction
    return False


def _view_facts(view: dict[str, Any]) -> dict[object, object]:
    """Return what a view says about the game itself, whatever its texts and layout."""
    facts: dict[object, object] = {name: view[name] for name in ("game", "seat", "players", "to_act")}
    for zone in view["zones"]:
        cards = [(card.get("face"), card.get("marks")) for card in zone.get("cards", ())]
        facts["zone", zone["id"]] = zone["count"], cards
    for counter in view.get("counters", ()):
        facts["counter", counter["id"], counter.get("owner")] = counter["value"]
    for role, seat in view.get("roles", {}).items():
        facts["role", role] = seat
    if view.get("choices"):
        facts["choices"] = {choice["action"] for choice in view["choices"]}
    result = view.get("result") or {}
    facts["result"] = result.get("ranks"), result.get("scores")
    return facts


def _event_facts(events: list[dict[str, Any]]) -> dict[object, object]:
    """Return which cards events show as moving; releases may tell of the same in more events or fewer."""
    moves = [move for event in events for move in event.get("moves", ())]
    return {("moves", len(moves)): [(move["source"], move["target"], move.get("face")) for move in moves]}


def _json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _without_handles(value: Any) -> Any:
    """Remove card handles from a JSON value: a replay gives other numbers."""
    if isinstance(value, dict):
        return {name: _without_handles(part) for name, part in value.items() if name != "handle"}
    if isinstance(value, list):
        return [_without_handles(part) for part in value]
    return value


# ---------------------------------------------------------- the signature


def _check_unchanged(record: SignedRecord, trusted: bytes | None) -> _Finding:
    """Check that the server signed this text."""
    body = write(record).rpartition("digest ")[0]
    if digest_of(body) != record.digest:
        raise _FalseClaim("wrong-digest")
    if not fair_deal.is_signed(record.server, fair_deal.record_message(record.digest), record.signature):
        raise _FalseClaim("wrong-signature")
    if trusted is None:
        return Verdict.NOT_PROVEN, "own-key"
    if trusted != record.server:
        raise _FalseClaim("other-key")
    return Verdict.PROVEN, "signed"
