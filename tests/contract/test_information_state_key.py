"""`information_state_key` identifies a viewer's knowledge: all that it sees, and nothing that it cannot know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from harness.contract.cases import Case, every_case, random_command, sized
from harness.contract.leak_mutations import key_of_seat_to_act, leak_in_key
from harness.contract.leaks import leaks
from tefuda.engine.errors import BadPosition
from tefuda.engine.game import Game
from tests.contract.test_leaks import positions_by_hidden_field

DECISIONS = sized(30)  # per game, over all numbers of players
VARIATIONS = sized(5)


def decisions(case: Case) -> Iterator[tuple[Game, Any]]:
    """Yield records of games with the same house rules, so that the same knowledge can recur."""
    random = Random(f"keys {case}")
    game = case.game(random)
    count = 0
    while count < case.share(DECISIONS):
        state = game.start(random.getrandbits(63))
        while not state.is_terminal:
            yield game, state.full_state
            state.play(random_command(state, random))
            count += 1
        yield game, state.full_state


def variations(game: Game, record: Any, random: Random) -> Iterator[Any]:
    """Yield positions that differ slightly from a record: two numbers or two parts of a field exchanged."""
    head, *fields = game.position_text(record).split(" | ")
    for _ in range(VARIATIONS):
        index = random.randrange(len(fields))
        name, values = fields[index].split(" ", 1)
        parts = re.split(" / " if " / " in values and random.random() < 0.7 else " ", values)
        one, other = random.randrange(len(parts)), random.randrange(len(parts))
        parts[one], parts[other] = parts[other], parts[one]
        if parts[one] == parts[other]:
            parts[one] = random.choice(values.replace("/", " ").split())
        text = (" / " if " / " in values and len(parts) <= values.count("/") + 1 else " ").join(parts)
        with suppress(BadPosition):
            yield game.position(
                " | ".join([head, *fields[:index], f"{name} {text}", *fields[index + 1 :]]), seed=0
            ).full_state


def visible(game: Game, record: Any, viewers: Sequence[int]) -> Iterator[tuple[int, Any]]:
    """Yield each viewer with what it sees, and if it is to act, the refusals of all actions."""
    for viewer, view in zip(viewers, game.views(record, viewers), strict=True):
        codes = range(game.build.NUM_ACTIONS) if viewer == record.to_act else ()
        refusals = [game.build.why_not(record, game.tables, code) for code in codes]
        yield viewer, (msgspec.json.encode(view), refusals)


def ambiguous_position(case: Case, mutate: Any = lambda game: game) -> str:
    """Return the first position that shares its key with a different view or different actions, or ""."""
    known: dict[tuple[int, int], tuple[Any, ...]] = {}
    random = Random(str(case))
    for game, record in decisions(case):
        information_state_key = mutate(game).build.information_state_key
        for one in (record, *variations(game, record, random)):
            for viewer, visible_now in visible(game, one, case.viewers):
                if (
                    known.setdefault((viewer, information_state_key(one, game.tables, viewer)), visible_now)
                    != visible_now
                ):
                    return f"viewer {viewer}: {game.position_text(one)}"
    return ""


@every_case
def test_equal_keys_imply_equal_views_and_actions(case: Case) -> None:
    assert ambiguous_position(case) == ""


@every_case
def test_key_that_ignores_visible_state_is_caught(case: Case) -> None:
    assert ambiguous_position(case, key_of_seat_to_act)


@every_case
def test_keys_are_63_bits_and_vary(case: Case) -> None:
    keys = [
        game.build.information_state_key(record, game.tables, viewer)
        for game, record in decisions(case)
        for viewer in (-1, 0)
    ]
    assert all(0 <= key < 1 << 63 for key in keys)
    assert len(set(keys)) > 5


@every_case
def test_key_with_hidden_information_is_caught(case: Case) -> None:
    """Each hidden field in turn is mixed into the key; `leaks` compares the keys of indistinguishable worlds."""
    for name, records in positions_by_hidden_field(case).items():
        assert any(
            "information_state_key" in leaks(leak_in_key(game, name), record, viewer, seed)
            for seed, (game, record, viewer) in enumerate(records)
        ), name
