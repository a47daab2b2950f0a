"""Search for leaks: ways in which an audience can distinguish two worlds that must look the same to it.

Two worlds must look the same if they differ only in what the audience cannot know.  Views, legal actions, refusals
and observations must then be equal byte for byte, now and during further play until play itself reveals a
difference.  There are no exceptions by name: only views and information state keys decide what may differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec

from harness.contract.cases import determinized, random_command
from tefuda.engine.chance import enumerate_outcomes
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game
from tefuda.engine.record import GameState
from tefuda.engine.state import State

WORLDS = 4  # sampled determinizations per record and viewer
ENUMERATED = 24  # enumerated determinizations, at most
CODES = 16  # actions tried as the start of a secret decision
COMMANDS = 3  # played on in a pair of worlds


class Seeded:
    """A chance source that gives the same outcomes for the same sequence of draws."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, s: GameState, n: int) -> int:
        return self._random.randrange(n)

    def mark(self) -> int:
        raise NotImplementedError

    def reset(self, mark: int) -> None:
        raise NotImplementedError


class Shown:
    """What a viewer knows of a record; each part is computed once."""

    def __init__(self, game: Game, record: Any, viewer: int) -> None:
        self._game, self._record, self._viewer = game, record, viewer

    @cached_property
    def key(self) -> int:
        return _key(self._game, self._record, self._viewer)

    @cached_property
    def view(self) -> bytes:
        return _encoded(self._game.view(self._record, self._viewer))

    @cached_property
    def tensors(self) -> list[bytes]:
        """Return the viewer's tensors."""
        return [array.tobytes() for array in self._game.observation_tensors(self._record, self._viewer).values()]

    @property
    def decides(self) -> bool:
        """Whether the viewer is to act."""
        return self._viewer >= 0 and self._viewer == self._record.to_act

    @cached_property
    def legal(self) -> list[int]:
        return self._game.legal(self._record)

    @cached_property
    def refusals(self) -> list[int]:
        """Return the clause that forbids each action, by its code."""
        why_not, record, tables = self._game.build.why_not, self._record, self._game.tables
        return [why_not(record, tables, code) for code in range(self._game.build.NUM_ACTIONS)]

    @cached_property
    def refusal_of_an_unknown_action(self) -> object:
        return self._game.unknown_action(self._record, "?", "en")


class Frame(NamedTuple):
    """One step of play for one audience: the observation, and the view and key after it."""

    observation: bytes
    view: bytes
    key: int


def leaks(game: Game, record: Any, viewer: int, seed: int) -> Iterator[str]:
    """Yield everything by which the viewer can distinguish `record` from worlds that must look the same."""
    random, shown = Random(seed), Shown(game, record, viewer)
    seeds = [random.getrandbits(63) for _ in range(WORLDS)]
    for one in seeds:
        yield from differences(shown, Shown(game, determinized(game, record, viewer, one), viewer), game)
    outcomes = islice(enumerate_outcomes(record, _determinization(game, viewer)), ENUMERATED)
    for world in {world.to_bytes(): world for _, world in outcomes}.values():  # each once: many outcomes are equal
        yield from differences(shown, Shown(game, world, viewer), game)
    for world in (determinized(game, record, viewer, one) for one in seeds[:2]):
        yield from _leaks_in_play(game, record.copy(), world.copy(), viewer, random)
    if record.to_act >= 0 and not record.pending:
        yield from _leaks_in_secret_starts(game, record, viewer, random)


def _determinization(game: Game, viewer: int) -> Any:
    return lambda s: game.build.determinize(s, game.tables, viewer)


def differences(one: Shown, other: Shown, game: Game) -> Iterator[str]:
    """Yield how view, key, tensors, legal actions and refusals of the viewer differ between two worlds."""
    if one.key != other.key:
        yield "information_state_key"
    if one.view != other.view:
        yield f"view: {', '.join(_differing(one.view, other.view))}"
    if one.tensors != other.tensors:
        yield "tensors"
    if one.decides:
        if one.legal != other.legal:
            yield "legal"
        for code, (here, there) in enumerate(zip(one.refusals, other.refusals, strict=True)):
            if here != there:
                yield f"refusal of {game.action_names[code]}"
        if one.refusal_of_an_unknown_action != other.refusal_of_an_unknown_action:
            yield "refusal of an unknown action"


def _differing(one: bytes, other: bytes) -> list[str]:
    """Return the parts of two encoded views that differ, zones by their ids."""
    here, there = msgspec.json.decode(one), msgspec.json.decode(other)
    zones = [{zone["id"]: zone for zone in view.pop("zones")} for view in (here, there)]
    return [
        name
        for old, new in ((here, there), zones)
        for name in sorted(old.keys() | new.keys())
        if old.get(name) != new.get(name)
    ]


def _leaks_in_play(game: Game, one: Any, other: Any, viewer: int, random: Random) -> Iterator[str]:
    """Play the same commands with the same outcomes in two worlds, as long as the viewer's knowledge is equal."""
    for _ in range(COMMANDS):
        if one.to_act < 0 or one.to_act != other.to_act:
            return
        command = random_command(State(game, one.copy(), seed=0, chance=None), random).split()
        seed = random.getrandbits(63)
        frames = _frames(game, one, command, viewer, seed)
        others = _frames(game, other, command, viewer, seed)
        if frames is None or others is None:
            return  # another player's command may be legal in one world only
        differing, same = compare_frames(frames, others)
        yield from differing
        if not same or one.pending:
            return
        yield from differences(Shown(game, one, viewer), Shown(game, other, viewer), game)


def _leaks_in_secret_starts(game: Game, record: Any, viewer: int, random: Random) -> Iterator[str]:
    """Compare commands of another player that differ only in how a secret decision starts."""
    if viewer == record.to_act:
        return
    codes = game.legal(record)
    for code in random.sample(codes, min(len(codes), CODES)):
        started = record.copy()
        game.build.apply(started, game.tables, code)
        if not started.pending:
            continue
        common = [other for other in game.legal(started) if other in game.legal(record)]
        for other in random.sample(common, min(len(common), 3)):
            seed, start, rest = random.getrandbits(63), game.action_names[code], game.action_names[other]
            frames = _frames(game, record.copy(), [start, rest], viewer, seed)
            others = _frames(game, record.copy(), [rest], viewer, seed)
            if frames is None or others is None:
                yield f"refusal of {start} {rest}, which is legal"
            else:
                yield from compare_frames(frames, others)[0]


def _frames(game: Game, record: Any, command: Sequence[str], viewer: int, seed: int) -> list[Frame] | None:
    """Play a command and return every step the viewer notices; None if it is illegal."""
    emitted: list[Any] = []
    before = record.copy()
    frames = [Frame(b"", _encoded(game.view(record, viewer, choices=False)), _key(game, record, viewer))]
    source = Seeded(seed)
    for name in command:
        code = game.action_code(name)
        if game.build.why_not(record, game.tables, code) != 0:
            return None
        record.listen(source, emitted)
        game.build.apply(record, game.tables, code)
        record.listen(None, None)
    for code, a, b, c, after in emitted:
        observation = game.observe(GameEvent(code, a, b, c, before, after), viewer)
        view, key = _encoded(game.view(after, viewer, choices=False)), _key(game, after, viewer)
        if observation is not None or (view, key) != frames[-1][1:]:
            frames.append(Frame(_encoded(observation), view, key))
        before = after
    return frames


def compare_frames(frames: Sequence[Frame], others: Sequence[Frame]) -> tuple[list[str], bool]:
    """Return the leaks between two runs of play, and whether the viewer's knowledge is still equal at the end.

    Observations must be equal as long as view and key are.  Once view or key differ, the game itself has revealed the
    difference, and the comparison ends.
    """
    for index in range(max(len(frames), len(others))):
        if index >= min(len(frames), len(others)):
            longer = max(frames, others, key=len)
            shown = longer[index][1:] != longer[index - 1][1:]
            return ([], False) if shown else ([f"observed in one world only: {longer[index].observation!r}"], False)
        one, other = frames[index], others[index]
        if one[1:] != other[1:]:
            return [], False
        if one.observation != other.observation:
            return [f"observed: {one.observation!r} and {other.observation!r}"], False
    return [], True


def _encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _key(game: Game, record: Any, viewer: int) -> int:
    return game.build.information_state_key(record, game.tables, viewer)
