"""Going out, the end of the deck, and the match of ドウトツくじゃん, clause by clause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tefuda
from tests.games.asking import clause_against, told
from tests.games.doutotsu.builders import (
    NEXT_TO_NOTHING,
    OTHERWISE,
    cards,
    count,
    discard,
    points,
    scene,
    take,
)
from tests.games.doutotsu.files import with_copies, with_names

clause = pytest.mark.clause

DOLPHIN_AND_LION = "イr ルr ラb イb オb ンb オr ッr トy セb イy"  # D2: lacks the カ of イルカ
TWO_SEALS = "オr ッr トr セr イr オb ッb トy セb イb バb"  # D3: lacks the ク of バク, or the カ of カバ
SEAL_AND_HIPPO = "オb トb セb イb カy バb"  # D4, beside an exposed オットセイ
RED_SEAL = ("オットセイ", "オr ッr トr セr イr")
BLUE_DOLPHIN_ONLY = "イr ルb ラr イb オr ンb オr ッr トy セb イy"  # R3-21
CARACALS_AND_IMPALA = "カr カr カb カb ラr ラr ルb ルy イr ンr ラy"  # lacks the パ of インパラ


# ---------------------------------------------------------------- going out


@clause("D4.1", "D4.6")
@pytest.mark.parametrize(("drawn", "scored"), [("カr", 3), ("カb", 2), ("カy", 2)])
@pytest.mark.parametrize("players", [2, 3])
def test_out_with_a_red_dolphin_a_blue_lion_and_a_motley_seal(players: int, drawn: str, scored: int) -> None:
    """D2, example 3."""
    state = scene(players=players, hands={0: DOLPHIN_AND_LION}, top="ダr", draws=drawn)
    state.play("draw")
    assert "out" in state.legal_actions
    events = state.play("out")
    assert points(state)[0] == scored
    assert f"{scored} points" in told(state, events)[0]


@clause("D4.3", "D4.1", "D4.6")
@pytest.mark.parametrize(
    ("discarded", "scored", "name"), [("クy", 2, "バク"), ("クb", 3, "all-blue バク baku"), ("カb", 3, "カバ")]
)
def test_out_with_a_discard_and_one_animal_made_twice(discarded: str, scored: int, name: str) -> None:
    """D3, example 4: the red seal is of one colour, the other one is not."""
    state = scene(players=2, hands={0: TWO_SEALS}, top=discarded)
    assert "out" in state.legal_actions
    events = state.play("out")
    assert points(state)[0] == scored
    assert told(state, events)[0].count("オットセイ") == 2
    assert name in told(state, events)[0]


@clause("D4.2", "D4.6")
def test_exposed_cards_count_as_if_they_were_in_hand() -> None:
    """D4, example 5."""
    state = scene(
        players=2,
        to_act=1,
        hands={0: SEAL_AND_HIPPO, 1: NEXT_TO_NOTHING.replace("バb", "ルr") + " トr"},
        exposed={0: RED_SEAL},
        draws="ッb",
    )
    state.play(discard("トr"))
    assert state.current_player == 0
    events = state.play("out")
    assert points(state) == [3, 0]
    assert "all-red オットセイ ottosei" in told(state, events)[0]
    assert "all-blue オットセイ ottosei" in told(state, events)[0]


@clause("D4.2")
def test_an_exposed_name_may_be_taken_apart() -> None:  # R3-2
    # With its blue イ for a red one of the hand, the exposed オットセイ is all red and the other one all blue.
    state = scene(
        players=2,
        to_act=1,
        hands={0: "オb トb セb イr カy バb", 1: NEXT_TO_NOTHING.replace("バb", "ルr") + " トr"},
        exposed={0: ("オットセイ", "オr ッr トr セr イb")},
        draws="ッb",
    )
    state.play(discard("トr"))
    state.play("out")
    assert points(state) == [3, 0]


@clause("D4.1")
def test_cards_left_over_or_two_names_are_not_enough() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr", draws="ダb")
    state.play("draw")
    assert clause_against(state, "out") == "D4.1"
    state = scene(hands={0: "イr ルr カr ラb イb オb ンb パb パr ダb ダr クb"})
    assert clause_against(state, "out") == "D4.1", "イルカ, ライオン, and five cards left over"


@clause("D4.1")
@pytest.mark.parametrize(
    "hand",
    [
        "カr ラr カb ルr カy ラb カr ルb イr ンr パr ラy",  # 4 + 4 + 4
        "バr クr オr ッr トr セr イr オb ッb トb セb イb",  # 2 + 5 + 5
        "パr ンr ダr ラr イr オr ンb オb ッr トr セr イb",  # 3 + 4 + 5
    ],
)
def test_names_of_any_length_make_twelve_letters(hand: str) -> None:  # R3-1
    assert "out" in scene(hands={0: hand}).legal_actions


@clause("D4.3")
def test_going_out_with_a_discard_takes_the_place_of_exposing() -> None:  # R3-6
    state = scene(hands={0: TWO_SEALS}, top="クy")
    state.play(take(state, "バク"))
    state.play("lay-blue")
    assert clause_against(state, "out") == "D4.3"
    assert [action for action in state.legal_actions if not action.startswith("discard")] == []


@clause("D4.3", "D3.3")
def test_second_discard_cannot_be_taken_even_to_go_out() -> None:  # D5
    state = scene(
        to_act=2,
        hands={0: SEAL_AND_HIPPO, 2: NEXT_TO_NOTHING.replace("バb", "ルr") + " ッb"},
        exposed={0: RED_SEAL},
        draws="ラr",
    )
    state.play(discard("ッb"))
    assert state.current_player == 0
    assert clause_against(state, "out") == "D4.1", "the ッ lies there, but a ラ was drawn"


@clause("D4.4")
@pytest.mark.parametrize(("players", "allowed"), [(2, False), (3, True)])
def test_two_players_need_a_name_of_one_colour(players: int, allowed: bool) -> None:  # D6, R3-21
    for drawn in ("カr", "カy"):
        state = scene(players=players, hands={0: BLUE_DOLPHIN_ONLY}, top="ダr", draws=drawn)
        state.play("draw")
        assert clause_against(state, "out") == (None if allowed else "D4.4")
        if allowed:
            state.play("out")
            assert points(state) == [1, 0, 0]
    state = scene(players=players, hands={0: BLUE_DOLPHIN_ONLY}, top="ダr", draws="カb")
    state.play("draw")
    state.play("out")
    assert points(state)[0] == 2


@clause("D4.5")
def test_going_out_is_optional() -> None:  # R3-5
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr", draws="カb")
    state.play("draw")
    state.play(discard("カb"))
    assert points(state) == [0, 0, 0]
    assert state.current_player == 1


@clause("D4.6")
def test_the_best_of_several_ways_to_lay_the_cards_counts(tmp_path: Path) -> None:  # R3-3
    # イルカ and トラ, or イル in red and カトラ in blue.
    more = with_names(tmp_path, "イル", "カトラ", "セダンバクパオ")
    hand = "イr ルr カb トb ラb セr ダb ンr バb クr パb オr"
    state = scene(hands={0: hand}, card_file=more)
    events = state.play("out")
    assert points(state)[0] == 3
    assert "all-blue カトラ katora" in told(state, events)[0]


@clause("D4.6", "D6.1")
def test_going_out_shows_all_twelve_cards_name_by_name() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr", draws="カr")
    state.play("draw")
    events = state.play("out")
    assert state.is_terminal
    assert cards(state, "exposed-0") == "イr ルr カr ラb イb オb ンb オr ッr トy セb イy"
    marks = [card.marks[0] for card in state.view().zone("exposed-0").cards]
    assert marks == ["name-1"] * 3 + ["name-2"] * 4 + ["name-3"] * 5
    assert count(state, "hand-0") == 0
    assert told(state, events)[-1] == "The match is over"


# ----------------------------------------------------------- the deck's end


def pile_ends(to_act: int = 0, *, last: str = "オy", **more: Any) -> tefuda.State:
    """Return a position after the last card of the deck was drawn; any discard ends the game."""
    state = scene(to_act=to_act, top="トb", left=1, draws=last, **more)
    state.play("draw")
    assert count(state, "deck") == 0
    return state


@clause("D5.1", "D5.2")
@pytest.mark.parametrize(("to_act", "first", "scorer"), [(0, 1, 1), (1, 2, 2)])
def test_of_two_waiting_seats_the_first_in_turn_order_scores(to_act: int, first: int, scorer: int) -> None:
    """D9, R3-11: turn order is that of the game."""
    hands = {0: NEXT_TO_NOTHING, 1: DOLPHIN_AND_LION, 2: CARACALS_AND_IMPALA}
    state = pile_ends(to_act, hands=hands)
    assert state.view().roles["first"] == first
    events = state.play(discard("オy"))
    assert points(state) == [int(seat == scorer) for seat in range(3)]
    lines = told(state, events)
    assert any("deck has run out" in line for line in lines)
    assert any(f"{['Ann', 'Bob', 'Cay'][scorer]} was waiting" in line for line in lines)


@clause("D5.2")
def test_no_seat_scores_if_none_is_waiting() -> None:
    state = pile_ends(hands={0: NEXT_TO_NOTHING, 1: OTHERWISE, 2: "オr オb イr イb イy ンr ンb ンy カr カb カy"})
    events = state.play(discard("オy"))
    assert points(state) == [0, 0, 0]
    assert any("Nobody was waiting" in line for line in told(state, events))


@clause("D5.2")
def test_waiting_scores_one_point_with_two_players() -> None:  # R3-13
    state = pile_ends(players=2, hands={0: NEXT_TO_NOTHING, 1: DOLPHIN_AND_LION})
    state.play(discard("オy"))
    assert points(state) == [0, 1]


@clause("D5.1")
def test_going_out_with_the_last_card_of_the_pile_is_legal() -> None:  # R3-10
    state = pile_ends(hands={0: DOLPHIN_AND_LION, 1: NEXT_TO_NOTHING}, last="カr")
    state.play("out")
    assert points(state) == [3, 0, 0]


@clause("D5.1")
def test_game_goes_on_after_taking_a_discard_with_one_card_left() -> None:  # R3-9
    state = scene(hands={0: TWO_SEALS}, top="クy", left=1, draws="ルr")
    state.play(take(state, "バク"))
    state.play("lay-blue")
    state.play(discard("トy"))
    assert (state.current_player, count(state, "deck")) == (1, 1)
    state.play("draw")
    assert (state.current_player, count(state, "deck")) == (1, 0)
    state.play(discard("ルr"))
    assert state.view().counter("game") == 2


@clause("D5.3")
@pytest.mark.parametrize(("players", "scored"), [(2, [0, 0]), (3, [0, 1, 0])])
def test_waiting_requires_a_card_that_permits_going_out(players: int, scored: list[int], tmp_path: Path) -> None:
    """D11, R3-21: with two players only a blue カ would let one go out, and here there is none."""
    file = with_copies(tmp_path, "カ", "red = 3, yellow = 3")
    hands = {0: NEXT_TO_NOTHING, 1: BLUE_DOLPHIN_ONLY, 2: "ラr ラb ラb ラy ラy トr トr トb カr カy カr"}
    state = scene(
        players=players, hands={p: hands[p] for p in range(players)}, left=1, top="ルr", draws="オy", card_file=file
    )
    state.play("draw")
    state.play(discard("オy"))
    assert points(state) == scored


@clause("D5.3")
@pytest.mark.parametrize(("blue", "scored"), [(1, [0, 0]), (2, [0, 1])])
def test_card_whose_copies_are_all_in_hand_is_not_waited_for(blue: int, scored: list[int], tmp_path: Path) -> None:
    """D10, R3-18: a second blue カ alone would make カラカル of one colour; it counts only if there is one."""
    file = with_copies(tmp_path, "カ", f"red = 2, blue = {blue}, yellow = 2")
    hand = "カb ラb ルb イr ンb パy ラr ラy イb オy ンr"  # カラカル, インパラ, ライオン but for a カ
    junk = "パr パb ダr ダb ダy クr クb クy バr バb バy"
    state = scene(players=2, hands={0: junk, 1: hand}, left=1, top="ルr", draws="トy", card_file=file)
    state.play("draw")
    state.play(discard("トy"))
    assert points(state) == scored


@clause("D5.4", "D4.5")
def test_only_the_scorer_s_hand_is_shown_and_a_seat_that_declined_may_still_be_waiting() -> None:  # R3-19
    state = pile_ends(
        hands={0: DOLPHIN_AND_LION, 1: "パr パb ダr ダb クr クb クy バr", 2: CARACALS_AND_IMPALA},
        exposed={1: ("パンダ", "パy ンr ダy")},
        last="カy",
        scores=(2, 0, 0),
        game=3,
    )
    assert "out" in state.legal_actions
    events = state.play(discard("カy"))
    assert state.is_terminal
    assert state.scores == (3, 0, 0), "seat 0 began the game; seat 2 was waiting as well"
    assert cards(state, "exposed-0") == "イr ルr ラb イb オb ンb オr ッr トy セb イy"
    assert count(state, "exposed-2") == 0
    heard = [state.game.observe(event) for event in events[2:]]
    shown = [move for one in heard if one is not None for move in one.moves if move.face is not None]
    assert {move.source for move in shown} == {"hand-0"}
    seen = state.observation_tensors(2)
    assert seen["shows"].tolist() == [0, 1, 0], "the first seat after the viewer's"
    assert seen["shown"].sum() == len(DOLPHIN_AND_LION.split())


# ---------------------------------------------------------------- the match


@clause("D6.1")
def test_the_next_game_begins_with_the_next_seat() -> None:
    state = scene(to_act=0, hands={0: DOLPHIN_AND_LION}, top="ダr", draws="カb")
    first = state.view().roles["first"]
    state.play("draw")
    events = state.play("out")
    assert points(state) == [2, 0, 0]
    assert state.view().counter("game") == 2
    assert state.view().roles["first"] == (first + 1) % 3 == state.current_player
    assert any("Game 2" in line for line in told(state, events))
    assert count(state, "deck") == 26
    assert [count(state, f"exposed-{seat}") for seat in range(3)] == [0, 0, 0]


@clause("D6.1", "D3.3")
def test_each_seat_may_take_again_in_the_next_game() -> None:
    state = scene(hands={0: TWO_SEALS, 1: CARACALS_AND_IMPALA}, top="クy", draws="パb")
    state.play(take(state, "バク"))
    state.play("lay-blue")
    assert state.view().counter("took", 0) == 1
    state.play(discard("トy"))
    state.play("draw")
    state.play("out")
    assert state.view().counter("game") == 2
    assert "took" not in [counter.id for counter in state.view().counters]


@clause("D6.2")
def test_three_points_in_all_win_the_match() -> None:  # D12
    state = scene(hands={0: BLUE_DOLPHIN_ONLY}, top="ダr", draws="カr", scores=(2, 0, 2), game=4)
    state.play("draw")
    state.play("out")
    assert state.is_terminal
    assert state.scores == (3, 0, 2)
    assert state.ranking == (1, 3, 2)
    for command in ("draw", "out", discard("カr"), take(state, "パンダ"), "lay-red"):
        assert clause_against(state, command) == "D6.2"


@clause("D6.2")
def test_points_of_games_add_up() -> None:
    state = scene(players=2, hands={0: DOLPHIN_AND_LION}, top="ダr", draws="カr", scores=(2, 2), game=3)
    state.play("draw")
    state.play("out")
    assert state.scores == (5, 2)


@clause("D6.3", "D6.4")
@pytest.mark.parametrize(
    ("scores", "total", "ranks"),
    [((0, 0, 0), (1, 0, 0), (1, 2, 2)), ((1, 2, 0), (2, 2, 0), (1, 1, 3)), ((0, 1, 1), (1, 1, 1), (1, 1, 1))],
)
def test_after_the_most_games_the_totals_decide(
    scores: tuple[int, ...], total: tuple[int, ...], ranks: tuple[int, ...]
) -> None:  # R3-20
    state = scene(hands={0: BLUE_DOLPHIN_ONLY}, top="ダr", draws="カr", scores=scores, game=4, most_games=4)
    state.play("draw")
    state.play("out")
    assert state.is_terminal
    assert state.scores == total
    assert state.ranking == ranks


@clause("D6.3")
def test_match_has_at_most_fifty_games_by_default() -> None:  # R3-20
    assert tefuda.load("doutotsu").options["most_games"] == 50
    state = scene(hands={0: BLUE_DOLPHIN_ONLY}, top="ダr", draws="カr", game=49)
    state.play("draw")
    state.play("out")
    assert not state.is_terminal


@clause("D6.4")
def test_utilities_count_opponents_beaten_less_those_lost_to() -> None:
    state = scene(hands={0: BLUE_DOLPHIN_ONLY}, top="ダr", draws="カr", scores=(2, 0, 2), game=3)
    state.play("draw")
    state.play("out")
    assert state.game.outcome(state.full_state)[0] == pytest.approx([1, -1, 0])
