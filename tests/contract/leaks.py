"""Whether an audience can tell apart two worlds that it must not.

Two worlds belong together when they differ only in what an audience cannot know. It must then see, be allowed, be
refused and hear byte for byte the same in both, now and for as long as what happens shows it no difference. Nothing is
excepted by name: what may differ is decided by the views and information keys alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec

from tefuda.engine.chance import enumerate_outcomes
from tefuda.engine.events import GameEvent
from tefuda.engine.game import Game
from tefuda.engine.record import GameState
from tefuda.engine.state import State
from tests.contract.cases import determinized, random_command

WORLDS = 4  # dealt anew for each record and viewer
ENUMERATED = 24  # of the worlds that `determinize` can give, the first so many
CODES = 16  # tried as the beginning of a secret decision
COMMANDS = 3  # that a pair of worlds is played on


class Seeded:
    """A source that gives the same outcomes to whatever draws the same."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, s: GameState, n: int) -> int:
        return self._random.randrange(n)

    def mark(self) -> int:
        raise NotImplementedError

    def reset(self, mark: int) -> None:
        raise NotImplementedError


class Frame(NamedTuple):
    """One moment of a piece of play, for one audience: what it hears, and what it then sees and knows."""

    observation: bytes
    view: bytes
    key: int


def leaks(game: Game, record: Any, viewer: int, seed: int) -> Iterator[str]:
    """Everything by which the viewer can tell `record` from worlds that it must not tell it from."""
    random = Random(seed)
    worlds = [determinized(game, record, viewer, random.getrandbits(63)) for _ in range(WORLDS)]
    worlds += [world for _, world in islice(enumerate_outcomes(record, _redealing(game, viewer)), ENUMERATED)]
    for world in worlds:
        yield from differences(game, record, world, viewer)
    for world in worlds[:2]:
        yield from _leaks_in_play(game, record.copy(), world.copy(), viewer, random)
    if record.to_act >= 0 and not record.pending:
        yield from _leaks_of_beginnings(game, record, viewer, random)


def _redealing(game: Game, viewer: int) -> Any:
    return lambda s: game.build.determinize(s, game.tables, viewer)


def differences(game: Game, one: Any, other: Any, viewer: int) -> Iterator[str]:
    """What the viewer sees, may do and is refused differently in two worlds, without anything happening."""
    if _key(game, one, viewer) != _key(game, other, viewer):
        yield "information_state_key"
    if _encoded(game.view(one, viewer)) != _encoded(game.view(other, viewer)):
        yield "view"
    if viewer >= 0 and viewer == one.to_act:
        if game.legal(one) != game.legal(other):
            yield "legal"
        for code in range(game.build.NUM_ACTIONS):
            if game.build.why_not(one, game.tables, code) != game.build.why_not(other, game.tables, code):
                yield f"refusal of {game.action_names[code]}"
        language = "en"
        if game.unknown_action(one, "?", language) != game.unknown_action(other, "?", language):
            yield "refusal of what is no action"


def _leaks_in_play(game: Game, one: Any, other: Any, viewer: int, random: Random) -> Iterator[str]:
    """Play the same commands in two worlds, with the same outcomes, as long as the viewer knows the same of both."""
    for _ in range(COMMANDS):
        if one.to_act < 0 or one.to_act != other.to_act:
            return
        command = random_command(State(game, one.copy(), seed=0, chance=None), random).split()
        seed = random.getrandbits(63)
        frames = _frames(game, one, command, viewer, seed)
        others = _frames(game, other, command, viewer, seed)
        if frames is None or others is None:
            return  # what somebody else does here is not allowed to them there
        found, same = compared(frames, others)
        yield from found
        if not same or one.pending:
            return
        yield from differences(game, one, other, viewer)


def _leaks_of_beginnings(game: Game, record: Any, viewer: int, random: Random) -> Iterator[str]:
    """Compare commands of somebody else that differ only in how a secret decision begins."""
    if viewer == record.to_act:
        return
    codes = game.legal(record)
    for code in random.sample(codes, min(len(codes), CODES)):
        begun = record.copy()
        game.build.apply(begun, game.tables, code)
        if not begun.pending:
            continue
        common = [other for other in game.legal(begun) if other in game.legal(record)]
        for other in random.sample(common, min(len(common), 3)):
            seed, begin, rest = random.getrandbits(63), game.action_names[code], game.action_names[other]
            frames = _frames(game, record.copy(), [begin, rest], viewer, seed)
            others = _frames(game, record.copy(), [rest], viewer, seed)
            if frames is None or others is None:
                yield f"refusal of {begin} {rest}, which is legal"
            else:
                yield from compared(frames, others)[0]


def _frames(game: Game, record: Any, command: Sequence[str], viewer: int, seed: int) -> list[Frame] | None:
    """Play a command in a record and return every moment the viewer notices; None where it is not legal."""
    heard: list[Any] = []
    before = record.copy()
    frames = [Frame(b"", _encoded(game.view(record, viewer, choices=False)), _key(game, record, viewer))]
    source = Seeded(seed)
    for name in command:
        code = game.action_code(name)
        assert code is not None
        if game.build.why_not(record, game.tables, code) != 0:
            return None
        record.listen(source, heard)
        game.build.apply(record, game.tables, code)
        record.listen(None, None)
    for code, a, b, c, after in heard:
        words = game.observe(GameEvent(code, a, b, c, before, after), viewer)
        view, key = _encoded(game.view(after, viewer, choices=False)), _key(game, after, viewer)
        if words is not None or (view, key) != frames[-1][1:]:
            frames.append(Frame(_encoded(words), view, key))
        before = after
    return frames


def compared(frames: Sequence[Frame], others: Sequence[Frame]) -> tuple[list[str], bool]:
    """The leaks between two runs of play, and whether the viewer still knows the same of both at the end.

    At each moment, as long as the viewer sees and knows the same, it must have heard the same. Once what it sees or
    knows differs, the difference has been shown to it, and nothing more can be asked.
    """
    for at in range(max(len(frames), len(others))):
        if at >= min(len(frames), len(others)):
            longer = max(frames, others, key=len)
            shown = longer[at][1:] != longer[at - 1][1:]
            return ([], False) if shown else ([f"heard in one world only: {longer[at].observation!r}"], False)
        one, other = frames[at], others[at]
        if one[1:] != other[1:]:
            return [], False
        if one.observation != other.observation:
            return [f"heard: {one.observation!r} and {other.observation!r}"], False
    return [], True


def _encoded(thing: Any) -> bytes:
    return msgspec.json.encode(thing)


def _key(game: Game, record: Any, viewer: int) -> int:
    found: int = game.build.information_state_key(record, game.tables, viewer)
    return found
