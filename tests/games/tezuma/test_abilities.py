"""The ten abilities: each by itself, each with every other in one trick, and who may announce one when."""

from __future__ import annotations

import pytest

from tefuda.engine.state import State
from tests.games.asking import clause_against, told
from tests.games.tezuma.builders import captured, names, play, scene, winner

# ------------------------------------------------------------- announcing


@pytest.mark.clause("T6.1", "T6.2")
def test_ability_costing_two_can_be_used_twice_per_deal() -> None:
    state = scene(["b5 b6 b7", "bt bt bt", "b1 b2 b3", "u1 u2 u3"], abilities={1: "2a"})
    assert winner(play(state, "b5 bt! b1 u1")) == 1
    assert state.view().counter("coins", 1) == 2
    assert winner(play(state, "bt! b2 u2 b6")) == 1
    assert state.view().counter("coins", 1) == 0
    assert clause_against(state, "bt!") == "T6.2"
    assert list(state.legal_actions) == ["bt"]


@pytest.mark.clause("T3.2", "T6.2")
def test_next_deal_begins_with_four_ohajiki() -> None:
    state = scene(
        ["b5", "b6", "b1", "b9"], held=1, coins={0: 1, 1: 0, 2: 2, 3: 4}, abilities={1: "2a", 2: "4a", 3: "3a"}
    )
    play(state, "b5 b6 b1 b9")
    assert state.view().counter("deal") == 2
    assert [state.view().counter("coins", seat) for seat in range(4)] == [4, 4, 4, 4]


@pytest.mark.clause("T6.1")
def test_unannounced_ability_has_no_effect() -> None:
    state = scene(["b9", "bt", "b3", "b4"], abilities={1: "2a"})
    assert winner(play(state, "b9 bt b3 b4")) == 0
    assert state.view().counter("coins", 1) == 4


@pytest.mark.clause("T6.3")
def test_several_players_may_announce_in_one_trick() -> None:
    """The booklet's fourth example, in which three of four do."""
    state = scene(["b9", "b8", "bt", "r2"], abilities={1: "1a", 2: "2a", 3: "3a"})
    events = play(state, "b9 b8! bt! nocard")
    assert winner(events) == 3
    assert captured(events, 3) == 3
    assert state.view().zone("hand-3").count == 1 + state.view().zone("hand-0").count


@pytest.mark.clause("T6.3")
@pytest.mark.parametrize(
    ("abilities", "commands", "wins"), [({1: "1a", 2: "2a"}, "b9 b8! bt! r2", 2), ({1: "1a"}, "b9 b8! bt r2", 1)]
)
def test_booklet_example_four_with_fewer_announcements(abilities: dict[int, str], commands: str, wins: int) -> None:
    assert winner(play(scene(["b9", "b8", "bt", "r2"], abilities=abilities), commands)) == wins


@pytest.mark.clause("T6.3")
def test_house_rule_limits_a_trick_to_one_ability() -> None:
    state = scene(["b9", "b8", "bt", "r2"], abilities={1: "1a", 2: "2a", 3: "3a"}, one_ability=True)
    play(state, "b9 b8!")
    assert clause_against(state, "bt!") == "T6.3"
    state.play("bt")
    assert clause_against(state, "nocard") == "T6.3"
    assert winner(play(state, "r2")) == 1
    assert state.view().counter("coins", 3) == 4
    assert "nocard" in play_to(state, 3).legal_actions, "in the next trick any seat may"


def play_to(state: State, seat: int) -> State:
    """Play lowest cards without abilities until it is that seat's turn."""
    while state.current_player != seat:
        state.play(next(action for action in state.legal_actions if "!" not in action and action != "nocard"))
    return state


APPLIES = {  # ability: the hand, what may be announced when butterflies are led, and when leading
    "1a": ("b8 bt u3 ut", {"b8!"}, {"b8!", "u3!"}),
    "1b": ("b8 bt u3 ut", {"b8!"}, {"b8!", "u3!"}),
    "2a": ("b8 bt u3 ut", {"bt!"}, {"bt!", "ut!"}),
    "2b": ("b8 bt u3 ut", set(), set()),
    "3a": ("b8 bt u3 ut", {"nocard"}, {"nocard"}),
    "3b": ("b8 bt u3 ut", {"b8!"}, {"b8!", "u3!"}),
    "4a": ("b8 bt u3 ut", {"u3!", "ut!"}, set()),
    "4b": ("b8 bt u3 ut", set(), set()),
    "5a": ("b8 bt u3 ut", {"b8!", "b8!-"}, {"b8!", "b8!-", "u3!", "u3!-"}),
    "5b": ("b8 bt u3 ut", {"b8!", "bt!"}, {"b8!", "bt!", "u3!", "ut!"}),
}
APPLIES_TO_WHO_CANNOT_FOLLOW = {  # the hand is r2 ut w3, and butterflies are led
    "1a": {"r2!", "w3!"},
    "1b": {"r2!", "w3!"},
    "2a": set(),
    "2b": {"ut!"},
    "3a": {"nocard"},
    "3b": {"r2!", "w3!"},
    "4a": set(),
    "4b": {"r2!", "w3!"},
    "5a": {"r2!", "r2!-", "w3!", "w3!-"},
    "5b": {"r2!", "ut!", "w3!"},
}


def announcements(state: State) -> set[str]:
    return {action for action in state.legal_actions if "!" in action or action == "nocard"}


@pytest.mark.clause("T6.4")
@pytest.mark.parametrize("ability", APPLIES)
def test_ability_is_announced_only_with_applicable_cards(ability: str) -> None:
    hand, following, leading = APPLIES[ability]
    state = scene(["b1 b2 b3 b4", hand, "w1 w2 w4 w5", "w6 w7 w8 w9"], abilities={1: ability})
    state.play("b1")
    assert announcements(state) == following
    state = scene(["b1 b2 b3 b4", hand, "w1 w2 w4 w5", "w6 w7 w8 w9"], abilities={1: ability}, leader=1)
    assert announcements(state) == leading
    state = scene(["b1 b2 b3", "r2 ut w3", "w1 w2 w4", "w6 w7 w8"], abilities={1: ability})
    state.play("b1")
    assert announcements(state) == APPLIES_TO_WHO_CANNOT_FOLLOW[ability]
    for refused in {"r2!", "ut!", "w3!"} - APPLIES_TO_WHO_CANNOT_FOLLOW[ability]:
        assert clause_against(state, refused) == "T6.4"


@pytest.mark.clause("T7.9", "T7.5")
def test_inapplicable_ability_is_refused() -> None:
    state = scene(["b1", "b8", "b2", "b3"], abilities={1: "1a"})
    state.play("b1")
    assert clause_against(state, "b8!-") == "T7.9"
    assert clause_against(state, "nocard") == "T7.5"


# ------------------------------------------------------------- one by one


@pytest.mark.clause("T7.1", "T6.6")
def test_swallowing_a_horse_adds_two_for_this_trick_only() -> None:
    state = scene(["b9 b7", "b8 b2", "b3", "b4"], abilities={1: "1a"})
    play(state, "b9 b8!")
    assert state.view().counter("counts-as", 1) == 10
    assert winner(play(state, "b3 b4")) == 1
    assert ("counts-as", 1) not in {(counter.id, counter.owner) for counter in state.view().counters}


@pytest.mark.clause("T7.1")
def test_ability_has_no_effect_on_a_number_that_does_not_follow() -> None:
    state = scene(["b3", "u9", "b2", "b1"], abilities={1: "1a"})
    state.play("b3")
    labels = [choice.label.args["does"].id for choice in state.view(1).choices if choice.action == "u9!"]  # type: ignore[union-attr]
    assert labels == ["does-nothing"], "and the label of the choice says so"
    assert winner(play(state, "u9! b2 b1")) == 0


@pytest.mark.clause("T5.4", "T6.5")
@pytest.mark.parametrize(("order", "wins"), [(["b9", "b7"], 0), (["b7", "b9"], 0)])
def test_of_equal_numbers_the_first_wins(order: list[str], wins: int) -> None:
    user = order.index("b7")
    state = scene([*order, "b2", "b1"], abilities={user: "1a"})
    play(state, " ".join(card + "!" * (card == "b7") for card in order))
    assert winner(play(state, "b2 b1")) == wins


@pytest.mark.clause("T7.2", "T6.5")
def test_swallowing_needles_makes_a_nine_weaker_than_a_one_but_stronger_than_a_following_trump() -> None:
    assert winner(play(scene(["b1", "b9", "u1", "u2"], abilities={1: "1b"}), "b1 b9! u1 u2")) == 0
    assert winner(play(scene(["bt", "b9", "u1", "u2"], abilities={1: "1b"}), "bt b9! u1 u2")) == 1


@pytest.mark.clause("T7.3")
def test_merry_butterfly_makes_a_trump_valid_that_follows_or_leads() -> None:
    assert winner(play(scene(["b9", "bt", "b1", "b2"], abilities={1: "2a"}), "b9 bt! b1 b2")) == 1
    assert winner(play(scene(["bt", "b9", "ut", "b2"], abilities={0: "2a"}), "bt! b9 ut b2")) == 0
    assert winner(play(scene(["b9", "ut", "bt", "b2"], abilities={2: "2a"}), "b9 ut bt! b2")) == 1, (
        "but not a first one"
    )


@pytest.mark.clause("T7.4")
def test_egg_in_the_sleeve_makes_a_valid_trump_lose() -> None:
    assert winner(play(scene(["b1", "ut", "b2", "u9"], abilities={1: "2b"}), "b1 ut! b2 u9")) == 2
    state = scene(["bt", "ut", "r1", "w9"], abilities={1: "2b"})
    assert winner(play(state, "bt ut! r1 w9")) == 0, "it does not even win where nothing else could"


@pytest.mark.clause("T7.5")
def test_sands_of_five_colours_win_against_valid_trumps_and_keep_the_card() -> None:
    state = scene(["b9", "ut", "b1", "b2"], abilities={2: "3a"})
    events = play(state, "b9 ut nocard b2")
    assert winner(events) == 2
    assert captured(events, 2) == 3
    assert len(names(state.full_state.hand[2])) == 2 == 1 + len(names(state.full_state.hand[0]))
    assert state.current_player == 2, "the seat that wins without a card leads the next trick"


@pytest.mark.clause("T7.5")
def test_a_leader_may_win_without_a_card_and_the_next_card_sets_the_suit() -> None:
    state = scene(["b9", "u3", "u5 ut", "b1"], abilities={0: "3a", 2: "1a"})
    play(state, "nocard u3")
    assert clause_against(state, "ut") is None
    assert clause_against(state, "r1") == "T4.2"
    events = play(state, "u5 b1")
    assert winner(events) == 0
    assert captured(events, 0) == 3
    assert state.full_state.void[3] == 1 << 1, "who did not follow that suit has none of it"


@pytest.mark.clause("T7.6")
def test_dancing_water_makes_any_number_a_valid_trump() -> None:
    assert winner(play(scene(["b9", "b1", "ut", "b2"], abilities={1: "3b"}), "b9 b1! ut b2")) == 1
    assert winner(play(scene(["b9", "u1", "ut", "b2"], abilities={1: "3b"}), "b9 u1! ut b2")) == 1
    assert winner(play(scene(["b9", "ut", "b1", "b2"], abilities={2: "3b"}), "b9 ut b1! b2")) == 1, (
        "an earlier one wins"
    )


@pytest.mark.clause("T7.7")
def test_entwined_branches_lets_one_play_a_valid_trump_in_place_of_the_led_suit() -> None:
    state = scene(["b9", "b1 ut", "b2", "b3"], abilities={1: "4a"})
    play(state, "b9")
    assert clause_against(state, "ut") == "T4.3"
    assert winner(play(state, "ut! b2 b3")) == 1


@pytest.mark.clause("T7.7")
def test_a_number_played_by_entwined_branches_cannot_win_and_shows_that_the_suit_is_held() -> None:
    state = scene(["b1", "b9 u9", "r1 r2", "r3 r4"], abilities={1: "4a"})
    assert winner(play(state, "b1 u9! r1 r3")) == 0
    assert state.full_state.keeps[1] == 1 << 0
    assert state.full_state.void[1] == 0, "it is no void"
    assert [c.id for c in state.view().counters if c.owner == 1 and c.id.startswith("void")] == []
    play(state, "b2 b9")
    assert state.full_state.keeps[1] == 0, "until a card of it is played"


@pytest.mark.clause("T7.8")
def test_umbrellas_from_nowhere_make_another_suits_number_follow() -> None:
    assert winner(play(scene(["b7", "u8", "b6", "b5"], abilities={1: "4b"}), "b7 u8! b6 b5")) == 1
    assert winner(play(scene(["b9", "u8", "b6", "b5"], abilities={1: "4b"}), "b9 u8! b6 b5")) == 0
    state = scene(["b7", "u8", "b6", "b5"], abilities={1: "4b"})
    play(state, "b7 u8!")
    assert state.view().zone("trick-1").cards[0].marks == ("announced", "as-led")
    assert state.full_state.void[1] == 1 << 0, "all the same it shows that the led suit is not held"


@pytest.mark.clause("T7.9")
@pytest.mark.parametrize(
    ("mine", "sign", "other", "wins", "number"),
    [("b9", "!", "b8", 1, 10), ("b1", "!-", "bt", 1, 0), ("b8", "!", "b9", 0, 9), ("b8", "!-", "b7", 0, 7)],
)
def test_cherry_on_the_peak_adds_or_takes_away_one(mine: str, sign: str, other: str, wins: int, number: int) -> None:
    state = scene([other, mine, "u1", "u2"], abilities={1: "5a"})
    play(state, f"{other} {mine}{sign}")
    assert state.view().counter("counts-as", 1) == number
    assert winner(play(state, "u1 u2")) == wins


@pytest.mark.clause("T7.10", "T7.11", "T5.6")
def test_angling_for_goldfish_sets_aside_one_card_of_the_won_trick() -> None:
    state = scene(["b5", "b9", "u1", "b2"], abilities={1: "5b"}, minus={1: "b"})
    assert winner(play(state, "b5 b9! u1 b2")) == 1
    assert state.current_player == 1
    assert list(state.legal_actions) == ["aside-0", "aside-1", "aside-2", "aside-3"]
    assert state.view(1).zone("trick-3").count == 1
    for other in ("b1", "nocard", "table-1", "ability-1a"):
        assert clause_against(state, other) == "T7.11"
    assert told(state, play(state, "aside-3"))[0] == "Bob sets butterfly 2 aside"
    view = state.view()
    assert [card.face for card in view.zone("aside").cards] == ["b2"]
    assert view.zone("won-1").count == 3
    assert (view.counter("tricks", 1), view.counter("penalty", 1)) == (1, 2), "two butterflies are left"
    assert state.current_player == 1


@pytest.mark.clause("T7.10", "T7.11")
def test_only_the_winner_sets_a_card_aside() -> None:
    state = scene(["b5", "b4", "u1", "b9"], abilities={1: "5b"})
    play(state, "b5 b4! u1")
    assert clause_against(state, "aside-0") == "T7.10"
    assert winner(play(state, "b9")) == 3
    assert state.current_player == 3
    assert state.view().zone("aside").count == 0
    assert clause_against(state, "aside-0") == "T7.10"


@pytest.mark.clause("T7.10", "T7.11")
def test_only_a_card_of_the_trick_is_set_aside_and_a_place_without_one_is_refused() -> None:
    state = scene(["b5", "b9", "u1"], abilities={1: "5b"}, without=4)
    play(state, "b5 b9! u1")
    assert list(state.legal_actions) == ["aside-0", "aside-1", "aside-2"]
    assert clause_against(state, "aside-3") == "T7.10"


# ------------------------------------------------------ two in one trick

# Umbrellas are led.  For each ability: the cards held, what is announced with one of them, and how strong it then is:
# a number of the led suit, a valid trump, a win without a card, or nothing.
VALID, SANDS, NOTHING = 100, 1000, -1
USES = {
    "1a": ("u6", "u6!", 8),
    "1b": ("u9", "u9!", 0),
    "2a": ("ut", "ut!", VALID),
    "2b": ("rt", "rt!", NOTHING),
    "3a": ("w9", "nocard", SANDS),
    "3b": ("u2", "u2!", VALID),
    "4a": ("u1 bt", "bt!", VALID),
    "4b": ("r9", "r9!", 9),
    "5a": ("u8", "u8!", 9),
    "5b": ("u7", "u7!", 7),
}
LEADS = {  # the same for the leader; after sands the next player's umbrella sets the suit
    "1a": ("u6", "u6!", 8),
    "1b": ("u9", "u9!", 0),
    "2a": ("ut", "ut!", VALID),
    "3a": ("w9", "nocard", SANDS),
    "3b": ("u2", "u2!", VALID),
    "5a": ("u8", "u8!-", 7),
    "5b": ("u7", "u7!", 7),
}


def pairs(first: dict[str, tuple[str, str, int]]) -> list[tuple[str, str]]:
    """Return the pairs of abilities that can be used in one trick: never the two sides of a card."""
    return [(one, other) for one in first for other in USES if one[0] != other[0]]


@pytest.mark.clause("T6.5", "T6.6")
@pytest.mark.parametrize(("one", "other"), pairs(USES))
def test_abilities_of_two_followers_in_one_trick_both_take_effect(one: str, other: str) -> None:
    state = scene(["u5", USES[one][0], USES[other][0], "w1"], abilities={1: one, 2: other}, held=3)
    strengths = [5, USES[one][2], USES[other][2]]
    play(state, f"u5 {USES[one][1]} {USES[other][1]}")
    check_the_winner(state, play(state, "w1"), strengths, {1: one, 2: other})


@pytest.mark.clause("T6.5", "T6.6")
@pytest.mark.parametrize(("one", "other"), pairs(LEADS))
def test_abilities_of_leader_and_follower_in_one_trick_both_take_effect(one: str, other: str) -> None:
    state = scene([LEADS[one][0], "u4", USES[other][0], "w1"], abilities={0: one, 2: other}, held=3)
    strengths = [LEADS[one][2], 4, USES[other][2]]
    play(state, f"{LEADS[one][1]} u4 {USES[other][1]}")
    check_the_winner(state, play(state, "w1"), strengths, {0: one, 2: other})


def check_the_winner(state: State, events: list, strengths: list[int], users: dict[int, str]) -> None:  # type: ignore[type-arg]
    """Check that the strongest card has won, the first of equals, and that only the winner sets a card aside."""
    wins = strengths.index(max(strengths))
    assert winner(events) == wins
    fishing = users.get(wins) == "5b"
    assert (state.full_state.phase == 2) == fishing
    if fishing:
        events = play(state, state.legal_actions[0])
    cards = 4 - ("3a" in users.values()) - fishing
    assert captured(events, wins) == cards
    assert state.view().zone("aside").count == fishing
    for seat, ability in users.items():
        cost = {"1a": 1, "1b": 1, "2a": 2, "2b": 1, "3a": 4, "3b": 4, "4a": 2, "4b": 2, "5a": 1, "5b": 2}[ability]
        assert state.view().counter("coins", seat) == 4 - cost
