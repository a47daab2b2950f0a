"""What a game's package declares about itself: players, clauses and house rules."""

from __future__ import annotations

from dataclasses import dataclass

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
class Description:
    """The constant `GAME` of a game's package; title, tagline and credits are in its .ftl files."""

    slug: str
    players: tuple[int, int]  # fewest, most
    letter: str  # every clause id begins with it
    turn_clause: str  # the clause that defines the order of turns
    options: tuple[Option, ...] = ()  # in the order of the rules' `options`
    # Options that make a smaller game for study: `load` takes them, tables do not offer them.  They follow `options` in
    # what the rules get, default to 0, which is the game itself, and have no messages.
    study: tuple[Option, ...] = ()
    study_players: tuple[int, int] | None = None  # fewest, most in such a game; None: as many as in the game itself
    playing_time: int = 0  # minutes that a game usually takes; 0: not known
    # For searches and learners; of all numbers of players, house rules and card files.
    utilities: tuple[float, float] = (-1.0, 1.0)  # lowest, highest
    zero_sum: bool = True  # the utilities of all seats add up to zero
    max_branching: int = 512  # legal actions of a decision, at most
    max_chance_outcomes: int = 0  # values of one draw, at most; 0: there is no chance
    rules_version: str = "1"  # changes whenever a recorded game would replay differently

    def option(self, name: str) -> Option:
        """Return a house rule by name; raises BadOption with the names there are."""
        return self._named(name, self.options)

    def any_option(self, name: str) -> Option:
        """Return a house rule or an option for study by name; raises BadOption with the names there are."""
        return self._named(name, (*self.options, *self.study))

    def _named(self, name: str, options: tuple[Option, ...]) -> Option:
        for option in options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in options) if options else "none"
        raise BadOption(f"{self.slug} has no option {name!r}; it has {known}")
