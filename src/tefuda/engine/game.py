"""A game as an object: its description, rules, faces, cards and words, for a number of players and house rules.

`tefuda.load("kotori", players=3)` makes one.  It is immutable; `start` and `position` make states (`state.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from importlib import import_module, util
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from tefuda.engine import backends as builds
from tefuda.engine.cards import Cards, Entry
from tefuda.engine.chance import Source
from tefuda.engine.errors import BadOption, BadPosition, Refusal, UnknownGame
from tefuda.engine.events import GameEvent
from tefuda.engine.localization import Localizer, localizer
from tefuda.engine.position_format import read_position, write_position
from tefuda.engine.record import GameState, Record
from tefuda.engine.rulebook import Rulebook
from tefuda.engine.view import SPECTATOR, CardText, Choice, Observation, Result, Text, View, Words

if TYPE_CHECKING:
    from tefuda.engine.state import State


@dataclass(frozen=True)
class Option:
    """A house rule: an integer within bounds; one from 0 to 1 is a switch.

    The messages `option-<name>` and `option-<name>-help` name and explain it.
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
    """What a game's package says of itself in `GAME`; its title, tagline and credits stand in its .ftl files."""

    slug: str
    players: tuple[int, int]  # fewest, most
    letter: str  # every clause id begins with it
    turn_clause: str  # the clause that says whose turn it is
    options: tuple[Option, ...] = ()  # in the order of the rules' `options`
    rules_version: str = "1"  # another one wherever a recorded game would replay differently

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options) if self.options else "none"
        raise BadOption(f"{self.slug} has no option {name!r}; it has {known}")


GAMES_PACKAGE = "tefuda.games"


def game_slugs() -> tuple[str, ...]:
    """The slugs of the games at hand, in alphabetical order."""
    package = import_module(GAMES_PACKAGE)
    return tuple(sorted(entry.name for root in package.__path__ for entry in Path(root).iterdir() if _is_game(entry)))


def _is_game(folder: Path) -> bool:
    return (folder / "rules.py").is_file()


def load(slug: str, *, players: int | None = None, cards: str | Path | None = None, **options: int) -> Game:
    """The game of that slug.

    `players` defaults to the fewest it takes, `options` to its defaults; `cards` is a card file that replaces its own.
    Raises UnknownGame, BadOption or CardFileError, each saying what would be right.

    >>> load("kotori", players=3)
    Game('kotori', players=3)
    """
    if slug not in game_slugs():
        raise UnknownGame(f"no game {slug!r}; there are {', '.join(game_slugs())}")
    return open_game(f"{GAMES_PACKAGE}.{slug}", players=players, cards=cards, **options)


def open_game(package: str, *, players: int | None = None, cards: str | Path | None = None, **options: object) -> Game:
    """Like `load`, for a game that lies in any importable package."""
    description: Description = import_module(package).GAME
    fewest, most = description.players
    players = fewest if players is None else players
    if not fewest <= players <= most:
        raise BadOption(f"{description.slug} takes {fewest} to {most} players, not {players}")
    values = {option.name: option.default for option in description.options}
    for name, value in options.items():
        option = description.option(name)
        if not isinstance(value, int) or not option.low <= value <= option.high:
            right = "true or false" if option.switch else f"an integer from {option.low} to {option.high}"
            raise BadOption(f"option {name} of {description.slug} takes {right}, not {value!r}")
        values[name] = int(value)
    return Game(package, players, values, Path(cards) if cards is not None else None)


@cache
def _module(package: str, name: str) -> ModuleType:
    return import_module(f"{package}.{name}")


@cache
def _checked(package: str) -> builds.Build:
    return builds.checked(_module(package, "rules"))


@cache
def _rulebook(path: Path) -> Rulebook:
    return Rulebook(path)


@cache
def _own_cards(package: str) -> Cards | None:
    if util.find_spec(f"{package}.cards") is None:
        return None
    cards: Cards = _module(package, "cards").load()
    return cards


class Game:
    """One game, for a number of players and house rules.  Made by `load`."""

    def __init__(self, package: str, players: int, options: Mapping[str, int], card_file: Path | None) -> None:
        self.package = package
        self.description: Description = import_module(package).GAME
        self.players = players
        self.options = dict(options)
        self.folder = Path(str(import_module(package).__file__)).parent
        self.rules = _module(package, "rules")
        self.presentation = _module(package, "views")
        self.build = _checked(package)
        if card_file is None:
            self.cards = _own_cards(package)
        elif util.find_spec(f"{package}.cards") is None:
            raise BadOption(f"{self.slug} has no card file to replace")
        else:
            self.cards = _module(package, "cards").load(card_file)
        self.tables: Record = self.cards.tables if self.cards is not None else self.build.Tables()

    @property
    def slug(self) -> str:
        return self.description.slug

    @property
    def option_values(self) -> list[int]:
        """The options as the rules take them, in the order of the description."""
        return [self.options[option.name] for option in self.description.options]

    def __repr__(self) -> str:
        chosen = {o.name: self.options[o.name] for o in self.description.options if self.options[o.name] != o.default}
        return f"Game({self.slug!r}, players={self.players}{''.join(f', {k}={v}' for k, v in chosen.items())})"

    # ------------------------------------------------------------- states

    def start(self, seed: int | None = None, *, chance: Source | None = None) -> State:
        """Deal a new game: the same seed gives the same game, none a fresh one; `chance` replaces the generator."""
        from tefuda.engine.state import State

        if chance is None:
            seed = _seed(seed)
        elif seed is not None:
            raise BadOption("give a seed or a source of chance, not both")
        return State.dealt(self, seed=seed, chance=chance)

    def position(self, text: str, seed: int | None = None) -> State:
        """The state of a position text (`docs/notation.md`); later draws come from `seed`, or from a fresh one.

        Raises BadPosition naming everything that is wrong with the text or the position.
        """
        from tefuda.engine.state import State

        record = self.build.State()
        read_position(text, self.slug, record, self.presentation.FORMS)
        self.check_position(record)
        seed = _seed(seed)
        record.rng = seed
        return State(
            self, record, seed=seed, chance=None, start=write_position(self.slug, record, self.presentation.FORMS)
        )

    def check_position(self, record: GameState) -> None:
        """Raise BadPosition naming everything that makes this record no position of this game."""
        if record.players != self.players:
            raise BadPosition(f"the position is for {record.players} players, the game for {self.players}")
        if not -1 <= record.to_act < record.players:
            raise BadPosition(f"to_act is {record.to_act}: not a seat, nor -1 for a finished game")
        if record.pending:
            raise BadPosition("pending is 1: no position lies in the middle of a decision")
        faults: list[str] = self.presentation.faults(record, self.tables)
        if faults:
            raise BadPosition("; ".join(faults))

    def position_text(self, record: GameState) -> str:
        """The position text of a record."""
        return write_position(self.slug, record, self.presentation.FORMS)

    # ------------------------------------------------------------ actions

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """The notation of every action, by its code."""
        return tuple(self.presentation.action_name(code) for code in range(self.build.NUM_ACTIONS))

    @cached_property
    def _action_codes(self) -> dict[str, int]:
        return {name: code for code, name in enumerate(self.action_names) if name}

    def action_code(self, name: str) -> int | None:
        """The code of an action by its notation, None where there is no such action."""
        return self._action_codes.get(name)

    def legal(self, record: GameState) -> list[int]:
        """The legal action codes in a record, rising."""
        actions = [0] * self.build.NUM_ACTIONS
        return actions[: self.build.legal(record, self.tables, actions)]

    def candidate_actions(self, record: GameState) -> list[int]:
        """Those of them that are worth searching, rising."""
        actions = [0] * self.build.NUM_ACTIONS
        return actions[: self.build.candidate_actions(record, self.tables, actions)]

    def refusal(self, record: GameState, code: int, language: str = "en") -> Refusal | None:
        """None if the action is legal, else the clause that forbids it, in words."""
        number = self.build.why_not(record, self.tables, code)
        return None if number == 0 else self.clause_refusal(self.clause_id(number), language)

    def clause_refusal(self, clause: str, language: str = "en") -> Refusal:
        """Return a refusal by its clause: message `refuse-K4-3` of the game."""
        message = self.localizer(language).say(f"refuse-{clause.replace('.', '-')}")
        return Refusal(clause, message, self._clause_names.get(clause, ""))

    @cached_property
    def _clause_names(self) -> dict[str, str]:
        """Names of the clauses by their ids, from the rules' `Clause` enumeration."""
        clauses = builds.enumeration(self.rules, "Clause")
        return {self.clause_id(number): clause.name for number, clause in clauses.items()}

    @cached_property
    def _event_codes(self) -> dict[int, IntEnum]:
        return builds.enumeration(self.rules, "Event")

    def event_code(self, code: int) -> int:
        """Return an event's code as a member of the rules' `Event` enumeration, where there is one."""
        return self._event_codes.get(code, code)

    def unknown_action(self, record: GameState, name: str, language: str = "en") -> Refusal:
        """The refusal of what is no action at all."""
        legal = self.legal(record)
        known = ", ".join(self.action_names[code] for code in legal) if legal else "-"
        message = self.localizer(language).say("no-such-action", action=name[:80], known=known)
        return Refusal(self.description.turn_clause, message)

    def clause_id(self, number: int) -> str:
        """403 -> "K4.3"."""
        return f"{self.description.letter}{number // 100}.{number % 100}"

    # ------------------------------------------------- what each seat sees

    def view(self, record: GameState, seat: int = SPECTATOR, *, choices: bool = True) -> View:
        """What a seat (-1: a spectator) sees, with its legal actions if it is its turn and `choices` is set."""
        if not SPECTATOR <= seat < self.players:
            raise BadOption(f"there is no seat {seat}: seats are 0 to {self.players - 1}, -1 is a spectator")
        return self._completed(self.presentation.view(record, self.tables, seat), record, seat, choices)

    def views(self, record: GameState, seats: Sequence[int]) -> list[View]:
        """The views of several seats (-1: a spectator); what they have in common is worked out once."""
        views: list[View]
        if hasattr(self.presentation, "views"):
            views = self.presentation.views(record, self.tables, seats)
        else:
            views = [self.presentation.view(record, self.tables, seat) for seat in seats]
        return [self._completed(view, record, seat, choices=True) for seat, view in zip(seats, views, strict=True)]

    def _completed(self, view: View, record: GameState, seat: int, choices: bool) -> View:
        """A view with what the engine knows of every game."""
        listed: tuple[Choice, ...] = ()
        if choices and seat >= 0 and seat == record.to_act:
            listed = tuple(self.presentation.choice(record, self.tables, code) for code in self.legal(record))
        return View(
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
        )

    def observe(self, event: GameEvent, seat: int = SPECTATOR) -> Observation | None:
        """What a seat hears of an event, None where it hears nothing."""
        heard: Observation | None = self.presentation.observe(event, self.tables, seat)
        return heard

    def observe_all(self, event: GameEvent, seats: Sequence[int]) -> list[Observation | None]:
        """What several seats (-1: a spectator) hear of an event; what they have in common is worked out once."""
        if hasattr(self.presentation, "observe_all"):
            together: list[Observation | None] = self.presentation.observe_all(event, self.tables, seats)
            return together
        return [self.observe(event, seat) for seat in seats]

    def result(self, record: GameState) -> Result | None:
        """Ranks and scores of a finished game; None while it goes on."""
        if record.to_act >= 0:
            return None
        _, ranks = self.outcome(record)
        scores = tuple(self.presentation.scores(record, self.tables))
        message = self.presentation.score_message(record) if hasattr(self.presentation, "score_message") else None
        return Result(tuple(ranks), scores, tuple(Words(message, {"score": one}) for one in scores) if message else ())

    def outcome(self, record: GameState) -> tuple[list[float], list[int]]:
        """Utilities and ranks of a finished record."""
        utilities, ranks = [0.0] * self.players, [0] * self.players
        self.build.result(record, self.tables, utilities, ranks)
        return utilities, ranks

    # -------------------------------------------------------------- words

    def localizer(self, language: str) -> Localizer:
        """This game's words in a language."""
        return localizer(language, self.folder)

    def card_text(self, face: str) -> CardText:
        """What a card is called, and what is written on it, by its face id."""
        catalogue: dict[str, CardText] = self.catalogue
        return catalogue[face] if face in catalogue else CardText(Words(f"face-{face}"))

    @cached_property
    def catalogue(self) -> dict[str, CardText]:
        """What the game's card file says of its cards, by face id; empty where messages name them."""
        if self.cards is None or not hasattr(self.presentation, "catalogue"):
            return {}
        catalogue: dict[str, CardText] = self.presentation.catalogue(self.cards)
        return catalogue

    def entry_name(self, entry: Entry) -> Words | Text | None:
        """What an entry of the card file is called, as its game says or as the card it stands for; None: no name."""
        if hasattr(self.presentation, "entry_name"):
            return cast("Words | Text | None", self.presentation.entry_name(self.cards, entry))
        named = self.card_text(str(entry.values.get("id", ""))).name
        return None if isinstance(named, Words) and not self.localizer("en").has(named.id) else named

    @cached_property
    def openings(self) -> dict[str, Words | Text]:
        """What a seat may choose to play with by its first decision, such as a deck: the action and its name."""
        if not hasattr(self.presentation, "openings"):
            return {}
        openings: dict[str, Words | Text] = self.presentation.openings(self.cards)
        return openings

    def say(self, words: Words | Text, language: str = "en", names: Sequence[str] = ()) -> str:
        """A message of this game in words; `names` are the players' names by seat."""
        return self.localizer(language).say(words, names)

    def rulebook(self, language: str = "en") -> Rulebook:
        """The rules in a language."""
        return _rulebook(self.folder / f"rulebook.{language}.md")


def _seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(63)
    if not 0 <= seed < 1 << 63:
        raise BadOption(f"a seed is an integer from 0 to 2**63 - 1, not {seed}")
    return seed
