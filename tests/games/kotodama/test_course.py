"""Setting up, turns, the field and the end: the numbered cases of the rules, and every clause about them."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.engine.errors import IllegalAction
from tefuda.engine.state import State
from tefuda.games.kotodama.state import Event
from tests.games.kotodama.builders import (
    codes,
    command,
    form_of,
    groups,
    in_hand,
    names_in,
    play,
    refused,
    said,
    scene,
    score,
)

clause = pytest.mark.clause

TEN_GROUPS = ("山", "犬", "富士山", "三つ", "私", "だれ", "これ", "見る", "高い", "静かだ")


def started(seed: int = 7) -> State:
    """A game whose decks have been chosen."""
    state = tefuda.load("kotodama").start(seed)
    state.play("deck-1")
    state.play("deck-2")
    return state


# ------------------------------------------------------------------- set-up


@clause("W2.3", "W2.4", "W2.5", "W3.1")
def test_a_game_begins_with_four_cards_five_score_cards_and_one_draw() -> None:
    """W1: a deck of forty leaves thirty-one, and the seat that goes first draws at once."""
    state = started()
    first = state.current_player
    for p in range(2):
        drawn = int(p == first)
        assert in_hand(state, p) == 4 + drawn
        assert state.view().zone(f"score-{p}").count == 5
        assert state.view().zone(f"deck-{p}").count == 31 - drawn
    assert {started(seed).current_player for seed in range(20)} == {0, 1}, "chance decides who goes first"


@clause("W2.5")
@pytest.mark.parametrize("seed", range(6))
def test_view_shows_who_goes_first_as_soon_as_it_is_announced(seed: int) -> None:
    state = tefuda.load("kotodama").start(seed)
    state.play("deck-1")
    (announced,) = [event for event in state.play("deck-2") if event.code == Event.BEGAN]
    assert state.game.view(announced.after).to_act == announced.a == state.current_player


@clause("W9.1")
def test_score_cards_are_hidden_from_all_and_hands_and_deck_lists_from_others() -> None:
    state = started()
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert all(card.face is None for p in range(2) for card in view.zone(f"score-{p}").cards)
        for p in range(2):
            sees = viewer == p
            assert all((card.face is not None) == sees for card in view.zone(f"hand-{p}").cards)
            assert any(zone.id == f"list-{p}" for zone in view.zones) == sees


@clause("W2.2")
def test_a_deck_is_chosen_in_secret() -> None:
    """The opponent observes how many cards it has, and cannot tell which deck it is."""
    heard = []
    for deck in ("deck-1", "deck-2"):
        state = tefuda.load("kotodama").start(1)
        happened = play(state, deck)
        heard.append((said(state, happened, 1), state.view(1)))
    assert heard[0] == heard[1]
    assert heard[0][0] == ["Aki has chosen a deck of 40 cards"]
    assert refused(started(), "deck 1") == refused(started(), "add 書く") == refused(started(), "ready") == "W2.2"
    fresh = tefuda.load("kotodama").start(1)
    assert refused(fresh, "end") == refused(fresh, "deck 3") == "W2.2"


@clause("W2.1")
@pytest.mark.parametrize(("cards", "fits"), [(29, False), (30, True), (55, True), (56, False)])
def test_a_deck_has_thirty_to_fifty_five_cards(cards: int, fits: bool) -> None:
    """W13: 29 and 56 are no deck."""
    state = tefuda.load("kotodama").start(1)
    adds = [f"add-{1 + k // 2}" for k in range(cards)]
    if fits:
        state.play(" ".join([*adds, "ready"]))
        assert state.current_player == 1
        assert state.view(0).zone("deck-0").count == cards
        assert state.view(0).zone("list-0").count == cards
    else:
        with pytest.raises(IllegalAction) as error:
            state.play(" ".join([*adds, "ready"]))
        assert error.value.clause == "W2.1"


@clause("W2.1", "W1.3")
def test_a_deck_has_at_most_two_of_a_name() -> None:
    """W13: a third equal card is refused; and what has begun must be finished."""
    state = tefuda.load("kotodama").start(1)
    with pytest.raises(IllegalAction) as error:
        state.play("add-2 add-2 add-2")
    assert error.value.clause == "W2.1"
    assert error.value.action == "add-2"
    with pytest.raises(IllegalAction):
        state.prepare("add-2")
    with pytest.raises(IllegalAction) as error:
        state.play("add-2 deck-1")
    assert error.value.clause == "W2.2"
    state.play("add-2")
    assert refused(state, "deck-1") == "W2.2"
    assert refused(state, "add-126") == "W2.1", "there is no such card"


def test_only_the_seat_that_builds_a_deck_sees_its_cards() -> None:
    state = tefuda.load("kotodama").start(1)
    happened = state.play(" ".join(["add-2"] * 2 + [f"add-{n}" for n in range(3, 31)] + ["ready"]))
    assert said(state, happened, 0) == said(state, happened, 1) == ["Aki has chosen a deck of 30 cards"]
    assert names_in(state, "list-0", 0)[:3] == ["書く", "書く", "話す"]
    assert not any(zone.id == "list-0" for zone in state.view(1).zones)


# -------------------------------------------------------------------- turns


@clause("W8.3")
@pytest.mark.parametrize(("scores", "ranks"), [((3, 2), (1, 2)), ((1, 4), (2, 1)), ((2, 2), (1, 1))])
def test_an_empty_deck_at_the_start_of_a_turn_ends_the_game(scores: tuple[int, int], ranks: tuple[int, int]) -> None:
    """W2: more score cards win; as many are a draw."""
    state = scene(score=scores, decks=(10, 0))
    play(state, "end")
    assert state.is_terminal
    assert state.ranking == ranks
    assert state.scores == scores


@clause("W8.3")
def test_an_empty_deck_in_the_middle_of_an_effect_ends_the_game_at_once() -> None:
    """W3: of two cards the first is drawn; the item at work is discarded all the same (R4-19)."""
    state = scene(("辞書", ""), score=(3, 2), decks=(1, 9))
    happened = play(state, "play 辞書")
    assert codes(happened).count(Event.DREW) == 1
    assert in_hand(state, 0) == 1
    assert "辞書" in names_in(state, "gone-0")
    assert state.ranking == (1, 2)


@clause("W3.2", "W3.3")
def test_turn_may_be_empty_or_have_actions_in_any_order() -> None:
    state = scene(("辞書 書く", ""), [["見る"], []])
    play(state, "play 辞書", "use 1", "play 書く", "end")
    assert state.current_player == 1
    play(state, "end")
    assert state.current_player == 0, "a turn without anything is a turn"
    assert refused(state, "play かなり") == "W3.2"


@clause("W3.4")
def test_while_a_seat_must_choose_nothing_else_is_legal() -> None:
    state = scene(("ない 山", "山 犬 高い"), [["走る"], []])
    play(state, "play ない", "under 1")
    assert state.current_player == 1, "whose hand it is chooses, in the other's turn"
    for other in ("end", "play 山", "score 1", "group 1", "yes", "under 1"):
        assert refused(state, other) == "W3.4"
    assert refused(state, "pick 山") is None
    play(state, "pick 山")
    assert state.current_player == 0
    for other in ("pick 山", "score 1", "yes", "under 1", "new"):
        assert refused(state, other) == "W3.4"


@clause("W4.1")
def test_one_word_card_a_turn_and_any_number_of_items() -> None:
    """W7: after a word card another is refused, and an item is not. Stacking counts (R4-5)."""
    state = scene(("書く 山 辞書 ない", ""))
    play(state, "play 書く")
    assert refused(state, "play 山") == refused(state, "play ない") == "W4.1"
    assert refused(state, "play 辞書") is None
    stacking = scene(("ない 山", ""), [["走る"], []])
    play(stacking, "play ない", "under 1")
    assert refused(stacking, "play 山") == "W4.1"


@clause("W7.7")
def test_one_more_word_card_is_for_this_turn_only() -> None:
    state = scene(("原稿用紙 書く 山 高い", ""))
    play(state, "play 原稿用紙", "play 書く", "play 山")
    assert refused(state, "play 高い") == "W4.1"
    unused = scene(("原稿用紙 書く 山 高い", ""))
    play(unused, "play 原稿用紙", "end", "end", "play 書く")
    assert refused(unused, "play 山") == "W4.1"


@clause("W6.7")
def test_a_turn_has_at_most_twenty_plays() -> None:
    state = scene(("辞書 書く", ""), [["見る"], []], plays=20)
    assert refused(state, "play 辞書") == refused(state, "play 書く") == refused(state, "use 1") == "W6.7"
    play(state, "end", "end")
    assert refused(state, "play 辞書") is None


# -------------------------------------------------------------------- field


@clause("W4.2")
def test_card_is_stacked_only_where_its_text_permits_and_on_own_groups() -> None:
    state = scene(("ない 書く", ""), [["山"], ["走る"]])
    play(state, "play ない")
    assert groups(state) == ["山", "ない"], "with no verb of one's own there is only a new group"
    choosing = scene(("ない 書く", ""), [["山", "走る"], ["走る"]])
    play(choosing, "play ない")
    assert refused(choosing, "under 1") == refused(choosing, "on 2") == refused(choosing, "under 3") == "W4.2"
    assert set(choosing.legal_actions) == {"new", "under-2"}
    assert refused(choosing, "end") == refused(choosing, "play 書く") == "W3.4"


@clause("W4.3", "W4.4", "W4.6")
def test_ten_groups_leave_room_for_items_and_for_stacking_only() -> None:
    """W8, R4-4."""
    state = scene(("書く 辞書 ない 付せん", ""), [TEN_GROUPS, []])
    assert refused(state, "play 書く") == refused(state, "play 付せん") == "W4.3"
    play(state, "play 辞書", "play ない")
    assert groups(state)[7] == "見る ない"
    assert len(groups(state)) == 10
    assert "辞書" in names_in(state, "gone-0")


@clause("W4.6")
def test_an_item_that_stays_takes_the_place_of_a_group_and_no_word_play() -> None:
    state = scene(("付せん 書く", ""))
    play(state, "play 付せん", "play 書く")
    assert groups(state) == ["付せん", "書く"]
    play(state, "use 1")
    assert groups(state) == ["書く"]
    assert names_in(state, "gone-0")[-1] == "付せん"


@clause("W4.5", "W5.1", "W5.3")
def test_card_laid_under_a_group_conjugates_its_bottom_card() -> None:
    """W9: 走る takes the irrealis form; た under 書か|ない conjugates ない (R4-7)."""
    state = scene(("ない", ""), [["走る"], []])
    play(state, "play ない", "under 1")
    assert groups(state) == ["走る ない"]
    assert form_of(state, "走る") == "未然形"
    longer = scene(("た", ""), [["書く ない"], []])
    play(longer, "play た", "under 1")
    assert groups(longer) == ["書く ない た"]
    assert (form_of(longer, "書く"), form_of(longer, "ない"), form_of(longer, "た")) == ("未然形", "連用形", "")


@clause("W5.2")
def test_a_form_lasts_as_long_as_the_card_right_below() -> None:
    """R4-8: the eraser takes た away, and ない is as it was; 書く still has ない below."""
    state = scene(("消しゴム", ""), [["書く ない た"], []])
    play(state, "play 消しゴム")
    assert groups(state) == ["書く ない"]
    assert (form_of(state, "書く"), form_of(state, "ない")) == ("未然形", "")


@clause("W5.4")
def test_particles_under_a_noun_cause_no_form() -> None:
    """R4-20: nothing conjugates; that the particle was played counts."""
    state = scene(("が", ""), [["山"], []])
    happened = play(state, "play が", "under 1")
    assert form_of(state, "山") == ""
    assert Event.FORMED not in codes(happened)
    assert codes(happened).count(Event.DREW) == 1


@clause("W5.5", "W4.5")
def test_card_laid_on_a_group_modifies_its_top_card() -> None:
    """W10: both かなり and 静かだ cost the opponent a score card (R4-17), and 静かだ is covered."""
    state = scene(("かなり", ""), [["静かだ"], []])
    happened = play(state, "play かなり", "on 1", "score 1", "score 1")
    assert groups(state) == ["かなり 静かだ"]
    assert "modifies" in state.view(0).zone("group1-0").cards[0].marks
    assert score(state) == (5, 3)
    assert Event.MODIFIED_BY in codes(happened)


@clause("W5.6")
def test_a_group_is_spelled_out_and_means_nothing_by_itself() -> None:
    state = scene(("とても ば", ""), [["美しい"], []])
    happened = play(state, "play ば", "under 1")
    zone = state.view(0).zone("group1-0")
    assert zone.note is not None
    assert state.game.say(zone.note, "ja").startswith("美しけれ|ば")
    assert score(state) == (5, 5)
    assert Event.SCORED not in codes(happened)


@clause("W4.8")
def test_wiping_at_ten_is_a_house_rule() -> None:
    """R4-26: what the tenth card does still happens; without the rule nothing is wiped (R4-3)."""
    nine = TEN_GROUPS[:9]
    wiped = scene(("はい", ""), [nine, ["走る"]], wipe_at_ten=1)
    happened = play(wiped, "play はい")
    assert groups(wiped) == []
    assert groups(wiped, 1) == ["走る"]
    assert set(nine) | {"はい"} <= set(names_in(wiped, "gone-0"))
    assert codes(happened).count(Event.DREW) == 1
    kept = scene(("はい", ""), [nine, []])
    play(kept, "play はい")
    assert len(groups(kept)) == 10


@clause("W4.7", "W7.8")
def test_watashi_makes_the_first_stacked_card_of_a_turn_free() -> None:
    """R4-22: the first card stacked in a turn is free, even after the word card; not the second, not a new group."""
    state = scene(("書く ない ます 山", ""), [["私", "走る", "起きる"], []])
    play(state, "play 書く")
    assert refused(state, "play 山") == "W4.1"
    play(state, "play ない")
    assert refused(state, "new") == "W4.1", "a new group would not be stacked"
    play(state, "under 2")
    assert refused(state, "play ます") == "W4.1"
    covered = scene(("書く ない", ""), [["私 が", "走る"], []])
    play(covered, "play 書く")
    assert refused(covered, "play ない") is None, "私 with が under it is still on top"
    twice = scene(("書く ない ます", ""), [["私", "私", "走る", "起きる"], []])
    play(twice, "play 書く", "play ない", "under 3")
    assert refused(twice, "play ます") == "W4.1", "two of them are no better than one"


# ---------------------------------------------------------------------- end


@clause("W8.1", "W1.1")
def test_player_without_score_cards_loses_and_has_the_last_one_in_hand() -> None:
    """W4."""
    state = scene(("ない", ""), [["書く"], []], score=(5, 1))
    play(state, "play ない", "under 1")
    assert state.is_terminal
    assert state.ranking == (1, 2)
    assert in_hand(state, 1) == 1


@clause("W8.1", "W7.1")
def test_taking_two_score_cards_with_one_left_takes_one() -> None:
    """W6."""
    state = scene(("けっして", ""), [["書く ない"], []], score=(2, 1))
    play(state, "play けっして", "on 1")
    assert state.is_terminal
    assert score(state) == (2, 0)


@clause("W8.4")
def test_no_action_is_legal_after_the_end() -> None:
    state = scene(("ない 辞書", ""), [["書く"], []], score=(5, 1))
    play(state, "play ない", "under 1")
    assert {refused(state, one) for one in ("end", "play 辞書", "score 1", "yes", "ready")} == {"W8.4"}
    assert list(state.legal_actions) == []


@clause("W7.1")
def test_owner_picks_one_of_several_unknown_score_cards() -> None:
    """W14: any of four; it is drawn like any other unseen card, and only its owner sees it then."""
    state = scene(("ない", ""), [["書く"], []], score=(5, 4), coming=[(1, "犬")])
    play(state, "play ない", "under 1")
    assert state.current_player == 1
    assert list(state.legal_actions) == ["score-1", "score-2", "score-3", "score-4"]
    assert refused(state, "score 5") == "W7.1"
    happened = play(state, "score 3")
    assert said(state, happened, 1)[0] == "Ben adds a score card to their hand: 犬 (dog)"
    assert said(state, happened, 0)[0] == "Ben adds a score card to their hand"
    assert names_in(state, "hand-1", 1) == ["犬"]
    assert names_in(state, "hand-1", 0) == ["?"]
    assert len(names_in(state, "score-1")) == 3


def test_actions_are_named_so_that_a_person_can_type_them() -> None:
    state = scene(("ない", ""), [["書く"], []])
    assert command(state, "play ない") == "play-36"
    assert list(state.legal_actions) == ["end", "play-36"]


# ------------------------------------------------------------ presentation


def test_deck_is_chosen_on_a_page_of_which_other_clients_offer_starter_decks() -> None:
    state = tefuda.load("kotodama").start(seed=1)
    view, other = state.view(0), state.view(1)
    assert (view.page, other.page, view.buttons) == (True, False, ())
    assert {choice.action.partition("-")[0]: choice.mode for choice in view.choices} == {"deck": "", "add": "page"}
    state.play("deck-1")
    state.play("deck-1")
    assert not state.view(state.current_player).page
    assert [[button.action for button in state.view(seat).buttons] for seat in (0, 1)] == [["end"]] * 2
