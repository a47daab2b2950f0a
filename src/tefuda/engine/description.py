"""What a game's package declares about itself: players, clauses and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tefuda.engine.arguments import whole
from tefuda.engine.errors import BadOption


@dataclass(frozen=True)
class Option:
    """A house rule: an integer within bounds; one from 0 to 1 is a switch.

    The messages `option-<name>` and `option-<name>-help` name and explain it; `option-<name>-<value>` names a value
    that is not simply a number.
    """

    name: str
    default: int
    low: int = 0
    high: int = 1
    clause: str = ""  # the clause that describes it

    @property
    def switch(self) -> bool:
        return (self.low, self.high) == (0, 1)


@dataclass(frozen=True)
class Constant:
    """A number of the rules that studies may vary, within bounds in which no game leaves the range of its record.

    Unlike a house rule, it is offered at no table.  The rules get it in their `options`, after the house rules, or it
    is a field of the card tables.  A game with another value than the default is a variant, and its records name it.
    """

    name: str
    default: int  # 0 below `low`: the game as published, in which the number follows from something else
    low: int
    high: int
    clause: str = ""  # the clause that states it
    in_tables: bool = False  # whether it is a field of the card tables, whose value a variant replaces
    players: tuple[int, int] | None = None  # fewest, most of a variant; None: as many as in the game itself
    field: str = ""  # of the state: holds by how much a variant exceeds the default, if the rules need it after `setup`
    zero_sum: bool = False  # whether the utilities of a variant add up to zero, even if those of the game itself do not
    most_decisions: int = 0  # of a variant, for each unit of its value; 0: as many as the game itself may have


@dataclass(frozen=True)
class Description:
    """The constant `GAME` of a game's package; title, tagline and credits are in its .ftl files."""

    slug: str
    players: tuple[int, int]  # fewest, most
    letter: str  # every clause id begins with it
    turn_clause: str  # the clause that defines the order of turns
    options: tuple[Option, ...] = ()  # in the order of the rules' `options`
    constants: tuple[Constant, ...] = ()  # of which those outside the tables follow the options of the rules
    playing_time: int = 0  # minutes that a game usually takes; 0: not known
    # For searches and learners; of all numbers of players, house rules and card files.
    utilities: tuple[float, float] = (-1.0, 1.0)  # lowest, highest
    zero_sum: bool = True  # the utilities of all seats add up to zero
    perfect_information: bool = False  # nobody knows anything that another does not; only chance is open
    max_branching: int = 512  # legal actions of a decision, at most
    max_chance_outcomes: int = 0  # values of one draw, at most; 0: there is no chance
    max_draws: int = 0  # draws that follow one action, or of the deal, at most
    telling: tuple[str, ...] = ()  # kinds of actions whose legality alone shows something: never taken back
    rules_version: str = "1"  # changes whenever a recorded game would replay differently

    def option(self, name: str) -> Option:
        """Return an option by name; raises BadOption with the names there are."""
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options) if self.options else "none"
        raise BadOption(f"{self.slug} has no option {name!r}; it has {known}")

    def variant(self, values: Mapping[str, object]) -> dict[str, int]:
        """Return those of the constants that differ from their defaults, in order; raises BadOption for any other."""
        known = {constant.name: constant for constant in self.constants}
        if not isinstance(values, Mapping):
            example = f"{next(iter(known), 'name')!r}: number"
            raise BadOption(f"constants are given by name: write constants={{{example}}}, not {values!r}")
        chosen: dict[str, int] = {}
        for name, value in values.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.slug} has no constant {name!r} that may vary; it has {names}")
            low, high, number = known[name].low, known[name].high, whole(value)
            if number is None or not (low <= number <= high or number == known[name].default):
                raise BadOption(f"constant {name} of {self.slug} takes an integer from {low} to {high}, not {value!r}")
            chosen[name] = number
        return {name: chosen[name] for name in known if name in chosen and chosen[name] != known[name].default}

    def players_of(self, variant: Mapping[str, int]) -> tuple[int, int]:
        """Return the fewest and the most players of a variant."""
        bounds = [self.players]
        bounds += [one.players for one in self.constants if one.name in variant and one.players is not None]
        return bounds[-1]
