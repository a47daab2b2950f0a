"""Taking back the last action: request, consent, and the check that the action has revealed nothing.

An action can be taken back only if it has revealed nothing but the player's choice.  The check compares the states
before and after it, in the same way for every game:

- Nothing was drawn.
- No audience saw a face or a mark of a card that it had not seen before, and no such face was named.
- The game does not declare that actions of this kind always reveal something, such as a card that the player must hold
  (`Description.telling`).
- In every sampled world that an audience could not tell from the real one, the same action is legal and looks the same.
  Otherwise the audience has learned something, such as that the player was able to do this.

The worlds are sampled with fixed seeds, so that everyone who asks gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from tefuda.engine.chance import Source
from tefuda.engine.errors import IllegalAction
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game
from tefuda.engine.record import GameState
from tefuda.engine.state import Prepared, State
from tefuda.engine.view import SPECTATOR, Card, Observation, View, Words
from tefuda.table.entries import BackAnswered, BackAsked, Dealt, Entry, Played, Refused, Sat, Sitter, TakenBack
from tefuda.table.handles import HandleMap

FACE = "face-"  # begins the message that names a face
MAX_TAKEN_BACK = 100  # actions taken back in a game; bounds the length of its log
WORLDS, OWN_WORLDS = 24, 4  # sampled for the spectators, who know least, and for each seat


class BackNow(Struct, frozen=True, gc=False, omit_defaults=True):
    """Taking the last action back: a request or its outcome; if neither, its player may ask."""

    seat: int  # whose action it is
    asked: bool = False  # they have asked
    waiting: tuple[int, ...] = ()  # seats that have not answered yet
    done: bool = False  # it was taken back by this update
    refused: int = -1  # seat that has refused by this update


class Told(Protocol):
    """What an audience was told by an update."""

    @property
    def events(self) -> Sequence[Observation]: ...
    @property
    def view(self) -> View | None: ...


class TakeBack:
    """The state of taking back the last action, according to the log."""

    def __init__(self) -> None:
        self.count = 0  # number of actions taken back in this game
        self._clear()

    def _clear(self) -> None:
        self.seat = -1  # of the last action, if its person may ask
        self.version = 0  # of the table before it
        self.asked = self.offered = False  # offered: no seat has seen something hidden by it
        self._agreed: set[int] = set()
        self._done, self._refused = -1, (-1, -1)

    def apply(self, entry: Entry, version: int) -> None:
        """Apply an entry of the log; `version` is that of the table before it."""
        self._done, self._refused = -1, (-1, -1)
        match entry:
            case Played(seat, _, by):
                self._clear()
                if by == "person":
                    self.seat, self.version = seat, version
            case BackAsked():
                self.asked, self._agreed = True, set()
            case BackAnswered(seat, agreed):
                if agreed:
                    self._agreed.add(seat)
                else:  # the same action cannot be asked for again
                    asker = self.seat
                    self._clear()
                    self._refused = asker, seat
            case TakenBack(seat):
                self._clear()
                self.count += 1
                self._done = seat
            case Sat() | Dealt():  # the new player has not seen it
                self._clear()

    def check_action(self, seat: int, state: State | None) -> State:
        """Return the state of a game whose last action is one that this seat may take back; raises Refused."""
        if state is None or state.is_terminal or self.seat < 0 or self.seat != seat:
            raise Refused(f"the last action is not one of seat {seat}", reason="back-not-yours")
        return state

    def check_may_ask(self) -> None:
        """Raise Refused if it has been asked already, or if enough was taken back in this game."""
        if self.asked:
            raise Refused("this has been asked already", reason="back-asked-already")
        if self.count >= MAX_TAKEN_BACK:
            raise Refused(f"{MAX_TAKEN_BACK} actions of this game have been taken back", reason="back-enough")

    def missing(self, sitters: Sequence[Sitter]) -> set[int]:
        """Return the seats of the people who have not agreed yet."""
        people = {seat for seat, sitter in enumerate(sitters) if sitter.kind == "person"}
        return people - self._agreed - {self.seat}

    def now(self, sitters: Sequence[Sitter]) -> BackNow | None:
        """Return the state of the request for everyone; None if there is none."""
        if self._done >= 0:
            return BackNow(self._done, done=True)
        if self._refused[0] >= 0:
            return BackNow(self._refused[0], refused=self._refused[1])
        if self.asked:
            return BackNow(self.seat, asked=True, waiting=tuple(sorted(self.missing(sitters))))
        return None

    def offer(self, seat: int) -> BackNow | None:
        """Return the offer to this seat to take its action back; None if it may not."""
        offered = seat == self.seat and self.offered and not self.asked and self.count < MAX_TAKEN_BACK
        return BackNow(seat) if offered else None


def tells(game: Game, command: str) -> bool:
    """Whether a command has an action that, as the game declares, reveals something by being legal."""
    return any(action.partition("-")[0] in game.description.telling for action in command.split())


def back_checks(game: Game, before: State, after: State) -> Iterator[bool]:
    """Check step by step whether the last command before `after` has revealed something; yield each result."""
    command = after.history[-1][1]
    yield tells(game, command) or _draws(before) != _draws(after)
    yield from reveal_checks(game, before, command, before.prepare(command).events, after)


def _draws(state: State) -> int:
    """Return the position in a game's chance source, or the state of its generator; it changes with every draw."""
    return state.chance.mark() if state.chance is not None else int(state.full_state.rng)


def has_revealed(
    game: Game,
    command: Prepared,
    old: GameState,
    chance: Source | None,
    before: Mapping[int, Told],
    after: Mapping[int, Told],
) -> bool:
    """Whether a command, which was played at `old`, has drawn something or shown a seat something hidden.

    `before` and `after` are the updates of the audiences.  Finds less than `back_checks`, in a fraction of the time.
    """
    drawn = command.mark != chance.mark() if chance is not None else command.record.rng != old.rng
    if drawn or command.record.to_act < 0 or tells(game, command.command):
        return True
    checked = set[tuple[int, int]]()  # seats that see the same share their zones
    for seat in range(game.num_players):
        told, update = before.get(seat), after.get(seat)
        if told is None or told.view is None or update is None or update.view is None:
            view = game.views(old, (seat,))[0]
            if shows_more(view, *audience_view(game, command.events, command.record, seat)):
                return True
            continue
        zones = id(told.view.zones), id(update.view.zones)
        if zones not in checked and shows_more(told.view, update.events, update.view):
            return True
        checked.add(zones)
    return False


def reveals(game: Game, before: State, command: str, events: Sequence[GameEvent], after: State) -> bool:
    """Whether a command, with its events, reveals anything to any audience except that it was chosen.

    Draws are not checked here.
    """
    return any(reveal_checks(game, before, command, events, after))


def reveal_checks(game: Game, before: State, command: str, events: Sequence[GameEvent], after: State) -> Iterator[bool]:
    """Check step by step whether something was revealed and yield each result, so that the caller can pause between."""
    old, new = before.full_state, after.full_state
    yield new.to_act < 0  # the end of the game shows everything that was hidden
    for audience in range(SPECTATOR, game.num_players):
        seen = audience_view(game, events, new, audience)
        yield shows_more(game.views(old, (audience,))[0], *seen)
        for seed in range(WORLDS if audience == SPECTATOR else OWN_WORLDS):
            world = before.determinize(audience, seed)
            try:
                there = world.prepare(command)
            except IllegalAction:
                yield True
                return
            yield audience_view(game, there.events, there.record, audience) != seen


def audience_view(
    game: Game, events: Sequence[GameEvent], record: GameState, audience: int
) -> tuple[Sequence[Observation], View]:
    """Return what an audience observes of some events, and its view of the state after them, without handles."""
    observed = (one for event in events for one in game.observe_all(event, (audience,)))
    return [one for one in observed if one is not None], game.views(record, (audience,))[0]


def shows_more(before: View, observations: Sequence[Observation], after: View) -> bool:
    """Whether an audience sees faces or marks after some observations that it did not see before.

    The views and observations have handles, or none of them has.
    """
    if not any(card.handle for zone in before.zones for card in zone.cards):
        handles = HandleMap()
        before = handles.follow((), before)[1]
        observations, after = handles.follow(observations, after)
    earlier = {zone.id: zone for zone in before.zones}
    changed = [card for zone in after.zones if zone is not earlier.get(zone.id) for card in zone.cards]
    moved = [move for one in observations for move in one.moves if move.face is not None]
    if changed or moved:
        known = {card.handle: card for zone in before.zones for card in zone.cards}
        if any(_is_more(card, known.get(card.handle)) for card in changed):
            return True
        if any(move.handle not in known or known[move.handle].face != move.face for move in moved):
            return True
    named = {face for one in observations for face in _named(one.words)}
    return bool(named) and not named <= {card.face for zone in before.zones for card in zone.cards}


def _is_more(card: Card, before: Card | None) -> bool:
    """Whether a card shows a face or a mark that it did not show before (None: the card was not seen)."""
    if card.face is not None and (before is None or before.face != card.face):
        return True
    return bool(card.marks) and (before is None or not set(card.marks) <= set(before.marks))


def _named(words: Words) -> Iterator[str]:
    """Yield the faces that a text names."""
    if words.id.startswith(FACE):
        yield words.id.removeprefix(FACE)
    parts: Iterable[Any] = words.args.values()
    for part in parts:
        if isinstance(part, Words):
            yield from _named(part)
