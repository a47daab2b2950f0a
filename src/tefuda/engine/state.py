"""A game in progress, as an object that reads well at the prompt.

>>> import tefuda
>>> state = tefuda.load("kotori", players=3).start(seed=7)
>>> "draw" in state.legal_actions
True
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from numpy.typing import NDArray

from tefuda.engine.arguments import usage, whole
from tefuda.engine.chance import Outcome, Recorder, Source, Tape
from tefuda.engine.chance_nodes import DEAL, ChanceOutcome, ChanceResult, Report, transition
from tefuda.engine.errors import BadOption, BadPosition, ChanceError, GameOver, IllegalAction, Refusal
from tefuda.engine.events import GameEvent
from tefuda.engine.information_state import Recall, replayed
from tefuda.engine.legal_actions import Actions
from tefuda.engine.other_names import hint
from tefuda.engine.position_format import read_position
from tefuda.engine.record import GameState
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.view import SPECTATOR, Result, View
from tefuda.engine.view_text import view_lines

CHANCE = -1  # the player of a chance node
NOT_EXPLICIT = "chance is not explicit in this game: start it with explicit_chance=True"


@dataclass(frozen=True)
class Prepared:
    """A command that has been applied to a copy of the record and can be committed or cancelled."""

    seat: int
    command: str
    events: tuple[GameEvent, ...]
    record: Any  # the game's record after it
    mark: int  # position in the chance source before it


class State:
    """A game in progress.  Made by `Game.start` and `Game.position`.

    Facts are properties, without parentheses: `state.current_player`.

    States are equal if they are of equal games and will go on alike: how they came about does not count.
    """

    @usage("game.start(seed) or game.position(text)")
    def __init__(
        self,
        game: Ruleset,
        record: GameState,
        *,
        seed: int | None = None,
        chance: Source | None = None,
        start: str | GameState | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self._start = start  # the position it started from, as text or record
        # (seat, command) in order; a command may hold several actions.  With explicit chance also (CHANCE, outcome).
        self.history: list[tuple[int, str]] = []
        self.opening: tuple[GameEvent, ...] = ()  # events of the deal
        self.chance = chance
        self._record = record
        self._begun: tuple[str, ...] = ()  # actions of a compound decision that is not complete
        self._recalls: dict[int, Recall] = {}  # by viewer
        if seed is not None:
            record.rng = seed

    @classmethod
    def dealt(cls, game: Ruleset, *, seed: int | None, chance: Source | None, events: bool = True) -> Self:
        """Deal a new game from a seed, another source of chance, or a recorder of what the seed draws.

        Without `events` the `opening` is left empty: faster, for games that are replayed.
        """
        state = cls(game, game.build.State(), seed=seed, chance=chance)

        def deal(record: GameState) -> None:
            transition(game, record, DEAL)

        if events:
            state.opening = state._run(state._record.copy(), state._record, deal)
        else:
            state._listen(state._record, None, deal)
        return state

    @classmethod
    def from_position(cls, game: Ruleset, text: str, seed: int | None) -> Self:
        """Return the state of a position text; raises BadPosition."""
        record = game.build.State()
        read_position(text, game.slug, record, game.field_formats)
        game.check_position(record)
        return cls(game, record, seed=checked_seed(seed, 64), chance=None, start=game.position_text(record))

    def _run(
        self, before: GameState, record: GameState, change: Callable[[GameState], object]
    ) -> tuple[GameEvent, ...]:
        """Change a record that is equal to `before`; return the events with the record before and after each."""
        reports: list[Report] = []
        self._listen(record, reports, change)
        return self.game.events(before, reports)

    def _listen(self, record: GameState, reports: list[Any] | None, change: Callable[[GameState], object]) -> None:
        """Change a record with this state's chance; add its events to `reports`, unless None."""
        record.listen(self.chance, reports)
        try:
            change(record)
        finally:
            record.listen(None, None)

    # ------------------------------------------------------------- reading

    @property
    def start(self) -> str | None:
        """The position text it started from; None for a dealt game."""
        if isinstance(self._start, GameState):
            self._start = self.game.position_text(self._start)
        return self._start

    @property
    def num_players(self) -> int:
        return self.game.num_players

    @property
    def current_player(self) -> int | None:
        """The seat to act; CHANCE (-1) at a chance node, None when the game is over."""
        return None if self._record.to_act < 0 else self._record.to_act

    @property
    def is_terminal(self) -> bool:
        return self._record.to_act < 0

    @property
    def is_chance_node(self) -> bool:
        """Whether chance decides, as it only does in games started with `explicit_chance`."""
        return False

    @property
    def is_pending(self) -> bool:
        """Whether a compound decision has begun and is not complete; then it has no position."""
        return bool(self._record.pending)

    @property
    def legal_actions(self) -> Actions:
        """The legal actions of the seat to act; empty when the game is over and at a chance node."""
        return Actions(self.game.legal(self._record), self.game.action_names)

    def why_not(self, action: str | int, language: str = "en") -> Refusal | None:
        """Return None if an action, by notation or code, is legal now, else the clause that forbids it."""
        record = self._settled()
        code = self.game.action_code(action)
        if code is None:
            return self.game.unknown_action(record, str(action), language)
        return self.game.refusal(record, code, language)

    def view(self, seat: int | None = None) -> View:
        """Return the view of a seat; None is a spectator."""
        return self.game.view(self._settled(), SPECTATOR if seat is None else seat)

    def observation_string(self, seat: int | None = None) -> str:
        """Return what a seat (None: a spectator) sees, as text of ids and numbers: its view without the words."""
        return "\n".join(view_lines(self.view(seat)))

    def observation_tensors(self, seat: int | None = None) -> Mapping[str, NDArray[Any]]:
        """Return what a seat (None: a spectator) sees as arrays by name, as `Game.observation_spec` declares them."""
        return self.game.observation_tensors(self._settled(), SPECTATOR if seat is None else seat)

    def information_state_string(self, seat: int | None = None) -> str:
        """Return all that a seat (None: a spectator) has seen, heard and done since the start, as text.

        Equal texts are one information state; the text of an earlier state is the beginning of that of a later one.
        Raises ChanceError at a chance node, and if the outcomes of this game are secret.
        """
        return self._recall(SPECTATOR if seat is None else seat).text

    def _recall(self, viewer: int) -> Recall:
        """Return what a viewer knows; it is kept, so that later only what has been added is replayed."""
        self._settled()
        viewer, tape = self.game.viewer(viewer), self._tape()
        recall = self._recalls.get(viewer) or Recall.beginning(self.game, viewer, self.start, self.seed, tape)
        if recall.entries < len(self.history) or viewer not in self._recalls:
            recall = self._recalls[viewer] = recall.advanced(self.history, tape)
        if not self._begun:
            return recall
        begun = (self._record.to_act, " ".join(self._begun))
        return recall.advanced([*self.history, begun], tape)  # not kept: this command will be longer

    def replayed(self) -> Iterator[tuple[GameState, int]]:
        """Yield the record after the deal (or where it started) with -1, and after every action with its code.

        It is one record, which changes from one to the next.  Raises ChanceError like `information_state_string`.
        """
        self._settled()
        return replayed(self.game, self.start, self.seed, self._tape(), self._commands())

    def _commands(self) -> list[tuple[int, str]]:
        """Return the commands so far, without outcomes of chance, with one that is not complete as the last."""
        commands = [entry for entry in self.history if entry[0] != CHANCE]
        return [*commands, (self._record.to_act, " ".join(self._begun))] if self._begun else commands

    def _tape(self) -> Sequence[Outcome] | None:
        """Return all outcomes so far; None if they follow from the seed."""
        if isinstance(self.chance, Recorder | Tape):
            return self.chance.outcomes
        if self.chance is not None:
            raise ChanceError("the outcomes of this game are secret: start it from a seed to have information states")
        return None

    @property
    def returns(self) -> tuple[float, ...]:
        """The utility of each seat, from `Game.min_utility` to `Game.max_utility`; zeros before the end."""
        if not self.is_terminal:
            return (0.0,) * self.num_players
        return tuple(self.game.outcome(self._record)[0])

    @property
    def ranking(self) -> tuple[int, ...]:
        """The rank of each seat, 1 is best.  Raises GameOver while the game is not over."""
        return self._finished().ranks

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat.  Raises GameOver while the game is not over."""
        return self._finished().scores

    def _finished(self) -> Result:
        result = self.game.result(self._settled())
        if result is None:
            raise GameOver(f"the game is not over: seat {self._record.to_act} decides")
        return result

    def _settled(self) -> GameState:
        """Return the record; raises ChanceError at a chance node, where it is in the middle of a change."""
        return self._record

    @property
    def position(self) -> str:
        """This position as text, for `Game.position`; raises BadPosition in the middle of a compound decision."""
        record = self._settled()
        if record.pending:
            raise BadPosition("no position lies in the middle of a decision: complete it first (state.is_pending)")
        return self.game.position_text(record)

    @property
    def full_state(self) -> Any:
        """A copy of the whole record, hidden information included: for tests and tools, never for a player."""
        return self._settled().copy()

    def determinize(self, seat: int, seed: int | None = None, *, recall: bool = False) -> Self:
        """Return a state that `seat` (-1: a spectator) cannot tell from this one: what bots receive.

        All that the seat cannot know is sampled from `seed` (default: random), from which later draws follow, too.
        The history begins here, and so do information states; with `recall`, that of the seat goes on from this one.
        """
        seat = self.game.viewer(seat)
        record = self._settled().copy()
        record.rng = checked_seed(seed)
        self.game.build.determinize(record, self.game.tables, seat)
        drawn_on = record.rng >> 1  # not the seed itself: later draws have nothing to do with what is hidden
        other = type(self)(self.game, record, seed=drawn_on, chance=None, start=record.copy())
        other._begun = self._begun if seat == record.to_act else ()  # noqa: SLF001 (of the same class)
        if recall:
            world = other._record.copy()  # noqa: SLF001
            other._recalls[seat] = self._recall(seat).of_world(world)  # noqa: SLF001
            other._begun = ()  # noqa: SLF001 (it is in the text)
        return other

    def __str__(self) -> str:
        return self.game.position_text(self._settled()).replace(" | ", "\n  ")

    def __repr__(self) -> str:
        return f"<{self.game.slug}, {self.num_players} players, {len(self.history)} moves played: {self._turn()}>"

    def _turn(self) -> str:
        """Return who decides, for people."""
        if self.is_terminal:
            return "over"
        return f"seat {self.current_player} decides among {', '.join(self.legal_actions)}"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            message = hint("State", name)
            if name in GameState.fields or name in getattr(self.__dict__.get("_record"), "fields", ()):
                message += "; methods of Game that take a record take state.full_state, which has this field"
            raise AttributeError(message, name=name, obj=self)

    # ------------------------------------------------------------- playing

    @usage("state.play(action): the seat to act plays it")
    def play(self, action: str | int, *, language: str = "en") -> tuple[GameEvent, ...]:
        """Play an action by notation or code, or several of a compound decision separated by spaces.  Return events.

        Where an action only begins a compound decision, the same seat goes on with it.  With explicit chance the events
        are those before the next draw.  Raises IllegalAction with the clause that forbids it; then the state is
        unchanged.
        """
        command = action if isinstance(action, str) else self._name(action, language)
        prepared = self._prepared(command, language)
        self._begun += tuple(command.split())
        self._record = prepared.record
        if not self._record.pending:
            self.history.append((prepared.seat, " ".join(self._begun)))
            self._begun = ()
        return prepared.events

    def prepare(self, command: str, language: str = "en") -> Prepared:
        """Apply a complete command to a copy of the record; `commit` makes it the state, `cancel` returns its draws.

        Raises IllegalAction like `play`, and for a compound decision that is not complete.  Commit or cancel one
        command before preparing the next.
        """
        prepared = self._prepared(command, language)
        if prepared.record.pending:
            self.cancel(prepared)
            raise self._refused(command, language, "unfinished-action")
        return prepared

    def _prepared(self, command: str, language: str) -> Prepared:
        """Apply a command, complete or not, to a copy of the record."""
        seat = self._record.to_act
        mark = self.chance.mark() if self.chance is not None else 0
        record = self._record.copy()
        actions = command.split()
        try:
            events: tuple[GameEvent, ...] = ()
            for place, action in enumerate(actions or [""]):
                self._check_pending(record, place, action, language)
                events += self._apply(record.copy() if place > 0 else self._record, record, action, language)
        except BaseException:
            if self.chance is not None:
                self.chance.reset(mark)
            raise
        return Prepared(seat, " ".join(actions), events, record, mark)

    def redo(self, command: str) -> None:
        """Replay a recorded command without collecting events: several times as fast as `play`.

        Raises IllegalAction if it is illegal here; then the state is undefined.
        """
        seat = self._record.to_act

        def play(record: GameState) -> None:
            for place, action in enumerate(command.split() or [""]):
                self._check_pending(record, place, action, "en")
                self._change(record, action, "en")

        self._listen(self._record, None, play)
        if self._record.pending:
            raise self._refused(command, "en", "unfinished-action")
        self.history.append((seat, command))

    def commit(self, prepared: Prepared) -> None:
        """Make a prepared command the current state."""
        self._record = prepared.record
        self.history.append((prepared.seat, prepared.command))

    def cancel(self, prepared: Prepared) -> None:
        """Discard a prepared command and return its draws to the chance source."""
        if self.chance is not None:
            self.chance.reset(prepared.mark)

    def _apply(self, before: GameState, record: GameState, action: str, language: str) -> tuple[GameEvent, ...]:
        return self._run(before, record, lambda s: self._change(s, action, language))

    def _change(self, record: GameState, action: str, language: str) -> None:
        self.game.build.apply(record, self.game.tables, self._code(record, action, language))

    def _code(self, record: GameState, action: str, language: str) -> int:
        """Return the code of a legal action; raises IllegalAction."""
        code = self.game.action_code(action)
        if code is None:
            raise IllegalAction(action, self.game.unknown_action(record, action, language))
        refused = self.game.refusal(record, code, language)
        if refused is not None:
            raise IllegalAction(action, refused)
        return code

    def _name(self, code: object, language: str) -> str:
        """Return the notation of an action code; raises IllegalAction for anything else."""
        known = self.game.action_code(code)
        if known is None:
            raise IllegalAction(str(code), self.game.unknown_action(self._settled(), str(code), language))
        return self.game.action_names[known]

    def _check_pending(self, record: GameState, place: int, action: str, language: str) -> None:
        if place > 0 and not record.pending:
            # Otherwise a refused command would reveal its draws before they are taken back.
            raise self._refused(action, language, "one-decision", action=action[:80])

    def _refused(self, command: str, language: str, message: str, **args: str) -> IllegalAction:
        refusal = Refusal(self.game.description.turn_clause, self.game.localizer(language).say(message, **args))
        return IllegalAction(command, refusal)

    @property
    def before_chance(self) -> Self | None:
        """At a chance node, the state before the action in which chance decides, all that is known; None in the deal.

        Raises ChanceError where chance does not decide.
        """
        raise ChanceError(NOT_EXPLICIT)

    def chance_outcomes(self, *, merged: bool = True) -> list[ChanceOutcome]:
        """Return the outcomes of a chance node that differ in their effect, by value, with exact probabilities.

        Finding out which do takes one run of the transition for each value; without `merged`, all values are returned.
        Raises ChanceError where chance does not decide, and for a draw with too many outcomes to go through.
        """
        raise ChanceError(NOT_EXPLICIT)

    def chance_results(self, *, most: int = 1000) -> list[ChanceResult]:
        """Return what all draws up to the next decision can lead to, each different result once.

        A result has its exact probability, its record, and the values to play on one of the ways to it.  For small
        games: the transition runs once for each value of each draw.  Raises ChanceError where chance does not decide,
        and for more than `most` results.
        """
        raise ChanceError(NOT_EXPLICIT)

    def play_chance(self, outcome: int | None = None) -> tuple[GameEvent, ...]:
        """Decide a chance node by an outcome's value, or sample one; return the events before the next draw.

        Raises ChanceError where chance does not decide, and for a value out of range.
        """
        raise ChanceError(NOT_EXPLICIT)

    # -------------------------------------------------------------- copying

    def copy(self) -> Self:
        """Return an independent copy.

        The copy of a seeded state draws what the original would draw.  With another chance source (a table's secret) it
        draws from a random seed: looking ahead in a copy never shows the future.
        """
        if self.chance is not None:
            return self.from_position(self.game, self.position, None)
        other = type(self)(self.game, self._record.copy(), seed=None, chance=None, start=self._start)
        other.seed = self.seed
        other.history = self.history.copy()
        other.opening = self.opening
        other._begun, other._recalls = self._begun, self._recalls.copy()  # noqa: SLF001 (of the same class)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        if self.chance is not None:
            raise ChanceError("a state with a chance source of its own cannot be pickled: pickle its copy()")
        return {**self.__dict__, "opening": (), "_recalls": {}}  # events hold many records

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return type(self) is type(other) and self.game == other.game and self._record == other._record

    __hash__ = None  # type: ignore[assignment]  # mutable


def checked_seed(seed: int | None, bits: int = 63) -> int:
    """Return `seed`, or a random one for None; raises BadOption out of range.

    The seed of a position is its generator itself, of 64 `bits`: so any state of a game that is played can go on.
    """
    if seed is None:
        return secrets.randbits(63)
    number = whole(seed)
    if number is None or not 0 <= number < 1 << bits:
        raise BadOption(f"a seed is an integer from 0 to 2**{bits} - 1, not {seed!r}")
    return number
