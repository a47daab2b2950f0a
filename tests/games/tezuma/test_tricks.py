"""Following suit, trump cards and who wins a trick, with the cards of the rulebook's examples."""

from __future__ import annotations

import pytest

from tefuda.engine.errors import IllegalAction
from tests.games.asking import clause_against, told
from tests.games.tezuma.builders import captured, cards_to_play, names, play, scene, winner

# ------------------------------------------------------------ the examples


@pytest.mark.clause("T5.4", "T5.6")
def test_highest_number_of_the_led_suit_wins_the_trick() -> None:
    state = scene(["b7", "b2", "b6", "b3"])
    events = play(state, "b7 b2 b6 b3")
    assert winner(events) == 0
    assert captured(events, 0) == 4
    assert state.view().zone("won-0").count == 4
    assert state.view().counter("tricks", 0) == 1
    assert state.current_player == 0, "the winner leads the next trick"


@pytest.mark.clause("T5.2", "T5.4", "T1.2")
def test_higher_number_of_another_suit_and_following_trump_cannot_win() -> None:
    state = scene(["u5", "r9", "u8", "ut"])
    assert winner(play(state, "u5 r9 u8 ut")) == 2


@pytest.mark.clause("T5.1", "T5.3")
def test_first_of_two_valid_trumps_wins() -> None:
    state = scene(["w9", "ut", "wt", "rt"])
    events = play(state, "w9 ut wt rt")
    assert winner(events) == 1
    assert captured(events, 1) == 4


@pytest.mark.clause("T5.5")
def test_first_following_trump_wins_if_no_other_card_can() -> None:
    state = scene(["ut", "ut", "r3", "w9"])
    assert winner(play(state, "ut ut r3 w9")) == 0


@pytest.mark.clause("T5.5")
def test_single_following_trump_wins_if_no_other_card_can() -> None:
    state = scene(["ut", "r9", "w9", "b9"])
    assert winner(play(state, "ut r9 w9 b9")) == 0


@pytest.mark.clause("T4.4", "T4.3")
def test_trump_as_only_card_of_the_led_suit_must_be_played_and_is_invalid() -> None:
    state = scene(["w5", "wt b4", "w2", "w3"], abilities={1: "1a"})
    state.play("w5")
    assert cards_to_play(state) == ["wt"]
    assert clause_against(state, "b4") == "T4.3"
    assert winner(play(state, "wt w2 w3")) == 0


@pytest.mark.clause("T4.4", "T4.3")
def test_seat_that_can_follow_may_not_play_a_trump_of_another_suit() -> None:
    state = scene(["w5", "w2 ut", "w7", "w3"], abilities={1: "1a"})
    state.play("w5")
    assert cards_to_play(state) == ["w2"]
    assert clause_against(state, "ut") == "T4.3"


# ----------------------------------------------------------------- the turn


@pytest.mark.clause("T4.1", "T4.2")
def test_the_leader_may_play_any_card_and_the_others_follow_clockwise() -> None:
    state = scene(["b1 w1", "b2 w2", "b3 r9 wt u4", "b4 w4"], leader=2, abilities={2: "4b"})
    assert cards_to_play(state) == ["b3", "u4", "r9", "wt"]
    seats = []
    for card in ("b3", "b4", "b1", "b2"):
        seats.append(state.current_player)
        state.play(card)
    assert seats == [2, 3, 0, 1]
    assert state.current_player == 3


@pytest.mark.clause("T4.2")
def test_only_cards_of_the_hand_are_played() -> None:
    state = scene(["b7", "b2", "b6", "b3"])
    for card in ("b2", "bt", "w9", "b2!"):
        assert clause_against(state, card) == "T4.2"
    before = state.position
    with pytest.raises(IllegalAction, match=r"T4\.2"):
        state.play("b2")
    assert state.position == before


@pytest.mark.clause("T1.2", "T4.3")
def test_seat_without_the_led_suit_may_play_any_card() -> None:
    state = scene(["b7 w7", "u1 r5 rt w2", "b6 w6", "b3 w3"], abilities={1: "1b"})
    state.play("b7")
    assert cards_to_play(state) == ["u1", "r5", "rt", "w2"]


@pytest.mark.clause("T1.2")
def test_the_three_trumps_of_a_suit_are_alike() -> None:
    state = scene(["ut ut ut", "u1 u2 u3", "u4 u5 u6", "u7 u8 u9"])
    assert cards_to_play(state) == ["ut"], "one choice, whichever of them it is"
    state.play("ut")
    assert names(state.full_state.hand[0]) == ["ut", "ut"]
    assert [card.face for card in state.view(0).zone("hand-0").cards] == ["ut", "ut"]


# --------------------------------------------------------------- observations


@pytest.mark.clause("T5.3", "T5.4", "T5.5", "T7.5")
@pytest.mark.parametrize(
    ("hands", "commands", "heard"),
    [
        (["b7", "b2", "b6", "b3"], "b7 b2 b6 b3", "Ann wins the trick with the highest number of the led suit, 7"),
        (["w9", "ut", "wt", "rt"], "w9 ut wt rt", "Bob wins the trick with the first valid trump"),
        (
            ["ut", "r9", "w9", "b9"],
            "ut r9 w9 b9",
            "Nothing else can win: with the first trump that followed, Ann wins the trick",
        ),
        (["b7", "b2", "b6", "b3"], "b7 b2 nocard b3", "By that ability Cay wins the trick"),
    ],
)
def test_all_observe_the_winner_and_the_reason(hands: list[str], commands: str, heard: str) -> None:
    state = scene(hands, abilities={2: "3a"})
    events = play(state, commands)
    assert any(line.startswith(heard) for line in told(state, events)), told(state, events)


@pytest.mark.clause("T4.3", "T5.1")
def test_failure_to_follow_is_observed_by_all() -> None:
    state = scene(["w9", "ut", "r3", "w2"])
    heard = told(state, play(state, "w9 ut r3 w2"))
    assert heard[:4] == [
        "Ann leads water 9",
        "Bob has no water and plays umbrella trump: a valid trump!",
        "Cay has no water and plays ring 3",
        "Dee plays water 2",
    ]
