"""A table: who sits where, the game between them, and the messages each audience gets.

The table changes only by entries.  `propose_*` checks a wish and returns the entry that would fulfil it; the keeper of
the log stores that entry and then calls `apply`, which makes it true and says what everybody hears.  Everything that a
game can get wrong is worked out while the wish is checked, so that nothing is stored that cannot be applied.  Applying
the stored entries in order rebuilds the table; `restore` does it for entries of which nobody hears any more.  There is
no clock, no network and no storage here; whoever holds the table (a server, a terminal) has those.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tefuda.engine.chance import Table as TableChance
from tefuda.engine.errors import IllegalAction, Refusal
from tefuda.engine.game import Game
from tefuda.engine.record import GameState
from tefuda.engine.state import Event, Prepared, State
from tefuda.engine.view import SPECTATOR, Heard, Result, View
from tefuda.table.deal import Deal
from tefuda.table.entries import (
    CalledOff,
    Dealt,
    Entry,
    Mover,
    Played,
    Pledged,
    Refused,
    Sat,
    Sealed,
    Seeded,
    Shared,
    Sitter,
)
from tefuda.table.handles import HandleMap

MOST_HANDLES = 256  # more than any entry gives out: each numbers the cards on the table at most


class Update(Struct, frozen=True, gc=False, omit_defaults=True):
    """What one audience is sent after an entry, or on arrival: what happened, and how the table looks now."""

    version: int  # entries applied so far: the number of this update
    turn: int  # commands played so far: what a command must name to be answered
    sitters: tuple[Sitter, ...]
    events: tuple[Heard, ...] = ()
    view: View | None = None  # none before the deal


class Change(Struct, frozen=True, gc=False):
    """What an applied entry has changed: kept only until every audience has its update."""

    version: int
    events: tuple[Event, ...]


class _Ahead(NamedTuple):
    """A proposed entry that changes the game, worked out: what every audience will hear and see."""

    entry: Entry
    state: State  # that the table has once the entry is applied
    prepared: Prepared | None  # of a command
    record: GameState  # the game's record then
    events: tuple[Event, ...]
    outlooks: dict[int, tuple[list[Heard], View]]


class _Group(NamedTuple):
    """Audiences that have been told the same so far, and are told the same now."""

    handles: HandleMap
    heard: list[Heard]
    view: View  # of one of them: its zones are those of all
    audiences: list[int]

    def own_handles(self, groups: Sequence[_Group]) -> HandleMap:
        """The map that this group goes on with: a copy where another one has been told the same until now."""
        first = next(group for group in groups if group.handles is self.handles)
        return self.handles if first is self else self.handles.copy()


class Table:
    """One table.

    Its draws come from the `deal` of protocol 2; or from `secret`, in a game that was dealt by protocol 1 or
    begins from a position, for which nothing is claimed; or from `seed`, in a game that anybody can repeat.

    `start` is a position text from which the game begins instead of a deal.  `audiences` names the seats (-1:
    spectators) for whom updates are made; all of them unless it is told otherwise, and `join` and `adopt` add some.
    """

    def __init__(
        self,
        game: Game,
        *,
        deal: Deal | None = None,
        secret: bytes | None = None,
        seed: int | None = None,
        start: str | None = None,
        audiences: Sequence[int] | None = None,
    ) -> None:
        self.game = game
        self.version = 0
        self.sitters: list[Sitter] = [Sitter() for _ in range(game.players)]
        self.seeds: list[tuple[int, str]] = []
        self.deal = deal
        self.dealt_at = 0  # version of the entry that dealt; 0: none has
        self.state: State | None = None
        self._secret, self._seed, self._start = secret, seed, start
        self._ahead: _Ahead | None = None
        self._handles = dict.fromkeys(range(SPECTATOR, game.players) if audiences is None else audiences, HandleMap())
        self._latest: dict[int, Update] = {}

    # ------------------------------------------------------------- wishes

    def propose_sit(self, seat: int, sitter: Sitter) -> Sat:
        """Seat a person or a bot, or leave the seat open before the deal."""
        self._check_seat(seat)
        if sitter.kind == "open" and self.state is not None:
            raise Refused("a seat cannot be left open once the cards are dealt")
        if self.sealed:
            raise Refused("the deal is sealed: seats change again once it is dealt or called off", reason="deal-sealed")
        return Sat(seat, sitter)

    def propose_pledge(self, seat: int, pledge: bytes) -> Pledged:
        """Pledge the share that a person's client gives to the deal."""
        self._check_seat(seat)
        if self.sitters[seat].kind != "person":
            raise Refused(f"no person sits at seat {seat}")
        return self._undealt().propose_pledge(seat, pledge)

    def propose_seal(self, answering: Iterable[int], *, at_once: bool = False) -> Sealed:
        """Seal the deal with the pledges of the answering seats; every seat must be taken."""
        deal = self._undealt()
        self._check_seats_taken()
        return deal.propose_seal(self.sitters, answering, at_once=at_once)

    def propose_share(self, seat: int, seal: bytes, share: bytes) -> Shared:
        """Reveal a share to the sealed deal."""
        return self._undealt().propose_share(seat, seal, share)

    def propose_call_off(self, silent: Iterable[int]) -> CalledOff:
        """End the sealed attempt without the shares of some seats."""
        return self._undealt().propose_call_off(silent)

    @property
    def sealed(self) -> bool:
        """Is the deal sealed, and the game not begun?"""
        return self.state is None and self.deal is not None and self.deal.open is not None

    def _undealt(self) -> Deal:
        if self.state is not None:
            raise Refused("the cards are dealt already", reason="dealt-already")
        if self.deal is None:
            raise Refused("this table deals without shares", reason="no-shares")
        return self.deal

    def _check_seats_taken(self) -> None:
        empty = [str(seat) for seat, sitter in enumerate(self.sitters) if sitter.kind == "open"]
        if empty:
            raise Refused(f"nobody sits at seat {', '.join(empty)}")

    def propose_deal(self) -> Dealt:
        """Begin the game: every seat must be taken, and every share in the seal must have come."""
        self.withdraw()
        if self.state is not None:
            raise Refused("the cards are dealt already")
        self._check_seats_taken()
        if self.deal is not None and (self.deal.open is None or self.deal.open.missing):
            raise Refused("the deal is not sealed, or lacks a share")
        entry, state = Dealt(), self._deal()
        record = state.truth
        self._ahead = _Ahead(entry, state, None, record, state.opening, self._outlooks(state.opening, record))
        return entry

    def propose_play(self, seat: int, turn: int, command: str, language: str = "en", by: Mover | None = None) -> Played:
        """A command of a seat that has seen `turn` commands; raises Refused naming the clause that forbids it."""
        self.withdraw()
        state = self._state_at(seat, turn, language)
        try:
            prepared = state.prepare(command, language)
        except IllegalAction as error:
            raise Refused(error.refusal.message, error.refusal.clause) from error
        try:
            outlooks = self._outlooks(prepared.events, prepared.record)
        except BaseException:
            state.cancel(prepared)
            raise
        entry = Played(seat, prepared.command, by)
        self._ahead = _Ahead(entry, state, prepared, prepared.record, prepared.events, outlooks)
        return entry

    def _state_at(self, seat: int, turn: int, language: str) -> State:
        """The game, if this seat may play in it at this turn."""
        if self.state is None:
            raise Refused("the cards are not dealt yet")
        if turn != len(self.state.moves):
            raise Refused(f"this answers turn {turn}, but the table is at turn {len(self.state.moves)}")
        if seat != self.state.seat:
            refusal = self._out_of_turn(language)
            raise Refused(refusal.message, refusal.clause)
        return self.state

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.game.players:
            raise Refused(f"there is no seat {seat}: seats are 0 to {self.game.players - 1}")

    def _out_of_turn(self, language: str) -> Refusal:
        assert self.state is not None
        speaker = self.game.speaker(language)
        if self.state.seat is None:
            return Refusal(self.game.description.turn_clause, speaker.say("game-is-over"))
        name = self.sitters[self.state.seat].name or speaker.say("seat", number=self.state.seat + 1)
        return Refusal(self.game.description.turn_clause, speaker.say("not-your-turn", who=name))

    def withdraw(self) -> None:
        """Forget a proposed entry that was not stored."""
        if self._ahead is not None and self._ahead.prepared is not None:
            self._ahead.state.cancel(self._ahead.prepared)
        self._ahead = None

    # ------------------------------------------------------------ entries

    def apply(self, entry: Entry) -> Change:
        """Make a stored entry true; raises Refused for one that could not have been proposed to this table."""
        if self._ahead is None or self._ahead.entry is not entry:
            self._propose(entry)
        self._apply_to_seats_and_deal(entry)
        ahead, self._ahead = self._ahead, None
        self.version += 1
        if ahead is None:
            change = Change(self.version, ())
            outlooks = self._outlooks((), self.state.truth) if self.state is not None else {}
        else:
            self.state = ahead.state
            self.state.opening = ()  # everybody hears of it now; each of its events holds two records
            if ahead.prepared is not None:
                self.state.commit(ahead.prepared)
            change, outlooks = Change(self.version, ahead.events), ahead.outlooks
        self._latest = self._updates(outlooks)
        return change

    def _apply_to_seats_and_deal(self, entry: Entry) -> None:
        match entry:
            case Sat(seat, sitter):
                self.sitters[seat] = sitter
                if self.deal is not None and self.state is None:
                    self.deal.drop_pledge(seat)
            case Seeded(seat, words):
                self.seeds.append((seat, words))
            case Pledged() | Sealed() | Shared() | CalledOff():
                assert self.deal is not None
                self.deal.apply(entry, self.sitters)
            case Dealt():
                self.dealt_at = self.version + 1

    def restore(self, entry: Entry) -> None:
        """Make a stored entry true of which nobody hears any more: for a table without audiences.

        Raises Refused like `apply`; then the table is of no more use.
        """
        if self._handles:
            raise ValueError(f"audiences {self.audiences} would not hear of this entry")
        if not isinstance(entry, Played):
            self.apply(entry)
            return
        self.withdraw()
        try:
            self._state_at(entry.seat, self.turn, "en").redo(entry.command)
        except IllegalAction as error:
            raise Refused(error.refusal.message, error.refusal.clause) from error
        self.version += 1

    def _propose(self, entry: Entry) -> None:
        """Work out an entry that was stored earlier, and refuse what this table would not have given out."""
        self.withdraw()
        match entry:
            case Sat(seat, sitter):
                self.propose_sit(seat, sitter)
            case Seeded():
                if self.state is not None:
                    raise Refused("the cards are dealt already")
            case Pledged() | Sealed() | Shared() | CalledOff():
                self._undealt().check(entry, self.sitters)
            case Dealt():
                self.propose_deal()
            case Played(seat, command):
                self.propose_play(seat, self.turn, command)

    def _deal(self) -> State:
        key = self.key
        chance = None if key is None else TableChance(key)
        if self._start is not None:
            state = self.game.position(self._start, self._seed)
            state.chance = chance
            return state
        return self.game.start(self._seed if chance is None else None, chance=chance)

    @property
    def key(self) -> bytes | None:
        """The key of all draws, once the deal is complete; None in a game of a seed."""
        if self.deal is not None:
            assert self.deal.open is not None
            return self.deal.open.key()
        return None if self._secret is None else draw_key_v1(self._secret, self.seeds)

    def rename(self, seat: int, name: str) -> None:
        """Call a player something else from now on, as its log has been changed to do."""
        self.sitters[seat] = replace(self.sitters[seat], name=name)
        sitters = tuple(self.sitters)
        self._latest = {audience: replace(update, sitters=sitters) for audience, update in self._latest.items()}

    # ----------------------------------------------------------- messages

    @property
    def turn(self) -> int:
        """Commands played so far."""
        return 0 if self.state is None else len(self.state.moves)

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [sitter.name for sitter in self.sitters]

    def latest(self, audience: int) -> Update:
        """The update that the last entry gave to an audience (a seat, or -1 for spectators)."""
        if self.version == 0:
            return Update(0, 0, tuple(self.sitters))
        return self._latest[audience]

    def upcoming(self) -> tuple[int, Result | None] | None:
        """The seat that decides once the proposed entry is applied (-1: nobody), and the result; None before a deal."""
        if self._ahead is not None:
            return self._ahead.record.to_act, self.game.result(self._ahead.record)
        if self.state is None:
            return None
        record = self.state.truth
        return record.to_act, self.game.result(record)

    @property
    def audiences(self) -> tuple[int, ...]:
        """Those for whom updates are made."""
        return tuple(self._handles)

    def join(self, audiences: Sequence[int], length: int) -> None:
        """Make updates for more audiences from the next entry on; `length` is that of the log that is being restored.

        Their cards are numbered as they lie then, by numbers that were not given out earlier in the game: whoever has
        seen this table before an interruption never takes one card for another.  A table joined at its newest entry and
        one joined further back number their cards differently, and so from different numbers on.
        """
        block = 2 * length + (self.version < length - 1)
        handles = HandleMap(0 if self.state is None else block * MOST_HANDLES)
        self._handles |= dict.fromkeys(audiences, handles)

    def adopt(self, audience: int, other: Table) -> None:
        """Make updates for one more audience from now on; `other` is this table, restored and joined by them."""
        if other.version != self.version or self._ahead is not None:
            raise ValueError(f"the other table is at version {other.version}, this one at {self.version} or further")
        handles = other._handles[audience]
        alike = (known for known in self._handles.values() if known.agrees_with(handles))
        self._handles[audience] = next(alike, handles)
        if self.version > 0:
            self._latest[audience] = other.latest(audience)

    def _outlooks(self, events: tuple[Event, ...], record: GameState) -> dict[int, tuple[list[Heard], View]]:
        """What every audience hears of the events, and sees after them, still without handles."""
        audiences = tuple(self._handles)
        heard: list[list[Heard]] = [[] for _ in audiences]
        for event in events:
            for told, one in zip(heard, self.game.heard(event, audiences), strict=True):
                if one is not None:
                    told.append(one)
        views = self.game.views(record, audiences)
        return dict(zip(audiences, zip(heard, views, strict=True), strict=True))

    def _updates(self, outlooks: dict[int, tuple[list[Heard], View]]) -> dict[int, Update]:
        """What every audience is sent: its outlook, with handles put in."""
        sitters = tuple(self.sitters)
        if self.state is None:
            return dict.fromkeys(self._handles, Update(self.version, self.turn, sitters))
        groups: list[_Group] = []
        for audience, (heard, view) in outlooks.items():
            handles = self._handles[audience]
            for group in groups:
                if group.handles is handles and group.heard == heard and group.view.zones == view.zones:
                    group.audiences.append(audience)
                    break
            else:
                groups.append(_Group(handles, heard, view, [audience]))
        updates: dict[int, Update] = {}
        for group, handles in [(group, group.own_handles(groups)) for group in groups]:
            events, numbered = handles.follow(group.heard, group.view)
            for audience in group.audiences:
                self._handles[audience] = handles
                view = replace(outlooks[audience][1], zones=numbered.zones)
                updates[audience] = Update(self.version, self.turn, sitters, events, view)
        return updates


def draw_key_v1(secret: bytes, seeds: Sequence[tuple[int, str]]) -> bytes:
    """Compute the key of all draws by protocol 1: SHA-256 over the table's secret and the players' words.

    Without words this is SHA-256(secret), which protocol 1 published: such deals could be foreseen.
    """
    digest = hashlib.sha256(secret)
    for seat, words in seeds:
        text = words.encode()
        digest.update(seat.to_bytes(2, "big") + len(text).to_bytes(4, "big") + text)
    return digest.digest()
