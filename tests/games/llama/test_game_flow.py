"""ニワトリかラマか ポーカー: one round from the deal to the payments, with the numbered examples of our rules."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.games.llama.state import Event, Kind
from tests.games.asking import clause_against
from tests.games.llama.builders import dealer, decisions, happened, play, scene, told, wealth

clause = pytest.mark.clause


# ---------------------------------------------------------------- bet or fold


@clause("L1.2", "L1.3", "L2.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_player_starts_with_two_notes_and_three_coins(players: int) -> None:
    state = tefuda.load("llama", players=players).start(seed=1)
    s = state.full_state
    assert list(s.kind)[:26].count(Kind.BAD) == 6
    view = state.view(0)
    for seat in range(players):
        assert view.counter("coins", seat) == 3
        assert view.zone(f"hand-{seat}").count == 2
    assert [zone.count for zone in view.zones[:3]] == [24 - 2 * players, 1, 1]
    assert all(card.face for card in view.zone("hand-0").cards)
    assert not any(card.face for card in view.zone("hand-1").cards)


@clause("L2.1")
def test_first_dealer_is_random() -> None:
    game = tefuda.load("llama", players=4)
    assert {dealer(game.start(seed=seed)) for seed in range(40)} == {0, 1, 2, 3}


@clause("L2.3", "L3.1")
def test_betting_goes_clockwise_from_the_dealer() -> None:
    state = scene(["LL", "LL", "LL", "LL"], dealer=2)
    seats = []
    for command in ("play", "fold", "play", "play"):
        seats.append(state.current_player)
        assert decisions(state) == {"play", "fold"}
        state.play(command)
    assert seats == [2, 3, 0, 1]
    assert [state.full_state.stake[p] for p in range(4)] == [1, 1, 1, 0]


@clause("L2.3")
def test_only_decisions_of_the_phase_are_legal() -> None:
    state = scene(["LL", "LL", "LL"])
    assert clause_against(state, "top") == "L2.3"
    assert clause_against(state, "vote-1") == "L2.3"
    assert clause_against(state, "all-in") == "L2.3"
    assert clause_against(state, "reveal") == "L2.3"
    play(state, "play, play, fold")
    assert decisions(state) == {"top", "bottom", "stop"}
    assert clause_against(state, "fold") == "L2.3"
    play(state, "stop, stop")
    assert decisions(state) == {"vote-0", "vote-1"}
    assert clause_against(state, "stop") == "L2.3"
    state.play("vote-0")
    assert decisions(state) == {"all-in", "decline"}
    play(state, "all-in, all-in")
    assert decisions(state) == {"reveal", "withdraw"}
    assert clause_against(state, "all-in") == "L2.3"


@clause("L3.3", "L3.4", "L3.5")
def test_all_folders_pay_for_a_bluff() -> None:
    state = scene(["LL", "LL", "LL", "LC"])
    events = play(state, "fold, fold, fold")
    assert wealth(state) == [2, 2, 2, 6]
    assert happened(events, Event.BLUFFED) == [(3, 3, 0)]
    assert happened(events, Event.SHOWN) == [(3, 0, 0), (3, 1, 0)]
    assert dealer(state) == 3
    assert "Dan turns a note over: chicken" in told(state, events)


@clause("L3.4", "L3.5")
def test_honest_hand_is_shown_and_no_coins_move() -> None:
    state = scene(["LC", "LL", "CL", "LL"])
    events = play(state, "fold, fold, fold")
    assert wealth(state) == [3, 3, 3, 3]
    assert happened(events, Event.HONEST) == [(3, 0, 0)]
    assert len(happened(events, Event.SHOWN)) == 2
    assert dealer(state) == 0
    assert state.full_state.round == 2


@clause("L3.3")
def test_last_seat_in_is_not_asked() -> None:
    state = scene(["LL", "LL", "LL"])
    events = play(state, "fold, fold")
    assert happened(events, Event.HONEST) == [(2, 0, 0)]


@clause("L3.5")
def test_stake_of_the_last_seat_in_goes_back() -> None:
    state = scene(["CC", "LL", "LL"])
    play(state, "play, fold, fold")
    assert wealth(state) == [5, 2, 2]
    assert dealer(state) == 0
    state = scene(["LL", "LL", "LL"])
    play(state, "play, fold, fold")
    assert wealth(state) == [3, 3, 3]


@clause("L3.2", "L8.1")
def test_seat_without_enough_coins_pays_what_it_has() -> None:
    state = scene(["LC", "LL", "LL", "", ""], coins=[6, 1, 8, 0, 0], dealer=1)
    assert state.full_state.unit == 2
    play(state, "fold, fold")
    assert wealth(state) == [9, 0, 6, 0, 0]
    assert state.view(0).counter("out", 1) == 1


# ----------------------------------------------------------------------- draw


@clause("L2.4", "L4.1")
def test_notes_are_drawn_from_either_end_and_looked_at() -> None:
    state = scene(["LL", "LL", "LL"], top="CL", bottom="LC")
    play(state, "play, play, play")
    events = state.play("top")
    assert [card.face for card in state.view(0).zone("hand-0").cards] == ["llama", "llama", "chicken"]
    assert [card.face for card in state.view(1).zone("hand-0").cards] == [None, None, None]
    assert told(state, events, seat=0) == ["Top note: chicken (3 notes)"]
    assert told(state, events, seat=1) == ["Aki draws from the top (3 notes)"]
    assert state.current_player == 0
    state.play("bottom")
    assert [card.face for card in state.view(0).zone("hand-0").cards][3] == "llama"
    state.play("stop")
    assert state.current_player == 1


@clause("L4.2")
def test_third_drawn_note_stays_unseen_until_hands_are_shown() -> None:
    state = scene(["LL", "LL", "LL"], top="LLC")
    play(state, "play, play, fold, top, top")
    events = state.play("top")
    assert state.current_player == 1, "after the third there is nothing to decide"
    for seat in (-1, 0, 1, 2):
        assert state.view(seat).zone("hand-0").cards[4].face is None
    assert told(state, events, seat=0) == ["Aki draws from the top and leaves that note unseen (5 notes)"]
    events = play(state, "stop, vote-0, decline, decline")
    assert "Aki turns a note over: chicken" in told(state, events)


@clause("L4.3")
def test_deck_never_runs_out() -> None:
    state = scene(["LL"] * 5)
    play(state, ", ".join(["play"] * 5 + ["top", "bottom", "top"] * 4 + ["top", "top"]))
    assert [state.view(0).zone(zone).count for zone in ("deck", "top", "bottom")] == [0, 1, 1]
    state.play("top")
    assert [state.view(0).zone(zone).count for zone in ("deck", "top", "bottom")] == [0, 1, 0]
    assert sum(state.full_state.held) == 25


@clause("L4.3")
def test_the_last_note_can_be_left_at_the_top_as_well() -> None:
    state = scene(["LL"] * 5)
    play(state, ", ".join(["play"] * 5 + ["bottom"] * 15))
    assert [state.view(0).zone(zone).count for zone in ("deck", "top", "bottom")] == [0, 1, 0]


# ----------------------------------------------------------------------- vote


@clause("L5.1", "L5.2")
def test_seats_that_folded_vote_in_order_for_seats_that_are_in() -> None:
    state = scene(["LL", "LL", "LL", "LL"], dealer=1)
    play(state, "play, fold, play, fold, stop, stop")
    assert state.current_player == 2
    assert decisions(state) == {"vote-1", "vote-3"}
    assert clause_against(state, "vote-0") == "L5.2"
    assert clause_against(state, "vote-2") == "L5.2"
    events = state.play("vote-3")
    assert told(state, events, seat=1) == ["Chie votes for Dan"]
    assert state.current_player == 0
    assert state.view(-1).counter("vote", 2) == 4


@clause("L5.3")
def test_without_folders_there_is_no_vote() -> None:
    state = scene(["LL", "LL", "LL"])
    play(state, "play, play, play, stop, stop, stop")
    assert decisions(state) == {"all-in", "decline"}


@clause("L5.2", "L8.1")
def test_seat_out_of_the_game_neither_votes_nor_is_voted_for() -> None:
    state = scene(["LL", "", "LL", "LL"], coins=[4, 0, 4, 4])
    play(state, "fold, play, play, stop, stop")
    assert decisions(state) == {"vote-2", "vote-3"}
    state.play("vote-2")
    assert decisions(state) == {"all-in", "decline"}


# --------------------------------------------------------------------- all-in


@clause("L6.1", "L6.2", "L6.3", "L6.5")
def test_all_other_seats_answer_an_all_in_even_after_declining() -> None:
    state = scene(["LL", "CC", "LL"])
    play(state, "play, play, play, stop, stop, stop")
    state.play("decline")
    assert clause_against(state, "drop") == "L6.1"
    state.play("all-in")
    assert state.current_player == 2, "clockwise from the seat that went all-in"
    assert clause_against(state, "decline") == "L6.2"
    state.play("drop")
    assert state.current_player == 0
    assert decisions(state) == {"all-in", "drop"}
    events = state.play("drop")
    assert wealth(state) == [2, 5, 2]
    assert happened(events, Event.SHOWN) == [], "the winner's hand stays hidden, bust as it is"
    assert happened(events, Event.WON) == [(1, 2, 1)]
    assert dealer(state) == 1


@clause("L6.4", "L7.5")
def test_unanswered_all_in_wins_with_any_hand() -> None:
    state = scene(["LL", "LC", "LL"], coins=[3, 5, 1], top="L")
    play(state, "play, play, play, top, stop, stop, stop, all-in, all-in, all-in, reveal, reveal")
    state.play("reveal")
    assert state.is_terminal
    assert state.scores == (9, 0, 0)
    state = scene(["LL", "LC", "LL"], coins=[1, 5, 3], top="L")
    play(state, "play, play, fold, top, stop, stop, vote-0, all-in, all-in, reveal, reveal")
    assert wealth(state) == [6, 0, 3]


@clause("L6.6", "L6.7")
def test_all_in_can_be_withdrawn_for_two_coins() -> None:
    state = scene(["LL", "CC", "LL"])
    play(state, "play, play, fold, stop, stop, vote-1, all-in, all-in")
    assert state.current_player == 0
    events = state.play("withdraw")
    assert wealth(state) == [1, 5, 3]
    assert happened(events, Event.WITHDREW) == [(0, 2, 0)]
    assert happened(events, Event.WON) == [(1, 2, 1)]
    assert happened(events, Event.SHOWN) == []


@clause("L6.6")
def test_each_seat_confirms_once_and_the_last_one_in_is_not_asked() -> None:
    state = scene(["LL", "LL", "LL"], dealer=1)
    play(state, "play, play, play, stop, stop, stop, decline, all-in, all-in, all-in")
    assert state.current_player == 1, "nearest to the dealer first, not the seat that declared"
    state.play("withdraw")
    assert state.current_player == 2
    events = state.play("withdraw")
    assert happened(events, Event.WON) == [(0, 4, 1)]
    assert wealth(state) == [7, 1, 1]


@clause("L6.7")
def test_withdrawing_with_one_coin_costs_that_coin() -> None:
    state = scene(["LL", "LL", "LL"], coins=[1, 4, 4])
    play(state, "play, play, fold, stop, stop, vote-1, all-in, all-in, withdraw")
    assert wealth(state) == [0, 5, 4]
    assert not state.full_state.alive & 1


@clause("L6.2", "L6.5")
def test_all_others_may_drop_and_one_is_always_left() -> None:
    state = scene(["LL", "LL", "LL"])
    play(state, "play, play, play, stop, stop, stop, all-in, all-in")
    assert decisions(state) == {"all-in", "drop"}
    state.play("drop")
    assert decisions(state) == {"reveal", "withdraw"}


# ------------------------------------------------------------------- showdown


@clause("L1.1", "L7.1", "L7.2", "L7.4", "L8.2")
def test_most_llamas_win_and_votes_are_settled() -> None:
    state = scene(["LL", "LL", "LL", "LL"], top="LLL")
    play(state, "play, play, fold, fold, top, stop, top, top, stop, vote-1, vote-0, decline")
    events = state.play("decline")
    assert wealth(state) == [2, 5, 3, 2]
    assert dealer(state) == 1
    assert happened(events, Event.GUESSED) == [(2, 1, 0), (3, 0, 1)]
    assert [a for a, _, _ in happened(events, Event.SHOWN)] == [0, 0, 0, 1, 1, 1, 1]


@clause("L7.3")
def test_nearest_seat_to_the_dealer_wins_ties() -> None:
    state = scene(["LL", "LL", "LL"])
    events = play(state, "play, play, fold, stop, stop, vote-1, decline, decline")
    assert happened(events, Event.WON) == [(0, 2, 2)]
    state = scene(["LL", "LL", "LL"])
    events = play(state, "fold, play, play, stop, stop, vote-1, decline, decline")
    assert happened(events, Event.WON) == [(1, 1, 2)]
    state = scene(["LL", "LL", "LL"], dealer=2)
    play(state, "fold, play, play, stop, stop, vote-1, decline, decline")
    assert wealth(state) == [5, 2, 2], "from dealer 2 clockwise seat 0 comes before seat 1"


@clause("L7.6", "L8.2")
def test_stakes_go_back_when_all_bust() -> None:
    state = scene(["LC", "LC", "LL"], dealer=0, top="LLL")
    events = play(state, "play, play, fold, top, stop, top, top, stop, vote-1, decline, decline")
    assert wealth(state) == [3, 3, 3]
    assert happened(events, Event.ALL_BUST) == [(0, 0, 0)]
    assert happened(events, Event.GUESSED) == []
    assert dealer(state) == 0


@clause("L7.6")
def test_when_all_bust_dropped_and_withdrawn_coins_go_back_too() -> None:
    state = scene(["LC", "LC", "LL", "LL", "LL"])
    play(state, "play, play, play, play, fold, stop, stop, stop, stop, vote-2, all-in, all-in, drop, all-in")
    play(state, "reveal, reveal, withdraw")
    assert wealth(state) == [3, 3, 3, 3, 3]


@clause("L7.4")
def test_vote_for_a_seat_that_dropped_out_is_wrong() -> None:
    state = scene(["LL", "LL", "LL", "LL"])
    play(state, "play, play, fold, fold, stop, stop, vote-0, vote-1, decline, all-in, drop")
    assert wealth(state) == [2, 5, 2, 3]


@clause("L7.7")
def test_hands_of_seats_that_left_the_round_are_not_shown() -> None:
    state = scene(["LL", "CC", "CC", "LL", "LL"])
    play(state, "play, play, fold, play, play, stop, stop, stop, stop, vote-0, all-in, drop, all-in, all-in")
    events = play(state, "reveal, reveal, withdraw")
    assert {a for a, _, _ in happened(events, Event.SHOWN)} == {0, 3}


@clause("L8.1")
def test_single_coin_can_be_lost_without_an_all_in() -> None:
    state = scene(["LL", "LL", "LC"], coins=[4, 4, 1], dealer=0)
    events = play(state, "play, fold, play, stop, stop, vote-0, decline, decline")
    assert wealth(state) == [5, 4, 0]
    assert happened(events, Event.LEFT) == [(2, 0, 0)]


# ----------------------------------------------------------------- late prices


@clause("L8.3")
def test_late_payments_cost_one_coin_more() -> None:
    state = scene(["LL", "LL", "LL", "", ""], coins=[5, 5, 5, 0, 0])
    play(state, "play, fold, play")
    assert [state.full_state.stake[p] for p in range(3)] == [2, 0, 2], "the stake"
    play(state, "stop, stop, vote-2, decline, decline")
    assert wealth(state) == [9, 3, 3, 0, 0], "and a wrong vote"
    state = scene(["LC", "LL", "LL", "", ""], coins=[5, 5, 5, 0, 0])
    play(state, "play, fold, fold")
    assert wealth(state) == [9, 3, 3, 0, 0], "having believed a bluff"
    state = scene(["LL", "LL", "LL", "", ""], coins=[5, 5, 5, 0, 0])
    play(state, "play, play, play, stop, stop, stop, all-in, drop, all-in, withdraw")
    assert wealth(state) == [2, 3, 10, 0, 0], "dropping out costs two, withdrawing three"


@clause("L8.3")
@pytest.mark.parametrize(("hands", "unit"), [(3, 1), (2, 2)])
def test_with_three_or_four_players_prices_rise_when_two_are_left(hands: int, unit: int) -> None:
    assert scene(["LL"] * hands + [""] * (4 - hands)).full_state.unit == unit
    assert scene(["LL"] * hands + [""] * (3 - hands)).full_state.unit == unit


@clause("L8.3")
def test_prices_rise_once_and_with_a_new_round() -> None:
    state = scene(["LL", "LC", "LL", "LL", ""], coins=[4, 1, 4, 6, 0])
    events = play(state, "play, play, fold, fold, stop, stop, vote-0, vote-1, decline, decline")
    assert wealth(state) == [6, 0, 4, 5, 0], "one coin for a wrong vote: the round began with four players"
    assert happened(events, Event.PRICES_ROSE) == [(2, 0, 0)]
    state = scene(["LL", "LL", "LC", "", ""], coins=[9, 4, 2, 0, 0])
    events = play(state, "play, fold, play, stop, stop, vote-0, decline, decline")
    assert state.full_state.alive == 3
    assert happened(events, Event.PRICES_ROSE) == []
    assert state.full_state.unit == 2


@clause("L8.4")
def test_two_players_neither_bet_nor_vote() -> None:
    state = scene(["LL", "LL", "", ""], coins=[1, 11, 0, 0])
    assert [state.full_state.stake[p] for p in range(2)] == [1, 2]
    assert decisions(state) == {"top", "bottom", "stop"}
    play(state, "top, stop, stop")
    assert decisions(state) == {"all-in", "decline"}
    play(state, "decline, decline")
    assert wealth(state) == [3, 9, 0, 0]
    assert decisions(state) == {"top", "bottom", "stop"}, "the next round is a duel again"


@clause("L8.2")
def test_without_a_winner_and_without_the_dealer_the_next_one_deals() -> None:
    """A dealer who pays the last coin for a bluff pays the winner of the round, who then deals."""
    state = scene(["LL", "LL", "LC"], coins=[1, 4, 4])
    play(state, "fold, fold")
    assert wealth(state) == [0, 3, 6]
    assert dealer(state) == 2


@clause("L8.6")
def test_all_notes_are_gathered_between_rounds() -> None:
    state = scene(["LL", "LL", "LL"])
    events = play(state, "fold, fold")
    (gathered,) = [event for event in events if event.code == Event.GATHERED]
    assert state.game.view(gathered.after, 0).zone("deck").count == 26
    assert sorted(list(gathered.after.kind)[:26]) == [0] * 20 + [1] * 6
    assert sum(state.full_state.held) == 6
