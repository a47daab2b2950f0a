"""Effects with the cards of the pool: what makes them happen, under which conditions, in which order; what they do."""

from __future__ import annotations

import pytest

from tefuda.games.kotodama.state import Event
from tests.games.kotodama.builders import codes, fired, form_of, groups, names_in, play, refused, said, scene, score

clause = pytest.mark.clause


# ------------------------------------------------------------------ triggers


@clause("W6.3")
def test_effects_of_the_new_card_precede_those_of_the_conjugated_card() -> None:
    """R4-18: ない makes the opponent discard before 書く costs it a score card."""
    state = scene(("ない", "山 犬"), [["書く"], []])
    happened = play(state, "play ない", "under 1", "pick 犬", "score 1")
    assert fired(state, happened) == ["ない", "書く"]
    order = [code for code in codes(happened) if code in (Event.DISCARDED, Event.SCORED)]
    assert order == [Event.DISCARDED, Event.SCORED]


@clause("W6.3")
def test_all_present_effects_come_last() -> None:
    """が is played and draws, and only then 犬 finds 走る and が there."""
    state = scene(("が", ""), [["犬", "走る"], []])
    happened = play(state, "play が", "under 1", "score 1", "score 1")
    assert fired(state, happened) == ["が", "犬"]
    assert score(state) == (5, 3)


@clause("W6.4")
def test_all_present_effect_happens_once_each_time_its_condition_becomes_true() -> None:
    """W11, R4-12: the third card makes it happen; a fourth does not; after a gap it happens again."""
    state = scene(("犬 山 消しゴム が", ""), [["走る", "私 が"], []])
    happened = play(state, "play 犬", "score 1", "score 1")
    assert fired(state, happened) == ["犬"]
    state = scene(("はい 消しゴム が 原稿用紙", ""), [["走る", "私 が", "犬"], []], met=["犬"])
    assert fired(state, play(state, "play はい")) == ["はい"], "nothing has come true that was not"
    happened = play(state, "play 消しゴム", "group 2")
    assert groups(state)[1] == "私"
    happened += play(state, "play 原稿用紙", "play が", "under 2")
    assert fired(state, happened)[-1] == "犬"


@clause("W6.4", "W6.2")
def test_all_present_needs_its_card_on_top_and_the_others_anywhere() -> None:
    """R4-23."""
    covered = scene(("が", ""), [["大きな 犬", "走る", "私"], []])
    assert fired(covered, play(covered, "play が", "under 3")) == ["が"]
    buried = scene(("が", ""), [["犬", "ゆっくり 走る", "私"], []])
    assert fired(buried, play(buried, "play が", "under 3", "score 1", "score 1")) == ["が", "犬"]


@clause("W6.2")
def test_an_effect_to_use_needs_the_top_and_others_do_not() -> None:
    """R4-17: 見る under ゆっくり cannot be used; 走る under とき still conjugates and draws."""
    state = scene(("", ""), [["ゆっくり 見る"], []])
    assert refused(state, "use 2") == "W6.2"
    assert refused(state, "use 1") == refused(state, "use 3") == "W6.8", "ゆっくり has nothing to use"
    covered = scene(("ます", ""), [["ゆっくり 走る"], []])
    assert "走る" in fired(covered, play(covered, "play ます", "under 1", "score 1"))


@clause("W6.6", "W6.8")
def test_once_a_turn_is_counted_for_each_card_and_each_turn() -> None:
    """R4-13: each of two 見る, then again in the next turn."""
    state = scene(("", ""), [["見る", "見る"], []])
    play(state, "use 1")
    assert refused(state, "use 1") == "W6.6"
    play(state, "use 2", "end", "end")
    assert refused(state, "use 1") is None


@clause("W6.6")
def test_suru_draws_at_most_once_a_turn() -> None:
    state = scene(("て ば 消しゴム 原稿用紙", ""), [["する"], []])
    happened = play(state, "play て", "under 1", "play 消しゴム", "play ば", "under 1")
    assert fired(state, happened).count("する") == 1
    assert form_of(state, "する") == "仮定形"


@clause("W6.5")
def test_conditions_are_read_at_the_moment_it_happens() -> None:
    """三つ counts itself; ます wants three cards in its group; かなり an adjectival verb; ようだ a modified word."""
    three = scene(("三つ", ""), [["山", "犬"], []])
    assert fired(three, play(three, "play 三つ", "score 1")) == ["三つ"]
    four = scene(("三つ", ""), [["山", "犬", "私"], []])
    assert fired(four, play(four, "play 三つ")) == []
    two_cards = scene(("ます", ""), [["書く"], []])
    assert fired(two_cards, play(two_cards, "play ます", "under 1")) == []
    three_cards = scene(("ます", ""), [["ゆっくり 書く"], []])
    assert fired(three_cards, play(three_cards, "play ます", "under 1", "score 1")) == ["ます"]
    adjective = scene(("かなり", ""), [["高い"], []])
    assert fired(adjective, play(adjective, "play かなり", "on 1")) == ["高い"]
    plain = scene(("ようだ", ""), [["静かだ"], []])
    assert fired(plain, play(plain, "play ようだ", "under 1")) == []
    modified = scene(("ようだ", ""), [["とても 静かだ"], []])
    assert fired(modified, play(modified, "play ようだ", "under 1", "score 1")) == ["ようだ"]


@clause("W6.5")
def test_kesshite_requires_nai_directly_below_the_verb() -> None:
    """R4-23."""
    state = scene(("けっして", ""), [["書く ない"], []])
    play(state, "play けっして", "on 1", "score 1", "score 1")
    assert score(state) == (5, 3)
    for group in ("書く せる", "書く ます", "書く"):
        other = scene(("けっして", ""), [[group], []])
        assert fired(other, play(other, "play けっして", "on 1")) == []


@clause("W6.5")
def test_an_effect_happens_though_its_card_has_left() -> None:
    """これ returns itself (R4-21); the sticky note that is discarded as its own cost still draws."""
    state = scene(("これ", ""))
    play(state, "play これ")
    assert groups(state) == []
    assert names_in(state, "hand-0") == ["これ"]
    noted = scene(("", ""), [["付せん"], []], coming=[(0, "山")])
    play(noted, "use 1")
    assert names_in(noted, "hand-0") == ["山"]
    assert "付せん" in names_in(noted, "gone-0")


# --------------------------------------------------------------- obligations


@clause("W6.1")
def test_impossible_actions_of_an_effect_are_skipped() -> None:
    """R4-21: nothing to discard, nothing to fetch."""
    state = scene(("ない 来る", ""), [["走る"], []])
    happened = play(state, "play ない", "under 1")
    assert fired(state, happened) == ["ない"]
    assert Event.DISCARDED not in codes(happened)
    nothing = scene(("来る", ""))
    assert Event.SALVAGED not in codes(play(nothing, "play 来る"))


@clause("W6.9", "W8.1")
def test_actions_come_in_their_order_and_each_may_end_the_game() -> None:
    """R4-10: しかし lets the opponent draw before it loses its last score card."""
    state = scene(("しかし", ""), score=(5, 1), decks=(9, 1))
    happened = play(state, "play しかし")
    assert [c for c in codes(happened) if c in (Event.DREW, Event.SCORED)] == [Event.DREW, Event.SCORED]
    assert state.ranking == (1, 2)
    empty = scene(("しかし", ""), score=(3, 2), decks=(9, 0))
    happened = play(empty, "play しかし")
    assert Event.SCORED not in codes(happened), "the draw that fails comes first, and is the end"
    assert empty.scores == (3, 2)


@clause("W8.1")
def test_an_effect_that_takes_the_last_score_card_ends_the_game_before_its_fellows() -> None:
    """Of two effects that happen at once the second is not carried out any more."""
    state = scene(("かなり", "山"), [["静かだ"], []], score=(5, 1))
    happened = play(state, "play かなり", "on 1")
    assert fired(state, happened) == ["かなり"]
    assert state.is_terminal


# ------------------------------------------------------------ what cards do


@clause("W7.3")
def test_drawing_shows_the_card_to_its_owner_only() -> None:
    state = scene(("辞書", ""), coming=[(0, "山"), (0, "犬")])
    happened = play(state, "play 辞書")
    assert "Aki draws 山 (mountain)" in said(state, happened, 0)
    assert said(state, happened, 1).count("Aki draws a card") == 2
    assert names_in(state, "hand-0") == ["山", "犬"]
    assert names_in(state, "hand-0", 1) == ["?", "?"]


@clause("W7.4")
def test_owner_of_the_hand_chooses_the_discard() -> None:
    """R4-24; a single card needs no choice, as the number of cards is public."""
    state = scene(("赤ペン", "山 犬"))
    happened = play(state, "play 赤ペン")
    assert state.current_player == 1
    assert set(state.legal_actions) == {"pick-15", "pick-16"}
    assert refused(state, "pick 私") == "W7.4"
    happened = play(state, "pick 山")
    assert "Ben discards 山 (mountain)" in said(state, happened, 0)
    single = scene(("赤ペン", "山"))
    play(single, "play 赤ペン")
    assert single.current_player == 0
    assert names_in(single, "gone-1") == ["山"]
    alike = scene(("赤ペン", "山 山"))
    play(alike, "play 赤ペン")
    assert alike.current_player == 1, "to spare the choice would show that both are the same"


@clause("W7.5")
def test_fetching_takes_permitted_cards_and_never_the_item_in_use() -> None:
    """R4-19: 教科書 fetches words only; た anything; また only names on the player's own field, its own included."""
    state = scene(("教科書", ""), gone=("書く 辞書 教科書", ""))
    play(state, "play 教科書")
    assert names_in(state, "hand-0") == ["書く"]
    anything = scene(("た", ""), [["書く"], []], gone=("書く 辞書", ""))
    play(anything, "play た", "under 1")
    assert set(anything.legal_actions) == {"pick-2", "pick-49"}
    assert refused(anything, "pick 山") == "W7.5"
    play(anything, "pick 辞書")
    assert names_in(anything, "hand-0", 1) == ["辞書"], "both seats saw it"
    same = scene(("また", ""), [["走る ない"], []], gone=("書く ない また 走る 辞書", ""))
    play(same, "play また")
    assert set(same.legal_actions) == {"pick-1", "pick-32", "pick-36"}


@clause("W7.6")
def test_the_eraser_takes_the_bottom_card_of_any_of_ones_groups() -> None:
    """R4-21: a group's only card, too."""
    state = scene(("消しゴム", ""), [["書く ない", "山"], ["走る"]])
    play(state, "play 消しゴム")
    assert set(state.legal_actions) == {"group-1", "group-2"}
    assert refused(state, "group 3") == "W7.6"
    play(state, "group 2")
    assert groups(state) == ["書く ない"]
    assert names_in(state, "hand-0", 1) == ["山"]
    again = scene(("これ", ""), [["かなり 静かだ"], []])
    play(again, "play これ", "group 1")
    assert groups(again) == ["静かだ", "これ"]


@clause("W7.9")
def test_peeked_cards_are_visible_to_their_owner_only() -> None:
    """R4-24: a deck with too few cards shows those it has, and the game goes on."""
    state = scene(("は", ""), [["山"], []], coming=[(0, "犬")])
    happened = play(state, "play は", "under 1")
    assert said(state, happened, 0)[-1] == "Aki looks at the top of the deck: 犬 (dog)"
    assert said(state, happened, 1)[-1] == "Aki looks at the top of the deck"
    assert names_in(state, "top-0", 0) == ["犬"]
    assert state.view(1).zone("top-0").count == 1
    assert names_in(state, "top-0", 1) == []
    play(state, "end", "end")
    assert names_in(state, "hand-0") == ["犬"]
    short = scene(("らしい", ""), [["走る"], []], decks=(1, 9))
    play(short, "play らしい", "under 1")
    assert not short.is_terminal
    assert short.view(0).zone("top-0").count == 1
    assert short.view(0).counter("deck-left", 0) == 1


@clause("W7.10", "W9.2")
def test_a_hand_that_was_shown_stays_known_until_its_cards_leave() -> None:
    """R4-25: a card drawn later is not known; of two of a name the known one leaves first."""
    state = scene(("おい", "山 犬"), coming=[(1, "山")])
    assert names_in(state, "hand-1", 0) == ["?", "?"]
    happened = play(state, "play おい")
    assert "Ben reveals their hand" in said(state, happened, -1)
    assert names_in(state, "hand-1", 0) == ["山", "犬"]
    play(state, "end")
    assert names_in(state, "hand-1", 0) == ["山", "犬", "?"]
    assert [card.marks for card in state.view(1).zone("hand-1").cards] == [("known",), (), ("known",)]
    play(state, "play 山")
    assert names_in(state, "hand-1", 0) == ["犬", "?"]


@clause("W9.2")
def test_discards_and_fields_are_open() -> None:
    state = scene(("辞書", ""), [["書く ない"], ["走る"]], gone=("山", "犬"))
    for viewer in (0, 1, -1):
        view = state.view(None if viewer < 0 else viewer)
        assert [card.face for card in view.zone("group1-0").cards] == ["2", "36"]
        assert [card.face for card in view.zone("gone-1").cards] == ["16"]


@clause("W9.4")
def test_open_lists_show_both_decks_once_both_have_been_chosen() -> None:
    state = scene(("", ""), open_lists=1)
    for viewer in (0, 1, None):
        assert all(state.view(viewer).zone(f"list-{p}").count == 40 for p in range(2))
    closed = scene(("", ""))
    assert not any(zone.id == "list-1" for zone in closed.view(0).zones)
