"""Openings that seats have chosen: whom they belong to, and when they are played."""

import pytest

import tefuda
from tefuda.table.entries import (
    Arranged,
    BackAsked,
    Brought,
    Dealt,
    Refused,
    Sat,
    Setup,
    Sitter,
    TakenBack,
)
from tefuda.table.openings import MAX_BROUGHT, NEW_BROUGHT
from tefuda.table.table import Table

OWN = " ".join([*(f"add-{card}" for card in range(1, 16) for _ in range(2)), "ready"])
ANA, BEN, BOT = Sitter("person", "Ana"), Sitter("person", "Ben"), Sitter("bot", "ゆき", "easy")


def table(*sitters: Sitter) -> Table:
    made = Table(tefuda.load("kotodama"), seed=1)
    for seat, sitter in enumerate(sitters):
        made.apply(Sat(seat, sitter))
    return made


def bring(at: Table, seat: int, command: str) -> None:
    at.apply(at.propose_bring(seat, command))


def test_people_keep_their_choice_secret_and_those_for_bots_are_known_to_all() -> None:
    at = table(ANA, BOT)
    bring(at, 0, OWN)
    bring(at, 1, "deck-2")
    assert at.openings.visible_to(0, at.sitters) == {0: OWN, 1: "deck-2"}
    assert at.openings.visible_to(1, at.sitters) == at.openings.visible_to(-1, at.sitters) == {0: "", 1: "deck-2"}


def test_new_name_or_level_keeps_the_choice_and_anybody_else_on_the_seat_ends_it() -> None:
    at = table(ANA, BOT)
    for seat in (0, 1):
        bring(at, seat, "deck-1")
    at.apply(Sat(0, Sitter("person", "Anna")))
    at.apply(Sat(1, Sitter("bot", "ゆき", "hard")))
    assert at.openings.by_seat == {0: "deck-1", 1: "deck-1"}
    at.apply(Sat(0, Sitter()))
    at.apply(Sat(1, BEN))
    assert at.openings.by_seat == {}


def test_opening_is_withdrawn_after_the_deal_only_while_it_is_not_played() -> None:
    at = table(ANA, BEN)
    for seat in (0, 1):
        bring(at, seat, OWN)
    with pytest.raises(Refused):
        at.propose_no_opening(0)
    at.apply(at.propose_deal())
    at.apply(at.propose_play(0, 0, OWN))
    with pytest.raises(Refused):
        at.propose_no_opening(0)
    log = [at.propose_no_opening(1)]
    at.apply(log[0])
    assert at.openings.due(at.state) is None
    assert at.turn == 1
    with pytest.raises(Refused):
        at.apply(log[0])


def test_choice_moves_with_its_seat_and_ends_with_removal_and_another_setup() -> None:
    at = table(ANA, BEN)
    bring(at, 1, OWN)
    at.openings.apply(Arranged(order=(1, 0)), at.sitters)
    assert at.openings.by_seat == {0: OWN}
    at.openings.apply(Arranged(hints=True, public=True, locked=True), at.sitters)
    assert at.openings.by_seat == {0: OWN}
    at.openings.apply(Arranged(removed=0), at.sitters)
    assert at.openings.by_seat == {}
    bring(at, 1, OWN)
    at.openings.apply(Arranged(setup=Setup("kotodama", {"open_lists": 1}, 2, "1", "00")), at.sitters)
    assert at.openings.by_seat == {}, "nobody has agreed to show it"


def test_each_choice_is_due_once_as_the_first_decision_of_its_seat() -> None:
    at = table(ANA, BEN)
    bring(at, 1, OWN)
    assert at.openings.due(at.state) is None
    at.apply(Dealt())
    assert at.openings.due(at.state) is None, "Ana chooses at the table"
    at.apply(at.propose_play(0, 0, "deck-1"))
    assert at.openings.due(at.state) == (1, OWN)
    at.apply(at.propose_play(1, 1, OWN))
    for _ in range(3):
        assert at.openings.due(at.state) is None
        seat = at.state.current_player
        at.apply(at.propose_play(seat, at.turn, "end"))


@pytest.mark.parametrize(
    ("command", "clause"), [("ready", "W2.1"), ("add-1 add-1 add-1", "W2.1"), ("end", "W2.2"), ("deck-1 end", "W3.1")]
)
def test_choice_that_could_not_be_played_is_refused_with_its_clause(command: str, clause: str) -> None:
    at = table(ANA, BEN)
    with pytest.raises(Refused) as refused:
        at.propose_bring(0, command)
    assert refused.value.clause == clause
    assert at.openings.by_seat == {}


def test_choices_are_bounded_and_need_a_game_that_has_them() -> None:
    at = table(ANA, BEN)
    for _ in range(MAX_BROUGHT):
        at.apply(Brought(0, "deck-1"))
    with pytest.raises(Refused) as refused:
        at.propose_bring(0, "deck-2")
    assert refused.value.reason == "too-many-openings"
    at.propose_bring(1, "deck-2")  # the others can still choose
    for sitter in (Sitter(), ANA):
        at.apply(Sat(0, sitter))
    for _ in range(NEW_BROUGHT):  # and so can the next person there
        at.apply(at.propose_bring(0, "deck-1"))
    with pytest.raises(Refused):
        at.propose_bring(0, "deck-2")
    other = Table(tefuda.load("kotori"), seed=1)
    other.apply(Sat(0, ANA))
    with pytest.raises(Refused) as refused:
        other.propose_bring(0, "draw")
    assert refused.value.reason == "no-openings"


def test_choice_that_was_taken_back_is_not_played_again() -> None:
    at = table(ANA, BEN)
    bring(at, 0, OWN)
    at.apply(Dealt())
    assert at.openings.due(at.state) == (0, OWN)
    at.apply(at.propose_play(0, 0, OWN, by="person"))
    at.apply(BackAsked(0))
    at.apply(TakenBack(0, 1, at.back.version))
    assert at.state.current_player == 0
    assert at.openings.due(at.state) is None
    at.apply(at.propose_play(0, at.turn, "deck-2"))
