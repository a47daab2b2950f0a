"""Labels, prompts and messages of KOTODAMA KOGEN, and its heuristic player."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import tefuda
from tefuda.engine.view import Words
from tefuda.games.kotodama import heuristic
from tefuda.games.kotodama.actions import Action, why_not_place
from tefuda.games.kotodama.rules import lay_down
from tefuda.games.kotodama.state import Tables
from tefuda.games.kotodama.views import may_trigger, places_for
from tests.games.asking import candidates, decides
from tests.games.kotodama.builders import NAMES, command, play, said, scene


def label(state: tefuda.State, action: str, language: str = "en") -> str:
    """Return the label of a choice of the seat to act."""
    found = next(one for one in state.view(state.current_player).choices if one.action == command(state, action))
    return state.game.say(found.label, language)


def test_label_of_a_play_lists_its_effects() -> None:
    """Each place is listed with its effects; computing the label changes nothing."""
    state = scene(("ない", "山 犬"), [["書く", "走る"], []])
    before = state.full_state
    assert label(state, "play ない") == (
        "play ない (not): new group / under 書く (write) (irrealis form)."
        " [ない (not)] your opponent discards a card of their choice."
        " [書く (write)] your opponent adds a score card to their hand."
        " / under 走る (run) (irrealis form)."
        " [ない (not)] your opponent discards a card of their choice."
    )
    assert state.full_state == before
    play(state, "play ない")
    assert label(state, "under 1", "ja").startswith("「ない」を「書く」の下に重ねる → 未然形。")
    assert label(state, "new", "ja") == "「ない」を新しい組として出す"


def test_label_of_a_play_leaves_no_place_and_no_effect_out() -> None:
    """Of all cards of the pool: places, and that those which are not tried out would trigger nothing."""
    state = tefuda.load("kotodama").start(7)
    state.play("deck-1")
    state.play("deck-2")
    tables, random, left_out, several = state.game.tables, Random(7), 0, 0
    for decision in range(48):
        s = state.full_state
        cards = range(1, 55) if decision % 8 == 0 else ()
        for card in cards:
            places = [
                action for action in range(Action.NEW, Action.GROUP) if why_not_place(s, tables, card, action) == 0
            ]
            assert places_for(s, tables, card) == places
            several += len(places) > 1
        for card, action in product(cards, range(Action.NEW, Action.GROUP)):
            if why_not_place(s, tables, card, action) == 0 and not may_trigger(s, tables, card, action):
                tried = s.copy()
                lay_down(tried, tables, card, action)
                assert tried.waiting == s.waiting
                left_out += 1
        state.play(random.choice(state.legal_actions))
    assert left_out > 100
    assert several > 10


def test_labels_of_items_and_effects_describe_them() -> None:
    state = scene(("辞書", ""), [["見る"], []])
    assert label(state, "play 辞書") == "use 辞書 (dictionary): draw 2 cards"
    assert label(state, "use 1", "ja") == ("「見る」の効果を使う：自分の山札の上から1枚を見る。（自分の番ごとに1回）")


@pytest.mark.parametrize(
    ("hands", "fields", "moves", "prompt"),
    [
        (("", ""), [[], []], [], "Your turn. You may play 1 word card."),
        (("書く", ""), [[], []], ["play 書く"], "No word cards left this turn. Use items or effects, or end the turn."),
        (("ない", ""), [["書く"], []], ["play ない"], "Where does ない (not) go?"),
        (
            ("ない", "山 犬"),
            [["走る"], []],
            ["play ない", "under 1"],
            "ない (not): choose a card to discard (1 to go).",
        ),
        (
            ("ない", ""),
            [["書く"], []],
            ["play ない", "under 1"],
            "書く (write): choose a score card to take (1 to go).",
        ),
        (
            ("消しゴム", ""),
            [["書く", "山"], []],
            ["play 消しゴム"],
            "消しゴム (eraser): choose a group whose bottom card returns to your hand (1 to go).",
        ),
        (
            ("これ", ""),
            [["書く"], []],
            ["play これ"],
            "これ (this): choose a group whose top card returns to your hand (1 to go).",
        ),
    ],
)
def test_the_prompt_names_the_cause(
    hands: tuple[str, str], fields: list[list[str]], moves: list[str], prompt: str
) -> None:
    state = scene(hands, fields)
    play(state, *moves)
    asked = state.view(state.current_player).prompt
    assert asked is not None
    assert state.game.say(asked) == prompt


def test_events_have_messages_in_both_languages() -> None:
    state = scene(("かなり", ""), [["静かだ"], []])
    happened = play(state, "play かなり", "on 1")
    assert said(state, happened, 0, "ja")[:4] == [
        "Akiが「かなり」を出した",
        "",  # the card comes to its place, which goes on from the line before
        "「かなり」が「静かだ」を修飾した：かなり|静かだ",
        "Akiの「かなり」の効果：「相手は得点札を1枚手札に加える」",
    ]
    assert said(state, happened, 0)[2] == "かなり (quite) modifies 静かだ (quiet): かなり|静かだ"


# ---------------------------------------------------------------- heuristic


def test_the_heuristic_takes_the_last_score_card_when_it_can() -> None:
    state = scene(("ない はい 山 ああ", ""), [["書く", "走る"], []], score=(5, 1))
    assert decides(state) == command(state, "play ない")
    play(state, "play ない")
    assert decides(state) == "under-1"


def test_the_heuristic_does_not_take_its_own_last_score_card() -> None:
    state = scene(("ああ", ""), score=(1, 5))
    assert decides(state) == "end"


def test_heuristic_keeps_useless_items_and_ends_its_turn() -> None:
    state = scene(("消しゴム", ""), [["書く"], []], words=0)
    assert decides(state) == "end"


def test_the_heuristic_does_not_draw_its_deck_empty_while_it_is_behind() -> None:
    behind = scene(("辞書", ""), score=(2, 3), decks=(2, 9), words=0)
    assert decides(behind) == "end"
    ahead = scene(("辞書", ""), score=(4, 1), decks=(9, 9), words=0)
    assert decides(ahead) == command(ahead, "play 辞書")


def test_heuristic_values_unknown_words_at_zero() -> None:
    view = scene().view(0)
    assert heuristic.happening(Words("action-end"), view, (5, 5)) == 0


def test_bare_tables_have_no_names_and_play_just_as_well() -> None:
    """Bots get such tables: cards are then numbers, and groups are not spelled out."""
    state = scene(("ない", "山 犬"), [["書く"], []])
    game, tables = state.game, Tables.from_bytes(state.game.tables.to_bytes())
    seen = game.presentation.views(state.full_state, tables, (0,))[0]
    assert seen.zone("group1-0").note is None
    assert game.say(game.presentation.choice(state.full_state, tables, Action.PLAY + 36).label).startswith("play #36")
    fresh = tefuda.load("kotodama").start(1).full_state
    assert game.say(game.presentation.choice(fresh, tables, Action.DECK).label) == "play with “1”"


# ---------------------------------------------------------------- for bots


def test_candidates_are_starter_decks_and_one_of_equal_score_cards() -> None:
    """Score cards are indistinguishable, and there are too many possible decks."""
    assert candidates(tefuda.load("kotodama").start(1)) == ["deck-1", "deck-2"]
    asked = scene(("かなり", ""), [["静かだ"], []])
    play(asked, "play かなり", "on 1")
    assert len(asked.legal_actions) == 5
    assert candidates(asked) == ["score-1"]
    turn = scene(("はい 辞書", ""), [["見る"], []])
    assert candidates(turn) == list(turn.legal_actions)


def test_decks_and_cards_are_called_by_their_names_wherever_they_are_listed() -> None:
    game = tefuda.load("kotodama")
    assert [game.say(deck.name, "en") for deck in game.openings.values()] == ["Verbs on the run", "Quiet adjectives"]
    assert list(game.openings) == ["deck-1", "deck-2"]
    assert game.cards is not None
    names = [game.say(name, "ja") for entry in game.cards.entries if (name := game.entry_name(entry))]
    assert names[:2] == ["走る", "書く"]
    assert names[-2:] == ["走る動詞デッキ", "静かな形容詞デッキ"]


def test_start_of_the_game_is_described() -> None:
    state = tefuda.load("kotodama").start(3)
    state.play("deck-1")
    told = said(state, state.play("deck-2"))
    assert told[0] == "Ben has chosen a deck of 40 cards"
    assert [who for who in ("Aki", "Ben") if f"{who} lays out 5 score cards that nobody has seen" in told] == NAMES
    assert told[-3].endswith("goes first")
    assert told[-1] == f"{NAMES[state.current_player or 0]} draws a card"
    lists = tefuda.load("kotodama", open_lists=1).start(3)
    lists.play("deck-1")
    shown = [
        move.target for event in lists.play("deck-2") if (one := lists.game.observe(event, 0)) for move in one.moves
    ]
    assert "list-1" in shown, "an open list is laid down for the opponent to read"
