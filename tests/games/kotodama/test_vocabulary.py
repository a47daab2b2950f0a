"""The whole vocabulary of effects, with the tests' own cards where the pool does not use it; and what bounds a turn."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tefuda.games.kotodama.state import MOST_FIRED, MOST_PLAYS, Event
from tests.games.kotodama.builders import (
    codes,
    fired,
    groups,
    in_hand,
    names_in,
    play,
    pool_with,
    refused,
    said,
    scene,
    score,
)

clause = pytest.mark.clause


@pytest.fixture(scope="session", name="more")
def _more(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a card file with the pool and the words of `more.toml`."""
    more = Path(__file__).with_name("more.toml").read_text(encoding="utf-8")
    return pool_with(tmp_path_factory.mktemp("cards"), more)


@clause("W7.2", "W8.2")
def test_when_both_lose_their_last_score_card_it_is_a_draw(more: Path) -> None:
    """W5: one check after both, not before the second."""
    state = scene(("どちらも", ""), score=(1, 1), cards=more)
    happened = play(state, "play どちらも")
    assert [event.a for event in happened if event.code == Event.SCORED] == [0, 1]
    assert state.ranking == (1, 1)


@clause("W7.2")
def test_both_choose_the_side_whose_turn_it_is_first(more: Path) -> None:
    """R4-24."""
    state = scene(("どちらも", ""), score=(3, 3), cards=more)
    play(state, "play どちらも")
    assert state.current_player == 0
    play(state, "score 2")
    assert state.current_player == 1
    play(state, "score 3")
    assert (state.current_player, score(state)) == (0, (2, 2))


@clause("W6.1")
def test_optional_actions_are_asked(more: Path) -> None:
    """R4-11: yes and no, for each action; and impossible actions are not asked."""
    state = scene(("もしかして", ""), gone=("山", ""), cards=more)
    play(state, "play もしかして")
    assert list(state.legal_actions) == ["yes", "no"]
    assert refused(state, "end") == "W3.4"
    happened = play(state, "no")
    assert "Aki declines" in said(state, happened)
    assert in_hand(state, 0) == 0
    happened = play(state, "yes")
    assert names_in(state, "hand-0") == ["山"]
    nothing = scene(("もしかして", ""), cards=more)
    play(nothing, "play もしかして", "yes")
    assert in_hand(nothing, 0) == 2
    assert nothing.legal_actions[0] == "end"


@clause("W7.6")
def test_a_whole_group_is_discarded(more: Path) -> None:
    """Only a group whose top is a verb or an adjective can be chosen."""
    state = scene(("さようなら", ""), [["書く ない", "山", "高い"], []], cards=more)
    play(state, "play さようなら")
    assert set(state.legal_actions) == {"group-1", "group-3"}
    assert refused(state, "group 2") == "W7.6"
    play(state, "group 1")
    assert groups(state) == ["山", "高い", "さようなら"]
    assert {"書く", "ない"} <= set(names_in(state, "gone-0"))


@clause("W6.8")
def test_cost_is_paid_first_and_is_required(more: Path) -> None:
    state = scene(("山 犬", "高い 私 だれ"), [["えんぴつ"], []], cards=more)
    happened = play(state, "use 1", "pick 山", "pick 私", "pick 高い")
    assert [event.a for event in happened if event.code == Event.DISCARDED] == [0, 1, 1]
    assert refused(state, "use 1") is None, "it is not once a turn"
    empty = scene(("", "高い"), [["えんぴつ"], []], cards=more)
    assert refused(empty, "use 1") == "W6.8"


@clause("W6.2", "W6.4")
def test_covered_effects_of_all_three_kinds(more: Path) -> None:
    """みんな says of each of its effects that it works below others too."""
    state = scene(("犬 ない", ""), [["山", "走る", "みな みんな"], []], cards=more)
    happened = play(state, "use 4", "play 犬")
    assert fired(state, happened) == ["みんな", "みんな"]
    assert refused(state, "use 4") == "W6.6"
    assert state.view(0).counter("words-left", 0) == 2
    play(state, "play ない", "under 2")
    assert state.view(0).counter("words-left", 0) == 2, "stacking was free"
    alone = scene(("", ""), [["みな みんな"], []], cards=more)
    assert refused(alone, "use 2") == "W6.8", "it asks for two groups"


@clause("W6.5")
def test_conditions_can_ask_for_form_other_card_and_card_below(more: Path) -> None:
    denied = scene(("ない", ""), [["読む"], []], cards=more)
    assert fired(denied, play(denied, "play ない", "under 1")) == ["ない", "読む"]
    wished = scene(("たい", ""), [["読む"], []], cards=more)
    assert fired(wished, play(wished, "play たい", "under 1")) == ["たい"], "たい is no negation"
    slowly = scene(("ゆっくり", ""), [["読む ない"], []], cards=more)
    assert fired(slowly, play(slowly, "play ゆっくり", "on 1", "score 1")) == ["ゆっくり", "読む"]
    bare = scene(("ゆっくり", ""), [["読む"], []], cards=more)
    assert fired(bare, play(bare, "play ゆっくり", "on 1", "score 1")) == ["ゆっくり"]
    third = scene(("ます", ""), [["ゆっくり 読む"], []], cards=more)
    assert fired(third, play(third, "play ます", "under 1", "score 1", "score 1")) == ["ます", "読む"]
    assert score(third) == (4, 4)


@clause("W4.2")
def test_a_card_that_must_be_stacked_cannot_be_a_group_by_itself(more: Path) -> None:
    state = scene(("だ", ""), [["走る"], []], cards=more)
    assert refused(state, "play だ") == "W4.2"
    stacking = scene(("だ", ""), [["犬", "走る"], []], cards=more)
    play(stacking, "play だ")
    assert groups(stacking) == ["だ", "走る"], "the dog on top of it returned to the hand"


@clause("W1.3")
def test_equal_names_of_other_parts_of_speech_are_other_cards(more: Path) -> None:
    """W12: two of ない the auxiliary and two of ない the adjective."""
    state = tefuda.load("kotodama", cards=more).start(1)
    adds = ["add-36", "add-36", "add-69", "add-69", *[f"add-{1 + k // 2}" for k in range(26)]]
    state.play(" ".join([*adds, "ready"]))
    assert state.view(0).zone("deck-0").count == 30


# ------------------------------------------------------------------- bounds


@clause("W6.7")
def test_cards_that_bring_themselves_back_come_to_an_end(more: Path) -> None:
    """つづけて gives five more words and returns to the hand; the turn still comes to an end."""
    state = scene(("つづけて", ""), cards=more)
    plays, happened = 0, []
    while refused(state, "play つづけて") is None:
        happened += play(state, "play つづけて")
        plays += 1
    assert refused(state, "play つづけて") in ("W6.7", "W3.2")
    assert plays <= MOST_PLAYS
    assert codes(happened).count(Event.FIRED) == MOST_FIRED
    assert Event.LAPSED in codes(happened)
    play(state, "end")
    assert state.current_player == 1


@clause("W6.7")
def test_effects_beyond_the_limit_lapse() -> None:
    state = scene(("はい", ""), fired=MOST_FIRED)
    happened = play(state, "play はい")
    assert Event.LAPSED in codes(happened)
    assert Event.DREW not in codes(happened)
    assert "Too many effects: the effect of はい (yes) does not happen" in said(state, happened)
