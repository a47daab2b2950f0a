"""The games that every contract test runs on, and random play of them.

Every game in `tefuda.game_slugs()` is tested with every number of players, as are the fixture games in
`harness/fixtures`, which follow the same contract.  Each game is played with random house rules; all seeds are fixed.

The numbers of games, positions and decisions are those of an everyday run: `pytest --size 4` multiplies them all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from tefuda import State
from tefuda.engine.description import Description, Option
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game, game_packages, open_game
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.primitives import fast_below
from tefuda.engine.record import GameState
from tefuda.engine.view import SPECTATOR, Observation, Text, View, Words

FIXTURES = Path(__file__).parents[1] / "fixtures"
PACKAGES = dict(game_packages())
PACKAGES |= {path.parent.name: f"harness.fixtures.{path.parent.name}" for path in sorted(FIXTURES.glob("*/rules.py"))}
CARD_FILES = {("probe", 2): FIXTURES / "probe/tiny.toml"}  # games also tested with a second card file

SIZE = float(os.environ.get("SIZE_OF_TESTS", "1"))
IN_CI = 2  # the size in `.ci/run`
LARGE = 4  # the size from which on nothing is made short or left out

# For what is costly, and changes seldom: an everyday run leaves both out, CI only what is large.
in_ci = pytest.mark.skipif(SIZE < IN_CI, reason=f"only in CI, or with --size {IN_CI} or more")
large = pytest.mark.skipif(SIZE < LARGE, reason=f"only with --size {LARGE} or more")

T = TypeVar("T")


def some_or_all(some: Sequence[T], every: Sequence[T]) -> Sequence[T]:
    """Return what to test: some in an everyday run, all in a large one."""
    return every if SIZE >= LARGE else some


def sized(everyday: int) -> int:
    """Return a number of games, positions or decisions for the size of this run."""
    return max(1, round(everyday * SIZE))


MIN_GAMES = sized(4)
LOW_VALUES = 4  # a house rule is mostly drawn from its lowest values,
ANY_VALUE_SHARE = 0.125  # else, with this probability, from its whole range
UNIFORM_DECISIONS = 60  # decisions of a game drawn uniformly from the legal actions; after them
CANDIDATE_SHARE = 0.9  # of decisions are drawn from the candidate actions, so that long house rules still end
MIN_DECISIONS = sized(250)
ENOUGH_DECISIONS = sized(500)  # with this many decisions, MIN_LONG_GAMES games are enough
MIN_LONG_GAMES = sized(2)


@dataclass(frozen=True)
class Case:
    """One game with a number of players and a card file."""

    slug: str
    players: int
    cards: Path | None = None

    @property
    def package(self) -> str:
        return PACKAGES[self.slug]

    @property
    def viewers(self) -> range:
        """Return all audiences: the seats, and -1 for spectators."""
        return range(SPECTATOR, self.players)

    def share(self, total: int) -> int:
        """Return this case's part of a game's budget, so that the cost does not grow with the number of cases."""
        return -(-total // sum(case.slug == self.slug for case in CASES))

    def game(self, random: Random) -> Game:
        """Return the game with random house rules."""
        return open_game(self.package, players=self.players, cards=self.cards, **house_rules(self.slug, random))

    def __str__(self) -> str:
        return f"{self.slug}-{self.players}" + (f"-{self.cards.stem}" if self.cards else "")


def house_rules(slug: str, random: Random) -> dict[str, int]:
    """Return random house rules for a game."""
    return {option.name: _random_value(option, random) for option in description(slug).options}


def _random_value(option: Option, random: Random) -> int:
    """Return a random value of a house rule, mostly a low one, as a high limit on rounds makes games long."""
    lowest = min(option.high, option.low + LOW_VALUES - 1)
    any_value = option.high > lowest and random.random() < ANY_VALUE_SHARE
    return random.randint(option.low, option.high if any_value else lowest)


def description(slug: str) -> Description:
    """Return the description that a game's package declares."""
    return import_module(PACKAGES[slug]).GAME


def _cases() -> list[Case]:
    cases = []
    for slug in PACKAGES:
        fewest, most = description(slug).players
        cases += [Case(slug, players) for players in range(fewest, most + 1)]
    return cases + [Case(slug, players, cards) for (slug, players), cards in CARD_FILES.items()]


CASES = _cases()
every_case = pytest.mark.parametrize("case", CASES, ids=str)
# Compiling is slow: the fixtures, games for tests only, are left to large runs.
every_compiled_case = pytest.mark.parametrize(
    "case", some_or_all([case for case in CASES if case.package.startswith("tefuda.")], CASES), ids=str
)
# For what hardly depends on the number of players: an everyday run takes the largest of each game.
case_of_every_game = pytest.mark.parametrize(
    "case", some_or_all(list({case.slug: case for case in CASES}.values()), CASES), ids=str
)
every_game = pytest.mark.parametrize("slug", PACKAGES)


def random_command(state: State, random: Random, *, by_kind: bool = False) -> str:
    """Return a random legal command: an action, completed by further actions if it starts a secret decision.

    With `by_kind` the first word of the notation is drawn first, so that kinds with few actions are not neglected.
    """
    game, record, words = state.game, state.full_state, []
    uniform = len(state.history) < UNIFORM_DECISIONS or random.random() >= CANDIDATE_SHARE
    while True:
        actions = game.legal(record) if uniform else game.candidate_actions(record)
        if by_kind:
            kinds = [game.action_names[action].partition("-")[0] for action in actions]
            kind = random.choice(sorted(set(kinds)))
            actions = [action for action, one in zip(actions, kinds, strict=True) if one == kind]
        action = random.choice(actions)
        words.append(game.action_names[action])
        game.build.apply(record, game.tables, action)
        if not record.pending:
            return " ".join(words)


class Fast:
    """The generator in the record as a source of chance, for `Recorder`.

    Undoing an action restores the record including its generator, so the source has no position.
    """

    def below(self, s: GameState, n: int) -> int:
        return fast_below(s, n)

    def mark(self) -> int:
        return 0

    def reset(self, mark: int) -> None:
        pass


@dataclass(frozen=True)
class Play:
    """One random game: its states from deal to end, and the commands between them."""

    game: Game
    states: Sequence[State]
    commands: Sequence[str]

    @cached_property
    def events(self) -> Sequence[GameEvent]:
        """Return every event of the game."""
        state = self.states[0].copy()
        return [*state.opening, *(event for command in self.commands for event in state.play(command))]


def random_play(game: Game, random: Random, *, by_kind: bool = False) -> Play:
    """Play one random game to its end."""
    state = game.start(random.getrandbits(63))
    states, commands = [state.copy()], []
    while not state.is_terminal:
        commands.append(random_command(state, random, by_kind=by_kind))
        state.play(commands[-1])
        states.append(state.copy())
    return Play(game, states, commands)


@cache
def plays(case: Case) -> tuple[Play, ...]:
    """Return random games of a case with random house rules: at least MIN_GAMES, with MIN_DECISIONS in total."""
    played: list[Play] = []
    for seed in count():
        decisions = sum(len(play.commands) for play in played)
        if len(played) >= MIN_GAMES and decisions >= MIN_DECISIONS:
            return tuple(played)
        if len(played) >= MIN_LONG_GAMES and decisions >= ENOUGH_DECISIONS:
            return tuple(played)
        random = Random(f"{case} {seed}")
        played.append(random_play(case.game(random), random))
    raise AssertionError


def states(case: Case, most: int | None = None) -> list[State]:
    """Return the states of those games, or at most `most` of them, evenly spaced."""
    all_states = [state for play in plays(case) for state in play.states]
    if most is None or len(all_states) <= most:
        return all_states
    return [all_states[index * len(all_states) // most] for index in range(most)]


def record_content(record: GameState) -> bytes:
    """Return a record's bytes without its random generator, which is not part of the game so far."""
    copied = record.copy()
    copied.rng = 0
    return copied.to_bytes()


def determinized(game: Game, record: GameState, viewer: int, seed: int) -> Any:
    """Return a copy of the record determinized for the viewer, with a generator seeded by `seed`."""
    world = record.copy()
    world.rng = seed
    game.build.determinize(world, game.tables, viewer)
    return world


# ------------------------------------------------------------------- messages


def words_in(game: Game, things: Iterable[View | Observation | None]) -> Iterator[Words | Text]:
    """Yield all words of some views or observations: those they contain, and, once, those that name what they show."""
    ids: set[str] = set()
    faces: set[str | None] = set()
    for thing in things:
        if isinstance(thing, View):
            ids.update(f"zone-{zone.id}" for zone in thing.zones)
            ids.update(f"counter-{counter.id}" for counter in thing.counters)
            ids.update(f"role-{role}" for role in thing.roles)
            yield from (zone.note for zone in thing.zones if zone.note)
            yield from (choice.label for choice in thing.choices)
            yield from [thing.prompt] if thing.prompt else []
            yield from thing.result.words if thing.result else ()
            yield from (button.label for button in thing.buttons)
            yield from (mode.label for mode in thing.modes)
            yield from (status.words for status in thing.status)
            shown = [card for zone in thing.zones for card in zone.cards]
            yield from (card.note for card in shown if card.note)
            ids.update(f"mark-{mark}" for one in (*shown, *thing.choices) for mark in one.marks)
            faces.update(card.face for card in shown)
        elif thing is not None:
            yield thing.words
            ids.update(f"counter-{counter.id}" for counter in thing.counters)
            ids.update(f"role-{role}" for role in thing.roles or ())
            faces.update(move.face for move in thing.moves)
    yield from (Words(one) for one in sorted({re.sub("^(zone-.*)-[0-9]+$", r"\1", one) for one in ids}))
    for text in (game.card_text(face) for face in sorted(faces - {None})):
        yield text.name
        yield from [text.text] if text.text else []


def check_message(game: Game, words: Words | Text) -> None:
    """Check that a message can be formatted in both languages, once per message.

    Only an event may be empty, and then in both languages: the table shows it, and the log has no line for it.
    """
    key = (game.folder, msgspec.json.encode(words))
    if key not in _checked:
        texts = [game.say(words, language).strip() for language in LANGUAGES]
        may_be_empty = isinstance(words, Words) and words.id.startswith("event-")
        assert all(texts) or (may_be_empty and not any(texts)), words
        _checked.add(key)


_checked: set[tuple[Path, bytes]] = set()
