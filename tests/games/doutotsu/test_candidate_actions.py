"""Candidate actions of ドウトツくじゃん: never empty, always legal, and sensible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

import tefuda
from tefuda.games.doutotsu.actions import discard_of
from tefuda.games.doutotsu.hands import most_usable
from tefuda.games.doutotsu.state import State, Tables
from tests.games.asking import candidates
from tests.games.doutotsu.builders import all_cards, discard, scene, take
from tests.games.doutotsu.test_ends import BLUE_DOLPHIN_ONLY, DOLPHIN_AND_LION, TWO_SEALS


def test_going_out_is_the_only_candidate_if_legal() -> None:
    assert candidates(scene(hands={0: DOLPHIN_AND_LION}, top="カr")) == ["out"]
    assert candidates(scene(hands={0: DOLPHIN_AND_LION + " カr"})) == ["out"]


def test_discards_are_cards_that_the_nearest_names_can_spare() -> None:
    assert candidates(scene(hands={0: DOLPHIN_AND_LION + " ダb"})) == [discard("ダb")]
    kept = candidates(scene(players=2, hands={0: BLUE_DOLPHIN_ONLY + " ダb"}))
    assert discard("ダb") in kept
    assert discard("イb") not in kept, "it is the blue イ of the one name that can be of one colour"


def test_cards_needed_by_any_nearest_name_are_kept_if_possible() -> None:
    """With three players; compared with counting letter by letter."""
    state, random = tefuda.load("doutotsu", players=3, most_games=3).start(seed=2), Random(2)
    kept_for_some = 0
    while not state.is_terminal:
        found = candidates(state)
        if found[0].startswith("discard") and len(found) < len(state.legal_actions):
            record, tables = state.full_state, state.game.tables
            assert isinstance(record, State)
            assert isinstance(tables, Tables)
            have = Counter(card // 4 for card in all_cards(record.held[record.to_act]))
            goals = [Counter(letters) for letters in goals_of(tables)]
            most = max((have & goal).total() for goal in goals)
            nearest_goals = [goal for goal in goals if (have & goal).total() == most]
            idle = {kana for kana in have if all(have[kana] > goal[kana] for goal in nearest_goals)}
            spare = {kana for kana in have if any(have[kana] > goal[kana] for goal in nearest_goals)}
            codes = [discard_of(tables, 4 * kana + colour) for kana in idle for colour in range(3)]
            thrown = {state.game.action_names[code] for code in codes}
            if thrown & set(state.legal_actions):
                assert set(found) == thrown & set(state.legal_actions)
                kept_for_some += idle < spare
        state.play(random.choice(found))
    assert kept_for_some > 5


def goals_of(t: Tables) -> list[list[int]]:
    """Return the letters of every three names that have twelve."""
    words = [[t.letter[n, place] for place in range(t.length[n])] for n in range(t.names[0])]
    threes = ([*one, *two, *three] for one, two, three in combinations_with_replacement(words, 3))
    return [letters for letters in threes if len(letters) == 12]


def test_takes_bring_the_hand_nearer() -> None:
    state = scene(hands={0: TWO_SEALS.replace("セb", "ダb")}, top="セy")
    assert candidates(state) == ["draw", take(state, "オットセイ")]
    assert candidates(scene(hands={0: DOLPHIN_AND_LION}, top="ルb")) == ["draw"]
    assert candidates(scene(hands={0: "ダr ダb ダy クr クb クy セr セb セy パr パb"}, top="ルb")) == ["draw"]


def test_while_a_name_is_laid_every_colour_is_considered() -> None:
    state = scene(hands={0: "カr カb ラr ラb ラy オr オb トr トb イr イb"}, top="ルy")
    state.play(take(state, "カラカル"))
    assert candidates(state) == ["lay-red", "lay-blue"]


@pytest.mark.parametrize("players", [2, 3])
def test_most_usable_is_the_most_cards_that_three_names_can_use(players: int) -> None:
    """Compare with counting card by card, for hands of a game; with two players one name has one colour."""
    game = tefuda.load("doutotsu", players=players)
    state, random = game.start(seed=9), Random(9)
    for _ in range(12):
        state.play(random.choice(state.legal_actions))
        record, tables = state.full_state, game.tables
        assert isinstance(record, State)
        assert isinstance(tables, Tables)
        cards = Counter((card // 4, card % 4) for card in all_cards(record.held[0]))
        assert most_usable(record, tables, 0) == most_used(tables, cards, players)


def most_used(t: Tables, cards: Counter[tuple[int, int]], players: int) -> int:
    words = [tuple(t.letter[n, place] for place in range(t.length[n])) for n in range(t.names[0])]
    best = 0
    for three in combinations_with_replacement(words, 3):
        if sum(map(len, three)) != 12:
            continue
        for strict in three if players == 2 else ((),):
            for colour in range(3):
                of_one = Counter(strict) & Counter({kana: n for (kana, c), n in cards.items() if c == colour})
                rest = Counter(kana for word in three for kana in word)
                rest.subtract(strict)
                kana = Counter[int]()
                for (one, _), n in cards.items():
                    kana[one] += n
                kana.subtract(of_one)
                best = max(best, of_one.total() + (+kana & +rest).total())
    return best
