"""A game's package as functions over records: rules, views, cards and messages for given players and house rules.

`Game` adds states to it (`game.py`); `State` calls it (`state.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cache, cached_property
from importlib import import_module, util
from pathlib import Path
from types import ModuleType
from typing import Any, Self, cast

from msgspec.structs import force_setattr
from numpy.typing import NDArray

from tefuda.engine import backends
from tefuda.engine.arguments import usage, whole
from tefuda.engine.cards import Cards, Entry
from tefuda.engine.description import Constant, Description
from tefuda.engine.errors import BadOption, BadPosition, Refusal
from tefuda.engine.events import GameEvent
from tefuda.engine.localization import LANGUAGES, Localizer, localizer
from tefuda.engine.position_format import write_position
from tefuda.engine.record import GameState, Record
from tefuda.engine.rulebook import Rulebook
from tefuda.engine.tensors import TensorSpec, arrays_of, spec_of
from tefuda.engine.view import SPECTATOR, CardText, Choice, Observation, Opening, Reason, Result, Text, View, Words
from tefuda.engine.view_text import view_table

NOTICEABLE = 3.0  # percent
GameEvents = tuple[GameEvent, ...]
NOTHING: Mapping[str, int] = {}


@cache
def _module(package: str, name: str) -> ModuleType:
    return import_module(f"{package}.{name}")


@cache
def _optional(package: str, name: str) -> ModuleType | None:
    """Return a module that not every game has."""
    return None if util.find_spec(f"{package}.{name}") is None else _module(package, name)


@cache
def _defined(package: str, name: str, module: str) -> Any:
    """Return what a game defines under a name in that module, or in `views`, where a small game has everything."""
    own = getattr(_optional(package, module), name, None)
    return own if own is not None else getattr(_module(package, "views"), name)


@cache
def _checked(package: str) -> backends.Build:
    return backends.checked(_module(package, "rules"))


@cache
def _rulebook(path: Path) -> Rulebook:
    return Rulebook(path)


@cache
def own_cards(package: str) -> Cards | None:
    """Return the cards of a game without a card file of one's own; None if it has none."""
    module = _optional(package, "cards")
    return None if module is None else module.load()


def _no_record(given: object, right: str) -> BadOption:
    """Return the error for anything but a record, such as a state."""
    return BadOption(f"write {right}: this takes a record, as state.full_state, not {given!r}")


class Ruleset:
    """The rules, views, cards and messages of one game for a number of players and house rules; immutable."""

    @usage("load(slug, players=...)")
    def __init__(
        self,
        package: str,
        players: int,
        options: Mapping[str, int],
        card_file: Path | None,
        constants: Mapping[str, int] = NOTHING,
    ) -> None:
        self.package = package
        self.description: Description = import_module(package).GAME
        self.num_players = players
        self.options = dict(options)
        self.constants = self.description.variant(constants)  # those that differ from their defaults
        self.folder = Path(str(import_module(package).__file__)).parent
        self.rules = _module(package, "rules")
        self.presentation = _module(package, "views")
        self.build = _checked(package)
        if card_file is None:
            self.cards = own_cards(package)
        elif _optional(package, "cards") is None:
            raise BadOption(f"{self.slug} has no card file to replace")
        else:
            self.cards = _module(package, "cards").load(card_file)
        self.tables: Record = self.cards.tables if self.cards is not None else self.build.Tables()
        if card_file is not None and any(c.in_tables and c.name in constants for c in self.description.constants):
            raise BadOption("a card file says this itself: change it there, or leave the file out")
        if changed := {c.name: self.constants[c.name] for c in self._varied if c.in_tables}:
            self.tables = self.tables.copy()
            for name, value in changed.items():
                self.tables.assign(name, value)

    @property
    def slug(self) -> str:
        return self.description.slug

    @property
    def num_actions(self) -> int:
        """The number of action codes; not every code below it is an action."""
        return int(self.build.NUM_ACTIONS)

    @property
    def min_utility(self) -> float:
        return self.description.utilities[0]

    @property
    def max_utility(self) -> float:
        return self.description.utilities[1]

    @property
    def is_zero_sum(self) -> bool:
        """Whether the utilities of all seats always add up to zero."""
        return self.description.zero_sum or any(one.zero_sum for one in self._varied)

    @property
    def has_perfect_information(self) -> bool:
        """Whether all seats always know the same; draws to come are open even then."""
        return self.description.perfect_information

    @property
    def max_game_length(self) -> int:
        """The number of decisions that no game exceeds, for any players and house rules."""
        bounds: list[int] = [self.build.MAX_STEPS]
        bounds += [one.most_decisions * self.constants[one.name] for one in self._varied if one.most_decisions > 0]
        return min(bounds)

    @property
    def max_branching(self) -> int:
        """The number of legal actions that no decision exceeds."""
        return self.description.max_branching

    @property
    def max_chance_outcomes(self) -> int:
        """The number of values that no draw exceeds; 0 for a game without chance."""
        return self.description.max_chance_outcomes

    @property
    def max_chance_nodes(self) -> int:
        """The number of draws that no game exceeds, those of the deal included."""
        return (self.max_game_length + 1) * self.description.max_draws

    @property
    def option_values(self) -> list[int]:
        """The option values in the order that the rules take them, and then the constants that are in no table."""
        constants = [self.constants.get(c.name, c.default) for c in self.description.constants if not c.in_tables]
        return [self.options[option.name] for option in self.description.options] + constants

    @property
    def _varied(self) -> list[Constant]:
        """The constants of which a variant has another value."""
        return [constant for constant in self.description.constants if constant.name in self.constants]

    def __eq__(self, other: object) -> bool:
        """Return whether two games have the same rules, constants, players, house rules and cards."""
        if not isinstance(other, Ruleset):
            return NotImplemented
        mine, others = ((game.package, game.num_players, game.options, game.constants) for game in (self, other))
        return mine == others and self.tables == other.tables

    def __hash__(self) -> int:
        return hash((self.package, self.num_players, tuple(self.options.items()), tuple(self.constants.items())))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # immutable

    def __repr__(self) -> str:
        chosen = {o.name: self.options[o.name] for o in self.description.options if self.options[o.name] != o.default}
        variant = f", constants={self.constants}" if self.constants else ""
        named = "".join(f", {name}={value}" for name, value in chosen.items())
        return f"Game({self.slug!r}, players={self.num_players}{named}{variant})"

    # ---------------------------------------------------------- positions

    def check_position(self, record: GameState) -> None:
        """Raise BadPosition naming every fault of a record as a position of this game."""
        if record.players != self.num_players:
            raise BadPosition(f"the position is for {record.players} players, the game for {self.num_players}")
        if not -1 <= record.to_act < record.players:
            raise BadPosition(f"to_act is {record.to_act}: not a seat, nor -1 for a finished game")
        if record.pending:
            raise BadPosition("pending is 1: no position lies in the middle of a decision")
        for constant in self.description.constants:
            more = self.constants.get(constant.name, constant.default) - constant.default
            if constant.field and getattr(record, constant.field) != more:
                raise BadPosition(f"the position is of another variant: {constant.field} is not {more}")
        faults = self.faults(record)
        if faults:
            raise BadPosition("; ".join(faults))

    def faults(self, record: GameState) -> list[str]:
        """Return every fault of a record as a position, as English text; records of played games have none."""
        faults: list[str] = _defined(self.package, "faults", "validation")(record, self.tables)
        return faults

    @property
    def field_formats(self) -> Mapping[str, str]:
        """How a position text writes fields that are not plain numbers, by name (`docs/notation.md`)."""
        formats: Mapping[str, str] = _defined(self.package, "FIELD_FORMATS", "validation")
        return formats

    def position_text(self, record: GameState) -> str:
        """Return the position text of a record (`docs/notation.md`)."""
        return write_position(self.slug, record, self.field_formats)

    # ------------------------------------------------------------ actions

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """The notation of every action, indexed by its code."""
        action_name = _defined(self.package, "action_name", "actions")
        return tuple(action_name(code) for code in range(self.build.NUM_ACTIONS))

    @cached_property
    def _action_codes(self) -> dict[str, int]:
        return {name: code for code, name in enumerate(self.action_names) if name}

    def action_code(self, action: object) -> int | None:
        """Return the code of an action by its notation (or by itself), or None if there is no such action."""
        if isinstance(action, str):
            return self._action_codes.get(action)
        code = whole(action)
        return code if code is not None and 0 <= code < self.num_actions and self.action_names[code] else None

    def legal(self, record: GameState) -> list[int]:
        """Return the legal action codes in a record, ascending."""
        if not isinstance(record, GameState):
            raise _no_record(record, "state.legal_actions")
        actions = [0] * self.build.NUM_ACTIONS
        return actions[: self.build.legal(record, self.tables, actions)]

    def candidate_actions(self, record: GameState) -> list[int]:
        """Return the legal action codes that are worth searching, ascending."""
        actions = [0] * self.build.NUM_ACTIONS
        return actions[: self.build.candidate_actions(record, self.tables, actions)]

    def refusal(self, record: GameState, code: int, language: str = "en") -> Refusal | None:
        """Return None if the action is legal, else the clause that forbids it with its message."""
        if not isinstance(record, GameState):
            raise _no_record(record, "state.why_not(action)")
        number = self.build.why_not(record, self.tables, code)
        return None if number == 0 else self.clause_refusal(self.clause_id(number), language)

    def option_value(self, option: str, value: int, language: str = "en") -> str:
        """Return the name of a house rule's value: message `option-<name>-<value>`, or the number if there is none."""
        localizer, id = self.localizer(language), f"option-{option}-{value}"
        return localizer.say(id) if localizer.has(id) else str(value)

    def clause_refusal(self, clause: str, language: str = "en") -> Refusal:
        """Return a refusal by its clause: message `refuse-K4-3` of the game."""
        message = self.localizer(language).say(f"refuse-{clause.replace('.', '-')}")
        return Refusal(clause, message, self._clause_names.get(clause, ""))

    @cached_property
    def _clause_names(self) -> dict[str, str]:
        """Names of the clauses by their ids, from the rules' `Clause` enumeration."""
        clauses = backends.enumeration(self.rules, "Clause")
        return {self.clause_id(number): clause.name for number, clause in clauses.items()}

    @cached_property
    def _event_codes(self) -> dict[int, IntEnum]:
        return backends.enumeration(self.rules, "Event")

    def event_code(self, code: int) -> int:
        """Return an event's code as a member of the rules' `Event` enumeration, where there is one."""
        return self._event_codes.get(code, code)

    def unknown_action(self, record: GameState, name: str, language: str = "en") -> Refusal:
        """Return the refusal of a text that is not an action of this game."""
        legal = self.legal(record)
        known = ", ".join(self.action_names[code] for code in legal) if legal else "-"
        message = self.localizer(language).say("no-such-action", action=name[:80], known=known)
        return Refusal(self.description.turn_clause, message)

    def clause_id(self, number: int) -> str:
        """Return a clause id by its number: 403 is "K4.3"."""
        return f"{self.description.letter}{number // 100}.{number % 100}"

    def events(self, before: GameState, reports: Sequence[tuple[int, int, int, int, GameState]]) -> GameEvents:
        """Return what `emit` reported since `before`, as events with the record before and after each."""
        events = []
        for code, a, b, c, after in reports:
            events.append(GameEvent(self.event_code(code), a, b, c, before, after, self))
            before = after
        return tuple(events)

    # ------------------------------------------------ views and observations

    def view(self, record: GameState, seat: int = SPECTATOR, *, choices: bool = True) -> View:
        """Return the view of a seat (-1: a spectator), with its legal actions if it is to act and `choices` is set."""
        if not isinstance(record, GameState):
            raise _no_record(record, "state.view(seat)")
        seat = self.viewer(seat)
        return self._completed(self.presentation.view(record, self.tables, seat), record, seat, choices)

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
        views: list[View]
        if hasattr(self.presentation, "views"):
            views = self.presentation.views(record, self.tables, seats)
        else:
            views = [self.presentation.view(record, self.tables, seat) for seat in seats]
        return [self._completed(view, record, seat, choices) for seat, view in zip(seats, views, strict=True)]

    def _completed(self, view: View, record: GameState, seat: int, choices: bool) -> View:
        """Return a view with the fields that the engine fills in for every game."""
        listed: tuple[Choice, ...] = ()
        if choices and seat >= 0 and seat == record.to_act:
            listed = tuple(self.presentation.choice(record, self.tables, code) for code in self.legal(record))
        completed = View(
            game=self.slug,
            seat=seat,
            players=record.players,
            to_act=record.to_act,
            zones=view.zones,
            counters=view.counters,
            roles=view.roles,
            prompt=view.prompt,
            choices=listed,
            result=self.result(record),
            helps=view.helps,
            buttons=view.buttons,
            modes=view.modes,
            status=view.status,
            page=view.page,
            out=view.out,
        )
        force_setattr(completed, "_localizer", self)
        return completed

    @cached_property
    def observation_spec(self) -> Mapping[str, TensorSpec]:
        """Shape and type of each array of an observation, by name; raises BadOption for a game that declares none."""
        if self.build.Tensors is backends.NoTensors:
            raise BadOption(f"{self.slug} declares no observation tensors: its package has no tensors.py")
        return spec_of(self.build.Tensors)

    def observation_tensors(self, record: GameState, seat: int = SPECTATOR) -> Mapping[str, NDArray[Any]]:
        """Return what a seat (-1: a spectator) sees as arrays by name, as `observation_spec` declares them."""
        seat = self.viewer(seat)
        assert self.observation_spec
        tensors = self.build.Tensors()
        self.build.fill_tensors(record, self.tables, seat, tensors)
        return arrays_of(tensors)

    def observe(self, event: GameEvent, seat: int = SPECTATOR) -> Observation | None:
        """Return what a seat (-1: a spectator) observes of an event, or None if it observes nothing."""
        observation: Observation | None = self.presentation.observe(event, self.tables, seat)
        return observation

    def observe_all(self, event: GameEvent, seats: Sequence[int]) -> list[Observation | None]:
        """Return the observations of several seats (-1: a spectator), computing their common parts once."""
        if hasattr(self.presentation, "observe_all"):
            observations: list[Observation | None] = self.presentation.observe_all(event, self.tables, seats)
            return observations
        return [self.observe(event, seat) for seat in seats]

    def result(self, record: GameState) -> Result | None:
        """Return ranks and scores of a finished game, or None if it is not over."""
        if not isinstance(record, GameState):
            raise _no_record(record, "state.ranking and state.scores")
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
            raise _no_record(record, "state.returns and state.ranking")
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
        return float(getattr(_optional(self.package, "explain"), "MISTAKE", NOTICEABLE))

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
        module = _optional(self.package, "explain")
        return None if module is None else module.reason(record, self.tables, code)

    # --------------------------------------------------- messages and cards

    def localizer(self, language: str) -> Localizer:
        """Return the localizer of this game's messages."""
        return localizer(language, self.folder)

    def card_text(self, face: str) -> CardText:
        """Return the name and text of a card by its face id."""
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
