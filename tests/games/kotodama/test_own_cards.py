"""Rules that need custom cards, because no card of the pool has such effects."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from tests.games.kotodama.builders import fired, form_of, groups, names_in, play, pool_with, refused, scene, score

clause = pytest.mark.clause

CARD = """
[[card]]
id = "own-{number}"
name = "{name}"
reading = "{name}"
gloss = "thing"
part = "{part}"
{fields}
provenance = "reconstruction"
source = "ours"
"""


def card(number: int, name: str, part: str, fields: str) -> str:
    return CARD.format(number=number, name=name, part=part, fields=fields)


# -------------------------------------------------------- free stacking, W7.8

LAID_ON = card(62, "ふた", "副詞", 'kind = "状態"\nover = { class = ["ことば", "アイテム"] }')
FREE = '{ when = "static", covered = true, groups = [2, 3], do = [{ free_stacking = 1 }] }'
HELPER = LAID_ON + card(61, "みち", "接続詞", f'kind = "順接"\nunder = {{ class = ["ことば"] }}\neffects = [{FREE}]')


@clause("W7.8", "W1.5")
@pytest.mark.parametrize(
    ("field", "is_free"),
    [
        (["走る みち"], False),
        (["走る", "みち"], True),
        (["走る", "みち", "山"], True),
        (["走る", "みち", "山", "犬"], False),
    ],
)
def test_free_stacking_asks_how_many_groups_there_are(field: list[str], is_free: bool, tmp_path: Path) -> None:
    """The effect happens with 2 to 3 groups, as the card says."""
    cards = pool_with(tmp_path, HELPER)
    state = scene(("ふた", ""), [field, []], words=0, cards=cards)
    assert refused(state, "play ふた") == (None if is_free else "W4.1")
    one_left = scene(("ふた 高い", ""), [field, []], words=1, cards=cards)
    play(one_left, "play ふた", "on 1")
    assert refused(one_left, "play 高い") == (None if is_free else "W4.1"), "a free stacking leaves the word card"


# ----------------------------------- a card that leaves from between two others

LEAVES = 'effects = [{ when = "activate", covered = true, cost = "discard_this", do = [{ peek = 1 }] }]'
WEDGE = card(63, "くさび", "助動詞", f'kind = "打消"\nunder = {{ class = ["動詞"], form = "未然形" }}\n{LEAVES}')
COVER = card(65, "かさ", "副詞", f'kind = "程度"\nover = {{ class = ["ことば"] }}\n{LEAVES}')


@clause("W5.2", "W7.6")
def test_form_ends_when_its_cause_leaves_from_the_middle(tmp_path: Path) -> None:
    """書く over くさび over た: without くさび, 書く has no form, though た lies right below it now."""
    state = scene(("", ""), [["書く くさび た"], []], cards=pool_with(tmp_path, WEDGE))
    assert form_of(state, "書く") == "未然形"
    play(state, "use 2")
    assert groups(state) == ["書く た"]
    assert names_in(state, "gone-0")[-1] == "くさび"
    assert form_of(state, "書く") == ""
    assert state.game.position(state.position).position == state.position


@clause("W5.2", "W5.5")
def test_modification_ends_when_the_modified_card_leaves_from_the_middle(tmp_path: Path) -> None:
    """ふた was laid on かさ, かさ on 走る: without かさ, nothing modifies 走る."""
    cards = pool_with(tmp_path, LAID_ON, COVER)
    state = scene(("", ""), [["ふた かさ 走る"], []], cards=cards)
    play(state, "use 2")
    assert groups(state) == ["ふた 走る"]
    marks = {mark for zone in state.view(0).zones for one in zone.cards for mark in one.marks}
    assert "modifies" not in marks
    assert state.game.position(state.position).position == state.position


@clause("W6.5")
def test_condition_on_a_modified_word_fails_after_the_modifier_left(tmp_path: Path) -> None:
    """ようだ takes a score card for a modified word; かさ, which modified it, has gone, and ふた was laid on かさ."""
    cards = pool_with(tmp_path, LAID_ON, COVER)
    modified = scene(("ようだ", ""), [["ふた かさ 走る"], []], cards=cards)
    assert fired(modified, play(modified, "play ようだ", "under 1", "score 1")) == ["ようだ"]
    left = scene(("ようだ", ""), [["ふた かさ 走る"], []], cards=cards)
    happened = play(left, "use 2", "play ようだ", "under 1")
    assert fired(left, happened) == ["かさ"]


def test_a_position_without_such_a_card_has_a_form_wherever_a_card_is_stacked(tmp_path: Path) -> None:
    """Only where a card can leave from the middle may its neighbours lie together without form."""
    state = scene(("", ""), [["書く ない"], []], cards=pool_with(tmp_path))
    at = state.position.index("form 1")
    with pytest.raises(ValueError, match="cannot have form 0 by the card below it"):
        state.game.position(state.position[:at] + "form 0" + state.position[at + len("form 1") :])


# ------------------------------------------- positions that only such cards reach

BOTH = card(66, "ともに", "副詞", 'kind = "状態"\neffects = [{ when = "on_play", do = [{ both_score = 2 }] }]')


@clause("W7.2")
def test_a_side_without_score_cards_waits_for_the_other_to_choose(tmp_path: Path) -> None:
    state = scene(("ともに", ""), score=(1, 5), cards=pool_with(tmp_path, BOTH))
    play(state, "play ともに")
    assert (state.current_player, score(state)) == (1, (0, 5))
    again = state.game.position(state.position)
    play(again, "score 1", "score 1")
    assert again.is_terminal
    assert score(again) == (0, 3)
    with pytest.raises(ValueError, match="a seat without score cards has lost"):
        state.game.position(state.position.replace("side 1", "side 0"))


@clause("W8.3")
def test_a_turn_that_begins_with_an_empty_deck_is_the_last(tmp_path: Path) -> None:
    """Two decks of thirty are drawn to the end, a card a turn: the turn after that is counted, too."""
    cards = ", ".join(f'{{ card = "recon-{number:03d}", copies = 2 }}' for number in range(1, 16))
    path = tmp_path / "deck.toml"
    path.write_text(
        f'[[deck]]\nid = "small"\nname_ja = "小"\nname_en = "small"\ncards = [{cards}]\n'
        'provenance = "reconstruction"\nsource = "ours"\n',
        encoding="utf-8",
    )
    state = tefuda.load("kotodama", cards=path).start(1)
    for command in ["deck-1", "deck-1", *["end"] * 42]:
        assert not state.is_terminal
        state.play(command)
    assert state.is_terminal
    assert state.game.position(state.position).position == state.position
