"""Views and observations of ニワトリかラマか ポーカー."""

from __future__ import annotations

import pytest

from tefuda.engine.view import View
from tests.games.llama.builders import play, scene, told

clause = pytest.mark.clause


def help_of(view: View, id: str, owner: int = -1) -> int:
    """Return the value of a help counter."""
    (value,) = [c.value for c in view.counters if (c.id, c.owner, c.help) == (id, owner, True)]
    return value


@clause("L2.4")
def test_fronts_are_seen_before_players_and_at_both_ends_and_inside_only_counted() -> None:
    looks = {0: "fold-n", 3: "nick-e", 6: "fold-sw", 12: "fold-n nick-s", 25: "nick-w"}
    state = scene(["LL", "LL", "LL"], looks=looks)
    for seat in (-1, 0, 1, 2):
        view = state.view(seat)
        assert [card.marks for card in view.zone("hand-0").cards] == [("fold-n",), ()]
        assert [card.marks for card in view.zone("hand-1").cards] == [(), ("nick-e",)]
        assert view.zone("top").cards[0].marks == ("fold-sw",)
        assert view.zone("bottom").cards[0].marks == ("nick-w",)
        inside = [card.marks for card in view.zone("deck").cards]
        assert inside == [()] * 17 + [("fold-n", "nick-s")], "sorted, not as they lie"


@clause("L10.7")
def test_bust_probability_follows_from_the_seats_own_information() -> None:
    state = scene(["LL", "LC", "LL"], bottom="C", looks={25: "fold-n"}, sure={(2, "C", 25): 1})
    assert help_of(state.view(0), "bust", 0) == 0
    assert help_of(state.view(1), "bust", 1) == 100
    assert help_of(state.view(0), "bust-top") == 25, "six chickens among 24 notes"
    assert help_of(state.view(1), "bust-top") == 21, "five among 24"
    assert help_of(state.view(-1), "bust-top") == 23, "six among 26"
    assert help_of(state.view(0), "bust-bottom") == 25
    assert help_of(state.view(2), "bust-bottom") == 100
    assert help_of(state.view(0), "bust", 1) == 45, "1 - 18/24 17/23"


def test_prompts_say_what_is_at_stake() -> None:
    state = scene(["LL", "LL", "LL"])

    def asked(seat: int) -> str:
        prompt = state.view(seat).prompt
        assert prompt is not None
        return state.game.say(prompt, "en", ["Aki", "Ben", "Chie"])

    assert asked(0).startswith("Your turn: play for 1 coin, or fold?")
    assert asked(1) == "Aki is deciding whether to play for 1 coin"
    play(state, "play, play, fold")
    assert asked(0).endswith("(2 notes, stake 1)")
    play(state, "top, top")
    assert asked(0).endswith("(4 notes, the next one stays unseen, stake 1)")
    play(state, "stop, stop")
    assert asked(2) == "Your turn: who will win? A wrong vote costs 1 coin."
    state.play("vote-0")
    assert asked(0).startswith("Your turn: go all-in with 3 coins, or keep the stake at 1?")
    state.play("all-in")
    assert asked(1) == "Someone is all-in. Follow with 3 coins, or drop out and lose 1 coin?"
    state.play("all-in")
    assert asked(0) == "Reveal with 3 coins at stake, or withdraw for 2 coins?"


def test_events_have_messages_in_both_languages() -> None:
    state = scene(["LL", "LL", "LC"])
    events = play(state, "play, play, fold, top, stop, stop, vote-1, decline, decline")
    ja = told(state, events, language="ja")
    assert ja[:5] == [
        "Akiは1金を出して勝負",
        "Benは1金を出して勝負",
        "Chieは降りて、投票チップを出した",
        "Akiは上から引いた（3枚）",
        "Akiは引き終えた",
    ]
    assert "Chieの予想（Ben）は外れ、1金を支払った" in ja
    assert "Akiの勝ち、2金を受け取った" in ja


@pytest.mark.parametrize(
    ("command", "id"), [("drop", "dropped"), ("all-in, withdraw", "withdrew"), ("all-in", "all-in")]
)
def test_counters_show_the_seats_still_in(command: str, id: str) -> None:
    state = scene(["LL", "LL", "LL"], dealer=1)
    play(state, "play, play, play, stop, stop, stop, decline, decline, all-in")
    assert state.current_player == 1
    play(state, command if "withdraw" not in command else "all-in, all-in, withdraw")
    assert state.view(-1).counter(id, 1) == 1


# ------------------------------------------------------------ presentation


def test_buttons_are_those_of_the_phase_for_all_seats_still_in_the_game() -> None:
    state = scene(["LL", "LL", "LL"])

    def buttons(seat: int | None) -> list[str]:
        return [button.action for button in state.view(seat).buttons]

    assert [buttons(seat) for seat in (0, 2)] == [["play", "fold"]] * 2
    assert buttons(None) == []
    play(state, "play, play, play")
    assert buttons(1) == ["top", "bottom", "stop"]
    play(state, "stop, stop, stop")
    assert buttons(1) == ["all-in", "decline"]
    play(state, "all-in")
    assert buttons(2) == ["all-in", "drop"]
    play(state, "all-in, all-in")
    assert buttons(0) == ["reveal", "withdraw"]


def test_choice_of_a_mark_is_queued_and_shown_on_its_note() -> None:
    state = scene(["LL", "LL", "LL"])
    choices = {choice.action: choice for choice in state.view(0).choices}
    mark = choices["mark-1-fold-nw"]
    assert (mark.zone, mark.card, mark.marks) == ("hand-0", 1, ("fresh-fold-nw",))
    assert choices["play"].marks == ()


def test_observations_tell_coins_stakes_and_decisions_but_nothing_of_a_secret_mark() -> None:
    state = scene(["LL", "LL", "LL"])
    events = play(state, "mark-0-fold-nw play")
    marked, staked = (state.game.observe(event, 0) for event in events[:2])
    assert marked is not None
    assert staked is not None
    assert (marked.counters, marked.ended, marked.roles) == ((), (), None)
    assert state.game.observe(events[0], 1) is None
    told = {(one.id, one.owner): one.value for one in staked.counters}
    assert told["stake", 0] == 1
    assert told["coins", 0] == state.view().counter("coins", 0)
    assert told["pot", -1] == 1
