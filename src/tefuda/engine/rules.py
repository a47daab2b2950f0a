"""The rules of a game for given players and house rules, as functions over records: positions and actions.

`Ruleset` adds what each seat sees of a record, and the words for it (`ruleset.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache, cached_property
from importlib import import_module, util
from pathlib import Path
from types import ModuleType
from typing import Any, Self

from tefuda.engine import backends
from tefuda.engine.arguments import usage, whole
from tefuda.engine.cards import Cards
from tefuda.engine.description import Constant, Description
from tefuda.engine.errors import BadOption, BadPosition, Refusal
from tefuda.engine.localization import Localizer, localizer
from tefuda.engine.position_format import write_position
from tefuda.engine.record import GameState, Record

NOTHING: Mapping[str, int] = {}


@cache
def _module(package: str, name: str) -> ModuleType:
    return import_module(f"{package}.{name}")


@cache
def optional_module(package: str, name: str) -> ModuleType | None:
    """Return a module that not every game has."""
    return None if util.find_spec(f"{package}.{name}") is None else _module(package, name)


@cache
def _defined(package: str, name: str, module: str) -> Any:
    """Return what a game defines under a name in that module, or in `views`, where a small game has everything."""
    own = getattr(optional_module(package, module), name, None)
    return own if own is not None else getattr(_module(package, "views"), name)


@cache
def _checked(package: str) -> backends.Build:
    return backends.checked(_module(package, "rules"))


@cache
def own_cards(package: str) -> Cards | None:
    """Return the cards of a game without a card file of one's own; None if it has none."""
    module = optional_module(package, "cards")
    return None if module is None else module.load()


def no_record(given: object, right: str) -> BadOption:
    """Return the error for anything but a record, such as a state."""
    return BadOption(f"write {right}: this takes a record, as state.full_state, not {given!r}")


class Rules:
    """The rules of one game for a number of players and house rules; immutable."""

    @usage("load(slug, players=...)")
    def __init__(
        self,
        package: str,
        players: int,
        options: Mapping[str, int],
        cards: Path | Cards | None,
        constants: Mapping[str, int] = NOTHING,
        tables: Record | None = None,
    ) -> None:
        """`cards` is a card file or what was read from one, None for the game's own.

        `tables` are given if they are known, else they are those of the cards, with the constants.
        """
        self.package = package
        self.description: Description = import_module(package).GAME
        self.num_players = players
        self.options = dict(options)
        self.constants = self.description.variant(constants)  # those that differ from their defaults
        self.folder = Path(str(import_module(package).__file__)).parent
        self.rules = _module(package, "rules")
        self.presentation = _module(package, "views")
        self.build = _checked(package)
        if not isinstance(cards, Path):
            self.cards = own_cards(package) if cards is None else cards
        elif optional_module(package, "cards") is None:
            raise BadOption(f"{self.slug} has no card file to replace")
        elif any(c.in_tables and c.name in constants for c in self.description.constants):
            raise BadOption("a card file says this itself: change it there, or leave the file out")
        else:
            self.cards = _module(package, "cards").load(cards)
        self.tables: Record = self._tables() if tables is None else tables

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

    def _tables(self) -> Record:
        """Return the tables of the cards, with the constants that are in them."""
        tables: Record = self.cards.tables if self.cards is not None else self.build.Tables()
        if changed := [constant.name for constant in self._varied if constant.in_tables]:
            tables = tables.copy()
            for name in changed:
                tables.assign(name, self.constants[name])
        return tables

    @property
    def _varied(self) -> list[Constant]:
        """The constants of which a variant has another value."""
        return [constant for constant in self.description.constants if constant.name in self.constants]

    def __eq__(self, other: object) -> bool:
        """Return whether two games have the same rules, constants, players, house rules and cards."""
        if not isinstance(other, Rules):
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
        if not isinstance(record, GameState):
            raise no_record(record, "game.faults(state.full_state)")
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
            raise no_record(record, "state.legal_actions")
        actions = [0] * self.build.NUM_ACTIONS
        return actions[: self.build.legal(record, self.tables, actions)]

    def candidate_actions(self, record: GameState) -> list[int]:
        """Return the legal action codes that are worth searching, ascending."""
        if not isinstance(record, GameState):
            raise no_record(record, "game.candidate_actions(state.full_state)")
        actions = [0] * self.build.NUM_ACTIONS
        return actions[: self.build.candidate_actions(record, self.tables, actions)]

    def refusal(self, record: GameState, code: int, language: str = "en") -> Refusal | None:
        """Return None if the action is legal, else the clause that forbids it with its message."""
        if not isinstance(record, GameState):
            raise no_record(record, "state.why_not(action)")
        number = self.build.why_not(record, self.tables, code)
        return None if number == 0 else self.clause_refusal(self.clause_id(number), language)

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
        if not legal:  # the game is over: that is why any action is refused
            refused = self.refusal(record, next(iter(self._action_codes.values())), language)
            assert refused is not None
            return refused
        known = ", ".join(self.action_names[code] for code in legal)
        message = self.localizer(language).say("no-such-action", action=name[:80], known=known)
        return Refusal(self.description.turn_clause, message)

    def clause_id(self, number: int) -> str:
        """Return a clause id by its number: 403 is "K4.3"."""
        return f"{self.description.letter}{number // 100}.{number % 100}"

    # ----------------------------------------------------------- messages

    def localizer(self, language: str) -> Localizer:
        """Return the localizer of this game's messages."""
        return localizer(language, self.folder)
