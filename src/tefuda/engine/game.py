"""Load games by slug and start or resume them.

`tefuda.load("kotori", players=3)` returns a `Game`, which is immutable; `start` and `position` return a `State`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tefuda.engine.chance import Source
from tefuda.engine.description import Description
from tefuda.engine.errors import BadOption, UnknownGame
from tefuda.engine.ruleset import Ruleset
from tefuda.engine.state import State, checked_seed

GAMES_PACKAGE = "tefuda.games"


class Game(Ruleset):
    """A game for a number of players and house rules.  Made by `load`."""

    def start(self, seed: int | None = None, *, chance: Source | None = None, events: bool = True) -> State:
        """Deal a new game.

        Equal seeds (0 to 2**63 - 1) give equal games; None picks a random one.  `chance` replaces the generator.
        Raises BadOption if both are given.  Without `events` the state has no `opening`, which is faster.
        """
        if chance is None:
            seed = checked_seed(seed)
        elif seed is not None:
            raise BadOption("give a seed or a source of chance, not both")
        return State.dealt(self, seed=seed, chance=chance, events=events)

    def position(self, text: str, seed: int | None = None) -> State:
        """Return the state of a position text (`docs/notation.md`); `seed` (default: random) decides later draws.

        Raises BadPosition naming every fault of the text or the position.
        """
        return State.from_position(self, text, seed)


def game_slugs() -> tuple[str, ...]:
    """Return the slugs of all installed games, in alphabetical order."""
    package = import_module(GAMES_PACKAGE)
    return tuple(sorted(entry.name for root in package.__path__ for entry in Path(root).iterdir() if _is_game(entry)))


def _is_game(folder: Path) -> bool:
    return (folder / "rules.py").is_file()


def load(slug: str, *, players: int | None = None, cards: str | Path | None = None, **options: int) -> Game:
    """Return the game of that slug.

    `players` defaults to the fewest it takes, `options` to its defaults; `cards` is a card file that replaces its own.
    Raises UnknownGame, BadOption or CardFileError, each saying what would be right.

    Examples:
        >>> load("kotori", players=3)
        Game('kotori', players=3)
    """
    if slug not in game_slugs():
        raise UnknownGame(f"no game {slug!r}; there are {', '.join(game_slugs())}")
    return open_game(f"{GAMES_PACKAGE}.{slug}", players=players, cards=cards, **options)


def open_game(package: str, *, players: int | None = None, cards: str | Path | None = None, **options: object) -> Game:
    """Like `load`, for a game in any importable package."""
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
