"""The rules of ことりあつめ, clause by clause, with the cards of the rulebook's examples."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import tefuda
from tefuda.games.kotori.state import Event
from tests.games.asking import clause_against, estimated, told
from tests.games.kotori.builders import cards, count, scene, total

clause = pytest.mark.clause

# -------------------------------------------------------- cards and set-up


@clause("K1.1", "K1.2", "K1.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_places_all_55_cards_with_only_the_top_one_face_up(players: int) -> None:
    state = tefuda.load("kotori", players=players).start(seed=players)
    view = state.view()
    assert sum(zone.count for zone in view.zones) == 55
    assert len(cards(state, "top")) == 1
    assert view.zone("deck").cards == ()
    assert view.zone("discard").cards == ()
    assert list(state.game.tables.values()["copies"]) == list(range(11))


@clause("K2.1")
def test_first_dealer_is_uniformly_random() -> None:
    game = tefuda.load("kotori", players=3)
    dealers = Counter(game.start(seed=seed).view().roles["dealer"] for seed in range(600))
    assert set(dealers) == {0, 1, 2}
    assert all(150 < times < 250 for times in dealers.values())


@clause("K2.2", "K4.1", "K3.1")
def test_round_goes_once_clockwise_from_the_dealer() -> None:
    state = scene(players=3, dealer=2, to_act=2, top=4, field=(1,), deck=(5, 6, 7, 8, 9, 10))
    seats = []
    for _ in range(3):
        seats.append(state.current_player)
        state.play("draw")
        assert state.current_player == seats[-1], "bidding does not end the turn"
        state.play("pass")
    assert seats == [2, 0, 1]


# ---------------------------------------------------------------- the field


@clause("K3.1", "K3.2")
@pytest.mark.parametrize(
    ("drawn", "field", "thrown_out"),
    [((7, 7, 3), ["3", "7"], 1), ((9, 9, 9), ["9"], 2), ((4, 6, 5), ["4", "5", "6"], 0), ((3, 7, 7), ["3", "7"], 1)],
)
def test_field_gets_three_cards_less_duplicates(drawn: tuple[int, int, int], field: list[str], thrown_out: int) -> None:
    first, second, third = drawn
    # Both are out once seat 1 passes; seat 0 wins with 10 against 8 and deals the next field.
    state = scene(to_act=1, top=first, field=(1,), deck=(second, third, 2), bids={0: [10], 1: [8]}, passed=[0])
    before = count(state, "discard")
    state.play("pass")
    assert cards(state, "field") == field
    assert cards(state, "top") == ["2"]
    assert count(state, "discard") == before + 1 + thrown_out  # the winner's 10, and what left the field


# ----------------------------------------------------------------- the turn


@clause("K4.2")
def test_player_may_bid_repeatedly() -> None:
    state = scene(top=3, deck=(4, 5, 6, 7, 8, 9))
    for so_far in (3, 7, 12, 18, 25):
        state.play("draw")
        assert total(state, 0) == so_far
        assert state.current_player == 0
    assert cards(state, "bids-0") == ["3", "4", "5", "6", "7"]


@clause("K4.3")
def test_passing_requires_a_bid_card() -> None:  # K8
    state = scene(top=5, deck=(6, 7))
    assert clause_against(state, "pass") == "K4.3"
    with pytest.raises(tefuda.IllegalAction, match=r"K4\.3"):
        state.play("pass")
    assert list(state.legal_actions) == ["draw"]


@clause("K4.3", "K6.4")
def test_kept_cards_are_enough_to_pass_at_once() -> None:  # K9
    state = scene(top=5, deck=(6, 7, 8), bids={0: [2, 9]})
    state.play("pass")
    assert cards(state, "bids-0") == ["2", "9 sideways"]
    assert total(state, 0) == 11
    assert state.current_player == 1


@clause("K4.3")
def test_passing_turns_the_newest_bid_card_sideways() -> None:
    state = scene(top=2, deck=(6, 7, 8), bids={0: [9]})
    state.play("draw")
    state.play("pass")
    assert cards(state, "bids-0") == ["9", "2 sideways"]


@clause("K4.5", "K4.1")
def test_yielding_requires_the_house_rule() -> None:
    state = scene(top=2, deck=(6, 7, 8), bids={0: [9]})
    state.play("draw")
    assert clause_against(state, "yield") == "K4.5"
    assert "yield" not in state.legal_actions


@clause("K4.4")
def test_yielded_turn_comes_back() -> None:
    state = scene(players=3, top=2, deck=(6, 7, 8, 9), bids={1: [4]}, allow_yield=True)
    assert clause_against(state, "yield") == "K4.4", "first a bid in this turn"
    state.play("draw")
    state.play("yield")
    assert state.current_player == 1
    assert clause_against(state, "yield") == "K4.4", "a card kept from before is no bid in this turn"
    state.play("pass")
    state.play("draw")  # seat 2
    state.play("yield")
    assert state.current_player == 0, "seat 1 is out and left out"
    state.play("draw")
    state.play("pass")
    assert state.current_player == 2
    state.play("draw")
    assert clause_against(state, "yield") == "K4.4", "no other seat is in"


@clause("K4.4", "K5.1")
def test_yielded_turn_comes_back_at_once_if_all_others_burst() -> None:
    state = scene(players=3, top=3, deck=(9, 5, 6, 7), bids={0: [2], 1: [9], 2: [4, 9]}, allow_yield=True)
    state.play("draw")
    state.play("yield")
    assert cards(state, "bids-1") == ["9 down"]
    assert cards(state, "bids-2") == ["4", "9 down"]
    assert (state.current_player, cards(state, "top")) == (0, ["9"])
    assert list(state.legal_actions) == ["pass", "draw"], "no other seat is left to yield to"


@clause("K4.4", "K5.1")
def test_player_may_burst_when_a_yielded_turn_comes_back() -> None:
    state = scene(top=3, deck=(5, 8, 3, 9, 10, 4, 6, 7), allow_yield=True)
    state.play("draw")  # 3, top 5
    state.play("yield")
    state.play("draw")  # 5, top 8
    state.play("draw")  # 8, top 3
    state.play("yield")
    assert cards(state, "bids-0") == ["3 down"]
    assert state.current_player == 1


# -------------------------------------------------------------------- burst


@clause("K5.1", "K5.2")
def test_a_bid_that_turns_up_its_own_value_bursts() -> None:  # K1
    state = scene(players=2, top=4, deck=(8, 5, 6, 7), bids={0: [3, 8]})
    assert total(state, 0) == 11
    state.play("draw")
    assert cards(state, "bids-0") == ["3", "4", "8 down"]
    assert total(state, 0) == 7
    assert cards(state, "top") == ["8"]
    assert state.current_player == 1


@clause("K5.1", "K5.3", "K6.1")
def test_next_player_bursts_on_arrival_if_they_hold_the_top_card() -> None:  # K2
    state = scene(players=3, to_act=1, dealer=1, top=8, deck=(2, 3), bids={1: [6, 7, 9], 2: [8, 9, 10]})
    assert (total(state, 1), total(state, 2)) == (22, 27), "the 8 does nothing before the turn comes"
    events = state.play("pass")
    assert cards(state, "bids-1") == ["6", "7", "9 sideways"]
    assert cards(state, "bids-2") == ["9", "10", "8 down"]
    assert (total(state, 1), total(state, 2)) == (22, 19)
    assert cards(state, "top") == ["8"]
    assert state.current_player == 0
    assert any("Cay" in line and "19" in line for line in told(state, events))


@clause("K5.3", "K6.1")
def test_with_two_players_passing_beats_bursting() -> None:  # K2
    state = scene(to_act=0, top=8, field=(1,), deck=(2, 3, 4), bids={0: [6, 7, 9], 1: [8, 9, 10]})
    state.play("pass")
    assert cards(state, "cage-0") == ["1"]
    assert state.view().roles["dealer"] == 0


@clause("K5.1", "K5.2", "K6.1")
def test_burst_on_the_first_card_leaves_a_total_of_zero() -> None:  # K10
    state = scene(to_act=1, top=10, field=(1,), deck=(10, 2, 3, 4), bids={0: [2]}, passed=[0])
    state.play("draw")
    assert cards(state, "cage-0") == ["1"], "0 is a total like any other, and 2 is more"


@clause("K5.3")
def test_player_who_has_passed_cannot_burst() -> None:
    state = scene(players=3, to_act=1, top=5, deck=(9, 9, 6, 7), bids={0: [9], 1: [2]}, passed=[0])
    state.play("draw")  # turns a 9 up while seat 0 lies there with a 9
    assert cards(state, "bids-0") == ["9 sideways"]
    assert total(state, 0) == 9


# --------------------------------------------------------------- the winner


@clause("K6.2")
@pytest.mark.parametrize(("dealer", "winner"), [(0, 0), (1, 1), (2, 2)])
def test_dealer_wins_ties(dealer: int, winner: int) -> None:  # K11
    last = (dealer + 2) % 3
    others = [seat for seat in range(3) if seat != last]
    same = {seat: [4, 6] if seat == last else [10] for seat in range(3)}
    state = scene(players=3, dealer=dealer, to_act=last, top=9, deck=(2, 3, 5), bids=same, passed=others)
    state.play("pass")
    assert cards(state, f"cage-{winner}") == ["1"]


@clause("K6.2")
def test_nearest_seat_clockwise_from_the_dealer_wins_ties() -> None:
    bids = {0: [10], 1: [3], 2: [10]}
    state = scene(players=3, dealer=1, to_act=0, top=9, deck=(2, 4, 5), bids=bids, passed=[1, 2])
    events = state.play("pass")
    assert cards(state, "cage-2") == ["1"]
    assert any("Tie at 10" in line and "Cay" in line for line in told(state, events))


@clause("K6.1", "K6.2")
def test_dealer_takes_the_field_if_all_totals_are_zero() -> None:  # K11
    state = scene(to_act=1, top=7, field=(1,), deck=(7, 2, 3, 4), burst={0: 9})
    state.play("draw")
    assert cards(state, "cage-0") == ["1"]
    assert state.view().roles["dealer"] == 0


@clause("K6.4", "K5.2")
def test_burst_loser_discards_the_burst_card_and_keeps_the_rest_upright() -> None:  # K12
    state = scene(to_act=0, dealer=1, top=9, field=(1,), deck=(2, 3, 4), bids={0: [8, 10], 1: [5]}, burst={1: 6})
    before = count(state, "discard")
    state.play("pass")
    assert cards(state, "bids-1") == ["5"]
    assert cards(state, "bids-0") == []
    assert count(state, "discard") == before + 3


@clause("K6.3", "K5.2")
def test_burst_winner_discards_all_bid_cards() -> None:  # K13
    state = scene(to_act=0, dealer=1, top=9, field=(1,), deck=(2, 3, 4), bids={0: [5], 1: [8, 10]}, burst={1: 6})
    before = count(state, "discard")
    state.play("pass")
    assert cards(state, "cage-1") == ["1"]
    assert cards(state, "bids-1") == []
    assert cards(state, "bids-0") == ["5"], "kept, and upright again"
    assert count(state, "discard") == before + 3


# ----------------------------------------------------------------- the cage


@clause("K7.1", "K7.2", "K7.3")
@pytest.mark.parametrize(
    ("cage", "field", "left"),
    [
        ([6, 8, 9, 10], (6, 9), ["8", "10"]),  # K3
        ([1, 5, 6], (5, 7, 8), ["1", "6", "7", "8"]),  # K5
        ([], (2, 3), ["2", "3"]),
    ],
)
def test_equal_birds_in_a_cage_leave(cage: list[int], field: tuple[int, ...], left: list[str]) -> None:
    state = scene(to_act=1, top=4, field=field, deck=(4, 4, 3), bids={0: [7], 1: [10]}, passed=[0], cages={1: cage})
    before = count(state, "discard")
    state.play("pass")
    assert cards(state, "cage-1") == left
    pairs = len(set(cage) & set(field))
    assert count(state, "discard") == before + 1 + 2 * pairs + 2  # the winner's 10, the quarrels, two spare 4s
    assert state.view().roles["dealer"] == 1
    assert state.current_player == 1


# ------------------------------------------------------------- the deck ends


@clause("K8.1")
def test_the_deck_is_rebuilt_as_soon_as_its_last_card_is_taken() -> None:  # R0-2
    state = scene(top=5, deck=(), then=(2,))
    discards = count(state, "discard")
    events = state.play("draw")
    view = state.view()
    assert view.counter("deck-number") == 2
    assert count(state, "discard") == 0
    assert count(state, "deck") + count(state, "top") == discards
    assert str(discards) in told(state, events)[1]
    assert state.current_player == 0


@clause("K8.1", "K5.1")
def test_the_first_card_of_the_rebuilt_deck_can_burst() -> None:  # R0-2
    state = scene(top=5, deck=(), then=(5, 6))
    state.play("draw")
    assert cards(state, "bids-0") == ["5 down"]
    assert cards(state, "top") == ["5"]


@clause("K8.1", "K3.2")
@pytest.mark.parametrize("below", [0, 1])
def test_field_is_completed_from_the_rebuilt_deck_without_its_duplicates(below: int) -> None:  # R0-2, R0-3
    order = (7, 3, 2)
    state = scene(
        to_act=1, top=7, field=(1,), deck=order[:below], then=order[below:], bids={0: [10], 1: [8]}, passed=[0]
    )
    state.play("pass")
    assert cards(state, "field") == ["3", "7"]
    assert state.view().counter("deck-number") == 2
    assert count(state, "discard") == 1, "the spare 7 alone: it lay in the field while the deck was rebuilt"


@clause("K8.1")
def test_without_any_discards_there_is_no_new_deck_and_the_game_ends(tmp_path: Path) -> None:  # R0-5
    # Two cards of each value, so that all twenty can lie in cages, bids and the field when the deck runs out.
    cards_of = "\n".join(
        f'[[{table}]]\nid = "{value}"\n{fact}\nprovenance = "ruling"\nsource = "a test"'
        for value in range(1, 11)
        for table, fact in (("card", "copies = 2"), ("bird", f'name_ja = "ト{value}"\nname_en = "bird {value}"'))
    )
    file = tmp_path / "small.toml"
    file.write_text(cards_of)
    birds = "1 2 3 4 5 6 7 8"
    state = tefuda.load("kotori", players=2, cards=file).position(
        f"kotori | to_act 0 | players 2 | top 10 | field 9 | bids - / 10 / - / - | line - / 10 / - / - "
        f"| cage {birds} 9 / {birds} / - / -"
    )
    events = state.play("draw")
    assert state.current_player is None
    assert state.ranking == (1, 2)
    assert [event.code for event in events] == [Event.BID, Event.ENDED]


@clause("K8.2", "K8.3")
def test_game_ends_at_once_when_a_bid_takes_the_last_card_of_the_second_deck() -> None:  # R0-4
    cages = {0: [1, 2, 3], 1: [4, 10]}
    state = scene(top=5, field=(9,), deck=(), bids={0: [6], 1: [7]}, cages=cages, second_deck=True)
    state.play("draw")
    assert state.current_player is None
    assert [cards(state, zone) for zone in ("field", "bids-0", "bids-1", "top")] == [[], [], [], []]
    assert cards(state, "cage-0") == ["1", "2", "3"]
    assert count(state, "discard") == 50
    assert state.scores == (3, 2)


@clause("K8.2", "K8.3")
@pytest.mark.parametrize("below", [0, 1])
def test_the_game_ends_at_once_in_the_middle_of_a_field(below: int) -> None:  # R0-4
    state = scene(to_act=1, top=7, field=(1,), deck=(7,)[:below], bids={0: [10], 1: [8]}, passed=[0], second_deck=True)
    state.play("pass")
    assert state.current_player is None
    assert cards(state, "cage-0") == ["1"], "the round was over and its field is won"
    assert cards(state, "field") == []
    assert sum(zone.count for zone in state.view().zones) == 55


@clause("K8.2")
def test_every_action_after_the_end_is_refused_with_the_clause_that_ended_the_game() -> None:
    state = scene(top=5, field=(9,), deck=(), second_deck=True)
    state.play("draw")
    for action in ("draw", "pass", "yield"):
        assert clause_against(state, action) == "K8.2"
    assert list(state.legal_actions) == []


# ------------------------------------------------------------------- ranking


def finished(cages: dict[int, list[int]]) -> tefuda.State:
    """Return a finished game with these cages."""
    state = scene(players=max(2, len(cages)), top=10, field=(9,), deck=(), cages=cages, second_deck=True)
    state.play("draw")
    return state


@clause("K9.1", "K9.2")
def test_most_birds_win_and_the_highest_bird_breaks_ties() -> None:  # K4
    state = finished({0: [2, 4, 5, 6, 9], 1: [1, 3, 4, 10], 2: [5, 6, 7, 8, 10], 3: [2, 5, 7, 8]})
    assert state.ranking == (2, 3, 1, 4)
    assert state.scores == (5, 4, 5, 4)


@clause("K9.2", "K9.3")
def test_only_the_highest_bird_is_compared_then_ranks_are_shared() -> None:  # K14, R0-9
    assert finished({0: [1, 2, 3, 9], 1: [5, 6, 7, 9]}).ranking == (1, 1)
    assert finished({0: [9], 1: [9], 2: [8]}).ranking == (1, 1, 3)
    assert finished({0: [], 1: [2], 2: []}).ranking == (2, 1, 2)  # R0-10


# ------------------------------------------------------- what a lead is worth


def test_evaluation_between_rounds_prefers_more_birds() -> None:
    cages = {0: (1, 2, 3), 1: (4, 5, 6), 2: (7,)}
    first, second, third = estimated(scene(players=3, cages=cages, field=(8,), top=9, deck=(2, 3, 10))) or [0, 0, 0]
    assert third < 0 < first < second < 1  # equal numbers: the higher bird leads
    assert first + second + third == pytest.approx(0)
    assert second - first < (first - third) / 10


def test_lead_counts_for_more_the_fewer_cards_are_to_come() -> None:
    cages = {0: (5, 6), 1: (7,)}
    early = estimated(scene(cages=cages, field=(8,), top=9, deck=(1, 2, 3, 4)))
    late = estimated(scene(cages=cages, field=(8,), top=9, deck=(1, 2, 3, 4), second_deck=True))
    assert early is not None
    assert late is not None
    assert 0 < early[0] < late[0] < 1


def test_lead_early_in_the_game_says_little() -> None:
    """In 4,000 games, who led by three birds with 40 cards to come won 57 % of them, so that the mean was 0.13."""
    state = scene(cages={0: (4, 5, 6), 1: ()}, field=(8,), top=9, deck=(1, 2, 2, 3, 3, 3), second_deck=False)
    early = estimated(state)
    assert early is not None
    assert 0.05 < early[0] < 0.2


def test_kept_bids_have_value() -> None:
    kept = estimated(scene(bids={0: (9, 10)}, field=(8,), top=7, deck=(1, 2, 3)))
    assert kept is not None
    assert kept[0] > 0


def test_no_evaluation_within_a_round() -> None:
    state = scene(field=(8,), top=7, deck=(1, 2, 3))
    assert estimated(state) is not None
    state.play("draw")
    assert estimated(state) is None
