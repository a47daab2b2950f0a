"""Load games by slug and start or resume them.

`tefuda.load("kotori", players=3)` returns a `Game`, which is immutable; `start` and `position` return a `State`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module, util
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tefuda.engine.arguments import usage, whole
from tefuda.engine.chance import Source
from tefuda.engine.description import Description
from tefuda.engine.errors import BadOption, UnknownGame
from tefuda.engine.explicit_state import ExplicitState
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.other_names import NAMES, hint
from tefuda.engine.rules import NOTHING, own_cards
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.state import State, checked_seed

GAMES_PACKAGE = "tefuda.games"  # also the group of entry points by which installed packages add games
GAMES_VARIABLE = "TEFUDA_GAMES"  # environment variable that adds games: their packages, separated by commas


class Game(Ruleset):
    """A game for a number of players and house rules.  Made by `load`."""

    @usage("game.start(seed); players and house rules are given to load(slug, players=...)")
    def start(
        self,
        seed: int | None = None,
        *,
        chance: Source | None = None,
        events: bool = True,
        explicit_chance: bool = False,
    ) -> State:
        """Deal a new game.

        Equal seeds (0 to 2**63 - 1) give equal games; None picks a random one.  `chance` replaces the generator.
        Raises BadOption if both are given.  Without `events` the state has no `opening`, which is faster.

        With `explicit_chance` the state stops before every draw, those of the deal included, until `play_chance`
        decides it or samples it (from the seed).
        """
        if chance is None:
            seed = checked_seed(seed)
        elif seed is not None or explicit_chance:
            raise BadOption(
                f"give {'explicit_chance' if explicit_chance else 'a seed'} or a source of chance, not both"
            )
        if chance is not None and not hasattr(chance, "below"):
            raise BadOption(
                f"chance is a source with below(n), not {chance!r}: write explicit_chance=True for chance nodes"
            )
        if explicit_chance:
            return ExplicitState.dealt_explicitly(self, checked_seed(seed))
        return State.dealt(self, seed=seed, chance=chance, events=events)

    @usage("game.position(text, seed)")
    def position(self, text: str, seed: int | None = None, *, explicit_chance: bool = False) -> State:
        """Return the state of a position text (`docs/notation.md`); `seed` decides later draws.

        It is 0 to 2**64 - 1, as `state.seed` of a state whose history does not begin with the deal; default: random.
        Raises BadPosition naming every fault of the text or the position.
        """
        return (ExplicitState if explicit_chance else State).from_position(self, text, seed)

    def __copy__(self) -> Game:
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        return other

    def __reduce__(self) -> tuple[object, ...]:
        if self.cards is own_cards(self.package) and not self.constants:
            return Game, (self.package, self.num_players, self.options, None)
        return Game, (self.package, self.num_players, self.options, self.cards, self.constants, self.tables)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(hint("Game", name), name=name, obj=self)

        def __setattr__(self, name: str, value: object) -> None:
            if "tables" in self.__dict__:  # set last
                raise AttributeError(f"a game never changes: write load({self.slug!r}, ...) for another one")
            super().__setattr__(name, value)


def game_slugs() -> tuple[str, ...]:
    """Return the slugs of all installed games, in alphabetical order."""
    return tuple(game_packages())


def game_packages() -> Mapping[str, str]:
    """Return the packages of all installed games by slug, in alphabetical order.

    They are the games of Tefuda, those that installed packages declare as entry points of the group `tefuda.games`
    (slug = package), and those that the environment variable `TEFUDA_GAMES` lists.  A package's last name is its slug.
    Raises UnknownGame if a package that was added is not a game, or has the slug of another game.
    """
    roots = import_module(GAMES_PACKAGE).__path__
    own = [entry.name for root in roots for entry in Path(root).iterdir() if (entry / "rules.py").is_file()]
    packages = {slug: f"{GAMES_PACKAGE}.{slug}" for slug in own}
    added = [
        *_entry_points(),
        *[name.strip() for name in os.environ.get(GAMES_VARIABLE, "").split(",") if name.strip()],
    ]
    for package in dict.fromkeys(added):
        slug = package.rpartition(".")[2]
        if slug in packages:
            raise UnknownGame(f"{package}: there is another game {slug!r}, {packages[slug]}")
        _check_package(package, slug)
        packages[slug] = package
    return dict(sorted(packages.items()))


@cache
def _entry_points() -> tuple[str, ...]:
    """Return the packages that installed packages declare; cached, as it reads the metadata of all of them."""
    return tuple(point.value for point in entry_points(group=GAMES_PACKAGE))


def _check_package(package: str, slug: str) -> None:
    """Raise UnknownGame unless a package is a game with this slug."""
    try:
        found = util.find_spec(f"{package}.rules")
        described = import_module(package).GAME.slug if found else ""
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"{package} is not a game: {error}") from error
    if described != slug:
        why = f"its GAME has the slug {described!r}" if described else "it has no rules.py"
        raise UnknownGame(f"{package} is not the game {slug!r}: {why}")


@usage("load(slug, players=...)")
def load(
    slug: str,
    *wrong: object,
    players: int | None = None,
    cards: str | Path | None = None,
    constants: Any = NOTHING,  # Mapping[str, int]; Any, as `**options` of type dict[str, int] might hold it
    **options: int,
) -> Game:
    """Return the game of that slug; all else is given by name.

    `players` defaults to the fewest it takes, `options` to its defaults; `cards` is a card file that replaces its own;
    `constants` makes it a variant for study (docs/lab.md).
    Raises UnknownGame, BadOption or CardFileError, each saying what would be right.

    Examples:
        >>> load("kotori", players=3)
        Game('kotori', players=3)
    """
    if wrong:
        given = (
            wrong[0] if isinstance(wrong[0], Mapping) else {"players": "..." if whole(wrong[0]) is None else wrong[0]}
        )
        named = ", ".join(f"{name}={value}" for name, value in given.items())
        raise BadOption(f"only the slug is given without a name: write load({slug!r}, {named})")
    packages = game_packages()
    if slug not in list(packages):  # a list: not all that is given can be hashed
        meant = _meant(str(slug), packages)
        asked = f"; did you mean {meant!r}?" if meant else ""
        raise UnknownGame(f"no game {slug!r}; there are {', '.join(packages)}{asked}")
    return open_game(packages[slug], players=players, cards=cards, constants=constants, **options)


def _meant(name: str, packages: Mapping[str, str]) -> str:
    """Return the slug that is probably meant by a title, a name in another library or a slip; "" if there is none."""
    wanted = name.casefold()
    if within := [slug for slug in packages if slug in wanted]:
        return within[0]
    names = {slug: slug for slug in packages}
    for slug, package in packages.items():
        for language in LANGUAGES:  # read as text: to parse the messages of all games takes seconds
            messages = Path(str(import_module(package).__file__)).parent / f"{language}.ftl"
            title = re.search(r"^title = (.+)$", messages.read_text(encoding="utf-8"), re.MULTILINE)
            names |= {title[1].casefold(): slug} if title else {}
    close = get_close_matches(wanted, names, 1)
    return names[close[0]] if close else ""


def checked_game(game: object, function: str) -> Game:
    """Return a game; raises BadOption for anything else, which says how to call the function with one."""
    if not isinstance(game, Game):
        right = (
            f"load({game!r})" if isinstance(game, str) else "state.game" if isinstance(game, State) else "load(slug)"
        )
        raise BadOption(f"{function} takes a game, not {game!r}: write {function}({right}, ...)")
    return game


def open_game(
    package: str,
    *,
    players: int | None = None,
    cards: str | Path | None = None,
    constants: Any = NOTHING,  # as for `load`
    **options: object,
) -> Game:
    """Like `load`, for a game in any importable package."""
    description: Description = import_module(package).GAME
    values = {option.name: option.default for option in description.options}
    for name, value in options.items():
        varied = any(constant.name == name for constant in description.constants)
        right = f"a constant, constants={{{name!r}: {value!r}}}" if varied else NAMES["load"].get(name)
        if name not in values and right is not None:
            raise BadOption(f"{description.slug} has no option {name!r}: it is {right}")
        option, number = description.option(name), whole(value)
        if number is None or not option.low <= number <= option.high:
            right = "true or false" if option.switch else f"an integer from {option.low} to {option.high}"
            raise BadOption(f"option {name} of {description.slug} takes {right}, not {value!r}")
        values[name] = number
    if not isinstance(cards, str | os.PathLike | None):
        raise BadOption(f"cards is the path of a card file, not {cards!r}")
    fewest, most = description.players_of(description.variant(constants))
    seats = fewest if players is None else whole(players)
    if seats is None or not fewest <= seats <= most:
        right = f"{fewest} to {most}" if fewest < most else f"{fewest}"
        raise BadOption(f"{description.slug} takes {right} players, not {players!r}")
    return Game(package, seats, values, Path(cards) if cards is not None else None, constants)
