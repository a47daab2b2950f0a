"""A game's package as functions over records: rules, views, cards and messages for given players and house rules.

`Game` adds states to it (`game.py`); `State` calls it (`state.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any, cast

from msgspec.structs import force_setattr
from numpy.typing import NDArray

from tefuda.engine.arguments import whole
from tefuda.engine.backends import NoTensors
from tefuda.engine.cards import Entry
from tefuda.engine.errors import BadOption
from tefuda.engine.events import GameEvent
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.record import GameState
from tefuda.engine.rulebook import Rulebook
from tefuda.engine.rules import Rules, no_record, optional_module
from tefuda.engine.tensors import TensorSpec, arrays_of, spec_of
from tefuda.engine.view import (
    SPECTATOR,
    CardText,
    Choice,
    GameView,
    Observation,
    Opening,
    Reason,
    Result,
    Seat,
    Text,
    View,
    Words,
)
from tefuda.engine.view_text import view_table

NOTICEABLE = 3.0  # percent
_listed = attrgetter(*GameView.__struct_fields__)  # the fields that a game lists
GameEvents = tuple[GameEvent, ...]


@cache
def _rulebook(path: Path) -> Rulebook:
    return Rulebook(path)


class Ruleset(Rules):
    """The rules, views, cards and messages of one game for a number of players and house rules; immutable."""

    # ------------------------------------------------ views and observations

    def view(self, record: GameState, seat: int = SPECTATOR, *, choices: bool = True) -> View:
        """Return the view of a seat (-1: a spectator), with its legal actions if it is to act and `choices` is set."""
        if not isinstance(record, GameState):
            raise no_record(record, "state.view(seat)")
        return self.views(record, (self.viewer(seat),), choices=choices)[0]

    def viewer(self, seat: object) -> int:
        """Return a seat (-1: a spectator) as an int; raises BadOption for anything else."""
        viewer = whole(seat)
        if viewer is None or not SPECTATOR <= viewer < self.num_players:
            raise BadOption(f"there is no seat {seat!r}: seats are 0 to {self.num_players - 1}, -1 is a spectator")
        return viewer

    def show(self, view: View, language: str = "en", names: Sequence[str] = ()) -> str:
        """Return a view as a table for people; `names` are the players' names by seat.

        `print(view)` shows the same in English without names.
        """
        if not isinstance(view, View):
            raise BadOption(f"show takes a view: write game.show(state.view(seat)), not game.show({view!r})")
        return view_table(view, self, language, names)

    def views(self, record: GameState, seats: Sequence[int], *, choices: bool = True) -> list[View]:
        """Return the views of several seats (-1: a spectator) as `view` does, computing their common parts once."""
        views: list[GameView]
        if hasattr(self.presentation, "views"):
            views = self.presentation.views(record, self.tables, seats)
        else:
            views = [self.presentation.view(record, self.tables, seat) for seat in seats]
        return [self._completed(view, record, seat, choices) for seat, view in zip(seats, views, strict=True)]

    def _completed(self, view: GameView, record: GameState, seat: int, choices: bool) -> View:
        """Return a game's view with the fields that the engine fills in for every game."""
        codes = self.legal(record) if choices and 0 <= seat == record.to_act else []
        completed = View(
            *_listed(view),
            game=self.slug,
            seat=seat,
            players=record.players,
            to_act=record.to_act,
            choices=tuple(self.presentation.choice(record, self.tables, code) for code in codes),
            result=self.result(record),
        )
        if completed.prompt is None and record.to_act < 0:
            force_setattr(completed, "prompt", Words("prompt-over"))
        elif completed.prompt is None and seat != record.to_act:
            force_setattr(completed, "prompt", Words("prompt-waiting", {"who": Seat(record.to_act)}))
        force_setattr(completed, "_localizer", self)
        return completed

    @cached_property
    def observation_spec(self) -> Mapping[str, TensorSpec]:
        """Shape and type of each array of an observation, by name; raises BadOption for a game that declares none."""
        if self.build.Tensors is NoTensors:
            raise BadOption(f"{self.slug} declares no observation tensors: its package has no tensors.py")
        return spec_of(self.build.Tensors)

    def observation_tensors(self, record: GameState, seat: int = SPECTATOR) -> Mapping[str, NDArray[Any]]:
        """Return what a seat (-1: a spectator) sees as arrays by name, as `observation_spec` declares them."""
        seat = self.viewer(seat)
        assert self.observation_spec
        tensors = self.build.Tensors()
        self.build.fill_tensors(record, self.tables, seat, tensors)
        return arrays_of(tensors)

    def events(self, before: GameState, reports: Sequence[tuple[int, int, int, int, GameState]]) -> GameEvents:
        """Return what `emit` reported since `before`, as events with the record before and after each."""
        events = []
        for code, a, b, c, after in reports:
            events.append(GameEvent(self.event_code(code), a, b, c, before, after, self))
            before = after
        return tuple(events)

    def observe(self, event: GameEvent, seat: int = SPECTATOR) -> Observation | None:
        """Return what a seat (-1: a spectator) observes of an event, or None if it observes nothing."""
        if not isinstance(event, GameEvent):
            raise BadOption(f"observe takes an event, as state.play(action) returns them, not {event!r}")
        observation: Observation | None = self.presentation.observe(event, self.tables, seat)
        return observation

    def observe_all(self, event: GameEvent, seats: Sequence[int]) -> list[Observation | None]:
        """Return the observations of several seats (-1: a spectator); one that is the same for all is made once."""
        apart = getattr(self.presentation, "OBSERVED_APART", None)
        if apart is None or event.code in apart:
            return [self.observe(event, seat) for seat in seats]
        return [self.observe(event)] * len(seats)

    def result(self, record: GameState) -> Result | None:
        """Return ranks and scores of a finished game, or None if it is not over."""
        if not isinstance(record, GameState):
            raise no_record(record, "state.ranking and state.scores")
        if record.to_act >= 0:
            return None
        _, ranks = self.outcome(record)
        scores = tuple(self.presentation.scores(record, self.tables))
        message = self.presentation.score_message(record) if hasattr(self.presentation, "score_message") else None
        words = tuple(Words(message, {"score": score}) for score in scores) if message else ()
        return Result(tuple(ranks), scores, words)

    def outcome(self, record: GameState) -> tuple[list[float], list[int]]:
        """Return utilities (in [-1, 1]) and ranks (from 1) of a finished record, by seat."""
        if not isinstance(record, GameState):
            raise no_record(record, "state.returns and state.ranking")
        utilities, ranks = [0.0] * self.num_players, [0] * self.num_players
        self.build.result(record, self.tables, utilities, ranks)
        return utilities, ranks

    def prospect(self, record: GameState, utility: float, low: float, high: float) -> Words:
        """Return an expected utility, with the bounds of its interval, in the game's own unit.

        That is the chance to win, with more than two players the share of opponents left behind, unless the game's
        `amount` gives another message and number.
        """
        value, least, most = (self._number(self.amount(record, u)) for u in (utility, low, high))
        return Words(self._unit(record), {"value": value, "low": least, "high": most})

    def amount(self, record: GameState, utility: float) -> float:
        """Return an expected utility in the game's own unit: percent, unless the game's `amount` gives another."""
        if hasattr(self.presentation, "amount"):
            amount: float = self.presentation.amount(record, self.tables, utility)[1]
            return amount
        return 50 + 50 * max(-1.0, min(utility, 1.0))

    def measured(self, record: GameState, amount: float) -> Words:
        """Return an amount of the game's own unit in words: message `unit-<message of the unit>`."""
        return Words(f"unit-{self._unit(record)}", {"value": self._number(amount)})

    @cached_property
    def noticeable(self) -> float:
        """The smallest loss in the game's own unit that people care about: `MISTAKE` of its `explain.py`, else 3 %."""
        return float(getattr(optional_module(self.package, "explain"), "MISTAKE", NOTICEABLE))

    def _unit(self, record: GameState) -> str:
        if hasattr(self.presentation, "amount"):
            id: str = self.presentation.amount(record, self.tables, 0.0)[0]
            return id
        return "chance-to-win" if self.num_players == 2 else "share-left-behind"

    def _number(self, amount: float) -> str:
        text = f"{amount:.1f}" if hasattr(self.presentation, "amount") else f"{amount:.0f}"
        return text.replace("-", "−") if float(text) else text.removeprefix("-")

    def label(self, record: GameState, code: int) -> Words:
        """Return what a legal action of the seat to act is called."""
        choice: Choice = self.presentation.choice(record, self.tables, code)
        return choice.label

    def reason(self, record: GameState, code: int) -> Reason | None:
        """Return what speaks for or against a candidate action of the seat to act; None if the game explains nothing.

        The game's `explain.py` tells only what the seat knows, from a record determinized for it.
        """
        module = optional_module(self.package, "explain")
        return None if module is None else module.reason(record, self.tables, code)

    # --------------------------------------------------- messages and cards

    def option_value(self, option: str, value: int, language: str = "en") -> str:
        """Return the name of a house rule's value: message `option-<name>-<value>`, or the number if there is none."""
        localizer, id = self.localizer(language), f"option-{option}-{value}"
        return localizer.say(id) if localizer.has(id) else str(value)

    def card_text(self, face: str) -> CardText:
        """Return the name and text of a card by its face id."""
        if not isinstance(face, str):
            raise BadOption(f"card_text takes the face of a card in a view's zones, not {face!r}")
        return self.catalogue.get(face) or CardText(Words(f"face-{face}"))

    @cached_property
    def catalogue(self) -> dict[str, CardText]:
        """Names and texts of the cards from the card file, by face id; empty if messages name them."""
        if self.cards is None or not hasattr(self.presentation, "catalogue"):
            return {}
        catalogue: dict[str, CardText] = self.presentation.catalogue(self.cards)
        return catalogue

    def entry_name(self, entry: Entry) -> Words | Text | None:
        """Return the name of a card file entry, None if it has none.

        The game gives it by code, or by message `entry-<table>-<id>` or `entry-<table>`; else its card's name is used.
        If only one part of the entry is reconstructed, such as its cost, message `entry-<table>-<part>` names that.
        """
        name = self._whole_entry_name(entry)
        message = f"entry-{entry.table}-{entry.values.get('reconstructed', '')}"
        if name is None or not self.localizer("en").has(message):
            return name
        return Words(message, {"id": str(entry.values.get("id", "")), "card": name})

    def _whole_entry_name(self, entry: Entry) -> Words | Text | None:
        if hasattr(self.presentation, "entry_name"):
            return cast("Words | Text | None", self.presentation.entry_name(self.cards, entry))
        id = str(entry.values.get("id", ""))
        for message in (f"entry-{entry.table}-{id}", f"entry-{entry.table}"):
            if self.localizer("en").has(message):
                return Words(message, {"id": id})
        face = f"{entry.table}-{id}"
        named = self.card_text(face if face in self.catalogue else id).name
        return None if isinstance(named, Words) and not self.localizer("en").has(named.id) else named

    @cached_property
    def openings(self) -> dict[str, Opening]:
        """Choices offered by a seat's first decision, such as decks: by the action that chooses each."""
        if not hasattr(self.presentation, "openings"):
            return {}
        openings: dict[str, Opening] = self.presentation.openings(self.cards)
        return openings

    def read_opening(self, text: str) -> str:
        """Return the command of an opening that is given by action or name, or as the game writes it, such as a link.

        Raises BadOpening, or BadOption if there is nothing to choose in this game.
        """
        if not self.openings:
            raise BadOption(f"there is nothing to choose before the deal in {self.description.slug}")
        for action, opening in self.openings.items():
            names = (self.say(opening.name, language).casefold() for language in LANGUAGES)
            if text.strip().casefold() in (action, *names):
                return action
        command: str = self.presentation.read_opening(self.cards, text)
        return command

    def say(self, words: Words | Text, language: str = "en", names: Sequence[str] = ()) -> str:
        """Return a message of this game as text; `names` are the players' names by seat."""
        return self.localizer(language).say(words, names)

    def rulebook(self, language: str = "en") -> Rulebook:
        """Return the rulebook in a language; raises ValueError if there is none."""
        return _rulebook(self.folder / f"rulebook.{self.localizer(language).language}.md")
