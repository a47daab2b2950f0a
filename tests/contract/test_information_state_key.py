"""`information_state_key` names what a viewer knows: never less than it sees, and nothing that it cannot know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from tefuda.engine.errors import BadPosition
from tefuda.engine.game import Game
from tests.contract.cases import Case, every_case, random_command
from tests.contract.leak_mutations import in_the_key, varying, without_the_moment
from tests.contract.leaks import leaks
from tests.contract.test_leaks import positions

DECISIONS = 300  # of a game, over all numbers of players
VARIATIONS = 8


def decisions(case: Case) -> Iterator[tuple[Game, Any]]:
    """Records from games with the same house rules, so that what is known in one can come up in another."""
    random = Random(f"keys {case}")
    game = case.game(random)
    count = 0
    while count < case.share(DECISIONS):
        state = game.start(random.getrandbits(63))
        while not state.over:
            yield game, state.full_state
            state.play(random_command(state, random))
            count += 1
        yield game, state.full_state


def variations(game: Game, record: Any, random: Random) -> Iterator[Any]:
    """Positions of the game that differ from a record in little: two numbers, or two parts of a field, exchanged."""
    head, *fields = game.position_text(record).split(" | ")
    for _ in range(VARIATIONS):
        at = random.randrange(len(fields))
        name, values = fields[at].split(" ", 1)
        parts = re.split(" / " if " / " in values and random.random() < 0.7 else " ", values)
        one, other = random.randrange(len(parts)), random.randrange(len(parts))
        parts[one], parts[other] = parts[other], parts[one]
        if parts[one] == parts[other]:
            parts[one] = random.choice(values.replace("/", " ").split())
        text = (" / " if " / " in values and len(parts) <= values.count("/") + 1 else " ").join(parts)
        with suppress(BadPosition):
            yield game.position(
                " | ".join([head, *fields[:at], f"{name} {text}", *fields[at + 1 :]]), seed=0
            ).full_state


def seen(game: Game, record: Any, viewer: int) -> tuple[Any, ...]:
    """What a viewer sees, and in its turn what it may do and why nothing else."""
    codes = range(game.build.NUM_ACTIONS) if viewer == record.to_act else ()
    refusals = [game.build.why_not(record, game.tables, code) for code in codes]
    return msgspec.json.encode(game.view(record, viewer)), refusals


def confused(case: Case, change: Any = lambda game: game) -> str:
    """The first position whose key stands for another view, or for other actions, as well; "" where there is none."""
    met: dict[tuple[int, int], tuple[Any, ...]] = {}
    random = Random(str(case))
    for game, record in decisions(case):
        information_state_key = change(game).build.information_state_key
        for one in (record, *variations(game, record, random)):
            for viewer in case.viewers:
                now = seen(game, one, viewer)
                if met.setdefault((viewer, information_state_key(one, game.tables, viewer)), now) != now:
                    return f"viewer {viewer}: {game.position_text(one)}"
    return ""


@every_case
def test_equal_keys_mean_equal_views_and_equal_actions(case: Case) -> None:
    assert confused(case) == ""


@every_case
def test_a_key_that_overlooks_something_is_caught(case: Case) -> None:
    assert confused(case, without_the_moment)


@every_case
def test_keys_are_63_bits_and_differ_between_moments(case: Case) -> None:
    keys = [
        game.build.information_state_key(record, game.tables, viewer)
        for game, record in decisions(case)
        for viewer in (-1, 0)
    ]
    assert all(0 <= key < 1 << 63 for key in keys)
    assert len(set(keys)) > 5


@every_case
def test_a_key_that_knows_what_its_viewer_does_not_is_caught(case: Case) -> None:
    """Each hidden field in turn is put into the key; `leaks` compares the keys of worlds that look the same."""
    hidden: dict[str, list[Any]] = {}
    for game, record, viewer in positions(case):
        for name in varying(game, record, viewer):
            hidden.setdefault(name, []).append((game, record, viewer))
    for name, found in hidden.items():
        assert any(
            "information_state_key" in leaks(in_the_key(game, name), record, viewer, seed)
            for seed, (game, record, viewer) in enumerate(found)
        ), name
