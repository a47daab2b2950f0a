"""The cards, the deal and the turn of ドウトツくじゃん, clause by clause."""

from __future__ import annotations

from collections import Counter

import pytest

import tefuda
from tefuda.games.doutotsu.kana import KANA
from tests.games.asking import clause_against, told
from tests.games.doutotsu.builders import (
    NEXT_TO_NOTHING,
    OTHERWISE,
    cards,
    count,
    discard,
    face,
    names_of,
    scene,
    take,
)

clause = pytest.mark.clause
PANDA_HAND = "ンr ダy ラr ラb ルr ルb オr オb トr トb セr"  # D1: ン and ダ, and nothing else for パ

# -------------------------------------------------------- cards and set-up


@clause("D1.1")
def test_like_looking_kana_are_different_cards() -> None:  # R3-4
    state = scene(hands={0: "バr ンr ダy ラr ラb ルr ルb オr オb トr トb"}, top="ッy")
    assert take(state, "パンダ") not in state.legal_actions, "バ is no パ"
    tables = tefuda.load("doutotsu").tables
    assert len({name for name in names_of(tables) if name in ("バク", "カバ", "パンダ")}) == 3


@clause("D1.2", "D1.3")
@pytest.mark.parametrize(("core", "cards_in_all", "names"), [(0, 60, 11), (1, 66, 15)])
def test_list_is_public_and_the_core_side_adds_cards_and_animals(core: int, cards_in_all: int, names: int) -> None:
    state = tefuda.load("doutotsu", players=3, core=core).start(seed=1)
    for seat in (None, 0, 1, 2):
        assert state.view(seat).zone("list").count == names
    dealt = [card for seat in range(3) for card in cards(state, f"hand-{seat}", seat).split()]
    assert sum(zone.count for zone in state.view().zones if zone.id != "list") == cards_in_all
    assert len(dealt) == 34, "three hands, and the first card drawn"


@clause("D1.3")
def test_normal_play_knows_neither_the_core_kana_nor_the_core_animals() -> None:
    seen = Counter[str]()
    for core in (0, 1):
        for seed in range(30):
            state = tefuda.load("doutotsu", players=3, core=core).start(seed=seed)
            hands = [cards(state, f"hand-{seat}", seat) for seat in range(3)]
            seen[f"core {core}"] += sum(hand.count("ア") + hand.count("コ") for hand in hands)
    assert seen["core 0"] == 0
    assert seen["core 1"] > 0
    listed = [card.face for card in tefuda.load("doutotsu").start(seed=1).view().zone("list").cards]
    assert "ko+a+ra" not in listed


@clause("D2.1")
@pytest.mark.parametrize(("players", "rest"), [(2, 38), (3, 27)])
def test_each_seat_gets_eleven_cards_and_the_rest_is_the_deck(players: int, rest: int) -> None:
    state = tefuda.load("doutotsu", players=players).start(seed=3)
    first = state.current_player
    assert [count(state, f"hand-{seat}") for seat in range(players)] == [
        11 + (seat == first) for seat in range(players)
    ]
    assert count(state, "deck") == rest - 1, "the first player can only draw from the deck (D3.5)"
    assert count(state, "discard") == 0


@clause("D2.2")
def test_first_seat_is_uniformly_random_and_play_goes_clockwise() -> None:
    game = tefuda.load("doutotsu", players=3)
    first = Counter(game.start(seed=seed).view().roles["first"] for seed in range(300))
    assert set(first) == {0, 1, 2}
    assert all(60 < times < 140 for times in first.values())
    state = scene(to_act=2, hands={0: NEXT_TO_NOTHING, 2: "カr " + OTHERWISE})
    state.play(discard("カr"))
    assert state.current_player == 0


@clause("D2.3")
def test_hands_and_buried_discards_are_hidden_from_others_but_counted() -> None:  # R3-16
    state = scene(to_act=0, hands={0: NEXT_TO_NOTHING}, top="カr", under="カb", left=20)
    for seat in (None, 0, 1, 2):
        assert cards(state, "discard", seat) == "カr"
        assert state.view(seat).zone("discard").kind == "stack"
    assert count(state, "discard") == 60 - 33 - 20
    assert count(state, "deck") == 20
    assert state.view().zone("deck").cards == ()
    assert cards(state, "hand-0", 0) == " ".join(sorted(NEXT_TO_NOTHING.split(), key=place_of))
    assert set(cards(state, "hand-0", 1).split()) == {"?"}
    assert set(cards(state, "hand-0").split()) == {"?"}, "a spectator sees no hand"


def place_of(card: str) -> tuple[int, int]:
    """Return where a card comes in the order of the syllabary, then red, blue, yellow."""
    return KANA.index(card[0]), "rby".index(card[1])


@clause("D2.3")
def test_drawn_card_is_hidden_from_others() -> None:
    state = scene(to_act=0, hands={0: NEXT_TO_NOTHING}, top="カr", draws="イy")
    events = state.play("draw")
    assert told(state, events, 0) == ["Ann draws yellow イ i"]
    assert told(state, events, 1) == ["Ann draws from the deck"]
    assert told(state, events) == ["Ann draws from the deck"]


@clause("D2.4")
def test_a_house_rule_opens_all_discards() -> None:
    state = scene(to_act=0, hands={0: NEXT_TO_NOTHING}, top="カr", under="カb", left=20, open_discards=1)
    zone = state.view().zone("discard")
    assert len(zone.cards) == zone.count == 7
    assert [card.face for card in zone.cards[-2:]] == [face("カb"), face("カr")], "the top one is the last"


# ----------------------------------------------------------------- the turn


@clause("D3.1")
def test_discarding_requires_drawing_or_taking_first() -> None:
    state = scene(hands={0: PANDA_HAND}, top="パb")
    assert list(state.legal_actions) == ["draw", take(state, "パンダ")]
    assert clause_against(state, discard("セr")) == "D3.1"
    state.play("draw")
    assert clause_against(state, "draw") == "D3.1"
    assert clause_against(state, take(state, "パンダ")) == "D3.1"


@clause("D3.1")
def test_discard_cannot_be_claimed_out_of_turn() -> None:  # R3-15
    state = scene(to_act=0, hands={2: PANDA_HAND}, top="カr", draws="パy")
    state.play("draw")
    state.play(discard("パy"))
    assert state.current_player == 1
    assert state.view(2).choices == ()


@clause("D3.2")
def test_drawn_card_may_be_discarded() -> None:
    state = scene(hands={0: NEXT_TO_NOTHING}, top="カr", draws="イy")
    state.play("draw")
    assert count(state, "hand-0") == 12
    assert "イy" in cards(state, "hand-0", 0)
    state.play(discard("イy"))
    assert cards(state, "discard") == "イy"
    assert count(state, "hand-0") == 11


@clause("D3.3", "D3.6", "D3.7")
def test_taken_discard_is_exposed_in_its_name_letter_by_letter() -> None:  # D1, example 2
    state = scene(hands={0: PANDA_HAND}, top="パb")
    events = state.play(take(state, "パンダ"))
    assert told(state, events) == ["Ann takes blue パ pa and exposes パンダ panda"]
    assert list(state.legal_actions) == ["lay-red"], "no ン but the red one"
    state.play("lay-red")
    state.play("lay-yellow")
    assert cards(state, "exposed-0") == "パb ンr ダy"
    state.play(discard("セr"))
    assert (count(state, "hand-0"), count(state, "exposed-0")) == (8, 3)
    assert state.view().counter("took", 0) == 1


@clause("D3.3")
def test_after_taking_once_in_a_game_cards_are_drawn_automatically() -> None:  # D1, D5
    state = scene(
        to_act=2,
        hands={0: "オb トb セb イb カy バb", 2: "ッb " + NEXT_TO_NOTHING.replace("バb", "ルr")},
        exposed={0: ("オットセイ", "オr ッr トr セr イr")},
        draws="ンr",
    )
    state.play(discard("ッb"))
    assert state.current_player == 0
    assert count(state, "hand-0") == 7, "nothing else was left to do: the card is drawn"
    assert clause_against(state, take(state, "オットセイ")) == "D3.3"
    assert "out" not in state.legal_actions


@clause("D3.3")
def test_taking_is_optional() -> None:
    state = scene(hands={0: PANDA_HAND}, top="パb")
    assert "draw" in state.legal_actions
    state.play("draw")
    assert count(state, "exposed-0") == 0
    assert "took" not in [counter.id for counter in state.view().counters]


@clause("D3.3", "D3.4")
def test_forced_draw_is_asked_if_others_cannot_know_that_it_is_forced() -> None:  # D8
    state = scene(hands={0: OTHERWISE}, top="パb")
    assert list(state.legal_actions) == ["draw"]
    for name in names_of(state.game.tables)[:11]:
        assert clause_against(state, take(state, name)) == "D3.4"
    assert clause_against(state, take(state, "コアラ")) == "D3.4", "not on this side of the list"
    assert state.view(1).choices == ()


@clause("D3.4")
def test_taken_card_belongs_to_the_exposed_name() -> None:  # R3-7, R3-17
    state = scene(hands={0: PANDA_HAND}, top="パb")
    state.play(take(state, "パンダ"))
    for command in ("draw", discard("パb"), discard("セr"), "out"):
        assert clause_against(state, command) in ("D3.6", "D4.1")
    state.play("lay-red")
    state.play("lay-yellow")
    assert clause_against(state, discard("パb")) == "D3.7"
    assert clause_against(state, "draw") == "D3.1"


@clause("D3.4")
def test_taking_requires_a_name_that_uses_the_taken_card() -> None:
    state = scene(hands={0: "パr ンr ダy ラr ラb ルr ルb オr オb トr トb"}, top="カb")
    assert clause_against(state, take(state, "パンダ")) == "D3.4"
    state = scene(hands={0: "パr ンr ダy ラr ラb ルr ルb オr オb トr トb"}, top="パb")
    state.play(take(state, "パンダ"))
    state.play("lay-red")
    state.play("lay-yellow")
    assert cards(state, "exposed-0") == "パb ンr ダy", "the パ of the hand stays there"
    assert "パr" in cards(state, "hand-0", 0)


@clause("D3.5")
def test_no_discard_can_be_taken_on_the_first_turn() -> None:  # D7
    state = tefuda.load("doutotsu", players=2).start(seed=5)
    for name in names_of(state.game.tables):
        assert clause_against(state, take(state, name)) == "D3.5"
    assert all(action.startswith("discard") for action in state.legal_actions)


@clause("D3.6")
def test_player_who_exposes_a_name_picks_the_colour_of_each_letter() -> None:
    state = scene(hands={0: "カr カb ラr ラb ラy オr オb トr トb イr イb"}, top="ルy")
    state.play(take(state, "カラカル"))
    assert list(state.legal_actions) == ["lay-red", "lay-blue"]
    assert clause_against(state, "lay-yellow") == "D3.6"
    state.play("lay-blue")
    assert list(state.legal_actions) == ["lay-red", "lay-blue", "lay-yellow"]
    state.play("lay-yellow")
    assert list(state.legal_actions) == ["lay-red"], "the blue カ lies there already"
    state.play("lay-red")
    assert cards(state, "exposed-0") == "カb ラy カr ルy"
    assert clause_against(state, "lay-red") == "D3.6", "the name is complete"
    assert clause_against(state, discard("カb")) == "D3.7"


@clause("D3.6")
def test_repeated_letter_is_laid_at_its_first_place() -> None:
    state = scene(hands={0: "カb ラr ルy オr オb トr トb イr イb ンr ンb"}, top="カr")
    state.play(take(state, "カラカル"))
    assert cards(state, "exposed-0") == "カr"
    for colour in ("red", "blue", "yellow"):
        state.play(f"lay-{colour}")
    assert cards(state, "exposed-0") == "カr ラr カb ルy"


@clause("D3.6")
def test_name_exposed_by_another_seat_may_be_exposed_again() -> None:
    state = scene(hands={0: PANDA_HAND}, exposed={1: ("パンダ", "パr ンb ダr")}, top="パb")
    assert clause_against(state, take(state, "パンダ")) is None


@clause("D3.7")
def test_only_cards_of_the_own_hand_can_be_discarded() -> None:
    state = scene(hands={0: NEXT_TO_NOTHING + " カr"}, top="イr")
    assert clause_against(state, discard("イr")) == "D3.7"
    assert clause_against(state, discard("アr")) == "D3.7", "there is no such card in normal play"
    assert clause_against(state, "discard-nu-red") == "D3.7", "nor such a kana on any card"
    state.play(discard("カr"))
    assert cards(state, "discard") == "カr"
    assert state.current_player == 1


@clause("D3.7", "D2.3")
def test_a_discard_covers_those_before_it_and_taking_it_uncovers_the_next() -> None:
    state = scene(hands={0: PANDA_HAND}, top="パb", under="カy", left=20)
    state.play(take(state, "パンダ"))
    assert cards(state, "discard") == "カy"
    state.play("lay-red")
    state.play("lay-yellow")
    state.play(discard("セr"))
    assert cards(state, "discard") == "セr"


def test_unknown_action_is_refused_with_the_valid_ones() -> None:
    state = scene(hands={0: PANDA_HAND}, top="パb")
    with pytest.raises(tefuda.IllegalAction, match="draw"):
        state.play("discard")
