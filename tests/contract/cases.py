"""The games that every inherited test runs on, and random play of them.

A game is tested by existing: whatever `tefuda.game_slugs()` names is here, with every number of players, and so are the
three fixtures, which are written to the same contract. House rules are drawn at random for each game played; all
seeds are fixed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tefuda import State, game_slugs
from tefuda.engine.game import Description, Game, Option, open_game
from tefuda.engine.record import GameState
from tefuda.engine.state import Event
from tefuda.engine.view import SPECTATOR, Text, View, Words
from tefuda.engine.words import LANGUAGES

FIXTURES = Path(__file__).parents[1] / "fixtures"
PACKAGES = {slug: f"tefuda.games.{slug}" for slug in game_slugs()}
PACKAGES |= {slug: f"tests.fixtures.{slug}" for slug in ("kuhn", "leduc", "probe")}
CARD_FILES = {("probe", 2): FIXTURES / "probe/tiny.toml"}  # games that are also tested with other cards than their own

FEWEST_GAMES = 6
LOWEST_VALUES = 4  # of a house rule are tried most;
ANY_VALUE = 0.125  # of all draws are among all its values
WILD_DECISIONS = 60  # of a game are made at random among all legal actions; then
SENSIBLE = 0.9  # of them among the likely ones, so that a game ends although a house rule lets it go on for long
FEWEST_DECISIONS = 400
ENOUGH_DECISIONS = 1500  # of games as long as that, fewer are played
FEWEST_LONG_GAMES = 3


@dataclass(frozen=True)
class Case:
    """One game for one number of players, with one card file."""

    slug: str
    players: int
    cards: Path | None = None

    @property
    def package(self) -> str:
        return PACKAGES[self.slug]

    @property
    def viewers(self) -> range:
        """Every audience: the seats, and -1 for spectators."""
        return range(SPECTATOR, self.players)

    def share(self, total: int) -> int:
        """This case's part of what is spent on the whole game, so that no game takes longer for more tables."""
        return -(-total // sum(case.slug == self.slug for case in CASES))

    def game(self, random: Random) -> Game:
        """The game with house rules drawn at random."""
        return open_game(self.package, players=self.players, cards=self.cards, **house_rules(self.slug, random))

    def __str__(self) -> str:
        return f"{self.slug}-{self.players}" + (f"-{self.cards.stem}" if self.cards else "")


def house_rules(slug: str, random: Random) -> dict[str, int]:
    """House rules of a game, drawn at random."""
    return {option.name: _drawn(option, random) for option in description(slug).options}


def _drawn(option: Option, random: Random) -> int:
    """A value of a house rule: any, but mostly one of the lowest, as a high limit on rounds makes games long."""
    lowest = min(option.high, option.low + LOWEST_VALUES - 1)
    any_value = option.high > lowest and random.random() < ANY_VALUE
    return random.randint(option.low, option.high if any_value else lowest)


def description(slug: str) -> Description:
    """What a game's package says of itself."""
    described: Description = import_module(PACKAGES[slug]).GAME
    return described


def _cases() -> list[Case]:
    cases = []
    for slug in PACKAGES:
        fewest, most = description(slug).players
        cases += [Case(slug, players) for players in range(fewest, most + 1)]
    return cases + [Case(slug, players, cards) for (slug, players), cards in CARD_FILES.items()]


CASES = _cases()
every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("slug", PACKAGES)


def random_command(state: State, random: Random, *, by_kind: bool = False) -> str:
    """A legal command: an action, and where it only begins a secret decision, others that complete it.

    `by_kind` draws the kind of action first, the first word of its notation: what can be done in one way only is then
    done as often as what can be done in many.
    """
    game, record, words = state.game, state.truth, []
    wild = len(state.moves) < WILD_DECISIONS or random.random() >= SENSIBLE
    while True:
        actions = game.legal(record) if wild else game.likely(record)
        if by_kind:
            kinds = [game.action_names[action].partition("-")[0] for action in actions]
            kind = random.choice(sorted(set(kinds)))
            actions = [action for action, one in zip(actions, kinds, strict=True) if one == kind]
        action = random.choice(actions)
        words.append(game.action_names[action])
        game.build.apply(record, game.tables, action)
        if not record.pending:
            return " ".join(words)


@dataclass(frozen=True)
class Play:
    """One random game: its states, from the deal to the end, and the commands between them."""

    game: Game
    states: Sequence[State]
    commands: Sequence[str]


def random_play(game: Game, random: Random, *, by_kind: bool = False) -> Play:
    """One game played at random to its end."""
    state = game.start(random.getrandbits(63))
    states, commands = [state.copy()], []
    while not state.over:
        commands.append(random_command(state, random, by_kind=by_kind))
        state.play(commands[-1])
        states.append(state.copy())
    return Play(game, states, commands)


@cache
def plays(case: Case) -> tuple[Play, ...]:
    """Random games of a case with random house rules: at least FEWEST_GAMES, and FEWEST_DECISIONS in all."""
    played: list[Play] = []
    for seed in count():
        decisions = sum(len(play.commands) for play in played)
        if len(played) >= FEWEST_GAMES and decisions >= FEWEST_DECISIONS:
            return tuple(played)
        if len(played) >= FEWEST_LONG_GAMES and decisions >= ENOUGH_DECISIONS:
            return tuple(played)
        random = Random(f"{case} {seed}")
        played.append(random_play(case.game(random), random))
    raise AssertionError


def states(case: Case, most: int | None = None) -> list[State]:
    """The states of those games; at most so many of them, spread evenly."""
    found = [state for play in plays(case) for state in play.states]
    if most is None or len(found) <= most:
        return found
    return [found[at * len(found) // most] for at in range(most)]


def plain(record: GameState) -> bytes:
    """A record's content without its generator, which says nothing about the game so far."""
    copied = record.copy()
    copied.rng = 0
    return copied.to_bytes()


def redealt(game: Game, record: GameState, viewer: int, seed: int) -> Any:
    """A world that the viewer cannot tell from `record`, dealt from a seed; it goes on from a generator of its own."""
    world = record.copy()
    world.rng = seed
    game.build.redeal(world, game.tables, viewer)
    return world


# -------------------------------------------------- what is seen, heard, said


def happened(play: Play) -> Iterator[Event]:
    """Every event of a game."""
    state = play.states[0].copy()
    yield from state.opening
    for command in play.commands:
        yield from state.play(command)


def spoken(game: Game, things: Any) -> Iterator[Words | Text]:
    """All the words in some views or events: those they hold, and those that name what they show."""
    for thing in things:
        if isinstance(thing, View):
            yield from (Words(f"zone-{re.sub('-[0-9]+$', '', zone.id)}") for zone in thing.zones)
            yield from (zone.note for zone in thing.zones if zone.note)
            yield from (Words(f"counter-{counter.id}") for counter in thing.counters)
            yield from (Words(f"role-{role}") for role in thing.roles)
            yield from (choice.label for choice in thing.choices)
            yield from [thing.prompt] if thing.prompt else []
            yield from thing.result.words if thing.result else ()
            shown = [card for zone in thing.zones for card in zone.cards]
            yield from (Words(f"mark-{mark}") for card in shown for mark in card.marks)
            faces = {card.face for card in shown}
        elif thing is not None:
            yield thing.words
            faces = {move.face for move in thing.moves}
        else:
            continue
        for text in (game.card_text(face) for face in faces if face is not None):
            yield text.name
            yield from [text.text] if text.text else []


def say(game: Game, words: Words | Text) -> None:
    """Say something in both languages; raises where that is impossible.

    Only an event may be empty, and then in both: it is shown on the table, and is no line of the log.
    """
    mark = (game.folder, msgspec.json.encode(words))
    if mark not in _said:
        texts = [game.say(words, language).strip() for language in LANGUAGES]
        silent = isinstance(words, Words) and words.id.startswith("event-")
        assert all(texts) or (silent and not any(texts)), words
        _said.add(mark)


_said: set[tuple[Path, bytes]] = set()
