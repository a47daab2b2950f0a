"""The heuristic player of ことりあつめ."""

from __future__ import annotations

from tests.games.asking import decides
from tests.games.kotori.builders import scene


def test_passes_so_that_the_next_player_bursts_on_arrival() -> None:
    state = scene(top=8, field=(1, 2), deck=(2, 3, 4, 9, 9, 9), bids={0: [6, 7, 9], 1: [8, 9, 10]})
    assert decides(state) == "pass"


def test_stops_once_no_seat_can_outbid() -> None:
    state = scene(to_act=1, top=3, field=(7, 9), deck=(9, 9, 8, 8), bids={0: [2], 1: [8, 9, 10]}, passed=[0])
    assert decides(state) == "pass"


def test_bids_on_for_a_valuable_field_while_behind_and_safe() -> None:
    state = scene(to_act=1, top=4, field=(7, 8, 9), deck=(1, 2, 3, 5, 6), bids={0: [10], 1: [8]}, passed=[0])
    assert decides(state) == "draw"


def test_does_not_compete_for_birds_it_already_has() -> None:
    state = scene(
        to_act=1, top=10, field=(7, 9), deck=(1, 2, 3, 8, 8, 8), bids={0: [9], 1: [3]}, passed=[0], cages={1: [7, 9]}
    )
    assert decides(state) == "pass"


def test_yields_if_all_others_would_burst() -> None:
    state = scene(top=8, deck=(2, 3, 4), bids={0: [6], 1: [8, 9]}, drew=True, allow_yield=True)
    assert decides(state) == "yield"
