"""ドウトツくじゃん: hidden cards are resampled with their true probability; keys distinguish what a viewer can."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import pytest

import tefuda
from tefuda.games.doutotsu.bags import add, count_of, remove
from tests.games.doutotsu.builders import all_cards, parsed, scene, take

DEALS = 800
PANDA_HAND = "ンr ダy ラr ラb ルr ルb オr オb トr トb セr"


def worlds(state: tefuda.State, viewer: int, deals: int = DEALS) -> list[Any]:
    """Return determinized records of the viewer."""
    return [state.determinize(viewer, seed=seed).full_state for seed in range(deals)]


def close(found: float, expected: float, deals: int = DEALS) -> bool:
    """Return whether a count is within five standard errors of a share."""
    return abs(found - expected) < 5 * (expected * (1 - expected) / deals) ** 0.5


def small_pile(**more: object) -> tefuda.State:
    """Return a late position of two players, with eleven unknown cards in a hand and two in the deck."""
    return scene(players=2, hands={0: PANDA_HAND}, left=2, top="パb", **more)  # type: ignore[arg-type]


def test_every_card_unseen_is_as_likely_in_the_other_hand_as_anywhere() -> None:
    state = small_pile()
    record = state.full_state
    unseen = all_cards(record.pile) + all_cards(record.held[1])
    met = Counter[int]()
    for world in worlds(state, 0):
        hand = all_cards(world.held[1])
        assert sorted(hand + all_cards(world.pile)) == sorted(unseen)
        assert list(world.buried) == list(record.buried)  # all saw the discards
        met.update(hand)
    for card, copies in Counter(unseen).items():
        assert close(met[card] / DEALS / copies, 11 / 13, DEALS)


def test_pairs_of_cards_in_the_pile_are_all_equally_likely() -> None:
    state = small_pile()
    record = state.full_state
    unseen = all_cards(record.pile) + all_cards(record.held[1])
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(unseen, 2))
    met = Counter(tuple(sorted(all_cards(world.pile))) for world in worlds(state, 0))
    assert set(met) <= set(pairs)
    for pair, ways in pairs.items():
        assert close(met[pair] / DEALS, ways / comb(13, 2))


@pytest.mark.parametrize(("players", "left", "viewer"), [(2, 2, 1), (2, 2, -1), (3, None, 1)])
def test_while_a_name_is_laid_the_hand_is_known_to_hold_its_letters(
    players: int, left: int | None, viewer: int
) -> None:
    """Exactly: among all hands that hold a ン and a ダ, and are equally likely, how many hold two ン?

    At the beginning of a game of three there are more hands than a draw has outcomes.
    """
    state = scene(players=players, hands={0: "ンr ンb ダy ラr ラb ルr ルb オr オb トr トb"}, left=left, top="パb")
    state.play(take(state, "パンダ"))
    record = state.full_state
    hidden = [record.pile, *(record.held[p] for p in range(players) if p != viewer)]
    unseen = [card for bag in hidden for card in all_cards(bag)]
    unseen.remove(parsed(state.game.tables, "パb")[0])
    n, da = (kana(state, letter) for letter in "ンダ")
    there = Counter(card // 4 for card in unseen)
    rest = len(unseen) - there[n] - there[da]
    ways = {
        (i, j): comb(there[n], i) * comb(there[da], j) * comb(rest, 11 - i - j)
        for i in range(1, there[n] + 1)
        for j in range(1, there[da] + 1)
        if i + j <= 11
    }
    assert (sum(ways.values()) > 1 << 30) == (players == 3)
    met = Counter[tuple[int, int]]()
    for world in worlds(state, viewer):
        hand = Counter(card // 4 for card in all_cards(world.held[0]))
        met[hand[n], hand[da]] += 1
    assert set(met) <= set(ways)
    for kind, count in ways.items():
        assert close(met[kind] / DEALS, count / sum(ways.values()))


def kana(state: tefuda.State, letter: str) -> int:
    """Return the number of a kana."""
    return parsed(state.game.tables, f"{letter}r")[0] // 4


def test_letter_needed_twice_is_held_twice() -> None:
    state = scene(players=2, hands={0: "カr カb ラr ラb ラy オr オb トr トb イr イb"}, left=2, top="ルy")
    state.play(take(state, "カラカル"))
    ka, ra = kana(state, "カ"), kana(state, "ラ")
    for world in worlds(state, 1, 300):
        hand = Counter(card // 4 for card in all_cards(world.held[0]))
        assert hand[ka] >= 2
        assert hand[ra] >= 1
    state.play("lay-red")
    for world in worlds(state, 1, 300):
        hand = Counter(card // 4 for card in all_cards(world.held[0]))
        assert hand[ka] >= 2, "the red one lies there, and one more is to come"
        assert count_of(world.held[0], parsed(state.game.tables, "カr")[0]) >= 1


def test_after_the_match_nothing_is_hidden() -> None:
    state = scene(players=2, hands={0: "イr ルr ラb イb オb ンb オr ッr トy セb イy"}, top="ダr", draws="カr")
    state.play("draw")
    state.play("out")
    assert state.is_terminal
    for world in worlds(state, 1, 10):
        world.rng = state.full_state.rng
        assert world == state.full_state


def test_keys_depend_on_buried_discards() -> None:
    state = small_pile()
    game, record = state.game, state.full_state
    buried = record.copy()
    one = all_cards(buried.buried)[0]
    other = next(card for card in all_cards(buried.pile) if card != one)
    for bag, lost, found in ((buried.buried, one, other), (buried.pile, other, one)):
        remove(bag, lost)
        add(bag, found)
    keys = {game.build.information_state_key(s, game.tables, 0) for s in (record, buried)}
    assert len(keys) == 2
