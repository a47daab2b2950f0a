"""A game in progress, as an object that reads well at the prompt.

>>> import tefuda
>>> state = tefuda.load("kotori", players=3).start(seed=7)
>>> "draw" in state.actions
True
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tefuda.engine.chance import Source
from tefuda.engine.errors import BadOption, GameOver, IllegalAction, Refusal
from tefuda.engine.events import GameEvent
from tefuda.engine.position_format import read_position
from tefuda.engine.record import GameState
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.view import SPECTATOR, Result, View


@dataclass(frozen=True)
class Prepared:
    """A command that has been applied to a copy of the record and can be committed or cancelled."""

    seat: int
    command: str
    events: tuple[GameEvent, ...]
    record: Any  # the game's record after it
    mark: int  # position in the chance source before it


class Actions(Sequence[str]):
    """The legal actions of a state, in notation."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)

    def __getitem__(self, at: Any) -> Any:
        return self._names[at]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __repr__(self) -> str:
        return f"<{len(self)} actions: {', '.join(self._names)}>"


class State:
    """A game in progress.  Made by `Game.start` and `Game.position`."""

    def __init__(
        self, game: Ruleset, record: GameState, *, seed: int | None, chance: Source | None, start: str | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.start = start  # the position text it started from, None for a dealt game
        self.moves: list[tuple[int, str]] = []  # (seat, command) in order; a command may hold several actions
        self.opening: tuple[GameEvent, ...] = ()  # events of the deal
        self.chance = chance
        self._record = record
        if seed is not None:
            record.rng = seed

    @classmethod
    def dealt(cls, game: Ruleset, *, seed: int | None, chance: Source | None, events: bool = True) -> State:
        """Deal a new game from a seed, another source of chance, or a recorder of what the seed draws.

        Without `events` the `opening` is left empty: faster, for games that are replayed.
        """
        state = cls(game, game.build.State(), seed=seed, chance=chance)

        def deal(record: GameState) -> None:
            game.build.setup(record, game.tables, game.players, game.option_values)

        if events:
            state.opening = state._run(state._record.copy(), state._record, deal)
        else:
            state._listen(state._record, None, deal)
        return state

    @classmethod
    def from_position(cls, game: Ruleset, text: str, seed: int | None) -> State:
        """Return the state of a position text; raises BadPosition."""
        record = game.build.State()
        read_position(text, game.slug, record, game.field_formats)
        game.check_position(record)
        seed = checked_seed(seed)
        record.rng = seed
        return cls(game, record, seed=seed, chance=None, start=game.position_text(record))

    def _run(
        self, before: GameState, record: GameState, change: Callable[[GameState], object]
    ) -> tuple[GameEvent, ...]:
        """Change a record that is equal to `before`; return the events with the record before and after each."""
        reports: list[tuple[int, int, int, int, GameState]] = []
        self._listen(record, reports, change)
        events = []
        for code, a, b, c, after in reports:
            events.append(GameEvent(self.game.event_code(code), a, b, c, before, after))
            before = after
        return tuple(events)

    def _listen(self, record: GameState, reports: list[Any] | None, change: Callable[[GameState], object]) -> None:
        """Change a record with this state's chance; add its events to `reports`, unless None."""
        record.listen(self.chance, reports)
        try:
            change(record)
        finally:
            record.listen(None, None)

    # ------------------------------------------------------------- reading

    @property
    def seat(self) -> int | None:
        """The seat to act; None when the game is over."""
        return None if self._record.to_act < 0 else self._record.to_act

    @property
    def over(self) -> bool:
        return self._record.to_act < 0

    @property
    def actions(self) -> Actions:
        """The legal actions of the seat to act; empty when the game is over."""
        return Actions([self.game.action_names[code] for code in self.game.legal(self._record)])

    def why_not(self, action: str, language: str = "en") -> Refusal | None:
        """Return None if `action` is legal now, else the clause that forbids it."""
        code = self.game.action_code(action)
        if code is None:
            return self.game.unknown_action(self._record, action, language)
        return self.game.refusal(self._record, code, language)

    def view(self, seat: int | None = None) -> View:
        """Return the view of a seat; None is a spectator."""
        return self.game.view(self._record, SPECTATOR if seat is None else seat)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The rank of each seat, 1 is best.  Raises GameOver while the game is not over."""
        return self._finished().ranks

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat.  Raises GameOver while the game is not over."""
        return self._finished().scores

    def _finished(self) -> Result:
        result = self.game.result(self._record)
        if result is None:
            raise GameOver(f"the game is not over: seat {self._record.to_act} decides")
        return result

    @property
    def position(self) -> str:
        """This position as text, for `Game.position`."""
        return self.game.position_text(self._record)

    @property
    def full_state(self) -> Any:
        """A copy of the whole record, hidden information included: for tests and tools, never for a player."""
        return self._record.copy()

    def determinized_for(self, seat: int, seed: int) -> Any:
        """Return a copy of the record with everything `seat` cannot know resampled from `seed`: what bots receive."""
        record = self._record.copy()
        record.rng = seed
        self.game.build.determinize(record, self.game.tables, seat)
        return record

    def __str__(self) -> str:
        return self.position.replace(" | ", "\n  ")

    def __repr__(self) -> str:
        turn = "over" if self.over else f"seat {self.seat} decides among {', '.join(self.actions)}"
        return f"<{self.game.slug}, {self.game.players} players, {len(self.moves)} moves played: {turn}>"

    # ------------------------------------------------------------- playing

    def play(self, command: str, language: str = "en") -> tuple[GameEvent, ...]:
        """Play a command: one action, or the actions of a compound decision separated by spaces.  Return its events.

        Raises IllegalAction with the clause that forbids it; then the state is unchanged.
        """
        prepared = self.prepare(command, language)
        self.commit(prepared)
        return prepared.events

    def prepare(self, command: str, language: str = "en") -> Prepared:
        """Apply a command to a copy of the record; `commit` makes it the state, `cancel` returns its draws.

        Raises IllegalAction like `play`.  Commit or cancel one command before preparing the next.
        """
        seat = self._record.to_act
        mark = self.chance.mark() if self.chance is not None else 0
        record = self._record.copy()
        actions = command.split()
        try:
            events: tuple[GameEvent, ...] = ()
            for place, action in enumerate(actions or [""]):
                self._check_pending(record, place, action, language)
                events += self._apply(record.copy() if place > 0 else self._record, record, action, language)
            if record.pending:
                raise self._refused(command, language, "unfinished-action")
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
        self.moves.append((seat, command))

    def commit(self, prepared: Prepared) -> None:
        """Make a prepared command the current state."""
        self._record = prepared.record
        self.moves.append((prepared.seat, prepared.command))

    def cancel(self, prepared: Prepared) -> None:
        """Discard a prepared command and return its draws to the chance source."""
        if self.chance is not None:
            self.chance.reset(prepared.mark)

    def _apply(self, before: GameState, record: GameState, action: str, language: str) -> tuple[GameEvent, ...]:
        return self._run(before, record, lambda s: self._change(s, action, language))

    def _change(self, record: GameState, action: str, language: str) -> None:
        code = self.game.action_code(action)
        if code is None:
            raise IllegalAction(action, self.game.unknown_action(record, action, language))
        refused = self.game.refusal(record, code, language)
        if refused is not None:
            raise IllegalAction(action, refused)
        self.game.build.apply(record, self.game.tables, code)

    def _check_pending(self, record: GameState, place: int, action: str, language: str) -> None:
        if place > 0 and not record.pending:
            # Otherwise a refused command would reveal its draws before they are taken back.
            raise self._refused(action, language, "one-decision", action=action[:80])

    def _refused(self, command: str, language: str, message: str, **args: str) -> IllegalAction:
        refusal = Refusal(self.game.description.turn_clause, self.game.localizer(language).say(message, **args))
        return IllegalAction(command, refusal)

    def copy(self) -> State:
        """Return an independent copy.

        The copy of a seeded state draws what the original would draw.  With another chance source (a table's secret) it
        draws from a random seed: looking ahead in a copy never shows the future.
        """
        if self.chance is not None:
            return State.from_position(self.game, self.position, None)
        other = State(self.game, self._record.copy(), seed=None, chance=None, start=self.start)
        other.seed = self.seed
        other.moves = self.moves.copy()
        other.opening = self.opening
        return other


def checked_seed(seed: int | None) -> int:
    """Return `seed`, or a random one for None; raises BadOption out of range."""
    if seed is None:
        return secrets.randbits(63)
    if not 0 <= seed < 1 << 63:
        raise BadOption(f"a seed is an integer from 0 to 2**63 - 1, not {seed}")
    return seed
