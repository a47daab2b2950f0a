"""ドウトツくじゃん: hidden cards are resampled with their true probability; keys distinguish what a viewer can."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

import tefuda
from tefuda.games.doutotsu.bags import count_of
from tests.games.doutotsu.builders import all_cards, parsed, scene, take

DEALS = 800
PANDA_HAND = "ンr ダy ラr ラb ルr ルb オr オb トr トb セr"


def worlds(state: tefuda.State, viewer: int, deals: int = DEALS) -> list[object]:
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
        hand = all_cards(world.held[1])  # type: ignore[attr-defined]
        assert sorted(hand + all_cards(world.pile)) == sorted(unseen)  # type: ignore[attr-defined]
        assert list(world.buried) == list(record.buried)  # type: ignore[attr-defined]  # all saw the discards
        met.update(hand)
    for card, copies in Counter(unseen).items():
        assert close(met[card] / DEALS / copies, 11 / 13, DEALS)


def test_pairs_of_cards_in_the_pile_are_all_equally_likely() -> None:
    state = small_pile()
    record = state.full_state
    unseen = all_cards(record.pile) + all_cards(record.held[1])
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(unseen, 2))
    met = Counter(tuple(sorted(all_cards(world.pile))) for world in worlds(state, 0))  # type: ignore[attr-defined]
    assert set(met) <= set(pairs)
    for pair, ways in pairs.items():
        assert close(met[pair] / DEALS, ways / comb(13, 2))


@pytest.mark.parametrize("viewer", [1, -1])
def test_while_a_name_is_laid_the_hand_is_known_to_hold_its_letters(viewer: int) -> None:
    """Exactly: among all hands that hold a ン and a ダ, and are equally likely, how many hold two ン?"""
    state = scene(players=2, hands={0: "ンr ンb ダy ラr ラb ルr ルb オr オb トr トb"}, left=2, top="パb")
    state.play(take(state, "パンダ"))
    record = state.full_state
    unseen = all_cards(record.pile) + all_cards(record.held[0]) + (all_cards(record.held[1]) if viewer < 0 else [])
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
    met = Counter[tuple[int, int]]()
    for world in worlds(state, viewer):
        hand = Counter(card // 4 for card in all_cards(world.held[0]))  # type: ignore[attr-defined]
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
        hand = Counter(card // 4 for card in all_cards(world.held[0]))  # type: ignore[attr-defined]
        assert hand[ka] >= 2
        assert hand[ra] >= 1
    state.play("lay-red")
    for world in worlds(state, 1, 300):
        hand = Counter(card // 4 for card in all_cards(world.held[0]))  # type: ignore[attr-defined]
        assert hand[ka] >= 2, "the red one lies there, and one more is to come"
        assert count_of(world.held[0], parsed(state.game.tables, "カr")[0]) >= 1  # type: ignore[attr-defined]


def test_choices_of_others_are_no_evidence() -> None:
    """A seat that did not take the パ may still hold ン and ダ; a seat that has drawn has twelve cards."""
    state = small_pile()
    state.play("draw")
    sizes = {len(all_cards(world.held[0])) for world in worlds(state, 1, 100)}  # type: ignore[attr-defined]
    assert sizes == {12}
    own = {tuple(all_cards(world.held[1])) for world in worlds(state, 1, 100)}  # type: ignore[attr-defined]
    assert own == {tuple(all_cards(state.full_state.held[1]))}


def test_after_the_match_nothing_is_hidden() -> None:
    state = scene(players=2, hands={0: "イr ルr ラb イb オb ンb オr ッr トy セb イy"}, top="ダr", draws="カr")
    state.play("draw")
    state.play("out")
    assert state.is_terminal
    for world in worlds(state, 1, 10):
        world.rng = state.full_state.rng  # type: ignore[attr-defined]
        assert world == state.full_state


def test_keys_depend_on_discards_but_not_on_unknown_cards() -> None:
    state = small_pile()
    game, record = state.game, state.full_state
    for viewer in (-1, 0, 1):
        key = game.build.information_state_key(record, game.tables, viewer)
        for world in worlds(state, viewer, 30):
            assert game.build.information_state_key(world, game.tables, viewer) == key
    buried = record.copy()
    one, other = all_cards(buried.buried)[0], next(card for card in all_cards(buried.pile))
    if one != other:
        from tefuda.games.doutotsu.bags import add, remove

        remove(buried.buried, one)
        add(buried.pile, one)
        remove(buried.pile, other)
        add(buried.buried, other)
        assert game.build.information_state_key(buried, game.tables, 0) != game.build.information_state_key(
            record, game.tables, 0
        )


def test_large_deal_is_uniform() -> None:
    """At the beginning of a game there are more hands than 2**30: the letters of a name are still dealt evenly."""
    state = scene(hands={0: "ンr ンb ダy ラr ラb ルr ルb オr オb トr トb"}, top="パb")
    state.play(take(state, "パンダ"))
    n, da = kana(state, "ン"), kana(state, "ダ")
    unseen: list[int] = []
    record = state.full_state
    for bag in (record.pile, record.held[0], record.held[2]):
        unseen += all_cards(bag)
    unseen.remove(parsed(state.game.tables, "パb")[0])
    there = Counter(card // 4 for card in unseen)
    rest = len(unseen) - there[n] - there[da]
    ways = Counter[int]()
    for i in range(1, there[n] + 1):
        for j in range(1, there[da] + 1):
            ways[i] += comb(there[n], i) * comb(there[da], j) * comb(rest, 11 - i - j)
    assert ways.total() > 1 << 30
    met = Counter(
        sum(card // 4 == n for card in all_cards(world.held[0]))  # type: ignore[attr-defined]
        for world in worlds(state, 1, 800)
    )
    for copies, count in ways.items():
        assert close(met[copies] / 800, count / ways.total(), 800)
