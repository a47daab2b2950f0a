"""The client's part in a table's fair deal: it pledges a share before the seal, checks the seal, then reveals it.

It also tracks what this client knows of the deal.  `docs/fair-deals.md` explains the protocol; the browser's
counterpart is `frontend/src/lib/giver.ts`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec.structs import replace

from tefuda.client.deal_store import DealStore, KeptCallOff, KeptShare
from tefuda.client.errors import ClientError
from tefuda.client.seal_checks import Facts, Memory, failed_check, is_call_off
from tefuda.server.protocol.common import Attempt
from tefuda.server.protocol.http import SigningKey
from tefuda.table import fair_deal

# What this client knows of a deal:
#
# - "none": the table claims no fair deal (a game from a position)
# - "old": dealt by an earlier release
# - "before": not sealed; "pledged": not sealed, and the table has this client's pledge
# - "sealed": the shares are on their way; "left-out": sealed without this client's share
# - "giver": dealt, under the seal that this client checked; "others": others gave shares; "server": no player did
# - "broken": the table shows different seals from those this client has kept
Standing = Literal["none", "old", "before", "pledged", "sealed", "left-out", "giver", "others", "server", "broken"]

# Limit on replacing another client's pledge for one attempt: two clients of one seat would never stop.
REPLACED_AN_ATTEMPT = 3


class Wire(Protocol):
    """The giver's connection to the table."""

    async def send(self, kind: str, /, **fields: Any) -> int:
        """Send a pledge or a share; returns the version in the answer, raises ClientError if it is refused."""

    async def keys(self) -> Sequence[SigningKey]:
        """Return all keys of the server; raises ClientError."""


def vouched_for(known: Sequence[str], keys: Sequence[SigningKey]) -> list[str]:
    """Return the keys reachable from known ones by signatures; those of stolen keys do not count."""
    stolen = {one.key for one in keys if one.stolen}
    trusted, before = set(known) - stolen, -1
    while len(trusted) > before:
        before = len(trusted)
        trusted |= {one.key for one in keys if one.key not in stolen and one.signed_by in trusted and _vouches(one)}
    return [one.key for one in keys if one.key in trusted and one.key not in known]


def _vouches(one: SigningKey) -> bool:
    """Whether the signature of a key by the one before is valid."""
    try:
        message = fair_deal.key_message(bytes.fromhex(one.key))
        return fair_deal.is_signed(bytes.fromhex(one.signed_by), message, bytes.fromhex(one.signature))
    except ValueError:
        return False


class Giver:
    """The giver of one table; `changed` is called when there may be something new to show."""

    def __init__(self, store: DealStore, wire: Wire, changed: Callable[[], None]) -> None:
        self._store, self._wire, self._changed = store, wire, changed
        self.facts: Facts | None = None
        self.refused = ""  # name of the check that the open seal failed
        self.untrusted_key = False  # the server signs with a key that this client does not trust
        self.blamed: list[int] = []  # attempts called off for this seat's share although the server had confirmed it
        self.error: ClientError | None = None  # what could not be kept
        self._version = -1
        self._pledging = False
        self._pledged_at = -1  # version with the pledge that was sent last
        self._round = (0, 0)  # the next attempt, and how many pledges of other clients were replaced for it
        self._round_over = False  # the table accepts no more pledges of this client for it
        self._sent_under = ""  # seal under which the share was sent over this connection
        self._answer_awaited = False  # of the message with that share
        self._looked_up = ""  # key that was looked up last
        self._found: KeptShare | None = None  # the share under the last seal, once it is revealed
        self._tasks = set[asyncio.Task[None]]()

    def see(self, facts: Facts, version: int, *, fresh: bool = False) -> None:
        """Act on the table's current state; `fresh`: after connecting."""
        self.facts, self._version = facts, version
        if fresh:
            self._round_over = False
            self._pledged_at = min(self._pledged_at, version)  # the server may have lost the pledge with its database
            if not self._answer_awaited:
                self._sent_under = ""  # the connection itself repeats unanswered messages
        if facts.deal.protocol == fair_deal.PROTOCOL:
            try:
                self._keep_call_offs(facts)
                self._check_key(facts.deal.server)
                self._pledge_or_reveal(facts)
                self.error = None
            except ClientError as error:  # what cannot be kept is not sent
                self.error = error
        self._changed()

    def collect(self, update: Mapping[str, Any]) -> None:
        """Add an update, as it came, to the copy of a game to which this client gave a share."""
        share, view = self.given, update.get("view")
        if share is None or self.facts is None or not self.facts.deal.dealt or not isinstance(view, dict):
            return
        if view.get("seat") != share.seat or not isinstance(update.get("version"), int):
            return
        try:
            self._store.collect(share.table, update["version"], update)
        except ClientError as error:
            self.error = error

    def trust(self) -> None:
        """Trust the server's new key, as the person confirmed."""
        if self.facts is not None:
            self._store.trust(self.facts.deal.server)
            self.see(self.facts, self._version, fresh=True)

    # ------------------------------------------------------------ knowledge

    @property
    def call_offs(self) -> list[KeptCallOff]:
        """The call-offs that this client saw at the table."""
        return self._store.call_offs(self.facts.table) if self.facts is not None else []

    @property
    def seen(self) -> list[dict[str, Any]]:
        """The updates in the copy of the game."""
        return self._store.seen(self.facts.table) if self.facts is not None else []

    @property
    def given(self) -> KeptShare | None:
        """The share that this client gave: under the seal of this deal, else under one that the table has replaced."""
        if self.facts is None:
            return None
        facts, last = self.facts, self.facts.open
        if last is not None and self._found is not None and self._found.seal == last.seal:
            return self._found
        revealed = [share for share in self._store.shares(facts.table) if share.seal]
        for share in revealed:
            if last is not None and share.seal == last.seal:
                self._found = share
                return share
        return next((share for share in revealed if not self._is_closed(facts, share.seal)), None)

    @property
    def silent_once(self) -> bool:
        """Whether the share of this seat was missing in an earlier attempt, so that the table takes no other."""
        return self.facts is not None and any(self.facts.seat in one.silent for one in self.facts.deal.attempts)

    @property
    def standing(self) -> Standing:
        """What this client knows of the deal."""
        facts = self.facts
        if facts is None:
            return "none"
        if facts.deal.protocol != fair_deal.PROTOCOL:
            return "old"
        if self._contradicted(facts):
            return "broken"
        last = facts.open
        if last is None:
            return "pledged" if facts.seat >= 0 and self._held(facts.deal.pledge, facts) is not None else "before"
        left_out = facts.seat >= 0 and facts.seat not in last.pledges and self._pledged(facts) is not None
        if not facts.deal.dealt:
            return "left-out" if left_out else "sealed"
        given = self.given
        if given is not None and given.seal == last.seal:
            return "giver"
        if not last.pledges:
            return "server"
        return "left-out" if left_out else "others"

    def _is_closed(self, facts: Facts, seal: str) -> bool:
        return any(one.seal == seal and is_call_off(seal, one.silent, one.call_off) for one in facts.deal.attempts)

    def _contradicted(self, facts: Facts) -> bool:
        """Whether seals or call-offs differ from those shown before."""
        attempts = facts.deal.attempts
        shown = {(one.number, one.seal, one.call_off) for one in attempts}
        for kept in self._store.call_offs(facts.table):
            there = (kept.number, kept.seal, kept.call_off) in shown
            if not there or not is_call_off(kept.seal, kept.silent, kept.call_off):
                return True
        for share in self._store.shares(facts.table):
            if not share.seal:
                continue
            found = next((one for one in attempts if (one.number, one.seal) == (share.attempt, share.seal)), None)
            if found is None or (found != attempts[-1] and not self._is_closed(facts, found.seal)):
                return True
        return False

    # --------------------------------------------------------------- acting

    def _pledge_or_reveal(self, facts: Facts) -> None:
        self.refused = ""
        if facts.seat < 0 or facts.deal.dealt:
            return
        if facts.open is not None:
            self._reveal(facts, facts.open)
        else:
            self._pledge(facts)

    def _pledge(self, facts: Facts) -> None:
        """Pledge a share, unless this client has the share of the seat's pledge."""
        held = self._held(facts.deal.pledge, facts)
        if held is not None:
            if held.shown != facts.shown:  # it may change until the seal, which must match what was shown last
                self._store.keep(replace(held, shown=facts.shown))
            return
        attempt, replaced = len(facts.deal.attempts) + 1, self._round[1]
        if self._round[0] != attempt:
            replaced, self._round_over = 0, False
        self._round = (attempt, replaced)
        if self._pledging or self._version < self._pledged_at or self._round_over:
            return
        if facts.deal.pledge:
            self._round = (attempt, replaced + 1)
            if replaced >= REPLACED_AN_ATTEMPT:
                return
        share = self._store.draw(facts.table, facts.seat, facts.shown)
        self._pledging = True
        self._start(self._send_pledge(share.pledge, attempt))

    async def _send_pledge(self, pledge: str, attempt: int) -> None:
        try:
            self._pledged_at = await self._wire.send("pledge", pledge=pledge)
        except ClientError:  # sealed already, or no more accepted: the next attempt may accept one
            if self._round[0] == attempt:
                self._round_over = True
        finally:
            self._pledging = False

    def _reveal(self, facts: Facts, open_attempt: Attempt) -> None:
        """Check an open seal, keep it, then reveal the share."""
        pledged = open_attempt.pledges.get(facts.seat)
        if pledged is None:  # sealed without this seat's share: nothing to reveal
            return
        share = self._held(pledged, facts) or self._pledged(facts)
        if share is None:
            self.refused = "pledge"  # it is in another client, or was lost
            return
        store = self._store
        memory = Memory(store.servers(), share, store.shares(facts.table), store.call_offs(facts.table))
        self.refused = failed_check(facts, open_attempt, memory)
        if self.refused:
            return
        kept = replace(
            share,
            seal=open_attempt.seal,
            signature=open_attempt.signature,
            server=facts.deal.server,
            attempt=open_attempt.number,
            given=share.given or facts.deal.shared,
        )
        if kept != share:
            store.keep(kept)
        if facts.deal.shared or self._sent_under == open_attempt.seal:
            return
        self._sent_under, self._answer_awaited = open_attempt.seal, True
        self._start(self._send_share(kept))

    async def _send_share(self, kept: KeptShare) -> None:
        try:
            await self._wire.send("share", seal=kept.seal, share=kept.share)
            self._store.keep(replace(kept, given=True))
        except ClientError:  # already received, or called off: the next update says which
            return
        finally:
            self._answer_awaited = False

    def _keep_call_offs(self, facts: Facts) -> None:
        """Keep the call-offs, and note those that blame this seat for a share that the server had confirmed."""
        given = {one.seal for one in self._store.shares(facts.table) if one.given and one.seat == facts.seat}
        self.blamed = []
        for one in facts.deal.attempts:
            if not one.call_off:
                continue
            self._store.keep_call_off(KeptCallOff(facts.table, one.number, one.seal, one.silent, one.call_off))
            if facts.seat in one.silent and one.seal in given:
                self.blamed.append(one.number)

    def _check_key(self, key: str) -> None:
        """Check the server's key: trust the first one; later ones need the signature of a trusted key."""
        known = self._store.servers()
        if key and not known:
            self._store.trust(key)
        self.untrusted_key = bool(key and known and key not in known)
        if self.untrusted_key and self._looked_up != key:
            self._looked_up = key
            self._start(self._look_up_key(key, known))

    async def _look_up_key(self, key: str, known: Sequence[str]) -> None:
        try:
            keys = await self._wire.keys()
        except ClientError:
            self._looked_up = ""  # it is tried again with the next update
            return
        if key in vouched_for(known, keys):
            with contextlib.suppress(ClientError):  # the key stays untrusted
                self.trust()

    def _held(self, pledged: str, facts: Facts) -> KeptShare | None:
        """Return the share of a pledge, if this client has it for this seat."""
        share = self._store.share(facts.table, pledged) if pledged else None
        return share if share is not None and share.seat == facts.seat else None

    def _pledged(self, facts: Facts) -> KeptShare | None:
        """Return the unrevealed share that this client pledged last for this seat."""
        shares = [one for one in self._store.shares(facts.table) if one.seat == facts.seat and not one.seal]
        return shares[-1] if shares else None

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
