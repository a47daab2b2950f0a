"""Views, observations and help of ドウトツくじゃん."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tefuda
from tefuda.engine.record import Identity
from tefuda.engine.view import Words
from tefuda.games.doutotsu.hands import letters, most_usable, usable
from tefuda.games.doutotsu.helps import all_triples
from tests.games.asking import NAMES, told
from tests.games.doutotsu.builders import discard, face, points, scene, take, written
from tests.games.doutotsu.files import with_many_kana
from tests.games.doutotsu.test_ends import BLUE_DOLPHIN_ONLY, DOLPHIN_AND_LION, RED_SEAL, SEAL_AND_HIPPO, TWO_SEALS


def helps(state: tefuda.State, id: str, seat: int = 0) -> list[Words]:
    """Return the help of a seat, of one kind."""
    return [words for words in state.view(seat).helps if words.id == id]


def said(state: tefuda.State, id: str, seat: int = 0) -> list[str]:
    """Return the same as text."""
    return [state.game.say(words, "en", NAMES) for words in helps(state, id, seat)]


# -------------------------------------------------------------------- play aids


@pytest.mark.parametrize("wide", [False, True])
def test_help_counts_usable_cards_like_the_search(tmp_path: Path, *, wide: bool) -> None:
    for core in range(2):
        game = tefuda.load("doutotsu", players=3, core=core, cards=with_many_kana(tmp_path) if wide else None)
        t = game.tables
        assert t.wide == wide
        for seed in range(20):
            s = game.start(seed).full_state
            for p in range(3):
                have = letters(s, p)
                counted = all_triples(core, Identity(t)).usable(have)
                assert counted == [usable(t, i, *have) for i in range(t.triples[core])]
                assert max(counted) == most_usable(s, t, p)


def test_help_shows_the_cards_a_hand_waits_for() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr")
    assert said(state, "help-short") == ["1 card from going out"]
    assert said(state, "help-wait") == [
        "red カ ka lets you go out (3 points)",
        "blue カ ka lets you go out (2 points)",
        "yellow カ ka lets you go out (2 points)",
    ]
    assert [words.args["face"] for words in helps(state, "help-wait")] == [face(c) for c in ("カr", "カb", "カy")]


def test_with_two_players_only_cards_that_meet_the_colour_count_as_waits() -> None:
    state = scene(players=2, hands={0: BLUE_DOLPHIN_ONLY}, top="ダr")
    assert said(state, "help-wait") == ["blue カ ka lets you go out (2 points)"]


def test_help_shows_the_discards_that_leave_the_hand_waiting() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION + " ダb"})
    for words in helps(state, "help-discard"):
        copy = state.copy()
        copy.play(f"discard-{words.args['discard-face']}")
        waits = [(one.args["face"], one.args["points"]) for one in helps(copy, "help-wait")]
        assert (words.args["face"], words.args["points"]) in waits
    kept = {(written(str(w.args["discard-face"])), written(str(w.args["face"]))) for w in helps(state, "help-discard")}
    assert kept == {("ダb", "カr"), ("ダb", "カb"), ("ダb", "カy")}


def test_no_help_for_missing_cards_if_going_out_is_legal() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION + " カr"})
    assert helps(state, "help-short") == []
    assert state.view(0).prompt == Words("prompt-out")
    (plan,) = helps(state, "help-plan")
    assert plan.args["groups"] == " / ".join(
        " ".join(map(face, name.split())) for name in ("イr ルr カr", "ラb イb オb ンb", "オr ッr トy セb イy")
    )


def test_names_in_reach_are_shown_with_the_missing_letter() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr")
    assert [words.args["entry"] for words in helps(state, "help-name")] == [3, 7, 8, 11]
    assert said(state, "help-name")[0] == "トラ tora is complete"
    lacks = {words.args["entry"]: words for words in helps(state, "help-lacks")}
    assert state.game.say(lacks[6], "en", NAMES) == "イルカ iruka needs カ ka"
    assert state.game.say(lacks[6], "ja", NAMES) == "イルカまで、あとカ"


def test_the_plan_spreads_the_hand_over_the_nearest_names_in_their_colours() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr")
    (plan,) = helps(state, "help-plan")
    assert plan.args["entries"] == "6 8 11"
    assert plan.args["groups"] == " / ".join(
        " ".join(map(face, name.split())) for name in ("イr ルr", "ラb イb オb ンb", "オr ッr トy セb イy")
    )
    assert (plan.args["lacks"], plan.args["colour"]) == ("ka / - / -", "-")
    assert said(state, "help-plan") == ["nearest: イルカ iruka (needs カ ka), ライオン raion, オットセイ ottosei"]
    assert state.game.say(plan, "ja", NAMES) == "いちばん近い3つ：イルカ（あとカ）・ライオン・オットセイ"


def test_with_two_players_the_plan_says_which_name_is_of_one_colour() -> None:
    state = scene(players=2, hands={0: BLUE_DOLPHIN_ONLY}, top="ダr")
    (plan,) = helps(state, "help-plan")
    assert plan.args["colour"] == "blue"
    assert state.game.say(plan, "en", NAMES).startswith("nearest: all-blue イルカ iruka (needs カ ka), ")


@settings(max_examples=25, deadline=None, derandomize=True)
@given(players=st.integers(2, 3), core=st.integers(0, 1), seed=st.integers(0, 1 << 40))
def test_plan_uses_the_most_cards_that_three_names_can(players: int, core: int, seed: int) -> None:
    game = tefuda.load("doutotsu", players=players, core=core)
    state, random = game.start(seed=seed), Random(seed)
    for _ in range(seed % 20):
        state.play(random.choice(state.legal_actions))
    for seat in range(players):
        (plan,) = helps(state, "help-plan", seat)
        view, record = state.view(seat), state.full_state
        groups = [group.split() for group in str(plan.args["groups"]).replace("-/", "/").split(" / ")]
        used = Counter(one for group in groups for one in group if one != "-")
        own = Counter(card.face for zone in (f"hand-{seat}", f"exposed-{seat}") for card in view.zone(zone).cards)
        assert used <= own
        assert used.total() == most_usable(record, game.tables, seat)
        lacks = [group.split() for group in str(plan.args["lacks"]).split(" / ")]
        for group, lacking, entry in zip(groups, lacks, str(plan.args["entries"]).split(), strict=True):
            spelled = Counter(str(view.zone("list").cards[int(entry) - 1].face).split("+"))
            having = Counter(one.rpartition("-")[0] for one in group if one != "-")
            assert having + Counter(one for one in lacking if one != "-") == spelled


# ------------------------------------------------------------ choices, words


def test_choices_belong_to_zones_of_the_table() -> None:
    state = scene(hands={0: TWO_SEALS}, top="クy")
    choices = {choice.action: choice for choice in state.view(0).choices}
    assert choices["draw"].zone == "deck"
    assert (choices[take(state, "バク")].zone, choices[take(state, "バク")].card) == ("list", 0)
    assert choices["out"].zone is None
    say = state.game.say
    assert say(choices["out"].label, "en") == "Doutotsu! Take yellow ク ku and go out (2 points)"
    assert say(choices[take(state, "バク")].label, "ja") == "黄のクを取って、バクを公開"
    state.play("draw")
    view = state.view(0)
    for choice in view.choices:
        if choice.zone == "hand-0":
            assert choice.card is not None
            assert choice.action == f"discard-{view.zone('hand-0').cards[choice.card].face}"


def test_prompt_names_the_decision() -> None:
    state = scene(hands={0: TWO_SEALS}, top="クy")
    say = state.game.say

    def prompt(seat: int) -> str:
        words = state.view(seat).prompt
        assert words is not None
        return say(words, "en", NAMES)

    assert prompt(0) == "Your turn. Draw from the deck, or take the discarded yellow ク ku?"
    assert prompt(1) == "Ann is thinking"
    state.play(take(state, "バク"))
    assert prompt(0) == "Which card do you use for the バ ba of バク baku?"
    state.play("lay-blue")
    assert prompt(0) == "Discard a card from your hand."


def test_going_out_is_described_with_the_names_and_their_colours() -> None:
    state = scene(hands={0: TWO_SEALS}, top="クb")
    events = state.play("out")
    assert told(state, events, language="ja")[0] == (
        "「ドウトツできた！」 Annが青一色のバク・赤一色のオットセイ・オットセイで上がり、3点"
    )
    moves = state.game.observe(events[0], 1).moves  # type: ignore[union-attr]  # all observe it
    assert Counter(move.source for move in moves) == {"hand-0": 11, "discard": 1}


def test_exposed_cards_stay_when_the_hand_is_shown() -> None:
    state = scene(
        players=2,
        to_act=1,
        hands={0: SEAL_AND_HIPPO, 1: "パr パb パy ダr ダb ダy クr クb クy バr ルr トr"},
        exposed={0: RED_SEAL},
        draws="ッb",
    )
    state.play(discard("トr"))
    events = state.play("out")
    heard = state.game.observe(events[0])
    assert heard is not None
    assert len(heard.moves) == 7
    assert points(state) == [3, 0]


# ------------------------------------------------------------ presentation


def status(state: tefuda.State, language: str, seat: int = 0) -> list[str]:
    """Return the lines beside the prompt of a seat."""
    return [state.game.say(one.words, language, NAMES) for one in state.view(seat).status]


def test_line_beside_the_prompt_names_the_cards_waited_for() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr")
    assert status(state, "en") == ["waiting for カ ka R 3 pts B 2 pts Y 2 pts"]
    assert status(state, "ja") == ["待ち：カ 赤3点 青2点 黄2点"]
    assert state.view(0).status[0].help
    assert state.view().status == ()


def test_line_beside_the_prompt_names_the_discards_that_lead_to_a_wait_once() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION + " ダb"})
    assert status(state, "ja") == ["捨てれば待ちに：青のダ"]
    assert status(state, "en") == ["discard one of these to wait: ダ da B"]


def test_list_says_which_names_the_cards_spell_and_which_lack_one_kana() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr")

    def notes(seat: int | None) -> dict[str, str]:
        cards = state.view(seat).zone("list").cards
        return {str(card.face): state.game.say(card.note, "en") for card in cards if card.note}

    assert notes(0)["i+ru+ka"] != notes(None)["i+ru+ka"] == "3 letters"
    assert "your cards spell it" in " ".join(notes(0).values())
    assert "needs" in " ".join(notes(0).values())
    assert set(notes(None)) == set(notes(0))
    assert not any("needs" in note or "spell" in note for note in notes(None).values())


def test_only_the_own_hand_can_be_sorted() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr")
    assert [zone.id for zone in state.view(0).zones if zone.sortable] == ["hand-0"]
    assert not any(zone.sortable for zone in state.view().zones)
