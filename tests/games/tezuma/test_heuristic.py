"""The heuristic player of てづま師: it plays for its score table and beats random players."""

from __future__ import annotations

from tests.games.asking import decides
from tests.games.tezuma.builders import deck, play, scene


def test_heuristic_wins_valuable_tricks_and_ducks_others() -> None:
    hands = ["b5", "b9 b1", "u1 u2", "u3 u4"]
    eager = scene(hands, tables={1: 5}, won={1: 5}, abilities={1: "2b"})
    shy = scene(hands, tables={1: 6}, won={1: 0}, abilities={1: "2b"})
    for state in (eager, shy):
        state.play("b5")
    assert decides(eager) == "b9"
    assert decides(shy) == "b1"


def test_heuristic_avoids_a_trick_of_minus_cards_worth_one_point() -> None:
    # The fifth trick on table 1 brings one point more, and two minus cards.
    hands = ["r5", "r9 r1", "r2", "r3"]
    dear = scene(hands, leader=2, tables={1: 1}, won={1: 4}, minus={1: "r"}, abilities={1: "2b"})
    cheap = scene(hands, leader=2, tables={1: 1}, won={1: 4}, minus={1: "b"}, abilities={1: "2b"})
    for state in (dear, cheap):
        play(state, "r2 r3 r5")
    assert decides(dear) == "r1"
    assert decides(cheap) == "r9"


def test_heuristic_pays_for_an_ability_that_changes_the_winner() -> None:
    state = scene(["b9", "b8 b1", "b2", "b3"], leader=2, tables={1: 5}, won={1: 5}, abilities={1: "1a"}, minus={1: "u"})
    play(state, "b2 b3 b9")
    assert decides(state) == "b8!"
    state = scene(["b7", "b8 b1", "b2", "b3"], leader=2, tables={1: 5}, won={1: 5}, abilities={1: "1a"}, minus={1: "u"})
    play(state, "b2 b3 b7")
    assert decides(state) == "b8", "and not where the card does it alone"


def test_heuristic_counts_played_cards() -> None:
    """A 6 is as good as a 9 once all cards that beat it are gone and no seat holds a trump."""
    hands = ["u6 r2", "u1 r9", "u3 u4", "u5 w1"]
    state = scene(hands, tables={0: 5}, won={0: 5}, abilities={0: "2b"}, minus={0: "b"})
    assert decides(state) == "u6"


def test_heuristic_sets_aside_a_card_of_its_minus_suit() -> None:
    state = scene(["b5", "b9", "u1", "r2"], abilities={1: "5b"}, minus={1: "u"})
    play(state, "b5 b9! u1 r2")
    assert decides(state) == "aside-2"
    state = scene(["b5", "b9", "b1", "b2"], abilities={1: "5b"}, minus={1: "u"})
    play(state, "b5 b9! b1 b2")
    assert decides(state) in state.legal_actions


def test_choice_of_score_table_depends_on_the_hand() -> None:
    taken = []
    for hand in ("b1 b2 b3 u1 u2 u3 r1 r2 r3 w1 w2 w3", "b9 b8 bt bt bt u9 u8 ut ut ut r9 rt"):
        state = scene([hand, *rest_of(hand)], abilities={1: "1a"})
        record = state.full_state
        record.phase, record.step, record.power = 0, 0, 0
        for field in ("table", "minus", "ability"):
            getattr(record, field)[:] = 0
        record.free_tables, record.free_minus, record.free_abilities = (
            0b110111,
            15,
            1 | 1 << 2 | 1 << 4 | 1 << 6 | 1 << 8,
        )
        dealt = state.game.position(state.game.position_text(record), seed=1)
        taken.append(decides(dealt))
    assert taken in (["table-6", "table-5"], ["table-2", "table-5"])


def rest_of(hand: str) -> list[str]:
    """Return the other cards in three hands."""
    left = deck(4, 0)
    for name in hand.split():
        left.remove(name)
    return [" ".join(left[at::3]) for at in range(3)]
