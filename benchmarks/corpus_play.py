"""One game of the corpus: plays it from its number and passes everything about it to a sink.

Only the first section uses Tefuda, and only it must be adapted when names change there.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from benchmarks.corpus_names import Renames, Translator, empty
from tefuda.engine.game import game_slugs, load
from tefuda.engine.game_record import write_record
from tefuda.engine.state import State


def slugs() -> list[str]:
    """Return all games."""
    return list(game_slugs())


def players(slug: str) -> tuple[int, int]:
    """Return the fewest and the most players of a game."""
    return load(slug).description.players


def options(slug: str) -> list[tuple[str, int, int]]:
    """Return name, lowest and highest value of each house rule of a game."""
    return [(option.name, option.low, option.high) for option in load(slug).description.options]


class Moment:
    """One state of a game, as the corpus records it."""

    def __init__(self, state: State) -> None:
        self.game, self.record = state.game, state.full_state
        self.build, self.tables = state.game.build, state.game.tables
        self.actions = len(state.game.action_names)  # legal or not

    def values(self) -> dict[str, int | list[int]]:
        values: dict[str, int | list[int]] = self.record.values()
        return values

    def legal(self) -> list[int]:
        return self.game.legal(self.record)

    def likely(self) -> list[int]:
        return self.game.candidate_actions(self.record)

    def refusal(self, action: int) -> int:
        return int(self.build.why_not(self.record, self.tables, action))

    def views(self) -> list[Any]:
        return self.game.views(self.record, range(-1, self.game.num_players))

    def key(self, viewer: int) -> int:
        return int(self.build.information_state_key(self.record, self.tables, viewer))

    def position(self) -> str:
        return self.game.position_text(self.record)

    def world(self, viewer: int, seed: int) -> dict[str, int | list[int]]:
        """Return the values of the state, determinized for a viewer."""
        world = self.record.copy()
        world.rng = seed
        self.build.determinize(world, self.tables, viewer)
        values: dict[str, int | list[int]] = world.values()
        return values

    def search_hints(self, seed: int) -> list[Any]:
        """Return what the search asks the rules for besides the candidate actions."""
        world, utilities = self.record.copy(), [0.0] * self.game.num_players
        ends = int(self.build.evaluate(world, self.tables, utilities))
        world.rng = seed
        habit = int(self.build.rollout_policy(world, self.tables)) if world.to_act >= 0 else -1
        return [ends, utilities if ends else [], habit, world.rng]

    def command(self, actions: Iterable[int]) -> str:
        return " ".join(self.game.action_names[action] for action in actions)

    def follow(self, action: int) -> bool:
        """Apply an action and return whether the decision is still incomplete."""
        self.build.apply(self.record, self.tables, action)
        return bool(self.record.pending)


def heard(state: State, event: Any) -> list[Any]:
    """Return what spectators and each seat observe of an event."""
    return state.game.observe_all(event, range(-1, state.game.num_players))


def declared(slug: str) -> dict[str, list[str]]:
    """Return the declarations whose order the recording depends on."""
    game = load(slug)
    return {
        "fields": list(game.build.State.fields),
        "actions": list(game.action_names),
        "options": [option.name for option in game.description.options],
    }


# ------------------------------------------------------------------------------------------------------------ one game

# Commands between two looks at views, information state keys, worlds and positions, in games where these are slow.
LOOK_EVERY = {"doutotsu": 6, "kotodama": 4, "llama": 4, "tezuma": 4}
WILD = 60  # first commands of a game, drawn uniformly from the legal ones; after them
SENSIBLE = 0.9  # of commands are drawn from the candidate actions, so that long house rules still end
LOWEST_VALUES, ANY_VALUE = 4, 0.125  # house rules mostly have one of their lowest values
MOST_COMMANDS = 600  # per game


class Case(NamedTuple):
    """One game with a number of players, with its own cards or those of a named file."""

    slug: str
    players: int
    cards: str = ""

    def __str__(self) -> str:
        return f"{self.slug}-{self.players}" + ("-" + self.cards.partition("/")[2] if self.cards else "")


class Corpus(msgspec.Struct):
    """A recorded corpus, as stored in its file."""

    format: int
    chunk: int
    games: dict[str, int]  # by case, when complete
    order: dict[str, dict[str, list[str]]]  # by game
    look_every: dict[str, int]
    cards: dict[str, str]  # content of other card files, by name
    vocabulary: dict[str, dict[str, list[str]]]  # names seen, by game and kind of name
    hashes: dict[str, dict[str, list[str | None]]]  # by case and kind, one per chunk

    def played(self, case: str) -> int:
        """Return the number of recorded games of a case."""
        return min(self.games[case], self.chunk * max(map(len, self.hashes[case].values())))


class Sink:
    """Receives the pieces of a chunk of games by kind, and hashes them."""

    def __init__(self) -> None:
        self.hashes: dict[str, Any] = defaultdict(lambda: blake2b(digest_size=6))

    def put(self, kind: str, *parts: bytes | int) -> None:
        self.hashes[kind].update(b"\0".join(p if isinstance(p, bytes) else b"%d" % p for p in parts) + b"\n")


class Printer(Sink):
    """Prints the pieces instead of hashing them."""

    def put(self, kind: str, *parts: bytes | int) -> None:
        print(kind, *(p.decode() if isinstance(p, bytes) else p for p in parts))


class Player:
    """Plays the games of one case and passes everything about them to a sink."""

    def __init__(self, case: Case, corpus: Corpus, renames: Mapping[str, Any]) -> None:
        self.case, self.every = case, corpus.look_every.get(case.slug, 1)
        self.file = card_file(corpus.cards[case.cards]) if case.cards else None
        self.translator = Translator(Renames(renames, case.slug), corpus.order[case.slug], declared(case.slug))
        self.sink = Sink()

    def play(self, number: int) -> None:
        """Play one game, determined by its number."""
        random, known = Random(16 * number + self.case.players), options(self.case.slug)
        chosen = {}
        for name, low, high in (known[at] for at in self.translator.options if at < len(known)):
            chosen[name] = drawn(low, high, random)
        game = load(self.case.slug, players=self.case.players, cards=self.file, **chosen)
        state = game.start(random.getrandbits(63))
        states: list[dict[str, Any]] = []
        met: dict[tuple[int, int], int] = {}  # when a viewer's information state key first occurred
        at, events = 0, state.opening
        self.sink.put("games", number, b"%r" % list(chosen.values()))
        while True:
            moment = Moment(state)
            states.append(moment.values())
            self._hear(state, at, events)
            ends = state.is_terminal or at == MOST_COMMANDS
            if ends or at == 0 or at % self.every == number % self.every:
                self._look(moment, number, at, met)
            if ends:
                break
            command = self._draw(moment, at, random)
            events, at = state.play(command), at + 1
        for name, old in self.translator.fields.items():
            self.sink.put(f"state.{old}", number, msgspec.json.encode([values[name] for values in states]))
        self.sink.put("records", number, self.translator.record(write_record(state)).encode())

    def _draw(self, moment: Moment, at: int, random: Random) -> str:
        """Return a random command: an action, and further ones if it only starts a decision."""
        places, chosen = self.translator.places, list[int]()
        wild = at < WILD or random.random() >= SENSIBLE
        pending = True
        while pending:
            legal = sorted(moment.legal(), key=places.__getitem__)
            likely = sorted(moment.likely(), key=places.__getitem__)
            self.sink.put("legal", at, b"%r" % [places[code] for code in legal])
            self.sink.put("likely", at, b"%r" % [places[code] for code in likely])
            asked = int(random.random() * len(places))
            self.sink.put("refusals", at, asked, self._refusal(moment, asked))
            actions = legal if wild else likely
            chosen.append(actions[int(random.random() * len(actions))])
            pending = moment.follow(chosen[-1])
        return moment.command(chosen)

    def _refusal(self, moment: Moment, asked: int) -> int:
        code = self.translator.actions[asked]
        return moment.refusal(code) if code < moment.actions else -1

    def _hear(self, state: State, at: int, events: Iterable[Any]) -> None:
        for event in events:
            for viewer, one in enumerate(heard(state, event), -1):
                if one is not None:
                    self.sink.put("events", at, viewer)
                    self._parts("events", one, at, viewer)

    def _look(self, moment: Moment, number: int, at: int, met: dict[tuple[int, int], int]) -> None:
        for viewer, view in enumerate(moment.views(), -1):
            self._parts("views", view, at, viewer)
            key = moment.key(viewer)
            self.sink.put("keys", at, viewer, key)
            self.sink.put("distinguished", at, viewer, met.setdefault((viewer, key), at))
        viewer = (number + at) % (moment.game.num_players + 1) - 1
        world, fields = moment.world(viewer, number + 1), self.translator.fields
        self.sink.put("worlds", at, viewer, msgspec.json.encode([world[name] for name in fields]))
        self.sink.put("search hints", at, msgspec.json.encode(moment.search_hints(number + 1)))
        self.sink.put("positions", at, " | ".join(self.translator.position(moment.position())).encode())

    def _parts(self, kind: str, struct: Any, at: int, viewer: int) -> None:
        """Pass on each field of a view or an event separately."""
        for inner, key, value in self.translator.struct(struct):
            if not empty(value):
                data, texts = self.translator.encoded(value, inner)
                self.sink.put(f"{kind}.{key}", at, viewer, data)
                if texts:
                    self.sink.put("texts", at, viewer, texts)


def drawn(low: int, high: int, random: Random) -> int:
    """Draw a value of a house rule, mostly one of the lowest, as a high limit on rounds makes games long."""
    top = high if random.random() < ANY_VALUE else min(high, low + LOWEST_VALUES - 1)
    return low + int(random.random() * (top - low + 1))


@cache
def card_file(content: str) -> Path:
    """Return a file with that content, which exists as long as this process."""
    folder = _folder()
    path = Path(folder.name) / f"{blake2b(content.encode(), digest_size=8).hexdigest()}.toml"
    path.write_text(content, encoding="utf-8")
    return path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="corpus-")
