"""Views, observations and positions of ことりあつめ."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.engine.chance import enumerate_outcomes
from tests.games.asking import told
from tests.games.kotori.builders import cards, scene


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
def test_displayed_burst_probability_is_correct(state: tefuda.State) -> None:
    game = state.game
    chance = 0.0
    for probability, after in enumerate_outcomes(state.full_state, lambda s: game.build.apply(s, game.tables, 1)):
        if after.to_act >= 0 and after.burst[0]:
            chance += float(probability)
    assert state.view(0).counter("burst-chance", 0) == round(100 * chance)


def test_all_seats_see_the_same_cards_and_only_the_seat_to_act_has_choices() -> None:
    state = tefuda.load("kotori", players=3).start(seed=4)
    views = [state.view(seat) for seat in (None, 0, 1, 2)]
    assert len({view.zones for view in views}) == 1
    assert [bool(view.choices) for view in views] == [view.seat == state.current_player for view in views]


def test_burst_is_described_completely() -> None:
    state = scene(top=4, deck=(8, 5, 6, 7), bids={0: [3, 8]})
    events = state.play("draw")
    bid, next_top, burst = told(state, events)
    assert "Ann" in bid
    assert "4 long-tailed tit" in bid
    assert "15" in bid
    assert "8 bush warbler" in next_top
    assert "8 bush warbler" in burst
    assert "7" in burst


def test_loser_s_sideways_card_becomes_upright_and_all_observe_it() -> None:
    state = scene(to_act=1, top=9, deck=(2, 3, 4), bids={0: [4, 8], 1: [10, 5]}, passed=[0])
    moves = [
        move for event in state.play("pass") for move in state.game.observe(event).moves if move.source == "bids-0"
    ]
    assert [(move.target, move.face, move.pose) for move in moves] == [("bids-0", "8", "upright")]
    assert cards(state, "bids-0") == ["4", "8"]


OVER = (
    "kotori | to_act -1 | players 2 | rebuilt 1 | cage 1 2 / 3 / - / - | discard 1x2 2x3 4x4 5x5 6x6 7x7 8x8 9x9 10x10"
)
BEGUN = (
    "kotori | players 2 | top 4 | left 42 | field 5 6 | bids 3 8 / 9 10 / - / - | line 8 3 / 9 10 / - / - "
    "| deck 1x1 2x2 2x3 3x4 4x5 5x6 7x7 7x8 8x9 3x10 | discard 6x10"
)


@pytest.mark.parametrize("text", [OVER, BEGUN])
def test_position_round_trips_through_its_notation(text: str) -> None:
    assert tefuda.load("kotori").position(text).position == text


@pytest.mark.parametrize(
    ("text", "old", "new", "named"),
    [
        (BEGUN, "3x10 |", "2x10 |", "9 cards of value 10, not 10"),
        (BEGUN, "left 42", "left 41", "left is 41"),
        (BEGUN, "top 4 ", "top 11 ", "top takes 0 to 10"),
        (BEGUN, "players 2", "players 2 | dealer 2", "dealer takes 0 to 1"),
        (BEGUN, "players 2", "players 2 | out 3", "out takes 0 to 3, not 8"),
        (BEGUN, "players 2", "players 2 | allow_yield 2", "allow_yield takes 0 to 1"),
        (BEGUN, "field 5 6", "field 0 5 6", "field holds something besides"),
        (BEGUN, "discard 6x10", "discard 1x0 6x10", "discard holds something besides"),
        (BEGUN, "bids 3 8 / 9 10 / -", "bids 3 8 / 9 10 / 7", "bids has something beyond seat 1"),
        (BEGUN, "line 8 3", "line 8 4", "seat 0: bids are [3, 8], but the line is [8, 4]"),
        (BEGUN, "field", "burst 0 9 0 0 | field", "the bust card 9 is also in the line"),
        (BEGUN, "field", "sideways 0 9 0 0 | field", "the sideways card 9 is not the last"),
        (BEGUN, "players 2", "players 2 | out 1", "a seat that is out has either passed"),
        (BEGUN, "field", "sideways 0 10 0 0 | field", "a seat that is out has either passed"),
        (BEGUN, "top 4 ", "top 4 | spare 5 0 0 0 0 ", "duplicates lie in the field"),
        (BEGUN, "top 4 | ", "", "no top card"),
        (BEGUN, "field 5 6 | ", "", "none in the field"),
        (BEGUN, "top 4 ", "top 8 ", "the top card busts it"),
        (BEGUN, "players 2", "to_act 1 | players 2", "those before it are out"),
        (
            BEGUN,
            "bids 3 8 / 9 10 / - / - | line 8 3 /",
            "drew 1 | bids - / 9 10 / - / - | line - /",
            "has bid in this turn",
        ),
        (OVER, "| discard", "| field 10 | discard", "cards lie outside of cages and discards"),
    ],
)
def test_impossible_position_is_refused_with_the_reason(text: str, old: str, new: str, named: str) -> None:
    assert old in text
    with pytest.raises(tefuda.BadPosition) as error:
        tefuda.load("kotori").position(text.replace(old, new, 1))
    assert named in str(error.value)


def test_each_rebuild_of_a_variant_tells_the_number_of_the_new_deck() -> None:
    game = tefuda.load("kotori", players=2, constants={"rebuilds": 3})
    state = game.start(seed=1)
    told_numbers = []
    while not state.is_terminal:
        heard = [game.observe(event) for event in state.play(state.legal_actions[0])]
        told_numbers += [one.value for each in heard if each for one in each.counters if one.id == "deck-number"]
    assert told_numbers == [2, 3, 4]


# ------------------------------------------------------------ presentation


def test_bird_whose_like_is_in_the_field_says_that_they_would_quarrel() -> None:
    view = scene(top=6, field=(4, 7), deck=(9, 9, 9), cages={0: [4, 10], 1: [5]}).view(1)
    notes = {(zone.owner, card.face): card.note for zone in view.zones for card in zone.cards if card.note}
    assert {place: note.id for place, note in notes.items()} == {(0, "4"): "about-quarrel"}
    assert [zone.id for zone in view.zones if zone.trophy] == ["cage-0", "cage-1"]


def test_seats_have_buttons_until_the_game_is_over_and_spectators_none() -> None:
    state = scene(top=6, deck=(5,), second_deck=True)
    assert [button.action for button in state.view(1).buttons] == ["draw", "pass"]
    assert state.view().buttons == ()
    while not state.is_terminal:
        state.play("draw")
    assert state.view(1).buttons == ()


def test_observations_tell_totals_and_who_is_out_ahead_and_dealer() -> None:
    state = scene(top=6, field=(1,), deck=(5, 9, 8, 8, 7), bids={0: [3], 1: [2]})
    bid, _ = (state.game.observe(event, 0) for event in state.play("draw"))
    assert bid is not None
    assert [(one.id, one.value, one.owner) for one in bid.counters] == [("total", 9, 0)]
    assert bid.ended == ("burst-chance",)
    assert bid.roles == {"dealer": 0, "ahead": 0}
    passed = state.game.observe(state.play("pass")[0], 1)
    assert passed is not None
    assert [(one.id, one.owner, one.show) for one in passed.counters] == [("out", 0, "word")]
    observed = [state.game.observe(event, 0) for event in state.play("pass")]
    began = next(one for one in observed if one and one.words.id == "event-round-began")
    assert (began.roles, began.ended) == ({"dealer": 0, "ahead": 1}, ("out",))  # who keeps bids leads at once


def test_seat_that_would_win_the_field_is_ahead_and_of_equals_the_one_nearest_to_the_dealer() -> None:
    nobody = scene(top=6, field=(1,), deck=(5,))
    assert nobody.view(0).roles == {"dealer": 0}
    behind = scene(top=6, field=(1,), deck=(5,), bids={0: [3], 1: [2, 4]})
    assert behind.view(0).roles["ahead"] == 1
    equal = scene(top=7, field=(1,), deck=(5,), bids={0: [6], 1: [2, 4]})
    assert equal.view(1).roles["ahead"] == 0
