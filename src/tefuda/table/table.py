"""A table: its seats, its game, and the update of each audience.

The table changes only by entries.  `propose_*` validates a request and returns an entry; the caller stores the entry
and then passes it to `apply`.  The proposal already computes the new state and all updates, so that an entry that
cannot be applied is never stored.  Applying the stored entries in order rebuilds the table; `restore` does so without
making updates.  There is no clock, network or storage here; the caller (a server or a terminal) has those.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tefuda.engine.backends import rules_hash
from tefuda.engine.chance import SecretSource
from tefuda.engine.errors import IllegalAction, Refusal
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game
from tefuda.engine.record import GameState
from tefuda.engine.state import Prepared, State
from tefuda.engine.view import SPECTATOR, Result
from tefuda.table.arranging import TableChange, changes, check_order, sitters_after
from tefuda.table.clock import Clock
from tefuda.table.clock_rule import ClockRule
from tefuda.table.deal import Deal
from tefuda.table.entries import (
    Arranged,
    BackAnswered,
    BackAsked,
    BackEntry,
    Brought,
    CalledOff,
    ClockEntry,
    Dealt,
    Entry,
    Flagged,
    HandShown,
    Mover,
    Played,
    Pledged,
    Refused,
    Resumed,
    Sat,
    Sealed,
    Seeded,
    Setup,
    Shared,
    Sitter,
    StandInCalled,
    StandInEnded,
    TakenBack,
    Ticked,
)
from tefuda.table.openings import Openings
from tefuda.table.snapshot import Snapshot
from tefuda.table.stand_ins import StandIns
from tefuda.table.take_back import TakeBack, back_checks, has_revealed
from tefuda.table.updates import Perceptions, Update, Updates, perceive


class Change(Struct, frozen=True, gc=False):
    """The events of an applied entry."""

    version: int
    events: tuple[GameEvent, ...]


class _Proposal(NamedTuple):
    """A proposed entry that changes the game, with its precomputed effects."""

    entry: Entry
    state: State  # after the entry
    prepared: Prepared | None  # of a command
    record: GameState  # after the entry
    events: tuple[GameEvent, ...]
    perceptions: Perceptions


class Table:
    """A table.

    The randomness comes from `deal` (protocol 2, provably fair), from `secret` (a game dealt by protocol 1 or begun
    from a position, with no proof of fairness), or from `seed` (a reproducible game).

    `start` is the text of a position from which the game begins instead of a deal.  `clock` is the rule of its clock,
    if it has one.  `audiences` are the seats (-1: spectators) for which updates are made, by default all; `join` and
    `adopt` add more.

    `began_as` is the setup before the first entry, if later entries change it; `open_game` opens the game of a setup.
    """

    def __init__(
        self,
        game: Game,
        *,
        deal: Deal | None = None,
        secret: bytes | None = None,
        seed: int | None = None,
        start: str | None = None,
        clock: ClockRule | None = None,
        audiences: Sequence[int] | None = None,
        began_as: Setup | None = None,
        open_game: Callable[[Setup], Game] | None = None,
    ) -> None:
        self._game = game if began_as is None else None  # None: opened lazily, not for each entry
        self._setup, self._open_game = began_as, open_game
        self.clock = None if clock is None else Clock(clock)
        self.back = TakeBack()
        self.version = 0
        seats = game.num_players if began_as is None else began_as.seats
        self.sitters: list[Sitter] = [Sitter() for _ in range(seats)]
        self.seeds: list[tuple[int, str]] = []
        self.deal = deal
        self.openings = Openings()
        self.delay = 0  # delay of the spectators, in decisions
        self._shown: set[int] = set()  # seats that show spectators what they see
        self.stand_ins = StandIns()
        self.dealt_at = 0  # version of the `Dealt` entry; 0: not dealt
        self.state: State | None = None
        self._secret, self._seed, self._start = secret, seed, start
        self._proposal: _Proposal | None = None
        self._updates = Updates(range(SPECTATOR, seats) if audiences is None else audiences)
        self._changes: tuple[TableChange, ...] = ()  # by the latest entry
        self._unseen_events: tuple[GameEvent, ...] = ()  # of the latest entry, if there was no audience for them

    @property
    def game(self) -> Game:
        """The game that is played according to the entries so far."""
        if self._game is None:
            assert self._setup is not None
            assert self._open_game is not None
            self._game = self._open_game(self._setup)
        return self._game

    # ---------------------------------------------------------- proposals

    def propose_sit(self, seat: int, sitter: Sitter, host: int | None = None, heir: int = -1) -> Sat:
        """Propose to seat a person or a bot, or to open the seat before the deal.

        `host` is the seat of the host who does it, -1 for none, None if someone else does.  `heir` is the seat whose
        person becomes the host, -1 if the host stays.

        Like all `propose_*`, raises Refused if that is not allowed; nothing has changed then.
        """
        self._check_seat(seat)
        if sitter.kind == "open" and self.state is not None:
            raise Refused("a seat cannot be left open once the cards are dealt")
        if self.sealed:
            raise Refused("the deal is sealed: seats change again once it is dealt or called off", reason="deal-sealed")
        return Sat(seat, sitter, host, heir)

    def propose_arrange(self, entry: Arranged) -> Arranged:
        """Propose to change the table before the deal."""
        self._check_undealt()
        if self.sealed:
            raise Refused("the deal is sealed: the table changes again if it is called off", reason="deal-sealed")
        if entry.setup is not None or entry.order:
            if self.deal is None:
                raise Refused("this table begins from a position", reason="begins-from-position")
            if self.deal.attempts:  # their seals hold this setup, and the record has one for all attempts
                raise Refused("a deal of this table was called off: game and seats stay", reason="setup-sealed")
        seats = len(self.sitters) if entry.setup is None else entry.setup.seats
        if entry.order or seats != len(self.sitters):
            check_order(entry.order, self.sitters, seats)
        if entry.removed >= 0:
            self._check_seat(entry.removed)
            if self.sitters[entry.removed].kind != "person":
                raise Refused(f"no person sits at seat {entry.removed}", reason="nobody-to-remove")
        return entry

    def propose_bring(self, seat: int, command: str, host: int | None = None, language: str = "en") -> Brought:
        """Propose the opening of a seat as the command of its first decision; "": the seat chooses at the table."""
        self._check_may_bring(seat)
        return self.openings.propose(self.game, Brought(seat, command, host), language)

    def propose_no_opening(self, seat: int) -> Brought:
        """Propose to withdraw, after the deal, an opening that cannot be played: the seat decides at the table."""
        self.withdraw()
        if self.state is None or seat not in self.openings.by_seat:
            raise Refused(f"no opening of seat {seat} is to be played")
        return Brought(seat)

    def _check_undealt(self) -> None:
        if self.state is not None:
            raise Refused("the cards are dealt already", reason="dealt-already")

    def _check_may_bring(self, seat: int) -> None:
        self._check_seat(seat)
        self._check_undealt()
        if self.sealed:
            raise Refused("the deal is sealed: what is played with stays as it is", reason="deal-sealed")
        if self.sitters[seat].kind == "open":
            raise Refused(f"nobody sits at seat {seat}")

    def propose_pledge(self, seat: int, pledge: bytes) -> Pledged:
        """Propose the pledge of a client's share in the deal."""
        self._check_seat(seat)
        if self.sitters[seat].kind != "person":
            raise Refused(f"no person sits at seat {seat}")
        return self._undealt().propose_pledge(seat, pledge)

    def propose_seal(self, answering: Iterable[int], *, at_once: bool = False) -> Sealed:
        """Propose to seal the deal with the pledges of the `answering` seats; every seat must be taken."""
        deal = self._undealt()
        self._check_seats_taken()
        return deal.propose_seal(self.sitters, answering, at_once=at_once)

    def propose_share(self, seat: int, seal: bytes, share: bytes) -> Shared:
        """Propose to reveal a share for the sealed deal."""
        return self._undealt().propose_share(seat, seal, share)

    def propose_call_off(self, silent: Iterable[int]) -> CalledOff:
        """Propose to call off the sealed attempt because the shares of the `silent` seats are missing."""
        return self._undealt().propose_call_off(silent)

    @property
    def sealed(self) -> bool:
        """Whether the deal is sealed and the game has not begun."""
        return self.state is None and self.deal is not None and self.deal.open is not None

    def _undealt(self) -> Deal:
        self._check_undealt()
        if self.deal is None:
            raise Refused("this table deals without shares", reason="no-shares")
        return self.deal

    def _check_seats_taken(self) -> None:
        empty = [str(seat) for seat, sitter in enumerate(self.sitters) if sitter.kind == "open"]
        if empty:
            raise Refused(f"nobody sits at seat {', '.join(empty)}")

    def propose_deal(self) -> Dealt:
        """Propose to begin the game: every seat must be taken, and every sealed share revealed."""
        self.withdraw()
        self._check_may_deal()
        entry, state = Dealt(), self._deal()
        record = state.full_state
        perceptions = self._perceive(state.opening, record, [one for one in self.audiences if one < len(self.sitters)])
        self._proposal = _Proposal(entry, state, None, record, state.opening, perceptions)
        return entry

    def _check_may_deal(self) -> None:
        self._check_undealt()
        self._check_seats_taken()
        if self.deal is not None and (self.deal.open is None or self.deal.open.missing):
            raise Refused("the deal is not sealed, or lacks a share")

    def propose_play(
        self, seat: int, turn: int, command: str, language: str = "en", by: Mover | None = None, used: int = 0
    ) -> Played:
        """Propose a command of a seat that has seen `turn` commands; Refused names the clause that forbids it.

        `used` is the time that the seat has taken, in milliseconds.
        """
        self.withdraw()
        state = self._state_at(seat, turn, language)
        try:
            prepared = state.prepare(command, language)
        except IllegalAction as error:
            raise Refused(error.refusal.message, error.refusal.clause) from error
        try:
            perceptions = self._perceive(prepared.events, prepared.record)
        except BaseException:
            state.cancel(prepared)
            raise
        entry = Played(seat, prepared.command, by, used)
        self._proposal = _Proposal(entry, state, prepared, prepared.record, prepared.events, perceptions)
        return entry

    def _state_at(self, seat: int, turn: int, language: str) -> State:
        """Return the game state if the seat is to act at this turn; raises Refused otherwise."""
        if self.state is None:
            raise Refused("the cards are not dealt yet")
        if turn != self.turn:
            raise Refused(f"this answers turn {turn}, but the table is at turn {self.turn}")
        if seat != self.state.current_player:
            refusal = out_of_turn(self.state, self.sitters, language)
            raise Refused(refusal.message, refusal.clause)
        return self.state

    def propose_on_clock(self, entry: ClockEntry) -> ClockEntry:
        """Propose an entry of the clock: the time used so far, the end of a seat's time, or its person's return."""
        self._check_seat(entry.seat)
        if self.clock is None:
            raise Refused("this table has no clock")
        if self.state is None or self.state.is_terminal:
            raise Refused("time runs during the game only")
        if isinstance(entry, Resumed):
            if entry.seat not in self.clock.flagged:
                raise Refused(f"the time of seat {entry.seat} is not over")
        elif self.state.current_player != entry.seat or self.sitters[entry.seat].kind != "person":
            raise Refused(f"no person decides at seat {entry.seat}")
        elif isinstance(entry, Flagged) and entry.seat in self.clock.flagged:
            raise Refused(f"the time of seat {entry.seat} is over already")
        return entry

    def back_checks(self, seat: int) -> Iterator[bool]:
        """Check step by step whether the last action, of this seat, has revealed something; yield each result.

        Raises Refused if the seat cannot ask to take it back at all.
        """
        state = self.back.check_action(seat, self.state)
        self.back.check_may_ask()
        yield from back_checks(self.game, self._before_last(), state)

    def propose_back(self, seat: int, *, checked: bool = False) -> BackAsked | TakenBack:
        """Propose that a seat asks the others to take back its last action; without others it is taken back.

        `checked`: the caller has run `back_checks`, and none has found anything.
        """
        self.back.check_action(seat, self.state)
        if not checked and any(self.back_checks(seat)):
            raise Refused("something hidden was revealed by this action", reason="back-revealed")
        return BackAsked(seat) if self.back.missing(self.sitters) else self._propose_taken_back(seat)

    def propose_answer(self, seat: int, turn: int, *, agreed: bool) -> BackAnswered | TakenBack:
        """Propose the answer of a seat to a request at this turn to take the last action back."""
        waiting = self.back.missing(self.sitters)
        if not self.back.asked or turn != self.turn or seat not in waiting:
            raise Refused("nobody asks this seat to take an action back", reason="back-not-asked")
        return self._propose_taken_back(seat) if agreed and waiting == {seat} else BackAnswered(seat, agreed)

    def _propose_taken_back(self, by: int) -> TakenBack:
        self.withdraw()
        entry, state = TakenBack(self.back.seat, by, self.back.version), self._before_last()
        record = state.full_state
        self._proposal = _Proposal(entry, state, None, record, (), self._perceive((), record))
        return entry

    def _before_last(self) -> State:
        """Replay the game from the deal; return the state before the last command."""
        assert self.state is not None
        state = self._deal(events=False)
        for _, command in self.state.history[:-1]:
            state.redo(command)
        return state

    def propose_show(self, seat: int, *, on: bool) -> HandShown:
        """Propose to show spectators what a seat sees, or no longer."""
        self._check_plays(seat, "a hand is shown to spectators during the game only", "no-hand-to-show")
        return HandShown(seat, on)

    def propose_stand_in(self, seat: int, by: int) -> StandInCalled:
        """Propose that a bot plays for the person in a seat, as the player on the seat `by` asks."""
        self._check_seat(by)
        self._check_plays(seat, "a bot plays for a person during the game only", "no-stand-in")
        return StandInCalled(seat, by)

    def propose_stand_in_end(self, seat: int, *, returned: bool = False) -> StandInEnded:
        """Propose that a person takes their seat back from a bot; `returned`: they have connected again."""
        self._check_plays(seat, "a bot plays for a person during the game only", "no-stand-in")
        return StandInEnded(seat, returned)

    def _check_plays(self, seat: int, otherwise: str, reason: str) -> None:
        """Raise Refused with these words and this reason before and after the game, and unless a person sits there."""
        self._check_seat(seat)
        if not self.playing:
            raise Refused(otherwise, reason=reason)
        if self.sitters[seat].kind != "person":
            raise Refused(f"no person sits at seat {seat}")

    def has_stand_in(self, seat: int) -> bool:
        """Whether a bot that a player has called plays for the person in a seat."""
        return seat in self.stand_ins and self.playing

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that show spectators what they see; none once the game is over."""
        return tuple(sorted(self._shown)) if self.playing else ()

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.sitters):
            raise Refused(f"there is no seat {seat}: seats are 0 to {len(self.sitters) - 1}")

    def withdraw(self) -> None:
        """Discard the pending proposal, if any."""
        if self._proposal is not None and self._proposal.prepared is not None:
            self._proposal.state.cancel(self._proposal.prepared)
        self._proposal = None

    # ------------------------------------------------------------ entries

    def apply(self, entry: Entry) -> Change:
        """Apply a stored entry and make the updates; raises Refused if this table could not have proposed the entry."""
        if self._proposal is None or self._proposal.entry is not entry:
            self._propose(entry)
        old = None if self.state is None else self.state.full_state
        self._apply_to_seats_and_deal(entry)
        proposal, self._proposal = self._proposal, None
        self.version += 1
        if proposal is None:
            change = Change(self.version, ())
            perceptions = self._perceive((), self.state.full_state) if self.state is not None else {}
        else:
            self.state = proposal.state
            self.state.opening = ()  # frees memory: each event holds two records, and no further update needs them
            if proposal.prepared is not None:
                self.state.commit(proposal.prepared)
            change, perceptions = Change(self.version, proposal.events), proposal.perceptions
        before = self._updates.latest
        self._updates.make(self._common_update(), perceptions)
        if old is not None and self.back.seat >= 0 and proposal is not None and proposal.prepared is not None:
            seen = not self.audiences or self.back.seat in self._updates
            self.back.offered = seen and not has_revealed(
                self.game, proposal.prepared, old, proposal.state.chance, before, self._updates.latest
            )
        self._unseen_events = () if self.audiences else change.events  # until the next entry: each holds two records
        return change

    def _apply_to_seats_and_deal(self, entry: Entry) -> None:
        if self.clock is not None:
            self.clock.apply(entry)
        self.back.apply(entry, self.version)
        self.openings.apply(entry, self.sitters)
        self.stand_ins.apply(entry)
        self._changes = changes(entry, self.sitters) if self.state is None else ()
        match entry:
            case Sat(seat, sitter):
                self.sitters[seat] = sitter
                self._shown.discard(seat)
                if self.deal is not None and self.state is None:
                    self.deal.drop_pledge(seat)
            case Arranged():
                self._arrange(entry)
            case Seeded(seat, words):
                self.seeds.append((seat, words))
            case Pledged() | Sealed() | Shared() | CalledOff():
                assert self.deal is not None
                self.deal.apply(entry, self.sitters)
            case Dealt():
                self.dealt_at = self.version + 1
                self._updates.keep(range(SPECTATOR, len(self.sitters)))  # until now a seat that is gone may come back
            case HandShown(seat, on=True):
                self._shown.add(seat)
            case HandShown(seat):
                self._shown.discard(seat)

    def _arrange(self, entry: Arranged) -> None:
        if self.deal is not None:
            self.deal.arrange(entry)
        self.sitters = sitters_after(entry, self.sitters)
        if entry.delay is not None:
            self.delay = entry.delay
        if entry.clock is not None or entry.no_clock:  # no time has run before the deal
            self.clock = None if entry.clock is None else Clock(entry.clock)
        if entry.setup is not None:
            self._setup, self._game = entry.setup, None

    def snapshot(self) -> Snapshot | None:
        """Return a snapshot of the game for `restore`; None before the deal, with a seed or from a position."""
        key = self.key if self.state is not None and self._start is None else None
        if self.state is None or self.state.chance is None or key is None:
            return None
        code = rules_hash(self.game.build.rules)
        return Snapshot(code, self.version, self.state.chance.mark(), self.state.full_state.to_bytes())

    def restore(self, entry: Entry, snapshot: Snapshot | None = None) -> None:
        """Apply a stored entry to a table without audiences, faster than `apply` as it makes no updates.

        Commands up to the version of `snapshot`, which this code must have made of this table, are not executed again;
        it must be the same for all entries.  Raises Refused like `apply`, or ValueError if the snapshot does not fit;
        the table must not be used after that.
        """
        if self.audiences:
            raise ValueError(f"audiences {self.audiences} would get no update of this entry")
        skipped = snapshot is not None and self.version < snapshot.version
        match entry:
            case Played(seat, command) if skipped and self.state is not None:
                self.state.history.append((seat, command))
            case Played(seat, command):
                self.withdraw()
                try:
                    self._state_at(seat, self.turn, "en").redo(command)
                except IllegalAction as error:
                    raise Refused(error.refusal.message, error.refusal.clause) from error
            case BackAsked() | BackAnswered() if skipped:
                pass
            case TakenBack() if skipped and self.state is not None:
                self.state.history.pop()
            case Dealt():
                self.withdraw()
                self._check_may_deal()
                self.state = self._resume(snapshot) if snapshot is not None and skipped else self._deal(events=False)
            case Ticked() | Flagged() | Resumed() | HandShown() | StandInCalled() | StandInEnded():
                if not skipped:  # else the state is already that of the snapshot
                    self._propose(entry)
            case _:
                self.apply(entry)
                return
        self._apply_to_seats_and_deal(entry)
        self.version += 1
        self._unseen_events = ()

    def _propose(self, entry: Entry) -> None:
        """Propose a stored entry again; raises Refused if this table could not have proposed it."""
        self.withdraw()
        match entry:
            case Sat(seat, sitter):
                self.propose_sit(seat, sitter)
            case Arranged():
                self.propose_arrange(entry)
            case Brought(seat, "") if self.state is not None:
                self.propose_no_opening(seat)
            case Brought(seat):  # its command is not checked: the game may be another one by now
                self._check_may_bring(seat)
            case Seeded():
                self._check_undealt()
            case Pledged() | Sealed() | Shared() | CalledOff():
                self._undealt().check(entry, self.sitters)
            case Dealt():
                self.propose_deal()
            case Played(seat, command):
                self.propose_play(seat, self.turn, command)
            case Ticked() | Flagged() | Resumed():
                self.propose_on_clock(entry)
            case BackAsked() | BackAnswered() | TakenBack():
                self._propose_back_entry(entry)
            case HandShown(seat, on):
                self.propose_show(seat, on=on)
            case StandInCalled(seat, by):
                self.propose_stand_in(seat, by)
            case StandInEnded(seat, returned):
                self.propose_stand_in_end(seat, returned=returned)

    def _propose_back_entry(self, entry: BackEntry) -> None:
        match entry:
            case BackAsked(seat):  # that nothing was revealed was checked before it was stored
                self.back.check_action(seat, self.state)
            case BackAnswered(seat, agreed):
                if self.propose_answer(seat, self.turn, agreed=agreed) != entry:
                    self.withdraw()
                    raise Refused("with this answer the action would have been taken back")
            case TakenBack(seat, by):
                self.back.check_action(seat, self.state)
                if self.back.missing(self.sitters) - {by}:
                    raise Refused("others have not agreed to take this action back")
                own = self._propose_taken_back(by)
                if own != entry:
                    raise Refused(f"the game would stand as after entry {own.version}, not {entry.version}")
                assert self._proposal is not None
                self._proposal = self._proposal._replace(entry=entry)

    def _deal(self, *, events: bool = True) -> State:
        key = self.key
        chance = None if key is None else SecretSource(key)
        if self._start is not None:
            state = self.game.position(self._start, self._seed)
            state.chance = chance
            return state
        return self.game.start(self._seed if chance is None else None, chance=chance, events=events)

    def _resume(self, snapshot: Snapshot) -> State:
        """Return the state of a snapshot, before its moves are known."""
        assert self.key is not None
        record = self.game.build.State.from_bytes(snapshot.record)
        return State(self.game, record, seed=None, chance=SecretSource(self.key, snapshot.draws))

    @property
    def key(self) -> bytes | None:
        """The key of all draws once the deal is complete; None in a game with a seed."""
        if self.deal is not None:
            assert self.deal.open is not None
            return self.deal.open.key()
        return None if self._secret is None else draw_key_v1(self._secret, self.seeds)

    def rename(self, names: Sequence[str]) -> None:
        """Change the sitters' names without an entry, after those in the stored log were changed.

        What the latest entry has changed before the deal is no longer told: it may hold one of the old names.
        """
        self.sitters[:] = [replace(sitter, name=name) for sitter, name in zip(self.sitters, names, strict=True)]
        self._changes = ()
        self._updates.rename(tuple(self.sitters))

    # ------------------------------------------------------------ updates

    @property
    def turn(self) -> int:
        """Number of commands played and taken back so far; never repeats, so a late command is always refused."""
        return 0 if self.state is None else len(self.state.history) + 2 * self.back.count

    @property
    def playing(self) -> bool:
        """Whether the cards are dealt and the game is not over."""
        return self.state is not None and not self.state.is_terminal

    @property
    def to_act(self) -> int:
        """The seat that is to decide, -1 for none."""
        seat = None if self.state is None else self.state.current_player
        return SPECTATOR if seat is None else seat

    @property
    def in_days(self) -> bool:
        """Whether the clock gives days for each decision."""
        return self.clock is not None and self.clock.rule.kind == "days"

    def is_flagged(self, seat: int) -> bool:
        """Whether the time of a seat is over in a running game, and a bot plays for its person."""
        return self.clock is not None and seat in self.clock.flagged and self.playing

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [sitter.name for sitter in self.sitters]

    def latest(self, audience: int) -> Update:
        """Return the update of the last entry for an audience (a seat, or -1 for spectators)."""
        if self.version == 0:
            return Update(0, 0, tuple(self.sitters))
        return self._updates.latest[audience]

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that are out of the game, the same for all audiences; empty before the first update."""
        update = next(iter(self._updates.latest.values()), None)
        return () if update is None or update.view is None else update.view.out

    def proposed_outcome(self) -> tuple[int, Result | None] | None:
        """Return the seat to act (-1: none) and the result once the pending proposal is applied; None before a deal."""
        if self._proposal is not None:
            return self._proposal.record.to_act, self.game.result(self._proposal.record)
        if self.state is None:
            return None
        record = self.state.full_state
        return record.to_act, self.game.result(record)

    @property
    def audiences(self) -> tuple[int, ...]:
        """The audiences for which updates are made."""
        return self._updates.audiences

    def join(self, audiences: Sequence[int], length: int) -> None:
        """Make updates for more audiences from now on, and their latest one.

        The latest update has the events of its entry only if the table had no audience before.  `length` is that of the
        log: more than the version of this table while earlier updates are being restored.

        The new handles are above all that were used earlier in the game, so that a client that was connected before an
        interruption never mistakes one card for another.  An audience numbers cards differently depending on whether it
        joins with the newest entry's events, without them, or further back; each case has its own block of handles.
        """
        if self._proposal is not None:
            raise ValueError("no audience can join while an entry is being stored")
        perceptions: Perceptions = {}
        if self.state is not None:
            perceptions = self._perceive(self._unseen_events, self.state.full_state, audiences)
        kind = 2 if self.version < length else int(bool(self._unseen_events))
        block = 0 if self.state is None else 3 * length + kind
        self._updates.join(audiences, block, self._common_update(), perceptions)

    def adopt(self, audience: int, other: Table) -> None:
        """Start to make updates for one more audience, with the handles of `other`, a restored copy of this table.

        Raises ValueError unless both tables have the same version and this one has no pending proposal.
        """
        if other.version != self.version or self._proposal is not None:
            raise ValueError(f"the other table is at version {other.version}, this one at {self.version} or further")
        self._updates.adopt(audience, other._updates)

    def _perceive(
        self, events: Sequence[GameEvent], record: GameState, audiences: Sequence[int] | None = None
    ) -> Perceptions:
        return perceive(self.game, events, record, self.audiences if audiences is None else audiences)

    def _common_update(self) -> Update:
        """Return the part of the last entry's update that is the same for all audiences."""
        sitters = tuple(self.sitters)
        if self.state is None:
            return Update(self.version, self.turn, sitters, changes=self._changes)
        return Update(self.version, self.turn, sitters, back=self.back.now(sitters), shown=self.shown)


def out_of_turn(state: State, sitters: Sequence[Sitter], language: str) -> Refusal:
    """Return why a seat that is not to act may not play: whose turn it is, or that the game is over."""
    seat, clause, localizer = state.current_player, state.game.description.turn_clause, state.game.localizer(language)
    if seat is None:
        return Refusal(clause, localizer.say("game-is-over"))
    name = sitters[seat].name or localizer.say("seat", number=seat + 1)
    return Refusal(clause, localizer.say("not-your-turn", who=name))


def draw_key_v1(secret: bytes, seeds: Sequence[tuple[int, str]]) -> bytes:
    """Compute the key of all draws by protocol 1: SHA-256 over the table's secret and the players' words.

    Without words this is SHA-256(secret), which protocol 1 published: such deals were predictable.
    """
    digest = hashlib.sha256(secret)
    for seat, words in seeds:
        text = words.encode()
        digest.update(seat.to_bytes(2, "big") + len(text).to_bytes(4, "big") + text)
    return digest.digest()
