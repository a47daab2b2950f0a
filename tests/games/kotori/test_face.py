"""What people at a table of ことりあつめ see and hear."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tefuda
from tefuda.engine.chance import enumerate_outcomes
from tests.games.kotori.scenes import cards, scene, told


@pytest.mark.parametrize(
    "state",
    [
        scene(top=4, deck=(8, 5, 6, 4, 3, 9), bids={0: [3, 8]}),
        scene(top=1, field=(2,), deck=(10, 10, 10, 9, 9), bids={0: [10]}),
        scene(top=6, deck=(), bids={0: [2]}),
        scene(top=6, deck=(), bids={0: [2]}, second_deck=True),
    ],
    ids=["some", "likely", "from the rebuilt deck", "the game would end"],
)
def test_the_chance_to_burst_is_what_it_says(state: tefuda.State) -> None:
    game = state.game
    chance = 0.0
    for probability, after in enumerate_outcomes(state.truth, lambda s: game.build.apply(s, game.tables, 1)):
        if after.to_act >= 0 and after.burst[0]:
            chance += float(probability)
    assert state.view(0).counter("burst-chance", 0) == round(100 * chance)


def test_everybody_sees_the_same_cards_but_only_the_seat_to_act_has_choices() -> None:
    state = tefuda.load("kotori", players=3).start(seed=4)
    views = [state.view(seat) for seat in (None, 0, 1, 2)]
    assert len({view.zones for view in views}) == 1
    assert [bool(view.choices) for view in views] == [view.seat == state.seat for view in views]


def test_the_words_tell_the_whole_story_of_a_burst() -> None:
    state = scene(top=4, deck=(8, 5, 6, 7), bids={0: [3, 8]})
    events = state.play("draw")
    bid, next_top, burst = told(state, events)
    assert "Ann" in bid
    assert "4 long-tailed tit" in bid
    assert "15" in bid
    assert "8 bush warbler" in next_top
    assert "8 bush warbler" in burst
    assert "7" in burst


@settings(max_examples=40, deadline=None, derandomize=True)
@given(players=st.integers(2, 4), allow_yield=st.booleans(), seed=st.integers(0, 1 << 40))
def test_whole_games_keep_to_the_rules_and_can_be_told_in_both_languages(
    players: int, allow_yield: bool, seed: int
) -> None:
    game = tefuda.load("kotori", players=players, allow_yield=allow_yield)
    random = Random(seed)
    state = game.start(seed=seed)
    names = ["あき", "Bob", "なお", "Dee"]
    rebuilds = 0
    while not state.over:
        for event in state.play(random.choice(state.actions)):
            heard = game.hear(event)
            assert heard is not None
            rebuilds += heard.words.id == "event-rebuilt"
            for language in ("ja", "en"):
                assert game.say(heard.words, language, names)
        assert game.face.faults(state.truth, game.tables) == []
        for seat in range(players):
            upright = [card for card in cards(state, f"bids-{seat}") if "down" not in card]
            values = [card.split()[0] for card in upright]
            assert len(set(values)) == len(values), "two equal bids would have burst"
            cage = cards(state, f"cage-{seat}")
            assert len(set(cage)) == len(cage), "two equal birds would have quarrelled"
    assert rebuilds == 1
