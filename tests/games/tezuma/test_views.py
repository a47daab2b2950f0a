"""Views and observations of てづま師."""

from __future__ import annotations

import msgspec
import pytest

import tefuda
from tefuda.engine.state import State
from tefuda.engine.view import Text, View, Words
from tests.games.asking import told
from tests.games.tezuma.builders import play, scene


def faces(view: View, zone: str) -> list[str | None]:
    return [card.face for card in view.zone(zone).cards]


def helps(view: View, seat: int = -1) -> dict[str, int]:
    return {counter.id: counter.value for counter in view.counters if counter.help and counter.owner == seat}


# ------------------------------------------------------------------- seeing


@pytest.mark.clause("T1.6", "T5.7")
def test_seat_sees_its_hand_by_suit_and_card_counts_of_others() -> None:
    state = scene(["bt u2 b9", "b1 u9 r1", "b2 b3 b4", "w1 w2 w3"])
    view = state.view(0)
    assert faces(view, "hand-0") == ["b9", "bt", "u2"]
    for seat in (1, 2, 3):
        assert (view.zone(f"hand-{seat}").count, faces(view, f"hand-{seat}")) == (3, [])
    spectator = state.view()
    assert [faces(spectator, f"hand-{seat}") for seat in range(4)] == [[], [], [], []]


@pytest.mark.clause("T5.7", "T1.6")
def test_captured_cards_show_only_their_number_even_to_their_owner() -> None:
    state = scene(["b7", "b2", "b6", "b3"])
    play(state, "b7 b2 b6 b3")
    view = state.view(0)
    assert (view.zone("won-0").kind, view.zone("won-0").count, faces(view, "won-0")) == ("pile", 4, [])
    assert view.counter("tricks", 0) == 1
    text = msgspec.json.encode(state.game.view(state.full_state, 2, choices=False))
    assert not any(f'"{card}"'.encode() in text for card in ("b7", "b2", "b3", "b6"))


@pytest.mark.clause("T1.6")
def test_chosen_cards_and_the_current_trick_are_public() -> None:
    state = scene(["b5", "bt", "u1", "b1"], abilities={1: "2a", 2: "4b"}, tables={0: 3}, minus={0: "w"})
    play(state, "b5 bt!")
    view = state.view()
    assert faces(view, "chosen-0") == ["table-3", "minus-w", "ability-1a"]
    assert (faces(view, "trick-0"), faces(view, "trick-1"), faces(view, "trick-2")) == (["b5"], ["bt"], [])
    assert view.zone("trick-1").cards[0].marks == ("announced", "valid-trump")
    assert view.zone("trick-0").cards[0].marks == ()
    assert (view.roles["leader"], view.roles["winning"], view.to_act) == (0, 1, 2)


def test_winner_without_a_card_is_shown() -> None:
    state = scene(["b5", "b6", "u1", "b1"], abilities={1: "3a"})
    play(state, "b5 nocard")
    assert state.view().counter("no-card", 1) == 1
    assert state.view().roles["winning"] == 1


@pytest.mark.clause("T8.1", "T1.3")
def test_help_shows_the_running_score_and_the_value_of_another_trick() -> None:
    state = scene(["b7", "b2", "b6", "b3"], tables={0: 3}, won={0: 3}, minus={0: "r"}, penalty={0: 2})
    view = state.view(1)
    assert [view.counter(f"column-{tricks}", 0) for tricks in range(8)] == [0, 2, 5, 9, 5, 2, 0, 0]
    assert helps(view, 0) == {"deal-points": 7, "next-trick": -4, "penalty": 2}


@pytest.mark.clause("T4.3")
def test_help_counts_the_cards_that_are_still_out() -> None:
    # Bob and Dee hold 8 of the other hands; three trumps have gone before.
    state = scene(["b9 b1", "u9 u1", "r5 rt", "w7 w1"])
    view = state.view(0)
    assert helps(view) == {
        "out-b": 0, "out-u": 2, "out-r": 2, "out-w": 2,
        "highest-b": 0, "highest-u": 9, "highest-r": 5, "highest-w": 7,
        "trumps-out": 1,
    }  # fmt: skip
    assert helps(state.view())["out-b"] == 2, "a spectator has no hand of its own"
    play(state, "b9 u1 r5 w1")
    assert {seat: [id for id in helps(state.view(), seat) if id.startswith("void")] for seat in range(4)} == {
        0: [], 1: ["void-b"], 2: ["void-b"], 3: ["void-b"],
    }  # fmt: skip


def test_view_before_play_has_no_counts_and_no_leader() -> None:
    view = tefuda.load("tezuma", players=4).start(seed=2).view(0)
    assert "leader" not in view.roles
    assert helps(view) == {}


# ------------------------------------------------------------------- choosing


def label(state: State, action: str, language: str = "en") -> str:
    (choice,) = [choice for choice in state.view(state.current_player).choices if choice.action == action]
    return state.game.say(choice.label, language)


def test_each_choice_belongs_to_the_card_it_plays() -> None:
    state = scene(["b5 bt u3", "b6 b7 b8", "u1 u2 u4", "b1 b2 b3"], abilities={0: "5a"})
    view = state.view(0)
    for choice in view.choices:
        assert choice.zone == "hand-0"
        assert choice.card is not None
        assert view.zone("hand-0").cards[choice.card].face == choice.action.rstrip("!-")


@pytest.mark.clause("T6.1", "T6.2")
@pytest.mark.parametrize(
    ("ability", "hand", "action", "said"),
    [
        ("1a", "b5", "b5!", "butterfly 5 with Swallowing a Horse (1): counts as 7"),
        ("1a", "u5", "u5!", "umbrella 5 with Swallowing a Horse (1): no effect now"),
        ("2a", "bt", "bt!", "butterfly trump with Merry Butterfly (2): valid trump"),
        ("2b", "rt", "rt!", "ring trump with Egg in the Sleeve (1): invalid trump"),
        ("3a", "b5", "nocard", "Sands of Five Colours (4): win without a card"),
        ("4a", "b5 u2", "u2!", "umbrella 2 with Entwined Branches (2): off suit"),
        ("4a", "b5 ut", "ut!", "umbrella trump with Entwined Branches (2): off suit, valid trump"),
        ("4b", "u5", "u5!", "umbrella 5 with Umbrellas from Nowhere (2): counts as 5 of the led suit"),
        ("5a", "b5", "b5!-", "butterfly 5 with Cherry on the Peak (1): counts as 4"),
        ("5b", "b5", "b5!", "butterfly 5 with Angling for Goldfish (2): sets a card aside if it wins"),
    ],
)
def test_label_of_an_ability_names_its_cost_and_its_effect_now(ability: str, hand: str, action: str, said: str) -> None:
    state = scene(["b9", hand, "w1", "w2"], abilities={1: ability})
    state.play("b9")
    assert label(state, action) == said


def test_score_table_shows_its_row_and_ability_its_effect() -> None:
    tables = {"table-1": "take score table 1 (0 2 4 5 6 7 8 8)", "table-6": "take score table 6 (13 4 2 0 0 0 0 0)"}
    abilities = {
        "ability-1a": "take Swallowing a Horse (number + 2, 1 ohajiki)",
        "ability-1b": "take Swallowing Needles (number becomes 0, 1 ohajiki)",
        "ability-2a": "take Merry Butterfly (valid trump, 2 ohajiki)",
        "ability-2b": "take Egg in the Sleeve (trump made invalid, 1 ohajiki)",
        "ability-3a": "take Sands of Five Colours (win without a card, 4 ohajiki)",
        "ability-3b": "take Dancing Water (valid trump, 4 ohajiki)",
        "ability-4a": "take Entwined Branches (no need to follow, 2 ohajiki)",
        "ability-4b": "take Umbrellas from Nowhere (counts as the led suit, 2 ohajiki)",
        "ability-5a": "take Cherry on the Peak (number ± 1, 1 ohajiki)",
        "ability-5b": "take Angling for Goldfish (set a card aside, 2 ohajiki)",
    }
    labels: dict[str, str] = {}
    for seed in range(30):
        state = tefuda.load("tezuma", players=4).start(seed=seed)
        labels |= {choice.action: state.game.say(choice.label) for choice in state.view(state.current_player).choices}
    assert {action: labels[action] for action in tables} == tables
    assert {action: labels[action] for action in abilities} == abilities
    assert labels["minus-r"] == "take minus ring"


@pytest.mark.clause("T1.3", "T1.4", "T1.5")
def test_card_texts_come_from_the_card_file() -> None:
    game = tefuda.load("tezuma", players=4)
    assert game.card_text("ability-1a").name == Text("呑馬術", "Swallowing a Horse")
    assert game.card_text("table-1").text == Text(
        "0 2 4 5 6 7 8 8+（左から0、1、2…トリックの点）", "0 2 4 5 6 7 8 8+ (points for 0, 1, 2 … tricks)"
    )
    assert game.card_text("table-1").name == Text("1 ほどよく", "1 Just enough")
    assert game.say(game.card_text("bt").name, "ja") == "蝶の切り札"
    assert game.say(game.card_text("w9").name, "ja") == "水9"
    minus = game.card_text("minus-u")
    assert isinstance(minus.text, Words)
    assert game.say(minus.text, "en") == "Lose 1 point for each umbrella card you capture."


@pytest.mark.parametrize(
    ("hands", "commands", "prompt"),
    [
        (["b5", "b6", "u1", "b1"], "", "You lead. Play any card."),
        (["b5", "b6", "u1", "b1"], "b5", "Follow suit: butterfly."),
        (["b5", "b6", "u1", "b1"], "b5 b6", "You have no butterfly: play any card. A trump will be valid."),
        (["b5", "b6", "u1", "b1"], "b5 b6! u1 b1", "Choose one card to set aside. Nobody captures it."),
    ],
)
def test_prompt_names_the_requested_decision(hands: list[str], commands: str, prompt: str) -> None:
    state = scene(hands, abilities={1: "5b"})
    play(state, commands)
    for seat in range(4):
        words = state.view(seat).prompt
        assert words is not None
        said = state.game.say(words, "en", ["Ann", "Bob", "Cay", "Dee"])
        assert said == (
            prompt
            if seat == state.current_player
            else f"{['Ann', 'Bob', 'Cay', 'Dee'][state.current_player or 0]} is thinking"
        )


# ------------------------------------------------------------- observations


@pytest.mark.clause("T3.1", "T1.6")
def test_dealt_cards_are_visible_only_to_their_owner() -> None:
    state = tefuda.load("tezuma", players=4).start(seed=8)
    dealt = state.opening[-1]
    for seat in range(-1, 4):
        heard = state.game.observe(dealt, seat)
        assert heard is not None
        seen = {move.target for move in heard.moves if move.face is not None}
        assert seen == ({f"hand-{seat}"} if seat >= 0 else set())
        assert sum(move.count for move in heard.moves) == 48


@pytest.mark.clause("T1.6")
def test_other_events_are_observed_alike_by_all() -> None:
    state = scene(["b9 r5", "b8 r1", "bt r2", "r3 r4"], abilities={1: "1a", 2: "2a", 3: "3a"}, held=2, deal=3)
    events = play(state, "b9 b8! bt! nocard")
    for event in events:
        assert len({msgspec.json.encode(state.game.observe(event, seat)) for seat in range(-1, 4)}) == 1


def test_messages_of_the_booklets_fourth_example() -> None:
    state = scene(["b9", "b8", "bt", "r2"], abilities={1: "1a", 2: "2a", 3: "3a"})
    assert told(state, play(state, "b9 b8! bt! nocard")) == [
        "Ann leads butterfly 9",
        "Bob plays butterfly 8 with Swallowing a Horse: counts as 10",
        "Cay plays butterfly trump with Merry Butterfly: valid trump",
        "Dee uses Sands of Five Colours and plays no card",
        "By that ability Dee wins the trick",
        "Dee captures 3 cards (11 tricks so far)",
    ]
    state = scene(["b9", "b8", "bt", "r2"], abilities={1: "1a", 2: "2a", 3: "3a"})
    assert told(state, play(state, "b9 b8! bt! nocard"), language="ja")[1:4] == [
        "Bobは蝶8を出し、能力「呑馬術」を使った：数字は10",
        "Cayは蝶の切り札を出し、能力「浮かれの蝶」を使った：有効な切り札になる",
        "Deeは能力「五色の砂」を使い、カードを出さなかった",
    ]


def test_choices_are_observed() -> None:
    state = tefuda.load("tezuma", players=4).start(seed=1)
    seat = state.current_player
    assert seat is not None
    who = ["Ann", "Bob", "Cay", "Dee"][seat]
    table = next(action for action in state.legal_actions if action.startswith("table"))
    assert told(state, state.play(table)) == [f"{who} takes score table {table[-1]}"]
    assert told(state, state.play("minus-u"))[0].endswith("takes minus umbrella")
    ability = next(action for action in state.legal_actions if action == "ability-4b" or action.startswith("ability"))
    assert "takes " in told(state, state.play(ability))[0]


# ------------------------------------------------------------ presentation


def test_ability_with_two_directions_has_two_modes_and_another_one() -> None:
    state = scene(["b5 b6", "b4", "u1", "b1"], abilities={0: "1a", 1: "2a", 2: "3a"})
    modes = {seat: [mode.id for mode in state.view(seat).modes] for seat in (0, 1, 2, -1)}
    both = [choice.mode for choice in state.view(0).choices]
    assert modes[1] == ["!"]
    assert modes[2] == [], "winning without a card is a button"
    assert [button.action for button in state.view(2).buttons] == ["nocard"]
    assert modes[-1] == []
    assert set(both) == {"", *modes[0]}
    for seat in (0, 1):
        for mode in state.view(seat).modes:
            assert state.game.action_code(mode.action) is not None


def test_choice_for_the_whole_deal_and_winning_without_a_card_need_confirmation() -> None:
    draft = tefuda.load("tezuma", players=3).start(seed=2)
    assert all(choice.confirm for choice in draft.view(draft.current_player).choices)
    state = scene(["b5", "b6", "u1", "b1"], abilities={1: "3a"})
    assert not any(choice.confirm for choice in state.view(0).choices)
    play(state, "b5")
    assert [choice.action for choice in state.view(1).choices if choice.confirm] == ["nocard"]


def test_status_tells_the_trick_and_the_cards_still_out() -> None:
    draft = tefuda.load("tezuma", players=3).start(seed=2)
    assert [draft.game.say(one.words) for one in draft.view().status] == ["Deal 1 of 3"]
    view = scene(["b7", "b2", "b6", "b3"], held=2).view(0)
    first, *out = view.status
    assert first.words.args == {"deal": 1, "deals": 4, "trick": 11}
    assert [one.words.args["count"] for one in out] == [view.counter(f"out-{letter}") for letter in "burw"]
    assert (first.help, {one.help for one in out}) == (False, {True})
    told_already = {counter.id for counter in view.counters if counter.owner < 0}
    assert {counter.show for counter in view.counters if counter.id in told_already and counter.owner < 0} == {"none"}


def test_pressing_a_card_attempts_it_but_not_the_own_hand_while_choosing() -> None:
    draft = tefuda.load("tezuma", players=3).start(seed=2)
    own, others = draft.view(draft.current_player), draft.view((draft.current_player + 1) % 3)
    assert [own.zone(zone).attempt for zone in ("tables", "minuses", "abilities")] == [True] * 3
    assert not own.zone(f"hand-{own.seat}").attempt
    assert others.zone(f"hand-{others.seat}").attempt
    assert not any(zone.attempt for zone in draft.view().zones)


def test_observations_tell_who_leads_and_wins_and_what_was_paid() -> None:
    state = scene(["b5", "bt", "u1", "b1"], abilities={1: "2a"})
    led = state.game.observe(play(state, "b5")[0], 2)
    assert led is not None
    assert led.roles == {"start": 0, "leader": 0, "winning": 0}
    announced = state.game.observe(play(state, "bt!")[0], 2)
    assert announced is not None
    assert announced.roles == {"start": 0, "leader": 0, "winning": 1}
    coins = state.view().counter("coins", 1)
    assert [(one.id, one.value, one.owner) for one in announced.counters] == [("coins", coins, 1)]


@pytest.mark.parametrize(
    ("hands", "ability", "moves", "tells"),
    [
        (["b5 b6", "u1", "b1"], {0: "1a"}, ["b5!"], "Ann leads butterfly 5 with "),
        (["b5", "u1 u2", "b1"], {1: "1a"}, ["b5", "u1!"], "Bob has no butterfly and plays umbrella 1 with "),
        (["b5", "b1 b2", "u1"], {1: "1a"}, ["b5", "b1!"], "Bob plays butterfly 1 with "),
        (["b5", "b1 u1", "u2"], {1: "4a"}, ["b5", "u1!"], "Bob plays umbrella 1 with "),  # T7.7: need not follow
    ],
)
def test_log_tells_who_leads_or_cannot_follow_with_an_ability(
    hands: list[str], ability: dict[int, str], moves: list[str], tells: str
) -> None:
    state = scene(hands, abilities=ability)
    events = [play(state, move)[0] for move in moves]
    heard = state.game.observe(events[-1], 2)
    assert heard is not None
    assert state.game.say(heard.words, "en", ["Ann", "Bob", "Cay"]).startswith(tells)
